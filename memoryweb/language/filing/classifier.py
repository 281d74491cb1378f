"""Classifies a statement: its kind, category, key, horizon and section.

S2's order: an explicit tag, then the field a key belongs to, then signal words; where there are none, a head that was
taught labelled statements (language/heads/filing.py). If a text has signals of several kinds, the kind with the longest
life wins: a decision before the date it was made on. The rule word in a habit phrase ("always uses") does not count as
a signal of a rule, nor where it only states what is so (language/locales/en/imperatives.py); other rule words in the
text do.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from memoryweb.language import dietary
from memoryweb.language.comparing import labels
from memoryweb.language.filing import known_fields, phrases
from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales import LANGUAGES, compile_words
from memoryweb.language.locales.dates import DATE, ISO
from memoryweb.language.locales.en import imperatives
from memoryweb.language.text import tokens, value_text
from memoryweb.rules import fields, limits
from memoryweb.rules.policy import KINDS, Horizon, Kind

ALIASES = {"decision": Kind.PREFERENCE, "reminder": Kind.EVENT}  # any other tag is a fact

HAN = r"\u3400-\u9fff"


def _compile(words: Iterable[str], *, anywhere: str = "") -> LazyPattern:
    """Compile one list of words of every language; a space in it stands for any white space.

    Where a language has word breaks, its words are whole words, also right beside a Chinese character, which `re`
    counts as a letter. The first lookahead spares trying the whole list at every place of a long text.
    """
    by_language = list(zip(LANGUAGES, words, strict=True))
    parts = [rf"(?=[a-z])(?<![^\W{HAN}])(?:{part})(?![^\W{HAN}])" for each, part in by_language if each.word_breaks]
    parts += [anywhere, *(part for each, part in by_language if not each.word_breaks)]
    return LazyPattern("|".join(filter(None, parts)).replace(" ", r"\s+"), re.IGNORECASE)


HABIT_PHRASES = _compile([language.habit_phrases for language in LANGUAGES])
OTHER_USES = _compile([language.other_uses for language in LANGUAGES])
RULE_WORDS = compile_words([language.rule_words for language in LANGUAGES])
# In the order of Kind, longest life first: the first kind found wins. A fact comes before a context and an event,
# because what a date began ("born on") still holds long after that day.
SIGNALS = tuple(
    (kind, _compile([language.signals[kind] for language in LANGUAGES], anywhere=DATE if kind == Kind.EVENT else ""))
    for kind in Kind
)
ISO_DAY = LazyPattern(rf"(?<!\d){ISO}(?!\d)")
RESPONSE_KEYS = ("technical.formats.",)
TOPIC_KEYS = ("content.interests.",)


@dataclass(frozen=True)
class Classification:
    """The result for one statement. `basis` tells where the kind came from: tag, signal or person."""

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


def classify_kind(text: str, *, tag: str = "", key: str = "", said: str = "") -> tuple[Kind, str, str]:
    """Return (kind, raw_kind, basis). There always is a kind, one of the seven.

    `text` is all that is known of a statement, `said` the statement itself, where that is less.
    """
    tag = tag.strip().casefold()
    if tag in KINDS:
        return Kind(tag), "", "tag"
    if tag:
        return ALIASES.get(tag, Kind.FACT), tag[: limits.KIND_MAX], "tag"
    if field := fields.fields_by_key().get(key):
        return field.kind, "", "signal"
    return _told_kind(text, said or text), "", "signal"


def _told_kind(text: str, said: str) -> Kind:
    signaled = next((kind for kind, _ in _signals_in(text)), None)
    if signaled or not said.strip():
        return signaled or Kind.FACT
    from memoryweb.language.heads import filing  # numpy: most commands need none

    return filing.kind_of(said)


def matched_signal(kind: str, text: str) -> str:
    """Return the words in the text that signal this kind, as they were written, or an empty text."""
    found = (match for name, match in _signals_in(text) if name == kind)
    return next((text[slice(*match.span())].strip() for match in found), "")


def signals_kind(text: str) -> bool:
    """Return whether any words of the text signal a kind."""
    return any(True for _ in _signals_in(text))


def _signals_in(text: str) -> Iterator[tuple[Kind, re.Match[str]]]:
    """Yield each kind whose signal is in the text, longest life first, with the match of its first signal."""
    text = OTHER_USES.sub(_without_word, text)
    habit_phrase = HABIT_PHRASES.search(text)
    rest = imperatives.without_facts(HABIT_PHRASES.sub(_without_word, text))
    for kind, pattern in SIGNALS:
        match = pattern.search(rest)
        if kind == Kind.HABIT:
            match = habit_phrase or match
        if match:
            yield kind, match


def _without_word(phrase: re.Match[str]) -> str:
    """Blank the rule word, keeping the length so that positions stay right; no spaces, which would join new phrases."""
    return RULE_WORDS.sub(lambda word: "\x00" * len(word[0]), phrase[0])


def reminder_date(raw_kind: str, text: str) -> date | None:
    """Return a reminder's last ISO date; None if missing or out of range."""
    days = ISO_DAY.findall(text) if raw_kind == "reminder" else []
    if not days:
        return None
    try:
        day = date.fromisoformat(days[-1])
        limits.check_day(day)
    except ValueError:
        return None
    return day


def section_for(kind: str, category: str, key: str, tags: list[str], horizon: str) -> str:
    """Return S1's long-term type; empty for short memories, events and contexts."""
    if horizon != Horizon.LONG or kind in (Kind.EVENT, Kind.CONTEXT):
        return ""
    if kind in (Kind.PREFERENCE, Kind.RULE) and (category == "communication" or key.startswith(RESPONSE_KEYS)):
        return "response_preferences"
    if key.startswith(TOPIC_KEYS) or (kind == Kind.FACT and "topic" in tags):
        return "topic_highlights"
    return "user_insights"


def horizon_for(kind: str, *, explicit: bool, temporary: bool) -> Horizon:
    """Return long for what the person said; short for what was noticed, and for events and contexts."""
    is_long = explicit and not temporary and kind not in (Kind.EVENT, Kind.CONTEXT)
    return Horizon.LONG if is_long else Horizon.SHORT


def classify(
    *, category: str, name: str, details: str, value: object, key: str, kind: str, label: str, quote: str
) -> Classification:
    """Classify one statement. `name` is S4's short label or S0's preference name."""
    category = known_fields.slugify(category)[: limits.CATEGORY_MAX]
    match, given = known_fields.match_field(category, name, key), value
    if value is None:
        match, value = _value_in_words(match, details or name, key=key)
    if value is None:
        value = _value(match, details, name)
    # A line each, so that no name is taken for the subject of what follows.
    text = "\n".join(part for part in (name.replace("_", " "), details, value_text.display_value(value), quote) if part)
    said = (
        details.strip()
        or quote.strip()
        or value_text.format_line(name.replace("_", " "), value_text.display_value(value))
    )
    chosen_kind, raw_kind, basis = classify_kind(text, tag=kind, key=match.key, said=said)
    return Classification(
        kind=chosen_kind,
        raw_kind=raw_kind,
        basis=basis,
        category=match.category or category,
        key=match.key,
        label=label or _label(match, name),
        value=value,
        normal=known_fields.normalize_value(match.key, value),
        one_valued=_is_one_valued(match, key, name, details if given is None else given),
        temporary=tokens.says_only_now(details, quote),
        until=reminder_date(raw_kind, text),
    )


def _value_in_words(match: known_fields.Match, text: str, *, key: str) -> tuple[known_fields.Match, object]:
    """Return the field of which a text tells a value in plain words, and the value; else the match, and nothing.

    A field that the caller names stays.
    """
    diet = _dietary_value(match, text, is_key_given=bool(key))
    if diet and diet[0].key:
        return diet
    found = phrases.find_value(text)
    if found and (found[0] == match.key or not (match.field or key)):
        return known_fields.match_field("", "", found[0]), found[1]
    return diet or (match, None)


def _is_one_valued(match: known_fields.Match, key: str, name: str, said: object) -> bool:
    """Return whether a new value replaces this one, judged by field, key or naming label.

    A label is no key, also where a key was made of it.
    """
    if match.field or not match.key:
        return not fields.holds_many(match.key)
    is_label = not key or f".{match.key}".endswith(f".{known_fields.slugify(name)}")
    label = name if is_label else key.rsplit(".", 1)[-1]
    if is_label and isinstance(said, str):
        return labels.names_value(label, said or name)
    return not labels.says_nothing(label)


def _dietary_value(
    match: known_fields.Match, text: str, *, is_key_given: bool
) -> tuple[known_fields.Match, object] | None:
    """Return the allergies or the diet that a text about food restrictions tells of its speaker, with the key.

    Where it names an allergy or a diet that is not certainly theirs, there is no key and no value; a given key stays.
    None where the text is about something else.
    """
    if match.category != dietary.CATEGORY or (match.field and match.key not in dietary.KEYS):
        return None
    if (found := dietary.find_value(text, only=match.key if is_key_given else "", named=match.key)) is not None:
        key, value = found
        return known_fields.match_field(dietary.CATEGORY, "", key), value
    is_unclear = dietary.mentions_allergy(text) or (match.key == dietary.DIET and dietary.doubts_diet(text))
    if not is_unclear:
        return None
    return (match if is_key_given else replace(match, key="", field=None, option=None)), text.strip()


def _value(match: known_fields.Match, details: str, name: str) -> object:
    """Return the option that the statement names for its field, else its own words."""
    option = match.option or (known_fields.recognise(match.field, details) if match.field else None)
    return option.label if option else known_fields.place_of(match.key, details.strip()) or name.strip()


def only_names(category: str, name: str, key: str) -> bool:
    """Return whether a short label is the name of the statement's field, and no value: "Document format", not "PDF"."""
    field = known_fields.match_field(category, name, key).field
    if field is None:
        return False
    names = {tokens.normalize(each.replace("_", " ").replace(".", " ")) for each in (field.label, field.key)}
    return tokens.normalize(name.replace("_", " ").replace(".", " ")) in names


def _label(match: known_fields.Match, name: str) -> str:
    """Return the field's name, or the label as somebody spells it: iPhone, npm. A program's name is put in words."""
    if match.field:
        return match.field.label
    words = name.replace("_", " ").strip() or name.strip()
    return words[:1].upper() + words[1:] if "_" in name and words.isascii() else words
