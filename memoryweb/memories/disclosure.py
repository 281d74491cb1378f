"""Everything the person must see before a yes to a memory: all words that agents will get.

A page shows the sentence with its category, and where agents are given more than that, it names what. The digest that a
yes carries covers all of it, so a yes is never to words that came later.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from memoryweb.language.comparing import identity
from memoryweb.language.filing import known_fields
from memoryweb.memories.models import ChangedBy, Kind, Memory, Status
from memoryweb.rules import fields, policy

DAY = "j F Y"  # how a day is written
# The columns of a memory that a yes covers: what agents are given, and what those words came from.
COVERED = (
    "status",
    "label",
    "value",
    "details",
    "category",
    "said_category",
    "said_under",
    "key",
    "kind",
    "raw_kind",
    "condition",
    "project",
    "day",
    "tags",
    "applies_to",
    "valid_until",
)
# The columns with words that no yes covers, and why.
NOT_COVERED = {
    "metadata": "a note of the agent that wrote it, which no other one is given",
    "expire_reason": "why it ended: agents are given only what is in use",
    "muted_tasks": "the person's own",
    "muted_agents": "the person's own",
    **dict.fromkeys(
        (
            "obs_id",
            "language",
            "horizon",
            "section",
            "source",
            "kind_basis",
            "changed_by",
            "changed_verb",
            "changed_because",
        ),
        "memoryweb's own words",
    ),
}


@dataclass(frozen=True)
class Addition:
    """Something that agents are given with the sentence: the column it stands in, what it is called, and its words."""

    column: str
    name: str
    text: str


def covered_by_yes(memory: Memory) -> list[Any]:
    """Return everything that a yes to this memory covers."""
    return [*(getattr(memory, name) for name in COVERED), suggested(memory)]


def suggested(memory: Memory) -> dict[str, Any]:
    """Return unconfirmed columns in which an agent asked for more than usual.

    What a file brings says so itself: the import has shown it.
    """
    is_import = memory.changed_by == ChangedBy.PERSON and memory.changed_verb == "remember"
    if memory.confirmed_at or is_import or not (memory.status == Status.CANDIDATE or memory.unasked_at):
        return {}
    kind, source = policy.Kind(memory.kind), policy.Source(memory.source)
    usual = {"importance_base": policy.first_importance(source, kind), "ttl_days": policy.LIVES[kind].ttl_days}
    if policy.is_explicit(source):  # what is only noticed goes up and down by feedback
        usual["confidence"] = policy.CONFIDENCES[source]
    found = {name: getattr(memory, name) for name, value in usual.items() if getattr(memory, name) != value}
    return found | ({"kind": memory.kind} if memory.kind_basis == "agent" else {})


def additions(memory: Memory, offered: Mapping[str, Any] | None = None) -> list[Addition]:
    """Return what a yes covers besides the sentence, its category and the details, in the words of the page.

    `offered` are the columns that a question would change.
    """
    said, asked = offered or {}, suggested(memory)
    kind = said.get("kind") or asked.get("kind", "")
    is_rule = said.get("kind", memory.kind) == Kind.RULE
    last_day = parse_date(said.get("valid_until", "")) or memory.valid_until
    last_day = last_day if last_day != memory.day else None
    tags, tasks = (said.get(name, getattr(memory, name)) for name in ("tags", "applies_to"))
    rows = (
        ("condition", _("When"), memory.shown_condition),
        ("project", _("Project"), memory.project),
        ("valid_until", _("Until"), date_format(last_day, DAY) if last_day else ""),
        ("tags", _("Tags"), ", ".join(tags)),
        ("applies_to", _("For"), ", ".join(each.replace("_", " ") for each in tasks)),
        ("said_category", _("Said under"), ", ".join(said_under(memory))),
        ("key", _("Key"), _other_key(memory)),
        ("kind", _("Rule"), _("Goes into every prompt.") if is_rule else ""),
        ("kind", _("Kind"), str(dict(Kind.choices).get(kind, kind)) if not is_rule else ""),
        *((name, *_in_words(name, value)) for name, value in asked.items() if name != "kind"),
    )
    return [Addition(column, name, text) for column, name, text in rows if text]


def whole_words(memory: Memory) -> str:
    """Return all that a memory says in one line, where a yes takes it out of use."""
    return " · ".join(filter(None, (memory.shown_condition, str(memory), memory.own_details)))


def _in_words(name: str, value: Any) -> tuple[str, str]:
    """Return what a suggested number is called, and says."""
    if name == "importance_base":
        return _("Importance"), _("%(points)s of 10") % {"points": f"{value:g}"}
    if name == "confidence":
        return _("How sure"), f"{round(value * 100)} %"
    if value is None:
        return _("Lasts"), _("for good")
    return _("Lasts"), ngettext("%d day, unless it comes up again", "%d days, unless it comes up again", value) % value


def beyond_sentence(memory: Memory) -> list[Addition]:
    """Return all that a yes covers besides the sentence and its category: the details, too."""
    details = memory.own_details
    return [*([Addition("details", _("Details"), details)] if details else []), *additions(memory)]


def said_under(memory: Memory) -> list[str]:
    """Return the categories named by speakers that differ from the memory's own.

    A category of memoryweb's own that the first statement named is left out: it was filed from there.
    """
    first = () if memory.said_category in fields.CATEGORIES else (memory.said_category,)
    names = dict.fromkeys((*first, *memory.said_under))
    return [name.replace("_", " ") for name in names if name not in ("", memory.category)]


def _other_key(memory: Memory) -> str:
    """Return the key if it adds to the sentence: a known field's label, or the plain key."""
    if field := fields.fields_by_key().get(memory.key):
        return "" if identity.same_place(field.label, memory.label) else field.label
    return "" if _repeats_label(memory) else memory.key


def _repeats_label(memory: Memory) -> bool:
    """Return whether the words of a key are the label's, or those at its end: "spiders" of "Dislikes spiders"."""
    own = memory.key
    for category in {memory.category, memory.said_category}:
        own = own.removeprefix(f"{category}.") if category else own
    own = own.replace(".", "_")
    return not own or f"_{known_fields.slugify(memory.label)}".endswith(f"_{own}")
