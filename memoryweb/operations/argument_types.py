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
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from memoryweb.language.text import invisible
from memoryweb.rules import limits, observation_comment, policy

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
# What programs write for nothing where a text belongs, in lower case.
NOTHING = frozenset({"null", "none", "undefined", "nil", "n/a", "<null>", "<none>", "(null)", "(none)"})
SAID_BY_PEOPLE = frozenset({"none", "NONE"})  # of allergies


def _check_place(value: str) -> str:
    if value.strip().casefold() in NOTHING:
        raise ValueError(f"“{value.strip()}” is what a program writes for nothing; leave it out")
    return value


def _check_value(value: Any) -> Any:
    """Refuse what only a program says: that somebody has no allergies is said as "none", too."""
    word = value.strip() if isinstance(value, str) else ""
    if word.casefold() in NOTHING and word not in SAID_BY_PEOPLE:
        raise ValueError(f"“{word}” is what a program writes for nothing; leave it out, or say it in a sentence")
    return value


def without_nothing(value: Any) -> Any:
    """Take a program's word for nothing as not given, where it could only be a name that nobody gave."""
    return "" if isinstance(value, str) and value.strip().casefold() in NOTHING else value


Name = Annotated[str, BeforeValidator(without_nothing)]
PlaceName = Annotated[str, AfterValidator(_check_place)]
Value = Annotated[Any, AfterValidator(_check_value)]
Project = Annotated[
    PlaceName, Field(max_length=limits.PROJECT_MAX, description="Include what applies only in this project.")
]
Run = Annotated[
    Name,
    Field(max_length=limits.RUN_MAX, description="Your own id for the run this came from."),
]


def _plain_word(value: Any) -> Any:
    """Return a word of a fixed choice in lower case and with spaces, so that User_Stated is user stated."""
    return " ".join(value.casefold().replace("_", " ").replace("-", " ").split()) if isinstance(value, str) else value


def _known_synonym(value: Any) -> Any:
    word = _plain_word(value)
    return policy.SOURCE_SYNONYMS.get(word, word) if isinstance(word, str) else word


def _source_named(value: str) -> str:
    return policy.SOURCE_NAMES[value].value if value else ""


SourceName = Annotated[
    Literal[
        "",
        "instruction",
        "correction",
        "behaviour",
        "pattern",
        "inference",
        "weak",
        "uncertain",
        "explicit",
        "implicit",
        "explicit instruction",
        "user feedback",
        "observation",
    ],
    BeforeValidator(_known_synonym),
    AfterValidator(_source_named),
]
SOURCE_HELP = (
    "How you know: instruction (the person said so), correction (they corrected you), behaviour, pattern (three "
    "times or more), inference, weak, uncertain, or S0's and S2's words for these. If left out: instruction."
)
KindName = Annotated[
    Literal["", "fact", "preference", "goal", "habit", "event", "rule", "context", "decision", "reminder"],
    BeforeValidator(_plain_word),
]


DAY_ADVICE = "write a date as text, YYYY-MM-DD"
MOMENT_ADVICE = "write date, time and time zone as text, such as 2026-03-01T18:30:00+01:00"
A_DAY, A_MOMENT = TypeAdapter(date), TypeAdapter(AwareDatetime)


def _read_day(value: Any) -> Any:
    return _read_time(A_DAY, value, DAY_ADVICE)


def _read_moment(value: Any) -> Any:
    return _read_time(A_MOMENT, value, MOMENT_ADVICE)


def _read_time(adapter: TypeAdapter[Any], value: Any, advice: str) -> Any:
    """Refuse a bare number, which pydantic would silently read as seconds since 1970, and say what is right."""
    if value is None or isinstance(value, date):
        return value
    try:
        return adapter.validate_python(value if isinstance(value, str) and not _is_number(value) else None)
    except ValidationError:
        raise ValueError(advice) from None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _check_day(value: date) -> date:
    limits.check_day(value.date() if isinstance(value, datetime) else value)
    return value


Day = Annotated[date, BeforeValidator(_read_day), AfterValidator(_check_day)]
Timestamp = Annotated[AwareDatetime, BeforeValidator(_read_moment), AfterValidator(_check_day)]


def _reject_texts(value: Any) -> Any:
    """Refuse "5" and true, which pydantic would read as 5 and 1. 5.0 is a whole number in JSON."""
    if isinstance(value, str | bool):
        raise ValueError("write a number")
    return value


WholeNumber = Annotated[int, BeforeValidator(_reject_texts)]
Number = Annotated[float, BeforeValidator(_reject_texts)]


def _check_days(value: Any) -> Any:
    """Say of a wrong number of days what is right: pydantic would name each of the two types that it may have."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if value is None or value == "never" or (is_number and value == int(value) and 1 <= value <= limits.TTL_DAYS_MAX):
        return value
    raise ValueError(f'write a whole number from 1 to {limits.TTL_DAYS_MAX}, or "never"')


Days = Annotated[
    Annotated[int, Field(ge=1, le=limits.TTL_DAYS_MAX)] | Literal["never"] | None, BeforeValidator(_check_days)
]
IF_VERSION_HELP = "The version you read. If it has changed since, nothing is saved and you get the current one."
IfVersion = Annotated[WholeNumber | None, Field(description=IF_VERSION_HELP)]


class NullIsNotGiven(BaseModel):
    """Arguments where null for what may be left out is the same as leaving it out."""

    @model_validator(mode="before")
    @classmethod
    def _leave_out_nulls(cls, sent: Any) -> Any:
        if not isinstance(sent, dict):
            return sent
        optional = {name for name, field in cls.model_fields.items() if not field.is_required()}
        return {name: value for name, value in sent.items() if value is not None or name not in optional}


class OrText(NullIsNotGiven):
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


class ShownTexts(NullIsNotGiven):
    """Arguments of which every text, however deep, has its invisible characters written out."""

    @model_validator(mode="before")
    @classmethod
    def _show_invisible(cls, sent: Any) -> Any:
        if not isinstance(sent, dict):
            return sent
        return {name: value if name in KEPT_AS_SENT else invisible.show_in_json(value) for name, value in sent.items()}


# S2's tags by the argument that says the same.
NUMBERS_OF_TAGS = {"importance": float, "confidence": float, "ttl_days": int}
ARGUMENTS_OF_TAGS = {
    "type": "kind",
    "importance": "importance",
    "ttl": "ttl_days",
    "confidence": "confidence",
    "source": "source",
    "date": "observed_on",
    "until": "valid_until",
}


class CommentInDetails(ShownTexts):
    """Arguments whose details may have S2's metadata comment, which is read as arguments that are not given."""

    @model_validator(mode="before")
    @classmethod
    def _read_comment(cls, sent: Any) -> Any:
        details = sent.get("details") if isinstance(sent, dict) else None
        if not isinstance(details, str):
            return sent
        words, tags = observation_comment.take_out_tagged(details)
        told = {ARGUMENTS_OF_TAGS[tag]: value for tag, value in tags.items() if tag in ARGUMENTS_OF_TAGS}
        read = {name: _read_tag(name, value) for name, value in told.items() if name in cls.model_fields}
        given = {name: value for name, value in sent.items() if value not in (None, "") or name not in read}
        return read | given | {"details": words}


def _read_tag(name: str, value: str) -> Any:
    """Return the number that a tag says, where one belongs; else its word, which the argument's type judges."""
    try:
        return NUMBERS_OF_TAGS[name](value) if name in NUMBERS_OF_TAGS else value
    except ValueError:
        return value
