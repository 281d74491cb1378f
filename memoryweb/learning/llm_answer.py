"""What a language model has to answer, as a schema. Only a process that asks one imports this, with pydantic."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from memoryweb.rules import limits


class ExtractedItem(BaseModel):
    model_config = ConfigDict(extra="forbid")

    quote: str = Field(min_length=1)
    details: str = Field(min_length=1, max_length=limits.STATEMENT_MAX)
    category: str = Field(max_length=limits.CATEGORY_MAX)
    subject: str = Field(min_length=1, max_length=limits.LABEL_MAX)
    value: str = Field(max_length=limits.VALUE_MAX)
    condition: str = Field(max_length=limits.CONDITION_MAX)
    source: Literal["instruction", "correction"]


class ExtractedItems(BaseModel):
    model_config = ConfigDict(extra="forbid")

    items: list[ExtractedItem]


SCHEMA = ExtractedItems.model_json_schema()


def items_of(answer: str) -> list[ExtractedItem]:
    """Read an answer. Raises ValueError for one that does not fit the schema."""
    return ExtractedItems.model_validate_json(answer).items
