"""Sentences that say several things, split where a head finds that the right part says another thing.

The grammar of a language is certain of some forms only. Where it splits, the head may still say that it is one thing.
"""

from collections.abc import Sequence

from memoryweb.language import readings
from memoryweb.language.compounds import chinese, english, parts
from memoryweb.language.heads import heads, joints
from memoryweb.language.heads.joints import Joint, Opening, Span

# How likely the right part has to say another thing, and how likely where the grammar says so too: chosen on sentences
# that are taught, so that about one in a hundred that say one thing is torn (docs/learning.md).
THRESHOLD, GRAMMAR_THRESHOLD = 0.935, 0.045
CARRIED_THRESHOLD = 0.5  # that the right part stands alone as it is completed
# Whose name would have to stand here, for the part to be understood alone.
REFERRING = frozenset(
    ("his", "her", "their", "its", "he", "she", "they", "it", "er", "sie", "es", "sein", "seine", "ihr", "ihre")
)
REFERRING_CHINESE = frozenset("他她它这那")
# What belongs to a pair, or is granted: both halves are one statement.
PAIRED = frozenset(
    ("both", "either", "neither", "although", "though", "sowohl", "entweder", "weder", "zwar", "obwohl", "既", "虽")
)
NEGATING = frozenset(
    ("not", "never", "no", "without", "cannot", "nicht", "nie", "kein", "keine", "keinen", "ohne", "不", "没", "别")
)
PURPOSE = "for"
ALTERNATIVES = frozenset(("or", "nor", "oder"))
COMMAS = (",", "，")
LAST_OF_LIST = frozenset(("and", ", and", "or", ", or", "und", "oder", "和"))


def split(sentence: str, by_grammar: Sequence[str] = ()) -> list[str]:
    """Return what a sentence without its full stop says, each with its subject; the sentence alone if one thing.

    `by_grammar` are its parts as the grammar has them, if it is sure of several.
    """
    return list(readings.once(("parts", sentence), lambda: _split(sentence, by_grammar)))


def _split(sentence: str, by_grammar: Sequence[str]) -> Sequence[str]:
    spans = joints.find(sentence)
    if not 0 < len(spans) <= joints.JOINTS_MAX:
        return by_grammar or [sentence]
    found: list[str] = []
    start, opening, highest = 0, "", 0.0
    for place, span in enumerate(spans):
        joint = joints.joint_at(sentence, spans, place, joints.left_of(sentence, start, span, opening))
        if joint is None:
            continue
        chosen, is_completed = _completed(joint)
        likely = likelihood(chosen)
        highest = max(highest, likely)
        if by_grammar and highest >= GRAMMAR_THRESHOLD:
            return by_grammar
        if is_completed and likely >= THRESHOLD and not by_grammar:
            found.append(joint.left)
            start, opening = span.end, joint.left[: chosen.end]
    last = joints.left_of(sentence, start, Span(len(sentence), len(sentence)), opening)
    return [_capitalized(part, sentence) for part in (*found, last)]


def _capitalized(part: str, sentence: str) -> str:
    """Return a part that begins as the sentence does."""
    return f"{part[:1].upper()}{part[1:]}" if sentence[0].isupper() else part


def likelihood(opening: Opening) -> float:
    """Return how likely the right part, with this opening, says another thing than the left one, from 0 to 1."""
    return float(heads.load("joint").judge(joints.features_of_joints([opening]))[0, 0])


def _completed(joint: Joint) -> tuple[Opening, bool]:
    """Return what the right part likeliest opens with, and whether both parts can then stand alone.

    "Jonas repairs and sells clocks" has one thing for both, "I drink tea and eat cake at four" one time. Who "she" and
    "her sister" are only the left part says. One thing of a list is none of two statements.
    """
    [(opening, likely)] = joints.likeliest([joint])
    if (first := chinese.FIRST.match(joint.left)) and 0 < opening.end < first.end("subject"):
        opening = Opening(joint, first.end("subject"))  # 我妹妹, not 我
    words = joints.words_of(joint.right)
    is_comma = joint.by.startswith(COMMAS)
    has_one_object = len(joints.words_of(joint.left[opening.end :])) == 1 < len(words) and not is_comma
    is_listed = is_comma and len(words) == 1 and opening.end > 0 and joint.following in LAST_OF_LIST
    is_paired = not PAIRED.isdisjoint(word.text.casefold() for word in joints.words_of(joint.sentence))
    refers = words[0].text.casefold() in REFERRING or words[0].text in REFERRING_CHINESE
    is_one = has_one_object or is_listed or is_paired or (refers and not opening.end)
    is_apart = not is_one and _negates(opening) == (joint.by.split()[-1] in ALTERNATIVES)
    is_shared = english.shares_time(joint.left, joint.rest) or (opening.end > 0 and _shares_purpose(joint))
    return opening, likely >= CARRIED_THRESHOLD and is_apart and not is_shared


def _shares_purpose(joint: Joint) -> bool:
    """Return whether a purpose at the end may be meant for both: "I use pandas and numpy for data"."""
    is_for = PURPOSE in joint.right.split() and PURPOSE not in joint.left.split()
    return is_for and not (parts.BY_OTHERS.match(joint.right) or parts.BY_SPEAKER.match(joint.right))


def _negates(opening: Opening) -> bool:
    """Return whether the right part opens with a negation: it holds for both only where "or" joins them."""
    carried = [word.text.casefold() for word in joints.words_of(opening.joint.left[: opening.end])]
    return any(word in NEGATING or word.endswith("n't") for word in carried)
