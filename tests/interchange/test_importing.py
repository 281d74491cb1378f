"""Importing a MEMORY.md by the command: into Review or accepted, once, guarded, with the dates of the file."""

from collections.abc import Callable
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from memoryweb.interchange.formats import FORMATS, memory_md
from memoryweb.interchange.importing import import_text
from memoryweb.memories.models import Evidence, Memory, Proposal, Refusal, Status, Tombstone, history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import person_types

FILE = Path(__file__).with_name("MEMORY.md")
Run = Callable[..., str]


@pytest.fixture
def run(alice: User) -> Run:
    def do(*options: str, file: Path = FILE) -> str:
        output = StringIO()
        call_command("import_memory", str(file), "--person", "ALICE@example.org", *options, stdout=output)
        return output.getvalue()

    return do


def _row_counts(person: User) -> list[int]:
    with scope.acting_as(person.pk):
        tables = (Memory, Evidence, Proposal, history_model(), Refusal, Tombstone)
        return [table.objects.count() for table in tables]


def test_without_accept_memories_in_use_become_questions(run: Run, alice: User) -> None:
    output = run()
    assert "8 proposed" in output
    with scope.acting_as(alice.pk):
        assert set(Memory.objects.values_list("status", flat=True)) == {Status.CANDIDATE}
        assert Proposal.objects.open().count() == Memory.objects.count() == 8
    assert "Left out, line 30: Stand-up: 9:15, at the whiteboard: expired on 2026-01-31" in output


def test_with_accept_memories_are_confirmed(run: Run, alice: User) -> None:
    assert "9 saved" in run("--accept")
    with scope.acting_as(alice.pk):
        assert not Proposal.objects.exists()
        assert Memory.objects.active().filter(confirmed_at__isnull=False, horizon="long").count() == 8
        ended = Memory.objects.get(status=Status.EXPIRED)
        assert (ended.label, ended.expire_reason) == ("Stand-up", "The team moved to another city")
        assert (ended.learned_on, ended.expired_on) == (date(2025, 11, 3), date(2026, 1, 31))
        decision = Memory.objects.get(label="Decision style")
        assert (decision.details, decision.updated_on) == (
            "Picks the first option that works\nLately wants two options side by side",
            date(2026, 2, 10),
        )


def test_history_has_the_dates_of_the_file(run: Run, alice: User) -> None:
    run("--accept")
    with scope.acting_as(alice.pk):
        rows = history_model().objects.filter(label__in=["Decision style", "Stand-up"]).order_by("history_date")
        assert [(r.label, r.changed_verb, r.history_date.date()) for r in rows] == [
            ("Stand-up", "remember", date(2025, 11, 3)),
            ("Decision style", "remember", date(2026, 1, 20)),
            ("Stand-up", "expire", date(2026, 1, 31)),
            ("Decision style", "edit", date(2026, 2, 10)),
        ]


def test_a_refused_line_is_reported_without_its_words(run: Run, alice: User) -> None:
    for options in ([], ["--accept"]):
        output = run(*options)
        assert "1 refused" in output
        assert "Refused, and not stored, line 34: This looks like a password." in output
        assert "zq7canary" not in output
    with scope.acting_as(alice.pk):
        assert not [m for m in Memory.objects.values_list("details", flat=True) if "zq7canary" in m]
        assert Refusal.objects.get().category == "password"


def test_lines_that_are_not_understood_are_reported(run: Run) -> None:
    output = run("--accept")
    assert "Not understood, line 3: Kept by hand and by an assistant together." in output
    assert "Not understood, line 42: | 2026-02-30 |" in output


@pytest.mark.parametrize("options", [[], ["--accept"]])
def test_a_second_import_of_a_file_changes_nothing(run: Run, alice: User, options: list[str]) -> None:
    run(*options)
    before = _row_counts(alice)[:4]
    output = run(*options)
    assert _row_counts(alice)[:4] == before
    assert ("8" if not options else "9") + " unchanged" in output


@pytest.mark.parametrize("options", [[], ["--accept"]])
def test_a_dry_run_reports_the_same_and_changes_nothing(run: Run, alice: User, options: list[str]) -> None:
    before = _row_counts(alice)
    dry = run("--dry-run", *options)
    assert _row_counts(alice) == before
    assert dry.splitlines()[0] == "Dry run, nothing was changed."
    assert dry.splitlines()[1:] == run(*options).splitlines()[1:]


def test_an_ended_entry_does_not_end_a_memory_in_use(as_alice: User) -> None:
    memory = person_types(as_alice, "9:30", name="Stand-up", category="schedule").memory
    assert memory
    report = import_text(FILE.read_text(), memory_md.read, as_alice, accept=True, now=timezone.now())
    memory.refresh_from_db()
    assert memory.status == Status.ACTIVE
    assert [line for line, _ in report.left_out] == [30]


def test_a_declined_memory_does_not_come_back_without_accept(run: Run, alice: User) -> None:
    run()
    from memoryweb.memories import actions
    from memoryweb.memories.actions import Person

    with scope.acting_as(alice.pk):
        memory = Memory.objects.get(label="Headphones")
        actions.decline(memory.pk, by=Person(alice), now=timezone.now())
    changed = FILE.read_text() + "\n"
    with scope.acting_as(alice.pk):
        report = import_text(changed, memory_md.read, alice, accept=False, now=timezone.now())
        assert report.outcomes["blocked"] == 1
        assert not Memory.objects.live().filter(label="Headphones").exists()


def test_another_persons_account_is_not_touched(run: Run, bob: User) -> None:
    run("--accept")
    assert _row_counts(bob) == [0] * 6


@pytest.mark.parametrize(
    ("content", "person", "reason"),
    [
        (b"\xff\xfe\x00", "alice@example.org", "FILE: cannot be read as text"),
        (None, "alice@example.org", "FILE: cannot be read as text"),
        (b"", "nobody@example.org", "nobody here has the e-mail"),
    ],
)
def test_an_unreadable_file_or_unknown_person_is_one_clear_line(
    content: bytes | None, person: str, reason: str, tmp_path: Path, alice: User
) -> None:
    file = tmp_path / "MEMORY.md"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(CommandError, match=reason):
        call_command("import_memory", str(file), "--person", person)


def test_the_download_is_the_persons_file_and_nobody_elses(browser: Client, run: Run, alice: User, bob: User) -> None:
    run("--accept")
    response = browser.get("/export/MEMORY.md")
    with scope.acting_as(alice.pk):
        assert response.content.decode() == FORMATS["memory_md"].export(alice)
    assert "Report Length" in response.content.decode()
    assert response["Content-Type"] == "text/markdown; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="MEMORY.md"'
    stranger = Client()
    stranger.force_login(bob)
    assert "Report Length" not in stranger.get("/export/MEMORY.md").content.decode()
    assert Client().get("/export/MEMORY.md").status_code == 302
    assert browser.post("/export/MEMORY.md").status_code == 405


def test_the_downloaded_file_brought_in_elsewhere_by_the_command_is_the_same_download(
    browser: Client, run: Run, bob: User, tmp_path: Path
) -> None:
    run("--accept")
    file = tmp_path / "MEMORY.md"
    file.write_bytes(browser.get("/export/MEMORY.md").content)
    call_command("import_memory", str(file), "--person", bob.email, "--accept", stdout=StringIO())
    other = Client()
    other.force_login(bob)
    assert other.get("/export/MEMORY.md").content == file.read_bytes()


def test_an_export_costs_the_same_queries_however_much_there_is(
    browser: Client, alice: User, django_assert_num_queries: Callable[..., object]
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for number in range(2):
        with scope.acting_as(alice.pk):
            for each in range(1 + number * 20):
                person_types(alice, f"Word {each} of {number}", name=f"thing {number} {each}", category="personal")
        with CaptureQueriesContext(connection) as queries:
            browser.get("/export/MEMORY.md")
        counts.append(len(queries))
    assert counts[0] == counts[1]
