"""/upkeep/: what the clock did, for staff, and starting a sweep by hand."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.celery import app
from memoryweb.memories import upkeep
from memoryweb.memories.models import Memory, UpkeepRun
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.conftest import typed


@pytest.fixture
def staff(mira: User) -> Client:
    client = Client()
    client.force_login(mira)
    return client


def test_only_staff_sees_it(browser: Client, staff: Client) -> None:
    run = upkeep.run_now("promote", now=timezone.now())
    for path in ("/upkeep/", f"/upkeep/{run.pk}/"):
        assert (browser.get(path).status_code, staff.get(path).status_code) == (404, 200)
    assert browser.post("/upkeep/archive/ring/").status_code == 404


def test_a_run_that_did_nothing_says_so(staff: Client) -> None:
    assert "Nothing has run yet" in staff.get("/upkeep/").content.decode()
    run = upkeep.run_now("archive", now=timezone.now())
    assert "nothing was due" in staff.get("/upkeep/").content.decode()
    assert "Nothing was due." in staff.get(f"/upkeep/{run.pk}/").content.decode()


def test_a_dry_run_reports_by_kind_and_changes_nothing(staff: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        typed(alice, "Met Chen", timezone.now() - timedelta(days=20), name="chen", category="x", kind="event")
    run = upkeep.run_now("archive", now=timezone.now(), dry_run=True)
    page = staff.get(f"/upkeep/{run.pk}/").content.decode()
    assert (run.counts, run.kinds, run.dry_run) == ({"archived": 1}, {"event": 1}, True)
    assert "Nothing was changed." in page
    assert "Met Chen" not in page
    with scope.acting_as(alice.pk):
        assert Memory.objects.get().status == "active"


def test_the_page_refreshes_quickly_only_while_a_run_is_unfinished(staff: Client) -> None:
    made = {
        ago: UpkeepRun(name="archive", started_at=timezone.now() - ago, open_shards=[1])
        for ago in (timedelta(days=3), timedelta(minutes=3))
    }
    with scope.acting_as_clock():
        UpkeepRun.objects.bulk_create(made.values())
    busy = [staff.get(f"/upkeep/{run.pk}/").context["busy"] for run in made.values()]
    assert busy == [False, True]


def test_starting_a_sweep_sends_it_to_the_broker(staff: Client) -> None:
    with app.connection_for_read() as connection:
        waiting = connection.SimpleQueue("celery")
        waiting.clear()
        assert staff.post("/upkeep/archive/ring/", {"dry_run": "yes"}).status_code == 302
        assert waiting.qsize() == 1
        waiting.clear()
        waiting.close()
    assert staff.post("/upkeep/nonsense/ring/").status_code == 404
    assert not UpkeepRun.objects.exists()
