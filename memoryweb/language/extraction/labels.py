"""Gives a statement its short label, its category, its key and its value."""

import re
from dataclasses import dataclass, replace

from memoryweb.language import dietary
from memoryweb.language.comparing.labels import says_nothing
from memoryweb.language.extraction import field_match, headlines
from memoryweb.language.extraction.types import Clause, StatementType
from memoryweb.language.filing import known_fields
from memoryweb.language.heads import filing
from memoryweb.language.text import signs, tokens
from memoryweb.language.text.clauses import clauses
from memoryweb.rules import fields, limits
from memoryweb.rules.policy import Kind

OWN_LETTERS, OWN_SIGNS = 60, 24  # of a label in a statement's own words
FAVORITE_MAX = 120  # characters of the value of a favorite
REASON_WHY = re.compile(
    r"\s*(?:[(（—]|\b(?:because|due to|since|as (?:i|it|they|there|we))\b|因为).*", re.IGNORECASE | re.DOTALL
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
OURS = re.compile(r"^our (?P<what>\w.*)", re.IGNORECASE)
NAME_VALUE = re.compile(r"^\W*(?P<name>[\w'’-]+(?: [A-Z][\w'’-]+){0,3})")
HAS = re.compile(r"^\W*(?:i|we)(?:'ve| have)?(?: also)? (?:have|got|own|keep)\b", re.IGNORECASE)
AT_HOME = re.compile(
    r"\s*(?:from|remotely|late|on|with|nights|part|full|\w+ (?:days|hours|shifts)|\w+days?)\b", re.IGNORECASE
)  # not followed by an occupation
# Where, with what or how somebody works tells no occupation: "in Berlin", "in Python", "在上海", "一直在努力".
IN_A_NAME = re.compile(r"^\s*in (?:the )?[A-Z][\w-]*[a-z]")
PLACE_ZH = re.compile(
    r"在(?![^，。]{0,10}(?:行业|行業|领域|領域))[^，。当當做从從]{1,12}(?:上班|工作|办公|打工)(?![室日的])"
)
FACTS = {StatementType.WORK: ("Occupation", "personal.occupation"), StatementType.NAME: ("Name", "personal.name")}
PREFERENCES = frozenset({StatementType.PREFERENCE, StatementType.DISLIKE, StatementType.NEED})
ONLY = re.compile(
    r"\b(?:only|exclusively|avoid\w*|never|don't|do not|refuse|choose|pick|opt|go for)\b|只|不(?!过|错|同)|从不|避免",
    re.IGNORECASE,
)
REGULARLY = re.compile(
    r"\b(?:usually|regularly|often|every|each|normally|generally|typically|rarely|seldom|most|always|daily|weekly)\b|"
    r"每|经常|常常|通常|一般|总是|平时|很少|偶尔|天天",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Description:
    category: str
    label: str
    key: str = ""
    value: object | None = None
    kind: str = ""  # where the words leave no doubt; a known field has its own


def describe(text: str, clause: Clause) -> Description:
    """Describe a clause; `text` is the clause as it was written."""
    if match := field_match.find_field(text, clause):
        field = fields.fields_by_key()[match.key]
        return Description(field.category, field.label, match.key, match.value)
    if favorite := FAVORITE.search(text):
        return _describe_favorite(favorite)
    if clause.type in FACTS and not (clause.type is StatementType.WORK and _tells_no_occupation(text, clause)):
        return Description("personal", *FACTS[clause.type], _person_name(clause))
    if clause.type in (StatementType.FAMILY, StatementType.HOME) or CALLED.match(text):
        found, category = CALLED.match(text) or CALLED_ZH.search(text), filing.category_of(text)
        label = _short(found["thing"]) if found else _whole(text, clause)
        if found and says_nothing(found["thing"]):  # "My goal is to run a marathon"
            label = headlines.capitalized(_beginning(text[found.end() :].strip().removeprefix("to ") or text))
        return Description(category, _unlike_a_field(category, label, clause))
    category = filing.category_of(REASON_WHY.sub("", text) or text)
    if clause.type is StatementType.WORK and not tokens.CJK.search(text):
        clause = replace(clause, about=f"Works {clause.about.strip()}")
    label, bare = headlines.headline(text, clause)
    if not (tokens.word_counts(bare) and len(bare) > 1):
        label = bare = _first_words(text)
    elif bare == "Works":  # "Works remotely": an adverb at the end of others is loose
        label = bare = _short(clause.about)
    elif clause.type not in headlines.DIRECTED and (ours := OURS.match(text)):
        label = bare = _short(ours["what"])  # "API is written in Rust", not "Written in Rust"
    if tokens.is_negative(text) and not (tokens.is_negative(label) or label.startswith(headlines.ENDED)):
        label = _beginning(text)  # never "Paid tools" for "Don't suggest paid tools"
    key = f"{category}.{known_fields.slugify(bare)}"[: limits.KEY_MAX].rstrip("._") if label != bare else ""
    if key in fields.fields_by_key():
        key = ""
    return Description(category, _unlike_a_field(category, label, clause), key, kind=_kind(text, clause, category))


def is_of_field(text: str, clause: Clause) -> bool:
    """Return whether a clause tells a field that everybody has."""
    if field_match.find_field(text, clause):
        return True
    return clause.type in FACTS and not (clause.type is StatementType.WORK and _tells_no_occupation(text, clause))


def _tells_no_occupation(text: str, clause: Clause) -> bool:
    patterns = (AT_HOME, IN_A_NAME)
    return any(pattern.match(clause.about) for pattern in patterns) or PLACE_ZH.search(text) is not None


def _kind(text: str, clause: Clause, category: str) -> str:
    """Return the kind of a like, a dislike, an avoidance, an "only" or a habit; empty where signal words decide."""
    if clause.type in PREFERENCES or (clause.type is StatementType.HABIT and ONLY.search(text)):
        return Kind.PREFERENCE
    if category == dietary.CATEGORY and clause.type is not StatementType.FAMILY:
        return Kind.PREFERENCE
    return Kind.HABIT if clause.type is StatementType.HABIT and REGULARLY.search(text) else ""


def _describe_favorite(match: re.Match[str]) -> Description:
    thing, value = (match["thing"] or match["zh"] or "").strip(), (match["value"] or match["zh_value"]).strip()
    category = filing.category_of(match[0])
    label = f"最爱的{thing}" if match["zh"] else f"Favourite {thing}".strip()
    key = ".".join((category, f"favourite_{known_fields.slugify(thing)}".rstrip("_")))[: limits.KEY_MAX]
    return Description(
        category,
        signs.cut(label, limits.LABEL_MAX),
        key,
        signs.cut(headlines.REASON.sub("", value).strip() or value, FAVORITE_MAX),
    )


def _person_name(clause: Clause) -> object | None:
    match = NAME_VALUE.match(clause.about) if clause.type is StatementType.NAME else None
    return match["name"] if match else None


def _whole(text: str, clause: Clause) -> str:
    """Return a relative or pet in the writer's words, or another text's first words."""
    has = HAS.match(text) if clause.type is StatementType.FAMILY and not tokens.CJK.search(text) else None
    if has is None:
        return _first_words(text)
    return _short(headlines.ARTICLE.sub("", text[has.end() :].strip()))


def in_own_words(text: str) -> Description:
    """Describe a statement that no form recognizes by its own first words, so that its label says nothing else."""
    return Description(filing.category_of(text), _beginning(text))


def _beginning(text: str) -> str:
    """Return a text up to its first clause that is long enough, cut at a word."""
    text = text.replace("\x00", " ").strip()
    short = OWN_SIGNS if tokens.CJK.search(text) else OWN_LETTERS
    if len(text) > short:
        start, end = clauses(text)[0]
        text = text[start:end]
    if len(text) > short:
        text = signs.cut(text, short - 1)
        at_word = text if tokens.CJK.search(text) else text.rsplit(" ", 1)[0]
        text = f"{at_word.rstrip(' ,;:，；：、')}…"
    return headlines.as_label(text[:1].upper() + text[1:].rstrip(" .,;:!?。，；：！？"))


def _first_words(text: str) -> str:
    """Return the first words of a text that carry a subject."""
    if tokens.CJK.search(text):
        return _short(text.split("，", maxsplit=1)[0].replace("我", "", 1))
    words = [word.strip(".,;:!?'\"()") for word in text.split()]
    carrying = [number for number, word in enumerate(words) if tokens.word_counts(word)][: headlines.SHORT_MAX - 2]
    first, last = (carrying[0], carrying[-1]) if carrying else (0, 5)
    return headlines.as_label(" ".join(words[first : last + 1]))


def _short(about: str) -> str:
    if tokens.CJK.search(about):
        return headlines.shortened_zh(about)
    short = headlines.FIRST.sub("", about.replace("\x00", " ")).strip(" .,;:!?'\"()")
    return headlines.as_label(" ".join(short.split()[: headlines.SHORT_MAX]))


def _unlike_a_field(category: str, label: str, clause: Clause) -> str:
    """Return a label that no field has: "I love breaks" must not become the field Break pattern."""
    if not known_fields.match_field(category, label).field:
        return label
    return signs.cut(f"{'Dislikes' if clause.type is StatementType.DISLIKE else 'About'} {label}", limits.LABEL_MAX)
