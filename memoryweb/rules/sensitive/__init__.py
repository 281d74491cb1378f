"""Detects what is never stored, whoever sends it. Every write is checked here first."""

from memoryweb.rules.sensitive.addresses import read_address
from memoryweb.rules.sensitive.categories import Finding, Sensitive
from memoryweb.rules.sensitive.guard import inspect, inspect_together
from memoryweb.rules.sensitive.random_ids import is_random_id
from memoryweb.rules.sensitive.texts import iter_strings

__all__ = ["Finding", "Sensitive", "inspect", "inspect_together", "is_random_id", "iter_strings", "read_address"]
