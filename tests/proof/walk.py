"""The steps of the marked walk: agents call, a person acts through two tabs, files come and go, the clock sweeps."""

# ruff: noqa: SIM905  a list of words is easier to read as one

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from memoryweb.agents.models import Agent
from memoryweb.folders import adding, passes
from memoryweb.folders.models import Folder
from memoryweb.interchange.formats import WRITTEN
from memoryweb.interchange.importing import batches
from memoryweb.interchange.models import ImportBatch
from memoryweb.memories import upkeep
from memoryweb.rls import scope
from tests.oauth.flow import Flow, register
from tests.proof import ledger as ledgers
from tests.proof import marks
from tests.proof.cast import PERSON, POOLS
from tests.proof.ledger import Reader
from tests.proof.pages import Fields, Press, Tab, view_name
from tests.proof.presses import YES, Presses

WRITES = (
    ("save_user_preference",) * 10
    + ("update_user_preference",) * 4
    + ("record_feedback",) * 2
    + ("record_conversation", "save_memory", "save_memory", "forget_user_preference")
)
TALKS = {"asking": 5, "second": 5, "trusted": 3, "blocked": 3, "bound": 2, "crew": 3, "member": 0.7, "strange": 0.7}
OPENING = 5  # steps in which only agents call, so that there is something to be asked about
SOURCES = ("", "instruction", "correction", "behaviour", "inference")
SWEEPS = ("archive", "promote", "detect_conflicts", "expire_proposals", "update_long_term", "trim_conversations")
# Presses that end an actor, or that are about the account and not about what is remembered.
NEVER = set(
    "revoke undo_revoke delete_agent delete_account stay leave end_session load_example remove_example connect invite"
    " join found_community change_community rename_me set_role hand_over remove_member retract_all discard sight read"
    " revoke_community_invitation revoke_invitation invitations staff_access add_channel quiet_hours".split()
)
OFTEN = {
    "accept": 6,
    "accept_all": 3,
    "confirm": 3,
    "confirm_many": 4,
    "keep_one": 4,
    "keep_both": 4,
    "was_temporary": 3,
    "only_this_time": 3,
    "edit": 6,
    "share_suggestion": 5,
    "share": 4,
    "decide": 5,
    "undo": 2,
    "trust": 3,
    "reject": 2,
    "erase": 3,
    "read_conversations": 5,
    "never_for_agent": 3,
    "resume": 20,
    "settings": 0.1,
    "pause": 0.1,
    "verify": 0.1,
}
PLACES = {
    "/review/": 10,
    "/memories/": 3,
    "/memories/?state=any": 2,
    "/days/": 2,
    "/memories/add/": 1,
    "/shared/": 1,
    "/receipts/": 1,
    "/archive/": 1,
    "/history/": 0.5,
    "/agents/": 0.5,
    "/conversations/": 0.5,
    "/settings/": 0.5,
}


class Walk(Presses):
    """One walk. The folder is where the second agent's files are."""

    def __init__(self, seed: int, patch: pytest.MonkeyPatch, folder: Path, *, goes_on: bool = False) -> None:
        super().__init__(seed, patch, goes_on=goes_on)
        self.folder = folder
        self._add_connector()
        self._add_folder()

    def _add_connector(self) -> None:
        """Let a connector in that says a mark of itself. It never calls, so nobody is given its name."""
        name = f"desk {self.fresh('register', 'client_name', 'a connector')}"
        Flow(self.tabs[0].client, register(client_name=name).json()["client_id"]).tokens()

    def _add_folder(self) -> None:
        """Declare the folder as the second agent's, so that it is written and read."""
        with scope.acting_as(self.alice):
            data = self.folder / "none"
            row = adding.add(self.folder, self.people["alice"], host="here", data=data, now=self.now)
            adding.declare(row, Folder.Kind.AGENT, Agent.objects.get(pk=self.agents[1].agent))
        owner = self.agents[1]
        self.folder_lines = set[str]()
        self.folder_row, self.folder_reader = (
            row.pk,
            Reader("its folder", owner.person, owner.agent, said=set(owner.said)),
        )
        self.readers.append(self.folder_reader)

    def take(self) -> None:
        """Take one step, then let two agents read."""
        steps: list[tuple[Callable[[], None], float]] = [
            (self.agent_calls, 18),
            (self.person_presses, 13),
            (self.person_opens, 2),
            (self.moderator_presses, 2),
            (self.person_imports, 0.4),
            (self.files_are_written, 0.4),
            (self.folder_is_kept_in_step, 0.7),
            (self.person_erases_a_topic, 0.2),
            (self.others_look, 0.5),
            (self.time_passes, 2),
        ]
        (step,) = self.chance.choices([each for each, _ in steps], [weight for _, weight in steps])
        step = self.agent_calls if self.step < OPENING else step
        self.step += 1
        self.now += timedelta(minutes=self.chance.randint(1, 30))
        step()
        self.read(self.chance.choice(self.agents), "get_user_preferences")
        if self.chance.random() < 0.5:
            self.read(self.chance.choice(self.agents))

    # agents

    def agent_calls(self) -> None:
        """Let an agent say something, and sometimes say it in other words at once."""
        (reader,) = self.chance.choices(self.agents, [TALKS[each.name] for each in self.agents])
        name = self.chance.choice(WRITES)
        if name in ("update_user_preference", "forget_user_preference") and reader.name not in self.ids:
            name = "save_user_preference"
        self.done.append(f"{reader.name} {name}")
        if self.chance.random() < 0.05:
            self.say_again(reader)
        answer = self.say(reader, name)
        pk = (answer.get("data") or {}).get("id")
        if name == "save_user_preference" and pk and self.chance.random() < 0.25:
            self.operation = "update_user_preference"
            words = {"preference_id": pk, "details": self.text("details"), "source": self.chance.choice(SOURCES)}
            self.call(reader, "update_user_preference", words)

    # the person

    def person_opens(self) -> None:
        tab = self.chance.choice(self.tabs)
        links = [each for each in tab.page.links() if self._is_place(each)]
        url = self.chance.choice(links) if links and self.chance.random() < 0.5 else self._place()
        self.done.append(f"opens {url}")
        tab.open(url)

    def _place(self) -> str:
        agent = self.chance.choice([each for each in self.agents if each.person == self.alice])
        places = PLACES | {f"/agents/{agent.agent}/": 1}
        return self.chance.choices(list(places), list(places.values()))[0]

    def _is_place(self, url: str) -> bool:
        name = view_name(url)
        return bool(name) and name not in NEVER

    def person_presses(self) -> None:
        """Press a button of a tab's page as it was opened, however long ago."""
        tab = self.chance.choice(self.tabs)
        if self.chance.random() < 0.6:
            tab.open(self._place())
        self._press_one(tab, self.alice)

    def moderator_presses(self) -> None:
        """Let the moderator look at the desk, or at her own questions, and press something."""
        pk = self.community.pk
        self.desk.open(self.chance.choice([f"/communities/{pk}/desk/", f"/communities/{pk}/desk/", "/review/"]))
        self._page_given("mira", self.desk.page.html, "a member's page")
        self._press_one(self.desk, self.people["mira"].pk)

    def _press_one(self, tab: Tab, person: UUID) -> None:
        presses = [each for each in tab.page.presses() if each.name and each.name not in NEVER]
        if not presses:
            tab.open("/review/")
            return
        counts = {name: sum(each.name == name for each in presses) for name in {each.name for each in presses}}
        weights = [OFTEN.get(each.name, 1) / counts[each.name] ** 0.5 for each in presses]
        (press,) = self.chance.choices(presses, weights)
        self.press(tab, press, self._filled(press, person), person)

    def _filled(self, press: Press, person: UUID) -> Fields:
        """Return what the person sends: the form as it is, with rows ticked and words of their own."""
        boxes = press.rows if press.name != "read_conversations" else press.boxes
        sent = [*press.fields, *self.chance.sample(boxes, self.chance.randint(min(1, len(boxes)), len(boxes)))]
        for name in ("trust", "confirm_new", "verb", "hours"):
            if options := press.choices(name):
                sent = [each for each in sent if each[0] != name] + [(name, self.chance.choice(options))]
        typed = [name for name in press.typed_into() if self.chance.random() < (0.35 if press.name in YES else 0)]
        if press.name == "keep_both":
            typed = press.typed_into()
        for name in typed:
            mark = self.fresh(press.name, name, PERSON, is_typed=True)
            self.typed[person].add(mark)
            sent = [(each, f"{value} {mark}".strip() if each == name else value) for each, value in sent]
        return sent

    def person_erases_a_topic(self) -> None:
        """Erase a mark wherever it stands, as far as the page has it ticked."""
        held = sorted(ledgers.held_anywhere(self.alice))
        if held:
            tab, words = self.chance.choice(self.tabs), self.chance.choice(held)
            tab.open("/memories/erase-topic/")
            look = tab.page.press("erase_topic")
            self.press(tab, look, [(name, value or words) for name, value in look.fields], self.alice)
            erase = next((each for each in tab.page.presses() if ("erase", "yes") in each.fields), None)
            if erase:
                self.press(tab, erase, erase.fields, self.alice)

    # files

    def person_imports(self) -> None:
        """Import a file of the person's own, with new marks in every place that its format has, or a pasted list."""
        tab = self.chance.choice(self.tabs)
        tab.open("/import/")
        if self.chance.random() < 0.3:
            file_name, text = "list.md", "\n".join(self._in_file("- I love {m}") for _ in range(3))
        else:
            file_name = self.chance.choice(sorted(each.file_name for each in WRITTEN.values()))
            text = tab.get(f"/export/{file_name}").content.decode()
            text = marks.MARK.sub(lambda found: self._in_file("{m}") if self.chance.random() < 0.8 else found[0], text)
        self.done.append(f"imports {file_name}")
        sent = SimpleUploadedFile(file_name, text.encode())
        response = tab.client.post("/import/", {"text": "", "files": [sent]})
        if response.status_code != 302:
            return
        tab.open(response["Location"])
        presses = [each for each in tab.page.presses() if each.name == "start"]
        start = next((each for each in presses if ("do", "import") in each.fields), None)
        if start:
            is_explicit = [("explicit", "yes")] if self.chance.random() < 0.3 else []
            if self.press(tab, start, [*start.fields, *is_explicit], self.alice) and is_explicit:
                # A yes to all that their own file calls their own words, on every part of it.
                self.ledger.cover(self.alice, marks.marks_in(text), "their own file")
            with scope.acting_as(self.alice):
                batch = ImportBatch.objects.filter(person=self.alice).latest("created_at")
            batches.run(batch.pk, self.alice, now=self.now)

    def _in_file(self, text: str) -> str:
        return text.replace("{m}", self.fresh("import", "details", "a file"))

    def files_are_written(self) -> None:
        """Check that every file for tools holds only what a yes covers."""
        reader = Reader("a file", self.alice)
        for each in WRITTEN.values():
            text = self.tabs[0].get(f"/export/{each.file_name}").content.decode()
            self.given(reader, text, f"export of {each.file_name}")

    def folder_is_kept_in_step(self) -> None:
        """Let an agent write into its folder, sometimes, and check what is written there for it."""
        owner, file = self.agents[1], self.folder / "MEMORY.md"
        if file.exists() and self.chance.random() < 0.6:
            self.speaking, self.operation = owner, "folder"
            line = self.new(self.chance.choice(POOLS["content"]), "content")
            self.ledger.say(owner, line)
            is_yes = self._has_standing_yes(owner, "save_user_preference", {})
            self.ledger.cover(self.alice, marks.marks_in(line) if is_yes else (), "its folder")
            self.folder_lines.add(f"- {line}")
            file.write_text(f"{file.read_text()}\n- {line}\n")
        self.done.append("folder")
        passes.run(self.folder_row, self.alice, now=self.now)
        if file.exists():
            self.folder_reader.said |= owner.said
            self.ledger.say(self.folder_reader, self._headings_of_own_lines(file.read_text()))
            self.given(self.folder_reader, file.read_text(), "a folder's file")

    def _headings_of_own_lines(self, text: str) -> list[str]:
        """Return the headings above lines of the agent's own: memoryweb leaves both as they are."""
        sections = re.split(r"^(?=#)", text, flags=re.MULTILINE)
        return [each.splitlines()[0] for each in sections if not self.folder_lines.isdisjoint(each.splitlines())]

    # the others, and the clock

    def others_look(self) -> None:
        """Check that a stranger's pages hold nothing of alice, and a member's only what she shared."""
        for url in ("/review/", "/memories/?state=any", "/history/", "/receipts/", "/agents/"):
            self._page_given("bob", self.stranger.get(url).content.decode(), "a stranger's page")
        url = f"/communities/{self.community.pk}/memories/"
        self._page_given("mira", self.desk.get(url).content.decode(), "a member's page")

    def _page_given(self, name: str, html: str, how: str) -> None:
        person = self.people[name].pk
        own = [reader.said for reader in self.agents if reader.person == person]
        reader = Reader(how, person, community=name != "bob", said=self.typed[person].union(*own))
        self.given(reader, re.sub(r"<[^>]*>", " ", html), how)

    def time_passes(self) -> None:
        self.now += timedelta(hours=self.chance.choice([1, 6, 30, 200]))
        sweep = self.chance.choice(SWEEPS)
        self.done.append(f"sweep {sweep}")
        upkeep.run_now(sweep, now=self.now)
