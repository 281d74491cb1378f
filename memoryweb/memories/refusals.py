"""Asks the guard, and counts its refusals by day and category, never the text."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from memoryweb.language import sensitive
from memoryweb.memories.models import Refusal
from memoryweb.people.models import MemorySettings

REASONS = {
    sensitive.Sensitive.PASSWORD: "This looks like a password. memoryweb never stores those.",
    sensitive.Sensitive.KEY: "This looks like a key or token. memoryweb never stores those.",
    sensitive.Sensitive.CARD: "This looks like a card number. memoryweb never stores those.",
    sensitive.Sensitive.BANK: "This looks like bank details. memoryweb never stores those.",
    sensitive.Sensitive.GOVERNMENT_ID: "This looks like an ID number. memoryweb never stores those.",
    sensitive.Sensitive.FINANCIAL: "This looks like a financial detail. memoryweb never stores those.",
    sensitive.Sensitive.HEALTH: "This looks like something about health. memoryweb never stores that.",
}


def refuse(value: Any, *, person_id: UUID, now: datetime, allow_allergy: bool = False) -> sensitive.Finding | None:
    """Inspect a value; return the finding and count the refusal, or None if storable."""
    finding = sensitive.inspect(value, allow_allergy=allow_allergy)
    if finding:
        count(person_id, finding, now=now)
    return finding


def count(person_id: UUID, finding: sensitive.Finding, *, now: datetime) -> None:
    """Count one refusal on the person's day: the pages show what was refused on theirs."""
    day = timezone.localdate(now, MemorySettings.for_person(person_id).zone)
    refusal, is_new = Refusal.objects.get_or_create(person_id=person_id, day=day, category=finding.category)
    if not is_new:
        Refusal.objects.filter(pk=refusal.pk).update(count=F("count") + 1)
