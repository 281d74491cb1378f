"""The rules as numbers: no database."""

from datetime import date
from itertools import product

from memoryweb.rules import policy
from memoryweb.rules.policy import Kind, OutcomeName, Role, Source
from tests.cases import for_each

DAY = date(2026, 2, 22)
EXPLICIT = ("instruction", "correction")
NOTICED = ("behaviour", "pattern", "inference", "weak", "uncertain")


@for_each(
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


@for_each(
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


@for_each(
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


def has_standing_yes(source: str, *, is_assumed: bool, trust: str, confirm_new: str) -> bool:
    """By trust, or what `confirm_new` says for every agent."""
    if trust == "trusted" or confirm_new == "never":
        return True
    return confirm_new == "explicit_only" and source in EXPLICIT and not is_assumed


@for_each(
    lambda: product([*EXPLICIT, *NOTICED], [True, False], ["ask", "trusted"], ["ask", "explicit_only", "never"]),
)
def test_something_new(source: str, is_assumed: bool, trust: str, confirm_new: str) -> None:
    expected = has_standing_yes(source, is_assumed=is_assumed, trust=trust, confirm_new=confirm_new)
    given = policy.gives_standing_yes(trust=trust, confirm_new=confirm_new, source=source, is_assumed=is_assumed)
    assert given == expected
    outcome = policy.new_memory_outcome(source=source, role=Role.AGENT, has_standing_yes=given)
    if source in NOTICED:
        assert outcome == OutcomeName.NOTED
    else:
        assert outcome == (OutcomeName.SAVED if expected else OutcomeName.PROPOSED)


@for_each([*EXPLICIT, *NOTICED])
def test_the_person_saves_and_a_file_asks(source: str) -> None:
    for role, outcome in ((Role.PERSON, OutcomeName.SAVED), (Role.FILE, OutcomeName.PROPOSED)):
        assert policy.new_memory_outcome(source=source, role=role, has_standing_yes=role == Role.PERSON) == outcome
