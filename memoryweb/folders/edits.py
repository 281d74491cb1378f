"""What was edited in a MEMORY.md since it was last in step: said, asked or stopped as the one whose folder it is."""

from dataclasses import dataclass, replace
from uuid import UUID

from memoryweb.agents.models import Scope, Trust
from memoryweb.folders import blocks as markdown_blocks
from memoryweb.folders import statements
from memoryweb.folders.blocks import Block
from memoryweb.folders.disk import MEMORY_FILE, DiskError
from memoryweb.folders.file_state import FileState
from memoryweb.folders.models import Folder, FolderLine, Trouble
from memoryweb.folders.statements import Finding
from memoryweb.interchange.entry import About, Document, Entry
from memoryweb.interchange.importing.screening import screen
from memoryweb.interchange.perspective import line_subject
from memoryweb.language.comparing import identity
from memoryweb.language.text import tokens
from memoryweb.memories import actions
from memoryweb.memories.actions import Actor, Outcome, proposals
from memoryweb.memories.acts import recording
from memoryweb.memories.models import Memory, Proposal, Status

State = FolderLine.State
AT_ONCE = 10  # edits in one transaction, while the person is held
MANY_GONE = 4  # deletions at once of which the person is asked first, if they are more than half of the entries
COMPARED_MAX = 20  # new bullets near one that is gone, of which one may be its edit
SAME_SUBJECT = 0.3  # how much of its words a bullet keeps while it is still the same one, edited
DELETED = {Folder.Kind.OWN: "You deleted it from your folder.", Folder.Kind.AGENT: "It was deleted from its folder."}


@dataclass
class Edits(FileState):
    """New statements in the file, and deletions from it."""

    is_more: bool = False  # some are left for another transaction

    def forget_deleted(self) -> None:
        """Drop rows of entries missing in the file, so that they are written again: the person asked for that."""
        present = {self.digest(block.words) for block in self.blocks}
        for row in [each for each in self.rows.values() if bytes(each.digest) not in present]:
            self.drop(row)

    def read_ahead(self) -> None:
        """Read what `take_in` asks of the words of new entries, before the person is held."""
        new = [block for block in self.blocks if self.digest(block.words) not in self.rows]
        screen(Document([each.entry for each in new], self.document.unknown))
        for block in new[:AT_ONCE]:
            statements.read_ahead(self.folder, block.entry, block.words, by=self.folder.actor)

    def take_in(self) -> None:
        """Say what the file says anew, and ask to stop what was deleted from it. Raises DiskError to change nothing."""
        present = {self.digest(block.words) for block in self.blocks}
        new = [block for block in self.blocks if self.digest(block.words) not in self.rows]
        new = self._without_written(new)
        refused = screen(Document([each.entry for each in new], self.document.unknown))
        self.found += statements.of_refused(MEMORY_FILE, refused)
        refused_lines = {each.line for each in refused}
        gone = [row for row in self.rows.values() if bytes(row.digest) not in present and row.state != State.DELETED]
        self._bring_back(present)
        if not (new or gone):
            return
        if not self._may_speak():
            for row in gone:
                self.drop(row)
            return
        pairs = self._pair(gone, new)
        deleted = [row for row in gone if row.pk not in {paired.pk for paired, _ in pairs}]
        self._check_deletions(deleted)
        paired_blocks = {block.start for _, block in pairs}
        work: list[tuple[FolderLine | None, Block | None]] = [*pairs]
        work += [(None, block) for block in new if block.start not in paired_blocks and self._is_taken(block)]
        work = [each for each in work if not (each[1] and self._is_refused(each[0], each[1], refused_lines))]
        work += [(row, None) for row in deleted]
        for each in work[:AT_ONCE]:
            if self.folder.agent and actions.why_full(self.folder.agent):
                self.folder.trouble = Trouble.FULL
                return
            self._take_in(*each)
        self.is_more = len(work) > AT_ONCE

    def _without_written(self, new: list[Block]) -> list[Block]:
        """Link blocks written by an interrupted pass; return blocks written by others."""
        by_words = (
            {self.digest(markdown_blocks.render(self.entry_of(each))): each for each in self.wanted} if new else {}
        )
        rest = []
        for block in new:
            if (memory := by_words.get(self.digest(block.words))) is None:
                rest.append(block)
                continue
            for row in [each for each in self.rows.values() if each.memory == memory.pk]:
                self.drop(row)
            self.link(block, State.IN_STEP, memory)
        return rest

    def _may_speak(self) -> bool:
        if (agent := self.folder.agent) is None:
            return True
        if self.folder.is_closed:
            return False
        is_on = agent.is_usable(self.now) and not agent.is_paused(self.now) and self.settings.enable_memory
        return is_on and agent.trust != Trust.READ_ONLY and Scope.WRITE in agent.scopes

    def _is_taken(self, block: Block) -> bool:
        """Return whether a new block is about the person; blocks in the person's own file always are."""
        if self.folder.agent is None or block.entry.label:
            return True
        words = " ".join(block.entry.details)
        return line_subject.judge(words, block.headings, otherwise=About.PERSON) == About.PERSON

    def _is_refused(self, row: FolderLine | None, block: Block, refused: set[int]) -> bool:
        """Return whether the guard refuses a block. What it was an edit of stays in use, and is written again."""
        if refused.isdisjoint(range(block.number, block.end + 1)):
            return False
        if row:
            self.drop(row)
        return True

    def _pair(self, gone: list[FolderLine], new: list[Block]) -> list[tuple[FolderLine, Block]]:
        """Return which new block is an edit of which entry that is gone: the same label, or alike bullets in order."""
        ids = {row.memory for row in gone if row.memory}
        memories = Memory.objects.of(self.folder.person_id).in_bulk(ids) if new else {}
        pairs: list[tuple[FolderLine, Block]] = []
        left = list(new)
        for row in sorted(gone, key=lambda each: each.number):
            if (memory := memories.get(row.memory)) is None:
                continue
            before = self.entry_of(memory)
            labels = [block for block in left if identity.same_place(block.entry.label, before.label)]
            bullets = [block for block in left if not block.entry.label]
            near = sorted(bullets, key=lambda block: abs(row.number - block.number))
            alike = [(self._likeness(memory, before, row, block), block) for block in labels + near[:COMPARED_MAX]]
            likeness, best = max(alike, key=lambda each: each[0], default=((0.0, 0), None))
            if best and likeness[0] > 0:
                pairs.append((row, best))
                left.remove(best)
        return pairs

    def _likeness(self, memory: Memory, before: Entry, row: FolderLine, block: Block) -> tuple[float, int]:
        """Return the likeness of a block to a memory's former entry (0 to 3, as an edit of it), and its nearness."""
        after, nearness = block.entry, -abs(row.number - block.number)
        if statements.says_the_same(after, before, memory):
            return 3, nearness
        if not all(map(identity.same_place, (before.condition, before.project), (after.condition, after.project))):
            return 0, nearness
        if after.label:
            return 2 if before.category == after.category else 1, nearness
        likeness = tokens.similarity(" ".join(after.details), memory.details or str(memory))
        return likeness if likeness >= SAME_SUBJECT else 0, nearness

    def _check_deletions(self, deleted: list[FolderLine]) -> None:
        """Raise DiskError for suspiciously many deletions."""
        in_step = [row for row in self.rows.values() if row.state == State.IN_STEP]
        lost = [row for row in deleted if row.state == State.IN_STEP and self.holder(row.memory)]
        is_empty = bool(lost) and not self.text.strip()
        is_most = len(lost) >= MANY_GONE and len(lost) * 2 > len(in_step)
        if (is_empty or is_most) and not self.folder.takes_deletions:
            raise DiskError(Trouble.MANY_GONE)

    def _bring_back(self, present: set[bytes]) -> None:
        """Withdraw the question about a deleted entry that is in the file again."""
        for row in self.rows.values():
            if row.state == State.DELETED and bytes(row.digest) in present:
                self._withdraw(row.question)
                row.state, row.question = State.IN_STEP, None
                row.save()

    def _withdraw(self, question: UUID | None) -> None:
        proposals.close_questions(self.question_rows(question), Proposal.Status.WITHDRAWN, now=self.now)

    def _take_in(self, row: FolderLine | None, block: Block | None) -> None:
        """Take in one edit, which is one act: what Undo takes back."""
        with recording.recording(self.folder.actor, "folder", now=self.now):
            if row and block:
                self._edit(row, block)
            elif row:
                self._delete(row)
            elif block:
                self._keep(block, self._remember(block, self.folder.actor))

    def _remember(self, block: Block, by: Actor) -> Outcome | str:
        return statements.remember(self.folder, block.entry, block.words, by=by, now=self.now)

    def _edit(self, row: FolderLine, block: Block) -> None:
        """Say the new words instead of the old ones. Where the memory has changed too, it is asked: both are kept."""
        if row.state == State.WAITS and (waiting := self.candidate(row)):
            actions.forget(waiting.pk, by=self.folder.actor, now=self.now)
        in_use = self.holder(row.replaces if row.state == State.WAITS else row.memory)
        is_unchanged = in_use is not None and (row.state == State.WAITS or row.says == self.says(in_use))
        self.drop(row)
        asking = replace(self.folder.actor, trust=Trust.ASK)
        if in_use is None:
            was_stopped = row.state == State.IN_STEP
            self._keep(block, self._remember(block, asking if was_stopped else self.folder.actor))
        elif statements.says_the_same(block.entry, self.entry_of(in_use), in_use):
            self.link(block, State.IN_STEP, in_use)
        else:
            by = self.folder.actor if is_unchanged else asking
            outcome = statements.update(self.folder, in_use, block.entry, block.words, by=by, now=self.now)
            self._keep(block, outcome, replaces=in_use.pk if is_unchanged else None)

    def _delete(self, row: FolderLine) -> None:
        """Ask to stop what was deleted, or stop it. What has changed meanwhile is written again instead."""
        if row.state == State.WAITS and (waiting := self.candidate(row)):
            actions.forget(waiting.pk, by=self.folder.actor, now=self.now)
        in_use = self.memories.get(row.memory) if row.memory else None
        if row.state != State.IN_STEP or in_use is None or row.says != self.says(in_use):
            self.drop(row)
            return
        reason = DELETED[Folder.Kind(self.folder.kind)]
        outcome = actions.forget(in_use.pk, by=self.folder.actor, now=self.now, reason=reason)
        if outcome.proposal_id:
            row.state, row.question = State.DELETED, outcome.proposal_id
            row.save()
        else:
            self.drop(row)

    def _keep(self, block: Block, outcome: Outcome | str, replaces: UUID | None = None) -> None:
        """Keep what became of a block, by what stands behind it now."""
        if not isinstance(outcome, str) and outcome.memory:
            self.entries.pop(outcome.memory.pk, None)  # it may say something else than before
        if isinstance(outcome, str):
            self.found.append(Finding(MEMORY_FILE, block.number, outcome))
            self.link(block, State.LEFT)
        elif outcome.name == "refused":
            self.found.append(Finding(MEMORY_FILE, block.number, "refused", outcome.category))
        elif outcome.memory is None:
            self.link(block, State.LEFT)
        elif outcome.proposal_id or outcome.memory.status == Status.CANDIDATE:
            self.link(block, State.WAITS, outcome.memory, question=outcome.proposal_id, replaces=replaces)
        else:
            self.link(block, State.IN_STEP, outcome.memory)
