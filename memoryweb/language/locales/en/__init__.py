"""English."""

import re
from itertools import chain

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.base import Language, alternatives, one_of
from memoryweb.language.locales.dates import DATE
from memoryweb.language.locales.en.told import TOLD
from memoryweb.language.locales.en.topics import SORTS
from memoryweb.rules.policy import Kind

# Words that carry no subject: who speaks, and that it is a preference at all.
FILLERS = """
    a an the i me my mine myself you your user users person we our is are am be been was were to of for in on at
    as and or that this it its with by please do does did have has had would should will can could
    prefer prefers preferred like likes liked want wants wanted love loves enjoy enjoys use uses
    remember i'm i'd i've user's actually now instead from always really very
"""
NEGATIONS = """
    not no never don't dont doesn't doesnt didn't isn't aren't won't can't cannot avoid avoids dislike
    dislikes hate hates without stop
"""
CHANGE = one_of("""
    actually, now, instead, no longer, from now on, anymore, any more, these days, changed my mind, switch(?:ed)? to
""")
ALWAYS = one_of("always, from now on, remember, every time, never")
ONLY_NOW = one_of("this time, today, for now, just once, only once, tonight, this once, right now")

# "Always" is a rule when it is told ("always use tabs") and a habit when it is observed: a verb in the third person,
# or anything a person says they or others always do. What they always *want* is told.
WANT = r"(?:want|need|prefer|expect|require|insist)s?\b"
# These end in s and are no verbs in the third person: discuss, focus, this; what a format is always made of.
NO_VERB = one_of(f"""
    {WANT}, [a-z]*ss, [a-z]*us, [a-z]+is, its, as, yes, theirs, hers, yours, ours, perhaps, sometimes, always,
    besides, sans, bullets, tabs, spaces, tables, headings, units, [a-z]*met(?:re|er)s, commas, semicolons, emojis,
    footnotes, diagrams, snippets, braces, brackets, (?-i:[A-Z]+s), [a-z]+days
""")
ALWAYS_DOES = (
    r"(?<!\bis\s)(?<!\bare\s)(?<!\bbe\s)always (?:[a-z]+ly |also |just |only |still |first )?"
    rf"(?!{NO_VERB}\b)[a-z]+s"
)
SOMEONE_ALWAYS_DOES = (
    r"(?<!sure\s)(?<!sure\sthat\s)(?:I|we|they|he|she|users?)(?:['’]ve| have| has|['’]s)?"
    rf"(?: almost| nearly| also| just| still)? always (?!{WANT})\w+"
)
SOMEONE_IS_ALWAYS = r"(?:I['’]m|I am|(?:we|they)(?:['’]re| are)|(?:s?he)(?:['’]s| is)) (?:almost |nearly )?always"
PERIOD = one_of("""
    day, weekday, workday, morning, afternoon, evening, night, week, weekend, month, quarter, year, time,
    (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day
""")
SEEMS = one_of("""
    (?:look|sound|feel|seem|smell|taste|act|behave)(?:s|ed|ing)?, work(?:s|ed|ing), felt, is, are, was, were, be,
    been, something, anything, nothing, things?, stuff
""")
# What somebody learns for longer than a month: a language, an instrument, a skill.
LEARNED = one_of("""
    afrikaans, arabic, basque, bulgarian, cantonese, catalan, chinese, croatian, czech, danish, dutch, english,
    esperanto, estonian, farsi, finnish, flemish, french, gaelic, german, greek, hebrew, hindi, hungarian, icelandic,
    indonesian, irish, italian, japanese, korean, latin, latvian, lithuanian, malay, mandarin, norwegian, persian,
    polish, portuguese, punjabi, romanian, russian, serbian, slovak, slovenian, spanish, swahili, swedish, tagalog,
    tamil, thai, turkish, ukrainian, urdu, vietnamese, welsh, yoruba, zulu, sign language, guitar, piano, violin,
    cello, flute, drums, clarinet, oboe, harp, ukulele, saxophone, trumpet, accordion, banjo, chess, python, rust,
    javascript, typescript, golang, haskell, java, sql, calligraphy, carpentry, pottery, knitting
""")
SIGNALS = {
    Kind.RULE: r"rules?|never|always|must(?: not)?|hard constraints?|polic(?:y|ies)|from now on",
    Kind.GOAL: alternatives("""
        goals?, targets?, milestones?, work(?:s|ing) towards?, plan(?:s|ning)? to,
        want(?:s|ed)? to (?:learn|build|finish)
    """)
    + rf"|(?:learning|teaching myself) (?:(?:the|some|basic|conversational) )?{LEARNED}"
    r"|learning (?:how )?to (?:play|speak|swim|drive|sail|ski|surf|cook|draw|paint|code|program|dance|sing|fly|ride)\b",
    Kind.HABIT: rf"(?:every|each)(?: single| other)? {PERIOD}|consistently|usually|routinely",
    # rather slow is no choice, nor is rather slower than; tree-like and like-minded are likenesses
    Kind.PREFERENCE: alternatives(r"""
        prefer(?:s|red|ence)?, chose, chosen, decided, (?<!-)likes?(?!-), loves?, hates?, dislikes?, favou?rites?,
        (?:would|[a-z]+['’]d) rather, rather not, rather (?!\w+er |more |less )(?:[^\s.,;]+ ){0,3}than
    """),
    Kind.FACT: rf"born|birthdays?|since {DATE}",
    Kind.CONTEXT: r"in(?: |-)progress|currently|temporar(?:y|ily)|for now|at the moment|wip",
    Kind.EVENT: r"daily summary|yesterday|this morning",
}

# A condition at the beginning or at the end of a statement.
OCCASION = one_of("""
    when(?:ever)?, while, if, after, before, during, once, unless, on, in, at, for, over, under
""")
TIME = one_of("""
    mornings?, afternoons?, evenings?, nights?, noon, weekends?, weekdays?,
    (?:mon|tues|wednes|thurs|fri|satur|sun)days?, breakfast, lunch, dinner, summer, winter, spring, autumn
""")
TIMES = rf"(?:(?:early |late |every |each )?{TIME})"
SPEAKER = r"(?:I|I'm|I'd|I've|you|you're|we|my|your|please)\b"
VERB = one_of("""
    prefer, choose, like, love, enjoy, drink, eat, want, avoid, go for, opt, use, sort, focus, keep, maintain, hate,
    need, have, pick, reply, answer, write, give, call, be
""")
NO_OCCASION = r"(?! (?:the )?(?:future|now|general|fact|my opinion|example|short|the record)\b)"
NOT_WHEN = r"(?:(?:not|never|except)\s)?"  # "not in the morning" is not in the morning
LEADING = (
    rf"^(?P<when>{NOT_WHEN}{OCCASION}\b{NO_OCCASION}\s[^,:，：]{{1,120}})[,:，：]\s"
    rf"|^(?P<bare>(?:(?:on|at|during|in the|in) )?{TIMES})(?:[,:]\s+|\s+(?={SPEAKER}))"
    rf"|^(?P<open>{OCCASION}\b\s[^,:，：]{{1,80}}?)\s+(?=(?:I|you|we) (?:\w+ )?{VERB}\w*\b)"
)
LEADING_CONDITION = LazyPattern(LEADING, re.IGNORECASE)
CLAUSE = (
    r"(?:when(?:ever)?|while|unless|after|before|during|if)\s(?!(?:i )?can\b|possible|needed|you (?:did|do))"
    r"(?:(?!\b(?:don't|doesn't|isn't|works?|because|as|since)\b)[^,.;()（]){2,80}"
)
PLACES = alternatives("""
    flights?, trips?, the road, vacations?, holidays?, work, home, school, the office, meetings?, trains?, planes?,
    public, winter, summer
""")
AIM = r"(?:[\w'-]+ ){0,3}?[\w-]{3,}(?:ity|tion|ness|ence|ance|ency|ics)\b"  # for convenience: a reason, no occasion
NO_PURPOSE = one_of(r"""
    me\b, you\b, it\b, this\b, years?\b, a (?:while|living)\b, example\b, (?:\w+ )?(?:reasons?|benefits?|purposes?)\b,
    (?:their|its|his|her)\b, now\b, ever\b, sure\b, everything\b, anything\b, all\b, most\b, that\b, the\b, \d
""")
NEEDS_FOR = "".join(
    rf"(?<!{word} for )"
    for word in (
        "preference",
        "passion",
        "love",
        "taste",
        "need",
        "weakness",
        "spot",
        "care",
        "tolerance",
        "opt",
        "go",
        "appetite",
        "fondness",
        "allow",
        "dislike",
        "look",
        "disdain",
    )
)
PURPOSE = rf"for (?!{NO_PURPOSE}|{AIM}){NEEDS_FOR}[\w'-]+(?: (?!because|as|since)[\w'-]+){{0,3}}"
TRAILING = LazyPattern(
    rf"\s(?P<when>{NOT_WHEN}(?:{CLAUSE}|(?:on|in|at|during) (?:the |my |long |short )*(?:{TIMES}|{PLACES}))|{PURPOSE})"
    r"(?=\s*(?:$|[.,;!?(（]|\b(?:because|as|since|due)\b))",
    re.IGNORECASE,
)
SELF_IN_CONDITION = one_of("""
    i'm, i am, i feel, i'm feeling, i get, i have to, i, you're, you are, you feel, you, we're, we, it's, it is, its,
    am, are, is, feeling, being, my, your, the, a, an
""")
FILLED = LazyPattern(rf"\b{SELF_IN_CONDITION}\b\s*", re.IGNORECASE)

PREFER = alternatives(r"""
    prefer(?:s|red|ring)?, preference, rather(?! than), choos\w+, chose, opt(?:s|ed)? for, go(?:es)? for, pick(?:s|ed)?,
    default to, insist on, stick to
""")
LIKE = one_of("""
    like[sd]?, loves?, loved, enjoy(?:s|ed)?, adore[sd]?, hates?, hated, dislikes?, disliked, avoid(?:s|ed)?,
    can't stand, detests?, loathes?, fond of, fan of, allergic to, into, interested in, value[sd]?, appreciates?,
    don't, doesn't, do not, never, no longer, stopped, quit, used to
""")
DOES = alternatives("""
    drink, eat, ate, drank, have, had, want, need, use, used, wear, watch, read, listen, play, drive, focus, focused,
    sort, sorted, (?<!my )(?<!our )group, arrange, prepare, consume, keep, kept, maintain,
    maintained, live, work, buy, bought, serve, sleep, wake, start, reply, answer, write, order, take, took, travel, go,
    find, look
""")
BECAUSE = r"\b(?:because|as (?:i|you|it|they|we|protein|\w+ \w+s)\b|since|due to|so that)\b"

# What may differ in two statements that say the same: articles, endings, who speaks, and words without a meaning here.
REMEMBER = LazyPattern(r"^\s*(?:please\s+)?remember(?:\s+that\b|:)?\s+(?=\S)", re.IGNORECASE)
SHORT_FORMS = {
    "can't": ("can", "not"),
    "cannot": ("can", "not"),
    "won't": ("will", "not"),
    "dont": ("do", "not"),
    "doesnt": ("do", "not"),
    "doesn't": ("do", "not"),
    "does": ("do",),
    "has": ("have",),
    "goes": ("go",),
}
SHORT_ENDINGS = {
    "n't": ("not",),
    "'ve": ("have",),
    "'ll": ("will",),
    "'d": ("would",),
    "'m": (),
    "'re": (),
    "'s": (),
}
EXPANDED = frozenset(chain(*SHORT_FORMS.values(), *SHORT_ENDINGS.values()))
SPEAKER_WORDS = frozenset(("i", "my", "you", "your"))
NOMINATIVE = frozenset(("i", "you"))
USER = frozenset(("user", "users"))
LIKES = frozenset(("like", "likes", "love", "loves", "enjoy", "enjoys", "prefer", "prefers"))
LIKES_ALONE = frozenset(("likes", "loves", "enjoys", "prefer", "prefers"))  # without "I": love songs are songs
EMPTY = frozenset(
    alternatives("""
    a, an, the, is, are, am, be, being, always, really, very, actually, please, now
""").split("|")
)
AND = frozenset(("and", "&"))
LINKS = frozenset(
    alternatives("""
    when, whenever, while, if, after, before, during, once, unless, on, in, at, for, over, under, with, without, by,
    from, to, every, each, as, because, since, not, or, of
""").split("|")
)
DAYS = frozenset(f"{day}days" for day in ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun"))


def expand(word: str) -> tuple[str, ...]:
    """Return a short form's words: "do" and "not" for "don't"."""
    if word in SHORT_FORMS:
        return SHORT_FORMS[word]
    if "'" in word:
        for ending, words in SHORT_ENDINGS.items():
            if word.endswith(ending):
                return (word.removesuffix(ending), *words)
    return (word,)


def singular(word: str) -> str:
    """Return a word without a plural ending, or a verb without that of the third person."""
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")) or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(("xes", "ches", "shes", "sses", "zzes")) else word[:-1]


SECOND_PERSON = (
    (r"\bI am\b", "you are"),
    (r"\bI'm\b", "you're"),
    (r"\bI've\b", "you've"),
    (r"\bI'd\b", "you'd"),
    (r"\bI'll\b", "you'll"),
    (r"\bI was\b", "you were"),
    (r"\b(?:The )?[Uu]ser's\b", "your"),
    (r"\bI\b", "you"),
    (r"\b[Mm]y\b", "your"),
    (r"\b[Mm]e\b", "you"),
    (r"\b[Mm]ine\b", "yours"),
    (r"\b[Mm]yself\b", "yourself"),
)


def find_condition(text: str, without_reason: str) -> str:
    if found := LEADING_CONDITION.match(text):
        return found["when"] or found["bare"] or found["open"]
    found = TRAILING.search(without_reason)
    return found["when"] if found else ""


def normalize_condition(plain: str) -> str:
    """Return "when tired" for "whenever i'm feeling tired"."""
    first, _, rest = plain.partition(" ")
    rest = " ".join(FILLED.sub("", rest).split())
    return f"{'when' if first == 'whenever' else first} {rest}".strip() if rest else first


def is_first_person(text: str) -> bool:
    """Return whether a statement begins in first person, or with "the user"."""
    return re.match(r"(?:I|I'm|I've|I'd|I'll|My|The user|User)\b", text, re.IGNORECASE) is not None


def to_second_person(text: str) -> str:
    """Return "you prefer your reports short" for "I prefer my reports short", to ask the person about it."""
    text = re.sub(r"^(?:the )?user (\w+?)s\b", r"you \1", text, flags=re.IGNORECASE)
    for pattern, word in SECOND_PERSON:
        text = re.sub(pattern, word, text)
    return text


LEAD = r"^(?:from now on|now),?\s+"  # the question asks about what lasts anyway


def remember_question(sentence: str, memory: str) -> str:
    """S0's "Should I remember you prefer PDF?", as short as a button's question can be."""
    if sentence:
        said = re.sub(LEAD, "", sentence, flags=re.IGNORECASE)
        return f"Remember: {to_second_person(said) if is_first_person(said) else said}?"
    return f"Remember “{memory}”?"


ENGLISH = Language(
    code="en",
    word_breaks=True,
    fillers=frozenset(FILLERS.split()),
    negations=frozenset(NEGATIONS.split()),
    change=rf"\b{CHANGE}\b",
    always=rf"\b{ALWAYS}\b",
    only_now=rf"\b{ONLY_NOW}\b",
    signals=SIGNALS,
    told=TOLD,
    habit_phrases=f"{SOMEONE_IS_ALWAYS}|{SOMEONE_ALWAYS_DOES}|{ALWAYS_DOES}",
    other_uses=(
        rf"{SEEMS}(?: (?:a (?:bit|lot|little)|just|more|much|rather|almost))? like|rules? of (?:thirds|three|law)"
        r"|as always|not always|[a-z]+n['’]t always|never ?mind"
        r"|(?:would|[a-z]+['’]d) (?:really |also |both )?(?:like|love) to\b"
    ),
    rule_words="always|never|rules?|like",
    reasons=rf"[(（].*|\sfor {AIM}.*|{BECAUSE}.*|\s[-–—]\s.*|[,;.]\s(?!not\b|rather\b|instead\b).*",
    contrasts=r"\(not\b|\b(?:over|rather than|instead of|more than|not|but|than|versus|vs)\b",
    holds_one=rf"\b(?P<prefer>{PREFER})\b|\b(?P<favorite>favou?rites?|go-to)\b|\b(?P<believe>believ\w+)\b",
    holds_many=rf"\b{LIKE}\b",
    does=rf"\b(?P<en>{DOES})(?:e?s|ed|d|ing)?\b",
    same_present={"ate": "eat", "drank": "drink", "had": "have", "kept": "keep", "bought": "buy", "took": "take"},
    takes=frozenset({"drink", "eat", "have", "want", "take", "order", "maintain", "need", "use", "keep"}),
    favorite=r"\b(?:favou?rite|go-to)s?\b(?P<en>[\w' -]{0,40}?)(?:\s(?:is|are|was|were)\b|:|'s\b)",
    speaker=r"\b(?:i|you|we|the user|users?)(?:['’](?:m|re|ve|d|ll))?\b|\b(?:my|our)\s*$",
    adverbs=r"\b(?:usually|generally|normally|often|sometimes|mostly|rarely|mainly|only|just|also|still|strongly|much)\b",
    leads="and|but|so|well|also|now|actually|personally|honestly|usually|generally|normally|these days",
    because="because|as|since",
    leading_condition=LEADING,
    favorite_marks=("favo", "go-to"),
    not_chosen="not|over|rather than|instead of",
    sorts=SORTS,
    find_condition=find_condition,
    normalize_condition=normalize_condition,
    promote_question="Should I remember this for future interactions?",  # S0's words
    goal_question="Still a goal?",
    topic_statement="I keep coming back to {topic}",
    remember_question=remember_question,
    update_question="{label}: change “{old}” to “{new}”?",
    details_question="Change the details of “{memory}”?",
    answer_question="{agent} says you chose “{value}”. Use it?",
    conflict_question="{label}: {first} or {last}?",
    file_is_older="The file is older, from {file}. What you use now is from {yours}.",
    file_is_newer="The file is newer, from {file}. What you use now is from {yours}.",
    file_of_same_day="Both are from {yours}.",
    file_without_date="The file gives no date. What you use now is from {yours}.",
    list_separator=", ",
    which_now_question="{label}: which one applies now?",
    which_wanted_question="Which {label} do you want for this?",
    avoid="Avoid {thing}",
    rule_line=("- Rule: ", "（confidence={confidence:.2f}, source={source}）"),
)
