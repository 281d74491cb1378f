"""The navigation: every page belongs to a place and a tab, and their links are marked as current."""

import re

from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.people.models import MemorySettings, User
from memoryweb.review.navigation import PLACE_OF, PLACES, TAB_OF, Tab
from memoryweb.review.urls import urlpatterns
from memoryweb.rls import scope
from tests.cases import with_each
from tests.review.builders import add_memory, ago

NO_PAGES = {
    "wanted_file",
    "sign_in",
    "ask_for_link",
    "accept_invitation",
    "kept_form",
    "history_csv",
    "stay",
}  # about signing in or leaving, and a download
ADDRESSES = {str(pattern.name): "/" + str(pattern.pattern) for pattern in urlpatterns if pattern.name}
ADDRESSES["folders"] = "/settings/folders/"  # another room's, with a tab here
ID = "0192f0c1-2b3d-7c4e-8f50-617283940516"


def test_every_page_belongs_to_a_place(browser: Client) -> None:
    for name, address in ADDRESSES.items():
        path = re.sub(r"<int:\w+>", "1", re.sub(r"<(uuid|slug):\w+>", ID, address))
        is_page = browser.get(path).status_code != 405
        assert name in TAB_OF or name in NO_PAGES or not is_page, name


@with_each(
    "tab",
    [tab for place in PLACES for tab in place.tabs if not tab.of_communities],
)
def test_the_links_of_the_current_place_and_tab_are_marked(browser: Client, alice: User, tab: Tab) -> None:
    alice.is_staff = True
    alice.save()
    browser.force_login(alice)  # who joins the staff signs in again
    page = browser.get(ADDRESSES[tab.name])
    place = PLACE_OF[tab.name]
    assert [link.name for link in page.context["navigation"] if link.is_current] == [place.name]
    assert f'<a href="{ADDRESSES[place.name]}" aria-current="page">' in page.text
    if len([each for each in place.tabs if not each.of_communities]) > 1:
        assert [link.name for link in page.context["tabs"] if link.is_current] == [tab.name]
        assert f'<a href="{ADDRESSES[tab.name]}" aria-current="page">{tab.label}</a>' in page.text


def test_there_are_five_places(browser: Client) -> None:
    labels = [str(link.label) for link in browser.get("/review/").context["navigation"]]
    assert labels == ["Review", "Memories", "Agents", "History", "Settings"]


def test_only_staff_sees_upkeep(browser: Client, alice: User) -> None:
    assert "/upkeep/" not in browser.get("/settings/").text
    alice.is_staff = True
    alice.save()
    browser.force_login(alice)  # who joins the staff signs in again
    assert "/upkeep/" in browser.get("/settings/").text


def test_memory_that_is_off_and_agents_that_are_paused_are_named_on_every_page(
    browser: Client, alice: User, scribe: Agent
) -> None:
    assert 'class="banner"' not in browser.get("/history/").text
    with scope.acting_as(alice.pk):
        MemorySettings.objects.filter(person=alice).update(enable_memory=False)
        scribe.pause(now=timezone.now())
    for path in ("/review/", "/memories/", "/agents/", "/history/", "/settings/"):
        page = browser.get(path).text
        assert "Memory is off." in page
        assert "1 agent is paused." in page


def test_a_page_that_answers_a_form_reads_its_frame_from_its_place(browser: Client, alice: User) -> None:
    """Its own address takes forms only."""
    memory = add_memory(alice, "Likes tea", ago(1))
    page = browser.post(f"/memories/{memory.pk}/archive/", {"reason": "x" * 10_000})
    assert page.status_code == 422
    assert set(re.findall(r'<span hidden hx-get="([^"]+)"', page.text)) == {"/memories/"}
    assert 'hx-get="/settings/"' in browser.get("/settings/").text
