"""Gives a statement its short label, its category, its key and its value."""

import re
from dataclasses import dataclass

from memoryweb.learning.extraction import field_match, topics
from memoryweb.learning.extraction.types import Clause, StatementType
from memoryweb.rules import fields, limits, tokens

WORDS_MAX = 6  # words of a label
CJK_MAX = 16  # characters of a Chinese label
FAVORITE_MAX = 120  # characters of the value of a favorite
REASON_WHY = re.compile(
    r"\s*(?:[(（—]|\b(?:because|due to|since|as (?:i|it|they|there|we))\b|因为).*", re.IGNORECASE | re.DOTALL
)
IT_WHEN = re.compile(r"^\W*it (?:when|if|that)\b", re.IGNORECASE)
REASON = re.compile(
    r"\s*(?:[,;:(—]|[.!?。！？]|\s[-–]\s|\b(?:because|due to|as (?:i|it|they|they're|there|you)|since|so that|so|"
    r"which|who|where|whenever|when|while|if|unless|until|over|rather than|instead of|more than|than|but|although|"
    r"though|especially|even|now|anymore|these days)\b|[，；：]|因为|而不是|不是|胜过|多过).*",
    re.IGNORECASE | re.DOTALL,
)
JOINT = re.compile(
    r"\s(?:in|with|by|from|for|at|on|as|to|of|that|into|without|before|after|during|is|are)\s.*",
    re.IGNORECASE | re.DOTALL,
)
ASIDE = (
    r"to|that|the|an?|my|any|some|all|using|being|having|getting|doing|be|it|me|us|for|of|in|by|as|at|on|with|"
    r"about|sure|when|really|very|always|never|not|kinds? of|types? of|lots? of|see|have|get|want|please"
)
FIRST = re.compile(rf"^[\W_]*(?:(?:{ASIDE})\b[\s,]*)+", re.IGNORECASE)
FIRST_ZH = re.compile(
    r"^(?:[是的了有把在都请就要很于也还]|我的?|会(?!议)|那种|这种|[吃喝看听用穿买坐住选点](?=[\u4e00-\u9fff]{2}))+"
)
BIDS = re.compile(
    r"^\W*(?:use|avoid|keep|reply|respond|answer|write|speak|talk|give|include|add|put|skip|format|show|start|"
    r"begin|end|call|address|sign|cite|ask|send|export|provide|convert|suggest|recommend|schedule|say|mention|"
    r"list|adding|using|writing|making|saying)\b(?: me\b)?\s*",
    re.IGNORECASE,
)
FAVORITE = re.compile(
    r"^\W*(?:my|our)?\W*(?:(?:all[- ]time|absolute|personal|current) )*(?:favou?rite|preferred|go-to|ideal|dream|"
    r"usual)s?\b ?(?P<thing>[\w' -]{0,50}?)\s*(?:\b(?:is|are|would be|has always been)\b|'s\b|"
    r":)\s*(?P<value>[^.;!?]+)|最(?:喜欢|爱|中意)(?:吃|喝|看|听|用|"
    r"玩)?的(?P<zh>[^是，。]{1,12})是(?P<zh_value>[^，。；！]+)",
    re.IGNORECASE,
)
CALLED = re.compile(
    r"^my (?:own )?(?P<thing>[\w' -]{2,40}?)\s*(?:'s|\bis|\bare|\bhas|\bhave|\blives?|\bworks?)\b", re.IGNORECASE
)
CALLED_ZH = re.compile(
    r"我(?:的|们?家的?)?(?P<thing>太太|老婆|妻子|先生|老公|丈夫|儿子|女儿|孩子|父母|爸妈|爸爸|妈妈|妹妹|弟弟|哥哥|"
    r"姐姐|生日|母语|血型|星座|身高|时区|口味|作息|爱好|专业|职业|老家|膝盖|猫|狗)"
)
NAME_VALUE = re.compile(r"^\W*(?P<name>[\w'’-]+(?: [A-Z][\w'’-]+){0,3})")
AT_HOME = re.compile(
    r"\s*(?:from|remotely|late|on|with|nights|part|full)\b", re.IGNORECASE
)  # not followed by an occupation
FACTS = {StatementType.WORK: ("Occupation", "personal.occupation"), StatementType.NAME: ("Name", "personal.name")}
ABOUT_ANSWERS = frozenset({StatementType.DIRECTIVE, StatementType.CORRECTION, StatementType.WISH})


@dataclass(frozen=True)
class Description:
    category: str
    label: str
    key: str = ""
    value: object | None = None


def describe(text: str, clause: Clause) -> Description:
    """Describe a clause; `text` is the clause as it was written."""
    if match := field_match.find_field(text, clause):
        field = fields.fields_by_key()[match.key]
        return Description(field.category, field.label, match.key, match.value)
    if favorite := FAVORITE.search(text):
        return _describe_favorite(favorite)
    if clause.type in FACTS and not AT_HOME.match(clause.about):
        return Description("personal", *FACTS[clause.type], _person_name(clause))
    if clause.type in (StatementType.FAMILY, StatementType.HOME) or CALLED.match(text):
        found = CALLED.match(text) or CALLED_ZH.search(text)
        return Description(
            "personal", _unlike_a_field("personal", _short(found["thing"]) if found else _first_words(text), clause)
        )
    category = _topic(text, clause)
    category = category or ("communication" if clause.type in ABOUT_ANSWERS else "personal")
    return Description(category, _unlike_a_field(category, _headline(text, clause), clause))


def _topic(text: str, clause: Clause) -> str:
    """Return the category of what the clause is about, else of the whole clause without its reason."""
    about = REASON.sub("", IT_WHEN.sub("", clause.about), count=1)
    return topics.category_of(about) or topics.category_of(REASON_WHY.sub("", text))


def _describe_favorite(match: re.Match[str]) -> Description:
    thing, value = (match["thing"] or match["zh"] or "").strip(), (match["value"] or match["zh_value"]).strip()
    category = topics.category_of(thing) or topics.category_of(value) or "personal"
    label = f"最爱的{thing}" if match["zh"] else f"Favourite {thing}".strip()
    key = ".".join((category, f"favourite_{fields.slugify(thing)}".rstrip("_")))[: limits.KEY_MAX]
    return Description(
        category, label[: limits.LABEL_MAX], key, (REASON.sub("", value).strip() or value)[:FAVORITE_MAX]
    )


def _person_name(clause: Clause) -> object | None:
    match = NAME_VALUE.match(clause.about) if clause.type is StatementType.NAME else None
    return match["name"] if match else None


def _headline(text: str, clause: Clause) -> str:
    """Return "Long introductions" for "the long introductions, because…"."""
    about = IT_WHEN.sub("", clause.about)
    about = REASON.sub("", about, count=1) or about
    if clause.type in ABOUT_ANSWERS:
        about = BIDS.sub("", FIRST.sub("", about)) or about
        about = JOINT.sub("", FIRST.sub("", about)) or about
    short = _short(about)
    return short if tokens.word_counts(short) and len(short) > 1 else _first_words(text)


def _first_words(text: str) -> str:
    """Return the first words of a text that carry a subject."""
    if tokens.CJK.search(text):
        return _short(text.split("，", maxsplit=1)[0].replace("我", "", 1))
    words = list(tokens.word_counts(text))[: WORDS_MAX - 2] or tokens.normalize(text).split()[:WORDS_MAX]
    return " ".join(words).capitalize()[: limits.LABEL_MAX]


def _short(about: str) -> str:
    about = about.replace("\x00", " ")
    short = FIRST_ZH.sub("", FIRST.sub("", about)).strip(" .,;:!?'\"()，。；：！？、的了")
    short = " ".join(short.split()[:WORDS_MAX])
    if tokens.CJK.search(short):
        short = short[:CJK_MAX]
    return (short[:1].upper() + short[1:])[: limits.LABEL_MAX].strip()


def _unlike_a_field(category: str, label: str, clause: Clause) -> str:
    """Return a label that no field has: "I love breaks" must not become the field Break pattern."""
    if not fields.match_field(category, label).field:
        return label
    return f"{'Dislikes' if clause.type is StatementType.DISLIKE else 'About'} {label}"[: limits.LABEL_MAX]
