"""The actions that change a memory. Every way in calls these and nothing else.

Every action takes ids, reads under a lock, saves once, and leaves one version; who may call it is in
policy.MAY.
"""

from memoryweb.memories.actions.conflict_answers import answer_conflict, keep_both, keep_one, later, was_temporary
from memoryweb.memories.actions.create import categories_of_agents
from memoryweb.memories.actions.decisions import (
    accept,
    confirm,
    decline,
    file_under,
    mute,
    only_this_time,
    reject,
    unmute,
)
from memoryweb.memories.actions.editing import Stale, edit
from memoryweb.memories.actions.feedback import (
    LedgerResult,
    apply_feedback,
    expire_opposite,
    find_said_by_person,
    find_same,
    is_learned,
    opposite_statement,
    propose_widening,
    record_counter_evidence,
    widen,
)
from memoryweb.memories.actions.interpretation import has_standing_yes, section_for
from memoryweb.memories.actions.proposals import why_full
from memoryweb.memories.actions.reading import read_ahead, read_update_ahead
from memoryweb.memories.actions.remember import (
    import_ended,
    import_statement,
    met_in_use,
    remember,
    repeats_erased,
)
from memoryweb.memories.actions.retention import (
    archive,
    boost,
    boostable,
    complete,
    keep,
    let_age,
    pin,
    promote,
    restore,
    restore_ended,
    still_true,
    unpin,
)
from memoryweb.memories.actions.rivals import opposite_rules
from memoryweb.memories.actions.store import hold_person, lock_person, newest_version
from memoryweb.memories.actions.types import (
    Actor,
    AgentOf,
    Clock,
    Edit,
    FileOf,
    FolderOf,
    Invalid,
    OnlyThePerson,
    Outcome,
    Person,
    Statement,
    check_day,
)
from memoryweb.memories.actions.updating import expire, forget, restate, take_back, update

__all__ = [
    "Actor",
    "AgentOf",
    "Clock",
    "Edit",
    "FileOf",
    "FolderOf",
    "Invalid",
    "LedgerResult",
    "OnlyThePerson",
    "Outcome",
    "Person",
    "Stale",
    "Statement",
    "accept",
    "answer_conflict",
    "apply_feedback",
    "archive",
    "boost",
    "boostable",
    "categories_of_agents",
    "check_day",
    "complete",
    "confirm",
    "decline",
    "edit",
    "expire",
    "expire_opposite",
    "file_under",
    "find_said_by_person",
    "find_same",
    "forget",
    "has_standing_yes",
    "hold_person",
    "import_ended",
    "import_statement",
    "is_learned",
    "keep",
    "keep_both",
    "keep_one",
    "later",
    "let_age",
    "lock_person",
    "met_in_use",
    "mute",
    "newest_version",
    "only_this_time",
    "opposite_rules",
    "opposite_statement",
    "pin",
    "promote",
    "propose_widening",
    "read_ahead",
    "read_update_ahead",
    "record_counter_evidence",
    "reject",
    "remember",
    "repeats_erased",
    "restate",
    "restore",
    "restore_ended",
    "section_for",
    "still_true",
    "take_back",
    "unmute",
    "unpin",
    "update",
    "was_temporary",
    "why_full",
    "widen",
]
