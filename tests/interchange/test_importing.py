"""Importing a MEMORY.md by the command: into Review or the past, once, guarded, with the dates of the file."""

from collections.abc import Callable
from datetime import date, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.interchange.formats import WRITTEN
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Evidence, Memory, Proposal, Refusal, Status, Tombstone, history_model
from memoryweb.memories.visibility import readable_by
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.builders import person_types
from tests.cases import with_each
from tests.interchange.builders import accept_all, bring

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


def test_what_is_in_use_in_the_file_becomes_questions(run: Run, alice: User) -> None:
    assert "8 proposed" in run()
    with scope.acting_as(alice.pk):
        assert not Memory.objects.active().exists()
        assert Memory.objects.filter(status=Status.CANDIDATE).count() == Proposal.objects.open().count() == 8
        decision = Memory.objects.get(label="Decision style")
        assert (decision.details, decision.learned_on, decision.updated_on) == (
            "Picks the first option that works\nLately wants two options side by side",
            date(2026, 1, 20),
            date(2026, 2, 10),
        )


def test_no_option_accepts_for_the_person(run: Run) -> None:
    with pytest.raises(CommandError, match="unrecognized arguments: --accept"):
        run("--accept")


def test_the_person_accepts_what_the_file_says(run: Run, alice: User) -> None:
    run()
    with scope.acting_as(alice.pk):
        accept_all(alice, timezone.now())
        assert Memory.objects.active().filter(confirmed_at__isnull=False, horizon="long").count() == 8
        assert Memory.objects.get(label="Decision style").learned_on == date(2026, 1, 20)


def test_what_has_ended_in_the_file_goes_into_the_past(run: Run, alice: User, scribe: Agent) -> None:
    assert "1 saved as ended" in run()
    with scope.acting_as(alice.pk):
        ended = Memory.objects.get(status=Status.EXPIRED)
        assert (ended.label, ended.expire_reason) == ("Stand-up", "The team moved to another city")
        assert (ended.learned_on, ended.expired_on) == (date(2025, 11, 3), date(2026, 1, 31))
        assert not Proposal.objects.filter(memory=ended).exists()
        assert not readable_by(scribe, MemorySettings.for_person(alice.pk), now=timezone.now()).exists()


def test_history_has_the_dates_of_the_file(run: Run, alice: User) -> None:
    run()
    with scope.acting_as(alice.pk):
        rows = history_model().objects.filter(label__in=["Decision style", "Stand-up"]).order_by("history_date")
        assert [(r.label, r.changed_verb, r.history_date.date()) for r in rows] == [
            ("Stand-up", "remember", date(2025, 11, 3)),
            ("Decision style", "remember", date(2026, 1, 20)),
            ("Stand-up", "expire", date(2026, 1, 31)),
        ]


def test_questions_about_an_old_file_wait_as_long_as_any_other(run: Run, alice: User) -> None:
    run()
    with scope.acting_as(alice.pk):
        oldest = Proposal.objects.open().order_by("created_at").values_list("created_at", flat=True)[0]
        assert timezone.now() - oldest < timedelta(minutes=5)


def test_a_refused_line_is_reported_without_its_words(run: Run, alice: User) -> None:
    output = run()
    assert "1 refused" in output
    assert "Refused and not stored, line 34: This looks like a password." in output
    assert "zq7canary" not in output
    with scope.acting_as(alice.pk):
        assert not [m for m in Memory.objects.values_list("details", flat=True) if "zq7canary" in m]
        assert Refusal.objects.get().category == "password"


def test_lines_that_are_not_understood_are_reported(run: Run) -> None:
    output = run()
    assert "Not understood, line 3: Kept by hand and by an assistant together." in output
    assert "Not understood, line 42: | 2026-02-30 |" in output


def test_a_second_import_of_a_file_changes_nothing(run: Run, alice: User) -> None:
    run()
    before = _row_counts(alice)[:4]
    assert "9 unchanged" in run()
    assert _row_counts(alice)[:4] == before


def test_a_dry_run_reports_the_same_and_changes_nothing(run: Run, alice: User) -> None:
    before = _row_counts(alice)
    dry = run("--dry-run")
    assert _row_counts(alice) == before
    assert dry.splitlines()[0] == "Dry run. Nothing was changed."
    assert dry.splitlines()[1:] == run().splitlines()[1:]


def test_what_ended_in_the_file_does_not_end_another_value_in_use(as_alice: User) -> None:
    memory = person_types(as_alice, "9:30", name="Stand-up", category="schedule").memory
    assert memory
    report = bring(as_alice, FILE.read_text())
    memory.refresh_from_db()
    assert memory.status == Status.ACTIVE
    assert report.outcomes["saved as ended"] == 1
    assert Memory.objects.get(status=Status.EXPIRED).shown_value == "9:15, at the whiteboard"


def test_what_ended_in_the_file_and_is_in_use_here_is_reported(as_alice: User) -> None:
    memory = person_types(as_alice, "", name="Stand-up", category="schedule", value="9:15, at the whiteboard").memory
    assert memory
    report = bring(as_alice, FILE.read_text())
    memory.refresh_from_db()
    assert (memory.status, [line for line, _ in report.left_out]) == (Status.ACTIVE, [30])


def test_the_same_past_in_two_files_is_brought_once(as_alice: User) -> None:
    bring(as_alice, FILE.read_text())
    report = bring(as_alice, FILE.read_text() + "\n")
    assert report.outcomes["saved as ended"] == 0
    assert Memory.objects.filter(status=Status.EXPIRED).count() == 1


def test_an_allergy_in_a_file_is_left_to_the_person(as_alice: User) -> None:
    report = bring(as_alice, "## Dietary", "> **Allergies**: Allergic to sesame")
    ((_, reason),) = report.refused
    assert "You can add an allergy yourself" in reason
    assert not Memory.objects.exists()


def test_a_refusal_counts_on_the_day_of_the_import(as_alice: User) -> None:
    bring(as_alice, FILE.read_text())
    assert Refusal.objects.get().day == timezone.localdate()


@with_each("end", ["", "[EXPIRED: 2026-01-31]"])
def test_what_was_declined_does_not_come_back(as_alice: User, end: str) -> None:
    bring(as_alice, FILE.read_text())
    memory = Memory.objects.get(label="Headphones")
    actions.decline(memory.pk, by=Person(as_alice), now=timezone.now())
    report = bring(as_alice, "## Workstyle", f"> **Headphones**: On means busy {end}")
    assert report.outcomes == {"blocked": 1}
    assert Memory.objects.filter(label="Headphones").count() == 1


def test_another_persons_account_is_not_touched(run: Run, bob: User) -> None:
    run()
    assert _row_counts(bob) == [0] * 6


@with_each(
    "content, person, reason",
    [
        (b"\xff\xfe\x00", "alice@example.org", "FILE can’t be read as text"),
        (None, "alice@example.org", "FILE can’t be read as text"),
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
    run()
    with scope.acting_as(alice.pk):
        accept_all(alice, timezone.now())
    response = browser.get("/export/MEMORY.md")
    with scope.acting_as(alice.pk):
        assert response.content.decode() == WRITTEN["memory_md"].export(alice)
    assert "Report Length" in response.content.decode()
    assert response["Content-Type"] == "text/markdown; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="MEMORY.md"'
    stranger = Client()
    stranger.force_login(bob)
    assert "Report Length" not in stranger.get("/export/MEMORY.md").content.decode()
    assert Client().get("/export/MEMORY.md").status_code == 302
    assert browser.post("/export/MEMORY.md").status_code == 405


def test_the_downloaded_file_brought_in_elsewhere_by_the_command_is_the_same_download(
    browser: Client, run: Run, alice: User, bob: User, tmp_path: Path
) -> None:
    run()
    with scope.acting_as(alice.pk):
        accept_all(alice, timezone.now())
    file = tmp_path / "MEMORY.md"
    file.write_bytes(browser.get("/export/MEMORY.md").content)
    call_command("import_memory", str(file), "--person", bob.email, stdout=StringIO())
    with scope.acting_as(bob.pk):
        accept_all(bob, timezone.now())
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
