"""Two members and a moderator: one shares, it waits, the other reads it, it is taken back and gone at once."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.test_pages import faults_in_every_window

FOUND = """
from django.utils import timezone
from memoryweb.communities import membership
from memoryweb.people.models import User
from memoryweb.rls import scope
people = {name: User.objects.get(email=f"{name}-SITE@example.org") for name in ("mira", "alice", "bob")}
with scope.acting_as(people["mira"].pk):
    team = membership.found("Team handbook", moderation="reviewed", my_name="Mira")
    token = membership.invite(team, people["mira"], uses=9, days=1, now=timezone.now())
for name in ("alice", "bob"):
    with scope.acting_as(people[name].pk):
        membership.join(token, my_name=name.capitalize())
print(team.pk)
"""
DECIDE = """
from django.utils import timezone
from memoryweb.communities import decisions
from memoryweb.communities.models import SharedMemory
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.rules.moderation import Reason, Verb
mira = User.objects.get(email="mira-SITE@example.org")
with scope.acting_as(mira.pk):
    shared = SharedMemory.objects.get(statement="STATEMENT")
    ruling = decisions.Ruling(verb=Verb("VERB"), reason=Reason("REASON"), words="WORDS")
    decisions.decide(shared.pk, ruling, by=mira, now=timezone.now())
print(shared.pk)
"""
SUGGEST = """
from django.utils import timezone
from memoryweb.agents.callers import acting_as_agent
from memoryweb.agents.models import Agent
from memoryweb.communities import sharing
from memoryweb.people.models import User
from memoryweb.rls import scope
alice = User.objects.get(email="alice-SITE@example.org")
with scope.acting_as(alice.pk):
    agent = Agent.connect(alice, name="Claude Code")[0]
    Agent.objects.filter(pk=agent.pk).update(community="COMMUNITY")
    agent.refresh_from_db()
with acting_as_agent(agent):
    words = sharing.Words(statement="STATEMENT", details="She is in on Mondays.")
    print(sharing.suggest(agent, words, now=timezone.now())[0].pk)
"""
SENTENCE = "Deploys freeze on Friday at 12:00."
KEY = "Ask Anna Berg for a key, anna@example.org."


class Team:
    """The three people, and the community they are in."""

    def __init__(self, visits: Callable[..., Visitor], site: str) -> None:
        self.site = site
        self.mira, self.alice, self.bob = (visits(f"{name}-{site}@example.org") for name in ("mira", "alice", "bob"))
        self.running = self.mira.running
        self.community = self.run(FOUND)
        self.page = f"/communities/{self.community}/memories/"

    def decide(self, statement: str, verb: str = "approve", reason: str = "checked", words: str = "") -> str:
        return self.run(DECIDE, statement=statement, verb=verb, reason=reason, words=words)

    def suggest(self, statement: str) -> str:
        """Have an agent of Alice's suggest to share this."""
        return self.run(SUGGEST, community=self.community, statement=statement)

    def run(self, code: str, **values: str) -> str:
        """Run Python in the running memoryweb; each name in capitals stands for one of the values."""
        for name, value in {"site": self.site, **values}.items():
            code = code.replace(name.upper(), value)
        return self.running.manage("shell", "-c", code)


def adds_memory(visitor: Visitor, text: str) -> str:
    """Add a memory and return its address."""
    page = visitor.goes_to("/memories/add/")
    page.get_by_label("What is it about?").fill("Deploys")
    page.get_by_label("Details").fill(text)
    page.get_by_role("button", name="Remember").click()
    expect(page.locator("h1.sentence")).to_be_visible()
    return re.sub(r"^https?://[^/]+", "", page.url)


def takes_back(page: Page) -> None:
    page.get_by_text("Take back…").first.click()
    page.get_by_role("button", name="Take it back").first.click()
    expect(page.get_by_role("status")).to_contain_text("Taken back.")


def test_what_is_shared_waits_is_read_by_others_and_is_gone_when_taken_back(visits: Callable[..., Visitor]) -> None:
    team = Team(visits, "shares")
    memory = adds_memory(team.alice, "The deploys freeze, says Anna Berg, on Friday at 12:00.")
    page = team.alice.goes_to(memory)
    page.locator(".verbs .menu > summary").click()
    page.get_by_role("link", name="Share with a community…").click()
    faults = faults_in_every_window(page, "share")
    page.get_by_role("button", name="Leave out: Anna Berg").click()
    expect(page.get_by_role("button", name="Leave out: Anna Berg")).to_have_count(0)
    page.get_by_label("They will read").fill(SENTENCE)
    page.get_by_label("Details").fill("")
    page.get_by_label("Alice").check()
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Proposed to Team handbook.")
    faults += faults_in_every_window(page, "memory-shared")

    expect(team.bob.goes_to(team.page).get_by_text("Nothing is shared yet")).to_be_visible()
    faults += faults_in_every_window(team.bob.page, "shared-memories-empty")
    team.decide(SENTENCE)
    page = team.bob.goes_to(team.page)
    expect(page.get_by_text(SENTENCE)).to_be_visible()
    page.get_by_label(f"More about {SENTENCE}").click()
    page.get_by_role("button", name="Keep it from my agents").click()
    expect(page.get_by_text("Kept from your agents")).to_be_visible()  # in place
    expect(page.get_by_label(f"More about {SENTENCE}")).to_be_focused()
    faults += faults_in_every_window(page, "shared-memories")

    takes_back(team.alice.goes_to(memory))
    expect(team.alice.page.get_by_text("Shared with Team handbook")).to_have_count(0)
    team.bob.goes_to(team.page)
    expect(team.bob.page.get_by_text(SENTENCE)).to_have_count(0)
    assert faults == []


def test_the_other_pages_of_sharing_in_every_window(visits: Callable[..., Visitor]) -> None:
    team = Team(visits, "pages")
    faults: list[str] = []
    for statement in (SENTENCE, "Staging is cluster C.", "The canteen closes at two."):
        page = team.alice.goes_to(f"{team.page}share/")
        page.get_by_label("They will read").fill(statement)
        page.get_by_label("Details").fill("We agreed on it in the retro.")
        if statement == SENTENCE:
            faults += faults_in_every_window(page, "share-new")
        page.get_by_role("button", name="Share", exact=True).click()
    shown = team.decide(SENTENCE)
    sent_back = team.decide("Staging is cluster C.", "send_back", "wrong", "It is cluster B.")
    team.decide(SENTENCE, "warn", "private", "Please leave times out.")
    suggestion = team.suggest(KEY)
    for visitor, name, path in (
        (team.alice, "shared-memories-own", team.page),
        (team.alice, "reword", f"/shared/{sent_back}/reword/"),
        (team.alice, "appeal", f"/shared/{sent_back}/appeal/"),
        (team.bob, "propose-change", f"/shared/{shown}/propose-change/"),
        (team.bob, "report-shared", f"/shared/{shown}/report/"),
        (team.alice, "share-suggestion", f"/suggestions/{suggestion}/share/"),
        (team.alice, "delete-account-shared", "/account/delete/"),
    ):
        faults += faults_in_every_window(visitor.goes_to(path), name)
    page = team.alice.goes_to("/review/")
    page.get_by_text("Ask Anna Berg for a key").first.click()
    faults += faults_in_every_window(page, "review-to-share")
    page.get_by_role("button", name="I have read it").click()
    expect(page.get_by_text("Please leave times out.")).to_have_count(0)
    page.get_by_role("button", name="Don’t share").click()
    expect(page.get_by_text("Nothing to answer yet")).to_be_visible()
    assert faults == []


def test_a_suggestion_that_arrives_is_shown_and_leaves_the_open_one_as_it_is(visits: Callable[..., Visitor]) -> None:
    team = Team(visits, "arrives")
    team.suggest(KEY)
    page = team.alice.goes_to("/review/")
    page.get_by_text("Ask Anna Berg for a key").first.click()
    details = page.locator("#to-share details[open]").get_by_label("Details")
    details.fill("She is in on Tue")
    for later in ("Staging is cluster C.", "The canteen closes at two."):
        team.suggest(later)
        expect(page.get_by_role("heading", name=later)).to_be_visible()
        expect(details).to_be_focused()
    page.keyboard.type("sdays")
    expect(details).to_have_value("She is in on Tuesdays")
