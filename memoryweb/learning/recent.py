"""Excerpts of conversations that one agent may read of what others recorded: the person's standing yes.

Only excerpts, never a topic or a summary, which are the recording agent's words. An excerpt that tells what the reading
agent may not be given stays out: otherwise a conversation would be a way around the person's yes. By the same rule what
the person declined stays out of their files.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.language.text import tokens
from memoryweb.learning.models import Conversation
from memoryweb.learning.wipes import MemoryWords, drop_texts
from memoryweb.memories import visibility
from memoryweb.memories.history import history
from memoryweb.memories.models import Evidence, Memory, Proposal
from memoryweb.people.models import MemorySettings, User


@dataclass(frozen=True)
class Excerpt:
    """Words of the person, as `recorder` wrote them down on this day of theirs."""

    recorder: str
    day: date
    text: str


@dataclass
class HiddenWords:
    """The words of the memories that the reading agent may not be given, found fast in many texts."""

    vocabulary: set[str]  # of all texts that will be asked about
    by_phrase: dict[str, list[MemoryWords]] = field(default_factory=dict)
    by_origin: dict[UUID, list[MemoryWords]] = field(default_factory=dict)

    def add(self, words: MemoryWords, origins: Iterable[UUID]) -> None:
        for phrase in words.phrases:
            if self.vocabulary.issuperset(_terms(phrase.words)):  # else no text can quote it
                self.by_phrase.setdefault(phrase.words, []).append(words)
        for origin in origins:
            self.by_origin.setdefault(origin, []).append(words)

    def add_memories(self, person_id: UUID, memories: Sequence[Memory]) -> None:
        """Add memories with their quotes and the conversations of these."""
        reasons: dict[UUID, list[tuple[str, UUID | None]]] = {memory.pk: [] for memory in memories}
        evidence = Evidence.objects.filter(person=person_id).values_list("memory", "quote", "conversation")
        for memory_id, quote, conversation in evidence:
            if memory_id in reasons:
                reasons[memory_id].append((quote, conversation))
        for memory in memories:
            words = MemoryWords.from_memory(memory, [quote for quote, _ in reasons[memory.pk]])
            self.add(words, {conversation for _, conversation in reasons[memory.pk] if conversation})

    def are_in(self, text: str, conversation: UUID) -> bool:
        """Return whether the text quotes a hidden memory, or tells one that was learned from this conversation."""
        if any(words.are_told_in(text) for words in self.by_origin.get(conversation, ())):
            return True
        terms = set(_terms(tokens.normalize(text)))
        near = (words for phrase, words in self.by_phrase.items() if terms.issuperset(_terms(phrase)))
        return any(each.are_quoted_in(text) for words in near for each in words)


def _terms(normalized: str) -> Iterator[str]:
    """Yield the words of a normalized text, and of Chinese the single characters."""
    for word in normalized.split():
        yield from word if tokens.CJK.search(word) else (word,)


def _vocabulary(texts: Iterable[str]) -> set[str]:
    return {term for text in texts for term in _terms(tokens.normalize(text))}


def read_excerpts(agent: Agent, settings: MemorySettings, *, project: str, limit: int, now: datetime) -> list[Excerpt]:
    """Return excerpts of the newest `limit` conversations in the person's window that this agent may read."""
    if not settings.enable_memory or agent.community_id:
        return []
    recorders = agent.conversation_grants.values("recorder")
    window = Conversation.objects.of(agent.person_id).recent().filter(agent__in=recorders, project__in={"", project})
    window = window.filter(Q(outside_from=None) | Q(outside_from__gte=now)).exclude(excerpts=[])
    newest = list(window.select_related("agent").order_by("-ended_at", "-id")[:limit])
    vocabulary = _vocabulary(text for each in newest for text in each.excerpts)
    hidden = _hidden_words(agent, settings, project, now, vocabulary)
    return [
        Excerpt(each.agent.name, timezone.localdate(each.ended_at, settings.zone), text)
        for each in newest
        for text in each.excerpts
        if text and not hidden.are_in(text, each.pk)
    ]


def _hidden_words(
    agent: Agent, settings: MemorySettings, project: str, now: datetime, vocabulary: set[str]
) -> HiddenWords:
    """Collect the words of every memory that this agent may not read: waiting, declined, ended, muted, blocked …"""
    hidden = HiddenWords(vocabulary)
    if not vocabulary:
        return hidden
    for change in Proposal.objects.of(agent.person_id).open().filter(kind=Proposal.Kind.UPDATE).values_list("change"):
        waiting = Memory(value=change[0].get("value"), details=change[0].get("details", ""))
        hidden.add(MemoryWords.from_memory(waiting, [change[0].get("quote", "")]), ())
    memories = visibility.hidden_from(agent, settings, now=now, project=project).only("value", "details")
    hidden.add_memories(agent.person_id, list(memories))
    return hidden


def drop_declined(person: User, conversations: Sequence[Conversation]) -> list[Conversation]:
    """Drop every text that tells what the person declined, for a file; return the conversations that had one."""
    vocabulary = _vocabulary(text for each in conversations for text in (*each.excerpts, each.topic, each.summary))
    if not vocabulary:
        return []
    hidden = HiddenWords(vocabulary)
    hidden.add_memories(person.pk, list(history.turned_down(person).only("value", "details")))
    return [each for each in conversations if drop_texts(each, partial(hidden.are_in, conversation=each.pk))]
