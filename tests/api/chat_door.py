"""Calls operations from a chat: a scripted model over real HTTP asks for them, through Telegram or a bridge.

What is compared is what the model reads, because a chat tells its person about an operation in its own words.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.test import Client, override_settings
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.celery import app
from memoryweb.communities import membership, sharing
from memoryweb.people.models import Membership, User
from memoryweb.rls import scope
from memoryweb.telegram import linking
from memoryweb.telegram.answering.model import CALLS_MAX, STEPS
from memoryweb.telegram.models import ChatIdentity, System
from tests.builders import post, set_settings
from tests.json_server import serving
from tests.telegram import bot_api
from tests.telegram.conftest import Scripted, Telegram

SECRET = "a secret of the bridge, with enough characters"
T = TypeVar("T")
NUMBERS = {"alice": 1001, "bob": 1002}  # of Telegram


def person_with_chat(name: str, system: System, *, in_community: bool) -> tuple[User, str]:
    """Create a person with a chat. The token is one of the chat's agent, for HTTP."""
    person = User.objects.create_user(f"{name}@example.org")
    agent = link_chat(person, system, in_community=in_community)
    with scope.acting_as(person.pk):
        return person, agent.renew_token()


def link_chat(person: User, system: System, *, in_community: bool) -> Agent:
    """Link a chat of a person, who lets the model read there. Return its agent, or that of a community's chat."""
    name = _name(person)
    with scope.acting_as(person.pk):
        set_settings(person, use_model=True, share_global_in_communities=True)
        code = linking.new_code(person, now=timezone.now())
    user = str(NUMBERS[name]) if system == System.TELEGRAM else name
    assert linking.link(system, user, code, now=timezone.now())
    with scope.acting_as(person.pk):
        writer = linking.writer(person.pk, system)
        if in_community:
            harbour = membership.found("Harbour", moderation="open", my_name="Zoe")
            mine = Membership.objects.select_related("community").get()
            sharing.share(sharing.Words(statement="The boathouse has tea."), mine, is_named=True, now=timezone.now())
            writer = linking.writer_in(harbour.pk, person.pk, system, user)
        assert writer
        return writer.agent


def _name(person: User) -> str:
    return person.email.partition("@")[0]


@contextmanager
def _model() -> Iterator[Scripted]:
    model = Scripted()
    with (
        serving(model.answer) as address,
        override_settings(EXTRACTION=address, EXTRACTION_MODEL="small", EXTRACTION_TIMEOUT=5.0),
    ):
        yield model


def by_bridge(person: User, wanted: Iterator[tuple[str, dict[str, Any]]], answers: list[Any]) -> None:
    """Write a message for each call; add what the model reads to the answers."""
    with _model() as model:
        for number, (name, arguments) in enumerate(wanted):
            model.script = [[(name, json.dumps(arguments))], "Well."]
            assert say(person, f"m{number}")["ok"]
            answers.append(_read_by(model))


def say(person: User, message_id: str, text: str = "Go on.", *, secret: str = SECRET) -> dict[str, Any]:
    """Write a message by the bridge, in the chat that the person linked last; return the envelope."""
    with scope.acting_as(person.pk):
        chat = ChatIdentity.objects.order_by("linked_at").last()
    said = {"user": _name(person), "community": chat and chat.community_id, "text": text, "message_id": message_id}
    with override_settings(CHAT_SECRET=SECRET):
        answered: dict[str, Any] = post(Client(), "/chat/v1/message", secret, json.dumps(said, default=str)).json()
        return answered


def told_for_all(person: User, wanted: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    """Call all of it by a bridge, as many calls in a message as there can be. Return all that is told or read."""
    told: list[Any] = []
    steps = [[(name, json.dumps(arguments)) for name, arguments in each] for each in batched(wanted, CALLS_MAX)]
    with _model() as model:
        for number, script in enumerate(batched(steps, STEPS - 1)):
            model.script = [*script, "Well."]
            told += [say(person, f"m{number}"), model.results()]
            assert len(model.results()) == sum(len(step) for step in script)
    return told


def batched(values: list[T], size: int) -> list[list[T]]:
    return [values[start : start + size] for start in range(0, len(values), size)]


def by_telegram(person: User, wanted: Iterator[tuple[str, dict[str, Any]]], answers: list[Any]) -> None:
    """As by_bridge, in the person's private chat with the bot. Tasks run where they are started."""

    @contextmanager
    def really(*, execute: bool) -> Iterator[None]:
        yield  # commits are real here, so what waits for them runs by itself

    telegram = Telegram(really)
    with (
        _model() as model,
        bot_api.running() as (_, address),
        override_settings(TELEGRAM_API=address, TELEGRAM_BOT_TOKEN=bot_api.TOKEN, TELEGRAM_BOT_NAME=bot_api.BOT),
    ):
        app.conf.task_always_eager = True
        try:
            for name, arguments in wanted:
                model.script = [[(name, json.dumps(arguments))], "Well."]
                telegram.write("Go on.", by=NUMBERS[_name(person)])
                answers.append(_read_by(model))
        finally:
            app.conf.task_always_eager = False


def _read_by(model: Scripted) -> Any:
    (envelope,) = (json.loads(each) for each in model.results())
    return envelope["data"] if envelope["ok"] else envelope["error"]
