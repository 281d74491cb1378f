"""The short name, the category, the key and the value of what was said."""

import re
from dataclasses import dataclass

from memoryweb.learning.extraction import field_match, topics
from memoryweb.learning.extraction.types import Said, Sort
from memoryweb.rules import fields, limits, tokens

WORDS_MAX = 6  # of a label: more is no name
CJK_MAX = 16  # characters of a Chinese one
FAVORITE_MAX = 120
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
FAVOURITE = re.compile(
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
AT_HOME = re.compile(r"\s*(?:from|remotely|late|on|with|nights|part|full)\b", re.IGNORECASE)  # no occupation
FACTS = {Sort.WORK: ("Occupation", "personal.occupation"), Sort.NAME: ("Name", "personal.name")}
OF_ANSWERS = frozenset({Sort.DIRECTIVE, Sort.CORRECTION, Sort.WISH})


@dataclass(frozen=True)
class Name:
    category: str
    label: str
    key: str = ""
    value: object | None = None


def name(text: str, said: Said) -> Name:
    """What to call it. `text` is the clause as it was written."""
    if field := field_match.field_of(text, said):
        place = fields.fields_by_key()[field.key]
        return Name(place.category, place.label, field.key, field.value)
    if favourite := FAVOURITE.search(text):
        return _favourite(favourite)
    if said.sort in FACTS and not AT_HOME.match(said.about):
        return Name("personal", *FACTS[said.sort], _name_value(said))
    if said.sort in (Sort.FAMILY, Sort.HOME) or CALLED.match(text):
        found = CALLED.match(text) or CALLED_ZH.search(text)
        return Name("personal", _unlike_a_field("personal", _short(found["thing"]) if found else _gist(text), said))
    category = _topic(text, said)
    category = category or ("communication" if said.sort in OF_ANSWERS else "personal")
    return Name(category, _unlike_a_field(category, _headline(text, said), said))


def _topic(text: str, said: Said) -> str:
    """What it is about says more than when it holds, and that more than why."""
    about = REASON.sub("", IT_WHEN.sub("", said.about), count=1)
    return topics.category_of(about) or topics.category_of(REASON_WHY.sub("", text))


def _favourite(found: re.Match[str]) -> Name:
    thing, value = (found["thing"] or found["zh"] or "").strip(), (found["value"] or found["zh_value"]).strip()
    category = topics.category_of(thing) or topics.category_of(value) or "personal"
    label = f"最爱的{thing}" if found["zh"] else f"Favourite {thing}".strip()
    key = ".".join((category, f"favourite_{fields.slugify(thing)}".rstrip("_")))[: limits.KEY_MAX]
    return Name(category, label[: limits.LABEL_MAX], key, (REASON.sub("", value).strip() or value)[:FAVORITE_MAX])


def _name_value(said: Said) -> object | None:
    if said.sort is not Sort.NAME:
        return None
    found = NAME_VALUE.match(said.about)
    return found["name"] if found else None


def _headline(text: str, said: Said) -> str:
    """The head of what it is about: "the long introductions, because…" → "Long introductions"."""
    about = IT_WHEN.sub("", said.about)
    about = REASON.sub("", about, count=1) or about
    if said.sort in OF_ANSWERS:
        about = BIDS.sub("", FIRST.sub("", about)) or about
        about = JOINT.sub("", FIRST.sub("", about)) or about
    short = _short(about)
    return short if tokens.word_counts(short) and len(short) > 1 else _gist(text)


def _gist(text: str) -> str:
    """Where nothing stands out: its first words that mean something."""
    if tokens.CJK.search(text):
        return _short(text.split("，", maxsplit=1)[0].replace("我", "", 1))
    said = list(tokens.word_counts(text))[: WORDS_MAX - 2] or tokens.normalize(text).split()[:WORDS_MAX]
    return " ".join(said).capitalize()[: limits.LABEL_MAX]


def _short(about: str) -> str:
    about = about.replace("\x00", " ")
    kept = FIRST_ZH.sub("", FIRST.sub("", about)).strip(" .,;:!?'\"()，。；：！？、的了")
    kept = " ".join(kept.split()[:WORDS_MAX])
    if tokens.CJK.search(kept):
        kept = kept[:CJK_MAX]
    return (kept[:1].upper() + kept[1:])[: limits.LABEL_MAX].strip()


def _unlike_a_field(category: str, label: str, said: Said) -> str:
    """A name that happens to be a field's would be taken for it: "I love breaks" is no break pattern."""
    if not fields.match_field(category, label).field:
        return label
    return f"{'Dislikes' if said.sort is Sort.DISLIKE else 'About'} {label}"[: limits.LABEL_MAX]
