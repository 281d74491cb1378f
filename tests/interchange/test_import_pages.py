"""Import in the browser: a preview that writes nothing, the person's choice, the job, and Undo of the whole."""

import io
import re
import zipfile
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.interchange import reading
from memoryweb.interchange.formats import FORMATS, WRITTEN
from memoryweb.interchange.importing import batches, comparing, previews
from memoryweb.interchange.models import ImportBatch, ImportRow
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Act, Evidence, Memory, Proposal, history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.api.test_canary import assert_no_table_contains
from tests.builders import agent_says, check_constraints, person_types
from tests.cases import with_each
from tests.interchange.builders import import_text
from tests.interchange.samples import SAMPLES
from tests.memories.account import differences, dump
from tests.rings import third

LIST = "Prefers Celsius.\n\nIs restoring a wooden boat.\n\nKeeps three hens.\n"
NOTES = "## Preferences\n- I like short letters\n\n## Architecture\n- queue -> worker\n\n- [a link](x.md)\n"
Verdict = ImportRow.Verdict


def bring(browser: Client, text: str = "", *files: tuple[str, bytes]) -> Any:
    sent = [SimpleUploadedFile(name, content) for name, content in files]
    return browser.post("/import/", {"text": text, "files": sent}, follow=True)


def batch_of(person: User) -> ImportBatch:
    return ImportBatch.objects.of(person).latest("created_at")


def press_import(browser: Client, person: User, **more: Any) -> ImportBatch:
    """Press Import with the ticks of the page as they are, and let the worker do it."""
    with scope.acting_as(person.pk):
        batch = batch_of(person)
        ticked = [str(pk) for pk in batch.rows.filter(is_chosen=True).values_list("pk", flat=True)]
    browser.post(f"/import/{batch.pk}/start/", {"listed": ticked, "row": ticked, "do": "import"} | more)
    batches.run(batch.pk, person.pk, now=timezone.now())
    with scope.acting_as(person.pk):
        batch.refresh_from_db()
    return batch


def test_too_many_files_or_too_long_a_text_is_said_in_words(browser: Client, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_NUMBER_FILES = 2
    files = [SimpleUploadedFile(f"{n}.md", b"- Likes tea") for n in range(3)]
    answer = browser.post("/import/", {"files": files})
    assert answer.status_code == 400
    assert "That is more than 2 files." in answer.content.decode()
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    answer = browser.post("/import/", {"text": "x" * 2000})
    assert answer.status_code == 400
    assert "too long to paste" in answer.content.decode()


def test_the_preview_writes_no_memory_and_asks_nothing(browser: Client, alice: User) -> None:
    page = bring(browser, NOTES).content.decode()
    assert "I like short letters" in page
    assert "1 statement about you is ticked" in page
    with scope.acting_as(alice.pk):
        assert not Memory.objects.exists()
        assert not Evidence.objects.exists()
        assert not Proposal.objects.exists()
        assert not history_model().objects.exists()


def test_what_is_not_about_the_person_is_named_and_left_out_unless_ticked(browser: Client, alice: User) -> None:
    bring(browser, NOTES)
    with scope.acting_as(alice.pk):
        batch = batch_of(alice)
    assert "notes on a project" in browser.get(f"/import/{batch.pk}/?show=other").content.decode()
    unknown = browser.get(f"/import/{batch.pk}/?show=unknown").content.decode()
    assert "It is only a link." in unknown
    assert "line 7" in unknown
    press_import(browser, alice)
    with scope.acting_as(alice.pk):
        assert [memory.details for memory in Memory.objects.all()] == ["I like short letters"]


LEFT_OUT = """---
title: of the file
---
# Notes

## About me

- ~~I row on Sundays~~
- See [[Boats]]
- City: [your city]
- [ ] I should sew a sail
<!-- I like rum in tea -->

```
I keep quails in code
```

Status: tested twice

## Architecture

- The queue feeds the store

$ echo I like shells
I like shells
"""


def test_each_line_that_was_left_out_says_why_and_one_press_takes_it(browser: Client, alice: User) -> None:
    bring(browser, LEFT_OUT)
    with scope.acting_as(alice.pk):
        batch = batch_of(alice)
        rows = list(batch.rows.all())
        assert len(rows) >= 10
        assert not [row for row in rows if row.is_chosen]
    for part in ("unknown", "other"):
        page = browser.get(f"/import/{batch.pk}/?show={part}").content.decode()
        keys = re.findall(r'name="listed" value="([^"]+)"', page)
        assert keys
        assert page.count('class="quiet import-note"') == len(keys) == page.count('type="checkbox" name="row"')
        browser.post(f"/import/{batch.pk}/start/", {"listed": keys, "row": keys, "show": part})
    for reason in (
        "struck through",
        "commented out",
        "only a link",
        "nobody has filled in",
        "describes the file",
        "block of code",
        "code or data",
        "about the file itself",
        "notes on a project",
        "a log of work",
    ):
        shown = (browser.get(f"/import/{batch.pk}/?show={part}").content.decode() for part in ("unknown", "other"))
        assert any(reason in page for page in shown), reason
    press_import(browser, alice)
    with scope.acting_as(alice.pk):
        outcomes = {row.line: row.outcome for row in batch.rows.all()}
        assert set(outcomes.values()) <= {"proposed", "noted", "unchanged"}, outcomes
        assert Memory.objects.filter(details="I row on Sundays").exists()
        assert Memory.objects.filter(details="I like rum in tea").exists()


def test_everything_waits_in_review_unless_the_person_ticks_their_own_words(browser: Client, alice: User) -> None:
    bring(browser, LIST)
    press_import(browser, alice)
    with scope.acting_as(alice.pk):
        assert Proposal.objects.open().count() == 3
        assert not Memory.objects.active().exists()


def test_what_the_file_marks_as_their_own_words_is_used_at_once_if_they_tick_that(browser: Client, alice: User) -> None:
    assert "Use 3 at once" in bring(browser, LIST).content.decode()
    press_import(browser, alice, explicit="yes")
    with scope.acting_as(alice.pk):
        assert Memory.objects.active().filter(confirmed_at__isnull=False).count() == 3
        assert not Proposal.objects.open().exists()


def test_the_tick_covers_nothing_that_the_file_does_not_mark(browser: Client, alice: User) -> None:
    bring(browser, NOTES)
    press_import(browser, alice, explicit="yes")
    with scope.acting_as(alice.pk):
        assert not Memory.objects.active().exists()


def test_the_preview_shows_what_limits_and_files_a_statement(browser: Client) -> None:
    page = bring(browser, "> **Tea**: green\n> - Only when: I am tired\n> - Only in project: kiosk\n").content.decode()
    assert "only I am tired" in page
    assert "only in project kiosk" in page
    page = bring(browser, "## Secret plans\n\n> **Ink**: blue\n> - Filed under: plans.night.ink\n").content.decode()
    assert "Secret plans" in page
    assert "plans.night.ink" in page
    rows = (
        '{"memories": [{"id": "1", "memory": "Likes tea", "categories": ["drinks"], "expiration_date": "2031-05-06"}]}'
    )
    page = bring(browser, rows).content.decode()
    assert "drinks" in page
    assert "until 6 May 2031" in page


def test_the_tick_covers_no_rule(browser: Client, alice: User) -> None:
    bring(browser, "Never book flights before nine.\n\nKeeps three hens.\n")
    press_import(browser, alice, explicit="yes")
    with scope.acting_as(alice.pk):
        assert [memory.details for memory in Memory.objects.active()] == ["Keeps three hens."]
        assert Proposal.objects.open().get().memory.kind == "rule"


def test_the_tick_is_no_yes_to_what_an_agent_said(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        agent_says(scribe, "Keeps three hens.", name="", category="", source="inference")
    bring(browser, LIST)
    with scope.acting_as(alice.pk):
        batch_of(alice).rows.update(is_chosen=True)
    press_import(browser, alice, explicit="yes")
    with scope.acting_as(alice.pk):
        assert Memory.objects.active().count() == 2
        assert not Memory.objects.active().filter(details__contains="hens").exists()


def test_the_tick_counts_only_what_is_about_the_person(as_alice: User) -> None:
    text = "- Likes tea\n- Keeps hens\n- Run `make build` in src/app first\n"
    batch = previews.prepare([reading.read_text(text)], as_alice, now=timezone.now())
    batch.rows.update(is_chosen=True)
    assert set(batch.rows.values_list("is_explicit", flat=True)) == {True}
    assert (previews.counts(batch).chosen, previews.counts(batch).explicit) == (3, 2)


def test_another_part_is_shown_with_the_ticks_kept(browser: Client, alice: User) -> None:
    page = bring(browser, NOTES).content.decode()
    assert '<button form="import-rows" name="goto" value="other"' in page
    with scope.acting_as(alice.pk):
        batch = batch_of(alice)
        row = batch.rows.get(is_chosen=True)
    sent = {"listed": [str(row.pk)], "show": "new", "after": "5", "goto": "other"}
    response = browser.post(f"/import/{batch.pk}/start/", sent)
    assert response["Location"] == f"/import/{batch.pk}/?show=other"
    with scope.acting_as(alice.pk):
        assert not batch.rows.filter(is_chosen=True).exists()


def test_a_row_that_is_not_ticked_is_not_imported_and_its_words_go(browser: Client, alice: User) -> None:
    bring(browser, LIST)
    with scope.acting_as(alice.pk):
        batch = batch_of(alice)
        rows = list(batch.rows.order_by("number"))
    listed = [str(row.pk) for row in rows]
    browser.post(f"/import/{batch.pk}/start/", {"listed": listed, "row": listed[:1], "do": "import"})
    batches.run(batch.pk, alice.pk, now=timezone.now())
    with scope.acting_as(alice.pk):
        assert Memory.objects.count() == 1
        assert not batch.rows.exclude(entry=None).exists()


@with_each("name", lambda: third([*SAMPLES]))
def test_every_format_goes_through_and_a_second_time_changes_nothing(name: str, as_alice: User) -> None:
    batch = import_text(SAMPLES[name].text, as_alice, timezone.now())
    assert batch.state == ImportBatch.State.DONE
    assert not batch.rows.filter(is_chosen=True, outcome="").exists()
    assert Memory.objects.exists() == bool(SAMPLES[name].about_person)
    before = dump()
    again = import_text(SAMPLES[name].text, as_alice, timezone.now())
    assert set(again.rows.filter(is_chosen=True).values_list("outcome", flat=True)) <= {"unchanged"}
    ours = {"interchange_importbatch", "interchange_importrow"}
    assert [line for line in differences(before, dump()) if line.split()[0] not in ours] == []
    check_constraints()


def test_no_plain_digest_of_a_file_is_stored(as_alice: User, bob: User) -> None:
    plain = reading.read_text(LIST).digest
    batch = import_text(LIST, as_alice, timezone.now())
    stored = {batch.digest, batch.files[0]["digest"], Evidence.objects.all()[0].ref["file"]}
    assert plain not in stored
    assert batch.files[0]["digest"] == Evidence.objects.all()[0].ref["file"]
    assert previews.digest_of([reading.read_text(LIST)], bob) != batch.digest


def test_the_same_files_have_one_preview(browser: Client, alice: User) -> None:
    bring(browser, LIST)
    bring(browser, LIST)
    with scope.acting_as(alice.pk):
        assert ImportBatch.objects.count() == 1


def test_the_same_bytes_under_another_name_have_that_name_and_its_day(as_alice: User) -> None:
    """However they come, and each replaces the preview before it: what a name says counts for what has no other day."""
    uploads = [("notes.md", None), ("2026-01-02.md", "2026-01-02"), ("2026-01-02.md", "2026-01-02"), ("", None)]
    uploads += [("memory/2025-12-31.md", "2025-12-31"), ("2026-01-02 (copy).md", "2026-01-02")]
    for name, day in uploads:
        batch = previews.prepare([reading.read_text("- I like tea\n", name)], as_alice, now=timezone.now())
        (row,) = batch.rows.all()
        assert (batch.files[0]["name"], (row.entry or {}).get("learned")) == (name, day), name
        assert ImportBatch.objects.count() == 1


def test_what_they_have_is_compared(as_alice: User) -> None:
    person_types(as_alice, "Friendly", name="tone", category="communication")
    person_types(as_alice, "PDF")
    text = (
        "## Communication\n\n> **Tone**: Formal [LEARNED: 2020-01-01]\n\n## Technical\n\n> **Document format**: PDF\n\n"
        "> **Image format**: PNG\n\n## Communication\n\n> **Tone**: Formal\n"
    )
    batch = previews.prepare([reading.read_text(text)], as_alice, now=timezone.now())
    verdicts = dict(batch.rows.values_list("line", "verdict"))
    assert verdicts == {3: Verdict.PAST, 7: Verdict.SAME, 9: Verdict.NEW, 13: Verdict.SAME}


def test_what_has_ended_here_too_is_nothing_new(as_alice: User) -> None:
    """A MEMORY.md that comes back brings nothing: neither what ended, nor what ended and is in use again."""
    for text in ("PDF", "Word", "PDF"):
        person_types(as_alice, text, timezone.now(), name="document_format", category="technical")
    batch = previews.prepare([reading.read_text(WRITTEN["memory_md"].export(as_alice))], as_alice, now=timezone.now())
    found = sorted(batch.rows.values_list("verdict", "reason"))
    assert found == [(Verdict.SAME, comparing.OVER), (Verdict.SAME, comparing.OVER), (Verdict.SAME, comparing.YOURS)]


def test_several_under_one_label_are_a_list_and_all_can_be_used(as_alice: User) -> None:
    for text in ("> **Hobbies**:\n> - Rowing\n> - Chess\n> - Bees\n", "## About me\n- Pets:\n  - a cat\n  - a dog\n"):
        import_text(text, as_alice, timezone.now())
    while question := Proposal.objects.open().first():
        assert question.kind == Proposal.Kind.REMEMBER
        actions.accept(question.pk, by=Person(as_alice), now=timezone.now())
    assert Memory.objects.active().count() == 5


def test_undo_takes_the_whole_import_back(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        person_types(alice, "Friendly", name="tone", category="communication")
        before = dump()
    bring(browser, "", ("a.md", SAMPLES["a MEMORY.md with markers"].text.encode()), ("b.txt", LIST.encode()))
    batch = press_import(browser, alice, explicit="yes")
    with scope.acting_as(alice.pk):
        assert Memory.objects.count() > 6
    browser.post(f"/import/{batch.pk}/undo/")
    batches.run(batch.pk, alice.pk, now=timezone.now())
    with scope.acting_as(alice.pk):
        batch.refresh_from_db()
        assert (batch.state, batch.left_as_is) == (ImportBatch.State.UNDONE, 0)
        ours = {"interchange_importbatch", "interchange_importrow"}
        assert [line for line in differences(before, dump()) if line.split()[0] not in ours] == []
    bring(browser, LIST)
    press_import(browser, alice)
    with scope.acting_as(alice.pk):
        assert Proposal.objects.open().count() == 3


def undo_all(browser: Client, batch: ImportBatch) -> str:
    browser.post(f"/import/{batch.pk}/undo/")
    batches.run(batch.pk, batch.person_id, now=timezone.now())
    with scope.acting_as(batch.person_id):
        batch.refresh_from_db()
    return browser.get(f"/import/{batch.pk}/").content.decode()


def test_an_import_follows_what_history_brings_back_and_takes_back(browser: Client, alice: User) -> None:
    bring(browser, LIST)
    batch = press_import(browser, alice)
    assert "Undo the whole import" not in undo_all(browser, batch)
    for state in (ImportBatch.State.DONE, ImportBatch.State.UNDONE, ImportBatch.State.DONE):
        with scope.acting_as(alice.pk):
            newest = Act.objects.latest("at")
        browser.post(f"/acts/{newest.pk}/undo/")
        with scope.acting_as(alice.pk):
            batch.refresh_from_db()
            assert batch.state == state
    assert "Undo the whole import" in browser.get(f"/import/{batch.pk}/").content.decode()


def test_an_answered_question_keeps_only_its_own_memory(browser: Client, alice: User) -> None:
    bring(browser, "".join(f"- Keeps hen number {number} in the old shed\n" for number in range(30)))
    batch = press_import(browser, alice)
    with scope.acting_as(alice.pk):
        first = Memory.objects.get(details__contains="number 0 ")
        actions.accept(Proposal.objects.get(memory=first).pk, by=Person(alice), now=timezone.now())
    page = undo_all(browser, batch)
    assert (batch.state, batch.left_as_is) == (ImportBatch.State.UNDONE, 1)
    assert "1 memory stays" in page
    assert str(first.pk) in page
    with scope.acting_as(alice.pk):
        assert not Proposal.objects.open().exists()
        assert [memory.pk for memory in Memory.objects.live()] == [first.pk]


def test_an_import_undone_in_part_stays_so(browser: Client, alice: User) -> None:
    bring(browser, LIST)
    batch = press_import(browser, alice)
    undo_all(browser, batch)
    with scope.acting_as(alice.pk):
        batch.refresh_from_db()
        other = Act.objects.create(person=alice, at=timezone.now(), changed_by="person")
        ImportBatch.objects.filter(pk=batch.pk).update(acts=[*batch.acts, other.pk])
        batches.follow_undo(batch.acts, timezone.now())
        batch.refresh_from_db()
    assert batch.state == ImportBatch.State.UNDONE


def test_an_import_of_which_nothing_could_be_undone_is_not_undone(browser: Client, alice: User) -> None:
    bring(browser, LIST)
    batch = press_import(browser, alice)
    with scope.acting_as(alice.pk):
        for question in Proposal.objects.open():
            actions.accept(question.pk, by=Person(alice), now=timezone.now())
    page = undo_all(browser, batch)
    assert (batch.state, batch.left_as_is, batch.done, batch.total) == (ImportBatch.State.DONE, 3, 3, 3)
    assert "3 memories stay" in page
    assert "Keeps three hens" in page


def test_a_row_that_fails_is_left_out_and_the_others_come_in(browser: Client, alice: User) -> None:
    bring(browser, LIST)
    with scope.acting_as(alice.pk):
        row = batch_of(alice).rows.earliest("number")
        row.entry = {"no such name": 1}
        row.save()
    batch = press_import(browser, alice)
    with scope.acting_as(alice.pk):
        assert batch.state == ImportBatch.State.DONE
        assert Memory.objects.count() == 2
        assert batches.report(batch).left_out == [(row.line, batches.FAILED)]


def test_an_import_that_was_cut_off_goes_on_exactly_once(as_alice: User) -> None:
    text = "\n\n".join(f"Keeps hen number {number} in the old shed by the lake." for number in range(60)) + "\n"
    batch = previews.prepare([reading.read_text(text)], as_alice, now=timezone.now())
    previews.start(batch, uses_explicit=False, now=timezone.now())
    next(batches.steps(batch.pk, as_alice.pk))
    batch.refresh_from_db()
    assert (batch.done, batch.total) == (batches.ROWS_IN_AN_ACT, 60)
    assert batches.run(batch.pk, as_alice.pk, now=timezone.now()) is False
    batches.run(batch.pk, as_alice.pk, now=timezone.now())
    batch.refresh_from_db()
    assert (batch.state, batch.done) == (ImportBatch.State.DONE, 60)
    assert Evidence.objects.count() == 60


def test_the_sweep_goes_on_with_what_a_lost_worker_left(alice: User) -> None:
    with scope.acting_as(alice.pk):
        batch = previews.prepare([reading.read_text(LIST)], alice, now=timezone.now())
        previews.start(batch, uses_explicit=False, now=timezone.now())
    assert upkeep.run_now("import", now=timezone.now()).counts == {}
    assert upkeep.run_now("import", now=timezone.now() + timedelta(hours=1)).counts == {"imports": 1}
    with scope.acting_as(alice.pk):
        batch.refresh_from_db()
        assert batch.state == ImportBatch.State.DONE


def test_what_nobody_agreed_to_is_deleted_after_a_day(alice: User) -> None:
    with scope.acting_as(alice.pk):
        previews.prepare([reading.read_text(LIST)], alice, now=timezone.now())
    upkeep.run_now("purge_logs", now=timezone.now() + timedelta(hours=23))
    with scope.acting_as(alice.pk):
        assert ImportRow.objects.exists()
    upkeep.run_now("purge_logs", now=timezone.now() + timedelta(hours=26))
    with scope.acting_as(alice.pk):
        assert not ImportRow.objects.exists()


def test_throwing_away_leaves_nothing(browser: Client, alice: User) -> None:
    bring(browser, LIST)
    with scope.acting_as(alice.pk):
        pk = batch_of(alice).pk
    assert b"Thrown away" in browser.post(f"/import/{pk}/discard/", follow=True).content
    with scope.acting_as(alice.pk):
        assert not ImportRow.objects.exists()


def test_what_was_imported_is_not_said_to_be_thrown_away(browser: Client, alice: User) -> None:
    bring(browser, LIST)
    batch = press_import(browser, alice)
    page = browser.post(f"/import/{batch.pk}/discard/", follow=True).content
    assert b"It was already imported" in page
    with scope.acting_as(alice.pk):
        assert ImportRow.objects.count() == 3


def test_a_row_without_its_words_cannot_be_ticked(as_alice: User) -> None:
    batch = previews.prepare([reading.read_text(NOTES)], as_alice, now=timezone.now())
    batch.rows.update(entry=None, text="", is_chosen=False)
    previews.choose(batch, batch.rows.values_list("pk", flat=True), batch.rows.values_list("pk", flat=True))
    previews.choose_all_about(batch, "project", is_chosen=True)
    assert not batch.rows.filter(is_chosen=True).exists()


def test_erasing_a_memory_empties_the_rows_that_quote_it(as_alice: User) -> None:
    previews.prepare([reading.read_text("- Keeps xylobees\n- Rows on lakes\n")], as_alice, now=timezone.now())
    memory = person_types(as_alice, "Keeps xylobees", name="", category="").memory
    assert memory
    erasure.erase(memory.pk, by=Person(as_alice), now=timezone.now())
    assert_no_table_contains(("xylobees",))


def test_nothing_understood_is_said_with_what_was_seen(browser: Client) -> None:
    page = bring(browser, '{"broken": [1, 2').content.decode()
    assert "Nothing in it was understood" in page
    assert "It looks like JSON, but it is broken." in page
    assert "{&quot;broken&quot;: [1, 2" in page
    assert " checked" not in page


@with_each("name", ["memory_md", "archive_json", "observations"])
def test_memorywebs_own_file_without_memories_is_no_misunderstanding(browser: Client, name: str) -> None:
    page = bring(browser, browser.post("/export/", {"format": name}).text).content.decode()
    assert "It holds no memories." in page
    assert str(FORMATS[name].title) in page
    assert "understood" not in page
    assert "nothing that memoryweb knows" not in page


def test_nothing_brought_is_said(browser: Client) -> None:
    response = browser.post("/import/", {"text": " "})
    assert response.status_code == 422
    assert "Choose a file, or paste some text." in response.content.decode()


def zipped(**files: bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


def test_a_zip_is_read_and_its_tricks_are_not(browser: Client, alice: User) -> None:
    content = zipped(
        **{
            "export/memories.txt": LIST.encode(),
            "../../etc/cron.d/x": b"- Likes traps",
            "/abs.md": b"- Likes traps",
            "c:\\x.md": b"- Likes traps",
            "bomb.txt": b"a" * 5_000_000,
            "in.zip": zipped(a=b"- Likes traps"),
            "photo.png": b"\x89PNG\xff\x00",
        }
    )
    page = bring(browser, "", ("all.zip", content)).content.decode()
    assert page.count("Its name leads out of the zip.") == 3
    for reason in ("It unpacks to far more than it is.", "It is a zip in a zip.", "It is no text."):
        assert reason in page
    assert "traps" not in page
    press_import(browser, alice)
    with scope.acting_as(alice.pk):
        assert Memory.objects.count() == 3


def test_a_broken_zip_is_one_clear_line(browser: Client) -> None:
    content = zipped(a=b"- Likes tea")
    page = bring(browser, "", ("all.zip", content[:30])).content.decode()
    assert "The zip is broken." in page


def test_a_stranger_finds_no_import(browser: Client, alice: User, bob: User) -> None:
    bring(browser, LIST)
    with scope.acting_as(alice.pk):
        pk: UUID = batch_of(alice).pk
    client = Client()
    client.force_login(bob)
    for path in ("", "start/", "discard/", "undo/"):
        assert client.get(f"/import/{pk}/{path}").status_code in (404, 405)
        assert client.post(f"/import/{pk}/{path}").status_code in (404, 405)
