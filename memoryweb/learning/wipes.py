"""What learning keeps of a memory's words, and how it goes: the wipes of erase, and the retention."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from memoryweb.learning.models import Conversation, Feedback, Signal
from memoryweb.memories import erasure
from memoryweb.memories.models import Evidence, Memory
from memoryweb.memories.upkeep import purge
from memoryweb.rules import fields, tokens

SHORTEST = 3  # letters of a text that is looked for in other texts; of Chinese, two characters
SAME_FROM = 0.5  # of what it says, in a text of the conversation it was learned from


@dataclass(frozen=True)
class Trace:
    """What a memory's words are found by: whole words anywhere, and its subject where it is from."""

    needles: frozenset[str]
    subject: Counter[str]

    @classmethod
    def from_memory(cls, memory: Memory, quotes: Iterable[str]) -> "Trace":
        value = "" if isinstance(memory.value, bool) else fields.display_value(memory.value)
        said = [tokens.normalize(text) for text in (value, memory.details, *quotes)]
        long_enough = [text for text in said if len(text) >= (2 if tokens.CJK.search(text) else SHORTEST)]
        return cls(frozenset(long_enough), tokens.word_counts(" ".join(said[:2])))

    def is_in(self, text: str) -> bool:
        said = tokens.normalize(text)
        return any(each in said if tokens.CJK.search(each) else f" {each} " in f" {said} " for each in self.needles)

    def is_told_in(self, text: str) -> bool:
        """In other words, too."""
        shared = tokens.word_counts(text) & self.subject
        return self.is_in(text) or bool(self.subject and shared.total() >= SAME_FROM * self.subject.total())


def register() -> None:
    kept = ["excerpts", "topic", "summary"]
    erasure.register("conversations", _empty, [f"learning_conversation.{name}" for name in kept])
    erasure.register("feedback", _forget, ["learning_feedback.evidence_ref", "learning_feedback.note"])
    purge.register("trimmed conversations", purge.Log("learning_conversation", "trimmed_at"))


def _empty(memory_id: UUID) -> int:
    """Excerpts that carry what it says, in whatever conversation; in its own, those that tell it in other words."""
    memory = Memory.objects.get(pk=memory_id)
    evidence = Evidence.objects.filter(memory=memory_id)
    trace = Trace.from_memory(memory, evidence.values_list("quote", flat=True))
    its_own = set(evidence.exclude(conversation=None).values_list("conversation", flat=True))
    every = Conversation.objects.of(memory.person_id).recent().select_for_update(of=("self",)).order_by("pk")
    return sum(_without(conversation, trace, is_own=conversation.pk in its_own) for conversation in every)


def _without(conversation: Conversation, trace: Trace, *, is_own: bool) -> int:
    carries = trace.is_told_in if is_own else trace.is_in
    was = (conversation.excerpts, conversation.topic, conversation.summary)
    kept = [(number, each) for number, each in enumerate(conversation.excerpts) if not carries(each)]
    topic, summary = ("" if carries(text) else text for text in (conversation.topic, conversation.summary))
    excerpts = [each for _, each in kept]
    if was == (excerpts, topic, summary):
        return 0
    conversation.excerpts_read = sum(number < conversation.excerpts_read for number, _ in kept)
    conversation.excerpts, conversation.topic, conversation.summary = excerpts, topic, summary
    conversation.save(update_fields=["excerpts", "topic", "summary", "excerpts_read"])
    return 1


def _forget(memory_id: UUID) -> int:
    """What was said of it, or carries it: the feedback stays, so that it counts once, without its words."""
    memory = Memory.objects.get(pk=memory_id)
    evidence = Evidence.objects.filter(memory=memory_id)
    trace = Trace.from_memory(memory, evidence.values_list("quote", flat=True))
    about = set(Signal.objects.filter(memory=memory_id).values_list("feedback", flat=True))
    about |= {UUID(ref["feedback"]) for ref in evidence.values_list("ref", flat=True) if "feedback" in ref}
    Signal.objects.filter(memory=memory_id).delete()
    wordy = Feedback.objects.of(memory.person_id).exclude(evidence_ref={}, note="")
    for kept in wordy.only("note", "evidence_ref"):
        if trace.is_in(f"{kept.note} {json.dumps(kept.evidence_ref, ensure_ascii=False)}"):
            about.add(kept.pk)
    return Feedback.objects.filter(pk__in=about).update(evidence_ref={}, note="")
