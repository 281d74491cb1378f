"""A file that is older or newer than what is in use, and dates that cannot be."""

from datetime import date, timedelta
from itertools import product

from django.utils import timezone

from memoryweb.interchange.reading import read_text
from memoryweb.memories.models import Memory, Proposal, history_model
from memoryweb.people.models import User
from tests.builders import person_types
from tests.cases import with_each
from tests.interchange.builders import bring
from tests.rings import third

LATER = timezone.now() - timedelta(days=30)


def test_an_old_file_replaces_nothing_newer_and_lands_in_the_past(as_alice: User) -> None:
    memory = person_types(as_alice, "Formal", LATER, name="tone", category="communication").memory
    assert memory
    before = history_model().objects.filter(id=memory.pk).count()
    report = bring(as_alice, "## Communication", "> **Tone**: Friendly [LEARNED: 2024-05-06, explicit instruction]")
    assert report.outcomes == {"saved as ended": 1}
    assert not Proposal.objects.open().exists()
    memory.refresh_from_db()
    assert (memory.status, memory.shown_value, memory.learned_on) == ("active", "Formal", timezone.localdate(LATER))
    assert memory.changed_at == memory.confirmed_at == LATER
    assert history_model().objects.filter(id=memory.pk).count() == before
    past = Memory.objects.exclude(pk=memory.pk).get()
    assert (past.status, past.shown_value, past.learned_on) == ("expired", "Friendly", date(2024, 5, 6))
    assert past.expired_on == timezone.localdate(LATER)


@with_each(
    "marker, sentence",
    [
        (f"[LEARNED: {timezone.localdate()}]", "The file is newer"),
        (f"[LEARNED: {LATER.date()}]", "Both are from"),
        ("[LEARNED: 2024-05-06] [UPDATED: " + str(timezone.localdate()) + "]", "The file is newer"),
        ("", "The file gives no date"),
    ],
)
def test_the_question_says_which_value_is_older(as_alice: User, marker: str, sentence: str) -> None:
    person_types(as_alice, "Formal", LATER, name="tone", category="communication")
    bring(as_alice, "## Communication", f"> **Tone**: Friendly {marker}")
    assert sentence in Proposal.objects.open().get().question


def test_an_old_file_that_says_the_same_changes_no_date(as_alice: User) -> None:
    memory = person_types(as_alice, "Formal", LATER, name="tone", category="communication").memory
    assert memory
    bring(as_alice, "## Communication", "> **Tone**: Formal [LEARNED: 2024-05-06, explicit instruction]")
    used = Memory.objects.get()
    for name in ("learned_on", "updated_on", "confirmed_at", "ttl_from", "importance_as_of", "observed_on"):
        assert getattr(used, name) == getattr(memory, name), name


MARKERS = ("LEARNED", "UPDATED", "EXPIRED")
NEVER_MEANT = ("0001-01-01", "1899-12-31", "2201-01-01", "9999-12-31", "2199-01-01")


@with_each("marker, day", lambda: third([*product(MARKERS, NEVER_MEANT)]))
def test_a_date_that_nobody_means_is_reported_with_its_line(as_alice: User, marker: str, day: str) -> None:
    report = bring(as_alice, f"> **Tea**: green [{marker}: {day}]", "> **Desk**: standing")
    assert report.outcomes == {"proposed": 1}
    ((line, reason),) = report.left_out
    assert line == 1
    assert day in reason


def test_an_impossible_date_is_reported_and_kept_as_text(as_alice: User) -> None:
    report = bring(as_alice, "> **Tea**: green [LEARNED: 2026-13-02]")
    assert report.unknown == [(1, "> **Tea**: green [LEARNED: 2026-13-02]", "It has a date that cannot be.")]
    assert Memory.objects.get().shown_value == "green [LEARNED: 2026-13-02]"


# One moment as four zones write it, in each format that has times with zones.
MOMENT = (
    "2025-07-24T19:00:00-07:00",
    "2025-07-25T02:00:00Z",
    "2025-07-25T10:00:00.123456+08:00",
    "2025-07-24 19:00:00-07",
    "2025-07-25 07:30:00 +0530",
    "2025-07-25T02:00:00",
    "2025-07-25",
)
WITH_TIMES = {
    "mem0": '{"results":[{"id":"1","memory":"I row","created_at":"%s"}]}',
    "openmemory": '{"items":[{"id":"1","content":"I row","state":"active","created_at":"%s"}]}',
    "chatgpt_memories": '{"memories":[{"content":"I row","created_at":"%s"}]}',
    "zep_facts": '{"facts":[{"fact":"I row","valid_at":"%s"}]}',
    "portable_ai_memory": '{"schema":"portable-ai-memory",'
    '"memories":[{"content":"I row","temporal":{"created_at":"%s"}}]}',
    "memory_interchange": '{"mif_version":"2","memories":[{"content":"I row","created_at":"%s"}]}',
    "csv_table": "memory,created_at\nI row,%s\nI ski,%s\n",
    "conversations_export": '[{"title":"I row","mapping":{},"create_time":"%s"}]',
}
OF_LINES = {
    "insights": "- %s I row\n- %s I ski\n",
    "conversations": "- %s Boats||||I like to row.\n",
    "observations": "- 🔴 %s I prefer to row\n- 🔴 %s I prefer to ski\n",
}


@with_each("name, moment", [*product(WITH_TIMES, MOMENT), *product(OF_LINES, MOMENT[:3])])
def test_one_moment_is_one_day_whichever_zone_wrote_it(name: str, moment: str) -> None:
    text = (WITH_TIMES | OF_LINES)[name].replace("%s", moment)
    reading = read_text(text)
    assert reading.format
    assert reading.format.name == name
    assert {entry.learned for entry in reading.document.entries} == {date(2025, 7, 25)}
