"""Understands a message without a model: a question about what is known, or a statement, in English and Chinese."""

import re
from dataclasses import dataclass

from memoryweb.language import extraction
from memoryweb.language.extraction import Find
from memoryweb.language.filing import classifier, known_fields
from memoryweb.language.heads import filing
from memoryweb.language.text import signs, tokens
from memoryweb.rules import fields, limits

TOPIC_MAX = 80  # characters
SURE = 0.5  # how likely a part of life is from which on a question is about it
# "What do you know about my food preferences?", "Do you remember how I like my tea?", "你知道我的饮食偏好吗"
KNOWN = re.compile(
    r"\b(?:what|which things|how much)\b[^.!?]{0,20}\b(?:do|did|can|have) you\b[^.!?]{0,20}"
    r"\b(?:know|remember|remembered|saved?|learn(?:ed|t)|tell me)\b(?P<about>[^?]{0,200})"
    r"|\b(?:do|can) you (?:still )?(?:know|remember)\b(?P<about2>[^?]{0,200})"
    r"|\bwhat are my\b(?P<about3>[^?]{0,200})"
    r"|你(?:还)?(?:都)?(?:知道|记得|记住了?|了解)(?P<about4>[^?？]{0,100})",
    re.IGNORECASE,
)
QUESTION = re.compile(
    r"[?？]\s*\Z|(?:吗|呢)\s*\Z"
    r"|\A\s*(?:what|which|when|where|who|whom|whose|why|how|do|does|did|am|is|are|was|can|could|should|would)\b",
    re.IGNORECASE,
)
# What begins so is to be saved as it stands, such as "Remember: …" and "Please save that …".
SAVE = re.compile(
    r"\A\s*(?:please\s+)?(?:remember|save|note|keep in mind)\b\s*(?:this\b|that\b)?\s*[:,]?\s*(?P<words>.+)\Z"
    r"|\A\s*请?(?:帮我)?(?:记住|记下|记得|保存)[：:，,]?\s*(?P<words2>.+)\Z",
    re.IGNORECASE | re.DOTALL,
)
OF_ONE = re.compile(r"\b(?:i|i'm|i’m|i've|i’ve|me|my|mine|myself)\b|我(?!们)", re.IGNORECASE)
# Words of a question that name a subject, and the categories where it is found, because people mean all of them.
TOGETHER = (
    (
        re.compile(r"\b(?:food|foods|diet|dietary|eat|eating|meals?|cuisine)\b|饮食|食物|吃", re.IGNORECASE),
        ("dietary", "food", "drinks"),
    ),
    (
        re.compile(r"\b(?:meet|meetings?|schedule|calendar|appointments?)\b|会议|开会|日程", re.IGNORECASE),
        ("schedule",),
    ),
)


@dataclass(frozen=True)
class Question:
    """A question. `categories` are its subjects; none, and not `is_broad`: search for the words."""

    words: str
    categories: tuple[str, ...]
    is_broad: bool  # about everything
    is_of_one: bool  # about the writer, not about the community


@dataclass(frozen=True)
class Statements:
    """One or more statements of a message. `words` is set if the writer asked to save them as they stand."""

    finds: list[Find]
    words: str


def understand(text: str) -> Question | Statements | None:
    """Return a message as question or statements; None for neither. Telegram allows 4,096 characters."""
    if known := KNOWN.search(text):
        about = next((part for part in known.groups() if part), "")
        return _question(about, whole=text, is_broad=True)
    asked_to_save = SAVE.match(text)
    words = next((part.strip() for part in asked_to_save.groups() if part), "") if asked_to_save else ""
    if finds := extraction.find(text):
        return Statements(finds[: limits.STATEMENTS_MAX], words)
    if QUESTION.search(text):
        return _question(text, whole=text, is_broad=False)
    if told := _told_outright(text):
        return Statements([told], words)
    return Statements([], words) if words else None


def _told_outright(text: str) -> Find | None:
    """Return a plain statement whose words say that it lasts ("want to build"); None for other texts.

    In a conversation about work it would not be worth a question; who tells it to a memory wants it remembered.
    """
    lasts = classifier.signals_kind(text) and not tokens.says_only_now(text)
    return extraction.describe(text) if lasts else None


def _question(about: str, *, whole: str, is_broad: bool) -> Question:
    categories = next((of for pattern, of in TOGETHER if pattern.search(about)), ())
    named = known_fields.slugify(about[:TOPIC_MAX])
    if not categories:
        found = next((each for each in fields.CATEGORIES if each in named.split("_")), "")
        found = found or filing.category_of(about, least=SURE)
        categories = (found,) if found else ()
    says_nothing = not re.sub(
        r"\b(?:about|of|me|my|mine|i|preferences?|all|everything)\b|关于|我的?|什么|吗|偏好",
        "",
        about,
        flags=re.IGNORECASE,
    ).strip(" ?？.!,")
    is_of_one = bool(OF_ONE.search(whole))
    return Question(signs.cut(whole, limits.QUERY_MAX), categories, is_broad and says_nothing, is_of_one)
