"""The clock jumps 40 days ahead and back. Nothing is lost or done twice.

The machine's clock stays: sweeps take the time as an argument, so each runs with the time that it would read.
"""

from datetime import timedelta

from memoryweb.memories import upkeep
from memoryweb.memories.models import Memory, history_model
from memoryweb.memories.models.enums import Status
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.memories.aging import NOON, save

AHEAD = 40  # days
SWEEPS = sorted(set(upkeep.SWEEPS) - {"purge_erased"})  # this one rewrites files and looks at no date


def run_all(days: float) -> dict[str, int]:
    """Run every sweep as if it were so many days later, and return what they did together."""
    done: dict[str, int] = {}
    for name in SWEEPS:
        for counted, count in upkeep.run_now(name, now=NOON + timedelta(days=days)).counts.items():
            done[counted] = done.get(counted, 0) + count
    return done


def rows(person: User) -> list[tuple[object, ...]]:
    with scope.acting_as(person.pk):
        return list(
            Memory.objects.values_list("pk", "label", "status", "ttl_from", "expired_on", "changed_at").order_by("pk")
        )


def version_count(person: User) -> int:
    with scope.acting_as(person.pk):
        return int(history_model().objects.count())


def test_the_clock_40_days_ahead_and_back(as_alice: User) -> None:
    person = as_alice
    for kind in ("fact", "preference", "goal", "habit", "event", "rule", "context"):
        save(person, f"Something about a {kind}", kind, 6.0)
    before = rows(person)
    run_all(0)
    assert rows(person) == before
    run_all(AHEAD)
    ahead, versions = rows(person), version_count(person)
    archived = {label for _, label, status, *_ in ahead if status == Status.ARCHIVED}
    assert len(archived) == 2  # an event lives for 14 days and a context for 30
    assert [row[0] for row in ahead] == [row[0] for row in before]
    for days in (0, 0.1, AHEAD, AHEAD, 0):  # back, ahead again, and back
        run_all(days)
    assert rows(person) == ahead
    assert version_count(person) == versions
