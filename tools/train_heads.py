"""Trains the heads of memoryweb/language/heads/weights from corpora/, and prints what they do on rows kept aside.

make heads

A row whose text has a hash that is divisible by three is kept aside: no training has seen it. The same rows give the
same bytes on the same machine. docs/learning.md says how to mend a wrong answer and add a language.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

from memoryweb.language.heads import compare, english, features, guard, joint_facts, joints
from memoryweb.language.heads.features import Buckets, Features, Part
from memoryweb.language.heads.heads import FOLDER, Head
from memoryweb.language.text.clauses import clauses
from memoryweb.rules import fields, task_types
from memoryweb.rules.policy import Kind
from tools import joint_rows
from tools.rows import is_kept_aside, lines

BITS = {
    "grams": features.GRAM_BITS,
    "around": features.AROUND_BITS,
    "text": features.TEXT_BITS,
    "words": features.PAIR_BITS,
    "letters": features.LETTER_BITS,
    "joint": joint_facts.JOINT_BITS,
    "sentence": joint_facts.SENTENCE_BITS,
    "opening": joint_facts.OPENING_BITS,
}
STEPS = 127  # of a whole number of one byte, on either side of 0
# Rows in the plainest words count more: few of the many rows are like them, and most of what people say is.
PLAIN_SOURCES, PLAIN_WEIGHT = ("plain", "tasks", "everyday", "office"), 3.0
STRIDE = 997  # rows on is another subject: a prime, so that no two meet twice
OTHERS_WEIGHT = 0.1  # of a pair that is about two subjects for certain
GUARDED_WEIGHT = 3.0  # of what must not be kept, and what looks like it, beside what is ordinary
PRIVATE_CATEGORIES = frozenset({"health", "finance"})  # whose ordinary statements may be what is refused
STATEMENT_WEIGHT = 2.0  # of a statement as it is stored, beside what was said in a message
FOLDS = 4  # of the joints that are taught: what is carried is chosen by a head that did not see the sentence
AT_ONCE = 256  # rows whose features are computed together
YES = ("yes",)
LANGUAGES = ("en", "zh", "de", "es", "fr")
Bits = NDArray[np.bool_]


@dataclass(frozen=True)
class Row:
    """A labelled text: a part of a message, a statement, a request, or a pair of an old statement and a new one.

    `answers` are those that are right, each with the weight of those who said so.
    """

    read: Any
    answers: Mapping[str, float]
    language: str
    is_kept_aside: bool
    weight: float = 1.0


@dataclass(frozen=True)
class Task:
    """What one head learns. `scales` say how much each block of features may say: found by cross-validation."""

    name: str
    rows: Callable[[], Sequence[Row]]
    features: Callable[[Sequence[Any]], Features]
    answers: tuple[str, ...]
    scales: Mapping[str, float]
    is_one_of: bool = True
    strength: float = 1.0  # C of the regression: the weight of the rows against that of small weights


def parts_of(message: dict[str, Any]) -> Iterator[Row]:
    """Yield the labelled parts of a message; one of several clauses is also taught by clause."""
    text, place = message["message"], 0
    weight = PLAIN_WEIGHT if message["source"].endswith(PLAIN_SOURCES) else 1.0
    for part in message["parts"]:
        start = text.index(part["text"], place)
        place = start + len(part["text"])
        for first, last in {*clauses(part["text"]), (0, len(part["text"]))}:
            yield Row(
                Part(part["text"][first:last], text[: start + first], text[start + last :]),
                {"yes": 1.0} if part["wanted"] else {},
                message["language"],
                is_kept_aside(text),
                weight,
            )


def worth_asking() -> list[Row]:
    """Return all parts of messages; of the older sentences those that may be taught."""
    older = [row for message in lines("sentences") for row in parts_of(message)]
    return [row for message in lines("messages") for row in parts_of(message)] + [
        row for row in older if not row.is_kept_aside
    ]


def statements(label: str) -> list[Row]:
    """Return the statements with their kind or category, and what people say of themselves in messages."""
    rows = [
        Row(each["text"], _both(each, label), each["language"], is_kept_aside(each["text"]), STATEMENT_WEIGHT)
        for each in lines("statements")
        if label in each
    ]
    return rows + [
        Row(part["text"], _both(part, label), each["language"], is_kept_aside(each["message"]))
        for each in lines("messages")
        for part in each["parts"]
        if part["wanted"]
    ]


def _both(labelled: dict[str, Any], label: str) -> dict[str, float]:
    """Return the answers of two people: one in full, or two by half."""
    other = labelled.get(f"other_{label}", labelled[label])
    return {labelled[label]: 1.0} if other == labelled[label] else {labelled[label]: 0.5, other: 0.5}


def requests() -> list[Row]:
    return [
        Row(each["text"], dict.fromkeys(each["tasks"], 1.0), each["language"], is_kept_aside(each["text"]))
        for each in lines("requests")
    ]


def needing() -> list[Row]:
    """Return requests, with "yes" where they need nothing that is known of their person, and agents' own questions."""
    rows = [
        Row(
            request["text"],
            {} if request["needs"] else {"yes": 1.0},
            account["language"],
            is_kept_aside(account["memories"][0]),
        )
        for account in lines("needs")
        if account["source"] == "account"
        for request in account["requests"]
    ]
    return rows + [
        Row(each["text"], {} if each["needs"] else {"yes": 1.0}, each["language"], is_kept_aside(each["text"]))
        for each in lines("questions")
    ]


def languages() -> list[Row]:
    """Return texts with their language: statements, requests, and the messages of more than one word."""
    texts = [(each["text"], each["language"]) for name in ("statements", "requests") for each in lines(name)]
    texts += [(each["message"], each["language"]) for each in lines("messages") if " " in each["message"].strip()]
    return [Row(text[: english.READ_MAX], {language: 1.0}, language, is_kept_aside(text)) for text, language in texts]


def pairs() -> list[Row]:
    """Return pairs of statements; those about one old statement are all taught, or all kept aside."""
    return [
        Row((each["old"], each["new"]), _both(each, "label"), each["language"], is_kept_aside(each["old"]))
        for each in lines("pairs")
    ]


def taught_pairs() -> list[Row]:
    """Return the pairs, and each taught old statement beside a new one and a name of something else."""
    labelled, others = pairs(), list(lines("statements"))
    taught = [row for row in labelled if not row.is_kept_aside]
    apart = {compare.UNRELATED: 1.0}
    for place, row in enumerate(taught):
        other = taught[(place + STRIDE) % len(taught)]
        name = " ".join(others[place * STRIDE % len(others)]["text"].split()[-3:])
        labelled.append(replace(row, read=(row.read[0], other.read[1]), answers=apart, weight=OTHERS_WEIGHT))
        labelled.append(replace(row, read=(name, row.read[1]), answers=apart, weight=OTHERS_WEIGHT))
    return labelled


def guarded() -> list[Row]:
    """Return what must not be kept and what looks like it, and what is ordinary: of messages and statements."""
    rows = [
        Row(each["text"], {each["category"]: 1.0}, each["language"], is_kept_aside(each["text"]), GUARDED_WEIGHT)
        for each in lines("guarded")
    ]
    ordinary = [(part, each["language"], each["message"]) for each in lines("messages") for part in each["parts"]]
    ordinary += [(each, each["language"], each["text"]) for each in lines("statements")]
    return rows + [
        Row(part["text"], {guard.HARMLESS: 1.0}, language, is_kept_aside(whole))
        for part, language, whole in ordinary
        if PRIVATE_CATEGORIES.isdisjoint((part.get("category"), part.get("other_category")))
    ]


def carried() -> list[Row]:
    """Return what right parts could open with, with "yes" for what makes them as they are labelled."""
    return [
        _carried(opening, each)
        for each in joint_rows.labelled()
        if each.opening
        for opening in joints.openings(each.joint)
    ]


def _carried(opening: joints.Opening, each: joint_rows.Labelled) -> Row:
    answers = {"yes": 1.0} if opening == each.opening else {}
    return Row(opening, answers, each.language, each.is_kept_aside)


def parting() -> list[Row]:
    """Return the joints, each with the opening that a head chose which had not seen its sentence."""
    task = next(task for task in TASKS if task.name == "carried")
    found, candidates = list(joint_rows.labelled()), carried()
    rows = []
    for fold in range(FOLDS + 1):  # the last one is what is kept aside
        others = [row for row in candidates if not row.is_kept_aside and _fold(row.read.joint.sentence) != fold]
        mine = [each for each in found if (FOLDS if each.is_kept_aside else _fold(each.joint.sentence)) == fold]
        chosen = joint_facts.likeliest([each.joint for each in mine], Head.from_stored(fit(task, others)))
        rows += [
            Row(opening, {"yes": 1.0} if each.parts else {}, each.language, each.is_kept_aside)
            for each, (opening, _) in zip(mine, chosen, strict=True)
        ]
    return rows


def _fold(sentence: str) -> int:
    return crc32(sentence.encode()) % FOLDS


TASKS = (
    Task("worth_asking", worth_asking, features.features_of, YES, {"grams": 2.0, "around": 2.0, "vectors": 2.0}, False),
    Task("kind", lambda: statements("kind"), features.features_of_texts, tuple(Kind), {"text": 2.0, "vectors": 3.0}),
    Task(
        "category",
        lambda: statements("category"),
        features.features_of_texts,
        fields.PARTS_OF_LIFE,
        {"text": 2.0, "vectors": 3.0},
    ),
    Task(
        "task",
        requests,
        features.features_of_texts,
        tuple(task.name for task in task_types.TASK_TYPES if task is not task_types.ANY_WORK),
        {"text": 3.0, "vectors": 4.0},
        is_one_of=False,
    ),
    Task("nothing", needing, features.features_of_texts, YES, {"text": 3.0, "vectors": 4.0}, is_one_of=False),
    Task("guard", guarded, features.features_of_texts, guard.ANSWERS, {"text": 2.0, "vectors": 5.0}, strength=3.0),
    Task(
        "pair",
        taught_pairs,
        features.features_of_pairs,
        compare.RELATIONS,
        {"words": 8.0, "vectors": 1.0},
        strength=0.05,
    ),
    Task("carried", carried, joint_facts.features_of_openings, YES, {"opening": 3.0, "vectors": 1.0}, False, 3.0),
    Task(
        "joint_words",
        parting,
        joint_facts.features_of_words,
        YES,
        {"joint": 6.0, "sentence": 4.0, "vectors": 1.0},
        is_one_of=False,
        strength=0.5,
    ),
    Task(
        "joint",
        parting,
        joint_facts.features_of_joints,
        YES,
        {"joint": 6.0, "sentence": 4.0, "vectors": 2.0},
        is_one_of=False,
        strength=0.5,
    ),
    Task("language", languages, features.features_of_letters, LANGUAGES, {"letters": 3.0, "vectors": 1.0}),
)


def in_batches(task: Task, rows: Sequence[Row]) -> Iterator[Features]:
    for start in range(0, len(rows), AT_ONCE):
        yield task.features([row.read for row in rows[start : start + AT_ONCE]])


def matrix(task: Task, batches: Sequence[Features]) -> csr_matrix:
    """Return the features as the regression reads them: one row a text."""
    blocks = [
        _sparse([row for each in batches for row in each.hashed[name]], BITS[name]) * task.scales[name]
        for name in task.scales
        if name != "vectors"
    ]
    vectors = np.concatenate([each.vectors for each in batches]) * task.scales["vectors"]
    return hstack([*blocks, csr_matrix(vectors)]).tocsr()


def _sparse(buckets: Sequence[Buckets], bits: int) -> csr_matrix:
    lengths = np.array([len(row) for row in buckets])
    values = np.repeat(1 / np.sqrt(np.maximum(1, lengths)), lengths)
    ends = np.concatenate([[0], np.cumsum(lengths)])
    return csr_matrix((values, np.concatenate(buckets), ends), shape=(len(buckets), 1 << bits))


def fit(task: Task, taught: Sequence[Row]) -> dict[str, Any]:
    """Return the weights of a head as whole numbers of one byte with the step of each block, and its constants."""
    return fit_matrix(task, taught, matrix(task, list(in_batches(task, taught))))


def fit_matrix(task: Task, taught: Sequence[Row], read: csr_matrix) -> dict[str, Any]:
    weights = np.array([row.weight for row in taught])
    model = LogisticRegression(C=task.strength, max_iter=1_000, tol=1e-5)
    if task.is_one_of:
        rows, answers, shares = zip(
            *(
                (place, task.answers.index(answer), share)
                for place, row in enumerate(taught)
                for answer, share in row.answers.items()
                if answer in task.answers
            ),
            strict=True,
        )
        model.fit(read[list(rows)], np.array(answers), sample_weight=weights[list(rows)] * np.array(shares))
        return _stored(
            task,
            np.array([model.coef_[list(model.classes_).index(n)] for n in range(len(task.answers))]),
            model.intercept_,
        )
    fitted = []
    for answer in task.answers:
        model.fit(read, np.array([answer in row.answers for row in taught]), sample_weight=weights)
        fitted.append((model.coef_[0].copy(), model.intercept_[0]))
    return _stored(task, np.array([each for each, _ in fitted]), np.array([constant for _, constant in fitted]))


def _stored(task: Task, weights: NDArray[np.float64], constants: NDArray[np.float64]) -> dict[str, Any]:
    """Return the weights by block. Shapes: (answers, features) in, (features, answers) out."""
    names = [*(name for name in task.scales if name != "vectors"), "vectors"]
    stored: dict[str, Any] = {
        "answers": np.array(task.answers),
        "blocks": np.array(names),
        "is_one_of": np.array(task.is_one_of),
        "constants": np.round(constants, 3).astype(np.float32),
    }
    ends = np.cumsum([1 << BITS[name] for name in names[:-1]])
    for name, block in zip(names, np.split(weights.T, ends), strict=True):
        scaled = block * task.scales[name]
        steps = np.maximum(np.round(np.abs(scaled).max(axis=0, initial=0) / STEPS, 6), 1e-6).astype(np.float32)
        stored[name], stored[f"{name}_step"] = np.round(scaled / steps).astype(np.int8), steps
    return stored


def precision_and_recall(answers: Bits, found: Bits) -> str:
    right = int((found & answers).sum())
    precision, recall = right / max(1, int(found.sum())), right / max(1, int(answers.sum()))
    return f"precision {precision:.3f}  recall {recall:.3f}"


def report(task: Task, head: Head, aside: Sequence[Row]) -> None:
    """Print what a head does on rows kept aside."""
    likely = np.concatenate([head.judge(each) for each in in_batches(task, aside)])
    languages = np.array([row.language for row in aside])
    if task.is_one_of:
        chosen = [task.answers[place] for place in likely.argmax(axis=1)]
        right = np.array([answer in row.answers for answer, row in zip(chosen, aside, strict=True)])
        print(f"  {int(right.sum())} of {len(right)} right: {right.mean():.3f}")
        for language in sorted(set(languages)):
            print(f"  {language}: {right[languages == language].mean():.3f}")
        return
    answers = np.array([[answer in row.answers for answer in task.answers] for row in aside])
    for threshold in (0.3, 0.4, 0.5, 0.6, 0.7):
        print(f"  from {threshold}: {precision_and_recall(answers, likely >= threshold)}")
    for language in sorted(set(languages)):
        mine = languages == language
        figures = precision_and_recall(answers[mine], likely[mine] >= 0.5)
        print(f"  {language}, {int(mine.sum())} rows, from 0.5: {figures}")


def train(task: Task) -> None:
    rows = task.rows()
    taught, aside = [row for row in rows if not row.is_kept_aside], [row for row in rows if row.is_kept_aside]
    print(f"{task.name}: {len(taught)} rows taught, {len(aside)} kept aside")
    stored = fit(task, taught)
    np.savez_compressed(FOLDER / f"{task.name}.npz", **stored)
    report(task, Head.from_stored(stored), aside)


if __name__ == "__main__":
    for each in TASKS:
        if each.name in (sys.argv[1:] or [each.name]):
            train(each)
