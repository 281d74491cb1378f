"""Finds a conversation's topics in the words of its title or messages, so that returning topics are recognized.

A topic is a phrase of one to three words, or of two to five Chinese characters, that is not about talking itself.
"""

import re
from collections.abc import Iterable, Iterator

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.en import answer_rules as en_answer_rules
from memoryweb.language.locales.zh import answer_rules as zh_answer_rules
from memoryweb.language.text.tokens import CJK, FILLER, FILLERS, NEGATIONS, WORD, subject_words

WORDS_MAX = 3
LETTERS_MIN = 3
CHARACTERS = range(5, 1, -1)  # of a Chinese phrase, the longest first
PHRASES_MAX = 60  # of one conversation
# What titles of conversations say besides what they are about, and what messages are full of.
OF_CONVERSATIONS = frozenset(
    re.findall(
        r"\S+",
        """
    help helping question questions problem problems issue issues trouble bug bugs fix fixes fixing fixed debug
    debugging project projects task tasks work working works job plan plans planning planned draft drafts drafting
    email emails mail message messages meeting meetings report reports document documents file files note notes list
    lists summary review code coding script function setup update updates updated session today tomorrow yesterday
    week weekend month year morning evening night day days time times monday tuesday wednesday thursday friday
    saturday sunday new old next last tips tip guide tutorial learn learning research overview comparison compare
    request general misc untitled lot lots bit kind sort part parts way ways people person someone somebody place
    stuff course fine sure thanks thank need needs find found look looking looks try trying tried make makes making
    made take takes taking took see seen saw think thinks thinking thought know knows wonder wondering recommend
    suggestions suggestion suggest options option result results app page data
""",
    )
)
LANGUAGES = frozenset(  # to answer in, but also to learn
    re.findall(
        r"\S+",
        "arabic chinese czech danish dutch english finnish french german greek hebrew hindi hungarian icelandic italian"
        " japanese korean latin norwegian polish portuguese romanian russian spanish swedish thai turkish ukrainian",
    )
)
OF_CHINESE_CONVERSATIONS = LazyPattern(
    "帮助|求助|问题|项目|工作|计划|邮件|会议|报告|文件|文档|代码|今天|明天|昨天|这周|本周|下周|周末|早上|晚上|关于|讨论|"
    "学习|怎么办|如何|为什么|哪个|哪些|哪里|哪种|现在|最近|一下|想|看|找|买|用"
)
CHINESE_OTHER = LazyPattern(zh_answer_rules.WORDS)
BEFORE_A_THING = frozenset(
    re.findall(r"\S+", "a an the my our your his her their this that these those some about for of with on in")
)
NO_THING = ("ing", "ed", "ly")


def phrases(title: str, messages: Iterable[str] = ()) -> dict[str, str]:
    """Return a conversation's phrases as written, by normal form, from its title or else its messages.

    The longest come first, and the first of equally long ones. In a message only what stands
    where things stand counts ("for my sourdough"), and Chinese not at all: there is too much that is no topic.
    """
    if title.strip():
        found = [*_english(title), *_chinese(title)]
    else:
        found = [each for message in messages for each in _english(message, only_things=True)]
    ordered = sorted(found, key=lambda each: -_length(each[0]))
    first: dict[str, str] = {}
    for normal, written in ordered:
        first.setdefault(normal, written)
    return dict(list(first.items())[:PHRASES_MAX])


def parts(phrase: str) -> list[str]:
    """Return a phrase in normal form and every phrase within it."""
    words = phrase.split()
    return [" ".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, len(words) + 1)]


def _length(normal: str) -> int:
    return len(normal) if CJK.search(normal) else normal.count(" ") + 1


def _english(text: str, *, only_things: bool = False) -> Iterator[tuple[str, str]]:
    run: list[tuple[str, str]] = []
    end, before = 0, ""
    for match in WORD.finditer(text):
        written = match[0]
        normal = _normal_word(written)
        between = text[end : match.start()]
        if run and (not normal or between.strip(" -'’\t")):
            yield from _grams(run)
            run = []
        is_thing = not only_things or bool(run) or before in BEFORE_A_THING
        if normal and is_thing and not (only_things and written.lower().endswith(NO_THING)):
            run.append((normal, written))
        end, before = match.end(), written.lower()
    yield from _grams(run)


def _normal_word(word: str) -> str:
    """Return a word without its plural; empty for one that names no topic."""
    lower = word.lower().removesuffix("'s").removesuffix("’s")
    if CJK.search(word) or len(lower) < LETTERS_MIN or not any(map(str.isalpha, lower)):
        return ""
    other = (FILLERS, NEGATIONS, en_answer_rules.WORDS, OF_CONVERSATIONS)
    if lower not in LANGUAGES and any(lower in words for words in other):
        return ""
    if lower.endswith("oes"):  # potatoes
        lower = lower.removesuffix("es")
    return " ".join(subject_words(lower))


def _grams(run: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for start in range(len(run)):
        for end in range(start + 1, min(len(run), start + WORDS_MAX) + 1):
            normal, written = zip(*run[start:end], strict=True)
            yield " ".join(normal), " ".join(written)


def _chinese(text: str) -> Iterator[tuple[str, str]]:
    for run in CJK.findall(text):
        for piece in FILLER.sub(" ", CHINESE_OTHER.sub(" ", OF_CHINESE_CONVERSATIONS.sub(" ", run))).split():
            for length in CHARACTERS:
                for start in range(len(piece) - length + 1):
                    yield (gram := piece[start : start + length]), gram
