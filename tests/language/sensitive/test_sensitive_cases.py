"""The guard on many sentences and in every disguise: how much it finds, and how rarely it errs. No database."""

from collections import Counter
from random import Random

from memoryweb.language import sensitive
from tests.corpora import Tally
from tests.language.sensitive import made_secrets
from tests.language.sensitive.guard_cases import cases

SEED = 2026
CAUGHT, TOKENS_CAUGHT, NUMBERS_CAUGHT, FALSE_MOST = 0.95, 0.95, 0.98, 0.02


def category(value: object) -> str:
    found = sensitive.inspect(value)
    return found.category.value if found else ""


def share(hits: Counter[str], misses: list[str]) -> float:
    return sum(hits.values()) / (sum(hits.values()) + len(misses))


def test_what_is_sensitive_is_found_in_the_sentences_that_people_write_and_what_is_harmless_may_be_stored() -> None:
    tally = Tally("guard")
    for case in cases():
        tally.add(case.text, wanted=bool(case.category), found=bool(category(case.text)))
    tally.check(recall=CAUGHT, refusal=1 - FALSE_MOST)


def test_a_number_is_found_in_every_disguise() -> None:
    random = Random(SEED)
    hits: Counter[str] = Counter()
    misses: list[str] = []
    for make in made_secrets.NUMBERS.values():
        for _ in range(10):
            for name, value in made_secrets.disguises(make(random)):
                if category(value):
                    hits[name] += 1
                else:
                    misses.append(f"{name}: {value!r}")
    assert share(hits, misses) >= NUMBERS_CAUGHT, misses


def test_a_bare_token_is_found_without_a_label() -> None:
    random = Random(SEED)
    tokens = [token for _ in range(5) for token in made_secrets.tokens(random)]
    missed = [token for token in tokens if category(f"we use {token} there") != "key_or_token"]
    assert len(missed) <= (1 - TOKENS_CAUGHT) * len(tokens), missed
