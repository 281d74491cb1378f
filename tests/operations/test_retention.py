"""Upkeep deletes access log rows, kept answers and upkeep runs after their number of days."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from memoryweb.agents.models import AccessLog
from memoryweb.memories import upkeep
from memoryweb.memories.models import UpkeepRun
from memoryweb.operations.models import Answer
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.cases import with_each


def rows_left(alice: User) -> tuple[int, int]:
    with scope.acting_as(alice.pk):
        return AccessLog.objects.count(), Answer.objects.count()


@with_each("days, logs, answers", [(29, 2, 1), (31, 2, 0), (91, 0, 0)])
def test_each_log_is_deleted_after_its_own_days(
    alice: User, call: Callable[..., Any], days: int, logs: int, answers: int
) -> None:
    call("save_user_preference", key="once", category="food", preference="tea", details="I like tea")
    call("get_memory_settings")
    at = timezone.now() + timedelta(days=days)
    dry_run_result = upkeep.run_now("purge_logs", now=at, dry_run=True)
    result = upkeep.run_now("purge_logs", now=at, batch=1)
    assert rows_left(alice) == (logs, answers)
    assert {name: n for name, n in dry_run_result.counts.items() if name != "upkeep runs"} == {
        name: n for name, n in result.counts.items() if name != "upkeep runs"
    }
    assert UpkeepRun.objects.filter(pk=result.pk).exists()
    assert upkeep.run_now("purge_logs", now=at).summary == "nothing was due"
