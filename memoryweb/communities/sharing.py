"""What members and their agents do: suggest, share, say it in other words, take back, appeal, mute and report.

A member's press is the yes (docs/rules.md). What an agent writes waits for its own person's press, also where
nobody looks at it afterwards.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q

from memoryweb.agents.models import Agent
from memoryweb.communities import indexing
from memoryweb.communities.models import Contribution, Report, SharedMemory, SharedMute, State
from memoryweb.language import sensitive
from memoryweb.language.comparing import identity
from memoryweb.language.filing import classifier
from memoryweb.language.text import signs, tokens
from memoryweb.memories import refusals
from memoryweb.memories.actions.types import Invalid, check_storable, clean_text
from memoryweb.memories.models import Memory, fingerprints
from memoryweb.people.models import Community, Membership, User
from memoryweb.rules import fields, limits, moderation

Status = Contribution.Status
APPEALABLE = (State.SENT_BACK, State.HIDDEN, State.REMOVED)


class Refused(Exception):  # noqa: N818  reads as what it says
    """The guard found something that is never stored or shared. The text is the reason in words."""

    def __init__(self, finding: sensitive.Finding) -> None:
        super().__init__(refusals.REASONS[finding.category])
        self.category = finding.category


class NotPossible(Exception):  # noqa: N818
    """It cannot be done any more, or never could; the text says why."""


@dataclass(frozen=True, kw_only=True)
class Words:
    """Words to share: one sentence, details, the author's reason, and how to file them."""

    statement: str
    details: str = ""
    reason: str = ""
    category: str = ""
    key: str = ""
    kind: str = ""

    @classmethod
    def from_memory(cls, memory: Memory) -> "Words":
        """Return a private memory's words as they would be shared, before its person leaves something out.

        A key or a category that is not one of the registry's is the person's own word, so it stays private.
        """
        return cls(
            statement=signs.cut(str(memory), moderation.STATEMENT_MAX),
            details=signs.cut(memory.own_details, moderation.DETAILS_MAX),
            category=memory.category if memory.category in fields.CATEGORIES else "",
            key=memory.key if memory.key in fields.fields_by_key() else "",
            kind=memory.kind,
        )

    def checked(self, *, person_id: UUID, now: datetime) -> "Words":
        """Return the words with hidden characters shown. Raises Invalid or Refused."""
        texts = {}
        for name, longest in (
            ("statement", moderation.STATEMENT_MAX),
            ("details", moderation.DETAILS_MAX),
            ("reason", moderation.WORDS_MAX),
            ("category", limits.CATEGORY_MAX),
            ("key", limits.KEY_MAX),
        ):
            check_storable(name, getattr(self, name))
            texts[name] = str(clean_text(getattr(self, name)))
            if len(texts[name]) > longest:
                raise Invalid(name, f"Use at most {longest} characters.")
        if not texts["statement"]:
            raise Invalid("statement", "Say in one sentence what the others should know.")
        guard([texts["statement"], texts["details"], texts["reason"]], person_id=person_id, now=now)
        return replace(self, **texts)

    def classified(self) -> dict[str, object]:
        """Return the columns for kind, category and key, classified like any statement.

        The statement is taken as the value: what it says gives it no category and no key that nobody was shown.
        """
        found = classifier.classify(
            category=self.category,
            name="",
            details="",
            value=self.statement,
            key=self.key,
            kind=self.kind,
            label="",
            quote="",
        )
        return {
            "statement": self.statement,
            "details": self.details,
            "reason": self.reason,
            "kind": found.kind,
            "category": found.category,
            "key": found.key,
            "one_valued": found.one_valued,
            "language": tokens.detect_language(f"{self.statement} {self.details}"),
        }


def guard(texts: list[str], *, person_id: UUID, now: datetime) -> None:
    """Raise Refused, and count it, for what is never stored: it holds for what moderators and members add, too."""
    if finding := refusals.refuse(texts, person_id=person_id, now=now):
        raise Refused(finding)


def suggest(agent: Agent, words: Words, *, now: datetime) -> tuple[Contribution, bool]:
    """Keep what an agent suggests to share until its person decides; return it, and whether it is new.

    What waits already is returned as it is; so is what the person turned down, which is not asked again.
    """
    assert agent.community_id
    words = words.checked(person_id=agent.person_id, now=now)
    digest = _digest(agent.person_id, words)
    same = Contribution.objects.filter(person=agent.person_id, community=agent.community_id, fingerprint=digest)
    known = same.filter(Q(status=Status.SHARED) | Q(status__in=[Status.SUGGESTED, Status.DECLINED])).first()
    if known:
        return known, False
    suggestion = Contribution.objects.create(
        person_id=agent.person_id,
        community_id=agent.community_id,
        agent=agent,
        status=Status.SUGGESTED,
        fingerprint=digest,
        created_at=now,
        **words.classified(),
    )
    return suggestion, True


def decline_all(agent: Agent, *, now: datetime) -> None:
    """Turn down what an agent suggested and nobody has answered yet; what it is about goes with its words."""
    emptied = dict.fromkeys(("statement", "details", "reason", "category", "key"), "")
    waiting = Contribution.objects.filter(person=agent.person_id, agent=agent, status=Status.SUGGESTED)
    waiting.update(status=Status.DECLINED, decided_at=now, **emptied)


def count_suggestions(agent: Agent) -> int:
    """Return the number of this agent's suggestions waiting for its person."""
    return Contribution.objects.filter(person=agent.person_id, agent=agent, status=Status.SUGGESTED).count()


def share(
    words: Words,
    membership: Membership,
    *,
    is_named: bool,
    now: datetime,
    memory: Memory | None = None,
    replaces: SharedMemory | None = None,
) -> SharedMemory:
    """Share words with a community, by the name that its person chose or as a member."""
    words = words.checked(person_id=membership.person_id, now=now)
    with transaction.atomic():
        contribution = Contribution.objects.create(
            person_id=membership.person_id,
            community=membership.community,
            memory=memory,
            status=Status.SHARED,
            fingerprint=_digest(membership.person_id, words),
            created_at=now,
            decided_at=now,
            kind="fact",
            statement="",
        )
        return _publish(contribution, words, membership, is_named=is_named, replaces=replaces, now=now)


def share_suggestion(
    contribution_id: UUID, words: Words, membership: Membership, *, is_named: bool, now: datetime
) -> SharedMemory:
    """Share what an agent suggested, as it was or in its person's words. Raises NotPossible once it is decided."""
    words = words.checked(person_id=membership.person_id, now=now)
    with transaction.atomic():
        contribution = _waiting(contribution_id)
        agent = Agent.objects.filter(pk=contribution.agent_id).first()
        wrote = agent.name if agent and is_named else SharedMemory.AN_AGENT  # its name may name its person
        _close(contribution, Status.SHARED, now=now)
        return _publish(contribution, words, membership, is_named=is_named, now=now, agent_name=wrote)


@transaction.atomic
def decline_suggestion(contribution_id: UUID, *, now: datetime) -> None:
    """Turn a suggestion down: its words go, and a keyed digest keeps it from being suggested again."""
    _close(_waiting(contribution_id), Status.DECLINED, now=now)


def _waiting(contribution_id: UUID) -> Contribution:
    waiting = Contribution.objects.filter(pk=contribution_id, status=Status.SUGGESTED)
    if (contribution := waiting.select_for_update(of=("self",)).first()) is None:
        raise NotPossible("You already answered this.")
    return contribution


def _close(contribution: Contribution, status: str, *, now: datetime) -> None:
    contribution.status, contribution.decided_at = status, now
    contribution.statement = contribution.details = contribution.reason = ""
    contribution.save(update_fields=["status", "decided_at", "statement", "details", "reason"])


def _publish(
    contribution: Contribution,
    words: Words,
    membership: Membership,
    *,
    is_named: bool,
    now: datetime,
    replaces: SharedMemory | None = None,
    agent_name: str = "",
) -> SharedMemory:
    community = membership.community
    is_shown = community.moderation == Community.Moderation.OPEN and replaces is None
    shared = SharedMemory(
        pk=contribution.pk,
        community=community,
        author_name=membership.name if is_named else "",
        agent_name=agent_name,
        replaces=replaces,
        status=State.SHOWN if is_shown else State.PROPOSED,
        proposed_at=now,
        shown_at=now if is_shown else None,
        changed_at=now,
        **words.classified(),
    )
    indexing.index(shared)
    shared.save(force_insert=True)
    return shared


def reword(shared_id: UUID, words: Words, *, person: User, now: datetime) -> SharedMemory:
    """Propose one's own again in other words, while it waits or was sent back."""
    words = words.checked(person_id=person.pk, now=now)
    with transaction.atomic():
        shared = own(person, shared_id)
        if shared.status not in (State.PROPOSED, State.SENT_BACK):
            raise NotPossible("It can’t be changed any more. Take it back and share it again.")
        for name, value in words.classified().items():
            setattr(shared, name, value)
        shared.status, shared.proposed_at, shared.changed_at = State.PROPOSED, now, now
        shared.appeal, shared.appealed_at = "", None
        shared.save()
        return shared


@transaction.atomic
def retract(shared_id: UUID) -> None:
    """Empty what one shared: its words go from the community, its history and every member's receipts, at once.

    People take something back by `taking_back.take_back`, which leaves a receipt.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT communities_retract(%s)", [shared_id])


def mark_warning_read(shared_id: UUID, *, person: User, now: datetime) -> None:
    """Note that a person read the moderators' warnings about what they shared. Raises DoesNotExist for another's."""
    contribution = Contribution.objects.get(person=person, pk=shared_id, status=Status.SHARED)
    contribution.warning_seen_at = now
    contribution.save(update_fields=["warning_seen_at"])


def appeal(shared_id: UUID, text: str, *, person: User, now: datetime) -> None:
    """Ask the moderators to look again at one's own that they sent back, hid or removed. Once for each decision."""
    text = checked_note(text, person_id=person.pk, now=now)
    if not text:
        raise Invalid("words", "Say why they should look at it again.")
    with transaction.atomic():
        shared = own(person, shared_id)
        if shared.status not in APPEALABLE or shared.appealed_at:
            raise NotPossible("The moderators have this already.")
        SharedMemory.objects.filter(pk=shared.pk).update(appeal=text, appealed_at=now)


def report(shared: SharedMemory, *, person: User, reason: str, words: str, now: datetime) -> None:
    """Tell the moderators about it. A second report of the same person changes nothing."""
    if reason not in moderation.REPORT_REASONS:
        raise Invalid("reason", "Choose what is wrong with it.")
    words = checked_note(words, person_id=person.pk, now=now)
    if not Report.objects.filter(person=person, shared=shared, resolved_at=None).exists():
        Report.objects.create(
            person=person, community_id=shared.community_id, shared=shared, reason=reason, words=words, at=now
        )


def mute(shared: SharedMemory, *, person: User) -> None:
    """Keep it from one's own agents. Nobody else knows."""
    SharedMute.objects.get_or_create(person=person, shared=shared)


def unmute(shared: SharedMemory, *, person: User) -> None:
    SharedMute.objects.filter(person=person, shared=shared).delete()


def own(person: User, shared_id: UUID) -> SharedMemory:
    """Return one's own shared memory, locked. Raises DoesNotExist for anybody else's."""
    contributed = Contribution.objects.filter(person=person, pk=shared_id)
    return SharedMemory.objects.select_for_update(of=("self",)).get(pk__in=contributed.values("pk"))


def checked_note(text: str, *, person_id: UUID, now: datetime) -> str:
    """Return what somebody adds in their own words, with hidden characters shown. Raises Invalid or Refused."""
    check_storable("words", text)
    cleaned = str(clean_text(text))
    if len(cleaned) > moderation.WORDS_MAX:
        raise Invalid("words", f"Use at most {moderation.WORDS_MAX} characters.")
    guard([cleaned], person_id=person_id, now=now)
    return cleaned


def _digest(person_id: UUID, words: Words) -> bytes:
    """Return a digest that recognizes a repeated suggestion, in any case and spacing."""
    return fingerprints.keyed_digest("shared", f"{person_id}\x1f{identity.normal_text(words.statement)}")
