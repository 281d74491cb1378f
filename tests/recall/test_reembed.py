"""reembed: another encoder, one batch after the other, while everything goes on."""

from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone

from memoryweb.memories import erasure, upkeep
from memoryweb.memories.actions import store
from memoryweb.memories.actors import Person
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.recall import embedding_index, reembed, search
from memoryweb.recall.models import Embedding
from memoryweb.rls import scope
from tests.conftest import typed
from tests.recall import endpoint_server
from tests.recall.endpoint_server import Server

FIRST, OTHER = "wordllama l2_supercat 256 sif 1", "endpoint letters 8"


@pytest.fixture
def kept(alice: User, bob: User) -> list[Memory]:
    """Five of alice's and two of bob's, embedded by the default encoder."""
    found = []
    for person, many in ((alice, 5), (bob, 2)):
        with scope.acting_as(person.pk):
            found += [typed(person, f"tea w{n}x", name=f"w{n}x", category="personal").memory for n in range(many)]
    return [memory for memory in found if memory]


@pytest.fixture
def moved(kept: list[Memory], settings: Any) -> Iterator[Server]:
    """The operator has chosen another encoder."""
    with endpoint_server.running() as (running, address):
        settings.EMBEDDINGS, settings.EMBEDDINGS_MODEL = address, "letters"
        yield running


def _encoders() -> dict[str, int]:
    with scope.acting_as_clock():
        names = list(Embedding.objects.values_list("encoder", flat=True))
    return {name: names.count(name) for name in sorted(set(names))}


def _run(**more: Any) -> Any:
    return upkeep.run_now("reembed", now=timezone.now(), **more)


def test_a_save_leaves_nothing_to_do(kept: list[Memory]) -> None:
    assert _encoders() == {FIRST: 7}
    assert _run().counts == {}


def test_every_memory_of_everyone_is_embedded_anew(kept: list[Memory], moved: Server) -> None:
    assert _run(dry_run=True).counts == {"to embed": 7}
    assert _run().counts == {"embedded": 7}
    assert _encoders() == {OTHER: 7}
    assert _run().counts == {}


def test_a_small_batch_does_the_same(kept: list[Memory], moved: Server) -> None:
    assert _run(batch=2).counts == {"embedded": 7}
    assert _encoders() == {OTHER: 7}


def test_what_was_done_before_it_was_stopped_is_not_done_again(kept: list[Memory], moved: Server) -> None:
    with scope.acting_as_clock():
        assert reembed.batch(upkeep.BatchScope(now=timezone.now(), batch=3)).rows == 3
    assert _encoders() == {OTHER: 3, FIRST: 4}
    assert _run().counts == {"embedded": 4}


def test_meanwhile_words_find_what_has_not_had_its_turn(kept: list[Memory], moved: Server, alice: User) -> None:
    with scope.acting_as(alice.pk):
        hits = search.ranked(Memory.objects.of(alice), "w3x", limit=5)
    assert (hits[0].memory_id, hits[0].meaning) == (kept[3].pk, 0)
    _run()
    with scope.acting_as(alice.pk):
        hits = search.ranked(Memory.objects.of(alice), "w3x", limit=5)
    assert hits[0].memory_id == kept[3].pk
    assert hits[0].meaning > 0


def test_a_save_in_between_wins(kept: list[Memory], moved: Server, alice: User) -> None:
    """The sweep has read the old text; before its vector is there, the memory says something else."""
    with scope.acting_as_clock():
        before = reembed._outdated(upkeep.BatchScope(now=timezone.now()).values(encoder=OTHER))
    with scope.acting_as(alice.pk):
        memory = Memory.objects.get(pk=kept[0].pk)
        memory.details = "coffee"
        store.save(memory, by=Person(alice), verb="edit", because="", now=timezone.now())
        saved = Embedding.objects.get(memory=memory.pk)
    late = {
        "encoder": OTHER,
        "ids": [memory.pk],
        "before": [before[memory.pk]],
        "digests": [b"d"],
        "vectors": ["[1,2]"],
    }
    with scope.acting_as_clock(), connection.cursor() as cursor:
        cursor.execute(reembed.REPLACE_EMBEDDINGS, late)
        assert cursor.fetchall() == []
        assert bytes(Embedding.objects.get(memory=memory.pk).digest) == bytes(saved.digest)


def test_a_row_somebody_holds_is_left_for_later(committed: None) -> None:
    person = User.objects.create_user("held@example.org")
    with scope.acting_as(person.pk):
        memory = typed(person, "tea", name="drink", category="personal").memory
        assert memory
        Embedding.objects.update(encoder="")
    counts: list[dict[str, int]] = []
    with scope.acting_as(person.pk):
        Embedding.objects.select_for_update().get(memory=memory.pk)
        thread = Thread(target=lambda: counts.append(_shared()))
        thread.start()
        thread.join(timeout=20)
    assert counts == [{}]
    assert _run().counts == {"embedded": 1}


def _shared() -> dict[str, int]:
    try:
        with scope.acting_as_clock():
            return reembed.batch(upkeep.BatchScope(now=timezone.now())).counts
    finally:
        connection.close()


def test_an_endpoint_that_is_down_says_so_and_nothing_is_lost(kept: list[Memory], moved: Server) -> None:
    moved.answer = (503, b"")
    with pytest.raises(CommandError, match="does not answer"):
        call_command("reembed")
    assert _encoders() == {FIRST: 7}


def test_the_command_says_what_it_did(kept: list[Memory], moved: Server, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("reembed", "--dry-run")
    call_command("reembed")
    said = capsys.readouterr().out
    assert f"{OTHER}: would do: 7" in said
    assert _encoders() == {OTHER: 7}


def test_what_could_not_be_embedded_is_filled_in(kept: list[Memory], alice: User) -> None:
    with scope.acting_as(alice.pk), transaction.atomic():
        Embedding.objects.filter(memory=kept[0].pk).update(encoder="", vector=None)
    assert _encoders() == {"": 1, FIRST: 6}
    assert _run().counts == {"embedded": 1}
    assert _encoders() == {FIRST: 7}


def test_erasing_leaves_no_vector(kept: list[Memory], alice: User) -> None:
    with scope.acting_as(alice.pk):
        erasure.erase(kept[0].pk, by=Person(alice), now=timezone.now())
        assert not Embedding.objects.filter(memory=kept[0].pk).exists()


def test_memory_and_meaning_are_written_together_or_not_at_all(as_alice: User) -> None:
    memory = typed(as_alice, "tea", name="drink", category="personal").memory
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
