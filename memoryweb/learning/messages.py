"""Selects the excerpts to keep from a report's messages. Stores and locks nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memoryweb.language import extraction, sensitive
from memoryweb.language.extraction import without_injected
from memoryweb.language.readings import ProcessorTime
from memoryweb.language.sensitive import Finding
from memoryweb.language.text import signs
from memoryweb.learning import policy, withholding
from memoryweb.memories.actions import types
from memoryweb.rules import limits

BEFORE_MAX = 20  # excerpts that are looked at together with what follows: of earlier reports, or after the titles
READ_BEYOND = 1_000  # characters after those that are kept of a message: a secret that begins there is found whole
SENTENCE_ENDS = (". ", "! ", "? ", "\n", "。", "！", "？")


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What was read of a report: its first `taken` messages, as far as there was time and room.

    `withheld` has the category of each message of which some or all must not be stored, by number. `refusals` are what
    is counted.
    """

    taken: int
    excerpts: list[str]
    withheld: dict[int, str]
    refusals: list[Finding]
    topic: str
    summary: str


def read(messages: Sequence[str], *, before: Sequence[str], room: int, topic: str, summary: str) -> Reading:
    """Read messages into at most `room` excerpts, within the time limit but at least one.

    `before` are the excerpts of earlier reports, which were looked at when they came. Text from our own prompt block is
    removed, so that it is not learned again. Titles that are sensitive, alone or with the first excerpts, become empty.
    """
    time = ProcessorTime(policy.READ_SECONDS)
    texts = [message[: limits.MESSAGE_READ_MAX + READ_BEYOND] for message in messages]
    inspected = withholding.inspect(texts, before[-BEFORE_MAX:])
    refusals = inspected.refusals
    excerpts: list[str] = []
    taken = 0
    for text in inspected.kept:
        own = types.clean_text(without_injected(text[: limits.MESSAGE_READ_MAX])).strip() if text else ""
        parts = excerpts_of(own, time) if own else []
        if len(excerpts) + len(parts) > room:
            break
        excerpts += parts
        taken += 1
    if (topic or summary) and (finding := _inspect_titles(topic, summary, excerpts)):
        refusals.append(finding)
        topic = summary = ""
    withheld = {number: finding.category.value for number, finding in enumerate(inspected.found[:taken]) if finding}
    return Reading(
        taken=taken,
        excerpts=excerpts,
        withheld=withheld,
        refusals=refusals,
        topic=signs.cut(types.clean_text(topic), limits.TOPIC_MAX),
        summary=signs.cut(types.clean_text(summary), limits.SUMMARY_MAX),
    )


def _inspect_titles(topic: str, summary: str, excerpts: Sequence[str]) -> Finding | None:
    return sensitive.inspect([topic, summary]) or sensitive.inspect_together([topic, summary, *excerpts[:BEFORE_MAX]])


def excerpts_of(message: str, time: ProcessorTime) -> list[str]:
    """Return a message's excerpts: a short one whole, else all statements about the person, or its beginning.

    What a long one says may take several excerpts, so that all of it is read, whenever that happens. Whole sentences
    are kept, because a statement is quoted with its sentence. Where there is no time to find what it says, all of it is
    kept until somebody has read it.
    """
    if len(message) <= limits.EXCERPT_MAX:
        return [message]
    if time.is_spent:
        return list(_parts_of(message))
    excerpts: list[str] = []
    for find in extraction.find(message):
        text = signs.cut(max(find.quote, find.details, key=len), limits.EXCERPT_MAX)
        if any(text in each for each in excerpts):
            continue
        if excerpts and len(excerpts[-1]) + len(text) < limits.EXCERPT_MAX:
            excerpts[-1] = f"{excerpts[-1]}\n{text}"
        else:
            excerpts.append(text)
    return excerpts or [signs.shorten(message, limits.EXCERPT_MAX)]


def _parts_of(message: str) -> Iterator[str]:
    """Yield a long message in parts, ending at a sentence or word if possible."""
    start = 0
    while start < len(message):
        part = signs.cut(message[start : start + limits.EXCERPT_MAX + 1], limits.EXCERPT_MAX)
        if start + len(part) < len(message):
            ends = [part.rfind(end) + len(end) for end in SENTENCE_ENDS if end in part]
            part = part[: max(ends, default=0) or part.rfind(" ") + 1 or len(part)]
        start += len(part)
        if text := part.strip():
            yield text
