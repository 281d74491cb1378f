"""The question an agent should ask before it acts, where the memories it is given are not clear (SPEC §8).

There are three reasons: memories in use contradict each other; the answer depends on an occasion that was not named;
or the one thing that this kind of work needs is unknown. A question names the arguments to save its answer with, so
that the answer is learned.
"""

from collections.abc import Sequence
from typing import Any

from memoryweb.recall.prompt_block import Candidate, ClarifyingQuestion
from memoryweb.recall.request import RecallRequest
from memoryweb.rules import fields, languages, task_types, tokens

OPTIONS_MAX = 6


def question_before_acting(
    items: Sequence[Candidate], conflicts: Sequence[dict[str, Any]], request: RecallRequest
) -> ClarifyingQuestion | None:
    """Return the first question to ask, or None if everything is clear. `conflicts` are Selection.clarify."""
    return (
        _conflict_question(items, conflicts) or _depends_question(items, request) or _missing_question(items, request)
    )


def _conflict_question(items: Sequence[Candidate], conflicts: Sequence[dict[str, Any]]) -> ClarifyingQuestion | None:
    if not conflicts:
        return None
    conflict = conflicts[0]
    row = next(item.row for item in items if str(item.row.pk) in conflict["memoryIds"])
    return ClarifyingQuestion(
        why="conflict", question=conflict["question"], options=conflict["options"],
        answer_with=_save_arguments(row.category, row.label, row.key, row.condition, row.project),
    )  # fmt: skip


def _depends_question(items: Sequence[Candidate], request: RecallRequest) -> ClarifyingQuestion | None:
    """Ask about a subject with several conditions if the request names none and no memory covers the other cases."""
    by_subject: dict[tuple[str, str], list[Candidate]] = {}
    for item in items:
        if item.row.key and not item.is_must_have:
            by_subject.setdefault((item.row.key, item.row.project), []).append(item)
    request_words = tokens.word_counts(
        f"{request.query} {request.when} {request.task_type.replace('_', ' ')} {request.skill}"
    )
    for candidates in by_subject.values():
        rows = [item.row for item in candidates]
        is_clear = any(not row.condition or tokens.word_counts(row.condition) & request_words for row in rows)
        if is_clear or len({row.value for row in rows}) < 2:
            continue
        first = rows[0]
        options = [f"{row.condition}: {row.shown_value}" for row in rows][:OPTIONS_MAX]
        question = languages.for_code(first.language).which_now_question.format(label=first.label)
        return ClarifyingQuestion(
            why="depends", question=question, options=options,
            answer_with=_save_arguments(first.category, first.label, first.key, "", first.project),
        )  # fmt: skip
    return None


def _missing_question(items: Sequence[Candidate], request: RecallRequest) -> ClarifyingQuestion | None:
    """Ask for the task's first field that has options, if no memory has anything to do with the work."""
    task = task_types.find_task(request.task_type)
    if task is None or any(item.parts for item in items):
        return None
    task_fields = (fields.fields_by_key().get(key) for key in task.keys)
    needed = next((field for field in task_fields if field and field.options), None)
    if needed is None:
        return None
    language = languages.for_code(tokens.detect_language(request.query))
    return ClarifyingQuestion(
        why="missing", question=language.which_wanted_question.format(label=needed.label.lower()),
        options=[option.label for option in needed.options],
        answer_with=_save_arguments(needed.category, needed.label, needed.key, "", ""),
    )  # fmt: skip


def _save_arguments(category: str, label: str, key: str, condition: str, project: str) -> dict[str, Any]:
    """Return the arguments of save_user_preference for the answer, all but its value and quote."""
    arguments = {"category": category, "preference": label, "key": key, "condition": condition, "project": project}
    return {name: value for name, value in arguments.items() if value} | {"source": "instruction"}
