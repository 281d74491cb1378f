"""Erases a memory's words from conversations and feedback, and registers how long trimmed conversations are kept."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from uuid import UUID

from memoryweb.language.mentions.topics import strings_of
from memoryweb.language.text import quoting, tokens, value_text
from memoryweb.learning.models import Conversation, Feedback, Signal
from memoryweb.memories.erasing import emptied, erasure, topics
from memoryweb.memories.models import Evidence, Memory
from memoryweb.memories.upkeep import purge

NEEDLE_MIN = 3  # letters of a text that is searched for in other texts
CHINESE_NEEDLE_MIN = 2  # characters
OVERLAP_MIN = 0.5  # share of the memory's words in a text that tells it in other words


@dataclass(frozen=True)
class MemoryWords:
    """What a memory's text is recognized by: its phrases in any text, its words where it was learned."""

    phrases: tuple[quoting.Phrase, ...]
    words: Counter[str]

    @classmethod
    def from_memory(cls, memory: Memory, quotes: Iterable[str]) -> "MemoryWords":
        value = "" if isinstance(memory.value, bool) else value_text.display_value(memory.value)
        phrases = [quoting.Phrase(text) for text in dict.fromkeys((value, memory.details, *quotes))]
        long_enough = [
            each for each in phrases if len(each.words) >= (CHINESE_NEEDLE_MIN if each.is_chinese else NEEDLE_MIN)
        ]
        return cls(tuple(long_enough), tokens.word_counts(f"{value} {memory.details}"))

    def are_quoted_in(self, text: str) -> bool:
        """Return whether the text contains one of the phrases, as whole words."""
        normalized = tokens.normalize(text)
        return any(phrase.is_quoted_in(text, normalized) for phrase in self.phrases)

    def are_told_in(self, text: str) -> bool:
        """Return whether the text quotes the memory or shares half its words."""
        shared = tokens.word_counts(text) & self.words
        return self.are_quoted_in(text) or bool(self.words and shared.total() >= OVERLAP_MIN * self.words.total())


def register() -> None:
    texts = ["excerpts", "topic", "summary"]
    erasure.register("conversations", _erase_from_conversations, [f"learning_conversation.{name}" for name in texts])
    erasure.register("feedback", _erase_from_feedback, ["learning_feedback.evidence_ref", "learning_feedback.note"])
    names = dict.fromkeys(("run", "skill", "task_type", "project", "note"), "")
    topics.register(
        topics.Source(
            "conversations",
            Conversation,
            (*texts, "project", "external_id"),
            _empty_conversations,
            topics.CONVERSATIONS,
            at="ended_at",
        ),
        topics.Source(
            "feedback",
            Feedback,
            (*names, "evidence_ref"),
            topics.empty_columns(Feedback, evidence_ref={}, **names),
            topics.FEEDBACK,
            at="at",
        ),
    )
    erasure.ON_TOPIC.append(_drop_digests)
    purge.register("trimmed conversations", purge.Log("learning_conversation", "trimmed_at", only="erased_id IS NULL"))


def _erase_from_conversations(memory_id: UUID) -> int:
    """Remove excerpts that quote the memory; in conversations it was learned from, also those in other words."""
    memory = Memory.objects.get(pk=memory_id)
    evidence = Evidence.objects.filter(memory=memory_id)
    words = MemoryWords.from_memory(memory, evidence.values_list("quote", flat=True))
    _drop_digests(memory.person_id)
    origins = set(evidence.exclude(conversation=None).values_list("conversation", flat=True))
    conversations = Conversation.objects.of(memory.person_id).recent().select_for_update(of=("self",)).order_by("pk")
    return sum(
        _remove_texts(each, words.are_told_in if each.pk in origins else words.are_quoted_in) for each in conversations
    )


def _drop_digests(person_id: UUID) -> None:
    """Drop the topic digests of trimmed conversations: a digest doesn't show whether the topic was erased."""
    trimmed = Conversation.objects.of(person_id).exclude(trimmed_at=None).exclude(topic_digests=[])
    trimmed.update(topic_digests=[], topics_due=False)


def _empty_conversations(hits: list[topics.Hit]) -> int:
    """Remove every text that mentions a topic, and the agent's own names for the conversation that do."""
    mentions = {hit.pk: {text for texts in hit.texts.values() for text in texts} for hit in hits}
    named = {hit.pk for hit in hits if "external_id" in hit.texts}
    removed = 0
    for each in Conversation.objects.filter(pk__in=mentions).select_for_update(of=("self",)).order_by("pk"):
        if each.project in mentions[each.pk]:
            each.project, each.project_removed = "", True
        if each.pk in named:
            each.erased_id = Conversation.digest_of_id(each.agent_id, each.external_id)
            each.external_id = f"erased-{each.pk}"
        each.save(update_fields=["project", "project_removed", "erased_id", "external_id"])
        removed += _remove_texts(each, mentions[each.pk].__contains__)
    return removed


def drop_texts(conversation: Conversation, matches: Callable[[str], bool]) -> list[str]:
    """Drop matching texts from a conversation, without saving it; return them."""
    texts = (*conversation.excerpts, conversation.topic, conversation.summary)
    remaining = [(number, text) for number, text in enumerate(conversation.excerpts) if not matches(text)]
    conversation.excerpts_read = sum(number < conversation.excerpts_read for number, _ in remaining)
    conversation.excerpts = [text for _, text in remaining]
    conversation.topic, conversation.summary = (
        "" if matches(text) else text for text in (conversation.topic, conversation.summary)
    )
    return [text for text in texts if text and matches(text)]


def _remove_texts(conversation: Conversation, matches: Callable[[str], bool]) -> int:
    """Remove matching texts from one conversation; return how many."""
    before = (conversation.topic, conversation.summary)
    if dropped := drop_texts(conversation, matches):
        conversation.topic_digests = []  # whatever they were of
        conversation.titles_removed |= before != (conversation.topic, conversation.summary)
        emptied.note("learning_conversation", conversation.pk, dropped, told=True)
        conversation.save(
            update_fields=["excerpts", "topic", "summary", "excerpts_read", "titles_removed", "topic_digests"]
        )
    return len(dropped)


def _erase_from_feedback(memory_id: UUID) -> int:
    """Empty the feedback about the memory or with its words. The rows stay, so that a repeated delivery is known."""
    memory = Memory.objects.get(pk=memory_id)
    evidence = Evidence.objects.filter(memory=memory_id)
    words = MemoryWords.from_memory(memory, evidence.values_list("quote", flat=True))
    ids = set(Signal.objects.filter(memory=memory_id).values_list("feedback", flat=True))
    ids |= {UUID(ref["feedback"]) for ref in evidence.values_list("ref", flat=True) if "feedback" in ref}
    Signal.objects.filter(memory=memory_id).delete()
    with_text = Feedback.objects.of(memory.person_id).exclude(evidence_ref={}, note="")
    for feedback in with_text.only("note", "evidence_ref"):
        if words.are_quoted_in(f"{feedback.note} {json.dumps(feedback.evidence_ref, ensure_ascii=False)}"):
            ids.add(feedback.pk)
        if feedback.pk in ids:
            emptied.note("learning_feedback", feedback.pk, [feedback.note, *strings_of(feedback.evidence_ref)])
    return with_text.filter(pk__in=ids).update(evidence_ref={}, note="")
