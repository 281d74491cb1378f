"""Which of the seven kinds, which category and key, short or long, which section: from words. No Django.

S2's order: an explicit tag, then the field a key belongs to, then whole-word signals, then `fact`. Where
signals of several kinds are found, all are plausible, and the longest life wins: a decision before the date it
was made on. A habit phrase ("always uses") takes the rule word in it with it, and no other rule word.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from memoryweb.rules import fields, limits, tokens
from memoryweb.rules.policy import KINDS, Horizon, Kind

ALIASES = {"decision": Kind.PREFERENCE, "reminder": Kind.EVENT}  # SPEC §4 names these; any other tag is a fact

# In these patterns a space is any white space. English words are whole words, also right beside a Chinese
# character (which \b would take for a letter). Chinese has no word breaks, so its signals are phrases. A look at
# the next letter before the list spares trying the list at every place of a long text.
HAN = r"\u3400-\u9fff"


def _signals(english: str, other: str) -> re.Pattern[str]:
    pattern = rf"(?=[a-z])(?<![^\W{HAN}])(?:{english})(?![^\W{HAN}])|{other}"
    return re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE)


# ruff: noqa: E501  a list of words is easier to read as one line
YEAR, DAY_OF, MONTH_OF = r"(?:19|20)\d\d", r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])"
MONTH = r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?"
NTH = rf"{DAY_OF}(?:st|nd|rd|th)?"
ISO = rf"{YEAR}-\d\d-\d\d"
# A year with dots needs both zeros ("2026.02.22"): 2026.1.3 is a version, and 10.10.2026.1 an address.
NUMBERED = (
    rf"{ISO}|{YEAR}/{MONTH_OF}/{DAY_OF}|(?<!\.)(?:{YEAR}\.[01]\d\.[0-3]\d|{DAY_OF}[./-]{DAY_OF}[./-]{YEAR})(?!\.\d)"
)
NAMED = rf"{NTH}(?: of)?[\s-]{{1,3}}{MONTH},?[\s-]{{1,3}}{YEAR}"
CHINESE = rf"{YEAR}\s?年\s?{MONTH_OF}\s?月\s?{DAY_OF}\s?[日号]"
DATE = rf"(?:(?<!\d)(?=\d)(?:(?:{NUMBERED}|{NAMED})(?!\d)|{CHINESE})|(?<![a-z])(?=[a-z]){MONTH} {NTH},? {YEAR}(?!\d))"

# "Always" is a rule when it is told ("always use tabs") and a habit when it is observed: a verb in the third person,
# or anything a person says they or others always do. What they always *want* is told.
WANTED = r"(?:want|need|prefer|expect|require|insist)s?\b"
# These end in s and are no verbs in the third person: discuss, focus, this; what a format is always made of.
NO_VERB = rf"(?:{WANTED}|[a-z]*ss|[a-z]*us|[a-z]+is|its|as|yes|theirs|hers|yours|ours|perhaps|sometimes|always|besides|sans|bullets|tabs|spaces|tables|headings|units|[a-z]*met(?:re|er)s|commas|semicolons|emojis|footnotes|diagrams|snippets|braces|brackets|(?-i:[A-Z]+s)|[a-z]+days)\b"
ALWAYS_DOES = (
    rf"(?<!\bis\s)(?<!\bare\s)(?<!\bbe\s)always (?:[a-z]+ly |also |just |only |still |first )?(?!{NO_VERB})[a-z]+s"
)
SOMEONE = r"(?:I|we|they|he|she|users?)"
SOMEONE_ALWAYS_DOES = rf"(?<!sure\s)(?<!sure\sthat\s){SOMEONE}(?:['’]ve| have| has|['’]s)?(?: almost| nearly| also| just| still)? always (?!{WANTED})\w+"
SOMEONE_IS_ALWAYS = r"(?:I['’]m|I am|(?:we|they)(?:['’]re| are)|(?:s?he)(?:['’]s| is)) (?:almost |nearly )?always"
SOMEONE_ALWAYS_ZH = r"(?:我|我们|他|她|他们|她们|用户|但|却)(?:几乎)?(?:总是|始终|永远)(?!要|想要|需要|希望)|(?<![请你您要该])总是(?:使用|用)"
HABIT_PHRASE = _signals(f"{SOMEONE_IS_ALWAYS}|{SOMEONE_ALWAYS_DOES}|{ALWAYS_DOES}", f"{SOMEONE_ALWAYS_ZH}|始终如一")

EVERY = r"(?:every|each)(?: single| other)? (?:day|weekday|workday|morning|afternoon|evening|night|week|weekend|month|quarter|year|time|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
EVERY_ZH = r"每(?:天|周|晚|早|月|年|次|日(?!总结|小结)|个(?:月|星期|礼拜|周末|工作日|早上|晚上))"

# Another use of a signal's word: a likeness, a name, no more than often.
SEEMS = r"(?:(?:look|sound|feel|seem|smell|taste|act|behave)(?:s|ed|ing)?|work(?:s|ed|ing)|felt|is|are|was|were|be|been|something|anything|nothing|things?|stuff)"
NO_SIGNAL = _signals(
    rf"{SEEMS}(?: (?:a (?:bit|lot|little)|just|more|much|rather|almost))? like|rules? of (?:thirds|three|law)|as always|not always|[a-z]+n['’]t always|never ?mind",
    "不规则|不总是",
)
WITHIN = re.compile("always|never|rules?|like|总是|始终|永远|规则", re.IGNORECASE)  # which word these phrases take away

# The longest life first (SPEC §4): the first kind found wins. Of two equal lives, goal before habit, as S2 has them.
SIGNALS: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple(
    (kind, _signals(english, other))
    for kind, english, other in (
        (
            Kind.RULE,
            r"rules?|never|always|must(?: not)?|hard constraints?|polic(?:y|ies)|from now on",
            # 从不同 is "from different", 不一定要 "need not", 要不要 "whether", 解决不了 "cannot be solved", 杜绝不良 "no bad"
            r"必须|务必|(?<!不)一定要|禁止|严禁|切勿|(?<![拒杜断隔])绝不|坚决不|(?<!解)决不|永不|从来不|(?<!自)从不(?![同远])|(?<!要)不要(?!紧)|总是|始终|永远|一律|规则|规定|政策|硬性?约束|以后都|从今以后|从现在(?:起|开始)",
        ),
        (
            Kind.GOAL,
            r"goals?|targets?|milestones?|work(?:s|ing) towards?|plan(?:s|ning)? to|want(?:s|ed)? to (?:learn|build|finish)",
            r"目标|里程碑|计划|打算|致力于",
        ),
        (
            Kind.HABIT,
            rf"{EVERY}|consistently|usually|routinely",
            rf"{EVERY_ZH}|习惯|通常|一贯",
        ),
        (
            Kind.PREFERENCE,
            # rather slow is no choice, nor is rather slower than; tree-like and like-minded are likenesses
            r"prefer(?:s|red|ence)?|chose|chosen|decided|(?<!-)likes?(?!-)|loves?|hates?|dislikes?|favou?rites?|(?:would|[a-z]+['’]d) rather|rather not|rather (?!\w+er |more |less )(?:[^\s.,;]+ ){0,3}than",
            # 没决定 is undecided, 决定性 decisive, 当选了 "was elected"
            r"喜欢|偏好|讨厌|宁愿|宁可|更爱|(?<![没未出做])决定(?!性)|选择了|选定|选用|(?<![当入落])选了",
        ),
        (
            # What a date began still stands long after that day: no one-off.
            Kind.FACT,
            rf"born|birthdays?|since {DATE}",
            r"出生|生日",
        ),
        (
            Kind.CONTEXT,
            r"in(?: |-)progress|currently|temporar(?:y|ily)|for now|at the moment|wip",
            r"暂时|临时|目前|正在|进行中",
        ),
        (
            Kind.EVENT,
            r"daily summary|yesterday|this morning",
            rf"{DATE}|每日(?:总结|小结)|昨天|昨晚|今早",
        ),
    )
)  # fmt: skip
DAY = re.compile(rf"(?<!\d){ISO}(?!\d)")
RESPONSE_KEYS = ("technical.formats.",)
TOPIC_KEYS = ("content.interests.",)


@dataclass(frozen=True)
class Classification:
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


def classify_kind(text: str, *, tag: str = "", key: str = "") -> tuple[Kind, str, str]:
    """(kind, raw_kind, basis): exactly one of seven, always."""
    wanted = tag.strip().casefold()
    if wanted in KINDS:
        return Kind(wanted), "", "tag"
    if wanted:
        return ALIASES.get(wanted, Kind.FACT), wanted[: limits.KIND_MAX], "tag"
    if known := fields.fields_by_key().get(key):
        return known.kind, "", "signal"
    return next((kind for kind, _ in _signals_in(text)), Kind.FACT), "", "signal"


def matched_signal(kind: str, text: str) -> str:
    """The words that made it this kind, as they were written; empty where none did."""
    return next((text[slice(*found.span())] for each, found in _signals_in(text) if each == kind), "")


def _signals_in(text: str) -> Iterator[tuple[Kind, re.Match[str]]]:
    """The kinds whose words stand in a text, the longest life first, each with its first words: as places in it."""
    text = NO_SIGNAL.sub(_without_word, text)
    phrase = HABIT_PHRASE.search(text)
    rest = HABIT_PHRASE.sub(_without_word, text)
    for kind, pattern in SIGNALS:
        found = pattern.search(rest)
        if kind == Kind.HABIT:
            found = phrase or found
        if found:
            yield kind, found


def _without_word(phrase: re.Match[str]) -> str:
    """As long, so that places stay; not with spaces, so that no new phrase comes to be."""
    return WITHIN.sub(lambda word: "\x00" * len(word[0]), phrase[0])


def reminder_date(raw_kind: str, text: str) -> date | None:
    """The day a reminder is for: the last one it names (SPEC §4)."""
    named = DAY.findall(text) if raw_kind == "reminder" else []
    try:
        return date.fromisoformat(named[-1]) if named else None
    except ValueError:
        return None


def section_for(kind: str, category: str, key: str, tags: list[str], horizon: str) -> str:
    """S1's long-term type, empty on short memories, events and contexts (SPEC §4)."""
    if horizon != Horizon.LONG or kind in (Kind.EVENT, Kind.CONTEXT):
        return ""
    if kind in (Kind.PREFERENCE, Kind.RULE) and (category == "communication" or key.startswith(RESPONSE_KEYS)):
        return "response_preferences"
    if key.startswith(TOPIC_KEYS) or (kind == Kind.FACT and "topic" in tags):
        return "topic_highlights"
    return "user_insights"


def horizon_for(kind: str, *, explicit: bool, temporary: bool) -> Horizon:
    """What was said is meant to last; what was noticed, or is an event or a context, is short until promoted."""
    lasting = explicit and not temporary and kind not in (Kind.EVENT, Kind.CONTEXT)
    return Horizon.LONG if lasting else Horizon.SHORT


def classify(
    *, category: str, name: str, details: str, value: object, key: str, kind: str, label: str, quote: str
) -> Classification:
    """Understand one statement. `name` is S4's short label or S0's preference name."""
    category = fields.slugify(category)[: limits.CATEGORY_MAX]
    found = fields.match_field(category, name, key)
    if value is None:
        value = _value(found, details, name)
    said = " ".join(part for part in (name.replace("_", " "), details, fields.display_value(value), quote) if part)
    decided, raw, basis = classify_kind(said, tag=kind, key=found.key)
    return Classification(
        kind=decided,
        raw_kind=raw,
        basis=basis,
        category=found.category or category,
        key=found.key,
        label=label or _label(found, name),
        value=value,
        normal=fields.normalize_value(found.key, value),
        one_valued=not fields.holds_many(found.key),
        temporary=tokens.says_only_now(details, quote),
        until=reminder_date(raw, said),
    )


def _value(found: fields.Match, details: str, name: str) -> object:
    """The value a statement gives its field: an option by name, else the words themselves."""
    option = found.option or (found.field.recognise(details) if found.field else None)
    return option.label if option else (details.strip() or name.strip())


def _label(found: fields.Match, name: str) -> str:
    return (
        found.field.label
        if found.field
        else name.replace("_", " ").strip()[:1].upper() + name.replace("_", " ").strip()[1:]
    )
