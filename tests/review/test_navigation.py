"""The navigation: every page belongs to a section, and that section's link is marked as the current one."""

import re

import pytest
from django.test import Client

from memoryweb.people.models import User
from memoryweb.review.navigation import SECTION_OF, SECTIONS, Section
from memoryweb.review.urls import urlpatterns

NO_PAGES = {"sign_in", "ask_for_link", "activity_csv"}  # before signing in, and a download
ADDRESSES = {str(pattern.name): "/" + str(pattern.pattern) for pattern in urlpatterns}
ID = "0192f0c1-2b3d-7c4e-8f50-617283940516"


def test_every_page_belongs_to_a_section(browser: Client) -> None:
    for name, address in ADDRESSES.items():
        path = re.sub(r"<int:\w+>", "1", re.sub(r"<(uuid|slug):\w+>", ID, address))
        is_page = browser.get(path).status_code != 405
        assert name in SECTION_OF or name in NO_PAGES or not is_page, name


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_the_link_of_the_current_section_is_marked(browser: Client, alice: User, section: Section) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    page = browser.get(ADDRESSES[section.name])
    assert [link.name for link in page.context["navigation"] if link.is_current] == [section.name]
    assert f'<a href="{ADDRESSES[section.name]}" aria-current="page">' in page.text


def test_only_staff_sees_upkeep(browser: Client) -> None:
    assert "upkeep" not in [link.name for link in browser.get("/").context["navigation"]]
