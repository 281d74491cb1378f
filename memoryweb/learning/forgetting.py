"""What learning keeps of a memory's words, and how it goes: the wipes of erase, and the retention."""

from collections import Counter
from uuid import UUID

from memoryweb.learning.models import Conversation, Feedback, Signal
from memoryweb.memories import erasure, registry, words
from memoryweb.memories.models import Evidence, Memory
from memoryweb.memories.upkeep import purge

SHORTEST = 2  # characters of a text that is looked for in other texts


def register() -> None:
    kept = ["excerpts", "topic", "summary"]
    erasure.register("conversations", _empty, [f"learning_conversation.{name}" for name in kept])
    erasure.register("feedback", _forget, ["learning_feedback.evidence_ref", "learning_feedback.note"])
    purge.register("trimmed conversations", purge.Log("learning_conversation", "trimmed_at"))


def _empty(memory_id: UUID) -> int:
    """Excerpts that carry what it says, in whatever conversation, and what told of it in its own."""
    memory = Memory.objects.get(pk=memory_id)
    evidence = Evidence.objects.filter(memory=memory_id)
    said = [registry.display(memory.value), memory.details, *evidence.values_list("quote", flat=True)]
    needles = {words.plain(text) for text in said if len(text.strip()) >= SHORTEST} - {""}
    its_own = set(evidence.exclude(conversation=None).values_list("conversation", flat=True))
    subject = words.tokens(f"{memory.label} {' '.join(said)}")
    emptied = 0
    for conversation in Conversation.objects.of(memory.person_id).recent().select_for_update():
        emptied += _without(conversation, needles, subject if conversation.pk in its_own else words.tokens(""))
    return emptied


def _without(conversation: Conversation, needles: set[str], subject: Counter[str]) -> int:
    kept = [each for each in conversation.excerpts if not _carries(each, needles)]
    was = (conversation.excerpts, conversation.topic, conversation.summary)
    topic, summary = (
        "" if _carries(text, needles) or words.tokens(text) & subject else text
        for text in (conversation.topic, conversation.summary)
    )
    if was == (kept, topic, summary):
        return 0
    read_to = conversation.read_to - (len(conversation.excerpts) - len(kept))
    conversation.read_to = max(0, read_to)
    conversation.excerpts, conversation.topic, conversation.summary = kept, topic, summary
    conversation.save(update_fields=["excerpts", "topic", "summary", "read_to"])
    return 1


def _carries(text: str, needles: set[str]) -> bool:
    said = words.plain(text)
    return any(needle in said for needle in needles)


def _forget(memory_id: UUID) -> int:
    """What was said of it: the feedback stays, so that it counts once, without its words and what it said of this."""
    about = list(Signal.objects.filter(memory=memory_id).values_list("feedback", flat=True))
    Signal.objects.filter(memory=memory_id).delete()
    return Feedback.objects.filter(pk__in=about).update(evidence_ref={}, note="")
