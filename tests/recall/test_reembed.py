"""reembed: replaces all vectors after a change of encoder, in batches, while the service runs."""

from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone

from memoryweb.memories import upkeep
from memoryweb.memories.actions import Person, store
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.recall import embedding_index, reembed, search
from memoryweb.recall.models import Embedding
from memoryweb.rls import scope
from tests.builders import person_types
from tests.recall import embeddings_server
from tests.recall.embeddings_server import Server
from tests.waiting import PATIENCE

FIRST, OTHER = "multilingual and minilm 896 1", "endpoint letters 8"


@pytest.fixture
def memories(alice: User, bob: User) -> list[Memory]:
    """Five of alice's and two of bob's, embedded by the default encoder."""
    rows = []
    for person, count in ((alice, 5), (bob, 2)):
        with scope.acting_as(person.pk):
            rows += [
                person_types(person, f"tea w{n}x", name=f"w{n}x", category="personal").memory for n in range(count)
            ]
    return [memory for memory in rows if memory]


@pytest.fixture
def changed_encoder(memories: list[Memory], settings: Any) -> Iterator[Server]:
    """Selects another encoder."""
    with embeddings_server.running() as (server, address):
        settings.EMBEDDINGS, settings.EMBEDDINGS_MODEL = address, "letters"
        yield server


def _encoders() -> dict[str, int]:
    with scope.acting_as_clock():
        names = list(Embedding.objects.values_list("encoder", flat=True))
    return {name: names.count(name) for name in sorted(set(names))}


def _run(**options: Any) -> Any:
    return upkeep.run_now("reembed", now=timezone.now(), **options)


def test_saved_memories_need_no_reembedding(memories: list[Memory]) -> None:
    assert _encoders() == {FIRST: 7}
    assert _run().counts == {}


def test_every_persons_memories_are_reembedded(memories: list[Memory], changed_encoder: Server) -> None:
    assert _run(dry_run=True).counts == {"to embed": 7}
    assert _run().counts == {"embedded": 7}
    assert _encoders() == {OTHER: 7}
    assert _run().counts == {}


def test_small_batches_reembed_everything_too(memories: list[Memory], changed_encoder: Server) -> None:
    assert _run(batch=2).counts == {"embedded": 7}
    assert _encoders() == {OTHER: 7}


def test_a_restarted_run_skips_finished_memories(memories: list[Memory], changed_encoder: Server) -> None:
    with scope.acting_as_clock():
        assert reembed.batch(upkeep.BatchScope(now=timezone.now(), batch=3)).rows == 3
    assert _encoders() == {OTHER: 3, FIRST: 4}
    assert _run().counts == {"embedded": 4}


def test_words_find_a_memory_that_is_not_reembedded_yet(
    memories: list[Memory], changed_encoder: Server, alice: User
) -> None:
    with scope.acting_as(alice.pk):
        hits = search.ranked(Memory.objects.of(alice), "w3x", limit=5)
    assert (hits[0].memory_id, hits[0].meaning) == (memories[3].pk, 0)
    _run()
    with scope.acting_as(alice.pk):
        hits = search.ranked(Memory.objects.of(alice), "w3x", limit=5)
    assert hits[0].memory_id == memories[3].pk
    assert hits[0].meaning > 0


def test_a_save_during_the_run_is_not_overwritten(memories: list[Memory], changed_encoder: Server, alice: User) -> None:
    """The memory is edited after the sweep read its text and before the sweep stores the vector."""
    with scope.acting_as_clock():
        _, before = reembed._outdated(upkeep.BatchScope(now=timezone.now()).values(encoder=OTHER))
    with scope.acting_as(alice.pk):
        memory = Memory.objects.get(pk=memories[0].pk)
        memory.details = "coffee"
        store.save(memory, by=Person(alice), verb="edit", because="", now=timezone.now())
        embedding = Embedding.objects.get(memory=memory.pk)
    outdated: dict[str, Any] = {
        "encoder": OTHER,
        "people": [alice.pk],
        "ids": [memory.pk],
        "before": [before[memory.pk]],
        "digests": [b"d"],
        "vectors": ["[1,2]"],
    }
    with scope.acting_as_clock(), connection.cursor() as cursor:
        cursor.execute(reembed.REPLACE_EMBEDDINGS, outdated)
        assert cursor.fetchall() == []
        assert bytes(Embedding.objects.get(memory=memory.pk).digest) == bytes(embedding.digest)


def test_a_locked_row_is_left_for_the_next_run(committed: None) -> None:
    person = User.objects.create_user("held@example.org")
    with scope.acting_as(person.pk):
        memory = person_types(person, "tea", name="drink", category="personal").memory
        assert memory
        Embedding.objects.update(encoder="")
    counts: list[dict[str, int]] = []
    with scope.acting_as(person.pk):
        Embedding.objects.select_for_update().get(memory=memory.pk)
        thread = Thread(target=lambda: counts.append(_counts_of_batch()))
        thread.start()
        thread.join(PATIENCE)
    assert counts == [{}]
    assert _run().counts == {"embedded": 1}


def _counts_of_batch() -> dict[str, int]:
    try:
        with scope.acting_as_clock():
            return reembed.batch(upkeep.BatchScope(now=timezone.now())).counts
    finally:
        connection.close()


def test_the_command_reports_an_unreachable_api_and_keeps_all_vectors(
    memories: list[Memory], changed_encoder: Server
) -> None:
    changed_encoder.answer = (503, b"")
    with pytest.raises(CommandError, match="doesn’t answer"):
        call_command("reembed")
    assert _encoders() == {FIRST: 7}


def test_the_command_prints_what_it_did(
    memories: list[Memory], changed_encoder: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("reembed", "--dry-run")
    call_command("reembed")
    output = capsys.readouterr().out
    assert f"{OTHER}: would do: 7" in output
    assert _encoders() == {OTHER: 7}


def test_a_missing_vector_is_added(memories: list[Memory], alice: User) -> None:
    with scope.acting_as(alice.pk), transaction.atomic():
        Embedding.objects.filter(memory=memories[0].pk).update(encoder="", vector=None)
    assert _encoders() == {"": 1, FIRST: 6}
    assert _run().counts == {"embedded": 1}
    assert _encoders() == {FIRST: 7}


def test_erasing_a_memory_deletes_its_vector(memories: list[Memory], alice: User) -> None:
    with scope.acting_as(alice.pk):
        erasure.erase(memories[0].pk, by=Person(alice), now=timezone.now())
        assert not Embedding.objects.filter(memory=memories[0].pk).exists()


def test_memory_and_vector_are_written_in_one_transaction(as_alice: User) -> None:
    memory = person_types(as_alice, "tea", name="drink", category="personal").memory
    assert memory
    before = bytes(Embedding.objects.get(memory=memory.pk).digest)
    with pytest.raises(RuntimeError):
        _save_and_fail(as_alice, memory)
    assert bytes(Embedding.objects.get(memory=memory.pk).digest) == before


@transaction.atomic
def _save_and_fail(person: User, memory: Memory) -> None:
    memory.details = "coffee"
    store.save(memory, by=Person(person), verb="edit", because="", now=timezone.now())
    text = embedding_index.embedding_text(memory)
    assert bytes(Embedding.objects.get(memory=memory.pk).digest) == embedding_index.embedding_digest(text)
    raise RuntimeError
