"""The preview of an import: its stored rows, their counts, and the person's choice."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q

from memoryweb.interchange.entry import About, Entry
from memoryweb.interchange.importing.comparing import Compared, Placed, compare
from memoryweb.interchange.importing.importing import ALLERGY
from memoryweb.interchange.importing.screening import Refused, screen
from memoryweb.interchange.models import TEXT_MAX, ImportBatch, ImportRow
from memoryweb.interchange.parsing import taken_back
from memoryweb.interchange.reading import Reading
from memoryweb.language import sensitive
from memoryweb.language.text import signs
from memoryweb.memories import refusals
from memoryweb.memories.models import fingerprints
from memoryweb.people.models import User

State, Verdict = ImportBatch.State, ImportRow.Verdict
STORED_AT_ONCE = 1000
DATES = ("learned", "updated", "expired", "valid_until", "as_of", "replaced_on")
NUMBERS = ("importance", "confidence", "ttl_days")  # 0 says something
TUPLES = ("details", "tags", "context")
CHOSEN = (Verdict.NEW, Verdict.CHANGE, Verdict.PAST)


def prepare(readings: Sequence[Reading], person: User, *, now: datetime) -> ImportBatch:
    """Store a preview of what was read, without what the guard refuses. Needs the person's scope and a transaction.

    The same files under the same names have one preview, however often they are brought.
    """
    files = [_describe(reading, person) for reading in readings]
    same: dict[str, Any] = {"person": person, "digest": digest_of(readings, person), "state": State.PREVIEW}
    ImportBatch.objects.filter(**same).exclude(files=files).delete()  # under another name, which may say another day
    batch, is_new = ImportBatch.objects.get_or_create(
        **same, defaults={"files": files, "created_at": now, "touched_at": now}
    )
    if not is_new:  # of two presses at once, too
        return batch
    refused = [screen(reading.document) for reading in readings]
    for each in (one for of_file in refused for one in of_file):
        refusals.count(person.pk, sensitive.Finding(sensitive.Sensitive(each.category)), now=now)
    placed = _in_order(readings, person, now)
    rows = [
        _row(batch, each, compared) for each, compared in zip(placed, compare(placed, person, now=now), strict=True)
    ]
    for file, reading in enumerate(readings):
        rows += [_refused_row(batch, file, each) for each in refused[file]]
        parts = Counter(entry.line for entry in reading.document.entries)
        for line, text, reason in reading.document.unknown:
            shown = signs.cut(text.replace("\x00", "\ufffd"), TEXT_MAX)
            rows.append(
                ImportRow(
                    person=person,
                    batch=batch,
                    file=file,
                    line=line,
                    part=parts[line],
                    verdict=Verdict.UNKNOWN,
                    text=shown,
                    reason=reason,
                )
            )
            parts[line] += 1
    for number, row in enumerate(rows):
        row.number = number
    ImportRow.objects.bulk_create(rows, batch_size=STORED_AT_ONCE)
    return batch


def digest_of(readings: Sequence[Reading], person: User) -> str:
    """Return a keyed digest of the files' contents."""
    return _keyed("\n".join(each.digest or each.name for each in readings), person)


def _keyed(digest: str, person: User) -> str:
    """Return a digest under which nobody without the key can test what somebody's file says."""
    return fingerprints.keyed_digest("import", f"{person.pk}\x1f{digest}").hex()


def find_unfinished(readings: Sequence[Reading], person: User) -> ImportBatch | None:
    """Find an unfinished import of the same files, or None."""
    return ImportBatch.objects.of(person).filter(digest=digest_of(readings, person), state=State.IMPORTING).first()


def _describe(reading: Reading, person: User) -> dict[str, str]:
    name = "" if sensitive.inspect(reading.name) else reading.name.replace("\x00", "")
    return {
        "name": name,
        "format": reading.format.name if reading.format else "",
        "refused": str(reading.refused),
        "digest": _keyed(reading.digest, person) if reading.digest else "",
    }


def _in_order(readings: Sequence[Reading], person: User, now: datetime) -> list[Placed]:
    """Return all entries in import order: ended ones first, then by date.

    So what has ended is found in the past by what took its place.
    """
    placed = []
    for file, reading in enumerate(readings):
        parts: Counter[int] = Counter()
        digest = _keyed(reading.digest, person) if reading.digest else ""
        for entry in reading.document.entries:
            placed.append(Placed(entry, file, digest, parts[entry.line]))
            parts[entry.line] += 1
    return sorted(
        placed,
        key=lambda each: (each.entry.expired is None, each.entry.learned or now.date(), each.file, each.entry.line),
    )


def _row(batch: ImportBatch, each: Placed, compared: Compared) -> ImportRow:
    entry = each.entry
    row = ImportRow(
        person_id=batch.person_id,
        batch=batch,
        file=each.file,
        line=entry.line,
        part=each.part,
        about=entry.about,
        is_explicit=entry.is_explicit,
        verdict=compared.verdict,
        reason=compared.reason,
        is_chosen=compared.verdict in CHOSEN and entry.about == About.PERSON,
    )
    if compared.verdict in (Verdict.UNKNOWN, Verdict.BLOCKED):
        row.text = (
            "" if compared.verdict == Verdict.BLOCKED else signs.cut(entry.title.replace("\x00", "\ufffd"), TEXT_MAX)
        )
    else:
        row.entry = _to_json(entry)
    return row


def _refused_row(batch: ImportBatch, file: int, each: Refused) -> ImportRow:
    is_allergy = each.category == sensitive.Sensitive.HEALTH and each.is_dietary
    reason = ALLERGY if is_allergy else refusals.REASONS[sensitive.Sensitive(each.category)]
    return ImportRow(
        person_id=batch.person_id,
        batch=batch,
        file=file,
        line=each.line,
        verdict=Verdict.REFUSED,
        category=each.category,
        reason=reason,
    )


def _to_json(entry: Entry) -> dict[str, Any]:
    """Return an entry's values as JSON for its row, without its line."""
    values = {
        name: value
        for name, value in asdict(entry).items()
        if (value or (value == 0 and name in NUMBERS)) and name not in ("line", "context")
    }
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}


def can_be_taken(row: ImportRow) -> bool:
    """Return whether a row has words that the person may take, whatever the reason why it was left out."""
    return bool(row.entry) or (row.verdict == Verdict.UNKNOWN and 0 < len(row.text) < TEXT_MAX)


def entry_of(row: ImportRow) -> Entry:
    """Return a row's entry; for a line left out, the line itself as an entry."""
    if not row.entry and row.text:
        return Entry(details=(taken_back.words_of(row.text) or row.text,), line=row.line)
    values = dict(row.entry or {})
    for name in DATES:
        if name in values:
            values[name] = date.fromisoformat(values[name])
    for name in TUPLES:
        if name in values:
            values[name] = tuple(values[name])
    return Entry(**values | {"line": row.line, "about": About(row.about or About.PERSON)})


def choose(batch: ImportBatch, listed: Iterable[UUID], chosen: Iterable[UUID]) -> None:
    """Keep the person's choice for the rows that a page listed."""
    is_entry = Q(verdict__in=ImportRow.CAN_BE_CHOSEN, entry__isnull=False)
    is_left_out = Q(verdict=Verdict.UNKNOWN) & ~Q(text="")
    rows = batch.rows.filter(is_entry | is_left_out, pk__in=list(listed))
    ticked = set(chosen)
    rows.filter(pk__in=ticked).update(is_chosen=True)
    rows.exclude(pk__in=ticked).update(is_chosen=False)


def choose_all_about(batch: ImportBatch, about: str, *, is_chosen: bool) -> None:
    """Take or leave everything about a project, a persona, or whatever else is left out unless asked for."""
    rows = batch.rows.filter(about=about, verdict__in=CHOSEN, entry__isnull=False)
    rows.update(is_chosen=is_chosen)


def start(batch: ImportBatch, *, uses_explicit: bool, now: datetime) -> bool:
    """Begin the import that the person agreed to; False if somebody else began it, or it is over."""
    total = batch.rows.filter(is_chosen=True).count()
    started = ImportBatch.objects.filter(pk=batch.pk, state=State.PREVIEW).update(
        state=State.IMPORTING, uses_explicit=uses_explicit, total=total, done=0, touched_at=now
    )
    if started:  # what they left out is nobody's any more
        batch.rows.filter(is_chosen=False).exclude(verdict=Verdict.UNKNOWN).update(entry=None)
    return bool(started)


@dataclass(frozen=True)
class Counts:
    """Row counts of an import by verdict, subject, refusal and outcome."""

    verdicts: dict[str, int]
    chosen: int
    explicit: int  # chosen ones about the person that the file marks as said by them
    about: dict[str, int]  # rows about something else than the person, by what that is
    refused: dict[str, int]  # by category
    outcomes: dict[str, int]


def counts(batch: ImportBatch) -> Counts:
    """Count the rows in one query."""
    names = ("verdict", "about", "is_explicit", "is_chosen", "category", "outcome")
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    chosen = explicit = 0
    for verdict, about, is_explicit, is_chosen, category, outcome, count in (
        batch.rows.values_list(*names).annotate(count=Count("pk")).order_by()
    ):
        is_other = bool(about) and about != About.PERSON and verdict in ImportRow.CAN_BE_CHOSEN
        totals["about" if is_other else "verdict"][about if is_other else verdict] += count
        chosen += count * is_chosen
        explicit += count * (is_chosen and is_explicit and not is_other)
        if category:
            totals["refused"][category] += count
        if outcome:
            totals["outcome"][outcome] += count
    return Counts(
        dict(totals["verdict"]),
        chosen,
        explicit,
        dict(totals["about"]),
        dict(totals["refused"]),
        dict(totals["outcome"]),
    )


def discard(batch: ImportBatch) -> bool:
    """Delete a preview with all its words; False if the import has started or is gone."""
    with transaction.atomic():
        deleted, _ = ImportBatch.objects.filter(pk=batch.pk, state=State.PREVIEW).delete()
    return bool(deleted)
