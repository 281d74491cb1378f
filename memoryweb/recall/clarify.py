"""The questions an agent should ask before it acts, where the memories it is given are not clear (SPEC §7, §8).

There are three reasons: memories in use contradict each other; the answer depends on an occasion that was not named;
or the one thing that this kind of work needs is unknown. A question names the arguments to save its answer with, so
that the answer is learned. Nothing is asked a second time in the same run, nor while an answer waits for the person.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from memoryweb.memories import visibility
from memoryweb.memories.models import fingerprints
from memoryweb.recall import candidates
from memoryweb.recall.models import Receipt
from memoryweb.recall.prompt_block import Candidate, ClarifyingQuestion, neutralize, shown_label
from memoryweb.recall.request import RecallContext
from memoryweb.rules import fields, languages, tokens

OPTIONS_MAX = 6

# The live sides of the open conflicts of the given memories, and what keeps each side from the agent besides that.
SIDES = f"""
SELECT c.id, m.id, m.category, m.label, m.key, m.value::text, m.condition, m.project, m.language,
    {visibility.reason_sql((*visibility.HIDDEN_BUT_FOR_CONFLICT, *candidates.OWN_RULES))} = '' AND {{owned}}
FROM memories_conflict c JOIN memories_conflictmember s ON s.conflict_id = c.id
    JOIN memories_memory m ON m.id = s.memory_id
WHERE c.status = 'open' AND m.status IN ('candidate', 'active')
    AND c.id IN (SELECT conflict_id FROM memories_conflictmember WHERE memory_id = ANY(%(contested)s))
ORDER BY c.created_at, c.id, s.id
"""
# Open questions to the person that an answer may have raised: the agent's own, and others' that it could read if the
# person said yes.
WAITING = f"""
SELECT m.id, m.key, m.label, m.project, m.condition
FROM memories_proposal p JOIN memories_memory m ON m.id = p.memory_id
WHERE p.person_id = %(person)s AND p.status = 'open' AND p.kind IN ('remember', 'update', 'expire') AND p.topic = ''
    AND (m.id = ANY(%(memories)s) OR m.key = ANY(%(keys)s) OR m.key = '' AND m.label = ANY(%(labels)s))
    AND (p.agent_id = %(agent)s OR {visibility.reason_sql(visibility.HIDDEN_BUT_FOR_YES)} = '')
"""


class Side(NamedTuple):
    """The columns of SIDES, in its order."""

    conflict_id: UUID
    pk: UUID
    category: str
    label: str
    key: str
    value: str  # JSON
    condition: str
    project: str
    language: str
    is_readable: bool

    @property
    def shown_value(self) -> str:
        return fields.display_value(json.loads(self.value)) or self.label


class WaitingAnswer(NamedTuple):
    """The columns of WAITING, in its order."""

    memory_id: UUID
    key: str
    label: str
    project: str
    condition: str


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What a question is about; `condition` is None for every condition, `projects` empty for the memories alone."""

    why: str
    key: str = ""
    label: str = ""
    projects: tuple[str, ...] = ()
    condition: str | None = None
    memories: tuple[UUID, ...] = ()
    conflict_id: UUID | None = None

    @property
    def digest(self) -> str:
        """A keyed digest that knows the question again without its words."""
        about = self.conflict_id or "\x1f".join((self.key or self.label, *self.projects))
        return fingerprints.keyed_digest("asked", f"{self.why}\x1f{about}").hex()

    def is_answered_by(self, waiting: WaitingAnswer) -> bool:
        same_name = waiting.key == self.key and (self.key or waiting.label == self.label)
        same_place = waiting.project in self.projects and self.condition in (None, waiting.condition)
        return waiting.memory_id in self.memories or bool(same_name and same_place)


@dataclass(frozen=True)
class Questions:
    """What to ask the person before acting. `waiting` counts the questions that are left out because they wait."""

    clarify: list[dict[str, Any]] = field(default_factory=list)
    ask: ClarifyingQuestion | None = None
    waiting: int = 0
    asked: list[str] = field(default_factory=list)  # digests


def find_questions(items: Sequence[Candidate], context: RecallContext) -> Questions:
    """Return the conflicts among the items, and the first question to ask, without those that wait for an answer."""
    conflicts = list(_conflicts(items, context))
    others = [*_depends_questions(items, context), *_missing_questions(items, context)]
    subjects = [subject for subject, _, _ in conflicts] + [subject for subject, _ in others]
    if not subjects:
        return Questions()
    known = _asked_in_run(context)
    answers = _waiting_answers(subjects, context)
    silent = {s for s in subjects if s.digest in known or any(s.is_answered_by(answer) for answer in answers)}
    clarify = [(subject, shown, question) for subject, shown, question in conflicts if subject not in silent]
    askable = [(subject, question) for subject, _, question in clarify]
    askable += [(subject, question) for subject, question in others if subject not in silent]
    asked = {subject.digest for subject, _, _ in clarify} | {subject.digest for subject, _ in askable[:1]}
    return Questions([shown for _, shown, _ in clarify], askable[0][1] if askable else None, len(silent), sorted(asked))


def _conflicts(
    items: Sequence[Candidate], context: RecallContext
) -> Iterator[tuple[Subject, dict[str, Any], ClarifyingQuestion]]:
    """Return the open conflicts of the items whose every side this agent may read, but for the conflict (SPEC §7)."""
    rows = {item.row.pk: item.row for item in items if item.row.contested}
    if not rows:
        return
    with connection.cursor() as cursor:
        cursor.execute(SIDES.format(owned=context.owned_sql), context.values | {"contested": list(rows)})
        found = [Side(*columns) for columns in cursor.fetchall()]
    for conflict_id, group in groupby(found, itemgetter(0)):
        sides = list(group)
        if len(sides) < 2 or not all(side.is_readable for side in sides):
            continue
        row = next(rows[side.pk] for side in sides if side.pk in rows)
        question = _phrase_conflict(sides)
        options = [neutralize(side.shown_value) for side in sides]
        subject = Subject(
            why="conflict", key=row.key, label=row.label, projects=(row.project,), condition=row.condition,
            memories=tuple(side.pk for side in sides), conflict_id=conflict_id,
        )  # fmt: skip
        shown = {
            "question": question, "options": options,
            "conflictId": str(conflict_id), "memoryIds": [str(side.pk) for side in sides],
        }  # fmt: skip
        answer_with = _save_arguments(row.category, row.label, row.key, row.condition, row.project)
        answer_with["answers"] = str(conflict_id)
        yield subject, shown, ClarifyingQuestion("conflict", question, options, answer_with)


def _phrase_conflict(sides: Sequence[Side]) -> str:
    """Phrase the question from the sides as they are now: the stored one may quote what has changed since."""
    language, last = languages.for_code(sides[-1].language), sides[-1]
    values = [f"“{side.shown_value}”" for side in sides]
    label = shown_label(last.label, last.key, last.language)
    first = language.list_separator.join(values[:-1])
    return neutralize(language.conflict_question.format(label=label, first=first, last=values[-1]))


def _depends_questions(
    items: Sequence[Candidate], context: RecallContext
) -> Iterator[tuple[Subject, ClarifyingQuestion]]:
    """Ask about a subject with several conditions if the request names none and no memory covers the other cases."""
    request = context.request
    by_subject: dict[tuple[str, str], list[Candidate]] = {}
    for item in items:
        if item.row.key and not item.is_must_have:
            by_subject.setdefault((item.row.key, item.row.project), []).append(item)
    request_words = tokens.word_counts(
        f"{request.query} {request.when} {request.task_type.replace('_', ' ')} {request.skill}"
    )
    for (key, project), group in by_subject.items():
        rows = [item.row for item in group]
        is_clear = any(not row.condition or tokens.word_counts(row.condition) & request_words for row in rows)
        if is_clear or len({row.value for row in rows}) < 2:
            continue
        first = rows[0]
        options = [neutralize(f"{row.condition}: {row.shown_value}") for row in rows][:OPTIONS_MAX]
        label = shown_label(first.label, first.key, first.language)
        question = languages.for_code(first.language).which_now_question.format(label=label)
        answer_with = _save_arguments(first.category, first.label, key, "", project)
        yield (
            Subject(why="depends", key=key, projects=(project,)),
            ClarifyingQuestion("depends", neutralize(question), options, answer_with),
        )


def _missing_questions(
    items: Sequence[Candidate], context: RecallContext
) -> Iterator[tuple[Subject, ClarifyingQuestion]]:
    """Ask for the task's first field that has options, if no memory has anything to do with the work."""
    if context.task is None or any(item.parts for item in items):
        return
    task_fields = (fields.fields_by_key().get(key) for key in context.task.keys)
    needed = next((each for each in task_fields if each and each.options), None)
    if needed is None:
        return
    language = languages.for_code(tokens.detect_language(context.request.query))
    label = shown_label(needed.label, needed.key, language.code)
    yield (
        Subject(why="missing", key=needed.key, projects=tuple({"": 1, context.request.project: 1})),
        ClarifyingQuestion(
            "missing", language.which_wanted_question.format(label=label.lower()),
            [option.label for option in needed.options],
            _save_arguments(needed.category, needed.label, needed.key, "", ""),
        ),
    )  # fmt: skip


def _save_arguments(category: str, label: str, key: str, condition: str, project: str) -> dict[str, Any]:
    """Return the arguments of save_user_preference for the answer, all but its value and quote."""
    arguments = {"category": category, "preference": label, "key": key, "condition": condition, "project": project}
    return {name: value for name, value in arguments.items() if value} | {"source": "instruction"}


def _asked_in_run(context: RecallContext) -> set[str]:
    """Return the digests of what this run was told to ask before."""
    if not context.request.run:
        return set()
    earlier = Receipt.objects.filter(agent=context.agent, run=context.request.run)
    return {digest for digests in earlier.values_list("asked", flat=True) for digest in digests}


def _waiting_answers(subjects: Sequence[Subject], context: RecallContext) -> list[WaitingAnswer]:
    values = context.values | {
        "keys": [subject.key for subject in subjects if subject.key],
        "labels": [subject.label for subject in subjects if subject.label],
        "memories": [pk for subject in subjects for pk in subject.memories],
    }
    with connection.cursor() as cursor:
        cursor.execute(WAITING, values)
        return [WaitingAnswer(*columns) for columns in cursor.fetchall()]
