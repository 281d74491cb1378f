"""What a person does in the pages: a press, what its yes covers, and the check that it showed all of that."""

# ruff: noqa: SIM905  a list of words is easier to read as one

from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from memoryweb.memories.models import Act, Memory
from memoryweb.rls import scope
from tests.proof import ledger as ledgers
from tests.proof import marks
from tests.proof.cast import PERSON, Cast
from tests.proof.ledger import MEMBERS, MODERATORS, OF_A_MEMORY, Fault
from tests.proof.pages import Fields, Page, Press, Tab

# Presses by which a person says yes to what stands before them; any other one justifies nothing.
YES = set(
    "accept accept_all only_this_time use_today confirm confirm_many keep_one keep_both was_temporary merge edit add"
    " restore restore_ended pin keep still_true still_true_many boost promote complete start share share_new"
    " share_suggestion propose_change reword decide decide_many".split()
)
SHARES = {"share", "share_new", "share_suggestion", "propose_change", "reword"}
DECIDES = {"decide", "decide_many"}


class Presses(Cast):
    """The cast with the tabs that they have open: alice two, mira one, bob one."""

    follows = True  # the page to which an answer leads

    def __init__(self, seed: int, patch: pytest.MonkeyPatch, *, goes_on: bool = False) -> None:
        super().__init__(seed, patch, goes_on=goes_on)
        self.alice = self.people["alice"].pk
        browser = Client()
        self.tabs = [Tab(browser, self.people["alice"]), Tab(browser, self.people["alice"])]
        self.desk, self.stranger = Tab(Client(), self.people["mira"]), Tab(Client(), self.people["bob"])
        for tab in (self.tabs[0], self.desk, self.stranger):
            tab.sign_in()
        self.undone: dict[UUID, UUID | None] = {}
        self.typed: dict[UUID, set[str]] = defaultdict(set)
        self.readers = list(self.agents)

    def press(self, tab: Tab, press: Press, sent: Fields, person: UUID) -> bool:
        """Send a form of a page, note what a yes covers, and return whether the answer says that it was done."""
        self.done.append(f"presses {press.name} on {tab.page.url}")
        is_erasure = press.name.startswith("erase")
        held = ledgers.held_anywhere(person) if is_erasure else set()
        newest = self._newest_act(person)
        shown = press.shown(sent)
        response = tab.send(press, sent)
        assert response.status_code < 500, (press.url, sent, response.content)
        act = self._newest_act(person)
        is_done = self._was_done(tab, response)
        act = act if act != newest else f"press {self.step}"
        if is_done and press.name in YES:
            typed = marks.marks_in([value for name, value in sent if (name, value) not in press.fields])
            self._cover(press, person, shown | typed, act)
            self.ledger.cover(MEMBERS, typed if press.name in DECIDES else (), act)
        if is_erasure:
            self.ledger.erase(person, held - ledgers.held_anywhere(person), self.readers)
        self._follow_undo(person, act)
        self._check_confirmed(press, person)
        if response.status_code == 302:
            if self.follows:
                tab.open(response["Location"])
        elif response["Content-Type"].startswith("text/html") and response.status_code in (200, 422):
            tab.page = Page(press.url, response.content.decode())
        return is_done

    def _was_done(self, tab: Tab, response: Any) -> bool:
        if response.status_code != 302:
            return False
        told = tab.client.session.get("notices", [])
        return not told or bool(told[-1]["undo"]) or not told[-1]["warning"]

    def _cover(self, press: Press, person: UUID, shown: Iterable[str], act: object) -> None:
        if press.name in SHARES:
            self.ledger.cover(MEMBERS, shown, act)
        if press.name in DECIDES or (press.name in SHARES and person != self.alice):
            self.ledger.cover(MODERATORS, shown, act)
        if press.name not in SHARES | DECIDES:
            self.ledger.cover(person, shown, act)
            self.ledger.show(person, shown)

    def _newest_act(self, person: UUID) -> object:
        with scope.acting_as(person):
            return Act.objects.filter(person=person).order_by("-at", "-pk").values_list("pk", flat=True).first()

    def _follow_undo(self, person: UUID, by: object) -> None:
        """Take back what the acts covered that were undone just now."""
        with scope.acting_as(person):
            undone = dict(Act.objects.filter(undone_at=self.now).values_list("pk", "undone_by"))
        for act, undone_by in undone.items():
            if self.undone.get(act) != undone_by:
                self.undone[act] = undone_by
                self.ledger.undo(act, undone_by or by)

    def _check_confirmed(self, press: Press, person: UUID) -> None:
        """Check that what this press confirmed was shown to the person, now or at an earlier yes."""
        with scope.acting_as(person):
            confirmed = list(Memory.objects.filter(person=person, confirmed_at=self.now, status="active"))
        for memory in confirmed:
            for name in OF_A_MEMORY:
                for mark in sorted(marks.marks_in(getattr(memory, name))):
                    if mark.lower() not in self.ledger.shown[person]:
                        origin = self.ledger.origins.get(marks.number_of(mark))
                        self.found(Fault(f"confirmed unseen, as {name}", mark, PERSON, press.name, origin))
