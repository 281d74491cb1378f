"""Moderators' decisions about shared memories, their reasons and results: one table."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """Where a shared memory stands. Agents are given `shown` only."""

    PROPOSED = "proposed"  # waits for the moderators
    SHOWN = "shown"
    SENT_BACK = "sent_back"  # to its author, who may change it and propose it again
    HIDDEN = "hidden"  # for now; moderators can show it again
    REMOVED = "removed"
    REPLACED = "replaced"  # by a newer one that the moderators approved
    RETRACTED = "retracted"  # by its author; its words are gone


class Verb(StrEnum):
    APPROVE = "approve"
    EDIT = "edit"
    SEND_BACK = "send_back"
    HIDE = "hide"
    REMOVE = "remove"
    WARN = "warn"
    MERGE = "merge"  # the same as one that is shown already
    UNDO = "undo"
    RETRACT = "retract"  # the author, who needs no reason


class Reason(StrEnum):
    CHECKED = "checked"
    REPLACES = "replaces"
    DUPLICATE = "duplicate"
    NOT_FOR_EVERYONE = "not_for_everyone"
    WRONG = "wrong"
    PRIVATE = "private"
    INSTRUCTION = "instruction"
    MISTAKE = "mistake"


APPROVING = (Reason.CHECKED, Reason.REPLACES)
REFUSING = (Reason.DUPLICATE, Reason.NOT_FOR_EVERYONE, Reason.WRONG, Reason.PRIVATE, Reason.INSTRUCTION)


@dataclass(frozen=True)
class Rule:
    """A decision's possible states, its resulting state (None: unchanged), and its reasons."""

    states: frozenset[State]
    to: State | None
    reasons: tuple[Reason, ...]


OPEN = frozenset({State.PROPOSED, State.SHOWN})
DECISIONS: dict[Verb, Rule] = {
    Verb.APPROVE: Rule(
        frozenset({State.PROPOSED, State.SHOWN, State.SENT_BACK, State.HIDDEN, State.REMOVED}), State.SHOWN, APPROVING
    ),
    Verb.EDIT: Rule(OPEN, State.SHOWN, (*APPROVING, Reason.WRONG, Reason.PRIVATE, Reason.INSTRUCTION)),
    Verb.SEND_BACK: Rule(frozenset({State.PROPOSED}), State.SENT_BACK, REFUSING),
    Verb.HIDE: Rule(OPEN, State.HIDDEN, REFUSING),
    Verb.REMOVE: Rule(OPEN | {State.SENT_BACK, State.HIDDEN}, State.REMOVED, REFUSING),
    Verb.WARN: Rule(OPEN | {State.SENT_BACK, State.HIDDEN, State.REMOVED}, None, REFUSING),
    Verb.MERGE: Rule(frozenset({State.PROPOSED}), State.SENT_BACK, (Reason.DUPLICATE,)),
}
REPORT_REASONS = REFUSING


def possible(state: str, *, is_appealed: bool) -> list[Verb]:
    """Return the decisions possible in this state; an appeal allows repeating the refusal."""
    return [
        verb
        for verb, rule in DECISIONS.items()
        if state in rule.states or (is_appealed and rule.reasons == REFUSING and rule.to == state)
    ]


UNDO_SECONDS = 60  # how long a moderator can take back what they just decided, as with Revoke

STATEMENT_MAX = 500  # characters of a shared memory's one sentence
DETAILS_MAX = 2000
WORDS_MAX = 500  # what a moderator, a reporter or an author adds in their own words
NAME_MAX = 80  # of a community
MEMBER_NAME_MAX = 40
INVITATION_DAYS = (1, 7, 30)
INVITATION_USES_MAX = 50
BULK_MAX = 100  # decisions in one press
