"""A folder on the disk that alice declared as her own, and what it does to her memory."""

from pathlib import Path

from django.utils import timezone

from memoryweb.folders import adding, passes
from memoryweb.folders.models import Folder
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import User


class Vault:
    """A folder on the disk that alice declared as her own, and her memory."""

    def __init__(self, path: Path, person: User) -> None:
        self.person, self.file = person, path / "MEMORY.md"
        self.row = adding.add(path, person, host="here", data=path / "none", now=timezone.now())
        adding.declare(self.row, Folder.Kind.OWN, None)

    @property
    def text(self) -> str:
        return self.file.read_text()

    def write(self, text: str) -> None:
        self.file.write_text(text)

    def change(self, before: str, after: str) -> None:
        assert self.text.count(before) == 1, self.text
        self.write(self.text.replace(before, after))

    def sync(self) -> bool:
        return passes.run(self.row.pk, self.person.pk, now=timezone.now())

    def say_yes(self, *, gives: bool = True) -> None:
        self.row.refresh_from_db()
        self.row.standing_since = timezone.now() if gives else None
        self.row.save()

    @property
    def trouble(self) -> str:
        self.row.refresh_from_db()
        return self.row.trouble

    @property
    def findings(self) -> list[tuple[int, str, str]]:
        self.row.refresh_from_db()
        return [(each["line"], each["what"], each["category"]) for each in self.row.findings]

    def in_use(self) -> set[str]:
        return {str(memory) for memory in Memory.objects.of(self.person).active()}

    def questions(self) -> list[Proposal]:
        return list(Proposal.objects.of(self.person).open().order_by("created_at", "pk"))
