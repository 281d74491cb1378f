"""Files of wordllama's wheel: the default encoder reads them, and a block's tokens are counted by its tokenizer."""

import importlib.util
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def wheel_file(path: str) -> Path:
    """Return a file of wordllama's wheel, without importing the package, which takes a fifth of a second."""
    spec = importlib.util.find_spec("wordllama")
    assert spec
    assert spec.origin
    return Path(spec.origin).parent / path


@cache
def tokenizer() -> "Tokenizer":
    """Return the tokenizer in wordllama’s wheel. It needs no numpy, which takes a tenth of a second."""
    from tokenizers import Tokenizer

    loaded = Tokenizer.from_file(str(wheel_file("tokenizers/l2_supercat_tokenizer_config.json")))
    loaded.no_truncation()
    loaded.no_padding()
    return loaded
