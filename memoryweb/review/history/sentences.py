"""What the change log says about each change and act: who did what to which memory, agent or setting."""

from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from memoryweb.language.text import value_text
from memoryweb.memories.history.change_log import ActStep
from memoryweb.memories.history.history import Step
from memoryweb.memories.models import ActChange, ChangedBy, Memory
from memoryweb.review.history.setting_sentences import OF_SETTINGS, Sentence, Subjects, joined, values_of

BY_PERSON = {
    "imported": gettext_lazy("You imported"),
    "remember": gettext_lazy("You added"),
    "revise": gettext_lazy("You changed"),
    "supersede": gettext_lazy("You changed"),
    "edit": gettext_lazy("You fixed"),
    "confirm": gettext_lazy("You approved"),
    "decline": gettext_lazy("You said no to"),
    "expire": gettext_lazy("You stopped using"),
    "restore": gettext_lazy("You brought back"),
    "undo": gettext_lazy("You undid a change to"),
    "only_this_time": gettext_lazy("You allowed for one day"),
    "archive": gettext_lazy("You archived"),
    "promote": gettext_lazy("You kept for good"),
    "pin": gettext_lazy("You always include"),
    "unpin": gettext_lazy("You no longer always include"),
    "keep": gettext_lazy("You kept"),
    "let_age": gettext_lazy("You let age again"),
    "still_true": gettext_lazy("You said this is still true:"),
    "boost": gettext_lazy("You said this helped:"),
    "complete": gettext_lazy("You finished"),
    "mute": gettext_lazy("You limited who sees"),
    "unmute": gettext_lazy("You lifted a limit on"),
    "file_under": gettext_lazy("You filed under one more category"),
    "widen": gettext_lazy("You applied everywhere"),
    "reinforce": gettext_lazy("You said again"),
    "weigh": gettext_lazy("Your feedback changed the confidence in"),
    "withdraw": gettext_lazy("You closed a question about"),
}
BY_AGENT = {  # an agent's claim is worded as its claim
    "suggested": gettext_lazy("%(agent)s suggested"),
    "noted": gettext_lazy("%(agent)s noted"),
    "suggest": gettext_lazy("%(agent)s suggested a change to"),
    "withdraw": gettext_lazy("%(agent)s took back"),
    "remember": gettext_lazy("%(agent)s saved"),
    "revise": gettext_lazy("%(agent)s changed"),
    "supersede": gettext_lazy("%(agent)s changed"),
    "reinforce": gettext_lazy("%(agent)s said again"),
    "expire": gettext_lazy("%(agent)s stopped using"),
    "boost": gettext_lazy("%(agent)s says this helped:"),
    "weigh": gettext_lazy("Feedback from %(agent)s changed the confidence in"),
    "contest": gettext_lazy("%(agent)s contradicted"),
}
BY_CLOCK = {
    "archive": gettext_lazy("Faded:"),
    "expire": gettext_lazy("No longer used:"),
    "contest": gettext_lazy("Found a contradiction about"),
    "decline": gettext_lazy("Never answered:"),
}
BY_NOBODY = {  # what follows from something else
    "contest": gettext_lazy("Contradicted by something else:"),
    "settle": gettext_lazy("No longer contradicted:"),
    "unlink": gettext_lazy("What replaced this was erased:"),
    "withdraw": gettext_lazy("No longer asked:"),
    "suggest": gettext_lazy("Change suggested:"),
    "keep_part": gettext_lazy("Not touched by that change:"),
    "erase": gettext_lazy("Erased"),
}
CLAIMS = {  # S0's triggers, in an agent's mouth
    "explicit instruction": gettext_lazy("It says you told it."),
    "user feedback": gettext_lazy("It says it learned this from your feedback."),
    "observation": gettext_lazy("It says it noticed this."),
    "asked by an agent": gettext_lazy("It asked for it."),
}
REPORTED = {
    "accept": gettext_lazy("%(agent)s reported that you accepted its work"),
    "reject": gettext_lazy("%(agent)s reported that you rejected its work"),
    "partial": gettext_lazy("%(agent)s reported that you changed its work"),
}


def of_step(step: Step, successors: dict[UUID, Memory], received: dict[str, int]) -> Sentence:
    """Return what a version changed; `received` is how many agents had received what was erased, by number."""
    if step.verb == "erase":
        return Sentence(_("You erased") if step.by == ChangedBy.PERSON else _("Erased"), _erased(step, received))
    says = who_did(step)
    if step.erased:
        return Sentence(says, _("something that has been erased since"))
    if step.replaced_by and step.verb == "supersede":
        successor = successors.get(step.replaced_by)
        after = successor.shown_value if successor else _("something that has been erased since")
        what = joined(step.label) if not successor or successor.label == step.label else ""
        return Sentence(says, what, step.value or step.label, after or str(successor), step.memory_id)
    changed = {each.field: each for each in step.differences}
    if step.verb in ("edit", "revise", "undo") and (value := changed.get("value") or changed.get("label")):
        what = joined(step.label) if value.field == "value" else ""
        return Sentence(says, what, value.before, value.after, step.memory_id)
    text = value_text.format_line(step.label, step.value)
    return Sentence(says, _("“%(text)s”") % {"text": text}, memory=step.memory_id)


def who_did(step: Step) -> str:
    name = step.standing or step.verb
    if step.by == ChangedBy.PERSON and name in BY_PERSON:
        return str(BY_PERSON[name])
    if step.by == ChangedBy.AGENT and name in BY_AGENT:
        return str(BY_AGENT[name]) % {"agent": step.agent or _("An agent")}
    if step.by == ChangedBy.CLOCK and name in BY_CLOCK:
        return str(BY_CLOCK[name])
    return str(BY_NOBODY.get(name) or BY_PERSON[name])


def why(step: Step) -> str:
    """Return the trigger in a short sentence; nothing where the person did it, which the sentence says already."""
    if step.by == ChangedBy.AGENT:
        return str(CLAIMS.get(step.because, ""))
    if step.by == ChangedBy.CLOCK and step.because:
        return step.because[:1].upper() + step.because[1:] + "."
    return ""


def _erased(step: Step, received: dict[str, int]) -> str:
    agents = received.get(step.obs_id)
    if agents is None:
        return _("1 memory")
    if not agents:
        return _("1 memory that no agent had received")
    counted = ngettext("1 memory; %d agent had received it", "1 memory; %d agents had received it", agents)
    return counted % agents


def of_act(step: ActStep, subjects: Subjects) -> Sentence:
    """Return what an act changed that wrote no version."""
    by_table: dict[str, list[ActChange]] = {}
    for change in step.changes:
        by_table.setdefault(change.table_name, []).append(change)
    for table, describe in DESCRIBED.items():
        if changes := by_table.get(table):
            return describe(step, changes, subjects)
    return Sentence(_somebody(step, _("You changed something"), _("%(agent)s changed something")))


def _somebody(step: ActStep, person: str, agent: str) -> str:
    return agent % {"agent": step.agent or _("An agent")} if step.act.changed_by == ChangedBy.AGENT else person


def _about(changes: list[ActChange], subjects: Subjects) -> tuple[str, UUID | None]:
    memory = next((subjects.memories[each.memory] for each in changes if each.memory in subjects.memories), None)
    return (_("“%(text)s”") % {"text": memory}, memory.pk) if memory else ("", None)


def _feedback(step: ActStep, changes: list[ActChange], subjects: Subjects) -> Sentence:
    action = str(values_of(changes, "after").get("action", ""))
    words = str(REPORTED.get(action, _("%(agent)s reported how its work went")))
    return Sentence(_somebody(step, _("You rated the work of an agent"), words))


def _question(step: ActStep, changes: list[ActChange], subjects: Subjects) -> Sentence:
    what, memory = _about(changes, subjects)
    agent = _("%(agent)s asked about") if what else _("%(agent)s asked a question")
    person = _("You answered a question about") if what else _("You answered a question")
    return Sentence(_somebody(step, person, agent), what, memory=memory)


def _conflict(step: ActStep, changes: list[ActChange], subjects: Subjects) -> Sentence:
    is_later = "later_until" in values_of(changes, "after")
    person = _("You put off a contradiction") if is_later else _("You answered a contradiction")
    return Sentence(_somebody(step, person, _("%(agent)s contradicted something")))


def _evidence(step: ActStep, changes: list[ActChange], subjects: Subjects) -> Sentence:
    what, memory = _about(changes, subjects)
    return Sentence(_somebody(step, _("You gave a reason for"), _("%(agent)s gave a reason for")), what, memory=memory)


def _wanted(step: ActStep, changes: list[ActChange], subjects: Subjects) -> Sentence:
    what, memory = _about(changes, subjects)
    is_wanted = {**(changes[-1].before or {}), **(changes[-1].after or {})}.get("is_wanted", True)
    if changes[-1].after:
        said = _("You said this should have been given:") if is_wanted else _("You said this was given and not needed:")
        return Sentence(said, what, memory=memory)
    taken_back = _("You took back that this should have been given:")
    return Sentence(taken_back if is_wanted else _("You took back that this was not needed:"), what, memory=memory)


DESCRIBED = {  # the first that an act changed says what it was about
    **OF_SETTINGS,
    "memories_conflict": _conflict,
    "memories_proposal": _question,
    "learning_feedback": _feedback,
    "learning_signal": _feedback,
    "memories_evidence": _evidence,
    "recall_wantedcase": _wanted,
}
