"""What of messages must not be kept: a message, a part of it, or what several tell together.

A message that the guard refuses for what it says of health or money loses the clauses that say it. What tells a secret
takes more with it, because words that name nothing may still be a second one: "…, and the other one is tulip".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memoryweb.language import sensitive
from memoryweb.language.heads import guard
from memoryweb.language.readings import ProcessorTime
from memoryweb.language.sensitive import Finding, Sensitive
from memoryweb.language.text.clauses import clauses, sentences
from memoryweb.learning import policy

BORDER = 300  # characters on each side of where one message ends and the next begins
JUDGED_TOGETHER = 16  # messages
PARTS_READ_MAX = 2_000  # characters of a refused message that is read in parts; a longer one is withheld whole
STATES = (Sensitive.HEALTH, Sensitive.FINANCIAL)
# A clause that says by itself of whom it speaks, or what follows: "take it twice a day" speaks of what was left out.
BEGINS_ANEW = re.compile(
    r"\W*(?:(?:so|but|and|also|und|aber|also|deshalb|darum|pero|mais|donc|y|et|所以|但是?|而且|另外|不过)\b\W*)?"
    r"(?:(?:i|we|my|our|please|never|always|no|ich|wir|mein\w*|unser\w*|bitte|kein\w*|nie|yo|je|j)\b|i['’]|请|我|别|不要)",
    re.IGNORECASE,
)
SPEAKS_OF_IT = re.compile(r"\b(?:it|that|this|them|those|these)\b|它|这|那", re.IGNORECASE)


@dataclass(frozen=True)
class Inspection:
    """Result of an inspection: `kept` parts of each message read in time, `found` reasons, `refusals` to count."""

    kept: list[str]
    found: list[Finding | None]
    refusals: list[Finding]


def inspect(messages: Sequence[str], before: Sequence[str]) -> Inspection:
    """Inspect messages with the guard, as time allows; return their harmless parts and each refusal once.

    It reads each alone, its beginning with the end of the one before, and all of them together. The last takes about
    half as long as the others, so that it begins after two thirds of the time. `before` was looked at when it came.
    """
    time = ProcessorTime(policy.READ_SECONDS * 2 / 3)
    kept: list[str] = []
    found: list[Finding | None] = []
    refusals: list[Finding] = []
    for number, (message, told) in enumerate(zip(messages, _told(messages), strict=True)):
        if number and time.is_spent:
            break
        has_shape = sensitive.inspect(message)  # else only its words together tell it, maybe with those before
        alone = has_shape or told
        found.append(alone)
        kept.append(without_refused(message) if alone else message)
        refusals += [alone] if alone else []
        whole = message if alone and not has_shape else kept[-1]
        if number and whole and kept[-2] and (both := _inspect_border(kept[-2], whole)):
            found[-2:], kept[-2:] = [both, both], ["", ""]
            refusals[len(refusals) - bool(alone) :] = [both]
    rest = [message for message in kept if message]
    if len(before) + len(rest) > 1 and rest and (together := sensitive.inspect_together([*before, *rest])):
        refusals.append(together)
        found, kept = [finding or together for finding in found], [""] * len(kept)
    return Inspection(kept, found, refusals)


def _told(messages: Sequence[str]) -> Iterator[Finding | None]:
    """Yield what each message tells in plain sentences, some judged together, as far as anybody asks."""
    for start in range(0, len(messages), JUDGED_TOGETHER):
        yield from guard.told_each(messages[start : start + JUDGED_TOGETHER])


def without_refused(message: str) -> str:
    """Return a refused message's harmless parts; empty if none."""
    if len(message) > PARTS_READ_MAX:
        return ""
    parts = sentences(message)
    findings = [guard.inspect(sentence) for sentence in parts]
    refused = [place for place, finding in enumerate(findings) if finding]
    if not refused:
        return ""  # only all of it together tells it
    if all(finding.category in STATES for finding in findings if finding):
        kept = [_without_clauses(part) if finding else part for part, finding in zip(parts, findings, strict=True)]
    else:
        kept = parts[: max(0, refused[0] - 1)]
    rest = "".join(kept).strip()
    return "" if guard.inspect(rest) else rest


def _without_clauses(sentence: str) -> str:
    """Return a sentence without refused clauses and clauses that depend on them."""
    spans = clauses(sentence)
    refused = [guard.inspect(sentence[start:end]) is not None for start, end in spans]
    if not any(refused):
        return ""
    parts = [
        sentence[start:end].strip(" ,;，；:：-–—\n")
        for place, (start, end) in enumerate(spans)
        if not refused[place] and (not any(refused[:place]) or _stands_alone(sentence[start:end]))
    ]
    return "".join(f"{part}{'' if part.endswith(tuple('.!?。！？')) else '.'} " for part in parts)


def _stands_alone(clause: str) -> bool:
    return BEGINS_ANEW.match(clause) is not None and not SPEAKS_OF_IT.search(clause)


def _inspect_border(one: str, next_one: str) -> Finding | None:
    """Return what the end of a message and the next one's beginning give away together, without words cut in half."""
    end = one if len(one) <= BORDER else one[-BORDER:].partition(" ")[2]
    beginning = next_one if len(next_one) <= BORDER else next_one[:BORDER].rpartition(" ")[0]
    return sensitive.inspect_together([end or one[-BORDER:], beginning or next_one[:BORDER]])
