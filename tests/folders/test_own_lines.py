"""The lines of a person's own MEMORY.md: where one stands more than once, and where an entry ends."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone

from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from tests.builders import edit, memory_of, person_types
from tests.folders.vault import Vault


@pytest.fixture
def vault(as_alice: User, tmp_path: Path) -> Vault:
    return Vault(tmp_path, as_alice)


def _erase(memory: Memory, person: User) -> None:
    erasure.erase(memory.pk, by=Person(person), now=timezone.now())


def _stop(memory: Memory, person: User) -> None:
    actions.expire(memory.pk, by=Person(person), now=timezone.now())


def _edit(memory: Memory, person: User) -> None:
    edit(memory, person, value="Markdown", details="")


@pytest.mark.parametrize(("ends", "left"), [(_erase, 0), (_stop, 0), (_edit, 1)])
def test_a_line_that_stands_twice_is_changed_in_both_places(
    vault: Vault, ends: Callable[[Memory, User], None], left: int
) -> None:
    memory = memory_of(person_types(vault.person, "PDF"))
    vault.sync()
    [line] = [line for line in vault.text.splitlines() if "PDF" in line]
    vault.write(f"{vault.text}\nFrom my old notes:\n\n{line}\n\nThe end.\n")
    assert not vault.sync()
    assert vault.text.count("PDF") == 2
    ends(memory, vault.person)
    assert vault.sync()
    assert "PDF" not in vault.text
    assert vault.text.count("Document format") == left
    assert "From my old notes:" in vault.text
    assert not vault.sync()
    assert not vault.questions()


def _values(vault: Vault) -> set[str]:
    return {line.rpartition(": ")[2] for line in vault.in_use()}


def test_a_bullet_below_prose_is_a_line_of_its_own(vault: Vault) -> None:
    vault.write("# Mine\n\n**Tea**: Green\n- With lemon\nFrom here on other things.\n- I cycle to work\n")
    vault.say_yes()
    vault.sync()
    assert _values(vault) == {"Green", "I cycle to work"}
    assert Memory.objects.active().get(label="Tea").details == "With lemon"
    vault.change("I cycle to work", "I walk to work")
    vault.sync()
    assert _values(vault) == {"Green", "I walk to work"}
    assert "From here on other things.\n- I walk to work\n" in vault.text
    assert not vault.sync()
