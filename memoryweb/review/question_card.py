"""A question as its card shows it: what yes and no are called, what each does, and why it is asked."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from memoryweb.memories.models import Proposal

Kind = Proposal.Kind


@dataclass(frozen=True)
class Answer:
    """What its button says, and the view that carries it out."""

    said: str
    does: str


@dataclass(frozen=True)
class Card:
    """`yes` is the key y, `no` the key n."""

    yes: Answer
    no: Answer
    why: str
    by_clock: bool  # and so it has to say what it is about


def of(asked: Proposal) -> Card:
    goal = _about_goal(asked)
    yes, no, why = _words(asked.kind, goal=goal)
    # In every other question to expire yes ends it; a goal is asked about so that it stays.
    accept, reject = ("review:reject", "review:accept") if goal else ("review:accept", "review:reject")
    return Card(yes=Answer(yes, accept), no=Answer(no, reject), why=why, by_clock=goal or asked.kind == Kind.PROMOTE)


def _about_goal(asked: Proposal) -> bool:
    """Whether the clock asks if it is still a goal."""
    return asked.topic == Proposal.Topic.GOAL


def _words(kind: str, *, goal: bool) -> tuple[str, str, str]:
    confirmed = _("You confirmed it, so only you change it.")
    if goal:
        why = _("A goal is not archived by itself. Its year or its last day is over, so you are asked.")
        return _("Still a goal"), _("No longer"), why
    return {
        Kind.REMEMBER: (
            _("Remember"), _("Don’t remember"),
            _("It is new, and nothing new counts until you say so. You can change that in Settings."),
        ),
        Kind.UPDATE: (_("Change it"), _("Leave it as it is"), confirmed),
        Kind.EXPIRE: (_("Stop using it"), _("Leave it as it is"), confirmed),
        Kind.PROMOTE: (
            _("Remember for good"), _("Leave it short-term"),
            _("Short-term memories are archived when their time is over; this one has earned to stay."),
        ),
        Kind.MERGE: (
            _("Everywhere"), _("Only there"),
            _("What is learned counts in its project first; you decide whether it counts everywhere."),
        ),
    }[Kind(kind)]  # fmt: skip
