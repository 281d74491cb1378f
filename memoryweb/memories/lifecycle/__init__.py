"""The verbs that change a memory, one memory at a time. Doors call these and nothing else.

Every verb takes ids, re-reads under a lock, saves once, and leaves exactly one version (HOUSE §2).
"""

from memoryweb.memories.lifecycle.answer import accept, confirm, decline, only_this_time, reject
from memoryweb.memories.lifecycle.change import edit, expire, forget, update
from memoryweb.memories.lifecycle.outcome import Invalid, Outcome
from memoryweb.memories.lifecycle.remember import remember
from memoryweb.memories.lifecycle.restore import restore, undo
from memoryweb.memories.lifecycle.statement import Statement

__all__ = [
    "Invalid",
    "Outcome",
    "Statement",
    "accept",
    "confirm",
    "decline",
    "edit",
    "expire",
    "forget",
    "only_this_time",
    "reject",
    "remember",
    "restore",
    "undo",
    "update",
]
