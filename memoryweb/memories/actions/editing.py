"""The person's edit: what the form says a memory should be, from the version it began from."""

import re
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from memoryweb.language.filing import classifier, known_fields
from memoryweb.language.text import tokens, value_text
from memoryweb.memories.actions import (
    conflicts,
    create,
    matching,
    proposals,
    reconcile,
    remainders,
    store,
    transitions,
    types,
)
from memoryweb.memories.actions.interpretation import Interpretation
from memoryweb.memories.actions.remember import check_guard, check_tombstone
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import SAID_BY_EDIT, Actor, Edit, Invalid, Outcome, Statement, is_same_json
from memoryweb.memories.actions.updating import statement_about
from memoryweb.memories.models import Memory, Proposal, Status, history_model
from memoryweb.rules import limits, policy
from memoryweb.rules.policy import OutcomeName

NOTHING_CHANGED = "Nothing was changed."
SENTENCE_END = re.compile(r"(?<=[.!?])(?=\s+[A-Z])|(?<=[。！？])|(?<=\n)")
YOUR_EDIT = "your edit"


class Stale(Exception):  # noqa: N818  the word of the house
    """A memory has changed since the version that an edit began from; `memory` is what it is now."""

    def __init__(self, memory: Memory) -> None:
        super().__init__(f"{memory.pk} has changed.")
        self.memory = memory


@action
def edit(memory_id: UUID, form: Edit, *, by: Actor, now: datetime, since: int, shown: str = "") -> Outcome:
    """Save the person's edit: another value replaces the memory, anything else changes it in place.

    `since` is the version that the form showed. Raises Stale if the memory says something else by now, and Invalid for
    a field that cannot be. To save a candidate is a yes to it: `shown` is what the form showed of it and of what gives
    way (proposals.memory_version). A field that is as it was shown stays exactly as it is stored, but for the sentences
    of the details that only say the value: they go with it.
    """
    if form.kind not in policy.KINDS:
        raise Invalid("kind", f"Choose one of {', '.join(policy.Kind)}.")
    memory = store.lock(memory_id)
    _check_version(memory, since)
    if memory.status == Status.CANDIDATE and shown and shown != proposals.memory_version(memory):
        raise Stale(memory)
    changed = Edit.from_row(memory).changed_fields(form)
    if not changed and memory.status != Status.CANDIDATE:  # saving a candidate is a yes to it
        return Outcome.unchanged(memory, NOTHING_CHANGED)
    if "value" in changed and "details" not in changed and (rest := _details_for(memory, form.value)) != memory.details:
        form, changed = replace(form, details=rest), [*changed, "details"]
    if "valid_until" in changed:
        types.check_day("valid_until", form.valid_until)
    form = _without_past_end_date(form, memory, now)
    statement = _edited_statement(memory, form, changed)
    if refused := check_guard(statement, by=by, now=now):
        return refused
    interpretation = Interpretation.about(memory, statement, by=by, now=now)
    classification = replace(interpretation.classification, temporary=False)  # the form says how long, not the words
    if "value" not in changed:
        normal = known_fields.normalize_value(memory.key, memory.value)
        classification = replace(classification, value=memory.value, normal=normal)
    interpretation = replace(interpretation, classification=classification)
    statement = interpretation.statement  # with the person's spelling of its project and condition
    check_tombstone(interpretation)  # lifts it: the person says it themselves
    if memory.place != interpretation.place:
        conflicts.detach(memory, by=by, now=now)
    same = matching.Matches(interpretation).duplicate_of(memory) if memory.is_live else None
    if same and same.status == Status.CANDIDATE:
        reconcile.withdraw(same, interpretation)  # the person wrote it themselves; its other words they did not see
    elif same:
        return _join(interpretation, memory, same, form)
    if memory.is_live and interpretation.classification.normal != known_fields.normalize_value(
        memory.key, memory.value
    ):
        return _edit_value(interpretation, memory, form)
    return _edit_in_place(memory, interpretation, form)


def _details_for(memory: Memory, value: object) -> str:
    """Return the details to keep with a new value, without sentences stating just the old one."""
    visible, old = value_text.visible_details(memory.details), memory.value
    if visible and not value_text.details_beyond_value(memory.details, old, memory.label):
        return ""
    is_new = known_fields.normalize_value(memory.key, value) != known_fields.normalize_value(memory.key, old)
    if not is_new or not isinstance(old, str) or visible != memory.details.strip():
        return memory.details
    sentences = [each for each in SENTENCE_END.split(memory.details) if each.strip()]
    kept = [each for each in sentences if not _only_says(each, old, memory.label)]
    return "".join(kept).strip() if len(kept) < len(sentences) else memory.details


def _only_says(sentence: str, value: str, label: str) -> bool:
    """Return whether a sentence says the value and nothing else: "I prefer data as CSV" under "Data format"."""
    whole = rf"(?<![\w#+]){re.escape(value)}(?![\w#+])"  # C is not in "C++"
    if tokens.is_negative(sentence) or not re.search(whole, sentence, re.IGNORECASE):
        return False
    words, of_value = set(tokens.subject_words(sentence)), set(tokens.subject_words(value))
    return words <= of_value | set(tokens.subject_words(label))


def _check_version(memory: Memory, since: int) -> None:
    """Raise Stale unless the memory says what it said in that version, and is still in use if it was."""
    version = history_model().objects.filter(id=memory.pk, history_id=since).first()
    if version is None or memory.status == Status.SUPERSEDED:
        raise Stale(memory)
    was_live = version.status in (Status.CANDIDATE, Status.ACTIVE)
    if was_live != memory.is_live or Edit.from_row(version).changed_fields(Edit.from_row(memory)):
        raise Stale(memory)


def _edited_statement(memory: Memory, form: Edit, changed: list[str]) -> Statement:
    """Return the edit as a statement: what was changed is checked and cleaned, the rest is as it is stored."""
    said = {name: getattr(form, name) for name in SAID_BY_EDIT}
    base = statement_about(memory, details=form.details, quote="", source=policy.Source.INSTRUCTION, value=form.value)
    day = memory.day if form.valid_until else None
    statement = replace(base, kind=form.kind, day=day, **said).checked()
    return replace(statement, **{name: value for name, value in said.items() if name not in changed})


def _without_past_end_date(form: Edit, memory: Memory, now: datetime) -> Edit:
    """Drop a last day that has passed: the form still shows it, and the person edits what is true now."""
    is_past = form.valid_until and form.valid_until < transitions.local_today(memory, now)
    return replace(form, valid_until=None) if is_past else form


def _edit_value(interpretation: Interpretation, memory: Memory, form: Edit) -> Outcome:
    """Replace the memory by one with the new value."""
    statement = replace(interpretation.statement, valid_until=form.valid_until)
    memory.pinned, memory.applies_to = form.pinned, list(statement.applies_to)
    if form.kind != memory.kind:
        memory.ttl_days = create.ttl_days_for(form.kind, memory)
        memory.kind, memory.kind_basis = form.kind, "person"
    return reconcile.revise(replace(interpretation, statement=statement), memory, is_edit=True)


def _join(interpretation: Interpretation, memory: Memory, same: Memory, form: Edit) -> Outcome:
    """Confirm another memory that says the same already, with the edited one's details and tags; it replaces that."""
    statement, by, now = interpretation.statement, interpretation.by, interpretation.now
    conflicts.remove_member(memory, by=by, now=now)
    same = store.lock(same.pk)  # the conflict they were both in may have ended
    is_whole = remainders.is_cut(memory, statement.details or value_text.display_value(statement.value))
    conflicts.supersede(memory, same, by=by, now=now, because=YOUR_EDIT, is_whole=is_whole)
    same.tags = list(dict.fromkeys([*same.tags, *statement.tags]))
    same.applies_to = list(dict.fromkeys([*same.applies_to, *statement.applies_to]))
    same.details = _joined_details(memory, same, statement.details)
    for name in ("tags", "applies_to"):
        if len(getattr(same, name)) > limits.TAGS_MAX:
            raise Invalid(name, f"Another memory says the same. Together they would have more than {limits.TAGS_MAX}.")
    if len(same.details) > limits.DETAILS_MAX:
        raise Invalid("details", "Another memory says the same. Their details are too long together.")
    same.pinned = same.pinned or form.pinned
    create.join_categories(same, memory.category, memory.said_category, *memory.said_under)
    store.add_evidence(same, by=by, statement=statement, now=now)
    same.evidence_count += 1
    store.update_evidence_counts(same)
    transitions.mark_confirmed(same, now=now)
    version = conflicts.finish(
        same, by=by, verb="confirm", because=YOUR_EDIT, now=now, supersede=True, close=Proposal.Status.ACCEPTED
    )
    reason = "Another memory already said this, so the two are one now. It has the details and tags of both."
    return Outcome(
        name=OutcomeName.REVISED, reason=reason, memory=same, quotes=memory, version=version, replaced_id=memory.pk
    )


def _joined_details(memory: Memory, same: Memory, details: str) -> str:
    """Return the joined details, without repeated values and details of the former value."""
    own = value_text.details_beyond_value(details, memory.value)
    if not own or (details == memory.details and same.own_details):
        return same.details
    return own if not same.own_details or own == same.details else f"{same.details}\n{own}"


def _edit_in_place(memory: Memory, interpretation: Interpretation, form: Edit) -> Outcome:
    statement, by, now = interpretation.statement, interpretation.by, interpretation.now
    new_fields = {name: getattr(statement, name) for name in SAID_BY_EDIT}
    new_fields |= {name: list(new_fields[name]) for name in types.LIST_LIMITS}
    new_fields |= {name: getattr(form, name) for name in ("kind", "pinned", "valid_until")}
    new_fields["value"] = interpretation.classification.value
    is_new = not is_same_json(memory.value, new_fields["value"]) or memory.status == Status.CANDIDATE
    if not is_new and all(getattr(memory, name) == value for name, value in new_fields.items()):
        return Outcome.unchanged(memory, NOTHING_CHANGED)
    if form.kind != memory.kind:
        memory.kind_basis, memory.ttl_days = "person", create.ttl_days_for(form.kind, memory)
    memory.importance_base = transitions.restored_importance(memory, form.kind, now.date())
    for name, value in new_fields.items():
        setattr(memory, name, value)
    memory.day, memory.fingerprint = statement.day, interpretation.fingerprint
    memory.community_id = interpretation.community_id
    memory.section = classifier.section_for(memory.kind, memory.category, memory.key, memory.tags, memory.horizon)
    memory.importance_as_of = memory.ttl_from = create.clock_start(statement, form.kind, now.date())
    memory.importance_assumed = False
    memory.updated_on = interpretation.today
    if memory.is_live:
        transitions.mark_confirmed(memory, now=now)
    version = conflicts.finish(
        memory, by=by, verb="edit", because=YOUR_EDIT, now=now, supersede=True, close=Proposal.Status.ACCEPTED
    )
    return Outcome.revised(memory, "Changed.", version)
