"""Which of the seven kinds, which category and key, short or long, which section: from words. No Django.

S2's order: an explicit tag, then the field a key belongs to, then whole-word signals, then `fact`. Where
signals of several kinds are found, all are plausible, and the longest life wins: a habit phrase ("always uses")
before the rule word in it, a decision before the date it was made on.
"""

import re
from dataclasses import dataclass
from datetime import date

from memoryweb.memories import registry, words
from memoryweb.memories.policy import KINDS, Horizon, Kind

ALIASES = {"decision": Kind.PREFERENCE, "reminder": Kind.EVENT, "policy": Kind.RULE, "note": Kind.CONTEXT}

# Whole words; the first kind found wins. Chinese has no word breaks, so its signals are phrases.
# ruff: noqa: E501  one kind a line
SIGNALS: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (Kind.HABIT, r"\b(every (?:day|morning|evening|night|week)|always (?:uses?|works?|starts?|does)|consistently|usually|routinely)\b|每天|每周|每晚|总是用|习惯"),
        (Kind.RULE, r"\b(rules?|never|always|must(?: not)?|hard constraint|policy|from now on)\b|必须|禁止|绝不|不要|总是|规则|以后都"),
        (Kind.GOAL, r"\b(goals?|targets?|milestones?|working toward|plan(?:s|ning)? to|want to (?:learn|build|finish))\b|目标|计划|打算"),
        (Kind.PREFERENCE, r"\b(prefer(?:s|red|ence)?|chosen|decided|likes?|loves?|hates?|dislikes?|favou?rites?|rather)\b|喜欢|偏好|讨厌|宁愿|更爱"),
        (Kind.CONTEXT, r"\b(in progress|currently|temporar(?:y|ily)|for now|at the moment|wip)\b|暂时|目前|正在"),
        (Kind.EVENT, r"\b(?:19|20)\d\d-\d\d-\d\d\b|\b(daily summary|yesterday|this morning)\b|昨天|今早"),
    )
)  # fmt: skip
DAY = re.compile(r"\b(?:19|20)\d\d-\d\d-\d\d\b")
RESPONSE_KEYS = ("technical.formats.",)
TOPIC_KEYS = ("content.interests.",)
CATEGORY_MAX = 60
RAW_KIND_MAX = 40


@dataclass(frozen=True)
class Reading:
    """How a statement was understood. `basis` is where the kind came from: tag, signal or person."""

    kind: Kind
    raw_kind: str
    basis: str
    category: str
    key: str
    label: str
    value: object
    normal: str
    one_valued: bool
    temporary: bool
    until: date | None = None  # a reminder's date


def kind_of(text: str, *, tag: str = "", key: str = "") -> tuple[Kind, str, str]:
    """(kind, raw_kind, basis): exactly one of seven, always."""
    wanted = tag.strip().casefold()
    if wanted in KINDS:
        return Kind(wanted), "", "tag"
    if wanted:
        return ALIASES.get(wanted, Kind.FACT), wanted[:RAW_KIND_MAX], "tag"
    if known := registry.by_key().get(key):
        return known.kind, "", "signal"
    found = [kind for kind, pattern in SIGNALS if pattern.search(text)]
    return (found[0] if found else Kind.FACT), "", "signal"


def signal_of(kind: str, text: str) -> str:
    """The words that made it this kind, as they were written; empty where none did."""
    for each, pattern in SIGNALS:
        if each == kind and (found := pattern.search(text)):
            return found[0]
    return ""


def reminder_date(raw_kind: str, text: str) -> date | None:
    """The day a reminder is for: the last one it names (SPEC §4)."""
    named = DAY.findall(text) if raw_kind == "reminder" else []
    try:
        return date.fromisoformat(named[-1]) if named else None
    except ValueError:
        return None


def section_of(kind: str, category: str, key: str, tags: list[str], horizon: str) -> str:
    """S1's long-term type, empty on short memories, events and contexts (SPEC §4)."""
    if horizon != Horizon.LONG or kind in (Kind.EVENT, Kind.CONTEXT):
        return ""
    if kind in (Kind.PREFERENCE, Kind.RULE) and (category == "communication" or key.startswith(RESPONSE_KEYS)):
        return "response_preferences"
    if key.startswith(TOPIC_KEYS) or (kind == Kind.FACT and "topic" in tags):
        return "topic_highlights"
    return "user_insights"


def horizon_of(kind: str, *, explicit: bool, temporary: bool) -> Horizon:
    """What was said is meant to last; what was noticed, or is an event or a context, is short until promoted."""
    lasting = explicit and not temporary and kind not in (Kind.EVENT, Kind.CONTEXT)
    return Horizon.LONG if lasting else Horizon.SHORT


def read(
    *, category: str, name: str, details: str, value: object, key: str, kind: str, label: str, quote: str
) -> Reading:
    """Understand one statement. `name` is S4's short label or S0's preference name."""
    category = registry.slug(category)[:CATEGORY_MAX]
    found = registry.match(category, name, key)
    if value is None:
        value = _value(found, details, name)
    said = " ".join(part for part in (name.replace("_", " "), details, registry.display(value), quote) if part)
    decided, raw, basis = kind_of(said, tag=kind, key=found.key)
    return Reading(
        kind=decided,
        raw_kind=raw,
        basis=basis,
        category=found.category or category,
        key=found.key,
        label=label or _label(found, name),
        value=value,
        normal=registry.normal(found.key, value),
        one_valued=not registry.holds_many(found.key),
        temporary=words.only_now(details, quote),
        until=reminder_date(raw, said),
    )


def _value(found: registry.Match, details: str, name: str) -> object:
    """The value a statement gives its field: an option by name, else the words themselves."""
    option = found.option or (found.field.recognise(details) if found.field else None)
    return option.label if option else (details.strip() or name.strip())


def _label(found: registry.Match, name: str) -> str:
    return (
        found.field.label
        if found.field
        else name.replace("_", " ").strip()[:1].upper() + name.replace("_", " ").strip()[1:]
    )
