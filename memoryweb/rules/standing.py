"""Standing instructions without a verb: "No meetings after 15:00", "British spelling in everything". No database.

They name something that an assistant makes or arranges, and forbid it or say where it always holds. What only is so
("No children", "A letter in every drawer") names nothing of that, or nowhere that it holds.
"""

from collections.abc import Sequence

from memoryweb.rules.tokens import normalize

WORDS_MAX = 16  # of an instruction; longer sentences have a verb
# What an assistant makes or arranges, or what such things consist of; in the singular.
THINGS_TEXT = """
    answer reply response message mail email letter memo report summary document doc draft note list table slide
    deck presentation post tweet article essay recipe itinerary invoice quote headline heading header title subject
    line paragraph sentence section page word name point item step topic question example explanation comment claim
    statement code file folder filename variable function test hint docstring commit branch repository repo merge
    release deploy deployment dependency library import log query schema endpoint script notebook cell chart graph
    diagram figure screenshot image picture logo icon gif meme sticker video animation transition effect photo
    package module class method path command config setting version versioning tag label changelog entry build
    pipeline container ticket issue request review sprint task spreadsheet sheet column row field form menu ad
    advert brochure flyer poster certificate contract agenda minutes estimate deadline update pronoun person tense
    contraction adjective adverb verb clause pitch slogan spoiler cliche swearing profanity gossip flight trip
    delivery meeting call appointment booking reservation interview standup notification reminder alert ping
    interruption newsletter survey invitation invite attachment link url source citation footnote reference emoji
    emoticon hashtag abbreviation acronym jargon slang buzzword idiom talk pun joke mark comma dash hyphen semicolon
    colon bracket quotation capital caption spelling grammar punctuation wording phrasing tone voice style register
    font typeface color colour text markdown html prose bullets unit measurement date time clock timestamp price
    cost currency temperature weight distance number decimal percentage indentation tab space whitespace mode format
    case order greeting salutation signature disclaimer apology preamble filler flattery praise caveat forecast
    translation subtitle transcript transaction purchase subscription renewal tracking cookie popup english german
    french spanish italian dutch portuguese chinese japanese korean russian celsius fahrenheit metric imperial euro
    dollar pound
"""
THINGS = frozenset(THINGS_TEXT.split())
# What makes it no instruction: somebody it is told of, a verb that says what is so, a time that is one only.
TOLD_TEXT = """
    i i'm i've we we're he he's she she's they they're you it it's my our his her their user users is are was were
    be been being has have had do does did will would can could may might isn't aren't wasn't haven't hasn't don't
    doesn't didn't won't can't drive drives need needs want wants like likes today yesterday tomorrow tonight now
    currently this last next since yet ago
"""
TOLD = frozenset(TOLD_TEXT.split())
PREPOSITIONS_TEXT = """
    in on at before after during without over under above below between unless within until except beyond past
    outside inside through per as from of about so for with to by like than that which
"""
PREPOSITIONS = frozenset(PREPOSITIONS_TEXT.split())
# Behind "no" and anything: where it is forbidden. "No swearing in public channels", not "no heating in the flat".
WHERE = frozenset(
    ("in", "on", "at", "before", "after", "during", "without", "over", "under", "between", "unless", "outside")
)
THERE = frozenset(("the", "a", "an", "his", "her", "this", "that", "one"))  # one place: it only is so there
REPORTED = frozenset(("from", "of", "about", "so", "for"))  # behind the thing: "no answer from the bank"
EVERYWHERE = frozenset(("everywhere", "only", "always"))
ALL = frozenset(("all", "every", "each", "any"))
BEFORE_ALL = frozenset(("in", "for", "on", "of", "with", "before", "after", "to", "under", "by"))
LIMITS = (("max",), ("maximum",), ("at", "most"), ("no", "more", "than"), ("no", "longer", "than"), ("at", "least"))
SIZES = frozenset(("under", "over", "below", "within"))  # with a number: "under 50 characters"


def is_instruction(sentence: str) -> bool:
    """Return whether the sentence says without a verb what always or never is to be."""
    words = normalize(sentence).split()
    if not 2 <= len(words) <= WORDS_MAX or not TOLD.isdisjoint(words):
        return False
    return _limits(words) or _forbids(words) or _holds_for_all(words)


def _is_thing(word: str) -> bool:
    return bool({word, word.removesuffix("s"), word.removesuffix("es"), f"{word.removesuffix('ies')}y"} & THINGS)


def _limits(words: Sequence[str]) -> bool:
    """Return whether it sets a limit: "max three bullet points per slide", "subject lines under 50 characters"."""
    for limit in LIMITS:
        if tuple(words[: len(limit)]) == limit:
            return any(map(_is_thing, words[len(limit) :]))
    sizes = [n for n, word in enumerate(words[:-1]) if word in SIZES and words[n + 1][0].isdigit()]
    return any(any(map(_is_thing, words[:n])) for n in sizes)


def _forbids(words: Sequence[str]) -> bool:
    """Return whether it forbids a thing: "no emojis in commit messages"; not "no answer from the bank"."""
    if words[0] not in ("no", "zero") or words[1] == "longer":
        return False
    end = next((n for n, word in enumerate(words) if word in PREPOSITIONS), len(words))
    behind, there = [*words[end:], "", ""][:2]
    if _is_thing(words[end - 1]) and end > 1:
        return behind not in REPORTED
    is_plural = words[end - 1].endswith(("s", "ing")) and end > 1
    return is_plural and behind in WHERE and (there not in THERE or behind == "without")


def _holds_for_all(words: Sequence[str]) -> bool:
    """Return whether it says of a thing where it always is to be: "metric units everywhere", "one topic per email"."""
    for n, word in enumerate(words):
        rest = words[n + 1 :]
        scope = (
            (word in EVERYWHERE and n > 0 and rest[:2] != ["in", "the"])
            or (word == "everything" and words[n - 1] in BEFORE_ALL)
            or (word == "at" and rest[:2] == ["a", "time"])
        )
        if scope and any(map(_is_thing, words[:n])):
            return True
        of_things = (word in ALL and words[n - 1] in BEFORE_ALL and n > 1) or (word == "per" and n > 0)
        if of_things and any(map(_is_thing, rest[:3])):
            return True
    return words[-1] == "throughout"
