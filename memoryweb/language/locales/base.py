"""What a language consists of: its word lists, its signals, its questions to the person.

A language is one folder with one Language object, listed in locales.LANGUAGES. Texts mix languages, so most readers
join the lists of all languages into one pattern. In these lists a space stands for any white space where a kind is
recognized, and every pattern is searched without regard to case.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.rules.policy import Kind

COMMA = LazyPattern(r",\s+")


def alternatives(words: str) -> str:
    """Return the pattern of a list of words and phrases: "tea, green tea" gives "tea|green tea"."""
    return "|".join(COMMA.split(words.strip()))


def one_of(words: str) -> str:
    """Return the same as a group, to be used within a longer pattern."""
    return f"(?:{alternatives(words)})"


@dataclass(frozen=True, kw_only=True)
class Language:
    code: str
    word_breaks: bool  # words stand between spaces; without them the lists hold phrases that may stand anywhere

    # Words without a subject, and words that say no: whole words, or patterns where there are no word breaks.
    fillers: frozenset[str] = frozenset()
    negations: frozenset[str] = frozenset()
    filler_pattern: str = ""
    negation_pattern: str = ""

    # How long a statement is meant to last.
    change: str
    always: str
    only_now: str

    # Which kind a statement is.
    signals: Mapping[Kind, str]
    habit_phrases: str  # "always uses": the rule word in it makes no rule
    other_uses: str  # of a signal's word: "rule of thirds", "looks like"
    rule_words: str  # the words that these phrases take away
    told: str  # what is said to an assistant, without a subject

    speaker: str  # before a verb: who says it
    adverbs: str  # before a verb: how often or how much

    # What a statement is about. A named group holds the verb or the thing.
    leads: str = ""  # words before a statement: "and", "actually"
    leading_condition: str = ""
    because: str = ""
    reasons: str  # where the reason begins, with the rest of the text
    contrasts: str  # between what is chosen and what is not
    holds_one: str  # "prefer": another thing is a change of mind
    holds_many: str  # "like": another thing is one more
    does: str
    same_present: Mapping[str, str]  # irregular pasts
    takes: frozenset[str]  # verbs that all mean having something
    favorite: str
    favorite_marks: tuple[str, ...]
    not_chosen: str  # in brackets: "(not coffee)"
    sorts: Mapping[str, str]  # drink, food, place …: the things a statement may be about
    find_condition: Callable[[str, str], str]  # (text, text without its reason): when a statement holds, or ""
    normalize_condition: Callable[[str], str]

    # What a person or an agent reads.
    promote_question: str
    goal_question: str
    topic_statement: str  # of topic: what the person comes back to
    remember_question: Callable[[str, str], str]  # (the whole statement if it is short, the memory in one line)
    update_question: str  # of memory, label, old and new
    details_question: str  # of memory
    answer_question: str  # of agent and value
    conflict_question: str  # of label, first values and last value
    file_is_older: str  # of the days file and yours
    file_is_newer: str  # of the days file and yours
    file_of_same_day: str  # of the day yours
    file_without_date: str  # of the day yours
    list_separator: str
    which_now_question: str  # of label
    which_wanted_question: str  # of label
    avoid: str  # of thing
    rule_line: tuple[str, str]  # before and after a memory in a prompt block
    # Names of known fields, by key; the registry's own where none is given.
    field_labels: Mapping[str, str] = field(default_factory=dict)
