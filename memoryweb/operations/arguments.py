"""The arguments of every operation, and the checks that hold for all of them.

The models are the input schemas that agents read: the descriptions, and the docstrings of nested models, are for them.
"""

import math
import re
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StrictBool, model_validator

from memoryweb.language import sensitive
from memoryweb.language.text import unstorable
from memoryweb.operations.argument_types import (
    SOURCE_HELP,
    CommentInDetails,
    Day,
    Days,
    Details,
    IfVersion,
    KindName,
    Name,
    NullIsNotGiven,
    Number,
    OrText,
    PlaceName,
    Project,
    Quote,
    Run,
    ShownTexts,
    SourceName,
    Timestamp,
    Value,
    WholeNumber,
)
from memoryweb.operations.errors import invalid
from memoryweb.rules import limits, moderation, policy


class Arguments(ShownTexts):
    model_config = ConfigDict(extra="forbid")


class GetUserPreferences(Arguments):
    category: Name = Field(
        default="",
        max_length=limits.CATEGORY_MAX,
        description="Only this category, e.g. 'dietary', 'schedule', 'communication'.",
    )
    project: Project = ""
    limit: WholeNumber = Field(default=50, ge=1, le=200, description="At most this many.")
    cursor: Name = Field(
        default="", max_length=limits.CURSOR_MAX, description="nextCursor of the last answer, for the next page."
    )


class SaveUserPreference(CommentInDetails, Arguments):
    category: Name = Field(
        max_length=limits.CATEGORY_MAX, description="Category, e.g. 'dietary', 'schedule', 'communication'."
    )
    preference: str = Field(
        min_length=1,
        max_length=limits.LABEL_MAX,
        description="Short label: a value ('vegan', 'morning_person') or what it is about ('document_format').",
    )
    details: Details = Field(description="The preference in a full sentence.")
    quote: Quote = ""
    value: Value = Field(default=None, description="Only the value, if `preference` says what it is about.")
    key: Name = Field(
        default="", max_length=limits.KEY_MAX, description="A dotted key, e.g. 'technical.formats.document'."
    )
    project: PlaceName = Field(default="", max_length=limits.PROJECT_MAX, description="Only for this project.")
    condition: PlaceName = Field(default="", max_length=limits.CONDITION_MAX, description="Such as 'when tired'.")
    source: SourceName = Field(default="", description=SOURCE_HELP)
    observed_on: Day | None = Field(default=None, description="The day it was said or seen. If left out: today.")
    tags: list[Annotated[str, Field(max_length=limits.TAG_MAX)]] = Field(
        default_factory=list, max_length=limits.TAGS_MAX, description="Words to find it by."
    )
    metadata: dict[str, Any] = Field(default_factory=dict, description="Anything your own program wants back later.")
    # Suggestions: the person sees them with the question.
    kind: KindName = Field(default="", description="What it is. A rule goes into every prompt, so it is always asked.")
    importance: Number | None = Field(
        default=None, ge=0, le=10, description="0 to 10. From 9 on only the user decides: yours counts up to 8.99."
    )
    ttl_days: Days = Field(default=None, description="Days until it is archived, unless it comes up again, or 'never'.")
    valid_until: Day | None = Field(default=None, description="The last day on which it is true.")
    confidence: Number | None = Field(default=None, ge=0, le=1, description="0 to 1, at most what `source` allows.")
    applies_to: list[Annotated[str, Field(max_length=limits.TASK_MAX)]] = Field(
        default_factory=list, max_length=limits.TAGS_MAX, description="Kinds of work or skills that need it."
    )
    run: Run = ""
    if_version: IfVersion = None
    answers: str = Field(
        default="", max_length=limits.MEMORY_ID_MAX, description="The conflict this answers, as `answerWith` gave it."
    )


class RecallPreferences(Arguments):
    query: str = Field(
        default="", max_length=limits.QUERY_MAX, description="What the work is about: the user's words, or yours."
    )
    task_type: Name = Field(
        default="",
        max_length=limits.TASK_MAX,
        description="One of reply_message, generate_report, schedule, code_task, search_information, news_briefing, "
        "or your own word.",
    )
    skill: Name = Field(default="", max_length=limits.TASK_MAX, description="The skill you run (S3 skill_id).")
    project: Project = ""
    run: Name = Field(default="", max_length=limits.RUN_MAX, description="Your id for this run. Send it with saves.")
    when: str = Field(
        default="", max_length=limits.TIME_MAX, description="The user's time in words, e.g. 'weekday morning'."
    )
    max_items: WholeNumber = Field(
        default=policy.ITEMS_MOST, ge=1, le=policy.ITEMS_MOST, description="At most this many."
    )
    token_budget: WholeNumber = Field(
        default=policy.TOKENS_MOST, ge=1, le=policy.TOKENS_MOST, description="How long the block may be, in tokens."
    )
    preview: StrictBool = Field(
        default=False,
        description="Only look (memory:injection:preview). The receipt says so, and feedback ignores it.",
    )
    only_new: StrictBool = Field(
        default=False,
        description="Only what this `run` hasn’t received yet, or what has changed since. A call without it gives "
        "everything again.",
    )


class UpdateUserPreference(CommentInDetails, Arguments):
    preference_id: str = Field(max_length=limits.MEMORY_ID_MAX, description="The id of the preference to update.")
    details: Details = Field(min_length=1, description="What is true now, in a full sentence.")
    quote: Quote = ""
    source: SourceName = Field(default="", description=SOURCE_HELP)
    run: Run = ""
    if_version: IfVersion = None


class SearchUserPreferences(Arguments):
    query: str = Field(
        min_length=1, max_length=limits.QUERY_MAX, description="Words or a question. Any word may match."
    )
    project: Project = ""
    limit: WholeNumber = Field(default=10, ge=1, le=50, description="At most this many, the best first.")


class Signal(OrText):
    """One thing the work did or did not do. Plain text is taken as its name."""

    model_config = ConfigDict(extra="forbid")
    text_field, text_max = "preference", limits.LABEL_MAX

    preference: str = Field(default="", max_length=limits.LABEL_MAX, description="Short: 'short sentences'.")
    category: Name = Field(default="", max_length=limits.CATEGORY_MAX)
    key: Name = Field(default="", max_length=limits.KEY_MAX, description="A dotted key, e.g. 'communication.tone'.")
    value: Value = Field(default=None, description="Only the value, if the key says what it is about.")
    details: str = Field(default="", max_length=limits.DETAILS_MAX, description="In a full sentence.")

    @model_validator(mode="after")
    def _check_not_empty(self) -> "Signal":
        if not (self.preference.strip() or self.key.strip() or self.details.strip()):
            raise ValueError("name what it is about: preference, key or details")
        return self


Signals = Annotated[list[Signal], Field(max_length=limits.SIGNALS_MAX)]


class EvidenceRef(NullIsNotGiven):
    """The smallest reference that shows it. You can add anything else, such as a file, a range or a diff."""

    model_config = ConfigDict(extra="allow")

    signals: Signals = Field(default_factory=list, description="What the work did. `action` applies to all of it.")
    accepted: Signals = Field(default_factory=list, description="For a partial: what the user took.")
    rejected: Signals = Field(default_factory=list, description="For a partial: what the user left out.")
    memories: list[Annotated[str, Field(max_length=limits.MEMORY_ID_MAX)]] = Field(
        default_factory=list, max_length=policy.ITEMS_MOST, description="Ids of the memories it was really about."
    )


class RecordFeedback(Arguments):
    action: Literal["accept", "reject", "partial"] = Field(description="What the user did with the work.")
    run: Name = Field(
        default="", max_length=limits.RUN_MAX, description="Your id for the run, as you gave it to recall_preferences."
    )
    skill_id: Name = Field(default="", max_length=limits.TASK_MAX, description="The skill you ran.")
    task_type: Name = Field(
        default="", max_length=limits.TASK_MAX, description="The kind of work, as you gave it to recall_preferences."
    )
    project: PlaceName = Field(default="", max_length=limits.PROJECT_MAX, description="Where it applies first.")
    evidence_ref: EvidenceRef = Field(default_factory=EvidenceRef, description="What it was about.")
    note: str = Field(default="", max_length=limits.NOTE_MAX, description="What the user wrote about it.")
    rating: WholeNumber | None = Field(default=None, ge=1, le=5, description="The user's rating, 1 to 5.")


class Message(OrText):
    model_config = ConfigDict(extra="ignore")
    text_field, text_max = "content", limits.MESSAGE_MAX

    role: Literal["user", "assistant", "system", "tool"] = "user"
    content: str = Field(max_length=limits.MESSAGE_MAX)


class RecordConversation(Arguments):
    conversation_id: str = Field(
        min_length=1, max_length=limits.CONVERSATION_ID_MAX, description="Your own id for the conversation."
    )
    messages: list[Message] = Field(
        max_length=limits.MESSAGES_MAX,
        description="In order: {role, content}, or just the user's text. Only excerpts of the user's are kept.",
    )
    started_at: Timestamp | None = Field(default=None, description="ISO 8601 with a time zone.")
    ended_at: Timestamp | None = Field(default=None, description="ISO 8601 with a time zone. If left out: now.")
    topic: Name = Field(default="", max_length=limits.TOPIC_MAX, description="What it was about, in a few words.")
    summary: str = Field(default="", max_length=limits.SUMMARY_MAX, description="One or two sentences.")
    project: PlaceName = Field(default="", max_length=limits.PROJECT_MAX, description="Only for this project.")
    adds: StrictBool = Field(
        default=False, description="`messages` are only what came since your last report of this conversation."
    )
    goes_on: StrictBool = Field(
        default=False,
        description="More will follow. It is read once you report it without this, or after minutes of silence.",
    )

    @property
    def user_messages(self) -> list[str]:
        return [message.content for message in self.messages if message.role == "user"]


class GetRecentConversations(Arguments):
    project: Project = ""
    limit: WholeNumber = Field(
        default=10, ge=1, le=50, description="Read at most this many conversations, the newest ones."
    )


class ForgetUserPreference(Arguments):
    preference_id: str = Field(
        max_length=limits.MEMORY_ID_MAX, description="The id of the preference that is no longer true."
    )
    reason: str = Field(default="", max_length=limits.REASON_MAX, description="Why. The user can read it.")
    if_version: IfVersion = None


class GetMemorySettings(Arguments): ...


class SearchMemory(Arguments):
    query: str = Field(min_length=1, max_length=limits.QUERY_MAX, description="Search query")
    limit: WholeNumber = Field(default=10, ge=1, le=50, description="At most this many, the best first.")


class SaveMemory(Arguments):
    content: str = Field(
        min_length=1, max_length=moderation.STATEMENT_MAX, description="What all members should know, in one sentence."
    )
    category: Name = Field(default="", max_length=limits.CATEGORY_MAX, description="Category, e.g. 'technical'.")
    reason: str = Field(default="", max_length=moderation.WORDS_MAX, description="Why the others should know it.")


# Characters in arguments that may hold anything.
FREE_TEXT_MAX = {"value": limits.DETAILS_MAX, "metadata": limits.DETAILS_MAX, "evidence_ref": 50_000}
DEPTH_MAX = 20  # lists and objects inside each other; a preference needs two
SAFE_NAME = re.compile(r"[a-z_]{1,40}(?:\.\d+)*|Idempotency-Key")


def check_values(arguments: dict[str, Any], idempotency_key: str = "") -> None:
    """Raise INVALID_ARGUMENT for a value that cannot be stored or is nested too deep.

    Runs before the models, for every operation. It walks without recursion, because deep nesting is what it looks for.
    """
    stack: list[tuple[str, Any, int]] = [("", name, 0) for name in arguments]
    stack += [(name, value, 0) for name, value in arguments.items()]
    stack.append(("Idempotency-Key", idempotency_key, 0))
    while stack:
        name, value, depth = stack.pop()
        if depth > DEPTH_MAX:
            raise invalid(safe_name(name), f"It is nested more than {DEPTH_MAX} levels deep.")
        if reason := _why_unstorable(value):
            raise invalid(safe_name(name), reason)
        if isinstance(value, dict):
            stack += [(name, part, depth + 1) for part in (*value.keys(), *value.values())]
        elif isinstance(value, list):
            stack += [(name, item, depth + 1) for item in value]


def check_sizes(arguments: dict[str, Any], idempotency_key: str, model: type[Arguments]) -> None:
    """Raise INVALID_ARGUMENT for an argument that is too long, before any pattern reads it.

    An argument of any shape may hold as much text as FREE_TEXT_MAX says, an unknown one as much as details; the other
    arguments' types limit what is in them.
    """
    if len(idempotency_key) > limits.IDEMPOTENCY_KEY_MAX:
        raise invalid("Idempotency-Key", f"Use at most {limits.IDEMPOTENCY_KEY_MAX} characters.")
    for name, value in arguments.items():
        longest = FREE_TEXT_MAX.get(name) if name in model.model_fields else limits.DETAILS_MAX
        if longest is not None and sum(map(len, sensitive.iter_strings([name, value]))) > longest:
            raise invalid(safe_name(name), f"Use at most {longest} characters.")


def _why_unstorable(value: Any) -> str:
    if isinstance(value, str) and not unstorable.is_storable(value):
        return "It contains a character that can’t be saved."
    if isinstance(value, float) and not math.isfinite(value):
        return "It contains a number that JSON doesn’t have."
    return ""


def safe_name(name: str) -> str:
    """Return an argument's name if it looks like one of ours, else "arguments": any other name could be a secret."""
    return name if SAFE_NAME.fullmatch(name) else "arguments"
