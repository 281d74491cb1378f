"""The web process answers a save before its vector is made, and makes it then."""

from collections.abc import Callable
from contextlib import ExitStack
from math import hypot
from typing import Any

import httpx2
import pytest
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import upkeep
from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings, User
from memoryweb.recall.embedding_index import embedding_digest, embedding_text
from memoryweb.recall.models import Embedding
from memoryweb.recall.recall import select
from memoryweb.recall.request import RecallRequest
from memoryweb.rls import scope
from tests.api.web_process import WebProcess, person_with_agent, start_web_process
from tests.builders import person_types
from tests.recall import embeddings_server
from tests.waiting import PATIENCE, wait_for

pytestmark = pytest.mark.usefixtures("committed")
TEA = {"category": "personal", "preference": "tea", "details": "I drink Oolong"}


def save(web: WebProcess, token: str, **said: str) -> str:
    headers = {"Authorization": f"Bearer {token}"}
    answer = httpx2.post(f"{web.url}/api/v1/tools/save_user_preference", json=said, headers=headers, timeout=PATIENCE)
    return str(answer.json()["data"]["outcome"])


def in_scope(person: User, read: Callable[[], Any]) -> Any:
    with scope.acting_as(person.pk):
        return read()


def unit(vector: list[float]) -> list[float]:
    return [number / hypot(*vector) for number in vector]


def test_a_recall_in_between_finds_it_by_one_of_its_words(as_alice: User, scribe: Agent) -> None:
    question = RecallRequest(query="In which format should I send the quarterly report?")
    settings = MemorySettings.for_person(as_alice.pk)
    for name, details in (("document format", "As Word"), ("dog", "Bruno")):
        person_types(as_alice, details, name=name, category="x", kind="fact")
    as_it_will_be = select(scribe, settings, question, now=timezone.now())
    Embedding.objects.update(encoder="", vector=None)
    meanwhile = select(scribe, settings, question, now=timezone.now())
    for selection in (as_it_will_be, meanwhile):
        assert [str(item.row) for item in selection.items] == ["Document format: Word"]


def test_a_save_does_not_wait_for_its_vector_and_only_the_newest_words_get_one() -> None:
    """What still waits when the process ends is made by the next run of reembed."""
    alice, _, token = person_with_agent("alice", trust="trusted")
    with ExitStack() as stack:
        server, address = stack.enter_context(embeddings_server.running())
        with start_web_process(EMBEDDINGS=address, EMBEDDINGS_MODEL="letters") as web:
            wait_for(lambda: len(server.requests) >= 2)  # it is loaded
            server.may_answer.clear()
            assert save(web, token, **TEA) == "saved"
            assert save(web, token, **TEA | {"details": "Actually I drink Assam", "source": "correction"}) == "revised"
            assert in_scope(alice, lambda: set(Embedding.objects.values_list("encoder", "vector"))) == {("", None)}
            server.may_answer.set()
            wait_for(lambda: not in_scope(alice, lambda: Embedding.objects.filter(encoder="").exists()))
            memory = in_scope(alice, lambda: Memory.objects.get(status="active"))
            embedding = in_scope(alice, lambda: Embedding.objects.get(memory=memory.pk))
            server.may_answer.clear()
            assert save(web, token, category="food", preference="soup", details="I eat soup for breakfast") == "saved"
        server.may_answer.set()
    text = embedding_text(memory)
    assert "Assam" in text
    assert bytes(embedding.digest) == embedding_digest(text)
    assert list(embedding.vector) == pytest.approx(unit(embeddings_server.letter_counts(text)), abs=0.001)
    assert in_scope(alice, lambda: Embedding.objects.filter(encoder="", vector=None).count()) == 1
    assert upkeep.run_now("reembed", now=timezone.now()).counts["embedded"] >= 1
    assert in_scope(alice, lambda: Embedding.objects.filter(vector=None).count()) == 0
