"""Where a statement names a field of the registry: its key, and the value as the registry knows it."""

import re
from dataclasses import dataclass

from memoryweb.learning.extraction.types import Said, Sort
from memoryweb.rules import fields, tokens


@dataclass(frozen=True)
class Known:
    key: str
    value: object | None = None


# When a field may be meant at all; which of its values is meant, the registry says.
GATES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (key, re.compile(gate, re.IGNORECASE))
    for key, gate in (
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
        ("schedule.meetings", r"\bmeetings?\b.{0,30}\b(?:mornings?|afternoons?)\b|\b(?:morning|afternoon) meetings?\b"),
        ("dietary.diet", r"\b(?:vegan|vegetarian|pescatarian|halal|kosher|omnivore)\b|素食|纯素|吃素"),
    )
)
WANTED = frozenset({Sort.DIRECTIVE, Sort.WISH, Sort.CORRECTION, Sort.PREFERENCE, Sort.HABIT, Sort.NEED})
SELF = frozenset({Sort.IDENTITY, Sort.HABIT, Sort.CHANGE, Sort.PREFERENCE})
OF_PERSONS = frozenset({"dietary.diet", "workstyle.time_preference"})
CHOSEN = re.compile(
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
    r"^\s*(?:in|at|to|near|on|outside)?\s*(?P<place>[^,.;!?，。；！]{2,60}?)(?:\s+(?:with|and|since|for|now|"
    r"because|but|where)\b|[,.;!?，。；！了]|$)",
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
ALLERGIC = re.compile(
    r"\b(?:allergic to|allergy to) (?P<to>[\w ,'-]{2,60})|\b(?P<of>[\w-]+) allergy\b|对(?P<zh>[^，。过]{1,12})过敏",
    re.IGNORECASE,
)
INTEREST = re.compile(
    r"\b(?:interested in|interest in) (?P<in>[^.;!?]{2,80})|对(?P<zh>[^，。]{1,20}?)(?:很|特别|非常|比较|挺)?感兴趣",
    re.IGNORECASE,
)
NOT_ALLERGIC = re.compile(r"\bnot allergic|不过敏", re.IGNORECASE)
ONCE = re.compile(r"\bgrew up|\bborn|老家|来自", re.IGNORECASE)
NAMED = (
    ("communication.forbidden_words", FORBIDDEN),
    ("schedule.working_hours", HOURS),
    ("dietary.allergies", ALLERGIC),
    ("content.interests.topics", INTEREST),
)


def field_of(text: str, said: Said) -> Known | None:
    """The field of the registry a statement plainly belongs to, or None."""
    if found := _special(text, said):
        return found
    for key, gate in GATES:
        if (named := gate.search(text)) and (known := _valued(key, text, said, _negative(text, said, named))):
            return known
    return None


def _negative(text: str, said: Said, named: re.Match[str]) -> bool:
    """What comes after is about something else: "bullet points, not long paragraphs"."""
    return said.sort is Sort.DISLIKE or tokens.is_negative(text[: named.end()])


def _valued(key: str, text: str, said: Said, negative: bool) -> Known | None:
    if key.endswith("bullet_points"):
        return Known(key, "Avoid" if negative else "Preferred")
    if negative or said.sort not in (SELF if key in OF_PERSONS else WANTED):
        return None
    option = fields.find_option(key, CHOSEN.split(text)[0]) or fields.find_option(key, said.about)
    if option is None and key != "workstyle.time_preference":
        return None
    return Known(key, option.label if option else None)


def _special(text: str, said: Said) -> Known | None:
    """Fields whose value is free text, or no more than yes."""
    if (named := EXCLAMATION.search(text)) and _negative(text, said, named):
        return Known("communication.punctuation.no_exclamation", value=True)
    for key, pattern in NAMED:
        if (found := pattern.search(text)) and _is_meant(key, text, said):
            return Known(key, next(group for group in found.groups() if group).strip())
    return _place(text, said)


def _is_meant(key: str, text: str, said: Said) -> bool:
    match key:
        case "dietary.allergies":
            return said.sort is not Sort.FAMILY and not NOT_ALLERGIC.search(text)
        case "content.interests.topics":
            return said.sort is Sort.PREFERENCE and not tokens.is_negative(text)
    return True


def _place(text: str, said: Said) -> Known | None:
    if said.sort is Sort.HOME and (found := PLACE.match(said.about)) and not ONCE.search(text):
        return Known("personal.locations.home", found["place"].strip())
    if said.sort is Sort.WORK and (found := EMPLOYER.match(said.about)):
        return Known("personal.locations.work", found["place"].strip())
    return None
