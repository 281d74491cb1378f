"""The verbs that change a memory, one memory at a time. Doors call these and nothing else.

Every verb takes ids, re-reads under a lock, saves once, and leaves exactly one version (HOUSE §2).
"""

from memoryweb.memories.lifecycle.answer import accept, confirm, decline, only_this_time, reject
from memoryweb.memories.lifecycle.change import edit, expire, forget, update
from memoryweb.memories.lifecycle.heard import section_for
from memoryweb.memories.lifecycle.lasting import (
    archive,
    boost,
    complete,
    keep,
    let_age,
    pin,
    promote,
    still_true,
    unpin,
)
from memoryweb.memories.lifecycle.muting import mute, unmute
from memoryweb.memories.lifecycle.outcome import Invalid, Outcome
from memoryweb.memories.lifecycle.remember import remember
from memoryweb.memories.lifecycle.restore import restore, restore_ended, undo
from memoryweb.memories.lifecycle.settle import keep_both, keep_one, later, reopen, was_temporary
from memoryweb.memories.lifecycle.statement import Statement
from memoryweb.memories.lifecycle.weigh import (
    apply_feedback,
    find_said_by_person,
    find_same,
    is_learned,
    opposite_rule,
    opposite_statement,
    propose_widening,
    record_counter_evidence,
    widen,
)

__all__ = [
    "Invalid",
    "Outcome",
    "Statement",
    "accept",
    "apply_feedback",
    "archive",
    "boost",
    "complete",
    "confirm",
    "decline",
    "edit",
    "expire",
    "find_said_by_person",
    "find_same",
    "forget",
    "is_learned",
    "keep",
    "keep_both",
    "keep_one",
    "later",
    "let_age",
    "mute",
    "only_this_time",
    "opposite_rule",
    "opposite_statement",
    "pin",
    "promote",
    "propose_widening",
    "record_counter_evidence",
    "reject",
    "remember",
    "reopen",
    "restore",
    "restore_ended",
    "section_for",
    "still_true",
    "undo",
    "unmute",
    "unpin",
    "update",
    "was_temporary",
    "widen",
]
