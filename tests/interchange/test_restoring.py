"""A complete JSON brought into an empty account on another machine: every field and page, nothing that was erased."""

import io
import json
import re
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from memoryweb.agents.models import Agent, Sight
from memoryweb.demo import load
from memoryweb.interchange.account import restoring, sealing, writing
from memoryweb.interchange.account.reading import BadFileError
from memoryweb.interchange.account.tables import TABLES
from memoryweb.language import sensitive
from memoryweb.learning.models import Conversation
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.history import verification
from memoryweb.memories.models import Memory, Tombstone, history_model
from memoryweb.people.models import MemorySettings, User
from memoryweb.recall import recall, search
from memoryweb.recall.request import RecallRequest
from memoryweb.rls import scope
from tests.builders import agent_says, check_constraints, memory_of, person_types
from tests.cases import with_each
from tests.full_account import fill

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
PASSPHRASE = "seven green ships"
IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def exported(person: User, passphrase: str = "") -> str:
    return "".join(writing.pieces(person, passphrase))


def on_another_machine(text: str) -> str:
    """Return the file as if it came from another machine: no id of it stands here."""
    return IDS.sub(lambda found: elsewhere(found[0]), text)


def elsewhere(pk: str) -> str:
    """Return another id that sorts like this one: ids begin with the time."""
    return pk[:24] + sha256(pk.encode()).hexdigest()[:12]


def restore(text: str, person: User, passphrase: str = "") -> restoring.Report:
    report = restoring.restore(io.BytesIO(text.encode()), person, passphrase=passphrase, now=NOW)
    with scope.acting_as(person.pk):
        check_constraints()
    return report


def tables(text: str) -> dict[str, list[dict[str, Any]]]:
    """Return the rows that come back, without what is this machine's: numbers of versions, tokens."""
    data = json.loads(text)["tables"]
    numbers = {row["history_id"]: n for n, row in enumerate(data["history"])}
    for title, column in {"history": "history_id", **restoring.VERSION_COLUMNS}.items():
        for row in data[title]:
            row[column] = numbers.get(row[column], row[column])
    ids = {row["id"] for row in data["memories"]}
    for row in data["memories"]:  # what was declined is not in the file, and nothing points to it
        row |= {name: row[name] if row[name] in ids else None for name in ("superseded_by_id", "negates_id")}
    for table in TABLES:  # by their ids, which the other machine changed
        if table.key != "history_id":
            data[table.title].sort(key=lambda row: str(row.get("id")))
    return {table.title: data[table.title] for table in TABLES if not table.stays_here}


def live_in(person: User) -> None:
    """Leave a life in an account: everything but what never travels."""
    with scope.acting_as(person.pk):
        agent, _ = Agent.connect(person, name="Scribe", trust="trusted")
        asking, _ = Agent.connect(person, name="Clerk")
        pdf = memory_of(person_types(person, "PDF", name="document_format", category="technical"))
        agent_says(agent, "I live in Kyoto", name="city", category="personal", quote="I live in Kyoto")
        agent_says(agent, "从现在起用简体字 🙂", name="script", category="communication", quote="从现在起用简体字")
        agent_says(asking, "I like oat milk", name="milk", category="food")
        agent_says(agent, "from now on always Word", name="document_format", category="technical", quote="always Word")
        stopped = memory_of(person_types(person, "Sushi", name="dish", category="food"))
        actions.expire(stopped.pk, by=Person(person), now=NOW, reason="tired of it")
        actions.pin(pdf.pk, by=Person(person), now=NOW)
        erased = memory_of(person_types(person, "quokka", name="animal", category="personal"))
        erasure.erase(erased.pk, by=Person(person), now=NOW)
        Sight.objects.create(person=person, agent=asking, category="food", allowed=False)
        for minutes, question in enumerate(("document format", "city")):
            asked_at, settings = NOW + timedelta(minutes=minutes), MemorySettings.for_person(person.pk)
            recall.recall(agent, settings, RecallRequest(query=question), now=asked_at)
        MemorySettings.objects.filter(person=person).update(time_zone="Asia/Shanghai", privacy_mode=True)
        check_constraints()


@pytest.fixture
def moved(alice: User, bob: User) -> tuple[str, User]:
    """alice's account, erasures and all, on its way to bob's empty one."""
    live_in(alice)
    with scope.acting_as(alice.pk):
        pen = Agent.connect(alice, name="Pen")[0]
        declined = agent_says(pen, "I like wombat tea", quote="wombat tea", name="drink", category="personal").memory
        assert declined
        actions.decline(declined.pk, by=Person(alice), now=NOW)
    return on_another_machine(exported(alice, PASSPHRASE)), bob


def test_every_field_of_the_example_month_comes_back(alice: User, bob: User) -> None:
    load.load(alice, now=NOW)
    text = on_another_machine(exported(alice))
    report = restore(text, bob)
    assert not report.refused
    before, after = tables(text), tables(exported(bob))
    for title, rows in before.items():
        assert after[title] == rows, title
    assert sum(map(len, before.values())) == report.restored.total() > 250


def test_its_history_is_one_chain_and_search_finds_it(moved: tuple[str, User]) -> None:
    text, bob = moved
    restore(text, bob)
    with scope.acting_as(bob.pk):
        assert verification.verify(bob.pk).problem is None
        memory = Memory.objects.of(bob).active().exclude(value=None).first()
        assert memory
        assert memory in search.relevant(Memory.objects.of(bob), memory.shown_value, limit=10)


def test_what_was_erased_or_declined_stays_unlearnable_with_the_passphrase(moved: tuple[str, User]) -> None:
    text, bob = moved
    assert "quokka" not in text
    assert "wombat" not in text
    report = restore(text, bob, PASSPHRASE)
    assert (report.has_seal, report.tombstones) == (True, 2)
    with scope.acting_as(bob.pk):
        agent, _ = Agent.connect(bob, name="New pen", trust="trusted")
        assert agent_says(agent, "quokka", name="animal", category="personal").name == "blocked"
        assert person_types(bob, "quokka", name="animal", category="personal").name == "saved"


def test_they_travel_on_to_a_third_machine(moved: tuple[str, User], mira: User) -> None:
    text, bob = moved
    restore(text, bob, PASSPHRASE)
    restore(on_another_machine(exported(bob, PASSPHRASE)), mira, PASSPHRASE)
    with scope.acting_as(mira.pk):
        agent, _ = Agent.connect(mira, name="Third pen", trust="trusted")
        assert agent_says(agent, "quokka", name="animal", category="personal").name == "blocked"


def test_without_the_passphrase_it_says_so(moved: tuple[str, User]) -> None:
    text, bob = moved
    report = restore(text, bob)
    assert (report.has_seal, report.tombstones) == (True, None)
    with scope.acting_as(bob.pk):
        assert not Tombstone.objects.exists()


def test_a_wrong_passphrase_changes_nothing(moved: tuple[str, User]) -> None:
    text, bob = moved
    with pytest.raises(sealing.WrongPassphraseError):
        restore(text, bob, "another passphrase")
    with scope.acting_as(bob.pk):
        assert restoring.is_empty(bob)
        assert history_model().objects.count() == 0


def test_an_account_with_something_in_it_is_left_as_it_is(moved: tuple[str, User]) -> None:
    text, bob = moved
    with scope.acting_as(bob.pk):
        person_types(bob, "PDF")
    with pytest.raises(restoring.NotEmptyError):
        restore(text, bob)


def test_agents_come_back_without_a_token_and_get_one_by_their_name(moved: tuple[str, User]) -> None:
    text, bob = moved
    restore(text, bob)
    with scope.acting_as(bob.pk):
        pen = Agent.objects.get(person=bob, name="Pen")
        assert pen.token_hint == ""
        assert "token_hash" not in text


def test_a_full_account_with_a_community_comes_back_without_it(alice: User, bob: User) -> None:
    fill(alice)
    report = restore(on_another_machine(exported(alice, PASSPHRASE)), bob, PASSPHRASE)
    assert not report.refused
    stayed = {title for title, _ in report.left_out}
    assert {"communities", "connections", "chats", "sessions"} <= stayed
    with scope.acting_as(bob.pk):
        assert not Agent.objects.filter(person=bob, community__isnull=False).exists()


def changed(text: str, title: str, **values: Any) -> str:
    data = json.loads(text)
    data["tables"][title][0].update(values)
    return json.dumps(data)


@with_each(
    "title, values, said",
    [
        ("memories", {"status": "sleeping"}, "memories, row 1, status: it is none of"),
        ("memories", {"evidence_count": "many"}, "memories, row 1, evidence_count: it is no integer"),
        ("memories", {"label": "x" * 121}, "memories, row 1, label: it is longer than 120"),
        ("memories", {"person_id": "x"}, "memories, row 1: it has a field"),
        ("memories", {"importance_base": 99.0}, "importance"),
        ("history", {"history_date": "yesterday-ish"}, "history"),
        ("settings", {"time_zone": "Mars/Base"}, "settings, time_zone"),
    ],
)
def test_a_broken_row_is_named_and_nothing_is_restored(
    moved: tuple[str, User], title: str, values: dict[str, Any], said: str
) -> None:
    text, bob = moved
    with pytest.raises(BadFileError, match=re.escape(said)):
        restore(changed(text, title, **values), bob)
    with scope.acting_as(bob.pk):
        assert restoring.is_empty(bob)


def test_a_file_of_version_0_12_comes_back(alice: User, bob: User) -> None:
    fill(alice)
    data = json.loads(on_another_machine(exported(alice, PASSPHRASE)))
    for table in TABLES:
        for row in data["tables"][table.title]:
            for name in table.added:
                del row[name]
            row.update(dict.fromkeys(table.gone, "private"))
    assert not restore(json.dumps(data), bob, PASSPHRASE).refused
    with scope.acting_as(bob.pk):
        stored = Conversation.objects.of(bob.pk)
        assert stored.count() == len(data["tables"]["conversations"]) > 0
        assert not stored.filter(titles_removed=True).exists()


@with_each(
    "text",
    [
        "",
        "{",
        "[]",
        "nonsense",
        '{"memoryweb": 2}',
        '{"memoryweb": 1, "tables": {}}',
        '{"memoryweb": 1, "tables": {"x": [{}]}}',
    ],
)
def test_what_is_no_complete_json_is_said(bob: User, text: str) -> None:
    with pytest.raises(BadFileError):
        restore(text, bob)


def test_a_password_in_a_row_is_refused_with_all_that_belongs_to_it(alice: User, bob: User) -> None:
    with scope.acting_as(alice.pk):
        kept, canary = memory_of(person_types(alice, "PDF")), memory_of(person_types(alice, "tea", name="drink"))
    text = on_another_machine(exported(alice)).replace('"tea"', '"my password is hunter2xyz"')
    report = restore(text, bob)
    assert {(title, category) for title, _, category in report.refused} >= {("memories", "password")}
    with scope.acting_as(bob.pk):
        assert [memory.label for memory in Memory.objects.of(bob)] == [kept.label]
        assert "hunter2xyz" not in exported(bob)
        assert canary.label not in exported(bob)


def test_the_end_of_a_token_is_never_taken_for_a_password(alice: User, bob: User) -> None:
    """It is random: “F_Pw” before other words looks like the start of one."""
    with scope.acting_as(alice.pk):
        agent = Agent.connect(alice, name="Scribe")[0]
    text = on_another_machine(exported(alice)).replace(f'"token_hint": "{agent.token_hint}"', '"token_hint": "F_Pw"')
    (changes,) = [row["changes"] for row in json.loads(text)["tables"]["setting_changes"]]
    assert sensitive.inspect([changes])
    assert restore(text, bob).refused == []


def test_a_memory_without_a_version_is_left_out_wherever_the_file_ends(alice: User, bob: User) -> None:
    with scope.acting_as(alice.pk):
        person_types(alice, "PDF")
    data = json.loads(on_another_machine(exported(alice)))
    for cut in ([], ["history"]):
        whole = data | {"tables": {"memories": data["tables"]["memories"]} | {title: [] for title in cut}}
        report = restore(json.dumps(whole), bob)
        assert report.restored["memories"] == 0
        assert report.left_out["memories", restoring.NOT_HERE] == 1
        with scope.acting_as(bob.pk):
            assert restoring.is_empty(bob)


def test_a_row_cannot_be_of_somebody_else(moved: tuple[str, User], alice: User) -> None:
    text, bob = moved
    with scope.acting_as(alice.pk):
        before = Memory.objects.count()
    restore(text.replace(elsewhere(str(alice.pk)), str(alice.pk)), bob)
    with scope.acting_as(alice.pk):
        assert Memory.objects.count() == before


@pytest.mark.parametrize("made", ["memory", "agent"])
def test_ids_that_stand_here_already_are_an_error_and_nothing_changes(alice: User, bob: User, made: str) -> None:
    with scope.acting_as(alice.pk):
        if made == "memory":
            person_types(alice, "PDF")
        else:
            Agent.connect(alice, name="Claude Code")
    with pytest.raises(BadFileError, match="on this server already"):
        restore(exported(alice), bob)


def test_every_page_is_equal(alice: User, bob: User) -> None:
    """But for ids, numbers of versions, and Undo, which stays behind."""
    live_in(alice)
    text = exported(alice)
    restore(on_another_machine(text), bob)
    ids = {elsewhere(found): found for found in set(IDS.findall(text))}
    data = json.loads(text)["tables"]
    addresses = [
        "/review/",
        "/memories/",
        "/memories/?status=expired",
        "/archive/",
        "/history/",
        "/agents/",
        "/settings/",
    ]
    addresses += ["/receipts/", "/erasures/", "/days/", "/conversations/"]
    of_rows = {"memories": "memories", "agents": "agents", "receipts": "receipts", "erasures": "erasures"}
    addresses += [f"/{place}/{row['id']}/" for title, place in of_rows.items() for row in data[title]]
    browsers = [Client(), Client()]
    for browser, person in zip(browsers, (alice, bob), strict=True):
        browser.force_login(person)
    for address in addresses:
        there = IDS.sub(lambda found: elsewhere(found[0]), address)
        pages = [browser.get(place) for browser, place in zip(browsers, (address, there), strict=True)]
        assert [page.status_code for page in pages] == [200, 200], address
        before, after = (_comparable(page.content.decode(), ids) for page in pages)
        assert after == before, address


def _comparable(page: str, ids: dict[str, str]) -> list[str]:
    main = page[page.index("<main") : page.index("</main>")]
    main = IDS.sub(lambda found: ids.get(found[0], found[0]), main).replace("bob@", "alice@")
    main = re.sub(r'<form[^>]*action="/acts/.*?</form>', "", main, flags=re.DOTALL)
    main = re.sub(r'<div class="undo">.*?</div>', "", main, flags=re.DOTALL)
    main = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"|(value|name)="(since|\d+|[0-9a-f]{16})"', "", main)
    main = re.sub(r"(<dt>Token</dt><dd>).*?</dd>", r"\1</dd>", main, flags=re.DOTALL)
    main = re.sub(r"\b[0-9a-f]{32}\b", "", main)  # an id without dashes
    main = re.sub(r'/restore/\d+/|id="entry-\d+"', "", main)
    return sorted(line for raw in main.splitlines() if (line := raw.strip()))  # rows of one moment stand by their id


def test_the_id_of_a_person_is_a_uuid(alice: User) -> None:
    assert UUID(json.loads(exported(alice))["person"]["id"]) == alice.pk
