"""A question with buttons in the person's private chat, and the handling of presses."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from memoryweb.language.text import value_text
from memoryweb.memories import actions
from memoryweb.memories.actions import proposals, remainders, rivals
from memoryweb.memories.disclosure import DAY, additions, whole_words
from memoryweb.memories.models import Evidence, Proposal, Status
from memoryweb.operations.results import review_url
from memoryweb.people.models import User
from memoryweb.rules import fields
from memoryweb.telegram.answering.answers import TEXT_MAX

YES, NO, TODAY = "y", "n", "t"  # the letter that a button's data begins with
CHANNEL = "Telegram"  # as the history names it
SHOWN = 5  # questions that /questions sends


@dataclass(frozen=True)
class Message:
    """A text, and what is under it: rows of buttons, as Telegram takes them."""

    text: str
    buttons: list[list[dict[str, str]]]


def asked_about(agent_id: UUID, said: Iterable[UUID]) -> list[Proposal]:
    """Return the open questions that an agent's statements led to, the oldest first. Needs the person's scope."""
    ids = list(said)
    told = Evidence.objects.filter(agent=agent_id, pk__in=ids).values("memory")
    rows = Proposal.objects.open().filter(Q(memory__in=told) | Q(memory__in=ids)).select_related("memory")
    return list(rows.order_by("created_at", "pk"))


def waiting(person_id: UUID) -> list[Proposal]:
    """Return the oldest open questions of a person. Needs their scope."""
    rows = Proposal.objects.of(person_id).open().select_related("memory")
    return list(rows.order_by("created_at", "pk")[:SHOWN])


def message(proposal: Proposal) -> Message:
    """Return a question as a chat message.

    A yes covers what was shown. So the buttons are there only if the text has all of it; else a link leads to Review.
    """
    text = _text(proposal)
    if not _is_plain(proposal) or len(text) > TEXT_MAX:
        text = _("A question waits for you that needs a closer look: %(url)s") % {"url": review_url()}
        return Message(text, [])
    version = proposals.current_version(proposal, proposal.memory)
    labels = ((YES, _("Yes")), (NO, _("No")), *(() if proposal.is_answer else ((TODAY, _("Just this time")),)))
    row = [{"text": label, "callback_data": f"{letter}:{proposal.pk.hex}:{version}"} for letter, label in labels]
    return Message(text, [row])


def _is_plain(proposal: Proposal) -> bool:
    """Return whether it asks for one thing: to use what waits, or the side of a conflict that an agent was told.

    No choice, and no other decision.
    """
    memory = proposal.memory
    if proposal.is_answer:
        return memory.status == Status.ACTIVE and memory.contested
    is_offer = proposal.kind == Proposal.Kind.REMEMBER or bool(proposal.replaces)
    is_alone = not proposals.others_to_choose(proposal).exists() and not memory.contested
    return is_offer and memory.status == Status.CANDIDATE and is_alone


def _text(proposal: Proposal) -> str:
    """Return all that the question's version covers. Each line of an agent's details begins with a bar."""
    memory = proposal.memory
    details = value_text.details_beyond_value(memory.details, memory.value, memory.label)
    goes = rivals.ended_by_yes(memory, proposal).all
    rows = (
        ("", _one_line(proposal.question)),
        ("", f"“{_one_line(memory)}”"),
        ("", "\n".join(f"│ {line}" for line in details.splitlines()) if details != str(memory) else ""),
        (_("Category"), "" if memory.category in fields.CATEGORIES else _one_line(memory.category.replace("_", " "))),
        (_("Only on"), date_format(memory.day, DAY) if memory.day else ""),
        *((each.name, _one_line(each.text)) for each in additions(memory)),
        *((_("Instead of"), f"“{_one_line(whole_words(each))}”") for each in goes),
        *((_("Stays in use"), _one_line(part)) for part in remainders.all_left_over(goes, memory)),
        ("", "" if proposal.is_answer else _("No agent gets it until you say yes.")),
    )
    return "\n".join(f"{label}: {text}" if label else str(text) for label, text in rows if text)


def _one_line(words: object) -> str:
    """Return words without line breaks, so that none of theirs looks like a row of ours."""
    return " ".join(str(words or "").splitlines())


@dataclass(frozen=True)
class Pressed:
    """The result of a press: a sentence, and the question again if changed since.

    A repeated press did nothing, and what the message says of the first one stays.
    """

    text: str
    again: Message | None = None
    is_repeated: bool = False


def press(data: str, person: User, *, now: datetime) -> Pressed:
    """Answer a question by a button, as Review does. Needs the person's scope; anybody else's question is unknown."""
    letter, _sep, rest = data.partition(":")
    pk, _sep, version = rest.partition(":")
    proposal = _find(pk)
    if proposal is None or letter not in (YES, NO, TODAY) or not version:
        return Pressed(_("This question is gone."))
    by = actions.Person(person, channel=CHANNEL)
    actions.lock_person(person.pk)  # until the end of the transaction: what is compared is what is done
    proposal.refresh_from_db()
    if proposal.status in (Proposal.Status.ACCEPTED, Proposal.Status.DECLINED):
        return Pressed(_("You already answered this."), is_repeated=True)
    outcome = _decide(letter, proposal, by, version, now)
    subject = f" “{_one_line(outcome.memory)}”" if outcome.memory and outcome.version else ""
    if outcome.reason != proposals.STALE:
        return Pressed(_(outcome.reason) + subject)
    proposal = _find(pk)
    is_open = proposal is not None and proposal.status == Proposal.Status.OPEN
    return Pressed(_(outcome.reason), message(proposal) if proposal and is_open else None)


def _decide(letter: str, proposal: Proposal, by: actions.Actor, version: str, now: datetime) -> actions.Outcome:
    more: dict[str, Any] = {"by": by, "now": now}
    if letter == YES:
        return actions.accept(proposal.pk, version=version, **more)
    if letter == NO:
        return actions.reject(proposal.pk, **more)
    return actions.only_this_time(proposal.memory_id, question=proposal.pk, version=version, **more)


def _find(pk: str) -> Proposal | None:
    try:
        return Proposal.objects.select_related("memory").filter(pk=UUID(hex=pk)).first()
    except ValueError:
        return None
