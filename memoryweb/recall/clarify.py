"""The questions an agent should ask before it acts, where the memories it is given are not clear.

There are three reasons: memories in use contradict each other about what this work touches; the answer depends on an
occasion that was not named; or the one thing that this kind of work needs is unknown. A question names the arguments to
save its answer with, so that the answer is learned. Nothing is asked a second time in the same run, nor while an answer
waits for the person.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from memoryweb.agents.models import Agent
from memoryweb.language import locales
from memoryweb.language.comparing import identity
from memoryweb.language.requests import answer_rules
from memoryweb.language.text import tokens, value_text
from memoryweb.memories import visibility
from memoryweb.memories.models import Kind, Memory, fingerprints, history_model
from memoryweb.people.models import MemorySettings
from memoryweb.recall import candidates
from memoryweb.recall.models import Receipt
from memoryweb.recall.prompt_block import NOT_ADDED, Candidate, ClarifyingQuestion, LeftOut, neutralize, shown_label
from memoryweb.recall.request import RecallContext, RecallRequest
from memoryweb.rules import fields
from memoryweb.rules.task_types import TaskType, task_relevance

OPTIONS_MAX = 6
MAY_BE_ASKED = ("", LeftOut.CONFLICT, LeftOut.GIVEN)  # given, or not for a reason that makes no difference here

# The live sides of open conflicts, and whether only the conflict keeps each of them from the agent.
SIDES = f"""
SELECT c.id, m.id, m.category, m.label, m.key, m.value::text, m.condition, m.project, m.language,
    {visibility.reason_sql((*visibility.HIDDEN_BUT_FOR_CONFLICT, *candidates.OWN_RULES))} = '' AND {{owned}}
FROM memories_conflict c JOIN memories_conflictmember s ON s.conflict_id = c.id AND s.person_id = c.person_id
    JOIN memories_memory m ON m.id = s.memory_id AND m.person_id = c.person_id
WHERE c.person_id = %(person)s AND c.status = 'open' AND m.status IN ('candidate', 'active') AND {{which}}
ORDER BY c.created_at, c.id, s.id
"""
OF_MEMORIES = """c.id IN (
    SELECT conflict_id FROM memories_conflictmember WHERE person_id = %(person)s AND memory_id = ANY(%(contested)s))"""
OF_CONFLICT = "c.id = %(conflict)s"
# Open questions to the person that an answer may have raised: the agent's own, and others' that it could read if the
# person said yes.
WAITING = f"""
SELECT m.id, m.key, m.label, m.project, m.condition
FROM memories_proposal p JOIN memories_memory m ON m.id = p.memory_id AND m.person_id = p.person_id
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
        return value_text.display_value(json.loads(self.value)) or self.label


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
        in_project = any(identity.same_place(waiting.project, each) for each in self.projects)
        in_condition = self.condition is None or identity.same_place(waiting.condition, self.condition)
        return waiting.memory_id in self.memories or bool(same_name and in_project and in_condition)


@dataclass(frozen=True)
class Questions:
    """What to ask the person before acting. `waiting` counts the questions that are left out because they wait."""

    clarify: list[dict[str, Any]] = field(default_factory=list)
    ask: ClarifyingQuestion | None = None
    waiting: int = 0
    asked: list[str] = field(default_factory=list)  # digests


def find_questions(items: Sequence[Candidate], candidates: Iterable[Candidate], context: RecallContext) -> Questions:
    """Return the conflicts that the work touches, and the first question to ask, without those that wait for an answer.

    All `candidates` count for a conflict, and not only the given `items`: the work may be about the other side.
    """
    conflicts = list(_conflicts(candidates, context))
    more = [*_depends_questions(items, context), *_missing_questions(items, context)]
    subjects = [subject for subject, _, _ in conflicts] + [subject for subject, _ in more]
    if not subjects:
        return Questions()
    known = _asked_in_run(context)
    answers = _waiting_answers(subjects, context)
    silent = {s for s in subjects if s.digest in known or any(s.is_answered_by(answer) for answer in answers)}
    clarify = [(subject, shown, question) for subject, shown, question in conflicts if subject not in silent]
    askable = [(subject, question) for subject, _, question in clarify]
    askable += [(subject, question) for subject, question in more if subject not in silent]
    asked = {subject.digest for subject, _, _ in clarify} | {subject.digest for subject, _ in askable[:1]}
    asked |= {_side_digest(subject.conflict_id, side) for subject, _, _ in clarify for side in subject.memories}
    return Questions([shown for _, shown, _ in clarify], askable[0][1] if askable else None, len(silent), sorted(asked))


def _conflicts(
    candidates: Iterable[Candidate], context: RecallContext
) -> Iterator[tuple[Subject, dict[str, Any], ClarifyingQuestion]]:
    """Return the open conflicts that the work touches and of which this agent may read every side, the closest first.

    But for the conflict, that is.
    """
    touched = {item.row.pk: item for item in candidates if _is_touched(item, context)}
    if not touched:
        return
    sides_of = _read_sides(OF_MEMORIES, context, {"contested": list(touched)})
    groups = [list(group) for _, group in groupby(sides_of, itemgetter(0))]
    groups.sort(key=lambda sides: min(_distance(touched[side.pk], context) for side in sides if side.pk in touched))
    for sides in groups:
        if len(sides) < 2 or not all(side.is_readable for side in sides):
            continue
        conflict_id, row = sides[0].conflict_id, next(touched[side.pk].row for side in sides if side.pk in touched)
        question = _phrase_conflict(sides)
        options = [neutralize(side.shown_value) for side in sides]
        subject = Subject(
            why="conflict",
            key=row.key,
            label=row.label,
            projects=(row.project,),
            condition=row.condition,
            memories=tuple(side.pk for side in sides),
            conflict_id=conflict_id,
        )
        shown = {
            "question": question,
            "options": options,
            "conflictId": str(conflict_id),
            "memoryIds": [str(side.pk) for side in sides],
        }
        answer_with = _save_arguments(row.category, row.label, row.key, row.condition, row.project)
        answer_with["answers"] = str(conflict_id)
        yield subject, shown, ClarifyingQuestion("conflict", question, options, answer_with)


def _is_touched(item: Candidate, context: RecallContext) -> bool:
    """Return whether the work touches a memory in a conflict, by question, task or every answer.

    What goes into every block, such as an allergy, is not for that reason what this work is about.
    """
    if not item.row.contested or item.left_out not in MAY_BE_ASKED:
        return False
    return _is_close(item, context) or _is_of_task(item, context) or _is_of_every_answer(item)


def _is_close(item: Candidate, context: RecallContext) -> bool:
    return "applies" in item.parts or 0 < context.relevance_threshold <= item.parts.get("query", 0.0)


def _is_of_task(item: Candidate, context: RecallContext) -> bool:
    """Return whether the task needs this key. With a question, whole categories of the task say too little."""
    if "task" not in item.parts:
        return False
    narrow = [prefix for task in context.tasks for prefix in task.key_prefixes if prefix.count(".") > 1]
    return not context.request.query or f"{item.row.key}.".startswith(tuple(narrow))


def _is_of_every_answer(item: Candidate) -> bool:
    words = f"{item.row.shown_value}. {item.row.own_details}".strip(". ")
    return item.row.kind == Kind.RULE and (
        answer_rules.is_key_of_answers(item.row.key) or answer_rules.says_how_to_answer(words)
    )


def _distance(item: Candidate, context: RecallContext) -> tuple[bool, float]:
    """Return the sort key of touched conflicts: the question's own first, then by need."""
    return not _is_close(item, context), -item.score


def _read_sides(which: str, context: RecallContext, values: dict[str, Any]) -> list[Side]:
    """Return the live sides of open conflicts, those of one conflict together."""
    with connection.cursor() as cursor:
        cursor.execute(SIDES.format(owned=context.owned_sql, which=which), context.values | values)
        return [Side(*columns) for columns in cursor.fetchall()]


def _side_digest(conflict_id: UUID | None, memory_id: UUID) -> str:
    """Return what a receipt keeps of each side that its question showed."""
    return fingerprints.keyed_digest("side", f"{conflict_id}\x1f{memory_id}").hex()


def shown_sides(agent: Agent, settings: MemorySettings, conflict_id: UUID, *, now: datetime) -> frozenset[UUID]:
    """Return the sides of an open conflict that its question showed to this agent, and that it still might be shown.

    They may be its answer, though only one of them is in use. Any other word under the id of a conflict is a statement
    like others, so that nothing can be found out by guessing.
    """
    project = agent.project or Memory.objects.filter(conflicts__conflict=conflict_id).values_list("project").first()
    request = RecallRequest(project=project[0] if isinstance(project, tuple) else project or "")
    context = RecallContext(agent=agent, settings=settings, request=request, now=now)
    sides = [side.pk for side in _read_sides(OF_CONFLICT, context, {"conflict": conflict_id}) if side.is_readable]
    digests = {_side_digest(conflict_id, pk): pk for pk in sides}
    receipts = Receipt.objects.filter(agent=agent, asked__overlap=list(digests)) if digests else Receipt.objects.none()
    asked = chain.from_iterable(receipts.values_list("asked", flat=True))
    return frozenset(digests[each] for each in asked if each in digests) | _told_when_saved(agent, sides)


def _told_when_saved(agent: Agent, sides: Collection[UUID]) -> frozenset[UUID]:
    """Return the sides that an agent was told of when it said the newest of them: "PDF or Word?" was its answer."""
    versions: Any = history_model().objects
    own = versions.filter(id__in=sides, history_type="+", contested=True, changed_by_agent=agent.pk)
    newest = max(own.values_list("id", flat=True), default=None)
    return frozenset(pk for pk in sides if newest and pk <= newest)  # ids grow with time


def _phrase_conflict(sides: Sequence[Side]) -> str:
    """Phrase the question from the sides as they are now: the stored one may quote what has changed since."""
    language, last = locales.for_code(sides[-1].language), sides[-1]
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
        question = locales.for_code(first.language).which_now_question.format(label=label)
        answer_with = _save_arguments(first.category, first.label, key, "", project)
        yield (
            Subject(why="depends", key=key, projects=(project,)),
            ClarifyingQuestion("depends", neutralize(question), options, answer_with),
        )


def _missing_questions(
    items: Sequence[Candidate], context: RecallContext
) -> Iterator[tuple[Subject, ClarifyingQuestion]]:
    """Ask for the task's first field that has options, if no memory has anything to do with the work."""
    task = context.named_task
    if task is None or any(_has_to_do_with(item, task) for item in items):
        return
    task_fields = (fields.fields_by_key().get(key) for key in task.keys)
    needed = next((each for each in task_fields if each and each.options), None)
    if needed is None:
        return
    language = locales.for_code(tokens.detect_language(context.request.query))
    label = shown_label(needed.label, needed.key, language.code)
    yield (
        Subject(why="missing", key=needed.key, projects=tuple({"": 1, context.request.project: 1})),
        ClarifyingQuestion(
            "missing",
            language.which_wanted_question.format(label=label.lower()),
            [option.label for option in needed.options],
            _save_arguments(needed.category, needed.label, needed.key, "", ""),
        ),
    )


def _has_to_do_with(item: Candidate, task: TaskType) -> bool:
    """Return whether a memory has reasons beyond being a rule about answers."""
    row = item.row
    return bool(item.parts.keys() - {"task", *NOT_ADDED} or task_relevance((task,), key=row.key, category=row.category))


def _save_arguments(category: str, label: str, key: str, condition: str, project: str) -> dict[str, Any]:
    """Return the arguments of save_user_preference for the answer, all but its value and quote."""
    arguments = {"category": category, "preference": label, "key": key, "condition": condition, "project": project}
    return {name: value for name, value in arguments.items() if value} | {"source": "instruction"}


def _asked_in_run(context: RecallContext) -> set[str]:
    """Return digests of questions already asked in this run."""
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
