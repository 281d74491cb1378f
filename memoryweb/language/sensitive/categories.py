"""What the guard refuses, by category."""

from dataclasses import dataclass
from enum import StrEnum


class Sensitive(StrEnum):
    PASSWORD = "password"  # noqa: S105  the name of a category
    KEY = "key_or_token"
    CARD = "card_number"
    BANK = "bank_number"
    GOVERNMENT_ID = "government_id"
    FINANCIAL = "financial"
    HEALTH = "health"


@dataclass(frozen=True)
class Finding:
    category: Sensitive
