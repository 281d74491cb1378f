"""Answers a message with the operations alone, without a model: the same in every chat system."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from memoryweb.language.extraction import Find
from memoryweb.language.text import signs, value_text
from memoryweb.learning.policy import FINDS_AT_ONCE
from memoryweb.operations.results import review_url
from memoryweb.people.models import User
from memoryweb.recall.models import ReceiptItem
from memoryweb.rules import limits, moderation
from memoryweb.telegram.answering import patterns
from memoryweb.telegram.answering.calls import Calls
from memoryweb.telegram.linking import Writer

SHOWN = 10  # memories in one answer
TEXT_MAX = 3500  # characters of an answer, and of a question; Telegram takes 4,096


@dataclass(frozen=True)
class Reply:
    """What to say, and the ids of what the message said: questions about it follow. In a group they go elsewhere."""

    text: str
    said: tuple[UUID, ...] = ()


def answer(text: str, calls: Calls) -> Reply:
    """Answer a message by patterns."""
    meant = patterns.understand(text)
    if isinstance(meant, patterns.Question):
        return Reply(_ask(meant, calls))
    if isinstance(meant, patterns.Statements):
        return _save(meant, calls)
    return Reply(help_text(calls.writer))


def says_much(text: str) -> bool:
    """Return whether a message makes more statements than are remembered while the person is held once."""
    meant = patterns.understand(text)
    return isinstance(meant, patterns.Statements) and len(meant.finds) > FINDS_AT_ONCE


def help_text(writer: Writer) -> str:
    if not writer.is_private:
        return with_link(
            _(
                "Ask what this community knows, or write “Remember: …” to suggest something for all. "
                "Ask me about yourself in our own chat."
            ),
            own_chat(),
        )
    return _(
        "Tell me something about you, such as “I prefer vegan food”, or ask “What do you know about my food "
        "preferences?”. /questions shows what waits for you."
    )


def linked_text(person_id: UUID) -> str:
    """Say which account a chat is linked to now, so that whoever was tricked into another one's notices.

    Needs the person's scope.
    """
    name, _at, host = User.objects.get(pk=person_id).email.partition("@")
    return _(
        "Linked to %(account)s. If that is not you, send /unlink. Tell me something about you, such as “I prefer vegan "
        "food”. You are asked before anything counts."
    ) % {"account": f"{name[:1]}…@{host}"}


def with_link(text: str, url: str) -> str:
    """Return a text with a URL on its own line, so that no full stop joins it."""
    return f"{text}\n{url}"


def own_chat() -> str:
    """Return where a person talks to the bot alone; Review, where there is no bot."""
    return f"https://t.me/{settings.TELEGRAM_BOT_NAME}" if settings.TELEGRAM_BOT_NAME else review_url()


# Questions


def _ask(question: patterns.Question, calls: Calls) -> str:
    if calls.writer.is_private:
        found, why_nothing = _find(question, calls)
        return _told(found, calls) if found or not why_nothing else why_nothing
    if question.is_of_one:
        return with_link(_("That is between you and me. Ask me in our own chat."), own_chat())
    if not calls.may("search_memory"):
        return _("This community has switched that off.")
    envelope = calls("search_memory", {"query": question.words, "limit": SHOWN})
    lines = [each["content"] for each in envelope.get("data", {}).get("memories", ())]
    if not lines:
        return _why_nothing(envelope) or _("This community has nothing about that.")
    return _bounded([_("What this community shares:"), *(f"• {line}" for line in lines)])


def _why_nothing(envelope: dict[str, Any]) -> str:
    """Return a read's error message or reason for an empty result."""
    return str(envelope["data"]["reason"] if envelope["ok"] else envelope["error"]["message"])


def _find(question: patterns.Question, calls: Calls) -> tuple[list[dict[str, Any]], str]:
    """Return memories for a question: from its categories, else from a search.

    And why there may be none, if that is because of an error or a setting.
    """
    found: dict[str, dict[str, Any]] = {}
    why_nothing = ""
    for category in question.categories or (("",) if question.is_broad else ()):
        listed = calls("get_user_preferences", {"category": category, "limit": SHOWN})
        found |= {each["id"]: each for each in listed.get("data", {}).get("preferences", ())}
        why_nothing = why_nothing or _why_nothing(listed)
    if not found and not question.is_broad:
        hits = calls("search_user_preferences", {"query": question.words, "limit": SHOWN})
        found |= {each["id"]: each for each in hits.get("data", {}).get("preferences", ())}
        why_nothing = why_nothing or _why_nothing(hits)
    return list(found.values())[:SHOWN], why_nothing


def _told(memories: list[dict[str, Any]], calls: Calls) -> str:
    if not memories:
        return with_link(
            _("I know nothing about that. Look through all of your memories here."), page("review:memories")
        )
    lines = [f"• {line(each)}" for each in memories]
    return _bounded(
        [_("What I know about that:"), *lines, "", _("What was read, and why: %(url)s") % {"url": receipt_url(calls)}]
    )


def line(preference: dict[str, Any]) -> str:
    """Format a memory as one line, for people and agents alike."""
    words = value_text.format_line(preference["preference"], preference["value"])
    return str(words if preference["value"] not in (None, "") else preference["details"])


def receipt_url(calls: Calls) -> str:
    """Return the address of this chat's last receipt with something in it. Sets its own scope."""
    from memoryweb.agents.callers import acting_as_agent

    with acting_as_agent(calls.writer.agent):
        own = ReceiptItem.objects.filter(receipt__agent=calls.writer.agent)
        last = own.order_by("-receipt__at", "-receipt_id").values_list("receipt_id", flat=True).first()
    return page("review:receipt", last) if last else page("review:receipts")


def page(name: str, *values: object) -> str:
    return settings.BASE_URL.rstrip("/") + reverse(name, args=values)


def _bounded(lines: list[str]) -> str:
    """Join lines; leave out whole ones before the last that would make it too long."""
    while len("\n".join(lines)) > TEXT_MAX and len(lines) > 2:
        lines.pop(-3 if len(lines) > 3 else 1)
    return signs.cut("\n".join(lines), TEXT_MAX)


# Statements


def _save(statements: patterns.Statements, calls: Calls) -> Reply:
    if not calls.writer.is_private and statements.words and not patterns.OF_ONE.search(statements.words):
        return _suggest(statements.words, calls)
    if not calls.may("save_user_preference"):
        return Reply(_("This community has switched that off."))
    for find in (*statements.finds,) or (None,):
        calls("save_user_preference", _arguments(find, statements.words))
    return Reply(saved_text(calls), tuple(calls.said))


def _arguments(find: Find | None, words: str) -> dict[str, Any]:
    """Return the arguments for saving; unrecognized words are kept as they are."""
    if find is None:
        return {
            "category": "",
            "preference": signs.cut(words, limits.LABEL_MAX),
            "details": signs.cut(words, limits.DETAILS_MAX),
            "quote": signs.cut(words, limits.QUOTE_MAX),
            "source": "instruction",
        }
    return {
        "category": find.category,
        "preference": find.label,
        "details": find.details,
        "quote": find.quote,
        "value": find.value,
        "key": find.key,
        "condition": find.condition,
        "source": find.source,
        "tags": list(find.tags),
    }


def _suggest(words: str, calls: Calls) -> Reply:
    """Suggest something for the community. Its person is asked first, on Review."""
    if not calls.may("save_memory"):
        return Reply(_("This community has switched that off."))
    calls("save_memory", {"content": signs.cut(words, moderation.STATEMENT_MAX)})
    return Reply(saved_text(calls))


def saved_text(calls: Calls) -> str:
    """Return the outcomes of a message. In a group always the same sentence, with a link."""
    if not calls.writer.is_private:
        return with_link(_("Only you see what became of that."), review_url())
    asks = any(each["outcome"] == "proposed" for each in calls.outcomes)
    reasons = dict.fromkeys(str(each["reason"]) for each in calls.outcomes if each["outcome"] != "proposed")
    if asks and not reasons:
        return ""  # the questions say all
    return _bounded([*reasons, _("Everything you have is here: %(url)s") % {"url": page("review:review")}])
