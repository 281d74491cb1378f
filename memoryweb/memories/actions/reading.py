"""Reads the words of a statement before its person is held: under the lock, an action finds what was read here.

Nothing of this decides anything, and nothing is locked or written. What turns out otherwise under the lock, such as
another spelling of a project, is read there.
"""

from dataclasses import replace
from typing import Any
from uuid import UUID

from memoryweb.language import sensitive
from memoryweb.memories.actions import matching, store, updating
from memoryweb.memories.actions.interpretation import classify_statement, has_standing_yes
from memoryweb.memories.actions.remember import split_statement
from memoryweb.memories.actions.types import Actor, Invalid, Statement
from memoryweb.memories.erasing import tombstones
from memoryweb.memories.models import Evidence, Memory
from memoryweb.rules.policy import Kind


def read_ahead(statement: Statement, *, by: Actor) -> None:
    """Read what `remember` and the others will ask of a statement's words. Keep it with readings.kept."""
    try:
        statement = statement.checked()
    except Invalid:
        return  # which the action says
    if not statement.is_guarded:
        sensitive.inspect(statement.texts())
    for part in split_statement(statement):
        found = classify_statement(part)
        if found.kind == Kind.RULE and part.kind:  # whether the words alone make it one is asked, too
            classify_statement(replace(part, kind=""))
        matching.read_ahead(part.details, found)
        tombstones.Digests.for_statement(by.person_id, found.label, found.value, [], details=part.details.strip())
        new = matching.as_memory(part, found)
        store.searched_texts(new)
        if not by.decides and has_standing_yes(part, by):
            matching.read_meaning_ahead(new)


def read_update_ahead(memory: Memory | None, statement_id: UUID, *, by: Actor, **words: Any) -> None:
    """Read what `update` will ask of these words or, without a memory, `restate` instead of an own statement."""
    if memory:
        read_ahead(replace(updating.updated_statement(memory, **words), is_whole=True), by=by)
    elif evidence := Evidence.objects.filter(pk=statement_id, agent=by.agent).first():
        read_ahead(replace(updating.restated_statement(evidence, **words), is_whole=True), by=by)
