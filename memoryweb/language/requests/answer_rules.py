"""Whether a rule says how to answer ("never use emojis", 回答要简短) or is about one topic ("never deploy on Fridays").

A rule says how to answer if nothing is left of it once the words of answering are taken away. No database.
"""

import re

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales import compile_lists
from memoryweb.language.locales.de import answer_rules as de_answer_rules
from memoryweb.language.locales.en import answer_rules as en_answer_rules
from memoryweb.language.locales.zh import answer_rules as zh_answer_rules
from memoryweb.language.requests import addressees
from memoryweb.language.text.tokens import CJK, HAN, bigrams, normalize

# What is under these is about answers whatever they are about. Other keys of communication may be about one kind of
# letter.
HOW_TO_ANSWER_KEYS = (
    "communication.style",
    "communication.tone",
    "communication.language",
    "communication.response_format",
    "communication.verbosity",
    "communication.punctuation",
    "communication.style_guide",
    "communication.forbidden_words",
)
HOW_TO_ANSWER_PREFIXES = tuple(f"{key}." for key in HOW_TO_ANSWER_KEYS)
# Where agents and people put such memories, beside these keys; there their words decide.
HOW_TO_ANSWER_CATEGORIES = (
    "communication",
    "writing",
    "style",
    "language",
    "formatting",
    "format",
    "response",
    "responses",
    "answers",
    "output",
    "tone",
    "spelling",
    "preferences",
    "preference",
    "general",
    "instructions",
    "interaction",
    "assistant",
)
QUOTED = LazyPattern(r"\"[^\"\n]{1,60}\"|“[^”\n]{1,60}”|‘[^’\n]{1,60}’|「[^」\n]{1,60}」|(?<!\w)'[^'\n]{1,60}'(?!\w)")
NAMED = LazyPattern(rf"\b(?:{en_answer_rules.NAMES}) (?:\S+ ?){{1,2}}", re.IGNORECASE)
CHINESE = LazyPattern(zh_answer_rules.WORDS)
CHINESE_NAME = LazyPattern(rf"(?:叫我|称呼我为?|稱呼我為?|称我为?)[{HAN}]{{1,4}}")
LETTERS = compile_lists([en_answer_rules.LETTERS, zh_answer_rules.LETTERS])
NUMBER = LazyPattern(r"\d+")
STEM = 5  # letters that words of one stem have in common
OTHER_WORDS_MOST = 0.25  # of the words of what is filed as being about answers
TEXT_MAX = 400  # characters; a longer rule is about something


def is_key_of_answers(key: str) -> bool:
    """Return whether the key belongs to the fields about answers."""
    return f"{key}.".startswith(HOW_TO_ANSWER_PREFIXES)


def says_how_to_answer(text: str, *, is_filed_so: bool = False) -> bool:
    """Return whether a rule is about answers on any topic, so that each block includes it.

    `is_filed_so`: it stands where such things do, so that a few other words in it name no topic ("short answers, I
    read them on my phone"), unless it tells of letters or of somebody.
    """
    if not 0 < len(text) <= TEXT_MAX:
        return False
    rest = topic(text)
    if not rest or any(words in text.casefold() for words in (*en_answer_rules.UNIVERSAL, *zh_answer_rules.UNIVERSAL)):
        return True
    is_in_words = is_filed_so and not CJK.search(text)
    if not is_in_words or len(rest) > OTHER_WORDS_MOST * len(normalize(text).split()):
        return False
    return not (addressees.circles_in(text) or LETTERS.search(text))


def topic(text: str) -> set[str]:
    """Return the stems and pairs of characters that are left of a text without the words of answering.

    A rule and a question that share one name the same thing, and not only "explain" or 推荐.
    """
    normal = normalize(CHINESE_NAME.sub(" ", NAMED.sub(" ", QUOTED.sub(" ", text[:TEXT_MAX]))))
    chinese = CHINESE.sub(" ", " ".join(CJK.findall(normal))).split()
    words = [word.removesuffix("'s") for word in NUMBER.sub("", CJK.sub(" ", normal)).split()]
    stems = {word[:STEM] for word in words if word not in en_answer_rules.WORDS and word not in de_answer_rules.WORDS}
    return stems.union(*(bigrams(run) for run in chinese))
