"""Two people, two agents, one community: an agent suggests over MCP, the other's is given it, and it is taken back."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.api.web_process import WebProcess
from tests.browser.conftest import Visitor
from tests.browser.test_sharing import Team, takes_back
from tests.rings import thorough

FREEZE = "Deploys freeze on Friday at 12:00."
QUESTION = "When do deploys freeze?"
CONNECT = """
from memoryweb.agents.models import Agent
from memoryweb.people.models import User
from memoryweb.rls import scope
person = User.objects.get(email="WHO-SITE@example.org")
with scope.acting_as(person.pk):
    agent, token = Agent.connect(person, name="CALLED")
    Agent.objects.filter(pk=agent.pk).update(community="COMMUNITY")
print(token)
"""


class Client:
    """An agent with the MCP SDK's client. It runs in a thread of its own, because Playwright has this one's loop."""

    def __init__(self, team: Team, who: str, called: str) -> None:
        self.token = team.run(CONNECT, who=who, called=called, community=team.community)
        self.web = WebProcess(team.running.url, Path())

    def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        with ThreadPoolExecutor(1) as threads:
            answer = threads.submit(self.web.call, self.token, name, arguments).result()
        assert not answer.is_error, answer.content
        return dict(answer.structured_content or {})

    def found(self) -> list[str]:
        return [memory["content"] for memory in self.call("search_memory", query=QUESTION)["memories"]]


@thorough
def test_what_one_agent_suggests_reaches_the_other_by_three_presses_and_is_gone_by_one(
    visits: Callable[..., Visitor],
) -> None:
    team = Team(visits, "way")
    claude, cursor = Client(team, "alice", "Claude Code"), Client(team, "bob", "Cursor")
    assert claude.call("save_memory", content=FREEZE)["outcome"] == "proposed"

    alice = team.alice.goes_to("/review/")
    alice.get_by_role("heading", name=FREEZE).click()
    alice.get_by_role("button", name=f"Share: {FREEZE}", exact=True).click()
    expect(alice.get_by_text("moderators").first).to_be_visible()
    assert cursor.found() == []

    mira = team.mira.goes_to(f"/communities/{team.community}/desk/")
    mira.get_by_role("button", name="Approve").first.click()
    expect(mira.locator("main").get_by_text(FREEZE)).to_have_count(0)
    assert cursor.found() == [FREEZE]
    recalled = cursor.call("recall_preferences", query=QUESTION)
    assert FREEZE in recalled["block"]

    receipt = f"/receipts/{recalled['receiptId']}/"
    bob = team.bob.goes_to(receipt)
    expect(bob.get_by_text(FREEZE).first).to_be_visible()
    expect(bob.get_by_text("Team handbook").first).to_be_visible()

    takes_back(team.alice.goes_to(team.page))
    assert cursor.found() == []
    assert cursor.call("recall_preferences", query=QUESTION)["items"] == []
    bob = team.bob.goes_to(receipt)
    expect(bob.get_by_text("taken back").first).to_be_visible()
    assert FREEZE not in bob.content()
