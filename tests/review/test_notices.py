"""What a page says happened, with Undo, is said on the next page that a person sees, and only there."""

import pytest
from django.test import Client

from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.cases import with_each
from tests.conftest import typed


@pytest.fixture
def pdf(alice: User) -> Memory:
    with scope.acting_as(alice.pk):
        memory = typed(alice, "I prefer reports as PDF").memory
    assert memory
    return memory


@with_each("path", ["/review/", "/upkeep/", "/memories/", "/history/", "/memories/{pk}/"])
def test_a_poll_of_another_page_leaves_the_notice_and_its_undo(browser: Client, pdf: Memory, path: str) -> None:
    browser.post(f"/memories/{pdf.pk}/expire/")
    poll = browser.get(path.format(pk=pdf.pk), headers={"HX-Request": "true"})
    assert "Agents no longer get it" not in poll.text
    page = browser.get(f"/memories/{pdf.pk}/")
    assert "Agents no longer get it" in page.text
    assert page.context["notices"][0]["undo"]
    assert "Agents no longer get it" not in browser.get(f"/memories/{pdf.pk}/").text


def test_a_page_that_htmx_restores_whole_shows_the_notice(browser: Client, pdf: Memory) -> None:
    browser.post(f"/memories/{pdf.pk}/expire/")
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "Agents no longer get it" in browser.get(f"/memories/{pdf.pk}/", headers=headers).text
