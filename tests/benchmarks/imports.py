"""A large import through a real worker that is killed in the middle, and its Undo.

python -m tests.benchmarks.imports [--rows 100000]
"""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from memoryweb.embedded.child import Child
from memoryweb.embedded.processes import Installation
from tests.benchmarks.house import WORDS, at_most, house, report

MINUTES_MAX = 10.0  # of a hundred thousand rows, for each part
GROWTH_MAX = 64.0  # megabytes that the worker may gain from the first tenth to the last
STILL_MAX = 120  # seconds
ENDED_EACH = 10  # of so many lines one has ended
MEGABYTE = 1024 * 1024


def memory_file(rows: int) -> str:
    """Return a MEMORY.md with so many statements, no two of one subject."""
    lines = ["# MEMORY.md", ""]
    for n in range(rows):
        a, b, c = (WORDS[(n // len(WORDS) ** place) % len(WORDS)] for place in range(3))
        ended = " [EXPIRED: 2026-02-01]" if n % ENDED_EACH == 0 else ""
        lines.append(f"> **{a} {n}**: {b} {c} {n * 7919} [LEARNED: 2026-01-05, explicit instruction]{ended}")
    return "\n".join(lines) + "\n"


def resident(child: Child) -> float:
    """Return how much memory a process and its children hold, in megabytes."""
    pids, total = [child.pid], 0.0
    for pid in pids:
        try:
            total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / MEGABYTE
            pids += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        except FileNotFoundError:
            continue
    return total


class Job:
    """An import that a worker does, looked at twice a second."""

    def __init__(self, batch_id: Any, person_id: Any) -> None:
        self.ids = person_id, batch_id
        self.seen: list[tuple[int, float]] = []  # rows done, megabytes of the worker

    def wake_worker(self) -> None:
        """Give a worker the task, as a press on Import does."""
        from memoryweb.interchange import tasks

        tasks.go_on.delay(*map(str, self.ids))

    def batch(self) -> Any:
        from memoryweb.interchange.models import ImportBatch
        from memoryweb.rls import scope

        person_id, batch_id = self.ids
        with scope.acting_as(person_id):
            return ImportBatch.objects.get(pk=batch_id)

    def follow(self, child: Child, ends: Callable[[Any], bool]) -> Any:
        """Look at it until it ends in this way, and return it. Raises AssertionError where it does not move."""
        moved, done = monotonic(), -1
        while not ends(batch := self.batch()):
            if batch.done != done:
                moved, done = monotonic(), batch.done
            assert monotonic() < moved + STILL_MAX, f"{batch.done} of {batch.total}, and no more"
            self.seen.append((batch.done, resident(child)))
            sleep(0.5)
        return batch


def counts(person_id: Any) -> dict[str, int]:
    """Return how many rows a person has of everything that an import makes."""
    from memoryweb.memories.models import Evidence, Memory, Proposal, SearchDocument, Status
    from memoryweb.rls import scope

    with scope.acting_as(person_id):
        own = Memory.objects.of(person_id)
        return {
            "waiting": own.filter(status=Status.CANDIDATE).count(),
            "in use": own.active().count(),
            "ended": own.filter(status=Status.EXPIRED).exclude(expire_reason="Undone.").count(),
            "undone": own.filter(expire_reason="Undone.").count(),
            "questions": Proposal.objects.of(person_id).open().count(),
            "evidence": Evidence.objects.filter(person=person_id).count(),
            "found by search": SearchDocument.objects.filter(person=person_id, memory__in=own.live()).count(),
        }


def measure_import(rows: int) -> Iterator[bool]:
    """Import a file by a worker that is killed in the middle, and undo it."""
    from django.utils import timezone

    from memoryweb.interchange.importing import batches, previews
    from memoryweb.interchange.models import ImportBatch
    from memoryweb.interchange.reading import read_text
    from memoryweb.people.models import User
    from memoryweb.rls import scope
    from tests.builders import person_types

    person = User.objects.create_user("importer@example.org")
    with scope.acting_as(person.pk):
        person_types(person, "Tea with lemon", name="drink")
    before, began = counts(person.pk), monotonic()
    with scope.acting_as(person.pk):
        batch = previews.prepare([read_text(memory_file(rows))], person, now=timezone.now())
        previews.start(batch, uses_explicit=False, now=timezone.now())
    yield minutes("import: preview", began)
    job = Job(batch.pk, person.pk)
    with worker() as child:
        began = monotonic()
        job.wake_worker()
        job.follow(child, lambda batch: batch.done >= rows // 2)
        child.kill()
        first, job.seen = job.seen, []
        assert rows // 2 <= job.batch().done < rows, "it was not killed in the middle"
        child.start()
        job.wake_worker()  # the broker gives a lost task again after its time limit, and the sweep wakes it before that
        job.follow(child, lambda batch: not batch.is_unfinished)
        yield minutes("import: worker", began)
        yield flat("before it was killed", first)
        yield flat("after it was killed", job.seen)
        steps = len({done for done, _ in first + job.seen})
        yield report("import: progress", steps, "steps seen", 10, ok=steps >= 10)
        ended = -(-rows // ENDED_EACH)
        expected = before | {
            "waiting": rows - ended,
            "questions": rows - ended,
            "ended": ended,
            "evidence": before["evidence"] + rows,
            "found by search": before["found by search"] + rows - ended,
        }
        yield equal("import: exactly once", counts(person.pk), expected)
        job.seen, began = [], monotonic()
        with scope.acting_as(person.pk):
            batches.begin_undo(job.batch(), now=timezone.now())
        job.wake_worker()
        undone = job.follow(child, lambda batch: not batch.is_unfinished)
        yield minutes("import: Undo", began)
        yield flat("in Undo", job.seen)
        assert undone.state == ImportBatch.State.UNDONE, undone.state
        left = {"undone": rows, "evidence": before["evidence"] + rows}  # in the past, with the reason
        yield equal("import: as before, after Undo", counts(person.pk), before | left)


def minutes(name: str, began: float) -> bool:
    return at_most(name, (monotonic() - began) / 60, "minutes", MINUTES_MAX)


@contextmanager
def worker() -> Iterator[Child]:
    """Run the worker as `make run` starts it."""
    data = Path(os.environ["MEMORYWEB_DATA"])
    (data / "logs").mkdir(exist_ok=True)
    environ = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    child = Installation(data=data, port=0, environ=environ).worker()
    child.start()
    try:
        yield child
    finally:
        child.kill()


def flat(name: str, seen: list[tuple[int, float]]) -> bool:
    """Report what a worker's memory did after its first tenth, when everything is loaded."""
    sizes = [size for _, size in seen]
    start, middle, end = sizes[len(sizes) // 10], sizes[len(sizes) // 2], sizes[-1]
    print(f"worker {name}: {start:.0f}, {middle:.0f}, {end:.0f} MB at its start, middle, end", file=sys.stderr)
    return at_most(f"import: growth of the worker {name}", end - start, "MB", GROWTH_MAX)


def equal(name: str, found: dict[str, int], expected: dict[str, int]) -> bool:
    if found != expected:
        print(f"{name}: {found} and not {expected}", file=sys.stderr)
    return report(name, float(found == expected), "", 1, ok=found == expected)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    rows = parser.parse_args().rows
    with house():
        results = list(measure_import(rows))
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
