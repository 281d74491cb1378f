"""The marked walk: every string that an agent or a file sends has a mark of its own, and none is given without a yes.

A mark in an answer, a block, a page or a file is justified by the agent that is given it (it said so itself), by a
press that showed it to the person, or by a standing yes under which it was said; and an agent is given none of what the
person hides from it. Roads that are known stand one by one in test_marked_roads.py.

`make test` takes one walk, another one with each commit. MARKED_SEEDS and MARKED_STEPS say how many walks there are and
how long. MARKED_ALL=1 goes on after a fault, and tells one of every kind.
"""

import os
import random
import time
from pathlib import Path

import pytest

from memoryweb.operations.table import OPERATIONS
from tests.proof import marks
from tests.proof.walk import Walk
from tests.rings import third

SEEDS = range(int(os.environ["MARKED_SEEDS"])) if "MARKED_SEEDS" in os.environ else third(range(3))
STEPS = int(os.environ.get("MARKED_STEPS", "35"))
GOES_ON = os.environ.get("MARKED_ALL") == "1"


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_given_a_mark_that_no_yes_covers(
    seed: int, db: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    started = time.monotonic()
    walk = Walk(seed, monkeypatch, tmp_path, goes_on=GOES_ON)
    for _ in range(STEPS):
        try:
            walk.take()
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, {walk.step} steps, the last ones {walk.done[-8:]}: {error}") from error
    print(f"seed {seed}: {walk.step} steps, {walk.numbers} marks, {time.monotonic() - started:.0f} s")
    told = [f"{walk.counts[kind]} × {kind}: {walk.told[kind]}" for kind in walk.told]
    assert not told, "\n".join(
        [f"seed {seed}, {walk.step} steps, {len(told)} kinds of faults, the first one first:", *told]
    )


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_text_of_every_operation_is_marked(name: str) -> None:
    """The calls are made from the models; this reads the schemas that agents are given."""
    said: set[str] = set()

    def text(path: str) -> str:
        said.add(path)
        return "text"

    for seed in range(40):
        marks.arguments_for(OPERATIONS[name].arguments_model, marks.Thorough(random.Random(seed), text))
    assert said == marks.text_paths(OPERATIONS[name].schema)
