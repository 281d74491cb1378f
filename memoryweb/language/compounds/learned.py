"""Sentences that say several things, split where heads find that the right part of a joint says another thing.

They read what the grammar of a language does not split, since that is certain of some forms only. Precision comes
first: half a sentence that is torn away misleads, two things in one memory do not.
"""

from collections.abc import Iterator, Sequence

from memoryweb.language import readings
from memoryweb.language.compounds import chinese, english, parts
from memoryweb.language.heads import heads, joint_facts, joints
from memoryweb.language.heads.joints import Joint, Opening, Span

READ_MAX = 200  # characters: the heads judge no longer sentence
# How likely the right part has to say another thing: by its words, to be read by the encoder at all, and with that to
# be cut. Chosen on sentences that are taught (docs/learning.md).
WORDS_THRESHOLD, THRESHOLD = 0.85, 0.95
CARRIED_THRESHOLD = 0.5  # that the right part stands alone as it is completed


def _words(*by_language: str) -> frozenset[str]:
    return frozenset(" ".join(by_language).split())


# Whose name would have to stand first, for the part to be understood alone.
REFERRING = _words(
    "his her their its he she they it",
    "er sie sein seine ihr ihre",
    "su sus él ella ellos ellas lo",
    "son sa ses leur leurs il elle ils",
)
REFERRING_CHINESE = frozenset("他她它这那")
# What points to the left part wherever it stands in the right one.
POINTING = _words(
    "too otherwise instead then therefore",
    "darin darauf daran dabei dafür davon damit dazu dort seitdem deshalb ihn",
    "ello eso allí ahí",
    "cela ça là",
)
POINTING_CHINESE = ("比如", "例如", "所以", "因此", "因为", "不然", "否则", "也是", "就是")
# What belongs to a pair, is granted, or hangs on its first clause: both halves are one statement.
PAIRED = _words(
    "both either neither although though",
    "sowohl entweder weder zwar obwohl",
    "tanto ni aunque",
    "quoique",
    "既 虽",
)
CONDITIONAL = _words(
    "if when while because since unless until whenever",
    "wenn weil während als da falls sobald bevor nachdem",
    "si cuando mientras porque",
    "quand comme lorsque puisque s'il",
)
NEGATING = _words(
    "not never no without cannot",
    "nicht nie kein keine keinen ohne",
    "nunca sin",
    "ne jamais sans pas",
    "不 没 别",
)
# What says nothing of anybody.
POLITE = _words(
    "please thanks hi hello hey ok okay yes no so well",
    "bitte danke hallo ja nein also",
    "por favor gracias hola sí",
    "merci bonjour salut oui non",
)
ALTERNATIVES = _words("or nor", "oder noch", "o u ni", "ou")
PURPOSE = "for"
COMMAS = (",", "，")
LAST_OF_LIST = frozenset({"and", ", and", "or", ", or", "und", "oder", "和", "y", "e", "o", "et", "ou"})


def split(sentence: str) -> list[str]:
    """Return what a sentence without its full stop says, each with its subject; the sentence alone if one thing."""
    return list(readings.once(("parts", sentence), lambda: _split(sentence)))


def _split(sentence: str) -> Sequence[str]:
    spans = joints.find(sentence) if len(sentence) <= READ_MAX else []
    if not 0 < len(spans) <= joints.JOINTS_MAX:
        return [sentence]
    unsure = list(_unsure(sentence, spans))
    return _cut(sentence, spans, _surely_others(unsure)) if unsure else [sentence]


def _unsure(sentence: str, spans: Sequence[Span]) -> Iterator[Opening]:
    """Yield the joints that may part a sentence as far as their words tell, with the openings of their right parts.

    What is left of a joint begins at the last such one.
    """
    start, opening = 0, ""
    for place, span in enumerate(spans):
        joint = joints.joint_at(sentence, spans, place, joints.left_of(sentence, start, span, opening))
        if joint is None or not may_part(joint):
            continue
        chosen, is_sure = _completed(joint)
        if is_sure and stands_alone(chosen) and likelihood(chosen) >= WORDS_THRESHOLD:
            yield chosen
            start, opening = span.end, chosen.text


def likelihood(opening: Opening) -> float:
    """Return how likely the right part, with this opening, says another thing, as far as words tell, from 0 to 1."""
    return float(heads.load("joint_words").judge(joint_facts.features_of_words([opening]))[0, 0])


def _surely_others(unsure: Sequence[Opening]) -> dict[int, str]:
    """Return the places of the joints that part the sentence, each with the opening of what follows."""
    likely = heads.load("joint").judge(joint_facts.features_of_joints(unsure))[:, 0]
    return {
        each.joint.place: each.text for each, score in zip(unsure, likely, strict=True) if float(score) >= THRESHOLD
    }


def _cut(sentence: str, spans: Sequence[Span], cuts: dict[int, str]) -> list[str]:
    found, start, opening = [], 0, ""
    for place, text in cuts.items():
        found.append(joints.left_of(sentence, start, spans[place], opening))
        start, opening = spans[place].end, text
    found.append(joints.left_of(sentence, start, Span(len(sentence), len(sentence)), opening))
    return [_capitalized(part, sentence) for part in found]


def _capitalized(part: str, sentence: str) -> str:
    """Return a part that begins as the sentence does."""
    return f"{part[:1].upper()}{part[1:]}" if sentence[0].isupper() else part


def _completed(joint: Joint) -> tuple[Opening, bool]:
    """Return what the right part likeliest opens with, and whether that is likely enough."""
    [(opening, likely)] = joint_facts.likeliest([joint])
    if (first := chinese.FIRST.match(joint.left)) and 0 < opening.end < first.end("subject"):
        opening = Opening(joint, first.end("subject"))  # 我妹妹, not 我
    return opening, likely >= CARRIED_THRESHOLD


def may_part(joint: Joint) -> bool:
    """Return whether a joint may part its sentence at all, whatever its right part opens with."""
    said = [word.text.casefold() for word in joints.words_of(joint.sentence)]
    is_one = said[0] in CONDITIONAL or not PAIRED.isdisjoint(said) or joint.by.split()[-1] in ALTERNATIVES
    is_remark = joint.by == "," and joint.right.casefold().startswith("the ")  # "The milk is cold, the beer is warm"
    return not (is_one or is_remark or _points(joint) or english.shares_time(joint.left, joint.rest))


def stands_alone(opening: Opening) -> bool:
    """Return whether both parts of a joint can be statements of their own, with this opening of the right one.

    "Jonas repairs and sells clocks" has one thing for both, "I drink tea and eat cake at four" one time. Who "she" and
    "her sister" are only the left part says. One thing of a list is none of two statements.
    """
    joint, is_named = opening.joint, opening.end > 0
    words = [word.text.casefold() for word in joints.words_of(joint.right)]
    is_comma = joint.by.startswith(COMMAS)
    has_one_object = len(joints.words_of(joint.left[opening.end :])) == 1 < len(words) and not is_comma
    is_listed = is_comma and len(words) == 1 and is_named and joint.following in LAST_OF_LIST
    is_about_left = (words[0] in REFERRING or words[0] in REFERRING_CHINESE) and not is_named
    is_polite = POLITE.issuperset(words) or POLITE.issuperset(joint.left.casefold().split())
    says_nothing = is_polite or (len(words) == 1 and not is_named)
    is_one = has_one_object or is_listed or is_about_left or says_nothing or _negates(opening)
    return not (is_one or (is_named and _shares_purpose(joint)))


def _points(joint: Joint) -> bool:
    """Return whether the right part means nothing without the left one: "and sleeps in it"."""
    words = [word.text.casefold() for word in joints.words_of(joint.right)]
    is_pointing = not POINTING.isdisjoint(words) or joint.right.startswith(POINTING_CHINESE)
    return is_pointing or bool(english.REFERS.search(joint.right))


def _shares_purpose(joint: Joint) -> bool:
    """Return whether a purpose at the end may be meant for both: "I use pandas and numpy for data"."""
    is_for = PURPOSE in joint.right.split() and PURPOSE not in joint.left.split()
    return is_for and not (parts.BY_OTHERS.match(joint.right) or parts.BY_SPEAKER.match(joint.right))


def _negates(opening: Opening) -> bool:
    """Return whether the right part opens with a negation that is said only once."""
    carried = [word.text.casefold() for word in joints.words_of(opening.text)]
    return any(word in NEGATING or word.endswith("n't") for word in carried)
