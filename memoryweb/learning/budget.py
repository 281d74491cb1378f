"""The meter: what the language model costs a person a month, and never more than they allow."""

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

from django.conf import settings as django_settings
from django.db.models import F
from django.utils import timezone

from memoryweb.learning import llm
from memoryweb.learning.extraction import Find
from memoryweb.learning.models import Conversation, Spend
from memoryweb.people.models import MemorySettings
from memoryweb.recall import prompt_block
from memoryweb.rls import scope

MICROS_A_CENT = 10_000


def cost(input_tokens: int, output_tokens: int) -> int:
    """Millionths of the currency the prices (for a million tokens) are in."""
    into, out = django_settings.EXTRACTION_PRICES
    return round(input_tokens * into + output_tokens * out)


def month_meter(person_id: UUID, settings: MemorySettings, *, now: datetime) -> Spend:
    """This month's meter, which may not be in the database yet."""
    month = _month(settings, now)
    return Spend.objects.filter(person=person_id, month=month).first() or Spend(person_id=person_id, month=month)


def call_within_budget(settings: MemorySettings, messages: Sequence[str], *, now: datetime) -> list[Find]:
    """Ask the model, having set aside what it may cost at most; then count what it did cost. Not in a transaction:
    nothing waits in the database while the model thinks. Raises endpoint.TroubleError."""
    asked = sum(prompt_block.count_tokens(str(part["content"])) for part in llm.prompt(messages))
    most = cost(2 * asked, 2 * llm.ANSWER_TOKENS_MAX)  # it may be asked twice
    meter = _set_aside(settings, most, now=now)
    try:
        read = llm.read(messages)
    except llm.TroubleError as error:
        spent = cost(error.input_tokens, error.output_tokens)
        _count(
            settings.person_id, meter, micros=spent - most, calls=1, failures=1, input_tokens=error.input_tokens,
            output_tokens=error.output_tokens,
        )  # fmt: skip
        raise
    spent = cost(read.input_tokens or asked, read.output_tokens)
    _count(
        settings.person_id, meter, micros=spent - most, calls=1, input_tokens=read.input_tokens or asked,
        output_tokens=read.output_tokens,
    )  # fmt: skip
    return read.finds


def _set_aside(settings: MemorySettings, micros: int, *, now: datetime) -> UUID:
    """Two readers at once cannot spend the same money: the row decides."""
    with scope.acting_as(settings.person_id):
        meter, _ = Spend.objects.get_or_create(person_id=settings.person_id, month=_month(settings, now))
        cap = settings.model_cap_cents * MICROS_A_CENT
        if not cap or not Spend.objects.filter(pk=meter.pk, micros__lte=cap - micros).update(
            micros=F("micros") + micros
        ):
            raise llm.TroubleError(Conversation.Trouble.CAP)
        return meter.pk


def _count(person_id: UUID, meter: UUID, **more: int) -> None:
    with scope.acting_as(person_id):
        Spend.objects.filter(pk=meter).update(**{name: F(name) + many for name, many in more.items()})


def _month(settings: MemorySettings, now: datetime) -> date:
    return timezone.localdate(now, settings.zone).replace(day=1)
