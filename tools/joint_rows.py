"""What the joints of corpora/compounds.jsonl teach: which part a sentence, and what the right part then opens with."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from memoryweb.language.heads import joints
from memoryweb.language.heads.joints import Joint, Opening, Span
from tools.rows import is_kept_aside, lines

UNALIKE = 0.01  # of a point, for each word that a part has and should not have, or the other way round
ENDS = ".。!！ "


@dataclass(frozen=True)
class Labelled:
    """A joint, whether it parts the sentence, and the right opening; None where none gives the part as labelled."""

    joint: Joint
    parts: bool
    opening: Opening | None
    language: str
    is_kept_aside: bool


@dataclass(frozen=True)
class Cut:
    """How parts lie in a sentence: the numbers of the joints that part it, and where each opening ends, or None."""

    places: tuple[int, ...] = ()
    ends: tuple[int | None, ...] = ()
    score: float = 0.0


def labelled() -> Iterator[Labelled]:
    """Yield the joints of all sentences, with the left part as it is once all before were cut as they should be."""
    for row in lines("compounds"):
        sentence = " ".join(row["text"].replace("’", "'").split()).rstrip(ENDS)
        spans = joints.find(sentence)
        if len(spans) <= joints.JOINTS_MAX and (cut := cut_of(sentence, spans, row["parts"])):
            for joint, parts, end in _with_left(sentence, spans, cut):
                opening = Opening(joint, end) if end is not None else None
                yield Labelled(joint, parts, opening, row["language"], is_kept_aside(row["text"]))


def _with_left(sentence: str, spans: Sequence[Span], cut: Cut) -> Iterator[tuple[Joint, bool, int | None]]:
    ends: Mapping[int, int | None] = dict(zip(cut.places, cut.ends, strict=True))
    start, opening = 0, ""
    for place, span in enumerate(spans):
        joint = joints.joint_at(sentence, spans, place, joints.left_of(sentence, start, span, opening))
        if joint is None:
            continue
        yield joint, place in ends, ends.get(place)
        if place in ends:
            start, opening = span.end, joint.left[: ends[place] or 0]


def cut_of(sentence: str, spans: Sequence[Span], parts: Sequence[str]) -> Cut | None:
    """Return how the labelled parts lie in a sentence, as closely as they do; None if there are too few joints."""
    wanted = [plain(part) for part in parts]
    cuts = (_cut_at(sentence, spans, places, wanted) for places in combinations(range(len(spans)), len(parts) - 1))
    return max(filter(None, cuts), key=lambda cut: cut.score, default=None)


def _cut_at(sentence: str, spans: Sequence[Span], places: tuple[int, ...], wanted: Sequence[str]) -> Cut | None:
    starts = [0, *(spans[place].end for place in places)]
    stops = [*(spans[place].start for place in places), len(sentence)]
    pieces = [sentence[start:stop].strip() for start, stop in zip(starts, stops, strict=True)]
    if not all(pieces):
        return None
    left, score, ends = pieces[0], _score(plain(pieces[0]), wanted[0]), []
    for piece, part in zip(pieces[1:], wanted[1:], strict=True):
        right = joints.without_joining(piece)
        candidates = joints.openings(Joint(sentence, left, "", right, right, 0, 1, ""))
        end = next(
            (
                each.end
                for each in candidates
                if part in (plain(each.completed), plain(joints.join(left[: each.end], piece)))
            ),
            None,
        )
        score += _score(plain(piece), part) if end is None else 1
        left = part if end is None else joints.join(left[:end], right)
        ends.append(end)
    return Cut(places, tuple(ends), score)


def _score(found: str, wanted: str) -> float:
    return float(found == wanted) - UNALIKE * len(set(_texts(found)) ^ set(_texts(wanted))) * (found != wanted)


def _texts(text: str) -> list[str]:
    return [word.text for word in joints.words_of(text)]


def plain(part: str) -> str:
    """Return a part as it is compared: without its full stop, case and the shape of apostrophes."""
    return " ".join(part.split()).rstrip(ENDS).casefold().replace("’", "'")
