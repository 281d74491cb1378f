"""Recording acts: what one press or one call changes is written down by the database, so that Undo can take it back.

While an act is open, the database setting `memoryweb.act` names it, and triggers write one ActChange for each changed
row (memories_record_change). The outermost `recording` opens the act; every action inside joins it.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol
from uuid import UUID

from django.db import connection, transaction
from django.db.models import OuterRef, Subquery

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Act, ActChange, history_model
from memoryweb.people.ids import uuid7
from memoryweb.rules import policy


class ActsFor(Protocol):
    """Who acts, and for whom: an Actor of the actions, which stand above this module."""

    @property
    def name(self) -> str: ...
    @property
    def person_id(self) -> UUID: ...
    @property
    def agent(self) -> Agent | None: ...


@dataclass(frozen=True)
class OpenAct:
    """An act being recorded, with its person."""

    person_id: UUID
    id: UUID = field(default_factory=uuid7)

    @property
    def if_changed(self) -> UUID | None:
        """The act's id if it has changed anything so far."""
        return self.id if Act.objects.filter(pk=self.id).exists() else None


OPEN: ContextVar[OpenAct | None] = ContextVar("open_act", default=None)
SETTING: ContextVar[str] = ContextVar("open_act_setting", default="")  # what the database is set to


@contextmanager
def recording(
    by: ActsFor,
    verb: str,
    *,
    now: datetime,
    run: str = "",
    request: UUID | None = None,
    savepoint: bool = True,
    goes_on: UUID | None = None,
) -> Iterator[OpenAct]:
    """Record all that happens inside as one act. Inside another act of the same person it joins that one.

    `goes_on` is the id of an act that an earlier transaction began. Without a savepoint, a failure inside means that
    the caller rolls its transaction back.
    """
    if (joined := OPEN.get()) and joined.person_id == by.person_id:
        yield joined
        return
    act = OpenAct(by.person_id, goes_on) if goes_on else OpenAct(by.person_id)
    described = {
        "id": act.id,
        "person_id": by.person_id,
        "at": now.isoformat(),
        "verb": verb,
        "changed_by": by.name,
        "agent_id": by.agent.pk if by.agent else None,
        "run": run,
        "request": request,
    }
    with _setting(json.dumps(described, default=str), act, savepoint=savepoint):
        yield act


@contextmanager
def not_recording() -> Iterator[None]:
    """Record nothing of what happens inside: it can never be undone."""
    with _setting("", None):
        yield


@contextmanager
def _setting(text: str, act: OpenAct | None, *, savepoint: bool = True) -> Iterator[None]:
    """Set the open act for the block. A failure rolls the setting back together with the changes."""
    before = SETTING.get()
    with transaction.atomic(savepoint=savepoint):
        _set_act(text)
        tokens = OPEN.set(act), SETTING.set(text)
        try:
            yield
        finally:
            OPEN.reset(tokens[0])
            SETTING.reset(tokens[1])
        if not connection.needs_rollback:
            _set_act(before)


def _set_act(text: str) -> None:
    """Set the transaction's open act for the database's triggers, on whichever server the rows are."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL memoryweb.act = %s", [text])  # Django puts the value in itself: SET takes none beside


def undoable_acts(versions: Collection[int], *, now: datetime) -> dict[int, Act]:
    """Return by version the act that wrote it, if still undoable."""
    changes = ActChange.objects.select_related("act").filter(
        version_after__in=versions,
        act__undone_at=None,
        act__erased_at=None,
        act__at__gt=now - timedelta(days=policy.UNDO_DAYS),
    )
    return {change.version_after: change.act for change in changes if change.version_after}


def memories_of_acts(acts: Collection[UUID]) -> dict[UUID, int]:
    """Return by act the number of memories changed; a replaced one and its successor count once."""
    if not acts:
        return {}
    version = history_model().objects.filter(history_id=OuterRef("version_after"))
    last = {name: Subquery(version.values(name)[:1]) for name in ("changed_verb", "status")}
    changes = ActChange.objects.filter(act__in=acts, version_after__isnull=False).annotate(**last).order_by("pk")
    newest = {(act, row): (verb, status) for act, row, verb, status in changes.values_list("act", "row_id", *last)}
    counts = Counter(act for (act, _), (verb, _) in newest.items() if verb != "supersede")
    undone = Counter(
        (act, status in ("candidate", "active")) for (act, _), (verb, status) in newest.items() if verb == "undo"
    )
    return {act: n - min(undone[act, True], undone[act, False]) for act, n in counts.items()}  # back, and its successor


def undoable_by_version(versions: Collection[int], *, now: datetime) -> dict[int, UUID]:
    """Return by version the id of the act that wrote it, if still undoable."""
    return {version: act.pk for version, act in undoable_acts(versions, now=now).items()}


def undoable_of_run(agent_id: UUID, run: str, *, now: datetime) -> list[Act]:
    """Return a run's acts that can still be undone, oldest first."""
    acts = Act.objects.filter(agent=agent_id, run=run, undone_at=None, erased_at=None).exclude(run="")
    return list(acts.filter(at__gt=now - timedelta(days=policy.UNDO_DAYS)).order_by("at", "pk"))
