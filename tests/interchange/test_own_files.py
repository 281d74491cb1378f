"""memoryweb's own files brought back: what a yes leaves as it was, and what is there already."""

from datetime import UTC, date, datetime, timedelta
from itertools import product

from django.utils import timezone

from memoryweb.interchange.formats import WRITTEN
from memoryweb.interchange.formats.own import observations
from memoryweb.interchange.importing import previews
from memoryweb.interchange.models import ImportRow
from memoryweb.interchange.reading import read_text
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, Status
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import edit, memory_of, person_types
from tests.cases import with_each
from tests.interchange.builders import import_and_accept
from tests.interchange.test_round_trip import TRICKY
from tests.rings import ninth

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
OWN = (
    "<!-- dc:type={kind} dc:importance={importance} dc:ttl={ttl} dc:confidence=0.95 dc:source=explicit"
    " dc:date=2026-09-01 dc:asof={as_of} dc:category=technical -->"
)


def own_file(kind: str = "fact", importance: str = "7.5", ttl: str = "90", as_of: str = "2026-11-10") -> str:
    tags = OWN.format(kind=kind, importance=importance, ttl=ttl, as_of=as_of)
    return f"# Observations\n\n## Font: Serif\n{tags}\n## no heading\n- no bullet\n"


def accepted(text: str, person: User) -> Memory:
    report = import_and_accept(text, person, NOW)
    assert (report.unknown, report.left_out, report.refused) == ([], [], [])
    return Memory.objects.of(person).active().get()


def verdicts(text: str, person: User) -> list[str]:
    batch = previews.prepare([read_text(text)], person, now=NOW)
    return [row.verdict for row in batch.rows.order_by("line")]


def test_a_yes_to_ones_own_observation_leaves_its_numbers_as_they_were(as_alice: User) -> None:
    memory = accepted(own_file(), as_alice)
    assert (memory.label, memory.value, memory.details) == ("Font", "Serif", "## no heading\n- no bullet")
    assert (memory.kind, memory.category, memory.ttl_days, memory.confidence) == ("fact", "technical", 90, 0.95)
    assert (memory.importance_base, memory.importance_as_of) == (7.5, date(2026, 11, 10))
    assert memory.confirmed_at == NOW


def test_what_is_dormant_or_unimportant_in_it_becomes_what_a_yes_makes_of_anything(as_alice: User) -> None:
    dormant = accepted(own_file(kind="event", as_of="2026-10-01", ttl="14"), as_alice)
    assert (dormant.importance_base >= 5, dormant.importance_as_of) == (True, NOW.date())


@with_each("kind, ttl, days", [("fact", "never", None), ("fact", "400", 400), ("rule", "90", None)])
def test_the_time_to_live_in_a_file_counts(as_alice: User, kind: str, ttl: str, days: int | None) -> None:
    assert accepted(own_file(kind=kind, ttl=ttl), as_alice).ttl_days == days


@with_each("ttl", ["soon", "-3", "1e99", "nan"])
def test_a_time_to_live_that_cannot_be_is_that_of_the_kind(ttl: str) -> None:
    (entry,) = observations.read(own_file(ttl=ttl)).entries
    assert entry.ttl_days is None


def test_an_archived_memory_comes_back_into_the_archive_on_its_day(as_alice: User, bob: User) -> None:
    memory = memory_of(person_types(as_alice, "Serif, for print", NOW - timedelta(days=9), name="font"))
    actions.archive(memory.pk, by=Person(as_alice), now=NOW - timedelta(days=4), reason="moved on")
    text = WRITTEN["archive_json"].export(as_alice)
    assert verdicts(text, as_alice) == [ImportRow.Verdict.SAME]
    with scope.acting_as(bob.pk):
        import_and_accept(text, bob, NOW)
        archived = Memory.objects.of(bob).get()
        assert (archived.status, archived.expired_on) == (Status.ARCHIVED, date(2026, 11, 16))
        assert (archived.expire_reason, str(archived)) == ("moved on", str(memory))
        assert archived.importance_on(date(2026, 11, 16)) == memory.importance_on(date(2026, 11, 16))


@with_each("value, details", lambda: ninth([*product((*TRICKY, ""), ("", "yesterday, 2026-01-02", "- a\n  - b"))]))
def test_an_archived_text_comes_back_to_the_letter(as_alice: User, bob: User, value: str, details: str) -> None:
    memory = memory_of(person_types(as_alice, "Serif", NOW - timedelta(days=9), name="other", category="print"))
    try:
        edit(memory, as_alice, value=value, details=details)
    except actions.Invalid:
        return
    newest = Memory.objects.of(as_alice).live().get()
    actions.archive(newest.pk, by=Person(as_alice), now=timezone.now(), reason="moved on")
    texts = Memory.objects.of(as_alice).filter(status=Status.ARCHIVED).values_list("label", "value", "details")
    (wanted,), text = texts, WRITTEN["archive_json"].export(as_alice)
    assert verdicts(text, as_alice) == [ImportRow.Verdict.SAME]
    with scope.acting_as(bob.pk):
        import_and_accept(text, bob, timezone.now())
        (got,) = Memory.objects.of(bob).values_list("label", "value", "details")
        assert (got[0], got[1] or None, got[2]) == (wanted[0], wanted[1] or None, wanted[2])
        assert verdicts(text, bob) == [ImportRow.Verdict.SAME]


def test_what_was_replaced_and_taken_up_again_comes_back(as_alice: User, bob: User) -> None:
    for days, words in ((9, "PDF"), (6, "Word"), (3, "PDF")):
        person_types(as_alice, words, NOW - timedelta(days=days))
    text = WRITTEN["memory_md"].export(as_alice)
    assert set(verdicts(text, as_alice)) == {ImportRow.Verdict.SAME}
    with scope.acting_as(bob.pk):
        import_and_accept(text, bob, NOW)
        assert Memory.objects.of(bob).active().get().shown_value == "PDF"
        assert WRITTEN["memory_md"].export(bob) == text


@with_each("value", [["leverage", "synergy"], True, 5, ""])
def test_a_value_that_a_file_can_only_say_in_words_is_there_already(as_alice: User, value: object) -> None:
    person_types(as_alice, "", NOW - timedelta(days=3), name="thing", category="personal", value=value)
    for name in ("memory_md", "observations"):
        assert verdicts(WRITTEN[name].export(as_alice), as_alice) == [ImportRow.Verdict.SAME]


def test_the_digest_of_a_file_is_not_taken_for_a_key(as_alice: User) -> None:
    """Words that phrases for wallets are made of, followed by a digest, read like a key."""
    text = own_file().replace("## no heading\n- no bullet\n", "").replace("Serif", "word " * 1_900)
    assert accepted(text, as_alice).details.startswith("word word")
