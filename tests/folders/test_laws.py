"""Laws of keeping in step over any edits on both sides: both end equal, nothing is lost, a second pass is idle."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryweb.folders import adding, blocks, disk
from memoryweb.folders.models import FolderLine, Trouble
from memoryweb.language.comparing import identity
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Horizon, Memory, history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import edit, person_types
from tests.folders.vault import Vault
from tests.interchange.builders import accept_all
from tests.rings import ALL

NAMES = ("document_format", "editor", "drink", "tone")
VALUES = ("PDF", "Word", "喜欢绿茶", "🙂 two words", "a * b | c", "[LEARNED: 2026-01-02, x]", "x: y", "שלום", "C++")
steps = st.lists(
    st.one_of(
        st.tuples(st.just("type"), st.sampled_from(NAMES), st.sampled_from(VALUES)),
        st.tuples(st.just("edit"), st.integers(0, 9), st.sampled_from(VALUES)),
        st.tuples(st.just("expire"), st.integers(0, 9), st.just("")),
        st.tuples(st.just("file_edit"), st.integers(0, 9), st.sampled_from(VALUES)),
        st.tuples(st.just("file_delete"), st.integers(0, 9), st.just("")),
        st.tuples(st.just("file_add"), st.sampled_from(("I like", "My cat is", "Ask before")), st.sampled_from(VALUES)),
        st.tuples(st.just("prose"), st.sampled_from(("Some prose.", "## A heading", "```\n- code\n```")), st.just("")),
        st.tuples(st.just("sync"), st.just(0), st.just("")),
        st.tuples(st.just("answer"), st.booleans(), st.just("")),
        st.tuples(st.just("yes"), st.booleans(), st.just("")),
    ),
    min_size=4,
    max_size=12,
)


def perform(vault: Vault, step: tuple[str, Any, str]) -> None:
    """Make one edit on one of the sides, as far as there is something to edit."""
    name, what, value = step
    in_use = list(Memory.objects.of(vault.person).active().order_by("obs_id"))
    text = vault.text if vault.file.exists() else ""
    found = [block for block in blocks.read(text, ())[0] if block.entry.label]
    if name == "type":
        person_types(vault.person, "", name=what, value=value)
    elif name in ("edit", "expire") and in_use:
        memory = in_use[what % len(in_use)]
        if name == "edit":
            edit(memory, vault.person, value=value, details="")
        else:
            actions.expire(memory.pk, by=Person(vault.person), now=timezone.now())
    elif name in ("file_edit", "file_delete") and found:
        block = found[what % len(found)]
        label = block.words.split(":**")[0].split("**:")[0]
        change = f"{label}**: {value.replace('[', '')}" if name == "file_edit" else ""
        vault.file.write_bytes(blocks.rewrite(text, {block.start: change}, [block], []).encode())
    elif name in ("file_add", "prose"):
        line = f"- {what} {value.replace('[', '')}\n" if name == "file_add" else f"{what}\n"
        vault.file.write_bytes(f"{text}\n{line}".encode())
    elif name == "sync":
        vault.sync()
    elif name == "answer" and (asked := vault.questions()):
        answer = actions.accept if what else actions.reject
        answer(asked[0].pk, by=Person(vault.person), now=timezone.now())
    elif name == "yes":
        vault.say_yes(gives=what)


def check(vault: Vault, prose: list[str]) -> None:
    """Check that both sides are equal, apart from what waits or was turned down."""
    assert vault.trouble == ""
    assert not vault.sync(), "a second pass wrote"
    versions, questions = history_model().objects.count(), len(vault.questions())
    assert not vault.sync()
    assert (history_model().objects.count(), len(vault.questions())) == (versions, questions), "a loop"
    rows = {bytes(row.digest): row for row in FolderLine.objects.filter(folder=vault.row)}
    standing = {row.memory for row in rows.values() if row.memory}
    long_term = Memory.objects.of(vault.person).active().filter(horizon=Horizon.LONG)
    contested = {row.replaces for row in rows.values() if row.replaces}
    missing = [str(each) for each in long_term if each.pk not in standing | contested and not each.contested]
    assert missing == [], "in use, and not in the file"
    text = vault.text if vault.file.exists() else ""
    in_file = {row.memory for row in rows.values() if row.memory and row.state == FolderLine.State.IN_STEP}
    ended = Memory.objects.filter(pk__in=in_file).exclude(status="active")
    assert list(ended) == [], "in the file, and not in use"
    for line in prose:
        assert line in text, "prose was lost"


@pytest.mark.django_db
@settings(
    max_examples=15 if ALL else 5,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=steps)
def test_any_edits_on_both_sides_end_equal(alice: User, steps: list[tuple[str, Any, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder, transaction.atomic(), scope.acting_as(alice.pk):
        vault = Vault(Path(folder), alice)
        prose = [str(what) for name, what, _ in steps if name == "prose"]
        has_said_yes = any(name == "yes" and what for name, what, _ in steps)
        for step in steps:
            said = {identity.normal_text(str(each)) for each in vault.in_use()}
            perform(vault, step)
            if step[0] == "sync" and not has_said_yes:
                assert {identity.normal_text(str(each)) for each in vault.in_use()} <= said, "in use without a yes"
            if vault.trouble:
                assert vault.trouble == Trouble.MANY_GONE
                adding.answer_trouble(vault.row, writes_again=bool(len(prose) % 2))
        vault.sync()
        if vault.trouble:
            adding.answer_trouble(vault.row, writes_again=True)
            vault.sync()
        check(vault, prose)
        accept_all(alice, timezone.now())
        vault.sync()
        check(vault, prose)
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_a_week_of_edits_on_both_sides_ends_equal_and_nothing_is_lost(as_alice: User, tmp_path: Path) -> None:
    vault = Vault(tmp_path, as_alice)
    memories = {
        name: person_types(as_alice, "", name=name, value=value).memory
        for name, value in (("document_format", "PDF"), ("editor", "Vim"), ("drink", "green tea"))
    }
    vault.sync()  # Monday: the file is written
    vault.write(vault.text.replace("# MEMORY.md\n", "# MEMORY.md\n\nHello, vault.\n") + "\n- My cat is called Miso\n")
    vault.sync()
    accept_all(as_alice, timezone.now())
    vault.sync()  # Tuesday: prose and a bullet of her own
    vault.change("PDF", "Word")
    assert memories["editor"]
    edit(memories["editor"], as_alice, value="Emacs", details="")
    vault.sync()  # Wednesday: one edit on each side
    assert "Emacs" in vault.text
    vault.say_yes()
    accept_all(as_alice, timezone.now())
    vault.change("My cat is called Miso", "My cat is called Miso and purrs")
    vault.sync()  # Thursday: her edits count at once
    vault.write("".join(line for line in vault.text.splitlines(keepends=True) if "green tea" not in line))
    person_types(as_alice, "", name="tone", value="friendly")
    vault.sync()  # Friday: a deletion there, a new memory here
    before = vault.text
    vault.file.unlink()
    vault.sync()  # Saturday: the file is gone
    assert vault.trouble == "gone"
    vault.write(before)
    vault.sync()  # Sunday: it is back
    assert not vault.sync()
    assert vault.trouble == ""
    assert "Hello, vault." in vault.text
    said = " ".join(sorted(vault.in_use()))
    for words in ("Word", "Emacs", "purrs", "friendly"):
        assert words in vault.text
        assert words in said
    for words in ("PDF", "Vim", "green tea"):
        assert words not in vault.text
        assert words not in said
    assert not vault.questions()


@pytest.mark.django_db
def test_a_power_cut_between_the_new_file_and_its_place_leaves_the_old_one_whole(
    as_alice: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = Vault(tmp_path, as_alice)
    person_types(as_alice, "PDF")
    vault.sync()
    before = vault.text
    person_types(as_alice, "", name="editor", value="Vim")

    def cut(within: int, content: object) -> None:
        raise SystemExit("the power is gone")

    monkeypatch.setattr(disk, "replace", cut)
    with pytest.raises(SystemExit), transaction.atomic():
        vault.sync()
    assert vault.text == before
    assert (tmp_path / disk.TEMPORARY).read_text() != before
    monkeypatch.undo()
    assert vault.sync()
    assert "Vim" in vault.text
    assert not (tmp_path / disk.TEMPORARY).exists()
    assert not vault.questions()


@pytest.mark.django_db
def test_a_power_cut_after_the_file_and_before_its_rows_is_no_edit(as_alice: User, tmp_path: Path) -> None:
    vault = Vault(tmp_path, as_alice)
    memory = person_types(as_alice, "PDF").memory
    assert memory
    vault.sync()
    rows = list(FolderLine.objects.values())
    edit(memory, as_alice, value="Word", details="")
    vault.sync()
    FolderLine.objects.all().delete()  # the rows of the second pass were never committed
    FolderLine.objects.bulk_create(FolderLine(**row) for row in rows)
    assert not vault.sync()
    assert not vault.questions()
    assert vault.in_use() == {"Document format: Word"}
    assert not vault.sync()


@pytest.mark.django_db
def test_a_file_that_changes_while_it_is_brought_in_step_is_not_overwritten(as_alice: User, tmp_path: Path) -> None:
    vault = Vault(tmp_path, as_alice)
    vault.write("Mine\n")
    content = disk.read(str(tmp_path))
    vault.write("Mine, newer\n")
    with pytest.raises(disk.DiskError):
        disk.write(str(tmp_path), "Ours\n", before=content)
    assert vault.text == "Mine, newer\n"
    assert [path.name for path in tmp_path.iterdir()] == ["MEMORY.md"]
