"""What is found in messages without a model, and whether a change of mind is noticed, on third-party sentences.

python -m tests.benchmarks.extraction DATA_FOLDER [--only-finding]

Nothing of the data is copied here: its notes about "you" are put into the words a person would use.
"""

import json
import re
import sys
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any
from uuid import uuid4

from tests.benchmarks.house import at_most, house, report

CHINESE = Path(__file__).parents[2] / "corpora" / "sentences.jsonl"
BARS = {"English": {"precision": 0.97, "recall": 0.95}, "Chinese": {"precision": 0.95, "recall": 0.90}}
NOTICED = 0.85  # of the changes of mind: superseded, in conflict, or asked about
FALSELY = 0.05  # of different statements taken for one another
ASIDE = frozenset({"saved", "proposed", "noted"})  # stands beside what was known
SILENT = frozenset({"reinforced", "unchanged"})
PRESENT = {
    "was": "is",
    "were": "are",
    "had": "have",
    "chose": "choose",
    "ate": "eat",
    "kept": "keep",
    "drank": "drink",
    "felt": "feel",
    "found": "find",
    "thought": "think",
    "took": "take",
    "bought": "buy",
    "went": "go",
    "did": "do",
    "grouped": "group",
    "prioritized": "prioritize",
    "prepared": "prepare",
    "didn't": "don't",
}
STEMS = ("prefer", "avoid", "believ", "focus", "maintain", "enjoy", "lik", "lov", "sort", "us", "want", "need", "learn")
TOLD = re.compile(rf"\b(?:{'|'.join(STEMS)})(?:r?ed)\b", re.IGNORECASE)
ME = {
    "you'll": "I'll",
    "your": "my",
    "you": "I",
    "you're": "I'm",
    "you've": "I've",
    "yours": "mine",
    "yourself": "myself",
}
OCCASION = re.compile(r"^((?:When|On|For|If|While|In|At)\b[^,:]*[,:]) (?!(?:I|my|I'm)\b)", re.IGNORECASE)
TIME = re.compile(r"^(Morning|Afternoon|Evening|Night|Late night):? (?=(?:I|prefer)\b)", re.IGNORECASE)
BARE = re.compile(
    r"^(?:generally |always |usually )?(?:prefer|believe|avoid|choose|like|focus|maintain|use)\b", re.IGNORECASE
)


def as_said(note: str) -> str:
    """ "At sea, you chose rope shoes" → "At sea, I choose rope shoes"."""
    text = re.sub(r"[\w']+", lambda word: ME.get(word[0].lower(), word[0]), note.replace("’", "'"))
    text = re.sub(r"[\w']+", lambda word: PRESENT.get(word[0].lower(), word[0]), text)
    text = TOLD.sub(lambda word: _present(word[0]), text)
    text = TIME.sub(lambda when: f"In the {when[1].lower()}, ", text)
    text = OCCASION.sub(lambda when: f"{when[1].replace(':', ',')} I ", text)
    text = re.sub(r"\bI are\b", "I am", text)
    text = f"I {text[:1].lower()}{text[1:]}" if BARE.match(text) else text
    return text[:1].upper() + text[1:]


def _present(word: str) -> str:
    stem = re.sub(r"(?:r?ed)$", "", word)
    stem = f"{stem}r" if stem.endswith("prefe") else stem
    return f"{stem}e" if stem.lower() in ("believ", "lik", "lov", "us") else stem


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def labelled(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of the corpora as the public data are written."""
    return {"text": row["message"], "label": int(any(part["wanted"] for part in row["parts"]))}


# Finding


def finding(name: str, statements: Iterable[dict[str, Any]]) -> list[bool]:
    from memoryweb.language.extraction import find

    bars = BARS[name]
    counted: Counter[tuple[bool, bool]] = Counter()
    took = []
    for row in statements:
        if row["label"] is not None:
            before = perf_counter()
            found = bool(find(row["text"]))
            took.append((perf_counter() - before) * 1000)
            counted[found, bool(row["label"])] += 1
    precision = counted[True, True] / (counted[True, True] + counted[True, False])
    recall = counted[True, True] / (counted[True, True] + counted[False, True])
    took.sort()
    report(f"{name}, F1", 2 * precision * recall / (precision + recall), "share", 0, ok=True)
    at_most(f"{name}, 99th percentile", took[int(len(took) * 0.99)], "ms", 20)
    return [
        report(f"{name}, precision", precision, "share", bars["precision"], ok=precision >= bars["precision"]),
        report(f"{name}, recall", recall, "share", bars["recall"], ok=recall >= bars["recall"]),
        at_most(f"{name}, mean", sum(took) / len(took), "ms", 12),
    ]


# Changes of mind


def changes(data: Path) -> list[bool]:
    pairs = [
        (_category(row["section"]), as_said(row["previous"]), as_said(row["now"]))
        for row in rows(data / "pahf" / "embodied_updates.jsonl")
    ]
    apart = list(_different(rows(data / "pahf" / "embodied_persona_lines.jsonl")))
    good = []
    for path, tell in (("told by an agent", _told), ("said in a chat", _chatted)):
        came = Counter(_outcome(tell, *pair) for pair in pairs)
        noticed = sum(came[name] for name in ("revised", "conflict", "update")) / len(pairs)
        good += [
            report(f"changes {path}, noticed", noticed, "share", NOTICED, ok=noticed >= NOTICED),
            at_most(f"changes {path}, merged silently", sum(came[name] for name in SILENT), "pairs", 0),
        ]
        for name in ("nothing", "refused", "proposed"):
            report(f"changes {path}, {name}", came[name] / len(pairs), "share", 0, ok=True)
        aside = Counter(_outcome(tell, *pair) for pair in apart)
        falsely = 1 - (sum(aside[name] for name in ASIDE) + aside["nothing"]) / len(apart)
        good.append(at_most(f"different {path}, taken for one ({len(apart)} pairs)", falsely, "share", FALSELY))
    return good


def _category(section: str | None) -> str:
    """The section as an agent would name it: its first word; "personal" where there is none."""
    return re.split(r"\W+", (section or "personal").split(" - ")[0].lower())[0]


def _different(lines: list[dict[str, Any]]) -> Iterator[tuple[str, str, str]]:
    """Neighbours among one person's lines under one heading: each about something of its own."""
    grouped: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for line in lines:
        if line["section"]:
            grouped[line["user"], line["version"], line["section"]].append(line["text"])
    for (_, _, section), texts in grouped.items():
        words = re.findall(r"[a-z]+", section.lower())
        category = next((word for word in words if word not in ("your", "favorite", "is", "the")), "personal")
        for one, other in pairwise(texts):
            yield category, as_said(one), as_said(other)


def _outcome(tell: Any, category: str, one: str, other: str) -> str:
    from django.utils import timezone

    from memoryweb.agents.models import Agent, Trust
    from memoryweb.memories.actions import AgentOf
    from memoryweb.people.models import User
    from memoryweb.rls import scope

    person = User.objects.create_user(f"{uuid4()}@example.org")
    with scope.acting_as(person.pk):
        by = AgentOf(Agent.connect(person, name="Scribe", trust=Trust.TRUSTED)[0])
        first = tell(category, one, by, timezone.now())
        second = tell(category, other, by, timezone.now())
    return "refused" if first == ["refused"] else _worst(second) if first and second else "nothing"


def _worst(names: list[str]) -> str:
    """What counts of several finds in one message: whatever was not just put beside."""
    return next((name for name in names if name not in ASIDE), names[0])


def _told(category: str, text: str, by: Any, now: Any) -> list[str]:
    from memoryweb.memories import actions
    from memoryweb.memories.actions.types import Statement

    name = " ".join(re.findall(r"[\w'-]+", text)[:7])
    return [_name(actions.remember(Statement(name=name, details=text, category=category), by=by, now=now))]


def _chatted(category: str, text: str, by: Any, now: Any) -> list[str]:
    from memoryweb.language.extraction import find
    from memoryweb.memories import actions
    from memoryweb.memories.actions.types import Statement

    return [
        _name(
            actions.remember(
                Statement(
                    name=each.label,
                    label=each.label,
                    details=each.details,
                    quote=each.quote,
                    category=each.category,
                    key=each.key,
                    value=each.value,
                    condition=each.condition,
                    source=each.source,
                    kind=each.kind,
                ),
                by=by,
                now=now,
            )
        )
        for each in find(text)
    ]


def _name(done: Any) -> str:
    """A proposal to change what is known is a question about the two; one to remember is not."""
    return "update" if done.name == "proposed" and "should it now" in done.question.lower() else str(done.name)


def main(data: Path, *, only_finding: bool) -> bool:
    good = finding("English", rows(data / "prefdetect" / "statements_en.jsonl"))
    good += finding("Chinese", [labelled(row) for row in rows(CHINESE) if row["source"] == "statements_zh"])
    if not only_finding:
        with house():
            good += changes(data)
    return all(good)


if __name__ == "__main__":
    options = ArgumentParser()
    options.add_argument("data", type=Path)
    options.add_argument("--only-finding", action="store_true")
    given = options.parse_args()
    sys.exit(0 if main(given.data, only_finding=given.only_finding) else 1)
