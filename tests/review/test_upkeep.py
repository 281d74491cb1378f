"""/upkeep/: what the clock did and how old the newest backup is, for staff, and starting a sweep by hand."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.celery import app
from memoryweb.embedded.backup import backup_status
from memoryweb.embedded.backup.backup_status import Status
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


def test_staff_see_the_age_of_the_newest_backup_and_a_failure(staff: Client, settings: Any, tmp_path: Path) -> None:
    settings.DATA, settings.EMBEDDED_DATABASE = tmp_path, True
    assert "It is made every night" in staff.get("/upkeep/").content.decode()
    taken = (timezone.now() - timedelta(hours=5, minutes=1)).isoformat()
    status = Status(taken_at=taken, oldest_at=taken, size=1_200_000, kept=7, error="The disk is full.")
    backup_status.write(tmp_path, status)
    page = " ".join(staff.get("/upkeep/").content.decode().replace("\xa0", " ").split())
    assert "Made 5 hours ago, 1.1 MB, restored once and compared." in page
    assert "7 are kept." in page
    assert "the last try failed</span> The disk is full." in page
    settings.BACKUPS_KEPT = 0
    for address in ("/upkeep/", "/settings/operations/"):
        assert "BACKUPS_KEPT is 0" in staff.get(address).content.decode()
    settings.EMBEDDED_DATABASE = False
    assert "Nightly backup" not in staff.get("/upkeep/").content.decode()
