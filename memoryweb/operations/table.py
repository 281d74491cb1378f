"""What agents may ask for: one table, served by every door (HTTP, MCP, tool schemas, and later chat)."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from memoryweb.agents.models import Scope
from memoryweb.memories import actions, usage
from memoryweb.memories.models import Memory
from memoryweb.operations import arguments, cursors
from memoryweb.operations.context import Context, Operation
from memoryweb.operations.errors import Refused, invalid
from memoryweb.operations.handlers import ConversationRecorded, FeedbackRecorded, record_conversation, record_feedback
from memoryweb.operations.results import Preference, PreferenceList, RecalledPreferences, SettingsResult, WriteResult
from memoryweb.people.models import Section
from memoryweb.recall import recall, search
from memoryweb.recall.request import RecallRequest
from memoryweb.rules import fields
from memoryweb.rules.policy import OutcomeName


def get_user_preferences(asked: Context, said: arguments.GetUserPreferences) -> PreferenceList:
    found = asked.readable(said.project)
    if said.category:
        found = found.filter(category=fields.slugify(said.category))
    if said.cursor:
        try:
            found = cursors.seek_cursor(found, said.cursor)
        except ValueError:
            raise invalid("cursor", "is not from an earlier answer.") from None
    rows = list(found.order_by("-changed_at", "-id")[: said.limit + 1])
    page = rows[: said.limit]
    return _given(asked, page, cursors.cursor_after(page[-1]) if len(rows) > said.limit else "")


def search_user_preferences(asked: Context, said: arguments.SearchUserPreferences) -> PreferenceList:
    return _given(asked, search.relevant(asked.readable(said.project), said.query, limit=said.limit))


def recall_preferences(asked: Context, said: arguments.RecallPreferences) -> RecalledPreferences:
    wanted = RecallRequest(
        query=said.query,
        task_type=said.task_type,
        skill=said.skill,
        project=asked.project(said.project),
        run=said.run,
        when=said.when,
        max_items=said.max_items,
        budget=said.token_budget,
    )
    do = recall.preview if said.preview else recall.recall
    return RecalledPreferences.from_result(do(asked.agent, asked.settings, wanted, now=asked.now))


def _given(asked: Context, page: Iterable[Memory], cursor: str = "") -> PreferenceList:
    given = list(page)
    usage.record_use([memory.pk for memory in given], agent=asked.agent, now=asked.now)
    why = "" if asked.settings.enable_memory else "The person has switched memory off."
    return PreferenceList([Preference.from_memory(memory, asked.today) for memory in given], cursor, why)


def save_user_preference(asked: Context, said: arguments.SaveUserPreference) -> WriteResult:
    statement = actions.Statement(
        name=said.preference,
        category=said.category,
        details=said.details,
        quote=said.quote,
        value=said.value,
        key=said.key,
        project=asked.project(said.project),
        condition=said.condition,
        source=said.source,
        observed_on=said.observed_on,
        tags=tuple(said.tags),
        metadata=said.metadata,
        ref=_ref(said.run),
    )
    return _written(asked, actions.remember(statement, by=asked.by, now=asked.now))


def update_user_preference(asked: Context, said: arguments.UpdateUserPreference) -> WriteResult:
    done = actions.update(
        _id(asked, said.preference_id),
        details=said.details,
        quote=said.quote,
        source=said.source,
        ref=_ref(said.run),
        by=asked.by,
        now=asked.now,
    )
    return _written(asked, done)


def _ref(run: str) -> dict[str, Any]:
    return {"run": run} if run else {}


def forget_user_preference(asked: Context, said: arguments.ForgetUserPreference) -> WriteResult:
    done = actions.forget(_id(asked, said.preference_id), by=asked.by, now=asked.now, reason=said.reason)
    return _written(asked, done)


def _written(asked: Context, done: actions.Outcome) -> WriteResult:
    """`refused` is an error to every caller, so nothing of it is committed or kept."""
    if done.name == OutcomeName.REFUSED:
        raise Refused(done.category, done.reason)
    return WriteResult.from_outcome(done, asked.today, asked.sees(done))


def _id(asked: Context, text: str) -> UUID:
    """An id within the person's own rows; what is malformed, missing or a stranger's is all the same."""
    try:
        return Memory.objects.of(asked.agent.person_id).values_list("pk", flat=True).get(pk=UUID(text))
    except ValueError:
        raise Memory.DoesNotExist from None


def get_memory_settings(asked: Context, said: arguments.GetMemorySettings) -> SettingsResult:
    settings = asked.settings
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
        trust=asked.agent.trust,
        scopes=asked.agent.scopes,
    )


OPERATIONS: dict[str, Operation] = {
    operation.name: operation
    for operation in (
        Operation(
            "get_user_preferences",
            "Retrieve all preferences/memories for the current user. Use this to remember user-specific information "
            "like dietary restrictions, meeting preferences, communication style, etc.",
            arguments.GetUserPreferences,
            PreferenceList,
            Scope.READ,
            get_user_preferences,
        ),
        Operation(
            "save_user_preference",
            "Save a new preference/memory for the current user. Use when user shares personal preferences, habits, or "
            "information they want remembered. The answer says what became of it: `proposed` means the user is asked "
            "first.",
            arguments.SaveUserPreference,
            WriteResult,
            Scope.WRITE,
            save_user_preference,
        ),
        Operation(
            "update_user_preference",
            "Update an existing user preference. Quote the user's own words; without a quote, what they confirmed "
            "becomes a question to them.",
            arguments.UpdateUserPreference,
            WriteResult,
            Scope.WRITE,
            update_user_preference,
        ),
        Operation(
            "search_user_preferences",
            "Search through user's preferences using keywords. Words or a whole question; the best matches come first.",
            arguments.SearchUserPreferences,
            PreferenceList,
            Scope.READ,
            search_user_preferences,
        ),
        Operation(
            "recall_preferences",
            "Before you act: the few memories that matter for this piece of work, as a block to put into your prompt "
            "unchanged. The user sees a receipt of it. Say what the work is about. Where `action` is ask, put `ask` to "
            "the user first and save their answer with its answerWith. (ai:skill:run; with preview, "
            "memory:injection:preview)",
            arguments.RecallPreferences,
            RecalledPreferences,
            Scope.READ,
            recall_preferences,
        ),
        Operation(
            "record_feedback",
            "After the work: whether the user accepted it, rejected it, or took a part of it. It teaches which of the "
            "memories that were given help; name what it was about in evidence_ref.signals. (ai:skill:feedback)",
            arguments.RecordFeedback,
            FeedbackRecorded,
            Scope.WRITE,
            record_feedback,
        ),
        Operation(
            "record_conversation",
            "When a conversation ends: the user's messages, kept as excerpts for a while and read for what is worth "
            "remembering. Telling it twice counts once; telling more of it goes on. (handleNewChat)",
            arguments.RecordConversation,
            ConversationRecorded,
            Scope.WRITE,
            record_conversation,
            weighs=("messages", "topic", "summary"),
        ),
        Operation(
            "forget_user_preference",
            "Stop using a preference that no longer holds. It is expired, never erased; only the user can erase.",
            arguments.ForgetUserPreference,
            WriteResult,
            Scope.WRITE,
            forget_user_preference,
        ),
        Operation(
            "get_memory_settings",
            "What the user has decided about memory: whether it is on, what is asked, what this agent may do.",
            arguments.GetMemorySettings,
            SettingsResult,
            Scope.READ,
            get_memory_settings,
        ),
    )
}
