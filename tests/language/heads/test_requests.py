"""What a request needs is learned: its vector finds more of it. A text in English is told from others."""

import numpy as np
import pytest

from memoryweb.language.heads import requests
from memoryweb.language.heads.english import is_english
from memoryweb.recall.encoders.multilingual import MultilingualEncoder
from tests.rings import same_part
from tools import train_requests
from tools.rows import is_kept_aside, lines

FOUND_LEAST, MORE_LEAST = 0.66, 0.02  # of what is needed among the nearest five, and more than before it was taught


@pytest.fixture(scope="module")
def aside() -> list[train_requests.Account]:
    """Accounts that nothing was trained on."""
    encoder = MultilingualEncoder()
    rows = [each for each in lines("needs") if is_kept_aside(each["memories"][0])]
    return [train_requests.read(each, encoder) for each in same_part(rows, 2)]


def test_a_taught_request_finds_more_of_what_it_needs(aside: list[train_requests.Account]) -> None:
    as_encoded = train_requests.found(aside, lambda vectors: vectors)
    taught = train_requests.found(aside, requests.turned)
    assert taught >= max(FOUND_LEAST, as_encoded + MORE_LEAST), (taught, as_encoded)


def test_the_same_accounts_teach_the_same_numbers(aside: list[train_requests.Account]) -> None:
    first, second = train_requests.fit(aside[:3]), train_requests.fit(aside[:3])
    assert all(np.array_equal(one, other) for one, other in zip(first, second, strict=True))
    assert np.abs(first[0]).max() > 0


def test_english_is_told_from_other_languages() -> None:
    for text in ("Coffee: oat flat white", "Docker", "no meat", "User prefers tabs", "i hate mondays"):
        assert is_english(text), text
    for text in ("Kaffee: schwarz", "我喜欢茶", "Me gusta el café", "Nie lubię kawy", "日本語が好き", "привет мир", ""):
        assert not is_english(text), text
