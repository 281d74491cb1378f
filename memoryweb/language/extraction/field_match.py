"""Finds the known field that a statement is about, with the value as the field knows it."""

import re
from dataclasses import dataclass

from memoryweb.language import dietary
from memoryweb.language.extraction.types import Clause, StatementType
from memoryweb.language.filing import known_fields, phrases
from memoryweb.language.text import tokens
from memoryweb.rules import fields


@dataclass(frozen=True)
class FieldValue:
    key: str
    value: object | None = None


# The words that make a statement one about a field. The field itself recognizes which of its values is meant.
FIELD_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (key, re.compile(words, re.IGNORECASE))
    for key, words in (
        ("communication.response_format.bullet_points", r"\bbullet(?:ed)?(?: ?points?|s\b| lists?)|分点|要点"),
        (
            "communication.language.primary",
            r"\b(?:reply|respond|answers?|speak|talk|write|chat|communicate|communication|language|replies|responses|"
            r"explain)\b.{0,40}\b(?:in )(?:\w+ )?(?:english|chinese|mandarin)\b|^\W*(?:in )?(?:english|"
            r"chinese),? (?:please|only)|用.{0,2}(?:中文|英文|英语|汉语)|(?:中文|英文|英语)(?:回|答|交流|沟通)",
        ),
        (
            "communication.tone",
            r"\b(?:tone|style|language|answers?|repl(?:y|ies)|emails?|be|sound|talk|speak|keep it|formality|"
            r"communication)\b.{0,30}\b(?:formal|informal|casual|friendly|warm)\b|\b(?:formal|informal|casual|"
            r"friendly) (?:tone|style|language|answers|replies|emails|communication)\b|语气.{0,8}(?:正式|口语|友好)|"
            r"(?:正式|口语|友好).{0,4}(?:语气|一点|一些)",
        ),
        (
            "communication.style",
            r"\b(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|keep it|be|feedback|"
            r"communication)\b.{0,30}\b(?:short|brief|concise|detailed|thorough)\b|\b(?:short|brief|concise|detailed|"
            r"thorough)\b.{0,20}\b(?:answers|replies|responses|explanations|summaries|feedback)\b|(?:回答|回复|答案|"
            r"解释).{0,8}(?:简洁|详细|简短)|(?:简洁|详细).{0,6}(?:回答|回复|版本)",
        ),
        (
            "technical.formats.document",
            r"\b(?:pdfs?|docx|word (?:doc\w*|files?)|microsoft word|ms word)\b|(?-i:\bWord\b)|PDF|Word",
        ),
        ("technical.formats.data", r"\b(?:csv|json|xlsx|excel|spreadsheets?)\b"),
        ("technical.formats.image", r"\b(?:png|jpe?g|svg)\b"),
        (
            "workstyle.time_preference",
            r"\b(?:morning person|early bird|early riser|night owl|evening person|night person)\b"
            "|夜猫子|早起的人|晨型人",
        ),
        ("workstyle.break_pattern", r"\bpomodoro\b|番茄(?:钟|工作法)"),
        (
            "schedule.meetings",
            r"\bmeetings?\b(?:(?!\b(?:off|out of|away from|free|clear of|except)\b).){0,30}\b(?:mornings?|"
            r"afternoons?)\b|\b(?:morning|afternoon) meetings?\b",
        ),
    )
)
TYPES_OF_WISHES = frozenset(
    {
        StatementType.DIRECTIVE,
        StatementType.WISH,
        StatementType.CORRECTION,
        StatementType.PREFERENCE,
        StatementType.HABIT,
        StatementType.NEED,
    }
)
TYPES_OF_TRAITS = frozenset(
    {StatementType.IDENTITY, StatementType.HABIT, StatementType.CHANGE, StatementType.PREFERENCE}
)
FILED_LATER = "personal.sizes."  # a size is told of clothes, whatever it is filed under when it is saved
TRAITS = frozenset({"workstyle.time_preference"})
CONTRAST = re.compile(
    r"\b(?:over|rather than|instead of|not|than|but not|never)\b|[,，;；]|(?:而不是|不是|不用|不要|别用|，别)",
    re.IGNORECASE,
)
EXCLAMATION = re.compile(r"\bexclamation|感叹号", re.IGNORECASE)
FORBIDDEN = re.compile(
    r"\b(?:never|don't|do not|avoid|stop) (?:ever )?(?:us\w+|writ\w+|say\w*) the (?:words?|phrases?|"
    r"terms?) [\"'“‘]?(?P<word>[^\"'”’.,!]{1,60})|(?:不要|别|禁止|永远不要|不许).{0,10}(?:出现|用|写|"
    r"说)[“「\"'](?P<zh>[^”」\"']{1,30})[”」\"'](?:这|那)?[个种]?[词字说]",
    re.IGNORECASE,
)
PLACE = re.compile(
    r"^(?!\s*(?:(?:on )?the [\w-]+ floor|with|alone|together)\b)"
    r"\s*(?:in|at|to|near|on|outside)?\s*(?P<place>[^,.;!?，。；！]{2,60}?)"
    r"(?:\s+(?:with|and|since|for|now|because|but|where)\b|[,.;!?，。；！了]|$)",
    re.IGNORECASE,
)
EMPLOYER = re.compile(
    r"^\s*(?:at|for) (?P<place>(?!home|night|the moment|least|a living)[^,.;!?]{2,60}?)(?:\s+(?:as|in|and|"
    r"since)\b|[,.;!?]|$)",
    re.IGNORECASE,
)
HOURS = re.compile(
    r"\bI (?:usually |normally |mostly )?work (?:from )?(\d[\w: ]{0,8}(?:to|-|–|until) ?\d[\w:.]{0,6})|(?:working|"
    r"office) hours are ([^.,]{3,40})",
    re.IGNORECASE,
)
INTEREST = re.compile(
    r"\b(?:interested in|interest in) (?P<in>[^.;!?]{2,80})|对(?P<zh>[^，。]{1,20}?)(?:很|特别|非常|比较|挺)?感兴趣",
    re.IGNORECASE,
)
PAST_HOME = re.compile(r"\bgrew up|\bborn|老家|来自", re.IGNORECASE)
FREE_TEXT = (
    ("communication.forbidden_words", FORBIDDEN),
    ("schedule.working_hours", HOURS),
    ("content.interests.topics", INTEREST),
)


def find_field(text: str, clause: Clause) -> FieldValue | None:
    """Return the field and value plainly stated, or None."""
    if clause.type is not StatementType.FAMILY and (found := dietary.find_value(text)):
        return FieldValue(*found)
    found = phrases.find_value(text) if clause.type is not StatementType.FAMILY else None
    if found and not found[0].startswith(FILED_LATER):
        return FieldValue(*found)
    if field := _find_free_text_field(text, clause):
        return field
    for key, words in FIELD_WORDS:
        match = words.search(text)
        if match and (field := _choose_option(key, text, clause, _is_negative(text, clause, match))):
            return field
    return None


def _is_negative(text: str, clause: Clause, match: re.Match[str]) -> bool:
    """Return whether the field is rejected. A later "no" belongs elsewhere: "bullets, not paragraphs"."""
    return clause.type is StatementType.DISLIKE or tokens.is_negative(text[: match.end()])


def _choose_option(key: str, text: str, clause: Clause, negative: bool) -> FieldValue | None:
    if key.endswith("bullet_points"):
        return FieldValue(key, "Avoid" if negative else "Preferred")
    if negative or clause.type not in (TYPES_OF_TRAITS if key in TRAITS else TYPES_OF_WISHES):
        return None
    field = fields.fields_by_key()[key]
    option = known_fields.recognise(field, CONTRAST.split(text)[0]) or known_fields.recognise(field, clause.about)
    if option is None and key != "workstyle.time_preference":
        return None
    return FieldValue(key, option.label if option else None)


def _find_free_text_field(text: str, clause: Clause) -> FieldValue | None:
    """Return the field whose value is free text, or yes."""
    if (match := EXCLAMATION.search(text)) and _is_negative(text, clause, match):
        return FieldValue("communication.punctuation.no_exclamation", value=True)
    for key, pattern in FREE_TEXT:
        if (match := pattern.search(text)) and _is_meant(key, text, clause):
            return FieldValue(key, next(group for group in match.groups() if group).strip())
    return _find_place(text, clause)


def _is_meant(key: str, text: str, clause: Clause) -> bool:
    if key == "content.interests.topics":
        return clause.type is StatementType.PREFERENCE and not tokens.is_negative(text)
    return True


def _find_place(text: str, clause: Clause) -> FieldValue | None:
    if clause.type is StatementType.HOME and (match := PLACE.match(clause.about)) and not PAST_HOME.search(text):
        return FieldValue("personal.locations.home", match["place"].strip())
    if clause.type is StatementType.WORK and (match := EMPLOYER.match(clause.about)):
        return FieldValue("personal.locations.work", match["place"].strip())
    return None
