"""Calls operations from a chat: a scripted model over real HTTP asks for them, through Telegram or a bridge.

What is compared is what the model reads, because a chat tells its person about an operation in its own words.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.test import Client, override_settings
from django.utils import timezone

from memoryweb.celery import app
from memoryweb.communities import membership, sharing
from memoryweb.people.models import Membership, User
from memoryweb.rls import scope
from memoryweb.telegram import linking
from memoryweb.telegram.models import ChatIdentity, System
from tests.builders import post, set_settings
from tests.json_server import serving
from tests.telegram import bot_api
from tests.telegram.conftest import Scripted, Telegram

SECRET = "a secret of the bridge, with enough characters"
NUMBERS = {"alice": 1001, "bob": 1002}  # of Telegram


def person_with_chat(name: str, system: System, *, in_community: bool) -> tuple[User, str]:
    """Create a person who linked a chat and lets the model read. The token is one of the chat's agent, for HTTP."""
    person = User.objects.create_user(f"{name}@example.org")
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
        return person, writer.agent.renew_token()


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
    with scope.acting_as(person.pk):
        community = ChatIdentity.objects.order_by("linked_at").last()
    said = {"user": person.email.split("@")[0], "community": community and community.community_id, "text": "Go on."}
    with _model() as model, override_settings(CHAT_SECRET=SECRET):
        for number, (name, arguments) in enumerate(wanted):
            model.script = [[(name, json.dumps(arguments))], "Well."]
            body = json.dumps(said | {"message_id": f"m{number}"}, default=str)
            assert post(Client(), "/chat/v1/message", SECRET, body).json()["ok"]
            answers.append(_read_by(model))


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
                telegram.write("Go on.", by=NUMBERS[person.email.split("@")[0]])
                answers.append(_read_by(model))
        finally:
            app.conf.task_always_eager = False


def _read_by(model: Scripted) -> Any:
    (envelope,) = (json.loads(each) for each in model.results())
    return envelope["data"] if envelope["ok"] else envelope["error"]
