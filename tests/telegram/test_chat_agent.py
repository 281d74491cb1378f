"""The agent behind HTTP, for other chat systems: explicit user and community, signed in, and never a yes."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import AccessLog, Agent
from memoryweb.communities import membership, sharing
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import Membership, User
from memoryweb.rls import scope
from memoryweb.telegram import linking
from tests.builders import person_types, set_settings
from tests.telegram.bot_api import BotApi
from tests.telegram.conftest import Scripted

SECRET = "a secret of the bridge, with enough characters"


@pytest.fixture
def bridge(bot: BotApi, settings: Any) -> Client:
    settings.CHAT_SECRET = SECRET
    return Client()


def say(
    bridge: Client, text: str, *, community: Any = None, user: str = "U1", secret: str = SECRET, **more: Any
) -> Any:
    body = {"user": user, "community": community and str(community), "text": text, "message_id": uuid4().hex} | more
    return bridge.post(
        "/chat/v1/message",
        json.dumps(body),
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )


@pytest.fixture
def linked(bridge: Client, alice: User) -> User:
    with scope.acting_as(alice.pk):
        code = linking.new_code(alice, now=timezone.now())
    assert say(bridge, f"/link {code}").json()["ok"]
    return alice


def test_s4s_flows_for_an_explicit_user(bridge: Client, linked: User) -> None:
    told = say(bridge, "I prefer vegan food").json()["data"]
    assert (told["asked"], told["reviewUrl"]) == (1, "http://127.0.0.1:8000/review/")
    with scope.acting_as(linked.pk):
        proposal = Proposal.objects.get()
        assert proposal.status == "open"
    with scope.acting_as(linked.pk):
        person_types(linked, "I like pasta", name="pasta", category="dietary")
    answered = say(bridge, "What do you know about my food preferences?").json()["data"]
    assert "pasta" in answered["reply"]
    assert "vegan" not in answered["reply"]  # it waits
    with scope.acting_as(linked.pk):
        assert set(AccessLog.objects.values_list("agent__name", flat=True)) == {"Another chat"}


def test_in_a_community_it_says_nothing_private(bridge: Client, linked: User) -> None:
    with scope.acting_as(linked.pk):
        harbour = membership.found("Harbour", moderation="open", my_name="Zoe")
        mine = Membership.objects.select_related("community").get()
        sharing.share(sharing.Words(statement="The boathouse opens at nine."), mine, is_named=True, now=timezone.now())
        set_settings(linked, share_global_in_communities=True)
        person_types(linked, "I prefer vegan zebrafood", name="food", category="dietary")
    for text in ("what do you know about my food preferences?", "I prefer zebratea", "what is zebrafood?"):
        told = say(bridge, text, community=harbour.pk).json()["data"]
        assert "zebra" not in json.dumps(told)
        assert told["asked"] == 0
    assert "nine" in say(bridge, "when does the boathouse open?", community=harbour.pk).json()["data"]["reply"]


def test_a_message_that_comes_twice_says_one_thing(bridge: Client, linked: User) -> None:
    for _ in range(2):
        say(bridge, "I prefer vegan food", message_id="m1")
    with scope.acting_as(linked.pk):
        assert Memory.objects.get().evidence_count == 1


def test_a_message_that_comes_twice_asks_no_model_again(bridge: Client, linked: User, model: Scripted) -> None:
    with scope.acting_as(linked.pk):
        set_settings(linked, use_model=True)
    saved = {"category": "dietary", "preference": "vegan", "details": "I eat vegan.", "quote": "no animals"}
    model.script = [[("save_user_preference", json.dumps(saved))], "I asked you about it.", "Something else."]
    first, again = (say(bridge, "no animals, ever", message_id="m1").json()["data"] for _ in range(2))
    assert (first["asked"], first["reply"]) == (1, "I asked you about it.")
    assert (again["asked"], again["reviewUrl"]) == (1, first["reviewUrl"])
    assert (len(model.requests), again["reply"]) == (2, "I asked you about it. Answer on the page.")
    with scope.acting_as(linked.pk):
        assert Memory.objects.get().evidence_count == 1


def test_a_message_id_with_another_text_is_refused(bridge: Client, linked: User) -> None:
    say(bridge, "I prefer vegan food", message_id="m1")
    answer = say(bridge, "I prefer zebra food", message_id="m1")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "CONFLICT")
    assert say(bridge, "I prefer tea", message_id="m2").json()["data"]["asked"] == 1
    with scope.acting_as(linked.pk):
        assert Memory.objects.count() == 2


def test_whoever_is_leaving_is_unknown(bridge: Client, linked: User) -> None:
    with scope.acting_as(linked.pk):
        User.objects.filter(pk=linked.pk).update(deletion_asked_at=timezone.now())
    assert say(bridge, "I prefer tea").status_code == 404


def test_a_bridge_cannot_say_yes(bridge: Client, linked: User) -> None:
    say(bridge, "I prefer vegan food")
    with scope.acting_as(linked.pk):
        proposal = Proposal.objects.get()
    for text in ("yes", "Yes", f"y:{proposal.pk.hex}:{'0' * 16}", "/accept", "accept it", "confirm"):
        say(bridge, text)
    with scope.acting_as(linked.pk):
        assert Memory.objects.get(pk=proposal.memory_id).status == "candidate"


def test_a_code_that_was_typed_in_a_community_is_used_up(bridge: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        code = linking.new_code(alice, now=timezone.now())
    assert "no longer works" in say(bridge, f"/link {code}", community=uuid4()).json()["data"]["reply"]
    assert say(bridge, f"/link {code}", user="U2").status_code == 404


def test_something_sensitive_is_not_sent_to_the_model(bridge: Client, linked: User, model: Scripted) -> None:
    with scope.acting_as(linked.pk):
        set_settings(linked, use_model=True)
    model.script = ["Well."]
    say(bridge, "Remember my password: hunter2-zebra")
    assert model.requests == []
    assert say(bridge, "hello").json()["data"]["reply"] == "Well."


def test_who_is_unknown_and_who_is_no_member_are_answered_alike(bridge: Client, linked: User, bob: User) -> None:
    with scope.acting_as(bob.pk):
        boats = membership.found("Boats", moderation="open", my_name="Bo")
    answers = [
        say(bridge, "what do you know about me?", user="U2"),
        say(bridge, "hello", community=boats.pk),
        say(bridge, "hello", community=uuid4()),
    ]
    assert [each.status_code for each in answers] == [404] * 3
    assert len({json.dumps(each.json()["error"]) for each in answers}) == 1


@pytest.mark.parametrize("secret", ["", "wrong", "mweb_x", "é"])
def test_without_the_secret_nobody_is_answered(secret: str, bridge: Client, linked: User, settings: Any) -> None:
    assert say(bridge, "hello", secret=secret).status_code == 401
    settings.CHAT_SECRET = ""
    assert say(bridge, "hello", secret="").status_code == 401


def test_a_paused_or_revoked_agent_is_refused(bridge: Client, linked: User) -> None:
    with scope.acting_as(linked.pk):
        Agent.objects.get().pause(now=timezone.now())
    assert say(bridge, "hello").status_code == 403
    with scope.acting_as(linked.pk):
        Agent.objects.get().revoke(now=timezone.now())
    assert say(bridge, "I prefer vegan food").status_code == 403
    with scope.acting_as(linked.pk):
        assert Memory.objects.count() == 0


STRANGE: list[Any] = [
    {},
    {"user": 1},
    {"user": ""},
    {"user": "x" * 65},
    {"user": "a b"},
    {"text": ""},
    {"text": "x" * 4097},
    {"text": None},
    {"community": "harbour"},
    {"message_id": ""},
    {"more": 1},
    {"text": "a\x00b I like tea"},
    {"text": "\ud800 I like tea"},
    {"user": "\u202e"},
    {"at": "2099-01-01T00:00:00Z"},
    {"message_id": "x" * 65},
    {"community": []},
    {"text": float("nan")},
]


def test_nothing_that_is_sent_breaks_it(bridge: Client, linked: User) -> None:
    for change in STRANGE:
        response = say(bridge, change.get("text", "hello"), **{k: v for k, v in change.items() if k != "text"})
        assert response.status_code < 500, change
        assert isinstance(response.json()["ok"], bool)
    for body in (b"", b"[]", b"{", b"[" * 100_000, b"\xff", b"{}" + b" " * 300_000):
        response = bridge.post(
            "/chat/v1/message", body, content_type="application/json", headers={"Authorization": f"Bearer {SECRET}"}
        )
        assert response.status_code == 400
    assert "at most 262144 bytes" in response.json()["error"]["message"]
    twice = b'{"user": "U2", "user": "U1", "community": null, "text": "hello", "message_id": "m"}'
    response = bridge.post(  # the last name counts
        "/chat/v1/message", twice, content_type="application/json", headers={"Authorization": f"Bearer {SECRET}"}
    )
    assert response.json()["ok"]
    assert bridge.get("/chat/v1/message").status_code == 404


@pytest.mark.parametrize("character", ["\x00", "\ud83d"])
def test_a_character_that_cannot_be_stored_loses_only_itself(bridge: Client, linked: User, character: str) -> None:
    assert say(bridge, f"Remember: I like {character}green tea").json()["ok"]
    with scope.acting_as(linked.pk):
        assert "green tea" in str(Memory.objects.get())
