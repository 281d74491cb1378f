"""Parses what a statement is about: when it holds, the verb, and the thing. Compares the subjects of two statements.

"When tired, I prefer tea" and "I choose coffee when I'm tired" have one subject; "I like tea" and "I like jazz" have
two. The frame of a statement is its verb. A frame that holds one thing at a time (prefer, favorite, believe in) makes
another thing a change of mind. A frame that holds many (like, hate) does so only for the same thing.
"""

from collections import Counter
from functools import cached_property
from itertools import islice

from memoryweb.language import readings
from memoryweb.language.comparing import attributes, cessation, choices, identity, labels, measures, predicates
from memoryweb.language.locales import ENGLISH, LANGUAGES, compile_lists, compile_words
from memoryweb.language.text import tokens
from memoryweb.language.time.conditions import READ_MAX, REASON, parse_condition

__all__ = [
    "Subject",
    "is_alike",
    "is_alike_under_label",
    "is_comparable",
    "label_repeats_text",
    "parse_condition",
    "same_subject",
    "subject",
]

FAVORITE = compile_words([language.favorite for language in LANGUAGES])
FAVORITE_MARKS = tuple(mark for language in LANGUAGES for mark in language.favorite_marks)
SORTS = tuple((sort, compile_lists([language.sorts[sort] for language in LANGUAGES])) for sort in ENGLISH.sorts)
SAME_CONDITION_FROM = 0.8  # share of the longer one's words
SAME_THING_FROM = 0.5  # share of subject words, where a frame holds many things
SAME_START = 2  # words
ATTRIBUTES_MAX = 12  # of one statement
SAME_ALTERNATIVES_FROM = 0.3  # where it holds one, and one of the two was chosen over the other


class Subject:
    """The subject of one statement, a sentence in the first or second person or without a person.

    Each part is found when it is first asked for: most comparisons end after two.
    """

    def __init__(self, text: str) -> None:
        self._text = text[:READ_MAX].replace("’", "'")

    @cached_property
    def condition(self) -> str:
        return parse_condition(self._text)

    @cached_property
    def _framed(self) -> tuple[str, bool, str, str]:
        return predicates.split_frame(REASON.sub("", predicates.without_condition(self._text)))

    @property
    def frame(self) -> str:
        """What somebody does with the thing: take, like, believe, or a verb."""
        return self._framed[0]

    @property
    def holds_one(self) -> bool:
        """Whether the frame holds one thing at a time."""
        return self._framed[1]

    @cached_property
    def holder(self) -> frozenset[str]:
        """Who does it, empty for the speaker: {"petra"}, {"my wife"}."""
        return predicates.holder(self._framed[2])

    @cached_property
    def _contrasted(self) -> tuple[str, str]:
        return predicates.split_contrast(self._framed[3])

    @property
    def chosen_text(self) -> str:
        return self._contrasted[0]

    @cached_property
    def chosen(self) -> Counter[str]:
        """The words before a contrast: tea for "tea over coffee"."""
        return tokens.word_counts(self.chosen_text)

    @cached_property
    def other(self) -> Counter[str]:
        """The words after it."""
        return tokens.word_counts(f"{self._contrasted[1]} {predicates.in_brackets(self._text)}")

    @cached_property
    def attributes(self) -> tuple[attributes.Attribute, ...]:
        """Attributes that people have one of at a time: "I work at Acme".

        Each is compared with each of another statement, and no statement about a person gives more than a few.
        """
        found = dict.fromkeys((*attributes.parse(self._text), *choices.parse(self._text), *measures.parse(self._text)))
        return tuple(islice(found, ATTRIBUTES_MAX))

    @cached_property
    def ending(self) -> cessation.Ending | None:
        """What it says is over: "I quit smoking"."""
        return cessation.parse(self._text)

    def contradicts(self, other: "Subject") -> bool:
        """Return whether the subjects contradict each other, regardless of common words."""
        if any(one.contradicts(another) for one in self.attributes for another in other.attributes):
            return True
        ended = (self.ending, other._text), (other.ending, self._text)
        return any(ending is not None and ending.ends(text) for ending, text in ended)

    def agrees_with(self, other: "Subject") -> bool:
        """Return whether both give one attribute the same way, one maybe more precisely: Lisbon, and Portugal."""
        return any(one.agrees_with(another) for one in self.attributes for another in other.attributes)

    @cached_property
    def favorite(self) -> str | None:
        """The kind of favorite, such as color; None if no favorite is named."""
        found = FAVORITE.search(self._text)
        return tokens.normalize(next(filter(None, found.groups()), "")) if found else None

    @cached_property
    def sort(self) -> str:
        """Drink, food or place …, if the words leave no doubt."""
        return _sort(self.chosen_text)

    @cached_property
    def is_change(self) -> bool:
        """Whether its words say that something has changed."""
        return tokens.carries_change(self._text)

    @property
    def is_known(self) -> bool:
        """Whether the subject has any part to compare."""
        return bool(self.condition or self.frame or self.attributes or self.ending or self.other)

    @cached_property
    def condition_words(self) -> frozenset[str]:
        return frozenset(tokens.word_counts(self.condition)) or frozenset(self.condition.split())

    @cached_property
    def marked_words(self) -> frozenset[str]:
        """Letters, numbers and words with a sign among the chosen: another one is another thing."""
        return identity.Wording(self.chosen_text).marked()

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """Words of which a text about the same subject contains at least one: a cheap test before comparing."""
        favorites = () if self.favorite is None else FAVORITE_MARKS
        alike = (*self.condition_words, *favorites) if self.condition or favorites else (*self.chosen, *self.other)
        ending = self.ending.marks if self.ending else ()
        return (*alike, *(mark for each in self.attributes for mark in each.marks), *ending)

    def may_match(self, text: str) -> bool:
        """Return whether a text is worth comparing: most texts have nothing in common with this subject."""
        folded = text.casefold()
        return any(mark in folded for mark in self.marks)


def _sort(chosen: str) -> str:
    sorts = {sort for sort, pattern in SORTS if pattern.search(chosen)}
    return sorts.pop() if len(sorts) == 1 else ""


def subject(text: str) -> Subject:
    """Return the subject of a text, which a call reads once."""
    return readings.once(("subject", text), lambda: Subject(text))


def same_subject(one: str, other: str) -> bool:
    """Return whether two statements of one person, category and scope have the same subject."""
    return is_alike(Subject(one), Subject(other))


def is_alike(a: Subject, b: Subject, *, different_labels: bool = False) -> bool:
    """Return whether two subjects are the same. With different labels, only the things in the statements count."""
    if (contradicts := a.contradicts(b)) or a.agrees_with(b):
        return contradicts
    if a.frame and b.frame and a.holder != b.holder:
        return False
    return _is_alike_in_words(a, b, different_labels=different_labels)


def is_alike_under_label(label: str, one: str, other: str) -> bool:
    """Return whether two texts under one label that says something are values of one attribute.

    A bare value is one of what the label names; a sentence is, if it speaks of that. Two sentences are, if they have
    one subject: or under "family" a brother would take the place of a sister.
    """
    are_sentences = labels.is_sentence(one), labels.is_sentence(other)
    if not all(are_sentences):
        sentence = one if are_sentences[0] else other
        return not any(are_sentences) or labels.is_named_in(label, sentence)
    a, b = subject(one), subject(other)
    if is_alike(a, b):
        return True
    if a.attributes or b.attributes or a.holder != b.holder or a.condition != b.condition:
        return False
    begin_alike = _go_on_differently(one, other)
    if (a.is_change or b.is_change) and (begin_alike or a.frame == b.frame != ""):
        return True
    is_of_the_label = labels.is_named_in(label, one) and labels.is_named_in(label, other)
    return (a.holds_one and b.holds_one and a.sort == b.sort != "") or (
        begin_alike and (is_of_the_label or labels.is_told(one))
    )


def _go_on_differently(one: str, other: str) -> bool:
    """Return whether two texts begin with the same words: "Keep answers short", "Keep answers long"."""
    a, b = identity.wording(one).words, identity.wording(other).words
    common = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
    return common >= SAME_START and max(len(a), len(b)) - common <= SAME_START


def _is_alike_in_words(a: Subject, b: Subject, *, different_labels: bool) -> bool:
    if a.condition or b.condition:
        return _same_condition(a, b) and _is_alike_on_occasion(a, b, different_labels=different_labels)
    if a.favorite is not None or b.favorite is not None:
        return a.favorite == b.favorite
    if a.frame and a.frame == b.frame and a.holds_one and b.holds_one and not different_labels:
        return (
            _alternatives_in_common(a, b) >= SAME_ALTERNATIVES_FROM
            or tokens.dice(a.chosen, b.chosen) >= SAME_THING_FROM
            or _same_sort_of_thing(a, b)
        )
    if _have_changed_places(a, b):
        return True
    return bool(a.frame and b.frame) and (_alternatives_in_common(a, b) >= SAME_THING_FROM or _same_thing(a, b))


def _same_sort_of_thing(a: Subject, b: Subject) -> bool:
    """Return whether both are about one activity or one noun: buying once and buying often, short and long emails."""
    ones, others = tokens.subject_words(a.chosen_text), tokens.subject_words(b.chosen_text)
    if not (ones and others):
        return False
    if a.frame == "believe":
        return ones[0] == others[0] and ones[0].endswith("ing")
    return ones[-1] == others[-1] and len(ones) > 1 and len(others) > 1


def _is_alike_on_occasion(a: Subject, b: Subject, *, different_labels: bool) -> bool:
    """Compare two statements for one occasion. Somebody may like several things then, unless they say it changed."""
    if a.frame == b.frame == "like" and not (a.is_change or b.is_change):
        return _alternatives_in_common(a, b) >= SAME_THING_FROM or _same_thing(a, b)
    return (_same_frame(a, b) and not different_labels) or _things_in_common(a, b) >= SAME_THING_FROM


def _same_thing(a: Subject, b: Subject) -> bool:
    """Return whether both are about one thing, where many are held at once: green tea is not mint tea."""
    if tokens.dice(a.chosen, b.chosen) < SAME_THING_FROM or _differ_both_ways(a.chosen, b.chosen):
        return False
    return a.marked_words == b.marked_words


def _same_condition(a: Subject, b: Subject) -> bool:
    if a.condition == b.condition:
        return True
    common, longest = len(a.condition_words & b.condition_words), max(len(a.condition_words), len(b.condition_words))
    return bool(a.condition and b.condition) and common >= SAME_CONDITION_FROM * longest


def _same_frame(a: Subject, b: Subject) -> bool:
    """Return whether the frames fit one thing; a drink and a meal don't."""
    if a.sort and b.sort and a.sort != b.sort:
        return False
    return {a.frame, b.frame} <= {"take", "like"} or (a.frame == b.frame and bool(a.frame))


def _things_in_common(a: Subject, b: Subject) -> float:
    """Return the share of words that the things in both statements have in common, chosen or not."""
    return max(tokens.dice(a.chosen, b.chosen), _alternatives_in_common(a, b))


def is_comparable(a: Subject, b: Subject) -> bool:
    """Return whether statements in different categories can share a subject: both drinks, or alternatives.

    Or, where each holds one thing, one noun: "I prefer glass containers" and "I prefer plastic containers".
    """
    if (a.sort == b.sort != "") or a.contradicts(b) or _alternatives_in_common(a, b) >= SAME_THING_FROM:
        return True
    hold_one = a.frame == b.frame and a.holds_one and b.holds_one
    return hold_one and a.condition == b.condition and _same_sort_of_thing(a, b)


def _alternatives_in_common(a: Subject, b: Subject) -> float:
    """Return how much one's choice overlaps with the other's rejected alternative, from 0 to 1 (Dice)."""
    return max(tokens.dice(a.chosen, b.other), tokens.dice(a.other, b.chosen))


def _have_changed_places(a: Subject, b: Subject) -> bool:
    """Return whether choice and alternative are swapped: "about recycling, but not composting", and the reverse."""
    return bool(a.other and b.other) and a.other <= b.chosen and b.other <= a.chosen


def _differ_both_ways(one: Counter[str], other: Counter[str]) -> bool:
    return not (one <= other or other <= one)


def label_repeats_text(label: str, text: str) -> bool:
    """Return whether a label only repeats words of the statement."""
    plain = tokens.normalize(label)
    if " " in plain or tokens.CJK.search(plain):
        return plain in tokens.normalize(text)
    return tokens.word_counts(label) == subject(text).chosen
