"""Erasing a topic: found in every store, gone from every table, one receipt; and nobody else's rows are touched."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memoryweb.agents.models import Agent, Sight, Trust
from memoryweb.communities import membership, sharing
from memoryweb.communities.sharing import Words
from memoryweb.interchange import reading
from memoryweb.interchange.importing import previews
from memoryweb.language.mentions.topics import Topic
from memoryweb.learning import conversations
from memoryweb.learning.models import Conversation, Feedback
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import AgentOf, FileOf, Person
from memoryweb.memories.acts.undo import undo_act
from memoryweb.memories.erasing import erasure, topics
from memoryweb.memories.models import Act, Erasure, Evidence, Memory, Proposal, Tombstone
from memoryweb.operations.models import Answer
from memoryweb.people.ids import uuid7
from memoryweb.people.models import Membership, MemorySettings, User
from memoryweb.recall.models import Receipt, ReceiptItem, WantedCase
from memoryweb.rls import scope
from memoryweb.telegram.models import OutgoingMessage, UnreadMessage
from tests import servers
from tests.builders import agent_says, check_constraints, edit, make_statement, memory_of, person_types, record_use
from tests.cases import with_each
from tests.memories import invariants
from tests.memories.tables import tables_containing
from tests.rings import third

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
EMPLOYER = Topic("Northwind Traders")
WORDS = ("northwind", "traders")
AGENTS = (("Scribe", Trust.ASK), ("Trusty", Trust.TRUSTED))
EVERYTHING = topics.Choice(frozenset(), rest=frozenset(topics.GROUPS))


def erase(person: User, choice: topics.Choice = EVERYTHING, topic: Topic = EMPLOYER) -> Erasure:
    last = invariants.newest_version()
    receipt = erasure.erase_topic(topic, choice, by=Person(person), now=NOON)
    invariants.check_new_versions(last)
    check_constraints()
    return receipt


def write_conversation(agent: Agent, *excerpts: str, **texts: Any) -> Conversation:
    texts.setdefault("external_id", f"c{Conversation.objects.count()}")
    return Conversation.objects.create(
        person_id=agent.person_id, agent=agent, ended_at=NOON, recorded_at=NOON, excerpts=list(excerpts), **texts
    )


def write_receipt(agent: Agent, memory: Memory | None = None, line: str = "", **texts: Any) -> Receipt:
    receipt = Receipt.objects.create(
        person_id=agent.person_id, agent=agent, at=NOON, max_items=1, budget=1, tokens=1, sha256="", **texts
    )
    ReceiptItem.objects.create(
        person_id=agent.person_id, receipt=receipt, memory=memory, version=1, rank=1, score=0.0, line=line, why="query"
    )
    return receipt


def spread(person: User, agent: Agent, trusted: Agent) -> dict[str, Any]:
    """Leave the former employer in every store, and beside it what must stay."""
    made: dict[str, Any] = {}
    used = person_types(person, "Works at Northwind Traders", name="employer", category="personal", tags=("northwind",))
    made["in use"] = memory_of(used)
    record_use([memory_of(used).pk], agent=agent, now=NOON)
    record_use([memory_of(used).pk], agent=trusted, now=NOON)
    made["waiting"] = agent_says(agent, "NORTHWIND TRADERS pays on Fridays", name="payday", category="personal").memory
    made["noted"] = agent_says(
        agent, "Opens northwind-traders.example often", name="site", category="personal", source="behaviour"
    ).memory
    stopped = person_types(person, "Badge of Northwind Traders", name="badge", category="personal")
    actions.expire(memory_of(stopped).pk, by=Person(person), now=NOON, reason="left Northwind Traders")
    archived = person_types(person, "Northwind Traders laptop", name="laptop", category="personal")
    actions.archive(memory_of(archived).pk, by=Person(person), now=NOON)
    declined = agent_says(agent, "Likes the Northwind Traders canteen", name="canteen", category="personal")
    actions.decline(memory_of(declined).pk, by=Person(person), now=NOON)
    person_types(person, "PDF at Northwind Traders", name="format", category="personal")
    person_types(person, "Word instead", name="format", category="personal")  # replaced
    older = person_types(person, "Blue", name="desk", category="personal", tags=("Northwind Traders",))
    edit(memory_of(older), person, tags=["furniture"])
    made["quoted"] = memory_of(
        person_types(person, "Drinks tea", name="drink", category="personal", quote="like all at Northwind Traders")
    )
    made["questioned"] = memory_of(person_types(person, "Prefers ruff", name="linter", category="technical"))
    actions.forget(made["questioned"].pk, by=AgentOf(agent), now=NOON, reason="that was at Northwind Traders")
    actions.remember(
        make_statement("Pension from Northwind_Traders", name="pension", category="personal"),
        by=FileOf(person),
        now=NOON,
    )
    made["conversation"] = write_conversation(
        agent, "I left Northwind Traders in May", "It rains", topic="Northwind  Traders offer", summary="Rain"
    )
    write_conversation(agent, "Nothing", project="northwind-traders", external_id="northwind-traders/7")
    made["other conversation"] = write_conversation(agent, "A trader of the north")
    write_receipt(agent, made["in use"], "Employer: Works at Northwind Traders", query="northwind traders invoices")
    write_receipt(agent, project="Northwind Traders", skill="northwind_traders", task_type="x", run="northwind traders")
    agent.set_sight({"northwind_traders": False})
    Sight.objects.filter(category="northwind_traders").delete()  # the log keeps both
    WantedCase.objects.create(
        person=person, memory=made["quoted"], receipt=uuid7(), query="northwind traders invoices", at=NOON
    )
    made["other receipt"] = write_receipt(agent, made["quoted"], "Drink: tea", query="tea")
    Feedback.objects.create(
        person=person,
        agent=agent,
        action="reject",
        at=NOON,
        digest=b"1" * 32,
        note="Not like at Northwind Traders",
        evidence_ref={"northwind traders": "5"},
        project="Northwind Traders",
    )
    Answer.objects.create(
        person=person,
        agent=agent,
        key="northwind traders",
        operation="x",
        arguments_digest=b"1" * 32,
        data={"preference": {"details": "Northwind Traders"}},
        created_at=NOON,
    )
    OutgoingMessage.objects.create(person=person, method="sendMessage", payload={"text": "Northwind Traders?"}, at=NOON)
    UnreadMessage.objects.create(
        person=person, agent=agent, update_id=1, chat_id=7, message_id=1, text="Northwind Traders is gone", at=NOON
    )
    previews.prepare([reading.read_text("- Works at Northwind Traders")], person, now=NOON)
    community = membership.found("Neighbours", moderation="open", my_name="Al")
    mine = Membership.objects.select_related("community").get(community=community)
    sharing.share(Words(statement="Northwind Traders sells its van."), mine, is_named=True, now=NOON)
    Agent.objects.filter(pk=agent.pk).update(community=community)
    agent.refresh_from_db()
    sharing.suggest(agent, Words(statement="Northwind Traders closes in May."), now=NOON)
    Agent.objects.filter(pk=agent.pk).update(community=None)
    agent.refresh_from_db()
    return made


def test_a_former_employer_is_found_in_every_store(as_alice: User, scribe: Agent, trusted: Agent) -> None:
    made = spread(as_alice, scribe, trusted)
    found = topics.find(as_alice.pk, EMPLOYER)
    assert set(found.counts) == {source.store for source in topics.SOURCES}
    assert all(found.counts.values()), found.counts
    groups = {group: {place.pk for place in found.of_group(group)} for group in topics.GROUPS}
    assert groups["notes"] == {made["noted"].pk}
    assert {made["in use"].pk, made["waiting"].pk} < groups["memories"]
    assert groups["quotes"] == {made["quoted"].pk}
    assert len(groups["shared"]) == 2
    assert len(groups["conversations"]) == len(groups["receipts"]) == 2
    assert made["other conversation"].pk not in groups["conversations"]
    assert made["other receipt"].pk not in groups["receipts"]


def test_after_the_erase_no_table_contains_it_and_the_rest_stays(as_alice: User, scribe: Agent, trusted: Agent) -> None:
    made = spread(as_alice, scribe, trusted)
    assert {"recall_receipt", "learning_feedback", "memories_actchange", "operations_answer"} <= tables_containing(
        *WORDS
    )
    receipt = erase(as_alice)
    assert tables_containing(*WORDS) == set()
    assert Memory.objects.filter(pk__in=[made["quoted"].pk, made["questioned"].pk], status="active").count() == 2
    assert set(Evidence.objects.filter(memory=made["quoted"].pk).values_list("quote", flat=True)) == {""}
    assert not Proposal.objects.filter(memory=made["questioned"].pk).exists()
    conversation = Conversation.objects.get(pk=made["conversation"].pk)
    assert (conversation.excerpts, conversation.topic, conversation.summary) == (["It rains"], "", "Rain")
    assert Conversation.objects.get(pk=made["other conversation"].pk).excerpts == ["A trader of the north"]
    assert Receipt.objects.get(pk=made["other receipt"].pk).query == "tea"
    assert not any(receipt.checked.values())
    assert receipt.kept == []


def test_a_conversation_whose_topic_was_erased_keeps_the_project_of_its_next_report(
    as_alice: User, scribe: Agent
) -> None:
    """Without it what comes next would be given in every project."""
    settings = MemorySettings.for_person(as_alice.pk)
    ended = conversations.EndedConversation(
        ended_at=NOON, external_id="7", topic="Northwind Traders", messages=["It rains."]
    )
    conversations.record(scribe, settings, ended, now=NOON)
    erase(as_alice)
    later = replace(ended, project="garden", messages=["It rains.", "The sun shines."])
    conversations.record(scribe, settings, later, now=NOON)
    assert [(each.topic, each.project) for each in Conversation.objects.all()] == [("", "garden")]


def test_a_conversation_whose_id_was_erased_does_not_come_back_with_the_next_report(
    as_alice: User, scribe: Agent
) -> None:
    told = {
        "external_id": "northwind-traders/7",
        "topic": "Northwind Traders",
        "project": "northwind-traders",
        "messages": ["I worked at Northwind Traders.", "It rains."],
    }
    settings = MemorySettings.for_person(as_alice.pk)

    def report(**changes: Any) -> None:
        ended = conversations.EndedConversation(ended_at=NOON, **(told | changes))
        conversations.record(scribe, settings, ended, now=NOON)

    report()
    erase(as_alice)
    report()
    report(messages=[*told["messages"], "The sun shines."])
    assert tables_containing(*WORDS) == set()
    assert [each.excerpts for each in Conversation.objects.all()] == [["It rains.", "The sun shines."]]
    Conversation.objects.update(trimmed_at=NOON, topic="", summary="", excerpts=[], outside_from=None)
    upkeep.run_now("purge_logs", now=NOON + timedelta(days=400))
    report()
    assert tables_containing(*WORDS) == set()


def test_after_the_commit_a_dump_of_all_rows_has_no_word_of_it(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        agents = [Agent.connect(alice, name=name, trust=trust)[0] for name, trust in AGENTS]
        spread(alice, *agents)
    assert "northwind" in servers.dump().casefold()
    with scope.acting_as(alice.pk):
        erase(alice)
    assert not [word for word in WORDS if word in servers.dump().casefold()]


def test_the_receipt_is_one_and_names_counts_and_agents(as_alice: User, scribe: Agent, trusted: Agent) -> None:
    made = spread(as_alice, scribe, trusted)
    record_use([made["in use"].pk], agent=scribe, now=NOON + timedelta(days=1))
    places = len(topics.find(as_alice.pk, EMPLOYER).places)
    receipt = erase(as_alice)
    assert Erasure.objects.get() == receipt
    assert (receipt.places, receipt.is_of_topic, receipt.obs_id) == (places, True, "")
    assert receipt.memories == receipt.removed["memory"] == 9
    assert receipt.removed["notes"] == 1
    assert receipt.removed["conversations"] == 2  # passages
    assert receipt.removed["quotes"] == 1
    assert [(each["agent"], each["times"]) for each in receipt.received_by] == [("Scribe", 2), ("Trusty", 1)]
    assert bytes(receipt.fingerprint) == erasure.topic_fingerprint(as_alice.pk, Topic("  northwind   TRADERS "))


def test_no_agent_can_save_these_things_again_and_the_person_can(as_alice: User, scribe: Agent, trusted: Agent) -> None:
    spread(as_alice, scribe, trusted)
    memories = erase(as_alice).memories
    assert Tombstone.objects.filter(cause="erased").count() == memories
    again = {"name": "employer", "category": "personal"}
    assert agent_says(scribe, "Works at Northwind Traders", **again).name == "blocked"
    assert agent_says(trusted, "Works at Northwind Traders", **again).name == "blocked"
    assert person_types(as_alice, "Works at Northwind Traders", **again).name == "saved"


def test_undo_of_an_earlier_act_brings_nothing_back(as_alice: User, scribe: Agent, trusted: Agent) -> None:
    spread(as_alice, scribe, trusted)
    erase(as_alice)
    for act in Act.objects.all():
        undo_act(act.pk, by=Person(as_alice), now=NOON)
    check_constraints()
    assert tables_containing(*WORDS) == set()


def test_what_is_not_ticked_stays_and_the_receipt_names_it(as_alice: User, scribe: Agent, trusted: Agent) -> None:
    made = spread(as_alice, scribe, trusted)
    found = topics.find(as_alice.pk, EMPLOYER)
    kept = {f"memories:{made['in use'].pk}", f"conversations:{made['conversation'].pk}"}
    ticked = frozenset(place.key for place in found.places if place.key not in kept)
    receipt = erase(as_alice, topics.Choice(ticked))
    assert set(receipt.kept) == kept
    assert receipt.checked["conversations"] == 1
    assert receipt.checked["receipts"] == 0
    assert memory_of_pk(made["in use"].pk).details == "Works at Northwind Traders"
    assert {place.key for place in topics.find(as_alice.pk, EMPLOYER).places} == kept


def memory_of_pk(pk: Any) -> Memory:
    return Memory.objects.get(pk=pk)


def test_places_that_were_not_listed_are_erased_only_if_all_others_are_ticked(as_alice: User, scribe: Agent) -> None:
    receipts = [write_receipt(scribe, query=f"northwind traders {number}") for number in range(4)]
    listed = frozenset({f"receipts:{receipts[0].pk}", f"receipts:{receipts[1].pk}"})
    first = frozenset({f"receipts:{receipts[0].pk}"})
    assert erase(as_alice, topics.Choice(first, listed)).places == 1
    assert erase(as_alice, topics.Choice(frozenset(), listed, frozenset({"receipts"}))).places == 2
    assert [Receipt.objects.get(pk=each.pk).query for each in receipts] == ["", "northwind traders 1", "", ""]


def test_more_rows_than_are_read_at_once_are_erased_by_one_act(
    as_alice: User, scribe: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(topics, "ROWS_MAX", 3)
    for number in range(8):
        write_receipt(scribe, query=f"northwind traders {number}")
        person_types(as_alice, f"Northwind Traders {number}", name=f"n{number}", category="personal")
    assert topics.find(as_alice.pk, EMPLOYER).is_cut
    receipt = erase(as_alice)
    assert (receipt.memories, receipt.places) == (8, 16)
    assert tables_containing("northwind") == set()


def test_another_persons_rows_are_neither_found_nor_erased(as_alice: User, bob: User, scribe: Agent) -> None:
    with scope.acting_as(bob.pk):
        agent = Agent.connect(bob, name="Bot")[0]
        person_types(bob, "Works at Northwind Traders", name="employer", category="personal")
        write_conversation(agent, "Northwind Traders")
        write_receipt(agent, query="Northwind Traders")
    with scope.acting_as(as_alice.pk):
        assert topics.find(as_alice.pk, EMPLOYER).hits == []
        assert topics.find(bob.pk, EMPLOYER).hits == []  # row-level security, whatever is asked for
        erase(as_alice)
    with scope.acting_as(bob.pk):
        assert len(topics.find(bob.pk, EMPLOYER).places) == 3


def test_the_search_takes_as_many_queries_for_1_as_for_40_memories(as_alice: User, scribe: Agent) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            topics.find(as_alice.pk, EMPLOYER)
        return len(captured)

    person_types(as_alice, "Northwind Traders 0", name="n0", category="personal")
    before = queries()
    for number in range(1, 40):
        person_types(as_alice, f"Northwind Traders {number}", name=f"n{number}", category="personal")
        write_receipt(scribe, query="northwind traders")
    assert queries() == before


TOPICS = ["100%", "C++", "a_b", "back\\slash", 'say "hi"', "it's", "北京", "Müller", "(x)"]


@with_each("topic", lambda: third(TOPICS))
def test_any_characters_can_be_erased(as_alice: User, scribe: Agent, topic: str) -> None:
    person_types(as_alice, f"Uses {topic} daily", name="x", category="personal", metadata={topic: [topic]})
    person_types(as_alice, "Uses 100 c axb backslash", name="y", category="personal")
    write_conversation(scribe, f"says {topic}")
    found = Topic.from_text(topic)
    assert found
    assert len(topics.find(as_alice.pk, found).places) == 2
    receipt = erase(as_alice, topic=found)
    assert not any(receipt.checked.values())
    assert Memory.objects.count() == 1


def test_erasing_several_memories_gives_one_receipt(as_alice: User, scribe: Agent, trusted: Agent) -> None:
    one = memory_of(person_types(as_alice, "Tea", name="drink", category="food"))
    two = memory_of(person_types(as_alice, "Rice", name="dish", category="food"))
    record_use([one.pk, two.pk], agent=scribe, now=NOON)
    record_use([two.pk], agent=trusted, now=NOON - timedelta(days=3))
    receipt = erasure.erase_many([two.pk, one.pk], by=Person(as_alice), now=NOON)
    check_constraints()
    assert Erasure.objects.get() == receipt
    assert (receipt.memories, receipt.obs_id, receipt.removed["memory"]) == (2, "", 2)
    assert [(each["agent"], each["times"]) for each in receipt.received_by] == [("Scribe", 2), ("Trusty", 1)]
    assert str(receipt) == "2 memories"
    assert not Memory.objects.exists()


def test_several_with_the_same_words_leave_a_tombstone(as_alice: User, scribe: Agent) -> None:
    same = [
        memory_of(person_types(as_alice, "Zebra", name="animal", category="personal", condition=when))
        for when in ("", "at home")
    ]
    erasure.erase_many([each.pk for each in same], by=Person(as_alice), now=NOON)
    assert agent_says(scribe, "Zebra", name="animal", category="personal").name == "blocked"


@with_each("seed", lambda: third(range(3)))
def test_a_random_mix_is_erased_completely_and_nothing_else(
    as_alice: User, scribe: Agent, trusted: Agent, seed: int
) -> None:
    chance = random.Random(seed)
    spellings = [
        "Northwind Traders",
        "NORTHWIND TRADERS",
        "northwind_traders",
        "Nörthwind-Tråders",
        "Northwind  Traders",
    ]
    for number in range(18):
        word = chance.choice([*spellings, "Contoso", "Contoso"])
        texts = {"name": chance.choice(["drink", "city", f"n{number}"]), "category": "personal"}
        quote = chance.choice(["", f"says {word}"])
        by = chance.choice([AgentOf(scribe), AgentOf(trusted), Person(as_alice), FileOf(as_alice)])
        source = chance.choice(["instruction", "behaviour", "correction"])
        statement = make_statement(f"{word} number {number % 9}", quote=quote, source=source, **texts)
        outcome = actions.remember(statement, by=by, now=NOON)
        if outcome.memory and chance.random() < 0.4:
            verb = chance.choice([actions.confirm, actions.decline, actions.expire, actions.archive])
            verb(outcome.memory.pk, by=Person(as_alice), now=NOON)
        if chance.random() < 0.3:
            write_conversation(scribe, f"{word} is here", "plain", topic=chance.choice(["", word]))
            write_receipt(scribe, query=f"ask {word}", line=f"line {chance.choice(spellings)}")
        if chance.random() < 0.3 and (act := Act.objects.filter(undone_at=None).order_by("?").first()):
            undo_act(act.pk, by=Person(as_alice), now=NOON)
    others = Memory.objects.filter(details__contains="Contoso").count()
    receipt = erase(as_alice)
    assert not any(receipt.checked.values()), receipt.checked
    assert tables_containing("northwind", "traders", "nörthwind", "tråders") == set()
    assert Memory.objects.filter(details__contains="Contoso").count() == others
    for act in Act.objects.all():
        undo_act(act.pk, by=Person(as_alice), now=NOON)
    check_constraints()
    assert tables_containing("northwind", "traders", "nörthwind", "tråders") == set()
