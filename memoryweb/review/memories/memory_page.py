"""What the page of one memory shows beside its curve and history: who said it, the verbs, and who was given it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryweb.agents.models import Agent
from memoryweb.language.text import value_text
from memoryweb.learning.models import Conversation
from memoryweb.memories import visibility
from memoryweb.memories.actions import Edit, categories_of_agents, proposals, rivals
from memoryweb.memories.disclosure import Addition, additions, whole_words
from memoryweb.memories.history import history
from memoryweb.memories.models import Evidence, Memory, Source, Status, Use
from memoryweb.people.models import MemorySettings
from memoryweb.recall.models import Receipt, ReceiptItem
from memoryweb.review.memories.clock import Clock
from memoryweb.review.queue.questions import QuestionCard
from memoryweb.review.words import diff

EVIDENCE_SHOWN = 50
CHANGES_SHOWN = 20  # the newest; a link shows all
UNEDITED = ("day", "horizon", "completed_at")  # what a version brings back beside the fields of an edit
RECENT_ITEMS = 200  # of the receipts that gave it: among them is what an agent was given it for last

# Who said it

CLAIMS = {
    Source.INSTRUCTION: gettext_lazy("%(agent)s says you told it"),
    Source.CORRECTION: gettext_lazy("%(agent)s says you corrected it"),
}
FEEDBACK = gettext_lazy("%(agent)s says it learned this from your feedback")


@dataclass(frozen=True)
class Saying:
    """One piece of evidence: speaker, time, place and quote."""

    claim: str
    at: datetime
    quote: str
    against: bool
    place: str = ""  # the conversation or the task
    url: str = ""


def sayings(evidence: Sequence[Evidence]) -> list[Saying]:
    """Return the evidence in the order in which it came, with links to conversations and receipts. Two queries."""
    shown = sorted(evidence, key=lambda each: (each.occurred_at, each.pk))
    places = _conversations(shown) | _receipts(shown)
    return [
        Saying(_claim(each), each.occurred_at, each.quote, each.polarity < 0, *places.get(each.pk, ()))
        for each in shown
    ]


def _claim(evidence: Evidence) -> str:
    """Return who says how it is known. An agent's words are its claim."""
    if not evidence.agent:
        return _("A file you imported says so") if evidence.kind == Evidence.Kind.IMPORT else _("You said it")
    if evidence.kind == Evidence.Kind.FEEDBACK:
        return FEEDBACK % {"agent": evidence.agent.name}
    words = CLAIMS.get(Source(evidence.source), gettext_lazy("%(agent)s says it noticed this"))
    return str(words) % {"agent": evidence.agent.name}


def _conversations(evidence: Iterable[Evidence]) -> dict[UUID, tuple[str, str]]:
    ids = {each.pk: each.conversation for each in evidence if each.conversation}
    topics = dict(Conversation.objects.filter(pk__in=ids.values()).values_list("pk", "topic")) if ids else {}
    return {
        pk: (topics[found] or _("a conversation"), reverse("review:conversation", args=[found]))
        for pk, found in ids.items()
        if found in topics
    }


def _receipts(evidence: Iterable[Evidence]) -> dict[UUID, tuple[str, str]]:
    """Return by evidence its run's request and receipt URL."""
    runs = {
        each.pk: (each.agent_id, str(each.ref["run"])) for each in evidence if each.agent_id and each.ref.get("run")
    }
    if not runs:
        return {}
    agents, names = {agent for agent, _run in runs.values()}, {run for _agent, run in runs.values()}
    rows = Receipt.objects.filter(agent__in=agents, run__in=names).order_by("at", "pk")
    by_run = {(receipt.agent_id, receipt.run): receipt for receipt in rows}
    return {
        pk: (asked_for(by_run[run]) or _("a task"), reverse("review:receipt", args=[by_run[run].pk]))
        for pk, run in runs.items()
        if run in by_run
    }


def asked_for(receipt: Receipt) -> str:
    """Return what an agent asked for: its question, else its task or skill."""
    return receipt.query or (receipt.task_type or receipt.skill).replace("_", " ")


def says_more(text: str, memory: Memory, quote: str = "") -> str:
    """Return the text unless it repeats the memory's sentence or the quote."""
    more = value_text.details_beyond_value(text, memory.value, memory.label)
    more = value_text.details_beyond_value(more, str(memory)) if more else ""
    return value_text.details_beyond_value(more, quote) if more and quote else more


@dataclass(frozen=True)
class SaidUnder:
    """A category that a memory was said under. `agent` says so alone, and only its own reads find it there."""

    category: str
    agent: str = ""


def said_under(memory: Memory, evidence: Iterable[Evidence]) -> list[SaidUnder]:
    """Return the categories used for a memory with the naming agent; empty if only its own."""
    own = [name for name in dict.fromkeys((memory.category, memory.said_category, *memory.said_under)) if name]
    of_agents = categories_of_agents(evidence)
    found = dict.fromkeys(own, "") | {name: agent for name, agent in of_agents.items() if name not in own}
    return [SaidUnder(name, agent) for name, agent in found.items()] if len(found) > 1 else []


def adds(memory: Memory) -> list[Addition]:
    """Return what agents are given besides the sentence, the details, and what stands above them."""
    is_replaced = memory.status == Status.SUPERSEDED
    return [each for each in additions(memory) if not is_replaced and each.column not in ("condition", "project")]


def goes(memory: Memory, card: QuestionCard | None) -> list[str]:
    """Return memories that confirming or restoring would replace, unless a question on the page shows them."""
    if memory.contested or (card and card.proposal.memory_id == memory.pk and card.proposal.kind in proposals.CHOICES):
        return []
    return [whole_words(each) for each in rivals.ended_by_yes(memory).all]


# The verbs


@dataclass(frozen=True)
class Verb:
    """A button that posts, or a link if `is_link`. `version` is that of what a yes is said to."""

    label: str
    url: str
    key: str = ""
    kind: str = ""
    help: str = ""
    version: str = ""
    is_link: bool = False


@dataclass(frozen=True)
class Verbs:
    """The two or three verbs that suit a memory's state, and the others, which the menu holds."""

    first: list[Verb] = field(default_factory=list)
    more: list[Verb] = field(default_factory=list)


def verbs(memory: Memory, card: QuestionCard | None, clock: Clock, today: date, *, can_share: bool = False) -> Verbs:
    """Return what the person can do with the memory. Each carries the version that the page shows; a yes needs it."""
    if memory.status == Status.CANDIDATE:
        first, more = _of_a_candidate(memory, card, today)
    elif memory.status == Status.ACTIVE:
        first, more = _of_one_in_use(memory)
    elif memory.status == Status.SUPERSEDED:
        first, more = [], []
    else:
        first, more = [_post(memory, "restore_ended", _("Restore"), "y", "primary")], []
    version = proposals.memory_version(memory)
    offered = {verb.url for verb in [*first, *more]}
    more += [
        Verb(action.label, action.url, help=action.help, key="p" if action.is_pin else "", version=version)
        for action in clock.actions
        if action.url not in offered
    ]
    if can_share and memory.status == Status.ACTIVE:
        share = reverse("review:share", args=[memory.pk])
        more.append(Verb(_("Share with a community…"), share, is_link=True))
    if memory.is_live:
        more += [
            Verb(_("Only when…"), reverse("review:edit", args=[memory.pk]) + "#id_condition", is_link=True),
            _post(memory, "archive_memory", _("Archive")),
        ]
    return Verbs(first, more)


def _post(memory: Memory, view: str, label: str, key: str = "", kind: str = "") -> Verb:
    url = reverse(f"review:{view}", args=[memory.pk])
    return Verb(label, url, key, kind, version=proposals.memory_version(memory))


def _fix(memory: Memory) -> Verb:
    return Verb(_("Fix"), reverse("review:edit", args=[memory.pk]), "e", is_link=True)


def _of_a_candidate(memory: Memory, card: QuestionCard | None, today: date) -> tuple[list[Verb], list[Verb]]:
    more = []
    if memory.day == today:
        more.append(_post(memory, "use_today", _("Use today")))
    if not card or card.proposal.memory_id != memory.pk:
        yes = _post(memory, "confirm", _("Remember"), "y", "primary")
        return [yes, _fix(memory), _post(memory, "decline", _("Don’t"), "n")], more
    if card.is_choice:
        none = Verb(_("None of these"), reverse("review:reject_all", args=[card.proposal.pk]), "n")
        return [_fix(memory), none], more
    yes, no = (_answer(card, answer.view, answer.label) for answer in (card.yes, card.no))
    if card.is_new or card.proposal.replaces:
        more.append(_answer(card, "review:only_this_time", _("Only this time")))
    return [_keyed(yes, "y", "primary"), _fix(memory), _keyed(no, "n")], more


def _answer(card: QuestionCard, view: str, label: str) -> Verb:
    return Verb(label, reverse(view, args=[card.proposal.pk]), version=card.version)


def _keyed(verb: Verb, key: str, kind: str = "") -> Verb:
    return Verb(verb.label, verb.url, key, kind, version=verb.version)


def _of_one_in_use(memory: Memory) -> tuple[list[Verb], list[Verb]]:
    still_true = _post(memory, "still_true", _("Still true"), "y", "primary")
    stop = _post(memory, "expire", _("Stop using"), "n")
    if not memory.confirmed_at:
        yes = _post(memory, "confirm", _("Confirm"), "y", "primary")
        return [yes, _fix(memory), stop], [_post(memory, "still_true", _("Still true"))]
    if memory.day and not memory.is_unfinished_goal:
        return [_fix(memory), stop], []
    return [still_true, _fix(memory), stop], []


# Who was given it

HIDDEN_WORDS = {
    "community": gettext_lazy("works for a community"),
    "over": gettext_lazy("its last day is over"),
    "muted": gettext_lazy("you said not for this agent"),
    "blocked": gettext_lazy("may not see %(category)s"),
    "scope": gettext_lazy("works on another project"),
    "section": gettext_lazy("you switched its section off"),
    "private": gettext_lazy("privacy mode holds it back"),
    "unsure": gettext_lazy("it is not certain enough"),
}


@dataclass(frozen=True)
class Recipient:
    """An agent that was given the memory, or could be. `reason` says why it may not be given it now."""

    agent: Agent
    times: int = 0
    last_at: datetime | None = None
    asked: str = ""
    reason: str = ""


def recipients(memory: Memory, settings: MemorySettings, *, now: datetime) -> list[Recipient]:
    """Return the agents that were given it, the last one first, then those that are connected. Four queries."""
    uses = {use.agent_id: use for use in Use.objects.filter(memory=memory)}
    connected = Agent.objects.connected().values("pk")
    agents = list(Agent.with_deleted.filter(person=memory.person_id).filter(Q(pk__in=uses) | Q(pk__in=connected)))
    reasons = visibility.reasons_hidden(memory, agents, settings, now=now) if memory.is_live else {}
    asked = _asked_last(memory) if uses else {}
    is_one = {memory.said_category, *memory.said_under} <= {"", memory.category}
    category = memory.category.replace("_", " ").capitalize() if is_one else _("its category")
    rows = [
        Recipient(
            agent,
            uses[agent.pk].times if agent.pk in uses else 0,
            uses[agent.pk].last_at if agent.pk in uses else None,
            asked.get(agent.pk, ""),
            str(HIDDEN_WORDS.get(reasons.get(agent.pk, ""), "")) % {"category": category},
        )
        for agent in agents
    ]
    return sorted(rows, key=_latest_first)


def _latest_first(recipient: Recipient) -> Any:
    return (not recipient.last_at, -recipient.last_at.timestamp() if recipient.last_at else 0, recipient.agent.name)


def _asked_last(memory: Memory) -> dict[UUID, str]:
    """Return by agent its request when last given the memory."""
    items = ReceiptItem.objects.filter(memory=memory, left_out="").select_related("receipt").order_by("-id")
    asked: dict[UUID, str] = {}
    for item in items[:RECENT_ITEMS]:
        asked.setdefault(item.receipt.agent_id, asked_for(item.receipt))
    return asked


@dataclass(frozen=True)
class Past:
    """The changes of a memory and of those it replaced, newest first: the newest ones, or all."""

    entries: list[diff.Entry]
    count: int
    same: frozenset[int]  # versions that say what the memory says now

    @property
    def is_cut(self) -> bool:
        return len(self.entries) < self.count


def past(versions: list[Any], memory: Memory, *, whole: bool) -> Past:
    """Build the history from a chain's versions, oldest first."""
    entries = diff.entries(list(reversed(history.steps(versions))), memory.pk)
    shown, now = entries if whole else entries[:CHANGES_SHOWN], Edit.from_row(memory)
    named = {entry.step.version for entry in shown}
    own = (each for each in versions if each.id == memory.pk and each.history_id in named)
    same = frozenset(
        each.history_id
        for each in own
        if not Edit.from_row(each).changed_fields(now) and all(getattr(each, n) == getattr(memory, n) for n in UNEDITED)
    )
    return Past(shown, len(entries), same)
