"""How importance fades, without a database; that SQL computes the same is tested in tests/memories."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryweb.database.apply import FOLDER
from memoryweb.rules import decay
from memoryweb.rules.policy import Kind
from tests.cases import for_each

DAY = date(2026, 2, 22)


@for_each(
    [
        (8.0, "event", 5, 5.5),
        (8.0, "event", 16, 0.0),
        (8.0, "event", 400, 0.0),
        (7.5, "preference", 180, 3.9),
        (9.0, "rule", 3650, 9.0),
        (5.0, "fact", 20, 3.0),
        (5.0, "fact", -20, 5.0),  # dated in the future: does not age
    ],
)
def test_importance_fades_by_whole_days(base: float, kind: str, days: int, left: float) -> None:
    today = DAY + timedelta(days=days)
    assert decay.effective_importance(base, kind, DAY, today, assumed=False) == pytest.approx(left)


def test_an_assumed_importance_does_not_fade() -> None:
    assert decay.effective_importance(5.0, "event", DAY, DAY + timedelta(days=99), assumed=True) == 5.0


@given(base=st.floats(0, 10), kind=st.sampled_from(list(Kind)), days=st.integers(-999, 9999))
def test_importance_stays_between_nothing_and_what_it_was(base: float, kind: Kind, days: int) -> None:
    left = decay.effective_importance(base, kind, DAY, DAY + timedelta(days=days), assumed=False)
    assert 0 <= left <= round(base * 100) / 100


def test_the_databases_functions_are_those_that_the_rates_give_today() -> None:
    """A changed rate or threshold needs both files anew, and a migration that applies them and computes the columns."""
    for name, text in (("first_day_below", decay.CREATE_FIRST_DAY_BELOW), ("archive_day", decay.CREATE_ARCHIVE_DAY)):
        file = (FOLDER / "functions" / f"memories_{name}.sql").read_text()
        assert file.partition("\n")[2] == f"{text.strip()};\n"
