"""Filters for rows and pages of memories: the words for their state and category, and short times."""

from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryweb.language.text import value_text
from memoryweb.memories.models import ChangedBy, Memory, Status
from memoryweb.review.templatetags import memory as words
from memoryweb.review.words.category_names import category_name
from memoryweb.review.words.diff import Entry
from memoryweb.review.words.row_words import RowWords
from memoryweb.review.words.row_words import row_words as words_of_row

register = template.Library()
register.filter(category_name)

STATES = {
    Status.ACTIVE: gettext_lazy("In use"),
    Status.CANDIDATE: gettext_lazy("Suggested"),
    Status.ARCHIVED: gettext_lazy("Archived"),
    Status.EXPIRED: gettext_lazy("Stopped"),
    Status.SUPERSEDED: gettext_lazy("Replaced"),
}
TONES = {Status.ACTIVE: "good", Status.CANDIDATE: "warn", Status.ARCHIVED: "bad"}
LIFTS = {
    "boost": gettext_lazy("It helped"),
    "still_true": gettext_lazy("Still true"),
    "edit": gettext_lazy("Fixed"),
    "restore": gettext_lazy("Restored"),
    "undo": gettext_lazy("Undone"),
}
SAID_BY_TITLE = {"your decision", "your edit"}  # a title with "you" in it says so already


@register.filter
def state_name(memory: Memory) -> str:
    """Show the state of a memory: "In use", "Suggested"."""
    return str(STATES[Status(memory.status)])


@register.filter
def state_tone(memory: Memory) -> str:
    return TONES.get(Status(memory.status), "")


@register.filter
def row_words(memory: Memory, beside: str = "") -> RowWords:
    """Return a memory's words for a row, without those in columns `beside` it, and whether they are complete."""
    return words_of_row(memory, beside=beside.split())


@register.filter
def version_sentence(version: Any) -> str:
    """Show the sentence of a version: what agents were given."""
    return value_text.format_line(version.label, version.value)


@register.filter
def lift_name(verb: str) -> str:
    """Show what set the importance again, at its dot on the curve."""
    return str(LIFTS.get(verb, ""))


@register.filter
def full_day(at: datetime) -> str:
    """Show a day in full: "Friday, 20 November", with the year unless it is this one."""
    local = timezone.localtime(at)
    is_this_year = local.year == timezone.localtime().year
    return date_format(local, "l, j F" if is_this_year else "l, j F Y")


@register.filter
def brief(at: datetime | None) -> str:
    """Show a past time in one or two words: "2 hours", "yesterday", "Friday", "9 Nov"."""
    if at is None:
        return ""
    local, now = timezone.localtime(at), timezone.localtime()
    days = (now.date() - local.date()).days
    if days <= 0 or now - local < timedelta(hours=6):
        return timesince(at, depth=1) if now - local >= timedelta(minutes=1) else _("just now")
    if days == 1:
        return _("yesterday")
    if days < 7:
        return date_format(local, "l")
    return date_format(local, "j M" if local.year == now.year else "j M Y")


@register.filter
def last_time(at: datetime) -> str:
    """Show when something last happened, to follow "last time": "2 hours ago", "yesterday", "on 9 November"."""
    local, now = timezone.localtime(at), timezone.localtime()
    days = (now.date() - local.date()).days
    if days < 1:
        return words.ago(at)
    if days == 1:
        return _("yesterday")
    return _("on %(day)s") % {"day": date_format(local, "j F" if local.year == now.year else "j F Y")}


@register.filter
def entry_title(entry: Entry) -> str:
    """Show what a change in the history did and who did it: "Fixed by you", "Changed by Claude Code"."""
    step = entry.step
    name = {"agent": words.who(step)}
    is_agents = step.by == ChangedBy.AGENT
    if step.standing == "suggested" and entry.replaced:
        return str(words.SAID_BY_AGENT["suggest"]) % name
    if step.standing:
        return words.change(step)
    if entry.replaced or step.verb in ("edit", "revise"):
        return _("Changed by %(agent)s") % name if is_agents else _("Fixed by you")
    if step.first:
        return _("Learned from %(agent)s") % name if is_agents else _("Added by you")
    if is_agents:
        return words.change(step)
    return _("%(change)s by %(who)s") % {"change": words.change(step), "who": words.who(step)}


@register.filter
def entry_reason(entry: Entry) -> str:
    """Show why a change was made, unless its title says so."""
    because: Any = entry.step.because
    if not because or (entry.step.by == ChangedBy.PERSON and because in SAID_BY_TITLE):
        return ""
    return words.trigger(entry.step)
