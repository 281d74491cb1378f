"""What words say beyond their subject: normal form, sameness, polarity, change, haste. No Django.

English by whole words, Chinese by character pairs: a Chinese clause is one token to most tools.
"""

# ruff: noqa: SIM905  a list of words is easier to read as one

import re
import unicodedata
from collections import Counter

CJK = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")

# Words that carry no subject: who speaks, and that it is a preference at all.
FILLERS = frozenset(
    "a an the i me my mine myself you your user users person we our is are am be been was were to of for in on at "
    "as and or that this it its with by please do does did have has had would should will can could "
    "prefer prefers preferred like likes liked want wants wanted love loves enjoy enjoys use uses "
    "remember i'm i'd i've user's actually now instead from always really very".split()
)
NEGATIONS = frozenset(
    "not no never don't dont doesn't doesnt didn't isn't aren't won't can't cannot avoid avoids dislike "
    "dislikes hate hates without stop".split()
)
# Not in 差不多, 不错, 不过, 不但, 不仅, 不管, 不论, 不断, nor in 特别, 区别, 分别, 个别, 级别, 类别, 性别, 别人, 别的
NEGATION_ZH = re.compile(r"(?<!差)不(?![错过但仅管论断])|没|(?<![特区分个级类性])别(?![人的])|避免|讨厌|禁止")
FILLERS_ZH = re.compile(r"用户|喜欢|喜爱|偏好|偏爱|想要|非常|特别|总是|真的|[我爱很的了有]")
CHANGE = re.compile(
    r"\b(actually|now|instead|no longer|from now on|anymore|any more|these days|changed my mind|switch(?:ed)? to)\b"
    r"|改成|改为|改用|以后|不再|从现在起|现在",
    re.IGNORECASE,
)
ALWAYS = re.compile(
    r"\b(always|from now on|remember|every time|never)\b|总是|以后|记住|永远|每次|始终|务必|一律|从不",
    re.IGNORECASE,
)
ONLY_NOW = re.compile(
    r"\b(this time|today|for now|just once|only once|tonight|this once|right now)\b|这次|今天|暂时|这一次|目前先",
    re.IGNORECASE,
)
INVISIBLE = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
KEPT_CONTROLS = {"\n", "\t", "\u200d"}  # a joiner is part of emoji and of many scripts
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


def detect_language(text: str) -> str:
    """zh where there are more Chinese characters than other words, else en: a character says about a word."""
    return "zh" if len("".join(CJK.findall(text))) > len(CJK.sub(" ", normalize(text)).split()) else "en"


def show_invisible(text: str) -> str:
    """Control and invisible characters written out as ⟨U+XXXX⟩: shown, never hidden, never dropped."""
    text = text.replace("\r\n", "\n")
    return "".join(
        f"⟨U+{ord(c):04X}⟩" if unicodedata.category(c) in INVISIBLE and c not in KEPT_CONTROLS else c for c in text
    )


def normalize(text: str) -> str:
    """Case, width and punctuation folded away: equal plain texts are the same text."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return " ".join(WORD.findall(folded))


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def subject_words(text: str) -> list[str]:
    """The subject words of a text in order: fillers and negations left out, plurals folded, Chinese in pairs."""
    found: list[str] = []
    for word in normalize(text).split():
        if chinese := "".join(CJK.findall(word)):
            found += bigrams(chinese)
        elif word not in FILLERS and word not in NEGATIONS:
            found.append(_stem(word))
    return found


def word_counts(text: str) -> Counter[str]:
    return Counter(subject_words(text))


def subject_terms(text: str) -> list[str]:
    """What a text is about, whatever it says of it: yes and no to the same thing have the same subject."""
    return sorted(word_counts(CJK.sub(lambda run: FILLERS_ZH.sub("", NEGATION_ZH.sub("", run[0])), text)))


def bigrams(chinese: str) -> list[str]:
    return [chinese[i : i + 2] for i in range(len(chinese) - 1)] or [chinese]


def similarity(one: str, other: str) -> float:
    """0 to 1: the share of subject words two texts have in common (Dice)."""
    a, b = word_counts(one), word_counts(other)
    return dice(a, b) if a or b else float(normalize(one) == normalize(other))


def dice(a: Counter[str], b: Counter[str]) -> float:
    """Dice's coefficient of two bags of words; 0 where both are empty."""
    total = a.total() + b.total()
    return 2 * (a & b).total() / total if total else 0.0


def differ_both_ways(one: str, other: str) -> bool:
    """Whether each of two texts has a subject word the other lacks."""
    a, b = word_counts(one), word_counts(other)
    return bool(a - b) and bool(b - a)


def is_negative(text: str) -> bool:
    """Whether an odd number of its words say no."""
    said = sum(word in NEGATIONS for word in normalize(text).split())
    said += len(NEGATION_ZH.findall(text))
    return said % 2 == 1


def carries_change(*texts: str) -> bool:
    return any(CHANGE.search(text) for text in texts)


def says_always(*texts: str) -> bool:
    return any(ALWAYS.search(text) for text in texts)


def says_only_now(*texts: str) -> bool:
    return any(ONLY_NOW.search(text) and not ALWAYS.search(text) for text in texts)


def is_first_person(text: str) -> bool:
    """Whether it is about the speaker in the first person, or about "the user"."""
    return re.match(r"(?:I|I'm|I've|I'd|I'll|My|The user|User)\b", text, re.IGNORECASE) is not None


def to_second_person(text: str) -> str:
    """'I prefer my reports short' → 'you prefer your reports short', to ask the person about it."""
    text = re.sub(r"^(?:the )?user (\w+?)s\b", r"you \1", text, flags=re.IGNORECASE)
    for pattern, word in SECOND_PERSON:
        text = re.sub(pattern, word, text)
    return text
