"""The rules as numbers: no database."""

from datetime import date
from itertools import product

import pytest

from memoryweb.rules import policy
from memoryweb.rules.policy import Kind, OutcomeName, Source

DAY = date(2026, 2, 22)
EXPLICIT = ("instruction", "correction")
NOTICED = ("behaviour", "pattern", "inference", "weak", "uncertain")


@pytest.mark.parametrize(
    ("kind", "ttl_days", "decay"),
    [
        ("fact", 90, 0.1),
        ("preference", 180, 0.02),
        ("goal", 365, 0),
        ("habit", 365, 0),
        ("event", 14, 0.5),
        ("rule", None, 0),
        ("context", 30, 0.1),
    ],
)
def test_lives_are_those_of_s2(kind: str, ttl_days: int | None, decay: float) -> None:
    assert policy.LIVES[Kind(kind)] == policy.Life(ttl_days, decay)


@pytest.mark.parametrize(
    ("importance", "word"),
    [
        (10, "critical"),
        (9, "critical"),
        (8.99, "high"),
        (7, "high"),
        (6.99, "medium"),
        (5, "medium"),
        (4.9, "low"),
        (3, "low"),
        (2.99, "minimal"),
        (0, "minimal"),
    ],
)
def test_bands_are_closed_below_and_open_above(importance: float, word: str) -> None:
    assert policy.band(importance) == word


@pytest.mark.parametrize(
    ("source", "weight", "s0", "confidence", "importance"),
    [
        ("instruction", 5, "explicit instruction", 0.95, 7.5),
        ("correction", 4, "user feedback", 0.90, 7.0),
        ("behaviour", 3, "user feedback", 2 / 3, 6.0),
        ("pattern", 2, "observation", 0.75, 6.0),
        ("inference", 1, "observation", 0.60, 5.0),
        ("weak", 0, "observation", 0.40, 4.0),
        ("uncertain", -1, "observation", 0.20, 3.0),
    ],
)
def test_sources_weigh_as_the_table_says(
    source: str, weight: int, s0: str, confidence: float, importance: float
) -> None:
    name = Source(source)
    assert (policy.WEIGHTS[name], policy.s0_source(source)) == (weight, s0)
    assert (policy.CONFIDENCES[name], policy.IMPORTANCES[name]) == (confidence, importance)
    assert policy.is_explicit(source) is (source in EXPLICIT)


def test_rules_start_higher_and_never_above_ten() -> None:
    assert policy.first_importance("instruction", "rule") == 9.0
    assert policy.first_importance("weak", "rule") == 5.5
    assert policy.first_importance("instruction", "preference") == 7.5


def expected(source: str, *, always: bool, trust: str, confirm_new: str) -> OutcomeName:
    """SPEC §3's table, column by column."""
    if trust == "person":
        return OutcomeName.SAVED
    if source in NOTICED:
        return OutcomeName.NOTED
    if confirm_new == "never":
        return OutcomeName.SAVED
    if trust == "trusted" and (confirm_new == "explicit_only" or (always and source == "instruction")):
        return OutcomeName.SAVED
    return OutcomeName.PROPOSED


@pytest.mark.parametrize("confirm_new", ["ask", "explicit_only", "never"])
@pytest.mark.parametrize("trust", ["ask", "trusted", "person"])
@pytest.mark.parametrize(("source", "always"), list(product([*EXPLICIT, *NOTICED], [True, False])))
def test_something_new(source: str, always: bool, trust: str, confirm_new: str) -> None:
    outcome = policy.new_memory_outcome(
        source=source, says_always=always, by_person=trust == "person", trust=trust, confirm_new=confirm_new
    )
    assert outcome == expected(source, always=always, trust=trust, confirm_new=confirm_new)


@pytest.mark.parametrize("source", [*EXPLICIT, *NOTICED])
@pytest.mark.parametrize("confirm_new", ["ask", "explicit_only", "never"])
def test_what_a_file_says_is_always_asked_about(source: str, confirm_new: str) -> None:
    outcome = policy.new_memory_outcome(
        source=source, says_always=True, by_person=False, trust="file", confirm_new=confirm_new
    )
    assert outcome == OutcomeName.PROPOSED
