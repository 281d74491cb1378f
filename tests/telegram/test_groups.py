"""A group is a community: our record decides which, members alone are answered, and nothing private is said there."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.communities import membership, sharing
from memoryweb.communities.models import Contribution
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import Community, Membership, User
from memoryweb.rls import scope
from memoryweb.telegram import linking
from memoryweb.telegram.models import CommunityTools, GroupChat, LinkCode, System
from tests.builders import person_types, set_settings
from tests.telegram.bot_api import BOT, BotApi
from tests.telegram.conftest import ALICE, BOB, GROUP, STRANGER, Telegram, link, link_group, message


@pytest.fixture
def harbour(alice: User) -> Community:
    """alice's community, which shares one sentence."""
    with scope.acting_as(alice.pk):
        harbour = membership.found("Harbour", moderation="open", my_name="Zoe")
        mine = Membership.objects.select_related("community").get(community=harbour)
        sharing.share(sharing.Words(statement="The boathouse opens at nine."), mine, is_named=True, now=timezone.now())
        return harbour


@pytest.fixture
def group(telegram: Telegram, bot: BotApi, linked: User, harbour: Community) -> Telegram:
    """A group of the community, and private memories of alice that no word in it may come from."""
    with scope.acting_as(linked.pk):
        set_settings(linked, share_global_in_communities=True)
        for details in ("I prefer vegan zebrafood", "My zebradog is called Rex"):
            person_types(linked, details, name=details[:20], category="dietary")
    link_group(telegram, linked, harbour, ALICE)
    assert bot.texts(GROUP)[-1].startswith("This group is linked.")
    return telegram


def join(person: User, harbour: Community, alice: User) -> None:
    with scope.acting_as(alice.pk):
        token = membership.invite(harbour, alice, uses=1, days=1, now=timezone.now())
    with scope.acting_as(person.pk):
        membership.join(token, my_name="Bo")


def test_a_member_asks_what_the_community_shares(group: Telegram, bot: BotApi, linked: User) -> None:
    group.write(f"@{BOT} when does the boathouse open?", chat=GROUP)
    assert "The boathouse opens at nine." in bot.texts(GROUP)[-1]
    assert bot.sent(GROUP)[-1]["reply_parameters"]["message_id"]
    with scope.acting_as(linked.pk):
        assert Agent.objects.get(name="Telegram: Harbour").community.name == "Harbour"


ASKED_IN_A_GROUP = (
    "what do you know about my food preferences?",
    "What do you know about me?",
    "do you remember my zebradog?",
    "what is zebrafood?",
    "I prefer vegan zebrafood",
    "I prefer zebratea",
    "remember that I love zebrajazz",
    "Remember: the zebra gate is locked",
    "what do you know about zebra?",
    "",
    "!!!",
    "/questions",
    "/start",
    "/help",
    "你知道我的饮食偏好吗",
    "my password is hunter2-zebra",
    "actually I no longer prefer vegan zebrafood",
)


def test_private_memories_never_appear_in_a_group(group: Telegram, bot: BotApi, linked: User) -> None:
    for text in ASKED_IN_A_GROUP:
        group.write(f"@{BOT} {text}", chat=GROUP)
        group.write(f"/help@{BOT} {text}", chat=GROUP)
    said = bot.sent(GROUP)
    assert len(said) > len(ASKED_IN_A_GROUP)
    assert not [each for each in said if "zebra" in each["text"].lower() or "vegan" in each["text"].lower()]
    assert not [each for each in said if "reply_markup" in each]
    assert {body["chat_id"] for _, body in bot.calls if "zebra" in str(body).lower()} == {ALICE}


def test_what_a_member_says_of_themselves_is_asked_in_their_own_chat(
    group: Telegram, bot: BotApi, linked: User
) -> None:
    group.write(f"@{BOT} I prefer zebratea", chat=GROUP)
    assert bot.texts(GROUP)[-1].startswith("Only you see what became of that.")
    assert "zebratea" in bot.texts(ALICE)[-1]
    assert "reply_markup" in bot.sent(ALICE)[-1]
    with scope.acting_as(linked.pk):
        assert Proposal.objects.open().count() == 1


def test_every_outcome_sounds_the_same_in_a_group(group: Telegram, bot: BotApi, linked: User) -> None:
    for text in ("I prefer zebratea", "I prefer vegan zebrafood", "my password is hunter2-zebra"):
        group.write(f"@{BOT} Remember: {text}", chat=GROUP)
    assert len({each["text"] for each in bot.sent(GROUP)[-3:]}) == 1


def test_something_for_all_is_suggested_to_the_member_first(group: Telegram, bot: BotApi, linked: User) -> None:
    group.write(f"@{BOT} Remember: the jetty is closed on Mondays", chat=GROUP)
    with scope.acting_as(linked.pk):
        suggestion = Contribution.objects.get(status="suggested")
        assert str(suggestion) == "the jetty is closed on Mondays"
    assert "jetty" not in bot.texts(GROUP)[-1]


def test_what_is_not_said_to_the_bot_is_not_read(group: Telegram, bot: BotApi, linked: User) -> None:
    before = len(bot.calls)
    group.write("I prefer zebratea", chat=GROUP)
    group.write("/help@another_bot I prefer zebratea", chat=GROUP)
    with scope.acting_as(linked.pk):
        assert Proposal.objects.count() == 0
    assert len(bot.calls) == before


def test_a_reply_to_the_bot_is_said_to_it(group: Telegram, bot: BotApi, linked: User) -> None:
    replied = message("when does the boathouse open?", by=ALICE, chat=GROUP, message_id=4)
    replied["reply_to_message"] = {"message_id": 3, "from": {"id": 1, "is_bot": True, "username": BOT}}
    group.post(group.update(message=replied))
    assert "nine" in bot.texts(GROUP)[-1]


def test_who_is_no_member_or_unknown_is_told_nothing(group: Telegram, bot: BotApi, bob: User) -> None:
    link(bob, BOB)
    group.write(f"@{BOT} when does the boathouse open?", by=BOB, chat=GROUP)
    assert bot.texts(GROUP)[-1] == "You are not in the community of this group."
    group.write(f"@{BOT} when does the boathouse open?", by=STRANGER, chat=GROUP)
    assert bot.texts(GROUP)[-1].startswith("I don’t know you yet.")


def test_the_record_and_not_the_message_says_which_community(
    group: Telegram, bot: BotApi, linked: User, bob: User, harbour: Community
) -> None:
    """bob's group of his own community is not that of alice's, whatever its title says."""
    link(bob, BOB)
    with scope.acting_as(bob.pk):
        boats = membership.found("Boats", moderation="open", my_name="Bo")
    link_group(group, bob, boats, BOB, chat=-6)
    forged = message(f"@{BOT} when does the boathouse open?", by=BOB, chat=-6, message_id=4)
    forged["chat"] |= {"title": "Harbour", "community": str(harbour.pk)}
    group.post(group.update(message=forged, community_id=str(harbour.pk)))
    assert bot.texts(-6)[-1] == "This community has nothing about that."


def test_a_group_is_linked_by_a_member_with_their_own_code_only(
    telegram: Telegram, bot: BotApi, linked: User, bob: User, harbour: Community
) -> None:
    link(bob, BOB)
    with scope.acting_as(linked.pk):
        code = linking.new_code(linked, now=timezone.now(), community=harbour)
    telegram.write(f"/link {code}", by=BOB, chat=GROUP)  # who read it in the group
    telegram.write(f"/link {code}", by=STRANGER, chat=GROUP)
    telegram.write(f"/start {code}", by=BOB)  # and it links no private chat
    with scope.acting_as(linked.pk):
        assert GroupChat.objects.count() == 0
        Membership.objects.all().delete()
    telegram.write(f"/link {code}", chat=GROUP)
    with scope.acting_as(linked.pk):
        assert GroupChat.objects.count() == 0


SHOWN_TO_ALL = (
    "/link {code}",
    f"/link@{BOT} {{code}}",
    "/link {first} {second}",
    f"@{BOT} {{code}}",
    "{code}",
    "my code is {first}-{second}, is it not?",
    "take there {first} {second}",
    f"https://t.me/{BOT}?start={{code}}",
    "{lower}",
)


def test_a_code_for_a_private_chat_that_was_typed_in_a_group_is_used_up(
    telegram: Telegram, bot: BotApi, alice: User
) -> None:
    for typed in SHOWN_TO_ALL:
        with scope.acting_as(alice.pk):
            code = linking.new_code(alice, now=timezone.now())
        shown = typed.format(code=code, first=code[:5], second=code[5:], lower=code.lower())
        telegram.write(shown, chat=GROUP)
        assert bot.texts(GROUP)[-1].startswith("That code was for a chat with me alone"), typed
        with scope.acting_as(alice.pk):
            assert not LinkCode.objects.exists(), typed
    telegram.write(f"/link {code}", by=STRANGER)
    assert linking.person_of(System.TELEGRAM, str(STRANGER)) is None


def test_a_code_of_a_private_chat_is_used_up_in_a_group_whoever_wrote_it(
    telegram: Telegram, bot: BotApi, linked: User
) -> None:
    """Whoever is linked already, forwards it, or writes as the group itself shows it to all as well."""
    hers = message("{code}", by=ALICE, chat=GROUP, message_id=4)
    for more in ({}, {"forward_origin": {"type": "user"}}, {"from": {"id": 1087968824, "is_bot": True}}):
        with scope.acting_as(linked.pk):
            code = linking.new_code(linked, now=timezone.now())
        telegram.post(telegram.update(message=hers | more | {"text": f"/link {code}"}))
        telegram.write(f"/link {code}", by=STRANGER)
        assert linking.person_of(System.TELEGRAM, str(STRANGER)) is None, more


def test_a_linked_group_is_not_taken_over(group: Telegram, bot: BotApi, bob: User, harbour: Community) -> None:
    link(bob, BOB)
    with scope.acting_as(bob.pk):
        boats = membership.found("Boats", moderation="open", my_name="Bo")
    link_group(group, bob, boats, BOB)
    assert bot.texts(GROUP)[-1].startswith("This group is already linked.")
    assert linking.community_of(GROUP) == harbour.pk


def test_a_group_ends_with_its_linker_and_moves_with_its_number(
    group: Telegram, bot: BotApi, linked: User, harbour: Community
) -> None:
    moved = message("", by=ALICE, chat=GROUP, message_id=8) | {"migrate_to_chat_id": -1005001}
    group.post(group.update(message=moved))
    assert (linking.community_of(GROUP), linking.community_of(-1005001)) == (None, harbour.pk)
    with scope.acting_as(linked.pk):
        Membership.objects.all().delete()
    assert linking.community_of(-1005001) is None


def test_who_paused_their_chat_can_end_a_groups_link(group: Telegram, bot: BotApi, linked: User) -> None:
    with scope.acting_as(linked.pk):
        Agent.objects.get(name="Telegram").pause(now=timezone.now())
    group.write("/unlink", chat=GROUP)
    assert bot.texts(GROUP)[-1] == "This group is linked to no community any more."


def test_another_member_links_a_group_whose_linker_left_the_community(
    group: Telegram, bot: BotApi, linked: User, bob: User, harbour: Community
) -> None:
    link(bob, BOB)
    join(bob, harbour, linked)
    with scope.acting_as(linked.pk):
        membership.hand_over(Membership.objects.get(person=bob))
        membership.leave(Membership.objects.get(person=linked))
        assert not GroupChat.objects.exists()
    link_group(group, bob, harbour, BOB)
    assert bot.texts(GROUP)[-1].startswith("This group is linked.")
    assert linking.community_of(GROUP) == harbour.pk


def test_who_ended_their_agent_there_gets_no_other(group: Telegram, bot: BotApi, linked: User) -> None:
    group.write(f"@{BOT} when does the boathouse open?", chat=GROUP)
    with scope.acting_as(linked.pk):
        Agent.objects.get(name="Telegram: Harbour").revoke(now=timezone.now())
    group.write(f"@{BOT} when does the boathouse open?", chat=GROUP)
    assert bot.texts(ALICE)[-1].startswith("You ended this link.")
    assert "ended" not in " ".join(bot.texts(GROUP))  # it is nobody else's business


def test_a_group_is_not_told_who_paused_or_ended_their_chat(group: Telegram, bot: BotApi, linked: User) -> None:
    bot.clear()
    with scope.acting_as(linked.pk):
        agent = Agent.objects.get(name="Telegram")
        agent.pause(now=timezone.now())
    group.write(f"@{BOT} when does the boathouse open?", chat=GROUP)
    with scope.acting_as(linked.pk):
        agent.revoke(now=timezone.now())
    group.write(f"@{BOT} when does the boathouse open?", chat=GROUP)
    assert [text.split(".")[0] for text in bot.texts(ALICE)] == [
        "You paused this chat under Agents",
        "You ended this link",
    ]
    assert bot.texts(GROUP) == []


def test_only_who_linked_a_group_ends_that_and_others_are_told_so(
    group: Telegram, bot: BotApi, linked: User, bob: User, harbour: Community
) -> None:
    link(bob, BOB)
    group.write("/unlink", by=BOB, chat=GROUP)
    assert bot.texts(GROUP)[-1].startswith("This group is already linked. Whoever linked it can end that")
    group.write("/unlink", chat=GROUP)
    assert bot.texts(GROUP)[-1] == "This group is linked to no community any more."
    group.write("/unlink", chat=GROUP)
    assert bot.texts(GROUP)[-1].startswith("This group is linked to no community. A member can link it")


def test_two_first_messages_at_once_are_both_answered(committed: None, bot: BotApi) -> None:
    alice = User.objects.create_user("alice@example.org")
    link(alice, ALICE)
    with scope.acting_as(alice.pk):
        harbour = membership.found("Harbour", moderation="open", my_name="Zoe")
    together = Barrier(3)

    def write(_: int) -> UUID:
        try:
            with scope.acting_as(alice.pk):
                together.wait()
                writer = linking.writer_in(harbour.pk, alice.pk, System.TELEGRAM, str(ALICE))
            assert writer
            return writer.agent.pk
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        assert len(set(pool.map(write, range(3)))) == 1


SWITCHED = [
    ("search_memory", "when does the boathouse open?"),
    ("save_memory", "Remember: the jetty is closed"),
    ("save_user_preference", "I prefer tea"),
]


@pytest.mark.parametrize(("tool", "text"), SWITCHED)
def test_what_is_switched_off_is_not_done(
    tool: str, text: str, group: Telegram, bot: BotApi, harbour: Community
) -> None:
    alice = User.objects.get(email="alice@example.org")
    with scope.acting_as(alice.pk):
        assert linking.set_tools(harbour.pk, [each for each, _ in SWITCHED if each != tool])
    group.write(f"@{BOT} {text}", chat=GROUP)
    assert bot.texts(GROUP)[-1] == "This community has switched that off."
    with scope.acting_as(alice.pk):
        assert not Memory.objects.filter(status="candidate").exists()
        assert not Contribution.objects.filter(status="suggested").exists()


def test_only_moderators_switch(group: Telegram, linked: User, bob: User, harbour: Community) -> None:
    with scope.acting_as(linked.pk):
        assert linking.set_tools(harbour.pk, ["save_memory"])
    join(bob, harbour, linked)
    with scope.acting_as(bob.pk):
        assert not linking.set_tools(harbour.pk, ["search_memory"])
        assert linking.tools_of(harbour.pk) == {"save_memory"}


def test_only_members_read_what_is_switched(linked: User, bob: User, harbour: Community, bot: Any) -> None:
    with scope.acting_as(linked.pk):
        linking.set_tools(harbour.pk, [])
    with scope.acting_as(bob.pk):
        assert CommunityTools.objects.count() == 0
        assert not linking.set_tools(harbour.pk, ["search_memory"])


def test_an_edit_in_a_group_takes_back_too(group: Telegram, bot: BotApi, linked: User) -> None:
    group.write(f"@{BOT} I prefer zebratea", chat=GROUP, message_id=77)
    group.write(f"@{BOT} I prefer zebramilk", chat=GROUP, message_id=77, kind="edited_message")
    with scope.acting_as(linked.pk):
        (waiting,) = Proposal.objects.open()
        assert "zebramilk" in str(waiting.memory).lower() + waiting.memory.details
