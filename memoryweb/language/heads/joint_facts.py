"""What tells whether a sentence says another thing from a joint on, as features for three heads.

`carried` chooses the opening that the right part needs. `joint_words` judges whether the right part, with this opening,
says another thing, by words alone. `joint` judges what is unsure then, with the encoder's vectors. Both see the whole
sentence, too: what is a list of one kind of thing shows in all its items. Learned from corpora/compounds.jsonl.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from memoryweb.language.heads import heads
from memoryweb.language.heads.features import Buckets, Features, Floats, buckets_of, vectors_of
from memoryweb.language.heads.joints import Joint, Opening, find, openings, words_of
from memoryweb.language.text.clauses import CJK

JOINT_BITS, SENTENCE_BITS, OPENING_BITS = 14, 14, 13  # of the tables that features are hashed into
SHORT = 3  # letters at the end of a word that tell what it is


def likeliest(joints: Sequence[Joint], head: heads.Head | None = None) -> list[tuple[Opening, float]]:
    """Return for each joint the opening with which its right part most likely stands alone, and how likely that is."""
    candidates = [openings(joint) for joint in joints]
    flat = [opening for each in candidates for opening in each]
    if not flat:
        return []
    likely = iter((head or heads.load("carried")).judge(features_of_openings(flat))[:, 0])
    scored = [[(float(next(likely)), -opening.end, opening) for opening in each] for each in candidates]
    best = (max(each, key=lambda scored: scored[:2]) for each in scored)
    return [(opening, likely) for likely, _, opening in best]


def features_of_words(chosen: Sequence[Opening]) -> Features:
    """Return what the words tell of whether the right parts, with these openings, say another thing; no vector."""
    return Features(hashed=_hashed(chosen), vectors=np.zeros((len(chosen), 0), np.float32))


def features_of_joints(chosen: Sequence[Opening]) -> Features:
    """Return the same, with the vectors of both parts, of the completed right one and of the sentence."""
    texts = [
        [each.joint.left for each in chosen],
        [each.joint.right for each in chosen],
        [each.completed for each in chosen],
        [each.joint.sentence for each in chosen],
    ]
    left, right, completed, sentence = vectors_of(texts)
    agree, differ = left * completed * 10, abs(left - completed)
    vectors: Floats = np.concatenate([left, right, completed, agree, differ, sentence * 1.5], axis=1)
    return Features(hashed=_hashed(chosen), vectors=vectors)


def _hashed(chosen: Sequence[Opening]) -> dict[str, list[Buckets]]:
    sentences = {each.joint.sentence for each in chosen}
    read = {sentence: buckets_of(_sentence_facts(sentence), SENTENCE_BITS) for sentence in sentences}
    return {
        "joint": [buckets_of(_facts(each), JOINT_BITS) for each in chosen],
        "sentence": [read[each.joint.sentence] for each in chosen],
    }


def features_of_openings(candidates: Sequence[Opening]) -> Features:
    """Return what tells whether the right parts stand alone with these openings; no vector."""
    return Features(
        hashed={"opening": [buckets_of(_opening_facts(each), OPENING_BITS) for each in candidates]},
        vectors=np.zeros((len(candidates), 0), np.float32),
    )


def _facts(opening: Opening) -> Iterator[str]:
    """Yield the words around a joint, alone and beside each other, their endings and shapes, and how long parts are."""
    joint = opening.joint
    written, right = _texts(joint.left), _texts(joint.right)
    left, rest = [word.casefold() for word in written], [word.casefold() for word in _texts(joint.rest)]
    first, second, last = rest[0], (rest[1:] or ["$"])[0], left[-1]
    by, count = joint.by, len(_texts(joint.left[: opening.end]))
    instead = written[count]  # what the right part says something else for
    yield from (f"by {by}", f"by {by} then {first}", f"by {by} then {_shape(right[0])}", f"next {joint.following} {by}")
    yield from (
        f"first {first}",
        f"first {first}|{second}",
        f"second {second}",
        f"last {last}",
        f"between {last}|{first}",
    )
    yield from (f"begins {'|'.join(left[:size])}" for size in (1, 2, 3))
    yield from (f"ends {'|'.join(left[-2:])}", f"begins {left[0]} then {first}", f"right ends {right[-1].casefold()}")
    yield f"begins {'|'.join(left[:2])} then -{first[-2:]}"
    yield from (f"shapes {_shape(written[-1])}{_shape(right[0])} {by}", f"shapes {by} {_shapes(right[:4])}")
    yield f"shapes {_shapes(written[:3])}|{_shapes(right[:3])}"
    for size in range(1, SHORT + 1):
        ending = first[-size:]
        yield from (
            f"-{ending}",
            f"-{ending} by {by}",
            f"-{ending} begins {left[0]}",
            f"-{instead.casefold()[-size:]}|{ending}",
        )
        yield from (f"-{word[-size:]} at {number}|{ending}" for number, word in enumerate(left[:4]))
        yield f"alike {size} {any(word[-size:] == ending for word in left[:4])}"
        yield f"-{instead.casefold()[-size:]}|{ending} after {count}"
    yield from (f"same first {left[0] == first} {by}", f"instead {instead.casefold()}|{first}")
    yield f"instead {_shape(instead)}|{_shape(right[0])} {count > 0}"
    yield from (f"carried {count}", f"carried {count} by {by}", f"carried {'|'.join(left[:count])}")
    lengths = len(left), len(right), len(rest), len(left) - count
    yield from (f"long {number} {min(length, 12)}" for number, length in enumerate(lengths))
    yield f"long {min(lengths[0] // 2, 5)} {min(lengths[1] // 2, 5)}"
    yield from (f"long {min(lengths[3], 6)} instead {min(lengths[1], 6)}", f"long {min(lengths[1], 8)} {count > 0}")
    yield f"joint {joint.place} of {joint.count}"
    yield from (f"left {word}" for word in left)
    yield from (f"right {word}" for word in rest)
    yield from (f"has {word}" for word in (*left, *rest))
    shared = set(left) & set(rest)
    yield from (f"both {word}" for word in shared)
    yield f"both {len(shared)}"
    edged = f" {first} "
    yield from (f"in {edged[start : start + size]}" for size in (2, 3, 4) for start in range(len(edged) - size + 1))
    if CJK.match(right[0]):
        yield from _characters(joint)


def _sentence_facts(sentence: str) -> Iterator[str]:
    """Yield the words of a sentence, and how the pieces between its joints begin, end and compare."""
    spans = find(sentence)
    edges = [0, *(edge for span in spans for edge in span), len(sentence)]
    pieces = [
        _texts(sentence[start:end].casefold()) or ["$"] for start, end in zip(edges[::2], edges[1::2], strict=True)
    ]
    count, lengths = len(pieces), [len(piece) for piece in pieces]
    first, others = pieces[0], pieces[1:]
    longest = max(lengths[1:], default=0)
    yield from (f"pieces {count}", f"lengths {'|'.join(str(min(length, 5)) for length in lengths)}")
    yield f"others {min(longest, 8)} {min(min(lengths[1:], default=0), 8)} {count}"
    yield f"joined {'|'.join(sentence[span.start : span.end].strip().casefold() for span in spans)}"
    yield f"begins {' '.join(first[:2])} {longest > 2}"
    yield f"same ends {len({piece[-1][-2:] for piece in pieces}) < count} {count}"
    yield f"same firsts {len({piece[0][-2:] for piece in others}) < len(others)}"
    yield from (f"length {place} {min(length, 8)}" for place, length in enumerate(lengths))
    for piece in others:
        yield from (f"first {piece[0]}", f"first {' '.join(piece[:2])}", f"after {first[0]}|{piece[0]}")
        yield f"shapes {_shapes(piece[:3])}"
    words = _texts(sentence.casefold())
    yield from (f"word {word}" for word in words)
    yield from (f"words {one}|{other}" for one, other in pairwise(words))
    yield from (f"-{word[-size:]}" for word in words for size in (2, 3))
    yield from (f"at {place} {word}" for place, word in enumerate(words[:4]))
    for run in CJK.findall(sentence):
        yield from (run[start : start + size] for size in (1, 2, 3) for start in range(len(run) - size + 1))


def _characters(joint: Joint) -> Iterator[str]:
    """Yield the runs of characters on both sides, where words have no spaces."""
    for size in (1, 2, 3, 4):
        yield from (f"first {joint.right[:size]}", f"begins {joint.left[:size]}", f"ends {joint.left[-size:]}")
        if size < 4:
            for side, text in (("left", joint.left), ("right", joint.right)):
                yield from (f"{side} {text[start : start + size]}" for start in range(len(text) - size + 1))
        if size < 3:
            yield f"begins {joint.left[:size]} then {joint.right[:size]}"


def _opening_facts(opening: Opening) -> Iterator[str]:
    """Yield the words around the place where the right part would go on after the opening, and their endings."""
    joint = opening.joint
    carried, instead, right = (
        _texts(text) for text in (joint.left[: opening.end], joint.left[opening.end :], joint.right)
    )
    shapes = _shape(carried[-1]) if carried else "^", _shape(instead[0]), _shape(right[0])
    before, replaced, first = [word.casefold() for word in (*(carried[-1:] or ["^"]), instead[0], right[0])]
    second, begins, count = (right[1:] or ["$"])[0].casefold(), (carried + instead)[0].casefold(), len(carried)
    yield from (f"carried {count}", f"carried {count} {shapes[2]}", f"carried {count} by {joint.by}")
    yield from (
        f"before {before}",
        f"before {'|'.join(carried[-2:]).casefold()}",
        f"carried {'|'.join(carried).casefold()}",
    )
    yield from (
        f"{before}|{replaced}",
        f"{before}>{first}",
        f"{replaced}/{first}",
        f"replaced {replaced}",
        f"{before}>{second}",
    )
    yield from (
        f"carried {count} first {first}",
        f"carried {count} begins {begins}",
        f"carried {count} {first}|{second}",
    )
    yield f"carried {count} begins {'|'.join((carried + instead)[:2]).casefold()}"
    yield from (
        f"same {replaced == first} {count > 0}",
        f"again {before == first}",
        f"begins {begins == first} {count == 0}",
    )
    yield from (f"shapes {''.join(shapes)}", f"shapes {shapes[1]}{shapes[2]}")
    yield f"shapes {_shapes(carried[-3:])}|{shapes[1]}|{_shapes(right[:2])}"
    for size in range(1, SHORT + 1):
        one, two, three = before[-size:], replaced[-size:], first[-size:]
        yield from (f"carried {count} -{three}", f"-{two}/-{three}", f"-{one}>-{three}", f"-{one}|-{two}")
        yield from (f"alike {size} {two == three}", f"before -{one}", f"replaced -{two}")
    yield from (
        f"carried {count} of {min(len(carried) + len(instead), 10)}",
        f"carried {count} to {min(len(right), 8)}",
    )
    yield f"instead of {min(len(instead), 5)} {min(len(right), 5)}"
    if "Z" in (shapes[2], _shape(begins)):
        left, rest = joint.left[: opening.end], joint.left[opening.end :]
        for size in range(1, SHORT + 1):
            one, two, three = left[-size:], rest[:size], joint.right[:size]
            yield from (
                f"z {one}",
                f"z|{two}",
                f"z {count > 0} {three}",
                f"z {one}>{three}",
                f"z {two}/{three}",
                f"z {one}|{two}",
            )


def _texts(text: str) -> list[str]:
    return [word.text for word in words_of(text)]


def _shape(word: str) -> str:
    """Return what a word looks like: a Chinese character, a number, a sign, capitalized or not."""
    if CJK.match(word):
        return "Z"
    if not word[0].isalpha():
        return "0" if word[0].isdigit() else word[0]
    return ("XX" if word.isupper() and len(word) > 1 else "X") if word[0].isupper() else "x"


def _shapes(words: Sequence[str]) -> str:
    return "".join(map(_shape, words))
