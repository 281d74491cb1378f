"""Words and numbers of memories, as people read them."""

import json
import math
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryweb.memories.models import Source
from memoryweb.recall.models import ReceiptItem
from memoryweb.review import question_card
from memoryweb.rules import fields

register = template.Library()

VERBS = {
    "remember": gettext_lazy("Remembered"),
    "revise": gettext_lazy("Changed"),
    "supersede": gettext_lazy("Replaced"),
    "reinforce": gettext_lazy("Heard again"),
    "confirm": gettext_lazy("Confirmed"),
    "decline": gettext_lazy("Declined"),
    "expire": gettext_lazy("Expired"),
    "restore": gettext_lazy("Restored"),
    "undo": gettext_lazy("Undone"),
    "edit": gettext_lazy("Edited"),
    "erase": gettext_lazy("Erased"),
    "contest": gettext_lazy("Put in conflict"),
    "settle": gettext_lazy("Conflict settled"),
    "unlink": gettext_lazy("Successor erased"),
    "only_this_time": gettext_lazy("Used for today"),
    "archive": gettext_lazy("Archived"),
    "promote": gettext_lazy("Remembered for good"),
    "pin": gettext_lazy("Pinned"),
    "unpin": gettext_lazy("Unpinned"),
    "keep": gettext_lazy("Kept"),
    "let_age": gettext_lazy("Ages again"),
    "still_true": gettext_lazy("Still true"),
    "boost": gettext_lazy("Helped"),
    "complete": gettext_lazy("Completed"),
    "mute": gettext_lazy("Muted"),
    "unmute": gettext_lazy("Unmuted"),
    "weigh": gettext_lazy("Weighed by feedback"),
    "widen": gettext_lazy("Counts everywhere"),
}
MARKS = {
    "today": gettext_lazy("today"),
    "dormant": gettext_lazy("dormant"),
    "archived": gettext_lazy("archived"),
    "expired": gettext_lazy("expired"),
    "superseded": gettext_lazy("replaced"),
}
BANDS = {
    "critical": gettext_lazy("critical"),
    "high": gettext_lazy("high"),
    "medium": gettext_lazy("medium"),
    "low": gettext_lazy("low"),
    "minimal": gettext_lazy("minimal"),
}
FIELDS = {
    "label": gettext_lazy("name"),
    "value": gettext_lazy("value"),
    "details": gettext_lazy("details"),
    "condition": gettext_lazy("only when"),
    "project": gettext_lazy("project"),
    "tags": gettext_lazy("tags"),
    "kind": gettext_lazy("kind"),
    "category": gettext_lazy("category"),
    "status": gettext_lazy("status"),
    "horizon": gettext_lazy("horizon"),
    "source": gettext_lazy("source"),
    "confidence": gettext_lazy("confidence"),
    "evidence_count": gettext_lazy("evidence"),
    "importance": gettext_lazy("importance"),
    "pinned": gettext_lazy("always included"),
    "ttl_days": gettext_lazy("lifetime"),
    "ttl_from": gettext_lazy("its clock runs from"),
    "valid_until": gettext_lazy("valid until"),
    "expire_reason": gettext_lazy("reason"),
}
NOTHING = {
    "memory": gettext_lazy("Nothing: memory is switched off."),
    "injection": gettext_lazy("Nothing: agents are given no memories for now."),
    "paused": gettext_lazy("Nothing: this agent is paused."),
}
PARTS = {
    "task": gettext_lazy("task"),
    "applies": gettext_lazy("applies to"),
    "query": gettext_lazy("closeness"),
    "helped": gettext_lazy("helped before"),
}
REMOVED = {
    "memory": gettext_lazy("the memory itself"),
    "versions": gettext_lazy("versions in its history"),
    "evidence": gettext_lazy("pieces of evidence"),
    "questions": gettext_lazy("questions about it"),
    "conflicts": gettext_lazy("conflicts it was in"),
    "search document": gettext_lazy("search document"),
    "uses": gettext_lazy("counts of who was given it"),
    "receipts": gettext_lazy("lines in receipts"),
    "embedding": gettext_lazy("embedding"),
    "kept answers": gettext_lazy("answers kept for agents"),
    "conversations": gettext_lazy("conversations that carried its words"),
    "feedback": gettext_lazy("pieces of feedback on it"),
}

REFUSED = {
    "password": gettext_lazy("looked like a password"),
    "key_or_token": gettext_lazy("looked like a key or token"),
    "card_number": gettext_lazy("looked like a card number"),
    "bank_number": gettext_lazy("looked like a bank number"),
    "government_id": gettext_lazy("looked like a government id"),
    "financial": gettext_lazy("looked like a financial detail"),
    "health": gettext_lazy("was about health"),
}


def _called(words: dict[str, Any]) -> Callable[[str], str]:
    """A filter that says a name in words; one nobody has words for stays as it is."""
    return lambda name: str(words.get(name, name))


verb = _called(VERBS)
for _filter, _words in (
    ("verb", VERBS),
    ("field_name", FIELDS),
    ("removed_name", REMOVED),
    ("refused_name", REFUSED),
    ("mark_name", MARKS),
    ("nothing_name", NOTHING),
    ("part_name", PARTS),
    ("band_name", BANDS),
    ("source_name", dict(Source.choices)),
    ("why_name", dict(ReceiptItem.Why.choices)),
    ("left_out_name", dict(ReceiptItem.LeftOut.choices)),
):
    register.filter(_filter, _called(_words))


@register.filter
def money(micros: int) -> str:
    """Millionths of the currency of EXTRACTION_PRICES, in whole cents; a part of one counts as one."""
    return cents(-(-micros // 10_000))


@register.filter
def cents(many: int) -> str:
    return f"{many // 100}.{many % 100:02}"


@register.filter
def as_json(value: Any) -> str:
    """As a file would have it; escaped like any text."""
    return json.dumps(value, ensure_ascii=False, indent=2)


@register.filter
def shown(value: Any) -> str:
    """A memory's value as a person reads it."""
    return fields.display_value(value)


@register.filter
def ago(at: datetime | None) -> str:
    """'3 days ago', one unit; 'just now' under a minute."""
    if at is None:
        return ""
    if (timezone.now() - at).total_seconds() < 60:
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(at, depth=1)}


@register.filter
def points(importance: float) -> str:
    """0–10 with one decimal, cut and not rounded: 6.96 is not yet 7.0, "high"."""
    return f"{math.floor(importance * 10 + 1e-9) / 10:.1f}"


@register.filter
def said_of(value: str, field: str) -> str:
    """One side of a difference; a lifetime in words, for none is not an empty field."""
    if field != "ttl_days":
        return value
    return _("%(days)s days") % {"days": value} if value else _("never archived by age")


register.filter("card", question_card.of)


@register.filter
def who(step: Any) -> str:
    """The actor of a step in words."""
    names = {"person": _("you"), "clock": _("the clock"), "moderator": _("a moderator")}
    return step.agent or names.get(step.by) or _("an agent")
