"""The types of arguments: texts of limited length, days, whole numbers, and objects that may be sent as plain text.

The descriptions are for the agents that read the schemas.
"""

from datetime import date, datetime
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    Field,
    GetJsonSchemaHandler,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from memoryweb.rules import invisible, limits

# What stays as it was sent: words that are only looked for, an agent's own note, and what `conversations` cuts first.
KEPT_AS_SENT = frozenset({"query", "metadata", "messages"})

Details = Annotated[str, Field(max_length=limits.DETAILS_MAX)]
Quote = Annotated[
    str,
    Field(
        default="",
        max_length=limits.QUOTE_MAX,
        description="The person's own words, as evidence: the smallest quote that shows it.",
    ),
]
Project = Annotated[str, Field(max_length=limits.PROJECT_MAX, description="Include what applies only in this project.")]
Run = Annotated[
    str,
    Field(max_length=limits.RUN_MAX, description="Your own id for the run this came from."),
]
SourceName = Literal["", "instruction", "correction", "behaviour", "pattern", "inference", "weak", "uncertain"]
SOURCE_HELP = (
    "How you know: instruction (the person said so), correction (they corrected you), behaviour, pattern (three "
    "times or more), inference, weak, uncertain. If left out: instruction."
)


def _reject_numbers(value: Any) -> Any:
    """Refuse a bare number as a date: pydantic would silently read it as seconds since 1970."""
    if value is not None and not isinstance(value, str | date):
        raise ValueError("write a date as text, YYYY-MM-DD")
    return value


def _check_day(value: date) -> date:
    limits.check_day(value.date() if isinstance(value, datetime) else value)
    return value


Day = Annotated[date, BeforeValidator(_reject_numbers), AfterValidator(_check_day)]
Timestamp = Annotated[AwareDatetime, BeforeValidator(_reject_numbers), AfterValidator(_check_day)]


def _reject_texts(value: Any) -> Any:
    """Refuse "5" and true, which pydantic would read as 5 and 1. 5.0 is a whole number in JSON."""
    if isinstance(value, str | bool):
        raise ValueError("write a number")
    return value


WholeNumber = Annotated[int, BeforeValidator(_reject_texts)]
IF_VERSION_HELP = "The version you read. If it has changed since, nothing is saved and you get the current one."
IfVersion = Annotated[WholeNumber | None, Field(description=IF_VERSION_HELP)]


class OrText(BaseModel):
    """What may also be sent as plain text, which becomes its field `text_field`."""

    text_field: ClassVar[str]
    text_max: ClassVar[int]

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        as_object = handler.resolve_ref_schema(handler(schema))
        return {"anyOf": [as_object, {"type": "string", "maxLength": cls.text_max}]}

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {cls.text_field: value} if isinstance(value, str) else value


class ShownTexts(BaseModel):
    """Arguments of which every text, however deep, has its invisible characters written out."""

    @model_validator(mode="before")
    @classmethod
    def _show_invisible(cls, sent: Any) -> Any:
        if not isinstance(sent, dict):
            return sent
        return {name: value if name in KEPT_AS_SENT else invisible.show_in_json(value) for name, value in sent.items()}
