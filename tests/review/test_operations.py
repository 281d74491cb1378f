"""/settings/operations/: for staff, whether everything runs, and in a sentence what is wrong."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from memoryweb.celery import app, note_failure
from memoryweb.embedded import heartbeats
from memoryweb.memories.models import FailedTask, UpkeepRun
from memoryweb.people.models import User
from memoryweb.review import slow_pages
from memoryweb.review.staff import server_state
from memoryweb.rls import scope

PAGE = "/settings/operations/"


@pytest.fixture
def staff(mira: User) -> Client:
    client = Client()
    client.force_login(mira)
    return client


def facts(staff: Client) -> dict[str, server_state.Fact]:
    groups = staff.get(PAGE).context["groups"]
    return {fact.name: fact for group in groups for fact in group.facts}


def test_only_staff_opens_it(browser: Client, staff: Client) -> None:
    assert (browser.get(PAGE).status_code, staff.get(PAGE).status_code) == (404, 200)


def test_a_worker_that_is_silent_and_one_that_is_alive(staff: Client) -> None:
    cache.delete_many(["heartbeat:worker", "heartbeat:beat"])
    silent = facts(staff)
    assert silent["Worker"].value == "no sign of life for a week"
    assert "Start it again." in silent["Worker"].problem
    heartbeats._given.clear()
    heartbeats.give_heartbeat("worker")
    cache.set("heartbeat:beat", (timezone.now() - timedelta(minutes=5)).timestamp())
    seen = facts(staff)
    assert (seen["Worker"].value, seen["Worker"].problem) == ("alive less than a minute ago", "")
    assert seen["Beat"].value == "alive 5\xa0minutes ago"
    assert "No sweep starts" in seen["Beat"].problem


def test_a_heartbeat_is_written_at_most_every_ten_seconds() -> None:
    heartbeats._given.clear()
    heartbeats.give_heartbeat("worker")
    cache.delete("heartbeat:worker")
    heartbeats.give_heartbeat("worker")
    assert heartbeats.last_heartbeat("worker") is None


def test_tasks_that_wait_are_counted(staff: Client) -> None:
    with app.connection_for_read() as connection:
        waiting = connection.SimpleQueue("celery")
        waiting.clear()
        waiting.put({})
        assert facts(staff)["Queue"].value == "1 task waits"
        waiting.clear()
        waiting.close()


def test_without_the_broker_the_page_says_so(staff: Client, settings: Any, tmp_path: Path) -> None:
    settings.CELERY_BROKER_URL = f"redis+socket://{tmp_path}/nobody.sock"
    found = facts(staff)
    assert found["Queue"].value == "the broker doesn’t answer"
    assert "no work is lost" in found["Queue"].problem
    assert found["Broker"].value == "external"


def test_without_the_cache_the_page_says_that_nothing_is_known(staff: Client, settings: Any, tmp_path: Path) -> None:
    """The broker's server holds the cache too."""
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": f"unix://{tmp_path}/nobody.sock"}}
    answer = staff.get(PAGE)
    assert "Not known while the broker doesn’t answer." in answer.text
    assert facts(staff)["Worker"].value == "not known"


def test_a_run_that_does_not_end_and_sweeps_that_do_not_start_are_named(staff: Client) -> None:
    assert facts(staff)["Oldest waiting work"].problem == ""
    now = timezone.now()
    old = UpkeepRun(name="promote", started_at=now - timedelta(hours=5), finished_at=now - timedelta(hours=5))
    with scope.acting_as_clock():
        UpkeepRun.objects.bulk_create([old])
    assert "These did not start in two hours: promote." in facts(staff)["Oldest waiting work"].problem
    with scope.acting_as_clock():
        stuck = UpkeepRun(name="archive", started_at=now - timedelta(hours=3), open_shards=[1])
        UpkeepRun.objects.bulk_create([stuck])
    found = facts(staff)["Oldest waiting work"]
    assert found.value == "archive, started 3\xa0hours ago"
    assert "It should have ended within the hour." in found.problem


def test_a_task_that_fails_is_recorded_without_what_it_said(staff: Client) -> None:
    note_failure(sender=app.tasks["memoryweb.learning.tasks.read"], exception=ValueError("zebra words"))
    (failed,) = FailedTask.objects.all()
    assert (failed.task, failed.error) == ("memoryweb.learning.tasks.read", "ValueError")
    found = facts(staff)["Failed tasks in 24 hours"]
    assert found.value == "1"
    assert "worker’s log" in found.problem
    assert "zebra" not in staff.get("/admin/memories/failedtask/").text


def test_versions_and_parts_are_named(staff: Client) -> None:
    found = facts(staff)
    assert found["memoryweb"].value.count(".") == 2
    assert "PostgreSQL 1" in found["Runs on"].value
    assert found["Database"].value.endswith("MB")


def test_a_slow_page_is_kept_by_its_route_and_a_fast_one_is_not(
    staff: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slow_pages, "COUNTER", f"slow-{alice.pk}")  # other workers of the tests share the cache
    monkeypatch.setattr(slow_pages, "SLOW", 60.0)
    assert "No answer took longer than a second" in staff.get(PAGE).text
    monkeypatch.setattr(slow_pages, "SLOW", 0.0)
    staff.get(f"/memories/{alice.pk}/")
    monkeypatch.setattr(slow_pages, "SLOW", 60.0)
    (page,) = slow_pages.newest()
    assert (page.method, page.route) == ("GET", "/memories/<uuid:pk>/")
    assert str(alice.pk) not in staff.get(PAGE).text


def test_the_ring_keeps_the_newest_fifty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_pages, "SLOW", 0.0)
    middleware = slow_pages.note_slow_pages(lambda request: HttpResponse())
    for _ in range(slow_pages.PLACES + 10):
        middleware(RequestFactory().get("/x/"))
    assert len(slow_pages.newest()) == slow_pages.PLACES
