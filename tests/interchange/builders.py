"""What the tests of files share: bringing a file in, and the person's yes to all of it."""

from datetime import datetime

from django.utils import timezone

from memoryweb.interchange.importing import batches, previews
from memoryweb.interchange.importing.batches import Report
from memoryweb.interchange.models import ImportBatch
from memoryweb.interchange.reading import read_text
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Proposal
from memoryweb.people.models import User


def accept_all(person: User, now: datetime) -> None:
    """Press Remember on every question, the oldest first."""
    while question := Proposal.objects.of(person).open().order_by("created_at", "pk").first():
        actions.accept(question.pk, by=Person(person), now=now)


def import_text(text: str, person: User, now: datetime, *, uses_explicit: bool = False, name: str = "") -> ImportBatch:
    """Import all that a text says about the person, as they do by pressing Import at once."""
    batch = previews.prepare([read_text(text, name)], person, now=now)
    previews.start(batch, uses_explicit=uses_explicit, now=now)
    batches.run(batch.pk, person.pk, now=now)
    batch.refresh_from_db()
    return batch


def import_and_accept(text: str, person: User, now: datetime) -> Report:
    batch = import_text(text, person, now)
    accept_all(person, now)
    return batches.report(batch)


def bring(person: User, *paragraphs: str) -> Report:
    """Bring a MEMORY.md of these paragraphs to Review."""
    return batches.report(import_text("\n\n".join(paragraphs), person, timezone.now()))
