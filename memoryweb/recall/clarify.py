"""Ask before acting: whether what is known is clear enough for this work, and if not, what to ask (SPEC §8).

Three ways not to be clear: memories in use contradict each other, it depends and nobody said on what, or the one
thing this kind of work needs is not known. A question says how its answer is to be told, so that it is learned.
"""

from collections.abc import Sequence
from typing import Any

from memoryweb.recall import task_types
from memoryweb.recall.request import RecallRequest
from memoryweb.recall.selection import Candidate, ClarifyingQuestion
from memoryweb.rules import fields, languages, tokens

OPTIONS_MAX = 6


def question_before_acting(
    items: Sequence[Candidate], clarify: Sequence[dict[str, Any]], wanted: RecallRequest
) -> ClarifyingQuestion | None:
    """None: go on, it is clear."""
    return _conflict(items, clarify) or _depends(items, wanted) or _missing(items, wanted)


def _conflict(items: Sequence[Candidate], clarify: Sequence[dict[str, Any]]) -> ClarifyingQuestion | None:
    if not clarify:
        return None
    first = clarify[0]
    about = next(item.seen for item in items if str(item.seen.pk) in first["memoryIds"])
    return ClarifyingQuestion(
        why="conflict", question=first["question"], options=first["options"],
        answer_with=_save(about.category, about.label, about.key, about.condition, about.project),
    )  # fmt: skip


def _depends(items: Sequence[Candidate], wanted: RecallRequest) -> ClarifyingQuestion | None:
    """One subject, several occasions, none of them named, and no memory for all other occasions."""
    subjects: dict[tuple[str, str], list[Candidate]] = {}
    for item in items:
        if item.seen.key and not item.must:
            subjects.setdefault((item.seen.key, item.seen.project), []).append(item)
    said = tokens.word_counts(f"{wanted.query} {wanted.when} {wanted.task_type.replace('_', ' ')} {wanted.skill}")
    for same in subjects.values():
        is_clear = any(not each.seen.condition or tokens.word_counts(each.seen.condition) & said for each in same)
        if is_clear or len({each.seen.value for each in same}) < 2:
            continue
        about = same[0].seen
        options = [f"{each.seen.condition}: {each.seen.shown_value}" for each in same][:OPTIONS_MAX]
        question = languages.for_code(about.language).which_now_question.format(label=about.label)
        return ClarifyingQuestion(
            why="depends", question=question, options=options,
            answer_with=_save(about.category, about.label, about.key, "", about.project),
        )  # fmt: skip
    return None


def _missing(items: Sequence[Candidate], wanted: RecallRequest) -> ClarifyingQuestion | None:
    """The task's first field that has options, where nothing at all that has to do with the work is known."""
    task = task_types.find_task(wanted.task_type)
    if task is None or any(item.parts for item in items):
        return None
    known_fields = (fields.fields_by_key().get(key) for key in task.keys)
    needed = next((each for each in known_fields if each and each.options), None)
    if needed is None:
        return None
    language = languages.for_code(tokens.detect_language(wanted.query))
    return ClarifyingQuestion(
        why="missing", question=language.which_wanted_question.format(label=needed.label.lower()),
        options=[option.label for option in needed.options],
        answer_with=_save(needed.category, needed.label, needed.key, "", ""),
    )  # fmt: skip


def _save(category: str, label: str, key: str, condition: str, project: str) -> dict[str, Any]:
    """The arguments of save_user_preference that make the answer evidence about this; the value and the quote lack."""
    said = {"category": category, "preference": label, "key": key, "condition": condition, "project": project}
    return {name: value for name, value in said.items() if value} | {"source": "instruction"}
