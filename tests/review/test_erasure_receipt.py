"""The receipt of an erasure: when the words leave the disk."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from memoryweb.embedded.backup import backup_status
from memoryweb.embedded.backup.backup_status import Status
from memoryweb.memories import upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Erasure
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests import servers
from tests.builders import memory_of, person_types

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


@pytest.fixture
def receipt(alice: User) -> Erasure:
    with scope.acting_as(alice.pk):
        return erasure.erase(memory_of(person_types(alice, "Tea")).pk, by=Person(alice), now=NOON)


def purge_at(receipt: Erasure, at: datetime) -> None:
    with scope.acting_as_clock():
        Erasure.objects.filter(pk=receipt.pk).update(purged_at=at)


def test_the_receipt_says_when_the_disk_of_this_machine_is_clean(
    browser: Client, receipt: Erasure, settings: Any
) -> None:
    settings.EMBEDDED_DATABASE = True
    page = browser.get(f"/erasures/{receipt.pk}/").content.decode()
    assert "leaves the disk of this machine by tomorrow morning" in page
    purge_at(receipt, NOON + timedelta(hours=15, minutes=40))
    page = browser.get(f"/erasures/{receipt.pk}/").content.decode()
    assert "Gone from the disk of this machine since 23 February 2026, 03:40, nightly backups included." in page
    assert "Copies that were made elsewhere are out of reach." in page


def test_of_an_external_database_nothing_is_promised_but_its_tables(
    browser: Client, receipt: Erasure, settings: Any
) -> None:
    settings.EMBEDDED_DATABASE = False
    page = browser.get(f"/erasures/{receipt.pk}/").content.decode()
    assert "It leaves the tables of the database at night." in page
    purge_at(receipt, NOON)
    page = browser.get(f"/erasures/{receipt.pk}/").content.decode()
    assert "It left the tables of the database on 22 February 2026, 12:00." in page
    assert "looked after by whoever runs the database" in page
    assert "this machine" not in page


@servers.with_right_to_rewrite
def test_an_erasure_waits_for_the_backups_that_are_older(receipt: Erasure, settings: Any, tmp_path: Path) -> None:
    settings.DATA, settings.EMBEDDED_DATABASE = tmp_path, True
    for minutes, due in ((-1, 0), (9, 0), (11, 1)):
        oldest = NOON + timedelta(minutes=minutes)
        backup_status.write(tmp_path, Status(taken_at=oldest.isoformat(), oldest_at=oldest.isoformat()))
        run = upkeep.run_now("purge_erased", now=NOON + timedelta(days=1), dry_run=True)
        assert run.counts.get("erasures", 0) == due
