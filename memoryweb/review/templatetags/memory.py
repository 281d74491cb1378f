"""Filters that show what is stored about memories in words and numbers for people."""

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

from memoryweb.language.text import value_text
from memoryweb.memories.actions import proposals
from memoryweb.memories.history import history
from memoryweb.memories.models import ChangedBy, Memory, Source
from memoryweb.recall.prompt_block import NOT_ADDED
from memoryweb.review.words import claims
from memoryweb.review.words.category_names import category_name

register = template.Library()

VERBS = {
    "imported": gettext_lazy("Read from a file"),
    "suggested": gettext_lazy("Suggested"),
    "noted": gettext_lazy("Noted"),
    "suggest": gettext_lazy("Change suggested"),
    "withdraw": gettext_lazy("Withdrawn"),
    "remember": gettext_lazy("Saved"),
    "revise": gettext_lazy("Changed"),
    "supersede": gettext_lazy("Replaced"),
    "reinforce": gettext_lazy("Said again"),
    "confirm": gettext_lazy("Confirmed"),
    "decline": gettext_lazy("Declined"),
    "expire": gettext_lazy("Stopped using"),
    "restore": gettext_lazy("Restored"),
    "undo": gettext_lazy("Undone"),
    "edit": gettext_lazy("Edited"),
    "erase": gettext_lazy("Erased"),
    "contest": gettext_lazy("Put in conflict"),
    "settle": gettext_lazy("Conflict settled"),
    "unlink": gettext_lazy("Replacement erased"),
    "only_this_time": gettext_lazy("Used for today"),
    "archive": gettext_lazy("Archived"),
    "promote": gettext_lazy("Kept for good"),
    "pin": gettext_lazy("Pinned"),
    "unpin": gettext_lazy("Unpinned"),
    "keep": gettext_lazy("Kept"),
    "let_age": gettext_lazy("May be archived again"),
    "still_true": gettext_lazy("Still true"),
    "boost": gettext_lazy("Helped"),
    "complete": gettext_lazy("Completed"),
    "mute": gettext_lazy("Muted"),
    "unmute": gettext_lazy("Unmuted"),
    "file_under": gettext_lazy("Filed under one more category"),
    "weigh": gettext_lazy("Confidence changed"),
    "widen": gettext_lazy("Applied everywhere"),
    "keep_part": gettext_lazy("Kept when another part changed"),
}
SAID_BY_AGENT = {  # an agent's claim is worded as its claim
    "suggested": gettext_lazy("%(agent)s suggested"),
    "noted": gettext_lazy("%(agent)s noted"),
    "suggest": gettext_lazy("%(agent)s suggested a change"),
    "withdraw": gettext_lazy("%(agent)s withdrew"),
    "remember": gettext_lazy("%(agent)s saved"),
    "revise": gettext_lazy("%(agent)s changed"),
    "reinforce": gettext_lazy("%(agent)s said again"),
}
CLAIMS = {  # S0's triggers, in an agent's mouth
    "explicit instruction": gettext_lazy("%(agent)s says you told it"),
    "user feedback": gettext_lazy("%(agent)s says it learned this from your feedback"),
    "observation": gettext_lazy("%(agent)s says it noticed this"),
    "asked by an agent": gettext_lazy("%(agent)s asked for it"),
}
TRIGGERS = {
    "explicit instruction": gettext_lazy("you said so"),
    "your decision": gettext_lazy("you decided"),
    "your decision in Telegram": gettext_lazy("you decided, in Telegram"),
    "your edit": gettext_lazy("you edited it"),
    "your folder": gettext_lazy("you edited it in your folder"),
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
    "ttl_from": gettext_lazy("clock starts"),
    "valid_until": gettext_lazy("valid until"),
    "expire_reason": gettext_lazy("reason"),
}
NOTHING = {
    "memory": gettext_lazy("Nothing: memory is off."),
    "injection": gettext_lazy("Nothing: automatic recall is off."),
    "paused": gettext_lazy("Nothing: this agent is paused."),
}
PARTS = {
    "task": gettext_lazy("task"),
    "applies": gettext_lazy("applies to"),
    "query": gettext_lazy("closeness"),
    "neighbors": gettext_lazy("similar memories"),
    "helped": gettext_lazy("helped before"),
    "lately": gettext_lazy("helped lately"),
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


def _words_filter(words: dict[str, Any]) -> Callable[[str], str]:
    """Build a filter that replaces a stored name by words. A name without words stays as it is."""
    return lambda name: str(words.get(name, name))


verb = _words_filter(VERBS)
for _filter, _words in (
    ("field_name", FIELDS),
    ("refused_name", REFUSED),
    ("mark_name", MARKS),
    ("nothing_name", NOTHING),
    ("part_name", PARTS),
    ("band_name", BANDS),
    ("source_name", dict(Source.choices)),
):
    register.filter(_filter, _words_filter(_words))


@register.filter
def added(parts: dict[str, float]) -> list[tuple[str, float]]:
    """Return the summands of a score."""
    return [(name, points) for name, points in parts.items() if name not in NOT_ADDED]


@register.filter
def money(micros: int) -> str:
    """Show millionths of the currency of EXTRACTION_PRICES in whole cents, rounded up."""
    return cents(-(-micros // 10_000))


@register.filter
def cents(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}"


@register.filter
def as_json(value: Any) -> str:
    """Show a value as JSON. Templates escape it like any text."""
    return json.dumps(value, ensure_ascii=False, indent=2)


@register.filter
def version(memory: Memory) -> str:
    """Return the version that a yes to what the page shows of a memory carries."""
    return proposals.memory_version(memory)


@register.filter
def shown(value: Any) -> str:
    """Show a memory's value."""
    return value_text.display_value(value)


@register.filter
def ago(at: datetime | None) -> str:
    """Show a time as '3 days ago', in one unit, or as 'just now' within a minute."""
    if at is None:
        return ""
    if (timezone.now() - at).total_seconds() < 60:
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(at, depth=1)}


@register.filter
def claim_of(memory: Memory) -> str:
    """Show who says it: "Claude Code says you told it"."""
    return claims.claim(memory)


@register.filter
def other_categories(memory: Memory) -> str:
    """Show the other categories a memory was said under."""
    names = dict.fromkeys((memory.said_category, *memory.said_under))
    return ", ".join(category_name(name) for name in names if name not in ("", memory.category))


@register.filter
def points(importance: float) -> str:
    """Show importance from 0 to 10 with one decimal, rounded down, because 6.96 is not yet 7.0, which is "high"."""
    return f"{math.floor(importance * 10 + 1e-9) / 10:.1f}"


@register.filter
def difference_text(value: str, field: str) -> str:
    """Show one side of a difference. A lifetime is shown in words, because an empty one means it never ends."""
    if field != "ttl_days":
        return value
    return _("%(days)s days") % {"days": value} if value else _("never archived by age")


@register.filter
def change(step: Any) -> str:
    """Show what a change did: "Claude Code suggested", "Saved", "Archived"."""
    name = step.standing or step.verb
    if step.by == ChangedBy.AGENT and name in SAID_BY_AGENT:
        return SAID_BY_AGENT[name] % {"agent": who(step)}
    return verb(name)


@register.filter
def trigger(step: Any) -> str:
    """Show why something changed; what an agent says is shown as what it says."""
    if step.by == ChangedBy.AGENT and step.because in CLAIMS:
        return CLAIMS[step.because] % {"agent": who(step)}
    if step.standing == "imported":
        return _("a file you imported")
    if step.verb == "suggest" and step.by == ChangedBy.PERSON:  # what they say themselves is never a suggestion
        return _("a file says so")
    return str(TRIGGERS.get(step.because, step.because)) if step.by == ChangedBy.PERSON else step.because


@register.filter
def version_change(version: Any) -> str:
    """Show what the last change of a version was."""
    return verb(history.standing(version) or version.changed_verb)


@register.filter
def who(step: Any) -> str:
    """Show who made a change."""
    names = {"person": _("you"), "clock": _("the clock"), "moderator": _("a moderator")}
    return step.agent or names.get(step.by) or _("an agent")
