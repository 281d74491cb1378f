"""Detects what is never stored, whoever sends it. Every write is checked here first."""

from memoryweb.language.sensitive.addresses import read_address
from memoryweb.language.sensitive.categories import Finding, Sensitive
from memoryweb.language.sensitive.guard import inspect, inspect_together
from memoryweb.language.sensitive.secrets.random_ids import is_random_id
from memoryweb.language.sensitive.texts import iter_strings

__all__ = ["Finding", "Sensitive", "inspect", "inspect_together", "is_random_id", "iter_strings", "read_address"]
