"""What a MEMORY.md has to say now: entries are written, changed and taken out where memories have changed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from memoryweb.folders import blocks as markdown_blocks
from memoryweb.folders import statements
from memoryweb.folders.blocks import Block
from memoryweb.folders.disk import MEMORY_FILE
from memoryweb.folders.file_state import FileState
from memoryweb.folders.models import FolderLine
from memoryweb.folders.statements import Finding
from memoryweb.interchange.entry import Entry
from memoryweb.memories.models import Memory

State = FolderLine.State


@dataclass
class PlannedFile(FileState):
    """New content of the file and its rows."""

    def write_out(self) -> str:
        """Return the new content and link a row to each written entry; the old content if nothing changed."""
        self._renumber()
        changes: dict[int, str] = {}
        written: dict[str, Memory] = {}
        changed: set[bytes] = set()
        for block in self.blocks:
            if (digest := self.digest(block.words)) in changed:
                changes[block.start] = ""  # it stands there once more
                continue
            stands_for = self.rows.get(digest)
            change = self._change(stands_for, block) if stands_for else None
            if stands_for is None or change is None:
                continue
            changed.add(digest)
            self.drop(stands_for)
            if isinstance(change, Memory):
                words = markdown_blocks.render(self.entry_of(change))
                changes[block.start], written[words] = words, change
            else:
                changes[block.start] = ""
        self._settle_deletions()
        added = list(self._missing(written))
        written |= {markdown_blocks.render(self.entry_of(each)): each for each in added}
        text = markdown_blocks.rewrite(self.text, changes, self.blocks, [self.entry_of(each) for each in added])
        if not (changes or added):
            return self.text
        self.blocks, _ = markdown_blocks.read(text, {each.category for each in self.wanted})
        for block in self.blocks:
            if (memory := written.get(block.words)) and self.digest(block.words) not in self.rows:
                self.link(block, State.IN_STEP, memory)
        return text

    def _renumber(self) -> None:
        """Keep where each entry stands now, by which an edit of it is found later."""
        moved = []
        for block in self.blocks:
            if (row := self.rows.get(self.digest(block.words))) and row.number != block.number:
                row.number = block.number
                moved.append(row)
        FolderLine.objects.bulk_update(moved, ["number"], batch_size=1000)

    def _change(self, row: FolderLine, block: Block) -> Memory | str | None:
        """Return the memory to write into a block, "" to remove the block, None to leave it."""
        if row.state == State.IN_STEP:
            return self._change_in_step(row, block)
        if row.state == State.WAITS:
            return self._change_waiting(row, block)
        self.found.append(Finding(MEMORY_FILE, block.number, "left"))
        return None

    def _change_in_step(self, row: FolderLine, block: Block) -> Memory | str | None:
        in_use = self.holder(row.memory)
        if in_use is None:
            return ""
        if in_use.pk == row.memory and row.says == self.says(in_use):
            return None
        if in_use.pk != row.memory and self._stands_elsewhere(in_use, row):
            return ""
        return self._unless_said(block, in_use)

    def _stands_elsewhere(self, memory: Memory, row: FolderLine) -> bool:
        """Return whether another block of the file stands for a memory: the edit that took this one's place."""
        present = (self.rows.get(self.digest(block.words)) for block in self.blocks)
        return any(other and other.pk != row.pk and other.memory == memory.pk for other in present)

    def _unless_said(self, block: Block, memory: Memory) -> Memory | None:
        """Link a block that says what a memory says; else return the memory, to be written instead."""
        entry = self.entry_of(memory)
        if not statements.says_the_same(block.entry, entry, memory) and self._reads_back(entry):
            return memory
        self.link(block, State.IN_STEP, memory)
        return None

    def _change_waiting(self, row: FolderLine, block: Block) -> Memory | str | None:
        """Return `_change` for a block that waited for an answer; None while it waits."""
        if self.question_rows(row.question).open().exists() or self.candidate(row):
            return None
        if not (row.memory and Memory.objects.of(self.folder.person_id).filter(pk=row.memory).exists()):
            return ""  # erased
        if in_use := self.holder(row.memory) or self.holder(row.replaces):
            is_accepted = in_use.pk == row.memory != row.replaces and row.says == self.says(in_use)
            if not is_accepted:
                return self._unless_said(block, in_use)
            self.link(block, State.IN_STEP, in_use)
            return None
        if self.folder.agent:
            return ""
        self.link(block, State.LEFT)
        return None

    def _settle_deletions(self) -> None:
        """Forget deletions that were answered: what the person keeps is written again."""
        for row in [each for each in self.rows.values() if each.state == State.DELETED]:
            is_open = self.question_rows(row.question).open().exists()
            if not is_open:
                self.drop(row)

    def _missing(self, written: Iterable[str]) -> Iterator[Memory]:
        """Yield the memories that stand nowhere in the file, and link the lines that say one already."""
        linked = {row.memory for row in self.rows.values()} | {row.replaces for row in self.rows.values()}
        in_file = {said for block in self.blocks if (said := self.digest(block.words)) in self.rows}
        in_file |= {self.digest(words) for words in written}
        left = [
            block
            for block in self.blocks
            if (row := self.rows.get(self.digest(block.words))) and row.state == State.LEFT
        ]
        for memory in self.wanted:
            entry = self.entry_of(memory)
            if memory.pk in linked or (said := self.digest(markdown_blocks.render(entry))) in in_file:
                continue
            if same := next((each for each in left if statements.says_the_same(each.entry, entry, memory)), None):
                self.link(same, State.IN_STEP, memory)
                left.remove(same)
            elif self._reads_back(entry):
                in_file.add(said)
                yield memory

    def _reads_back(self, entry: Entry) -> bool:
        """Return whether an entry reads back the same as written; otherwise a later pass would take it for an edit."""
        words = markdown_blocks.render(entry)
        read, _ = markdown_blocks.read(markdown_blocks.rewrite("", {}, (), [entry]), {entry.category})
        return [block.words for block in read] == [words]

    @property
    def given(self) -> list[UUID]:
        """Return the memories that stand in the file."""
        return [row.memory for row in self.rows.values() if row.state == State.IN_STEP and row.memory]
