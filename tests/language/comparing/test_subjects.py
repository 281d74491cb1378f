"""What a statement is about, from its words; and how a change of mind is noticed by it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryweb.agents.models import Agent
from memoryweb.language.comparing import subjects
from memoryweb.memories.models import Memory, Status
from memoryweb.people.models import User
from memoryweb.rules import limits
from tests import effort
from tests.builders import agent_says, person_types
from tests.cases import for_each
from tests.language.comparing import contradiction_cases as cases


@for_each(
    [
        ("When I'm tired, I prefer tea", "when tired"),
        ("Whenever I am tired: prefer tea", "when tired"),
        ("I prefer tea when I'm tired.", "when tired"),
        ("When you're tired, you prefer tea", "when tired"),
        ("When tired I prefer tea because I sleep better", "when tired"),
        ("On weekdays I go to bed early", "on weekdays"),
        ("I prefer PDF for reports", "for reports"),
        ("I have a preference for reports", ""),
        ("In general, I prefer tea", ""),
        ("For now, answer in Dutch", ""),
        ("I drink coffee, not in the morning", "not in morning"),
        ("I drink coffee but never on Sundays", "never on sundays"),
        ("Except on Mondays, I work late", "except on mondays"),
        ("I do not drink coffee in the morning", "in morning"),
        ("我不在早上喝咖啡", ""),
        ("我平时喜欢爬山", ""),
        ("I avoid the motorway whenever I can", ""),
        ("I prefer tea", ""),
        ("累的时候我喜欢茶", "累"),
        ("我觉得累的时候喜欢茶", "累"),
        ("长途飞行时，我选过道", "长途飞行"),
        ("我喜欢茶", ""),
        ("", ""),
    ],
)
def test_one_occasion_has_one_spelling(text: str, condition: str) -> None:
    assert subjects.parse_condition(text) == condition


@for_each(
    [
        ("When tired, I prefer herbal tea", "I choose coffee when I'm tired"),
        ("When it rains, I drink cocoa", "When it rains, I prefer soup, not cocoa"),
        ("My favourite drink is tea", "My favorite drink was coffee"),
        ("I prefer window seats", "I prefer aisle seats"),
        ("I prefer trains over planes", "I prefer planes"),
        ("I believe in buying once rather than often", "I believe in buying often rather than once"),
        ("Careful about glass but not paper", "Careful about paper but not glass"),
        ("When packing, I sort by colour rather than by size", "When packing, I sort by size rather than by colour"),
        ("I like mushrooms", "I can't stand mushrooms"),
        ("I love meat", "I no longer eat meat"),
        ("累的时候我喜欢喝茶", "累的时候我更想喝咖啡"),
        ("我最喜欢的颜色是绿色", "我最喜欢的颜色是蓝色"),
        ("我喜欢绿茶", "我讨厌绿茶"),
    ],
)
def test_another_thing_in_the_same_frame_is_the_same_subject(one: str, other: str) -> None:
    assert (subjects.same_subject(one, other), subjects.same_subject(other, one)) == (True, True)


@for_each(
    [
        ("When tired, I prefer tea", "When hungry, I prefer tea"),
        ("When tired, I prefer tea", "I prefer tea"),
        ("When tired, I drink tea", "When tired, I listen to jazz"),
        ("On long flights I prefer window seats", "On long flights I prefer vegetarian meals"),
        ("I like jazz music", "I like rock music"),
        ("I like tea", "I like hiking"),
        ("I prefer tea", "I prefer window seats"),
        ("My favourite drink is tea", "My favourite colour is green"),
        ("I drink tea number one", "I drink tea number two"),
        ("The server runs Debian", "The laptop runs Debian"),
        ("我喜欢绿茶", "我喜欢爬山"),
        ("我平时喜欢爬山", "我平时喜欢看书"),
        ("我周末喜欢爬山", "我周末喜欢看书"),
        ("小王喜欢绿茶", "小李讨厌绿茶"),
        ("我妈妈喜欢绿茶", "我讨厌绿茶"),
        ("On weekends I like hiking", "On weekends I like reading"),
        ("Petra keeps the key of the shed", "Klaus keeps the key of the shed"),
        ("Petra prefers tea over coffee", "Klaus prefers coffee"),
        ("My wife's favourite colour is green", "My favourite colour is blue"),
        ("When tired, Petra prefers tea", "When tired, I prefer coffee"),
        ("She likes mushrooms", "I can't stand mushrooms"),
        ("For the cellar we ordered Box A", "For the cellar we ordered Box B"),
        ("I use C", "I use C++"),
        ("I read दिन", "I read दान"),
        ("累的时候我喜欢喝茶", "饿的时候我喜欢喝茶"),
        ("我最喜欢的颜色是绿色", "我最喜欢的水果是桃子"),
        ("", ""),
    ],
)
def test_what_can_both_be_so_has_two_subjects(one: str, other: str) -> None:
    assert not subjects.same_subject(one, other)


@for_each(
    [
        ("When travelling, I prefer large bags", "When travelling, I prefer small bags", True),
        ("When travelling, I prefer aisle seats", "When travelling, I prefer paying by card", False),
        ("I prefer glass containers", "I prefer plastic containers", True),
        ("I prefer glass containers", "I prefer window seats", False),
        ("In the evening I prefer phone calls", "In the evening I prefer beer", False),
        ("When packing, I like jars", "When packing, I like bags", False),
    ],
)
def test_two_categories_are_compared_where_one_noun_is_preferred(one: str, other: str, expected: bool) -> None:
    a, b = subjects.Subject(one), subjects.Subject(other)
    assert (subjects.is_comparable(a, b), subjects.is_comparable(b, a)) == (expected, expected)


@given(one=st.text(max_size=300), other=st.text(max_size=300))
def test_any_two_texts_can_be_compared_either_way_round(one: str, other: str) -> None:
    assert subjects.same_subject(one, other) == subjects.same_subject(other, one)
    assert len(subjects.parse_condition(one)) <= limits.CONDITION_MAX


@for_each(["when ", "when I ", "for ", "(not ", "a ", "I prefer ", ",", "的时候", "我", " ", "\n"])
def test_hostile_texts_cost_no_time(unit: str) -> None:
    with effort.at_most(2):
        subjects.is_alike(subjects.Subject(unit * 5000), subjects.Subject(unit * 5000))


# As memories meet


@pytest.mark.parametrize(
    ("one", "other", "outcome"),
    [
        ("When tired, I prefer herbal tea", "When tired, I prefer black coffee", "conflict"),
        ("When tired, I prefer herbal tea", "When tired, I now prefer black coffee", "revised"),
        ("累的时候我喜欢喝绿茶", "累的时候我更喜欢喝咖啡", "conflict"),
        ("累的时候我喜欢喝绿茶", "累的时候我现在喜欢喝咖啡", "revised"),
        ("When tired, I prefer herbal tea", "When hungry, I prefer black coffee", "saved"),
        ("I like green tea", "I like hiking", "saved"),
    ],
)
def test_a_change_of_mind_is_noticed_whatever_it_is_called(
    as_alice: User, trusted: Agent, one: str, other: str, outcome: str
) -> None:
    agent_says(trusted, one, name=one, category="drinks")
    assert agent_says(trusted, other, name=other, category="drinks").name == outcome


def test_opposites_in_the_same_words_are_never_merged(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, "In summer I prefer light lunches (not heavy)", name="lunch", category="food")
    assert (
        agent_says(trusted, "In summer I prefer heavy lunches (not light)", name="lunch", category="food").name
        == "conflict"
    )


def test_two_names_for_two_things_on_one_occasion_stand_side_by_side(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, "On long walks I take an umbrella", name="rain gear", category="outdoors")
    done = agent_says(trusted, "On long walks I take two sandwiches", name="provisions", category="outdoors")
    assert done.name == "saved"


def test_the_person_is_asked_before_a_guess_replaces_what_they_said(as_alice: User, trusted: Agent) -> None:
    tea, coffee = "When tired, I prefer herbal tea", "When tired, I prefer black coffee"
    old = person_types(as_alice, tea, name=tea, category="drinks")
    assert old.memory is not None
    assert person_types(as_alice, coffee, name=coffee, category="drinks").name == "conflict"
    assert Memory.objects.get(pk=old.memory.pk).status == Status.ACTIVE
    cocoa = "When tired, I now prefer hot cocoa"
    assert person_types(as_alice, cocoa, name=cocoa, category="drinks").name == "revised"


# What somebody has one of at a time, and what is over


def test_a_contradiction_is_noticed_in_free_words_and_two_things_that_can_be_so_are_not_one() -> None:
    missed = [pair for pair in cases.CONTRARY if not _are_alike(*pair)]
    wrong = [pair for pair in cases.BOTH_SO if _are_alike(*pair)]
    assert not missed, missed
    assert not wrong, wrong


def test_contradictions_that_nothing_was_tuned_on_are_noticed() -> None:
    missed = [pair for pair in cases.HELD_OUT_CONTRARY if not _are_alike(*pair)]
    wrong = [pair for pair in cases.HELD_OUT_BOTH_SO if _are_alike(*pair)]
    assert len(missed) <= len(cases.HELD_OUT_CONTRARY) * 0.15, missed
    assert len(wrong) <= len(cases.HELD_OUT_BOTH_SO) * 0.05, wrong


def test_the_newer_statement_is_compared_with_the_older_one() -> None:
    skipped = [pair for pair in cases.CONTRARY if not subjects.Subject(pair[1]).may_match(pair[0])]
    assert not skipped, skipped


def _are_alike(one: str, other: str) -> bool:
    return subjects.same_subject(one, other) and subjects.same_subject(other, one)


@pytest.mark.parametrize(
    ("one", "other", "outcome"),
    [
        ("I work at Acme", "I joined Globex", "conflict"),
        ("My manager is Ann", "I report to Bob now", "revised"),
        ("Use British spelling", "Use American spelling", "conflict"),
        ("I use Vim", "I switched to Emacs", "revised"),
        ("I live in Lisbon", "I moved from Lisbon to Porto", "conflict"),
        ("My sister lives in Rome", "My brother lives in Rome", "saved"),
        ("I'm learning Spanish", "I'm learning Japanese", "saved"),
        ("我在阿里工作", "我跳槽去了腾讯", "conflict"),
    ],
)
def test_contradictions_meet_whatever_their_names_and_categories_are(
    as_alice: User, trusted: Agent, one: str, other: str, outcome: str
) -> None:
    agent_says(trusted, one, name="profile", category="work")
    assert agent_says(trusted, other, name="update", category="life").name == outcome
