"""What the tests of files share: bringing a file in, and the person's yes to all of it."""

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

from memoryweb.interchange.entry import Document
from memoryweb.interchange.formats import memory_md
from memoryweb.interchange.importing import Report, import_text
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Proposal
from memoryweb.people.models import User


def accept_all(person: User, now: datetime) -> None:
    """Press Remember on every question, the oldest first."""
    while question := Proposal.objects.of(person).open().order_by("created_at", "pk").first():
        actions.accept(question.pk, by=Person(person), now=now)


def import_and_accept(text: str, read: Callable[[str], Document], person: User, now: datetime) -> Report:
    report = import_text(text, read, person, now=now)
    accept_all(person, now)
    return report


def bring(person: User, *paragraphs: str) -> Report:
    """Bring a MEMORY.md of these paragraphs to Review."""
    return import_text("\n\n".join(paragraphs), memory_md.read, person, now=timezone.now())
