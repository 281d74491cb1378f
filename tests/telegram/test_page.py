"""The page in Settings: codes, links and switches of one's own, and what it says where there is no bot."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.communities import membership
from memoryweb.people.models import Community, User
from memoryweb.rls import scope
from memoryweb.telegram import linking
from memoryweb.telegram.models import ChatIdentity, GroupChat, System
from tests.telegram.bot_api import BOT, BotApi
from tests.telegram.conftest import ALICE, GROUP, Telegram, link, link_group

PAGE = "/settings/telegram/"


@pytest.fixture
def harbour(alice: User) -> Community:
    with scope.acting_as(alice.pk):
        return membership.found("Harbour", moderation="open", my_name="Zoe")


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def test_a_code_from_the_page_links_the_chat(telegram: Telegram, bot: BotApi, browser: Client, alice: User) -> None:
    page = text_of(browser.post(f"{PAGE}link-chat/"))
    code = re.search(r"/link (\w{5}-\w{5})", page)
    assert code
    assert f'href="https://t.me/{BOT}"' in page  # without the code: an address of somebody else must not link either
    assert code[1] not in text_of(browser.get(PAGE))
    telegram.write(f"/link {code[1]}")
    assert f"Telegram · {ALICE}" in text_of(browser.get(PAGE))


def test_unlinking_on_the_page_ends_the_chat(bot: BotApi, browser: Client, alice: User, bob: User) -> None:
    link(alice, ALICE)
    with scope.acting_as(alice.pk):
        identity = ChatIdentity.objects.get()
    other = Client()
    other.force_login(bob)
    assert other.post(f"{PAGE}{identity.pk}/unlink-chat/").status_code == 404
    assert linking.person_of(System.TELEGRAM, str(ALICE)) == alice.pk
    assert browser.post(f"{PAGE}{identity.pk}/unlink-chat/", follow=True).status_code == 200
    assert linking.person_of(System.TELEGRAM, str(ALICE)) is None


def test_the_agent_of_a_chat_names_the_chat_and_no_token(bot: BotApi, browser: Client, alice: User) -> None:
    link(alice, ALICE)
    with scope.acting_as(alice.pk):
        agent = ChatIdentity.objects.get().agent
    page = text_of(browser.get(f"/agents/{agent.pk}/"))
    assert f'<a href="{PAGE}">a chat that you linked</a>' in page
    assert "After that, link the chat again." in page
    assert not [word for word in ("<dt>Token</dt>", "How it connects", "needs a new token") if word in page]


def test_communities_of_one_name_are_told_apart(bot: BotApi, browser: Client, alice: User, harbour: Community) -> None:
    with scope.acting_as(alice.pk):
        membership.found("Harbour", moderation="open", my_name="Zoe")
        membership.found("Boats", moderation="open", my_name="Zoe")
    headings = re.findall(r"<h2[^>]*><a[^>]*>([^<]*)</a>", text_of(browser.get(PAGE)))
    assert headings == ["Boats", "Harbour (1)", "Harbour (2)"]


def test_groups_are_linked_and_unlinked(telegram: Telegram, browser: Client, alice: User, harbour: Community) -> None:
    link(alice, ALICE)
    page = text_of(browser.post(f"/communities/{harbour.pk}/link-group/"))
    code = re.search(r"/link (\w{5}-\w{5})", page)
    assert code
    telegram.write(f"/link {code[1]}", chat=GROUP)
    with scope.acting_as(alice.pk):
        group = GroupChat.objects.get()
    assert f"Group {GROUP}" in text_of(browser.get(PAGE))
    browser.post(f"{PAGE}{group.pk}/unlink-group/")
    assert linking.community_of(GROUP) is None


def test_a_moderator_switches_tools_and_a_stranger_does_not(
    bot: BotApi, browser: Client, alice: User, bob: User, harbour: Community
) -> None:
    address = f"/communities/{harbour.pk}/switch-tools/"
    assert browser.post(address, {"tools": ["search_memory"]}).status_code == 302
    with scope.acting_as(alice.pk):
        assert linking.tools_of(harbour.pk) == {"search_memory"}
    assert browser.post(address, {"tools": ["accept"]}).status_code == 422
    other = Client()
    other.force_login(bob)
    assert other.post(address, {"tools": []}).status_code == 404
    with scope.acting_as(alice.pk):
        assert linking.tools_of(harbour.pk) == {"search_memory"}


def test_without_a_bot_the_page_says_so_and_tells_staff_what_is_missing(browser: Client, mira: User) -> None:
    assert "This server has no chat yet." in text_of(browser.get(PAGE))
    assert "TELEGRAM_BOT_TOKEN" not in text_of(browser.get(PAGE))
    assert browser.post(f"{PAGE}link-chat/").status_code == 404
    browser.force_login(mira)
    assert "Set TELEGRAM_BOT_TOKEN" in text_of(browser.get(PAGE))


def test_the_page_asks_as_much_for_many_groups_as_for_one(
    telegram: Telegram, browser: Client, alice: User, harbour: Community, django_assert_num_queries: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    link(alice, ALICE)
    link_group(telegram, alice, harbour, ALICE)
    browser.get(PAGE)
    with CaptureQueriesContext(connection) as few:
        browser.get(PAGE)
    with scope.acting_as(alice.pk):
        for number in range(9):
            other = membership.found(f"Team {number}", moderation="open", my_name="Zoe")
            GroupChat.objects.create(person=alice, community=other, chat_id=-100 - number, linked_at=timezone.now())
    with django_assert_num_queries(len(few)):
        browser.get(PAGE)
