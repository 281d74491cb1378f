"""The context of a call and the handlers for preferences and settings, inside the person's scope."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from memoryweb.agents.models import Agent, Scope
from memoryweb.language.filing import known_fields
from memoryweb.memories import actions, metadata, visibility
from memoryweb.memories.models import Evidence, Memory, MemoryQuerySet
from memoryweb.operations import cursors, rate
from memoryweb.operations.arguments import (
    ForgetUserPreference,
    GetMemorySettings,
    GetUserPreferences,
    RecallPreferences,
    SaveUserPreference,
    SearchUserPreferences,
    UpdateUserPreference,
)
from memoryweb.operations.errors import Refused, Stale, invalid
from memoryweb.operations.results import (
    LISTED,
    NOTHING_BECAUSE,
    Preference,
    PreferenceList,
    RecalledPreferences,
    SettingsResult,
    WriteResult,
    version_of,
)
from memoryweb.people.models import MemorySettings, Section
from memoryweb.recall import clarify, recall, receipts, search
from memoryweb.recall.models import Receipt
from memoryweb.recall.request import RecallRequest
from memoryweb.rules.policy import OutcomeName

SHORT = 500  # characters that are read in a millisecond, so that nothing is looked up to read them earlier


@dataclass(frozen=True)
class Context:
    """The calling agent, its person's settings and the time of the call."""

    agent: Agent
    settings: MemorySettings
    now: datetime

    @property
    def by(self) -> actions.Actor:
        return actions.AgentOf(self.agent)

    @property
    def today(self) -> date:
        return timezone.localdate(self.now, self.settings.zone)

    @property
    def may_read(self) -> bool:
        return Scope.READ in self.agent.scopes

    def project(self, name: str) -> str:
        """Return the agent's own project if it is bound to one, else the project that the call names."""
        return self.agent.project or name

    def readable(self, project: str) -> MemoryQuerySet:
        """Return the memories that this agent may read in this project."""
        return visibility.readable_by(self.agent, self.settings, now=self.now, project=self.project(project))

    def may_read_id(self, memory_id: UUID) -> bool:
        """Return whether the agent may read this memory now, in its project."""
        project = Memory.objects.filter(pk=memory_id).values_list("project", flat=True).first()
        if project is None or not self.may_read:
            return False
        return visibility.may_be_given(
            memory_id, self.agent, self.settings, now=self.now, project=self.project(project)
        )

    def hidden(self, memory_ids: Collection[UUID]) -> set[UUID]:
        """Return ids of memories, in use or not, hidden from the agent now."""
        if not self.may_read:
            return set(memory_ids)
        found: set[UUID] = set()
        projects = Memory.objects.filter(pk__in=memory_ids).values_list("project", flat=True).distinct()
        for project in projects if memory_ids else ():
            rows = visibility.hidden_from(self.agent, self.settings, now=self.now, project=self.project(project))
            found |= set(rows.filter(pk__in=memory_ids, project=project).values_list("pk", flat=True))
        return found


# What an agent says adds nothing to what others are given, so what it said it under is read from its own evidence.
OF_CATEGORY = """
m.category = %(category)s OR m.said_category = %(category)s OR %(category)s = ANY(m.said_under)
OR EXISTS (
    SELECT FROM memories_evidence e
    WHERE e.person_id = %(person)s AND e.memory_id = m.id AND e.agent_id = %(agent)s AND e.polarity > 0
        AND %(category)s IN (e.statement ->> 'category', e.statement ->> 'said_category'))
"""


def get_user_preferences(context: Context, arguments: GetUserPreferences) -> PreferenceList:
    """List a category: what is filed under it and what was said under it, by this agent also before a yes."""
    category = known_fields.slugify(arguments.category)
    parameters: dict[str, Any] = {"category": category, "limit": arguments.limit + 1}
    condition = f"({OF_CATEGORY})" if category else "true"
    if arguments.cursor:
        try:
            parameters["after"], parameters["after_id"] = cursors.read_cursor(arguments.cursor)
        except ValueError:
            raise invalid("cursor", "It is not from an earlier answer.") from None
        condition += " AND (m.changed_at, m.id) < (%(after)s, %(after_id)s)"
    found = visibility.fetch_readable(
        context.agent,
        context.settings,
        f"{condition} ORDER BY m.changed_at DESC, m.id DESC LIMIT %(limit)s",
        parameters,
        now=context.now,
        project=context.project(arguments.project),
        only=LISTED,
    )
    page = found[: arguments.limit]
    next_cursor = cursors.cursor_after(page[-1]) if len(found) > arguments.limit else ""
    _write_receipt(context, page, Receipt.Operation.GET, arguments.category, arguments.project)
    return _preference_list(context, page, next_cursor)


def search_user_preferences(context: Context, arguments: SearchUserPreferences) -> PreferenceList:
    memories = search.relevant(context.readable(arguments.project), arguments.query, limit=arguments.limit)
    _write_receipt(context, memories, Receipt.Operation.SEARCH, arguments.query, arguments.project)
    return _preference_list(context, memories)


def _write_receipt(context: Context, memories: list[Memory], operation: str, query: str, project: str) -> None:
    receipts.write_list(
        context.agent,
        operation,
        [memory.pk for memory in memories],
        query=query,
        project=context.project(project),
        now=context.now,
        nothing="" if context.settings.enable_memory else "memory",
    )


def _preference_list(context: Context, memories: list[Memory], next_cursor: str = "") -> PreferenceList:
    is_on = context.settings.enable_memory
    own, today = metadata.left_by(context.agent, [memory.pk for memory in memories]), context.today
    shown = [Preference.from_memory(memory, today, own.get(memory.pk)) for memory in memories]
    return PreferenceList(shown, next_cursor, "" if is_on else NOTHING_BECAUSE["memory"])


def recall_preferences(context: Context, arguments: RecallPreferences) -> RecalledPreferences:
    recall_request = RecallRequest(
        query=arguments.query,
        task_type=arguments.task_type,
        skill=arguments.skill,
        project=context.project(arguments.project),
        run=arguments.run,
        when=arguments.when,
        max_items=arguments.max_items,
        budget=arguments.token_budget,
        only_new=arguments.only_new,
    )
    result = recall.recall(
        context.agent, context.settings, recall_request, now=context.now, is_preview=arguments.preview
    )
    return RecalledPreferences.from_recall(result)


OF_THE_CALL = ("preference", "run", "if_version", "answers")  # arguments of a save that are no field of a statement


def _statement_of(context: Context, arguments: SaveUserPreference) -> actions.Statement:
    said = {name: value for name, value in arguments if name not in OF_THE_CALL}
    said |= {name: tuple(said[name]) for name in ("tags", "applies_to")}
    return actions.Statement(
        **said
        | {
            "name": arguments.preference,
            "project": context.project(arguments.project),
            "ttl_days": 0 if arguments.ttl_days == "never" else arguments.ttl_days,
            "ref": _run_ref(arguments.run),
            "is_guarded": True,  # dispatch has read the whole call
        }
    )


def read_saved(context: Context, arguments: SaveUserPreference) -> None:
    actions.read_ahead(_statement_of(context, arguments), by=context.by)


def save_user_preference(context: Context, arguments: SaveUserPreference) -> WriteResult:
    if arguments.valid_until and arguments.valid_until < context.today:
        raise invalid("valid_until", "That day is over.")
    statement = _statement_of(context, arguments)
    _check_met_version(context, statement, arguments.if_version)
    answer = _answered(context, arguments.answers, statement)
    return _write_result(context, answer or actions.remember(statement, by=context.by, now=context.now))


def _answered(context: Context, conflict_id: str, statement: actions.Statement) -> actions.Outcome | None:
    """Return the outcome of answering a conflict from recall; None if the id names no such conflict."""
    try:
        conflict = UUID(conflict_id)
    except ValueError:
        return None
    shown = clarify.shown_sides(context.agent, context.settings, conflict, now=context.now)
    return actions.answer_conflict(conflict, statement, shown=shown, by=context.by, now=context.now)


def _update_words(arguments: UpdateUserPreference) -> dict[str, Any]:
    return {
        "details": arguments.details,
        "quote": arguments.quote,
        "source": arguments.source,
        "ref": _run_ref(arguments.run),
    }


def read_updated(context: Context, arguments: UpdateUserPreference) -> None:
    if len(arguments.details) < SHORT:
        return
    with suppress(Memory.DoesNotExist, actions.Invalid):  # as the handler says
        memory, statement_id = _find_target(context, arguments.preference_id)
        actions.read_update_ahead(memory, statement_id, by=context.by, **_update_words(arguments))


def update_user_preference(context: Context, arguments: UpdateUserPreference) -> WriteResult:
    memory, statement_id = _find_target(context, arguments.preference_id)
    words: dict[str, Any] = _update_words(arguments) | {"by": context.by, "now": context.now}
    if memory is None:
        return _write_result(context, actions.restate(statement_id, **words))
    _check_version(memory, arguments.if_version)
    return _write_result(context, actions.update(memory.pk, **words))


def forget_user_preference(context: Context, arguments: ForgetUserPreference) -> WriteResult:
    memory, statement_id = _find_target(context, arguments.preference_id)
    if memory is None:
        return _write_result(context, actions.take_back(statement_id, by=context.by, now=context.now))
    _check_version(memory, arguments.if_version)
    rate.check_capacity(context.agent, may_ask=True, leaves_rows=True)  # to take back a statement of one's own is free
    outcome = actions.forget(memory.pk, by=context.by, now=context.now, reason=arguments.reason)
    return _write_result(context, outcome)


def _run_ref(run: str) -> dict[str, Any]:
    return {"run": run} if run else {}


def _write_result(context: Context, outcome: actions.Outcome) -> WriteResult:
    """Turn an action's outcome into a result. A refusal is raised, so that the transaction is rolled back."""
    if outcome.name == OutcomeName.REFUSED:
        raise Refused(outcome.category, outcome.reason)
    return WriteResult.from_outcome(outcome, context.today)


def _find_target(context: Context, text: str) -> tuple[Memory | None, UUID]:
    """Return the memory with this id, if readable, and the id, which may be one of the agent's own statements.

    What a statement of its own led to is found too, once the agent may read it. Raises DoesNotExist for anything else.
    """
    try:
        target_id = UUID(text)
    except ValueError:
        raise Memory.DoesNotExist from None
    own = Evidence.objects.filter(agent=context.agent, pk=target_id).values_list("memory", flat=True).first()
    project = Memory.objects.filter(pk=own or target_id).values_list("project", flat=True).first() or ""
    memory = context.readable(project).filter(pk=own or target_id).first() if context.may_read else None
    if memory is None and own is None:
        raise Memory.DoesNotExist
    return memory, target_id


def _check_met_version(context: Context, statement: actions.Statement, version: int | None) -> None:
    """Raise STALE_VERSION if what a statement is about is not in use as the agent read it.

    What it may not read is as if it were not there: then there is nothing of that version, either.
    """
    if version is None:
        return
    met = actions.met_in_use(statement, by=context.by, now=context.now)
    if not any(version == version_of(memory) for memory in met):
        raise Stale(met[0].pk if met else None)


def _check_version(memory: Memory, version: int | None) -> None:
    """Raise STALE_VERSION if the memory is not the version that the agent wants to change."""
    if version is not None and version != version_of(memory):
        raise Stale(memory.pk)


def read_current(context: Context, memory_id: UUID) -> Preference | None:
    """Return the current memory of a stale call, with a receipt; None if no longer readable."""
    project = Memory.objects.filter(pk=memory_id).values_list("project", flat=True).first() or ""
    memory = context.readable(project).filter(pk=memory_id).first() if context.may_read else None
    if memory is None:
        return None
    _write_receipt(context, [memory], Receipt.Operation.GET, memory.category, project)
    return Preference.from_memory(memory, context.today)


def get_memory_settings(context: Context, arguments: GetMemorySettings) -> SettingsResult:
    settings = context.settings
    return SettingsResult(
        enableMemory=settings.enable_memory,
        learningEnabled=settings.learning_enabled,
        privacyMode=settings.privacy_mode,
        injectionEnabled=settings.injection_enabled,
        injectionMaxItems=settings.injection_max_items,
        injectionTokenBudget=settings.injection_token_budget,
        confirmNew=settings.confirm_new,
        enableLTMemoryTypes={name: name in settings.enabled_sections for name in Section.values},
        minConfidence=settings.min_confidence,
        timeZone=settings.time_zone,
        recentWindowType=settings.recent_window_type,
        recentMaxItems=settings.recent_max_items,
        recentMaxAgeDays=settings.recent_max_age_days,
        ltmUpdatePolicy=settings.long_term_update_policy,
        learningThreshold=settings.learning_threshold,
        relevanceFeedback=settings.relevance_feedback,
        trust=context.agent.trust,
        scopes=context.agent.scopes,
    )
