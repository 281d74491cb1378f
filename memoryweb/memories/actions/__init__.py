"""The actions that change a memory. Every way in calls these and nothing else.

Every action takes ids, reads under a lock, saves once, and leaves one version (HOUSE §2); who may call it is in
policy.MAY.
"""

from memoryweb.memories.actions.conflict_answers import keep_both, keep_one, later, reopen, was_temporary
from memoryweb.memories.actions.decisions import accept, confirm, decline, mute, only_this_time, reject, unmute
from memoryweb.memories.actions.editing import edit, expire, forget, update
from memoryweb.memories.actions.edits import Edit, Stale
from memoryweb.memories.actions.feedback import (
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
from memoryweb.memories.actions.interpretation import section_for
from memoryweb.memories.actions.remember import remember
from memoryweb.memories.actions.retention import (
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
from memoryweb.memories.actions.store import newest_version
from memoryweb.memories.actions.types import (
    Actor,
    AgentOf,
    FileOf,
    Invalid,
    OnlyThePerson,
    Outcome,
    Person,
    Statement,
    check_day,
)
from memoryweb.memories.actions.versions import restore, restore_ended, undo

__all__ = [
    "Actor",
    "AgentOf",
    "Edit",
    "FileOf",
    "Invalid",
    "OnlyThePerson",
    "Outcome",
    "Person",
    "Stale",
    "Statement",
    "accept",
    "apply_feedback",
    "archive",
    "boost",
    "check_day",
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
    "newest_version",
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
