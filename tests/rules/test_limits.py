"""One limit, one number: the form, the argument, the action and the column of a text take the same length."""

from typing import Any

from annotated_types import MaxLen
from django import forms as django_forms
from django.contrib.postgres.fields import ArrayField
from django.db import models
from pydantic import BaseModel

from memoryweb.agents.models import Agent
from memoryweb.learning.llm_answer import ExtractedItem
from memoryweb.learning.models import Conversation, Feedback
from memoryweb.memories.actions import types
from memoryweb.memories.models import Evidence, Memory
from memoryweb.operations import arguments
from memoryweb.operations.models import Answer
from memoryweb.recall.models import Receipt, ReceiptItem
from memoryweb.review.agents.forms.agents import ConnectForm
from memoryweb.review.agents.forms.see_as import SeeAsForm
from memoryweb.review.memories.forms.memory import MemoryForm, ReasonForm
from memoryweb.rules import limits
from tests.cases import for_each


def _column(model: type[models.Model], name: str) -> int | None:
    field: Any = model._meta.get_field(name)
    return (field.base_field if isinstance(field, ArrayField) else field).max_length


def _argument(model: type[BaseModel], name: str) -> int:
    return next(rule.max_length for rule in model.model_fields[name].metadata if isinstance(rule, MaxLen))


def _input(form: type[django_forms.Form], name: str) -> int | None:
    field = form.base_fields[name]
    assert isinstance(field, django_forms.CharField)
    return field.max_length


SAVE, RECALL, FEEDBACK = arguments.SaveUserPreference, arguments.RecallPreferences, arguments.RecordFeedback


@for_each(
    [
        (
            limits.LABEL_MAX,
            [(Memory, "label")],
            [(SAVE, "preference"), (arguments.Signal, "preference"), (ExtractedItem, "subject")],
            [(MemoryForm, "label")],
            "label",
        ),
        (limits.LABEL_MAX, [], [], [], "name"),
        (
            limits.DETAILS_MAX,
            [(Memory, "details")],
            [(SAVE, "details"), (arguments.UpdateUserPreference, "details"), (arguments.Signal, "details")],
            [(MemoryForm, "details"), (MemoryForm, "value")],
            "details",
        ),
        (limits.QUOTE_MAX, [(Evidence, "quote")], [(SAVE, "quote")], [], "quote"),
        (
            limits.CATEGORY_MAX,
            [(Memory, "category")],
            [
                (SAVE, "category"),
                (arguments.GetUserPreferences, "category"),
                (arguments.Signal, "category"),
                (ExtractedItem, "category"),
            ],
            [(MemoryForm, "category")],
            "category",
        ),
        (limits.KEY_MAX, [(Memory, "key")], [(SAVE, "key"), (arguments.Signal, "key")], [], "key"),
        (limits.KIND_MAX, [(Memory, "raw_kind")], [], [], "kind"),
        (limits.VALUE_MAX, [], [(ExtractedItem, "value")], [], None),
        (
            limits.PROJECT_MAX,
            [
                (Memory, "project"),
                (Receipt, "project"),
                (Agent, "project"),
                (Feedback, "project"),
                (Conversation, "project"),
            ],
            [(SAVE, "project"), (RECALL, "project"), (FEEDBACK, "project"), (arguments.RecordConversation, "project")],
            [(MemoryForm, "project"), (ConnectForm, "project"), (SeeAsForm, "project")],
            "project",
        ),
        (
            limits.CONDITION_MAX,
            [(Memory, "condition")],
            [(SAVE, "condition"), (ExtractedItem, "condition")],
            [(MemoryForm, "condition")],
            "condition",
        ),
        (limits.TAG_MAX, [(Memory, "tags")], [], [], "tags"),
        (
            limits.TASK_MAX,
            [
                (Memory, "applies_to"),
                (Memory, "muted_tasks"),
                (Receipt, "task_type"),
                (Receipt, "skill"),
                (Feedback, "task_type"),
                (Feedback, "skill"),
            ],
            [(RECALL, "task_type"), (RECALL, "skill"), (FEEDBACK, "task_type"), (FEEDBACK, "skill_id")],
            [(SeeAsForm, "skill")],
            "applies_to",
        ),
        (
            limits.REASON_MAX,
            [(Memory, "expire_reason")],
            [(arguments.ForgetUserPreference, "reason")],
            [(ReasonForm, "reason")],
            None,
        ),
        (
            limits.RUN_MAX,
            [(Receipt, "run"), (Feedback, "run")],
            [(SAVE, "run"), (RECALL, "run"), (FEEDBACK, "run")],
            [],
            None,
        ),
        (
            limits.QUERY_MAX,
            [],
            [(RECALL, "query"), (arguments.SearchUserPreferences, "query")],
            [(SeeAsForm, "query")],
            None,
        ),
        (limits.TIME_MAX, [], [(RECALL, "when")], [(SeeAsForm, "when")], None),
        (limits.QUERY_KEPT_MAX, [(Receipt, "query")], [], [], None),
        (limits.LINE_MAX, [(ReceiptItem, "line")], [], [], None),
        (limits.AGENT_NAME_MAX, [(Agent, "name")], [], [(ConnectForm, "name")], None),
        (limits.IDEMPOTENCY_KEY_MAX, [(Answer, "key")], [], [], None),
        (
            limits.CONVERSATION_ID_MAX,
            [(Conversation, "external_id")],
            [(arguments.RecordConversation, "conversation_id")],
            [],
            None,
        ),
        (limits.TOPIC_MAX, [(Conversation, "topic")], [(arguments.RecordConversation, "topic")], [], None),
        (limits.SUMMARY_MAX, [(Conversation, "summary")], [(arguments.RecordConversation, "summary")], [], None),
        (limits.EXCERPT_MAX, [(Conversation, "excerpts")], [], [], None),
        (limits.NOTE_MAX, [(Feedback, "note")], [(FEEDBACK, "note")], [], None),
    ]
)
def test_form_argument_action_and_column_agree(
    limit: int,
    columns: list[tuple[type[models.Model], str]],
    taken: list[tuple[type[BaseModel], str]],
    inputs: list[tuple[type[django_forms.Form], str]],
    action: str | None,
) -> None:
    assert {_column(model, name) for model, name in columns} <= {limit}
    assert {_argument(model, name) for model, name in taken} <= {limit}
    assert {_input(form, name) for form, name in inputs} <= {limit}
    if action:
        assert {**types.TEXT_LIMITS, **types.LIST_LIMITS}[action] == limit


def test_lists_take_the_same_number_of_tags() -> None:
    assert _argument(SAVE, "tags") == limits.TAGS_MAX


def test_every_limit_is_a_positive_whole_number() -> None:
    numbers = {name: number for name, number in vars(limits).items() if name.isupper() and not name.startswith("DAY_")}
    assert numbers
    assert all(isinstance(number, int) and number > 0 and name.endswith("_MAX") for name, number in numbers.items())
