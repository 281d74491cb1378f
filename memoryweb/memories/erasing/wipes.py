"""The memory room's own places of words: how each is emptied for a memory, and searched and emptied for a topic."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q
from django.db.models.functions import Now

from memoryweb.database import memory_columns
from memoryweb.memories.actions import conflicts, store
from memoryweb.memories.erasing import topics
from memoryweb.memories.erasing.erasure import register
from memoryweb.memories.models import (
    Act,
    ActChange,
    Conflict,
    Evidence,
    Memory,
    Proposal,
    SearchDocument,
    SettingChange,
    Use,
    history_model,
)

TEXTS = memory_columns.texts(memory_columns.columns_of(Memory))  # of a memory and of its versions


def _remove_questions(memory_id: UUID) -> int:
    """Delete the questions about it, and those that offer its statement as another memory's new value."""
    fingerprint = bytes(Memory.objects.values_list("fingerprint", flat=True).get(pk=memory_id)).hex()
    offering = Q(person__memories=memory_id, change__fingerprint=fingerprint)
    questions = Proposal.objects.filter(Q(memory=memory_id) | offering).values("pk")
    return Proposal.objects.filter(pk__in=questions).delete()[0]


def _remove_evidence(memory_id: UUID) -> int:
    """Delete its evidence, its line where a file names it as the successor of another memory, and what it quotes.

    A sentence that says several things is the quote of each of them.
    """
    memory = Memory.objects.get(pk=memory_id)
    quotes = list(Evidence.objects.filter(memory=memory_id).exclude(quote="").values_list("quote", flat=True))
    Evidence.objects.filter(person=memory.person_id, quote__in=quotes).exclude(memory=memory_id).update(quote="")
    named = Evidence.objects.filter(person=memory.person_id, kind=Evidence.Kind.IMPORT, ref__has_key="replaced_by")
    named.filter(ref__replaced_by=" ".join(str(memory).split())).update(ref={})
    return Evidence.objects.filter(memory=memory_id).delete()[0]


def _remove_conflicts(memory_id: UUID) -> int:
    """Rewrite its conflicts' questions without the memory's words; return their number."""
    rewritten = 0
    for conflict in Conflict.objects.filter(members__memory=memory_id):
        conflict.question, conflict.answer = conflicts.build_question(conflict, without=[memory_id]), {}
        conflict.save()
        rewritten += 1
    return rewritten


def _wipe_acts(memory_id: UUID) -> int:
    """Empty what is recorded of every act that touched it, asked about its statement or changed a conflict it was in.

    None of them can be undone now.
    """
    fingerprint = bytes(Memory.objects.values_list("fingerprint", flat=True).get(pk=memory_id)).hex()
    offering = Q(before__change__fingerprint=fingerprint) | Q(after__change__fingerprint=fingerprint)
    replacing = Q(before__replaces=str(memory_id)) | Q(after__replaces=str(memory_id))
    of_questions = ActChange.objects.filter(table_name=Proposal._meta.db_table, person__memories=memory_id)
    # A change holds the columns that differ: the closing of a question has its words, and not what it replaces.
    asking = Q(row_id__in=of_questions.filter(offering | replacing).values("row_id"))
    asking |= Q(row_id__in=Proposal.objects.filter(replaces=memory_id).values("pk"))
    asked = of_questions.filter(asking)
    touched = ActChange.objects.filter(memory=memory_id).values("act").union(asked.values("act"))
    of_conflicts = ActChange.objects.filter(table_name=Conflict._meta.db_table)
    quoting = Q(row_id__in=Conflict.objects.filter(members__memory=memory_id).values("pk"))
    quoting |= Q(row_id__in=of_conflicts.filter(act__in=touched).values("row_id"))
    acts = Act.objects.filter(pk__in=touched.union(of_conflicts.filter(quoting).values("act")))
    ActChange.objects.filter(act__in=acts).update(before=None, after=None)
    return acts.update(erased_at=Now())


def _delete_of_memory(model: Any) -> Callable[[UUID], int]:
    """Return a function that deletes a memory's rows of this model and returns their number."""
    return lambda memory_id: int(model.objects.filter(memory=memory_id).delete()[0])


def register_wipes() -> None:
    row = [f"memories_memory.{name}" for name in TEXTS]
    versions = [f"memories_historicalmemory.{name}" for name in TEXTS]
    evidence = [f"memories_evidence.{name}" for name in ("quote", "ref", "statement")]
    register("evidence", _remove_evidence, evidence)
    register("questions", _remove_questions, ["memories_proposal.question", "memories_proposal.change"])
    register("conflicts", _remove_conflicts, ["memories_conflict.question", "memories_conflict.answer"])
    register(
        "search document",
        _delete_of_memory(SearchDocument),
        ["memories_searchdocument.words", "memories_searchdocument.subject", "memories_searchdocument.statement"],
    )
    register("uses", _delete_of_memory(Use), [])
    register("acts", _wipe_acts, ["memories_actchange.before", "memories_actchange.after"])
    register("changes of settings", lambda _: 0, ["memories_settingchange.changes"])  # they quote no memory
    register("memory", lambda _: 1, row)  # erase deletes it last
    hashes = [f"memories_historylink.{name}" for name in ("words_hash", "kept_hash", "row_hash")]
    register("history", lambda _: 0, versions + hashes)  # and then empties the versions and forgets their salts


def _goes_with_its_memory(_: list[topics.Hit]) -> int:
    return 0


def _empty_acts(hits: list[topics.Hit]) -> int:
    """Empty all that is recorded of the acts that mention a topic. None of them can be undone now."""
    acts = Act.objects.filter(pk__in=[hit.of for hit in hits])
    ActChange.objects.filter(act__in=acts).update(before=None, after=None)
    return acts.update(run="", erased_at=Now())


def _empty_setting_changes(hits: list[topics.Hit]) -> int:
    """Empty what these changes of settings or agents say. That there was one stays."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT memories_empty_setting_changes(%s)", [[hit.pk for hit in hits]])
    return len(hits)


def _remove_proposals(hits: list[topics.Hit]) -> int:
    return Proposal.objects.filter(pk__in=[hit.pk for hit in hits]).delete()[0]


def _reword_conflicts(hits: list[topics.Hit]) -> int:
    """Write the questions of these conflicts anew from their members, none of which mentions the topic."""
    for conflict in Conflict.objects.filter(pk__in=[hit.pk for hit in hits]):
        conflict.question, conflict.answer = conflicts.build_question(conflict), {}
        conflict.save()
    return len(hits)


def register_sources() -> None:
    of_a_memory: dict[str, Any] = {"group": topics.MEMORIES, "empty": _goes_with_its_memory}
    question: dict[str, Any] = {"group": topics.QUESTIONS, "at": "created_at"}
    topics.register(
        topics.Source("memories", Memory, TEXTS, at="changed_at", **of_a_memory),
        topics.Source("versions", history_model(), TEXTS, at="history_date", key="history_id", **of_a_memory),
        topics.Source(
            "quotes",
            Evidence,
            ("quote", "ref", "statement"),
            topics.empty_columns(Evidence, quote="", ref={}, statement={}),
            group=topics.QUOTES,
            of="memory_id",
            at="occurred_at",
        ),
        topics.Source("questions", Proposal, ("question", "change"), _remove_proposals, of="memory_id", **question),
        topics.Source("questions", Conflict, ("question", "answer"), _reword_conflicts, **question),
        topics.Source("undo records", ActChange, ("before", "after"), _empty_acts, of="act_id"),
        topics.Source("undo records", Act, ("run",), _empty_acts, at="at"),
        topics.Source("changes of settings", SettingChange, ("changes",), _empty_setting_changes, at="at"),
        topics.Source(
            "search index",
            SearchDocument,
            ("words",),
            _goes_with_its_memory,
            key="memory_id",
            of="memory_id",
            copies=store.with_unchanged_document,
        ),
    )
