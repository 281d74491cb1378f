"""Topics that return: what the person came back to in three weeks is proposed as a topic highlight (S1).

Of each conversation that was read, keyed digests of its phrases stay, also when its words leave the window. The clock
compares them: no agent is told what the person talked about with others, and nothing comes into use without a yes.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone

from memoryweb.language import locales
from memoryweb.language.mentions import recurring_topics
from memoryweb.language.text import signs, tokens
from memoryweb.learning import policy
from memoryweb.learning.models import Conversation
from memoryweb.memories import actions
from memoryweb.memories.actions import Clock, store
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Evidence, Memory, Proposal, fingerprints
from memoryweb.people.models import MemorySettings, Section
from memoryweb.rls import scope
from memoryweb.rules import limits
from memoryweb.rules.policy import Source

KEY = "content.interests.topics"


@dataclass(frozen=True)
class RecurringTopic:
    """A phrase as it was written last, and the conversations about it, the oldest first."""

    phrase: str
    written: str
    conversations: list[Conversation]


def note_topics(conversation: Conversation, settings: MemorySettings) -> None:
    """Store the conversation's topic digests, to be compared later. Does not save."""
    is_on = Section.TOPIC_HIGHLIGHTS in settings.enabled_sections
    found = _digests(conversation) if is_on else {}
    conversation.topic_digests, conversation.topics_due = list(found), bool(found)


def _digests(conversation: Conversation) -> dict[bytes, tuple[str, str]]:
    """Return the phrases of a conversation, in normal form and as written, by their digests. Projects stay apart."""
    found = recurring_topics.phrases(conversation.topic, conversation.excerpts)
    whose = f"{conversation.person_id}\x1f{conversation.project}"
    return {
        fingerprints.keyed_digest("recurring topic", f"{whose}\x1f{phrase}"): (phrase, written)
        for phrase, written in found.items()
    }


def compare(person_id: UUID, conversation_id: UUID, *, now: datetime) -> actions.Outcome | None:
    """Ask about the topic that a conversation brings back, if it is the third week; return what came of that."""
    with scope.acting_as(person_id), store.hold_person(person_id) as settings:
        due = Conversation.objects.of(person_id).filter(pk=conversation_id, topics_due=True)
        conversation = due.select_for_update(of=("self",)).first()
        if conversation is None:
            return None
        due.update(topics_due=False)
        is_on = settings.enable_memory and settings.learning_enabled
        if not is_on or Section.TOPIC_HIGHLIGHTS not in settings.enabled_sections or conversation.trimmed_at:
            return None
        waiting = Proposal.objects.of(person_id).open().filter(memory__key=KEY, agent=None)
        if waiting.count() >= policy.TOPICS_WAITING_MAX:
            return None
        for topic in _returning(conversation, settings, now):
            if outcome := _propose(topic, settings, now=now):
                return outcome
        return None


def _returning(conversation: Conversation, settings: MemorySettings, now: datetime) -> Iterator[RecurringTopic]:
    """Yield the topics of a conversation that others of enough weeks have too, the longest phrase first.

    A conversation that a topic was asked about for counts for no other: "bread" came up wherever "sourdough bread" did.
    """
    phrases = _digests(conversation)
    since = now - timedelta(days=policy.TOPIC_RETURNS_WITHIN_DAYS)
    others = Conversation.objects.of(conversation.person_id).filter(
        ended_at__gte=since, project=conversation.project, topic_digests__overlap=list(phrases)
    )
    about = Memory.objects.of(conversation.person_id).filter(key=KEY, evidence__kind=Evidence.Kind.CONVERSATION)
    used = set(about.values_list("evidence__conversation", flat=True))
    by_digest: dict[bytes, list[Conversation]] = defaultdict(list)
    for other in reversed(others.order_by("-ended_at", "-id")[: policy.TOPIC_CONVERSATIONS_MAX]):
        if other.pk not in used:
            for digest in map(bytes, other.topic_digests):
                by_digest[digest].append(other)
    for digest, (phrase, written) in phrases.items():
        weeks = {timezone.localdate(each.ended_at, settings.zone).isocalendar()[:2] for each in by_digest[digest]}
        if len(weeks) >= policy.TOPIC_WEEKS:
            yield RecurringTopic(phrase, _least_capital(phrase, written, by_digest[digest]), by_digest[digest])


def _least_capital(phrase: str, written: str, conversations: list[Conversation]) -> str:
    """Return the phrase with the fewest capitals found in these conversations: "sourdough", but "Rome"."""
    found = (recurring_topics.phrases(each.topic, each.excerpts).get(phrase) for each in reversed(conversations))
    forms = [written, *(form for form in found if form)]
    return min(forms, key=lambda form: sum(map(str.isupper, form)))


def _propose(topic: RecurringTopic, settings: MemorySettings, *, now: datetime) -> actions.Outcome | None:
    """Ask about a topic, with a conversation of each week as evidence; None if it was ever asked about, or erased."""
    person_id = settings.person_id
    if erasure.is_erased_topic(person_id, recurring_topics.parts(topic.phrase)) or _is_known(person_id, topic):
        return None
    said = [_statement(topic, each, settings) for each in _one_a_week(topic.conversations, settings)]
    outcomes = [actions.remember(each, by=Clock(person_id), now=now) for each in said]
    return outcomes[0]


def _is_known(person_id: UUID, topic: RecurringTopic) -> bool:
    """Return whether the topic is a memory already, in use, waiting, declined or ended: it is asked about once."""
    values = Memory.objects.of(person_id).filter(key=KEY).values_list("value", flat=True)
    return any(topic.phrase in recurring_topics.phrases(str(each)) for value in values for each in _listed(value))


def _listed(value: object) -> Iterable[object]:
    return value if isinstance(value, list) else [value]


def _one_a_week(conversations: list[Conversation], settings: MemorySettings) -> list[Conversation]:
    """Return the last conversations of the last weeks, the oldest first."""
    by_week = {timezone.localdate(each.ended_at, settings.zone).isocalendar()[:2]: each for each in conversations}
    return list(by_week.values())[-policy.TOPIC_EVIDENCE_MAX :]


def _statement(topic: RecurringTopic, conversation: Conversation, settings: MemorySettings) -> actions.Statement:
    sentence = locales.for_code(tokens.detect_language(topic.written)).topic_statement
    return actions.Statement(
        category="content",
        key=KEY,
        name="interests",
        value=topic.written,
        details=sentence.format(topic=topic.written),
        quote=_quote(topic, conversation),
        source=Source.PATTERN,
        project=conversation.project,
        tags=("topic",),
        evidence_kind=Evidence.Kind.CONVERSATION,
        ref={"conversation": str(conversation.pk)},
        conversation=conversation.pk,
        observed_on=timezone.localdate(conversation.ended_at, settings.zone),
        is_whole=True,
    )


def _quote(topic: RecurringTopic, conversation: Conversation) -> str:
    """Return the title or the words that tell the topic; nothing if they left the window."""
    texts = [conversation.topic] if conversation.topic else conversation.excerpts
    said = (text for text in texts if topic.phrase in recurring_topics.phrases("", [text]) or conversation.topic)
    return signs.cut(next(said, ""), limits.QUOTE_MAX)
