"""The monthly budget of the language model: what it costs a person, and never more than they allow."""

import json
from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings as django_settings
from django.db.models import F
from django.utils import timezone

from memoryweb.language.extraction import Find
from memoryweb.learning import llm
from memoryweb.learning.models import Conversation, Spend
from memoryweb.people.models import MemorySettings
from memoryweb.recall import prompt_block
from memoryweb.rls import scope

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionMessage

MICROS_PER_CENT = 10_000


def cost(input_tokens: int, output_tokens: int) -> int:
    """Return the cost in millionths of the prices' currency. Prices are per million tokens."""
    input_price, output_price = django_settings.EXTRACTION_PRICES
    return round(input_tokens * input_price + output_tokens * output_price)


def month_meter(person_id: UUID, settings: MemorySettings, *, now: datetime) -> Spend:
    """Return this month's meter, unsaved if there is none yet."""
    month = _month(settings, now)
    return Spend.objects.filter(person=person_id, month=month).first() or Spend(person_id=person_id, month=month)


def call_within_budget(settings: MemorySettings, messages: Sequence[str], *, now: datetime) -> list[Find]:
    """Read messages with the model: reserve the highest possible cost, call it, then record the real cost.

    Runs outside a transaction, so that nothing in the database waits for the model. Raises llm.TroubleError.
    """
    prompt_tokens = sum(prompt_block.count_tokens(str(part["content"])) for part in llm.prompt(messages))
    reserved = cost(2 * prompt_tokens, 2 * llm.ANSWER_TOKENS_MAX)  # llm.read may call it twice
    meter = _reserve(settings, reserved, now=now)
    try:
        result = llm.read(messages)
    except llm.TroubleError as error:
        spent = cost(error.input_tokens, error.output_tokens)
        _add_to_meter(
            settings.person_id,
            meter,
            micros=spent - reserved,
            calls=1,
            failures=1,
            input_tokens=error.input_tokens,
            output_tokens=error.output_tokens,
        )
        raise
    input_tokens = result.input_tokens or prompt_tokens
    spent = cost(input_tokens, result.output_tokens)
    _add_to_meter(
        settings.person_id,
        meter,
        micros=spent - reserved,
        calls=1,
        input_tokens=input_tokens,
        output_tokens=result.output_tokens,
    )
    return result.finds


def chat_within_budget(
    settings: MemorySettings, messages: list[dict[str, Any]], tools: list[dict[str, Any]], *, now: datetime
) -> "ChatCompletionMessage":
    """Ask for the next step of a chat under the same cap, outside a transaction likewise. Raises llm.TroubleError."""
    prompt_tokens = prompt_block.count_tokens(json.dumps([messages, tools], ensure_ascii=False, default=str))
    reserved = cost(prompt_tokens, llm.ANSWER_TOKENS_MAX)
    meter = _reserve(settings, reserved, now=now)
    try:
        answer = llm.chat(messages, tools)
        used_in, used_out = (
            (answer.usage.prompt_tokens, answer.usage.completion_tokens) if answer.usage else (prompt_tokens, 0)
        )
        message = answer.choices[0].message
    except (llm.TroubleError, AttributeError, IndexError, TypeError) as error:  # the client checks no answer
        _add_to_meter(settings.person_id, meter, micros=-reserved, calls=1, failures=1)
        raise error if isinstance(error, llm.TroubleError) else llm.TroubleError(llm.Trouble.MALFORMED) from None
    spent = cost(used_in, used_out)
    _add_to_meter(
        settings.person_id, meter, micros=spent - reserved, calls=1, input_tokens=used_in, output_tokens=used_out
    )
    return message


def _reserve(settings: MemorySettings, micros: int, *, now: datetime) -> UUID:
    """Add to the meter if it stays below the cap. The UPDATE decides, so two readers cannot spend the same money."""
    with scope.acting_as(settings.person_id):
        meter, _ = Spend.objects.get_or_create(person_id=settings.person_id, month=_month(settings, now))
        cap = settings.model_cap_cents * MICROS_PER_CENT
        if not cap or not Spend.objects.filter(pk=meter.pk, micros__lte=cap - micros).update(
            micros=F("micros") + micros
        ):
            raise llm.TroubleError(Conversation.Trouble.CAP)
        return meter.pk


def _add_to_meter(person_id: UUID, meter: UUID, **amounts: int) -> None:
    with scope.acting_as(person_id):
        Spend.objects.filter(pk=meter).update(**{name: F(name) + amount for name, amount in amounts.items()})


def _month(settings: MemorySettings, now: datetime) -> date:
    return timezone.localdate(now, settings.zone).replace(day=1)
