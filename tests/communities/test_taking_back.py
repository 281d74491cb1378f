"""What is taken back leaves a receipt, leaves the disk at night, and does not come back with an old backup."""

from typing import Any

from django.db import transaction
from django.test import Client
from django.utils import timezone

from memoryweb.communities import decisions, reading
from memoryweb.communities.decisions import Ruling
from memoryweb.communities.models import SharedMemory
from memoryweb.communities.taking_back import take_back, take_back_all
from memoryweb.language.mentions.topics import Topic
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure, replay
from memoryweb.memories.erasing.topics import Choice
from memoryweb.memories.models import Erasure
from memoryweb.rls import scope
from memoryweb.rules.moderation import Reason, Verb
from tests.cases import with_each
from tests.communities.conftest import Team

ZEBRA = "The zebra lives in the yard."


def show(team: Team, statement: str = ZEBRA) -> SharedMemory:
    shared = team.share(team.alice, statement, details=f"{statement} Really.")
    with scope.acting_as(team.mira.pk):
        decisions.decide(shared.pk, Ruling(verb=Verb.APPROVE, reason=Reason.CHECKED), by=team.mira, now=timezone.now())
    return shared


def shown_to_bob(team: Team) -> list[str]:
    with scope.acting_as(team.bob.pk):
        return [str(shared) for shared in reading.shown_to(team.bob, team.community)]


def entry_of(receipt: Erasure) -> dict[str, Any]:
    at = receipt.erased_at.isoformat()
    return {"id": str(receipt.pk), "person": str(receipt.person_id), "at": at, **receipt.replay}


def test_taking_back_leaves_a_receipt_without_words(team: Team, browser: Client) -> None:
    shared = show(team)
    with scope.acting_as(team.alice.pk):
        receipt = take_back([shared.pk], by=team.alice, now=timezone.now())
        assert receipt
        assert take_back([shared.pk], by=team.alice, now=timezone.now()) is None
        assert "zebra" not in str(receipt.replay)
    page = browser.get(f"/erasures/{receipt.pk}/").text
    assert "What you shared is taken back" in page
    assert "Taken back from communities" in page
    assert "taken back from a community" in browser.get("/erasures/").text
    assert shown_to_bob(team) == []


def test_nobody_takes_back_what_others_shared(team: Team) -> None:
    shared = show(team)
    with scope.acting_as(team.bob.pk):
        assert take_back([shared.pk], by=team.bob, now=timezone.now()) is None
    assert shown_to_bob(team) == [ZEBRA]


@with_each("by", ["taking back", "taking back all", "erasing the topic"])
def test_an_old_backup_does_not_bring_it_back(team: Team, by: str) -> None:
    shared = show(team)
    entry: dict[str, Any] = {}
    with transaction.atomic():
        with scope.acting_as(team.alice.pk):
            if by == "erasing the topic":
                choice = Choice(keys=frozenset(), rest=frozenset({"shared"}))
                erasure.erase_topic(Topic("zebra"), choice, by=Person(team.alice), now=timezone.now())
            elif by == "taking back":
                take_back([shared.pk], by=team.alice, now=timezone.now())
            else:
                assert take_back_all(team.alice, now=timezone.now()) == 1
            entry.update(entry_of(Erasure.objects.get()))
        transaction.set_rollback(True)  # as a backup from before it does
    assert shown_to_bob(team) == [ZEBRA]
    assert replay.replay([entry], now=timezone.now()) == {replay.DONE: 1}
    assert shown_to_bob(team) == []
    with scope.acting_as(team.mira.pk):
        assert SharedMemory.objects.get(pk=shared.pk).status == "retracted"
    assert replay.replay([entry], now=timezone.now()) == {replay.KNOWN: 1}


def test_what_was_shared_after_the_backup_is_left_alone(team: Team) -> None:
    show(team)
    entry: dict[str, Any] = {}
    with transaction.atomic():
        later = show(team, "The okapi lives next door.")
        with scope.acting_as(team.alice.pk):
            take_back([later.pk], by=team.alice, now=timezone.now())
            entry.update(entry_of(Erasure.objects.get()))
        transaction.set_rollback(True)
    assert replay.replay([entry], now=timezone.now()) == {replay.DONE: 1}
    assert shown_to_bob(team) == [ZEBRA]
