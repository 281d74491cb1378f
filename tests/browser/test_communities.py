"""One person founds a community and invites by a link; another joins in their own browser and becomes a moderator."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.test_pages import faults_in_every_window
from tests.rings import thorough


@thorough
def test_a_community_is_founded_joined_and_gets_a_moderator(visits: Callable[..., Visitor]) -> None:
    owen, dana = visits("owen@example.org"), visits("dana@example.org", may_fail=True)
    page = owen.goes_to("/settings/")
    expect(page.get_by_text("A community is a group of people")).to_be_visible()
    page.get_by_role("link", name="Found a community").press("Enter")
    page.get_by_label("Name", exact=True).fill("Team handbook")
    faults = faults_in_every_window(page, "found-community")
    page.get_by_label("Your name there").fill("Owen")
    page.get_by_role("button", name="Found it").press("Enter")
    expect(page.get_by_role("heading", name="Team handbook")).to_be_visible()
    community = page.url
    faults += faults_in_every_window(page, "community-founded")
    page.get_by_label("How many can join with it").fill("2")
    page.get_by_role("button", name="Make a link").press("Enter")
    link = page.locator("#link").inner_text()
    faults += faults_in_every_window(page, "community-link")

    join = dana.page
    join.goto(link)
    expect(join.get_by_text("Owen invites you.")).to_be_visible()
    faults += faults_in_every_window(join, "join")
    join.get_by_label("How should the members call you?").fill("Dana")
    join.get_by_role("button", name="Join").press("Enter")
    expect(join.get_by_text("You joined Team handbook.")).to_be_visible()
    faults += faults_in_every_window(join, "community-member")
    join.get_by_role("link", name="Leave this community…").press("Enter")
    faults += faults_in_every_window(join, "leave")
    join.goto(f"{dana.running.url}/communities/join/?token=gone")
    faults += faults_in_every_window(join, "join-dead")
    join.goto(f"{dana.running.url}/agents/connect/")
    join.get_by_label("Team handbook").check()
    faults += faults_in_every_window(join, "connect-for-community")
    join.goto(f"{dana.running.url}/settings/")
    faults += faults_in_every_window(join, "settings-communities")

    page.goto(community)
    page.get_by_text("Change… Dana").press("Enter")
    faults += faults_in_every_window(page, "community-owner")
    for name in ("Hand over…", "Remove…"):
        page.get_by_role("link", name=f"{name} Dana").press("Enter")
        expect(page.get_by_role("link", name="Cancel")).to_be_visible()
        faults += faults_in_every_window(page, name.strip("…").lower().replace(" ", "-"))
        page.get_by_role("link", name="Cancel").press("Enter")
        page.get_by_text("Change… Dana").press("Enter")
    page.get_by_role("button", name="Make moderator Dana").press("Enter")
    expect(page.get_by_text("Dana is a moderator now.")).to_be_visible()
    page.get_by_role("link", name="Leave this community…").press("Enter")
    expect(page.get_by_role("link", name="Hand over to Dana")).to_be_visible()
    faults += faults_in_every_window(page, "leave-owner")
    join.goto(community)
    expect(join.get_by_role("heading", name="Invite by a link")).to_be_visible()
    expect(join.get_by_text("Change… Owen")).to_have_count(0)
    assert faults == []
