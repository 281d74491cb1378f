"""What is read of a labelled corpus: how much is right, and what changed since it was last accepted.

A change that reads more of a corpus wrong than corpora.json says fails its test, which names the texts that are newly
wrong. `CORPORA=accept .venv/bin/python -m pytest -n 0 tests/language` writes the file again.
"""

import json
import os
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

ACCEPTED = Path(__file__).with_name("corpora.json")
SHOWN_MOST = 40


@dataclass
class Tally:
    """Counts what is found of what is wanted, and of what is not, in one corpus."""

    name: str
    found: int = 0
    left: int = 0
    missed: list[str] = field(default_factory=list)  # wanted and not found
    wrong: list[str] = field(default_factory=list)  # found and not wanted

    def add(self, text: str, *, wanted: bool, found: bool) -> None:
        if wanted and found:
            self.found += 1
        elif wanted:
            self.missed.append(text)
        elif found:
            self.wrong.append(text)
        else:
            self.left += 1

    @property
    def count(self) -> int:
        return self.found + self.left + len(self.missed) + len(self.wrong)

    @property
    def precision(self) -> float:
        """The share of what is found that is wanted."""
        return _share(self.found, self.wrong)

    @property
    def recall(self) -> float:
        """The share of what is wanted that is found."""
        return _share(self.found, self.missed)

    @property
    def refusal(self) -> float:
        """The share of what is not wanted that is not found."""
        return _share(self.left, self.wrong)

    def check(self, *, precision: float = 0, recall: float = 0, refusal: float = 0) -> None:
        """Compare the figures with the least that they may be, and the texts with those of corpora.json."""
        now = {"missed": sorted(map(_mark, self.missed)), "wrong": sorted(map(_mark, self.wrong))}
        accepted = json.loads(ACCEPTED.read_text()) if ACCEPTED.exists() else {}
        if os.environ.get("CORPORA") == "accept":
            ACCEPTED.write_text(json.dumps(accepted | {self.name: now}, indent=0, sort_keys=True) + "\n")
            accepted[self.name] = now
        before = accepted.get(self.name, {"missed": [], "wrong": []})
        report = self._report(before)
        print(report)
        assert self.precision >= precision, f"precision is under {precision}. {report}"
        assert self.recall >= recall, f"recall is under {recall}. {report}"
        assert self.refusal >= refusal, f"refusal is under {refusal}. {report}"
        for sort, marks in now.items():
            assert len(marks) <= len(before[sort]), f"{len(marks)} are {sort}, {len(before[sort])} were. {report}"

    def _report(self, before: dict[str, list[str]]) -> str:
        of_found = f"precision {self.precision:.3f}, " if self.left or self.wrong else ""  # else all are wanted
        lines = [f"{self.name}: {of_found}recall {self.recall:.3f} of {self.count} texts"]
        for sort, texts in (("missed", self.missed), ("wrong", self.wrong)):
            marks = set(before[sort])
            new = [text for text in texts if _mark(text) not in marks]
            lines += [f"  newly {sort}: {text!r}" for text in new[:SHOWN_MOST]]
            lines += [f"  … and {len(new) - SHOWN_MOST} more newly {sort}"] * (len(new) > SHOWN_MOST)
            if right := len(marks - set(map(_mark, texts))):
                lines.append(f"  no longer {sort}: {right}")
        return "\n".join(lines)


def _share(right: int, wrong: list[str]) -> float:
    return right / (right + len(wrong)) if right or wrong else 1.0


def _mark(text: str) -> str:
    """Return what stands for a text in corpora.json, which is shorter than it."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
