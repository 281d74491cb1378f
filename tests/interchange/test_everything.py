"""Download my data: everything of one person in readable files, and nothing that was erased or turned down."""

import io
import json
import tracemalloc
import zipfile
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.interchange.account import tables
from memoryweb.learning import conversations
from memoryweb.learning.models import Conversation
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Memory, history_model
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from memoryweb.rls.checks import PERSON_COLUMNS
from tests.builders import agent_says, memory_of, person_types, set_settings
from tests.full_account import fill

ADDRESS = "/export/everything.zip"


def files(browser: Client) -> dict[str, str]:
    answer = browser.get(ADDRESS)
    assert answer["Content-Disposition"].startswith('attachment; filename="memoryweb-')
    assert answer["Cache-Control"] == "no-store"
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:  # type: ignore[attr-defined]
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def rows(found: dict[str, str], name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(found["memoryweb.json"])["tables"][name]
    return rows


def test_every_table_of_a_person_is_in_it_or_left_out_for_a_reason() -> None:
    personal = {
        model._meta.db_table
        for model in apps.get_models(include_auto_created=True)
        if any(field.attname in PERSON_COLUMNS for field in model._meta.fields)
    }
    in_it = {table.name for table in tables.TABLES}
    assert not in_it & tables.LEFT_OUT.keys()
    of_communities = {table.name for table in tables.TABLES if not table.whose}
    assert of_communities == {"communities_sharedmemory"}  # names no person: what this one shared
    assert (in_it - of_communities) | tables.LEFT_OUT.keys() == personal


def test_it_has_a_file_for_each_table_with_all_rows_and_none_of_anybody_else(
    browser: Client, alice: User, bob: User
) -> None:
    fill(alice)
    fill(bob, "giraffe")
    found = files(browser)
    for table in tables.TABLES:
        assert rows(found, table.title), table.title
    assert {"README.txt", "MEMORY.md", "archive.json"} <= found.keys()
    with scope.acting_as(alice.pk):
        assert len(rows(found, "history")) == history_model().objects.count()
    assert json.loads(found["memoryweb.json"])["person"]["email"] == alice.email
    assert "zebra" in json.dumps(rows(found, "conversations"))
    everywhere = "".join(found.values())
    assert "giraffe" not in everywhere
    assert "token_hash" not in everywhere
    assert "password" not in found["memoryweb.json"].replace('"password"', "", 1)  # a refused category


def test_erased_and_declined_words_are_in_none_of_its_files(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        agent, _ = Agent.connect(alice, name="Scribe")
        erased = person_types(alice, "quokka", name="animal", category="personal").memory
        declined = agent_says(agent, "I like wombat tea", quote="wombat tea", name="drink", category="personal").memory
        assert erased
        assert declined
        erasure.erase(erased.pk, by=Person(alice), now=timezone.now())
        actions.decline(declined.pk, by=Person(alice), now=timezone.now())
        waiting = agent_says(agent, "I like koala tea", name="tea", category="personal").memory
        assert waiting
    everywhere = "".join(files(browser).values())
    assert "quokka" not in everywhere
    assert "wombat" not in everywhere
    assert "koala" in everywhere


def _record(agent: Agent, name: str, *said: str, topic: str) -> Conversation:
    ended = conversations.EndedConversation(external_id=name, messages=said, ended_at=timezone.now(), topic=topic)
    conversations.record(agent, MemorySettings.for_person(agent.person_id), ended, now=timezone.now())
    return Conversation.objects.get(external_id=name)


def test_what_was_declined_is_in_no_recorded_conversation_either(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        agent, _ = Agent.connect(alice, name="Scribe")
        first = _record(agent, "c1", "I hate wombat music.", "What a fine morning.", topic="Hating wombat music")
        actions.decline(Memory.objects.of(alice).get().pk, by=Person(alice), now=timezone.now())
        set_settings(alice, learning_enabled=False)
        _record(agent, "c2", "You know I hate wombat music by now.", topic="Breakfast")
    found = files(browser)
    assert "wombat" not in "".join(found.values())
    assert found["recent_conversations.md"].count("\n- ") == 2
    assert "What a fine morning." in found["recent_conversations.md"]
    (kept,) = (row for row in rows(found, "conversations") if row["external_id"] == "c1")
    assert (kept["excerpts"], kept["topic"]) == (["What a fine morning."], "")
    assert (first.excerpts_read, kept["excerpts_read"]) == (2, 1)
    with scope.acting_as(alice.pk):
        assert len(Conversation.objects.get(pk=first.pk).excerpts) == 2  # in memoryweb itself it stays


def test_it_reads_in_pieces_and_repeats_no_row(browser: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    with scope.acting_as(alice.pk):
        for n in range(7):
            person_types(alice, f"thing {n}", name=f"subject {n}")
    whole = files(browser)
    monkeypatch.setattr(tables, "ROWS", 3)
    pieces = files(browser)
    assert json.loads(pieces["memoryweb.json"])["tables"] == json.loads(whole["memoryweb.json"])["tables"]


def test_ten_times_as_many_rows_need_no_more_memory(browser: Client, alice: User) -> None:
    """The words differ and cannot be compressed, so that a file held as a whole would be seen."""

    def peak() -> int:
        tracemalloc.start()
        answer = browser.get(ADDRESS)
        for _ in answer.streaming_content:  # type: ignore[attr-defined]
            pass
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    with scope.acting_as(alice.pk):
        memory = memory_of(person_types(alice, "PDF"))
    add = (
        "INSERT INTO memories_evidence (id, person_id, memory_id, kind, source, quote, ref, polarity, weight,"
        " standing_yes, occurred_at) SELECT gen_random_uuid(), %s, %s, 'statement', 'instruction',"
        " encode(sha256(n::text::bytea), 'hex') || encode(sha256((n + 1)::text::bytea), 'hex'), '{}', 1, 5, false,"
        " now() FROM generate_series(1, %s) AS n"
    )

    def add_rows(count: int) -> None:
        with scope.acting_as(alice.pk), connection.cursor() as cursor:
            cursor.execute(add, [alice.pk, memory.pk, count])

    add_rows(tables.ROWS * 2)
    peak()
    before = peak()
    add_rows(tables.ROWS * 18)
    assert peak() < before * 1.5
