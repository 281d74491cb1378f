"""A MEMORY.md and the memories in use, with the last state in which both agreed."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from uuid import UUID

from memoryweb.agents.models import Scope
from memoryweb.folders import blocks as markdown_blocks
from memoryweb.folders import statements
from memoryweb.folders.blocks import Block
from memoryweb.folders.disk import MEMORY_FILE
from memoryweb.folders.models import Folder, FolderLine
from memoryweb.folders.statements import Finding
from memoryweb.interchange import exporting
from memoryweb.interchange.entry import Entry
from memoryweb.memories import visibility
from memoryweb.memories.models import Horizon, Memory, Proposal, ProposalQuerySet, Status
from memoryweb.people.models import MemorySettings
from memoryweb.recall import recall

SUCCESSORS_MAX = 50  # replaced by, replaced by, …


@dataclass
class FileState:
    """A file and the memories that may stand in it, with what is known of both. Needs the person's scope and hold."""

    folder: Folder
    text: str
    now: datetime
    found: list[Finding] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.settings = MemorySettings.for_person(self.folder.person_id)
        self.rows = {bytes(row.digest): row for row in self.folder.lines.filter(file=MEMORY_FILE)}
        categories = set(Memory.objects.of(self.folder.person_id).values_list("category", flat=True).distinct())
        self.blocks, self.document = markdown_blocks.read(self.text, categories)
        self.entries: dict[UUID, Entry] = {}
        self.digests: dict[str, bytes] = {}

    @property
    def wanted(self) -> list[Memory]:
        """Return the memories to write if missing."""
        return self._found[0]

    @property
    def memories(self) -> dict[UUID, Memory]:
        """Return all memories that may stand in the file, by id."""
        return self._found[1]

    @cached_property
    def _found(self) -> tuple[list[Memory], dict[UUID, Memory]]:
        linked = {pk for row in self.rows.values() for pk in (row.memory, row.replaces) if pk}
        memories = Memory.objects.of(self.folder.person_id).active()
        if agent := self.folder.agent:
            memories = visibility.readable_by(agent, self.settings, now=self.now, project=agent.project)
            memories = memories if self.is_given else memories.none()
            wanted = memories.filter(horizon=Horizon.LONG)
        else:
            memories = memories.filter(community=None)
            wanted = exporting.memories_in_use(self.folder.person).filter(horizon=Horizon.LONG, community=None)
        written = list(wanted.order_by("category", "learned_on", "obs_id"))
        found = {memory.pk: memory for memory in written}
        return written, found | memories.in_bulk(linked - found.keys())

    @property
    def is_given(self) -> bool:
        """Return whether the agent receives memories: its file counts as a read."""
        agent = self.folder.agent
        is_off = self.folder.is_closed or (agent and recall.switched_off(agent, self.settings, self.now))
        return agent is not None and agent.is_usable(self.now) and Scope.READ in agent.scopes and not is_off

    # What memories say

    def entry_of(self, memory: Memory) -> Entry:
        if memory.pk not in self.entries:
            self.entries[memory.pk] = exporting.entry_from_memory(memory, self.settings.zone)
        return self.entries[memory.pk]

    def says(self, memory: Memory) -> bytes:
        """Return a digest of what a memory says, without its dates."""
        entry = self.entry_of(memory)
        texts = (entry.label, entry.value, *entry.details, entry.condition, entry.project, entry.category, entry.key)
        return statements.digest(self.folder, "\x1f".join(texts))

    def holder(self, memory_id: UUID | None) -> Memory | None:
        """Return the memory, or its successor, if listed in the file."""
        seen = 0
        while memory_id and memory_id not in self.memories and seen < SUCCESSORS_MAX:
            ended = Memory.objects.of(self.folder.person_id).filter(pk=memory_id).first()
            if ended is None:
                return None
            if ended.superseded_by_id is None and (same := self._same(ended)):
                return same
            memory_id, seen = ended.superseded_by_id, seen + 1
        return self.memories.get(memory_id) if memory_id else None

    def _same(self, ended: Memory) -> Memory | None:
        """Return the listed memory with the same fingerprint as an ended one."""
        return next((each for each in self.memories.values() if each.fingerprint == ended.fingerprint), None)

    # Rows

    def digest(self, words: str) -> bytes:
        if words not in self.digests:
            self.digests[words] = statements.digest(self.folder, words)
        return self.digests[words]

    def link(self, block: Block, state: str, memory: Memory | None = None, **more: UUID | None) -> None:
        """Keep that a block stands for a memory."""
        row = self.rows.get(digest := self.digest(block.words)) or FolderLine(
            person_id=self.folder.person_id, folder=self.folder, file=MEMORY_FILE, digest=digest
        )
        row.number, row.state = block.number, state
        row.memory, row.says = (memory.pk, self.says(memory)) if memory else (None, None)
        row.question, row.replaces = more.get("question"), more.get("replaces")
        row.save()
        self.rows[digest] = row

    def drop(self, row: FolderLine) -> None:
        self.rows.pop(bytes(row.digest), None)
        row.delete()

    def question_rows(self, question: UUID | None) -> ProposalQuerySet:
        own = Proposal.objects.of(self.folder.person_id)
        return own.filter(pk=question) if question else own.none()

    def candidate(self, row: FolderLine) -> Memory | None:
        candidates = Memory.objects.of(self.folder.person_id).filter(status=Status.CANDIDATE)
        return candidates.filter(pk=row.memory).first() if row.memory else None
