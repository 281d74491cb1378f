"""The history of one memory as a diff: what each change removed from its sentence, and what it added."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from memoryweb.language.text import value_text
from memoryweb.memories.history.history import Difference, Step

# Spaces, a word, a Chinese or Japanese character, or any other sign.
TOKEN = re.compile(r"\s+|[^\W\u3040-\u30ff\u3400-\u9fff]+|.", re.DOTALL)
TOKENS_MAX = 600  # of a longer text the whole is shown as replaced: comparing takes the square of the length
ALIKE = 0.35  # texts that share less are shown as one replaced by the other
SENTENCE = ("label", "value")
TOLD_BY_VERB = {"status"}  # "Confirmed", "Archived": what changes the status has a verb of its own
NUMBERS = {"horizon", "source", "confidence", "evidence_count", "importance", "ttl_from"}
FEW = 2  # so many other changes are shown at once, more of them folded


@dataclass(frozen=True)
class Part:
    """A piece of a sentence; `mark` is "del", "ins" or empty."""

    text: str
    mark: str = ""


@dataclass(frozen=True)
class Entry:
    """One change in the history: its sentence, marked where it changed, and what else changed.

    `replaced` is whether the sentence stands in the place of another memory's.
    """

    step: Step
    sentence: list[Part]
    words: list[Difference]
    numbers: list[Difference]
    replaced: bool = False

    @property
    def is_folded(self) -> bool:
        return len(self.numbers) > FEW or bool(self.sentence or self.words)


def entries(timeline: Sequence[Step], memory_id: object) -> list[Entry]:
    """Return the changes, newest first, of a memory and of those it replaced; `timeline` is newest first.

    That a predecessor was replaced is told by the first change of what replaced it.
    """
    before: dict[object, str] = {}
    latest, result = "", list[Entry]()
    for step in reversed(timeline):
        if step.verb == "supersede" and step.memory_id != memory_id:
            continue
        sentence = "" if step.erased else value_text.format_line(step.label, step.value)
        replaced = step.first and bool(latest)
        earlier = latest if replaced else before.get(step.memory_id, "")
        shown = compare(earlier, sentence) if earlier else [Part(sentence)]
        others = [each for each in step.differences if each.field not in (*SENTENCE, *TOLD_BY_VERB)]
        words = [each for each in others if each.field not in NUMBERS]
        numbers = [each for each in others if each.field in NUMBERS]
        result.append(Entry(step, shown if sentence not in ("", earlier) else [], words, numbers, replaced))
        before[step.memory_id] = latest = sentence or earlier
    return result[::-1]


def compare(before: str, after: str) -> list[Part]:
    """Return a word diff of two texts."""
    old, new = TOKEN.findall(before), TOKEN.findall(after)
    if max(len(old), len(new)) > TOKENS_MAX:
        return [Part(before, "del"), Part(after, "ins")]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < ALIKE:
        return [Part(before, "del"), Part(after, "ins")]
    runs: list[tuple[str, str, str]] = []  # what stays, or what goes and what comes
    for name, i1, i2, j1, j2 in matcher.get_opcodes():
        gone, come = "".join(old[i1:i2]), "".join(new[j1:j2])
        runs.append((gone, "", "") if name == "equal" else ("", gone, come))
    return [part for run in _joined(runs) for part in _parts(run) if part.text]


def _joined(runs: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Join changes that only spaces and signs keep apart, so that two words are one change."""
    joined: list[tuple[str, str, str]] = []
    for n, (same, gone, come) in enumerate(runs):
        is_between = same and not any(map(str.isalnum, same)) and 0 < n < len(runs) - 1
        if is_between or (not same and joined and not joined[-1][0]):
            _, old, new = joined[-1] if joined else ("", "", "")
            joined[-1] = ("", old + (same or gone), new + (same or come))
        else:
            joined.append((same, gone, come))
    return joined


def _parts(run: tuple[str, str, str]) -> list[Part]:
    same, gone, come = run
    return [Part(same)] if same else [Part(gone, "del"), Part(come, "ins")]
