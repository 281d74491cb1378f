"""A bot whose Bot API is on this machine, and people who write to it as Telegram would tell us."""

import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from memoryweb.celery import app
from memoryweb.people.models import Community, User
from memoryweb.rls import scope
from memoryweb.telegram import configuration, linking
from memoryweb.telegram.models import System
from tests.json_server import serving
from tests.telegram import bot_api
from tests.telegram.bot_api import BotApi

ALICE, BOB, STRANGER, GROUP = 1001, 1002, 1003, -5001  # numbers of Telegram


@pytest.fixture
def bot(settings: Any) -> Iterator[BotApi]:
    """The Bot API. Tasks run where they are started: at the end of a request, in this process."""
    with bot_api.running() as (api, address):
        settings.TELEGRAM_API, settings.TELEGRAM_BOT_TOKEN, settings.TELEGRAM_BOT_NAME = (
            address,
            bot_api.TOKEN,
            bot_api.BOT,
        )
        cache = settings.CACHES["default"] | {"KEY_PREFIX": uuid4().hex}  # nobody else's tries are counted
        settings.CACHES, app.conf.task_always_eager = {"default": cache}, True
        yield api
        app.conf.task_always_eager = False


@dataclass
class Telegram:
    """Posts updates to the webhook, and runs what waits for the commit."""

    capture: Callable[..., Any]
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(70_000_000))
    client: Client = field(default_factory=Client)

    def post(self, update: Any, *, header: str | None = None, path: str | None = None) -> Any:
        address = reverse("telegram:webhook", args=[path or configuration.webhook_path()])
        secret = configuration.header_secret() if header is None else header
        with self.capture(execute=True):
            return self.client.post(
                address, update, content_type="application/json", headers={"X-Telegram-Bot-Api-Secret-Token": secret}
            )

    def update(self, **content: Any) -> dict[str, Any]:
        return {"update_id": next(self.numbers), **content}

    def write(self, text: str, *, by: int = ALICE, chat: int = 0, message_id: int = 0, kind: str = "message") -> Any:
        """Write a message in private, or in a group; return the update."""
        update = self.update(**{kind: message(text, by=by, chat=chat, message_id=message_id or next(self.numbers))})
        assert self.post(update).status_code == 200
        return update

    def press(self, data: str, *, by: int = ALICE, chat: int = 0) -> Any:
        pressed = {
            "id": str(next(self.numbers)),
            "from": sender(by),
            "data": data,
            "chat_instance": "1",
            "message": message("", by=by, chat=chat, message_id=next(self.numbers)),
        }
        return self.post(self.update(callback_query=pressed))


def sender(number: int) -> dict[str, Any]:
    return {"id": number, "is_bot": False, "first_name": "Somebody", "language_code": "en"}


def message(text: str, *, by: int, chat: int, message_id: int) -> dict[str, Any]:
    place = {"id": chat, "type": "supergroup", "title": "A group"} if chat else {"id": by, "type": "private"}
    return {"message_id": message_id, "from": sender(by), "chat": place, "date": 1767225600, "text": text}


def link(person: User, number: int) -> None:
    """Link a person's chat by a code, as their page and their message do."""
    with scope.acting_as(person.pk):
        code = linking.new_code(person, now=timezone.now())
    assert linking.link(System.TELEGRAM, str(number), code, now=timezone.now())


def link_group(telegram: Telegram, person: User, community: Community, number: int, chat: int = GROUP) -> None:
    with scope.acting_as(person.pk):
        code = linking.new_code(person, now=timezone.now(), community=community)
    telegram.write(f"/link@{bot_api.BOT} {code}", by=number, chat=chat)


@pytest.fixture
def telegram(bot: BotApi, django_capture_on_commit_callbacks: Callable[..., Any]) -> Telegram:
    return Telegram(django_capture_on_commit_callbacks)


@pytest.fixture
def linked(telegram: Telegram, alice: User) -> User:
    link(alice, ALICE)
    return alice


class Scripted:
    """An OpenAI-compatible model whose answers are written in advance: a text, or the calls it makes."""

    def __init__(self) -> None:
        self.script: list[Any] = []
        self.requests: list[dict[str, Any]] = []
        self.during_call: Callable[[], object] = lambda: None  # what to do during the next call

    def answer(self, path: str, body: dict[str, Any], _: str) -> tuple[int, bytes]:
        self.requests.append(body)
        during, self.during_call = self.during_call, lambda: None
        during()
        step = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(step, int):
            return step, b"{}"
        said: dict[str, Any] = {"role": "assistant", "content": step if isinstance(step, str) else None}
        if isinstance(step, list):
            said["tool_calls"] = [
                {"id": f"c{number}", "type": "function", "function": {"name": name, "arguments": arguments}}
                for number, (name, arguments) in enumerate(step)
            ]
        choice = {"index": 0, "finish_reason": "stop", "message": said}
        usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
        return 200, json.dumps(
            {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
        ).encode()

    def results(self) -> list[str]:
        return [each["content"] for each in self.requests[-1]["messages"] if each["role"] == "tool"]


@pytest.fixture
def model(settings: Any) -> Iterator[Scripted]:
    model = Scripted()
    with serving(model.answer) as address:
        settings.EXTRACTION, settings.EXTRACTION_MODEL, settings.EXTRACTION_TIMEOUT = address, "small", 5.0
        settings.EXTRACTION_PRICES = (1.0, 4.0)
        yield model
