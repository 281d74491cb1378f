"""Tombstones under every key: the person's own, one brought from another machine, and that of the installation."""

from datetime import UTC, datetime

from memoryweb.agents.models import Agent
from memoryweb.language.comparing import identity
from memoryweb.memories.erasing import tombstones
from memoryweb.memories.models import FingerprintKey, Memory, Tombstone, fingerprints
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says, person_types

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
FROM_ELSEWHERE = b"k" * 32


def bring(person: User, value: str) -> None:
    """Add a tombstone as it comes from another machine."""
    key = FingerprintKey.objects.create(person=person, sealed=tombstones.seal(FROM_ELSEWHERE), created_at=NOW)
    Tombstone.objects.create(
        person=person,
        brought=key,
        fingerprint=tombstones.digest(FROM_ELSEWHERE, "value", tombstones.value_text("", value)),
        words_fingerprint=tombstones.digest(FROM_ELSEWHERE, "words", identity.words_key(value)),
        cause=Tombstone.Cause.ERASED,
        created_at=NOW,
    )


def test_two_people_have_different_digests_of_the_same_words(alice: User, bob: User) -> None:
    assert tombstones.value_fingerprint(alice.pk, "x", "tea") != tombstones.value_fingerprint(bob.pk, "x", "tea")
    assert tombstones.key_of(alice.pk) != tombstones.key_of(bob.pk)


def test_what_was_brought_blocks_its_value_and_asks_about_what_is_near(alice: User) -> None:
    with scope.acting_as(alice.pk):
        agent, _ = Agent.connect(alice, name="Scribe", trust="trusted")
        bring(alice, "oat milk")
        assert agent_says(agent, "oat milk", name="drink").name == "blocked"
        near = agent_says(agent, "the oat milks", name="drink")
        assert near.name == "proposed"  # although the agent is trusted
        assert agent_says(agent, "soy milk", name="other_drink").name == "saved"


def test_the_person_brings_it_back_by_saying_it_again(alice: User) -> None:
    with scope.acting_as(alice.pk):
        bring(alice, "oat milk")
        assert person_types(alice, "oat milk", name="drink").name == "saved"
        assert not Tombstone.objects.exists()
        assert Memory.objects.of(alice).count() == 1


def test_a_tombstone_with_the_key_of_the_installation_still_blocks(alice: User) -> None:
    """Until 0.12 all people of an installation had one key."""
    with scope.acting_as(alice.pk):
        agent, _ = Agent.connect(alice, name="Scribe", trust="trusted")
        old = fingerprints.keyed_digest("value", "\x1f".join([str(alice.pk), "", identity.canonical("oat milk")]))
        Tombstone.objects.create(
            person=alice, fingerprint=old, cause=Tombstone.Cause.DECLINED, created_at=NOW, has_own_key=False
        )
        assert agent_says(agent, "oat milk", name="drink").name == "blocked"
        assert person_types(alice, "oat milk", name="drink").name == "saved"
        assert not Tombstone.objects.exists()


def test_a_key_that_was_sealed_with_another_one_opens_to_nothing(alice: User) -> None:
    assert tombstones.unseal(tombstones.seal(FROM_ELSEWHERE)) == FROM_ELSEWHERE
    assert tombstones.unseal("torn") == bytes(tombstones.KEY_BYTES)


def test_a_sentence_that_was_kept_as_a_value_still_blocks_when_its_value_is_a_part_of_it(alice: User) -> None:
    """Until 0.12 the value of a home was the whole sentence, and not the place."""
    home = "I live in Bergen"
    with scope.acting_as(alice.pk):
        agent, _ = Agent.connect(alice, name="Scribe", trust="trusted")
        Tombstone.objects.create(
            person=alice,
            fingerprint=tombstones.value_fingerprint(alice.pk, "Home", home),
            words_fingerprint=tombstones.words_fingerprint(alice.pk, "Home", home),
            cause=Tombstone.Cause.ERASED,
            created_at=NOW,
        )
        assert agent_says(agent, home, name="home", category="personal").name == "blocked"
        assert agent_says(agent, "I'm living in Bergen", name="home", category="personal").name == "saved"
        assert person_types(alice, home, name="home", category="personal").memory
        assert not Tombstone.objects.exists()
