"""The agent behind HTTP, for other chat systems (S4's webhook agent): the same answers, with an explicit user.

A bridge signs in with the operator's secret and says who writes, and in which community or in none. It acts only for
people who linked that user to themselves. What it says is no proof of a person: no yes comes this way, only a link.
"""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from memoryweb.language import sensitive
from memoryweb.learning import llm
from memoryweb.memories.models import fingerprints
from memoryweb.operations.errors import Failure
from memoryweb.operations.failures import of_arguments
from memoryweb.operations.models import Answer
from memoryweb.operations.results import review_url
from memoryweb.people.models import MemorySettings
from memoryweb.rls import scope
from memoryweb.telegram import linking
from memoryweb.telegram.answering import answers, model, sentences
from memoryweb.telegram.answering.answers import Reply
from memoryweb.telegram.answering.calls import Calls
from memoryweb.telegram.linking import Writer
from memoryweb.telegram.models import USER_MAX, System
from memoryweb.telegram.updates import TEXT_MAX

Id = Annotated[str, StringConstraints(min_length=1, max_length=USER_MAX, pattern=r"^[\x21-\x7e]+$")]
LINK = "/link "


class Said(BaseModel):
    """What a bridge sends. `community` is null in a chat with nobody else in it."""

    model_config = ConfigDict(extra="forbid")

    user: Id
    community: UUID | None
    text: str = Field(min_length=1, max_length=TEXT_MAX)
    message_id: Id


@dataclass(frozen=True)
class Told:
    """The bridge's answer: a text, the number of questions asked, and the address to answer them."""

    reply: str
    asked: int
    review_url: str

    def as_data(self) -> dict[str, Any]:
        return {"reply": self.reply, "asked": self.asked, "reviewUrl": self.review_url}


def answer(sent: dict[str, Any], *, now: datetime) -> Told:
    """Answer a message. Raises Failure."""
    try:
        said = Said.model_validate(sent)
    except ValidationError as error:
        raise of_arguments(error) from None
    if said.community is not None and linking.use_up(said.text):
        return Told(str(sentences.SENTENCES["code_in_group"]), 0, answers.page("telegram:telegram"))
    if said.text.lower().startswith(LINK):
        return _link(said, now)
    writer, settings = _writer(said, now)
    calls = Calls(writer, _key(said), now)
    if before := _answered_before(said, writer):
        reply = _again(before, calls)
    elif llm.is_enabled_for(settings) and not sensitive.inspect([said.text]):
        reply = model.answer(said.text, calls, settings, now=now)
    else:
        reply = answers.answer(said.text, calls)
    return _told(reply, calls)


def _id(said: Said) -> str:
    return f"chat-{sha256(f'{said.user} {said.message_id}'.encode()).hexdigest()[:32]}-"


def _key(said: Said) -> str:
    """Return what the keys of a message's writes begin with: its id, and a keyed digest of its text."""
    return _id(said) + fingerprints.keyed_digest("chat message", said.text).hex()[:16]


def _answered_before(said: Said, writer: Writer) -> list[Answer]:
    """Return what the writes of this message answered, where it comes again. Raises CONFLICT for another text."""
    with scope.acting_as(writer.agent.person_id):
        kept = list(Answer.objects.filter(agent=writer.agent, key__startswith=_id(said)).order_by("created_at", "pk"))
    if not all(each.key.startswith(_key(said)) for each in kept):
        raise Failure("CONFLICT", "message_id: This user said something else under it.")
    return kept


def _again(before: list[Answer], calls: Calls) -> Reply:
    """Tell what became of a message, without what it met: what the chat may read can have changed since.

    No model is asked again, because it might say something else this time.
    """
    for answer in before:
        each: dict[str, Any]
        for each in (answer.data, *answer.data.get("others", ())):
            calls.outcomes.append({"outcome": each["outcome"], "reason": ""})
    return Reply(answers.saved_text(calls).strip())


def _link(said: Said, now: datetime) -> Told:
    if said.community is not None:
        raise Failure("INVALID_ARGUMENT", "community: A user links themselves in a chat with nobody else in it.")
    if sentences.is_too_often("code", f"webhook-{said.user}"):
        raise Failure("RATE_LIMITED", "Too many tries.", {"retryAfter": sentences.SECONDS})
    if not linking.link(System.WEBHOOK, said.user, said.text[len(LINK) :], now=now):
        raise Failure("NOT_FOUND", "That code doesn’t work for this user.")
    person_id = linking.person_of(System.WEBHOOK, said.user)
    assert person_id
    with scope.acting_as(person_id):
        return Told(answers.linked_text(person_id), 0, "")


def _writer(said: Said, now: datetime) -> tuple[Writer, MemorySettings]:
    """Return the writer and their settings. Raises NOT_FOUND alike for unknown users and non-members."""
    person_id = linking.person_of(System.WEBHOOK, said.user)
    unknown = Failure("NOT_FOUND", "Nobody has linked this user here, or they are not in this community.")
    if person_id is None:
        raise unknown
    with scope.acting_as(person_id):
        own = linking.writer(person_id, System.WEBHOOK)
        writer = linking.writer_in(said.community, person_id, System.WEBHOOK, said.user) if said.community else own
        if own is None or writer is None:
            raise unknown
        for agent in (own.agent, writer.agent):
            if not agent.is_usable(now) or agent.is_paused(now):
                raise Failure("PERMISSION_DENIED", "The person has ended or paused this.")
        return writer, MemorySettings.for_person(person_id)


def _told(reply: Reply, calls: Calls) -> Told:
    asked = sum(each["outcome"] == "proposed" for each in calls.outcomes) if calls.writer.is_private else 0
    text = reply.text or str(sentences.ASKED)
    return Told(text, asked, review_url() if calls.outcomes else "")
