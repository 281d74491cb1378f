"""Upkeep: the clock's changes, in batches that write rows and versions in one statement.

A sweep is safe to run twice at once. A room whose rows need upkeep registers its own sweep at start-up.
"""

from memoryweb.memories.upkeep import accounts, archive, conflicts, promote, proposals, purge, withdrawn
from memoryweb.memories.upkeep.purge import StillInUseError, StillReadError
from memoryweb.memories.upkeep.runner import (
    AGAIN_AFTER,
    SWEEPS,
    BatchResult,
    BatchScope,
    Sweep,
    register,
    run_now,
    run_shard,
    start_run,
)

__all__ = [
    "AGAIN_AFTER",
    "SWEEPS",
    "BatchResult",
    "BatchScope",
    "StillInUseError",
    "StillReadError",
    "Sweep",
    "register",
    "register_own_sweeps",
    "run_now",
    "run_shard",
    "start_run",
]


def register_own_sweeps() -> None:
    register(Sweep(name="archive", batch=archive.batch, due=archive.due))
    register(Sweep(name="promote", batch=promote.batch, due=promote.due))
    register(Sweep(name="detect_conflicts", batch=conflicts.batch, due=conflicts.due))
    register(Sweep(name="expire_proposals", batch=proposals.batch, due=proposals.due))
    register(Sweep(name="delete_accounts", batch=accounts.batch, due=accounts.due, in_transaction=False))
    register(Sweep(name="purge_logs", batch=purge.logs, due=purge.old_logs))
    register(Sweep(name="purge_erased", batch=purge.erased, due=purge.unpurged, in_transaction=False))
    register(Sweep(name="purge_withdrawn", batch=withdrawn.batch, due=withdrawn.due, in_transaction=False))
    purge.register_own_logs()
