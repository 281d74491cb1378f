"""manage.py verify_history says what is intact, and ends with an error that names the first broken version."""

import os
from contextlib import closing
from io import StringIO

import psycopg
import pytest
from django.core.management import CommandError, call_command

from memoryweb.memories.models import history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.memories.chain import make_history, verified

pytestmark = pytest.mark.usefixtures("committed")


@pytest.fixture
def alice(committed: None) -> User:
    return User.objects.create_user("alice@example.org", None)


@pytest.fixture
def versions(alice: User) -> list[int]:
    make_history(User.objects.create_user("bob@example.org", None))
    return make_history(alice)


def run(*arguments: str) -> list[str]:
    output = StringIO()
    call_command("verify_history", *arguments, stdout=output, stderr=output)
    return output.getvalue().splitlines()


def alter(version: int) -> None:
    with closing(psycopg.connect(os.environ["OWNER_DATABASE_URL"], autocommit=True)) as owner:
        owner.execute("UPDATE memories_historicalmemory SET label = 'quokka' WHERE history_id = %s", [version])


def test_everybody_is_verified(alice: User, versions: list[int]) -> None:
    assert run() == ["2 people, 10 changes, all intact."]


def test_one_person_is_verified_with_the_fingerprint(alice: User, versions: list[int]) -> None:
    noted = verified(alice).fingerprint
    intact = ["alice@example.org: 5 changes since 2026-02-22, all intact.", f"Fingerprint: {noted}"]
    assert run("--person", "Alice@example.org") == intact
    found = "The fingerprint you noted is still in it, at place 5."
    assert run("--person", "alice@example.org", "--noted", noted) == [*intact, found]
    with pytest.raises(CommandError, match="not in this chain"):
        run("--person", "alice@example.org", "--noted", "0" * 64)
    with pytest.raises(CommandError, match="64 digits"):
        run("--person", "alice@example.org", "--noted", "abc")
    with pytest.raises(CommandError, match="needs --person"):
        run("--noted", noted)
    with pytest.raises(CommandError, match="nobody here"):
        run("--person", "carol@example.org")


def test_a_changed_version_is_named_without_its_words(alice: User, versions: list[int]) -> None:
    alter(versions[1])
    with scope.acting_as(alice.pk):
        memory = history_model().objects.get(history_id=versions[1]).id
    named = f"Version {versions[1]} of memory {memory}, 2026-02-23 12:00 UTC."
    with pytest.raises(CommandError) as error:
        run("--person", "alice@example.org")
    assert str(error.value) == (
        "alice@example.org: This change is not what was recorded. Somebody altered it in the database. " + named
    )
    output = StringIO()
    with pytest.raises(CommandError, match="The history of 1 of 2 people is broken"):
        call_command("verify_history", stdout=output, stderr=output)
    assert output.getvalue().strip() == str(error.value)
