"""Every format of the table can be downloaded, and one that can be read comes back as the same file."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.interchange.formats import WRITTEN
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import person_types
from tests.cases import with_each
from tests.interchange.builders import import_and_accept


@pytest.fixture
def filled(alice: User) -> User:
    """alice, with a memory in use, an expired one and an archived one."""
    now = timezone.now()
    with scope.acting_as(alice.pk):
        person_types(alice, "PDF", now - timedelta(days=2))
        for action in (actions.expire, actions.archive):
            memory = person_types(
                alice, f"Tea {action.__name__}", name=f"drink {action.__name__}", category="personal"
            ).memory
            assert memory
            action(memory.pk, by=Person(alice), now=now)
    return alice


@with_each("name", WRITTEN)
def test_every_format_is_a_download_under_its_file_name(name: str, filled: User, browser: Client) -> None:
    file_format = WRITTEN[name]
    response = browser.get(f"/export/{file_format.file_name}")
    assert response["Content-Type"] == file_format.content_type
    assert response["Content-Disposition"] == f'attachment; filename="{file_format.file_name}"'
    with scope.acting_as(filled.pk):
        assert response.content.decode() == file_format.export(filled)
    if name in ("memory_md", "archive_json"):
        assert "Tea" in response.content.decode()


def test_a_memory_md_comes_back_as_the_same_file(filled: User, bob: User) -> None:
    file_format = WRITTEN["memory_md"]
    with scope.acting_as(filled.pk):
        text = file_format.export(filled)
    with scope.acting_as(bob.pk):
        report = import_and_accept(text, bob, timezone.now())
        assert (report.unknown, report.left_out, report.refused) == ([], [], [])
        assert file_format.export(bob) == text
