"""Conversations: stored, trimmed to the person's window and read once for statements (S1)."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection

from memoryweb.agents.models import Agent
from memoryweb.learning import conversations, learner, window
from memoryweb.learning.models import Conversation
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Evidence, Memory, Proposal, Refusal
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.builders import person_types, set_settings
from tests.learning.conftest import NOW, Call
from tests.memories.tables import tables_containing
from tests.rings import on_plain_tables

PDF = "I prefer PDF for reports."
TEA = "My favourite drink is green tea."


def report(call_operation: Call, name: str, *messages: str, ago: int = 0, **arguments: Any) -> dict[str, Any]:
    contents = [{"role": "user", "content": message} for message in messages]
    arguments.setdefault("ended_at", (NOW - timedelta(days=ago)).isoformat())
    return call_operation("record_conversation", conversation_id=name, messages=contents, **arguments)


def recent() -> list[str]:
    return list(Conversation.objects.recent().order_by("ended_at", "id").values_list("external_id", flat=True))


def values() -> list[str]:
    return sorted(memory.shown_value for memory in Memory.objects.live())


# What is stored


def test_only_the_persons_messages_are_stored_and_their_statements_become_proposals(
    call_operation: Call, scribe: Agent
) -> None:
    answer = call_operation(
        "record_conversation",
        conversation_id="chat 1",
        topic="Reports",
        messages=[{"role": "user", "content": PDF}, {"role": "assistant", "content": "I prefer Word."}, TEA],
    )
    conversation = Conversation.objects.get()
    assert (conversation.excerpts, conversation.topic, conversation.agent, conversation.read_by) == (
        [PDF, TEA],
        "Reports",
        scribe,
        "patterns",
    )
    assert [each["outcome"] for each in answer["learned"]] == ["proposed", "proposed"]
    assert Proposal.objects.count() == 2
    evidence = Evidence.objects.order_by("id").first()
    assert evidence
    assert (evidence.kind, evidence.ref, evidence.conversation) == (
        "conversation",
        {"conversation": str(conversation.pk)},
        conversation.pk,
    )


def test_a_repeated_report_counts_once(call_operation: Call) -> None:
    report(call_operation, "chat", PDF)
    again = report(call_operation, "chat", PDF)
    assert (again["outcome"], again["learned"]) == ("unchanged", [])
    assert (Conversation.objects.count(), Evidence.objects.count()) == (1, 1)


def test_new_messages_of_a_known_conversation_are_read(call_operation: Call) -> None:
    report(call_operation, "chat", PDF)
    more = report(call_operation, "chat", PDF, TEA)
    assert [(each["outcome"], "green tea" in each["question"]) for each in more["learned"]] == [("proposed", True)]
    assert (Conversation.objects.count(), Evidence.objects.count()) == (1, 2)


def test_sensitive_messages_are_withheld_and_counted_and_the_rest_is_stored(call_operation: Call) -> None:
    answer = report(call_operation, "chat", "my password is hunter2hunter2", PDF, topic="My card 4111 1111 1111 1111")
    assert answer["withheld"] == [{"message": 0, "category": "password"}]
    conversation = Conversation.objects.get()
    assert (conversation.excerpts, conversation.topic, conversation.withheld) == ([PDF], "", 1)
    assert sum(Refusal.objects.values_list("count", flat=True)) == 2


def test_a_long_message_is_reduced_to_what_it_says_about_the_person(call_operation: Call) -> None:
    report(call_operation, "chat", "Here is my draft. " + "Lorem ipsum dolor sit amet. " * 60 + TEA)
    assert Conversation.objects.get().excerpts == [TEA]


@pytest.mark.parametrize("policy", ["heuristic", "manual"])
def test_every_message_is_read_before_excerpts_are_trimmed(call_operation: Call, as_alice: User, policy: str) -> None:
    set_settings(as_alice, long_term_update_policy=policy)
    report(call_operation, "chat", *[f"What is {n} times {n}?" for n in range(70)], TEA)
    if policy == "manual":
        assert len(Conversation.objects.get().excerpts) == 71
        learner.learn_from_conversation(as_alice.pk, Conversation.objects.get().pk, now=NOW)
    assert values() == ["green tea"]
    conversation = Conversation.objects.get()
    assert (len(conversation.excerpts), conversation.excerpts_read) == (60, 60)
    set_settings(as_alice, long_term_update_policy="heuristic")
    report(call_operation, "chat", *[f"What is {n} times {n}?" for n in range(70)], TEA, PDF)
    assert values() == ["PDF", "green tea"]
    assert (len(Conversation.objects.get().excerpts), Evidence.objects.count()) == (60, 2)


def test_all_that_a_long_message_says_is_read(call_operation: Call) -> None:
    likes = [
        f"I like {thing} very much, and that has been so for a long time and will be so for longer."
        for thing in ("tea", "jazz", "chess", "rowing", "baking", "opera", "cycling", "pottery")
    ]
    report(call_operation, "chat", " ".join(likes))
    assert Memory.objects.live().count() == len(likes)
    assert all(len(each) <= 500 for each in Conversation.objects.get().excerpts)


def test_messages_reported_while_learning_was_off_stay_unlearned_when_the_conversation_continues(
    call_operation: Call, as_alice: User
) -> None:
    set_settings(as_alice, learning_enabled=False)
    report(call_operation, "chat", PDF)
    set_settings(as_alice, learning_enabled=True)
    report(call_operation, "chat", PDF, TEA)
    assert values() == ["green tea"]


@pytest.mark.parametrize("consent", [{"confirm_new": "never"}, {"confirm_new": "explicit_only"}, {}])
def test_what_extraction_finds_is_asked_about_whatever_the_agents_trust(
    call_operation: Call, as_alice: User, trusted: Agent, consent: dict[str, str]
) -> None:
    set_settings(as_alice, **consent)
    answer = report(call_operation, "chat", "From now on, always send me reports as PDF.", agent=trusted)
    assert [each["outcome"] for each in answer["learned"]] == ["proposed"]
    assert not Memory.objects.active().exists()
    person_types(as_alice, "Word", NOW - timedelta(days=1))
    report(call_operation, "later", "From now on I want reports as Markdown instead.", agent=trusted)
    assert [memory.shown_value for memory in Memory.objects.active()] == ["Word"]


def test_a_wish_for_today_found_in_a_conversation_is_given_to_nobody(call_operation: Call, trusted: Agent) -> None:
    report(call_operation, "chat", "Please use bullet points today.", agent=trusted)
    assert not Memory.objects.active().exists()


def test_text_of_our_own_prompt_block_is_never_learned(call_operation: Call) -> None:
    report(
        call_operation,
        "chat",
        "- Rule: Tone: formal（confidence=0.81, source=implicit）\n"
        "- Rule: I prefer tea（confidence=1.00, source=explicit）",
    )
    assert Memory.objects.count() == 0
    assert Conversation.objects.get().excerpts == []


def test_a_wish_for_one_day_is_not_learned_from_an_old_conversation(call_operation: Call) -> None:
    report(call_operation, "old", "Keep it short this time, please use bullet points today.", ago=3)
    assert Memory.objects.count() == 0


def test_two_agents_can_use_the_same_conversation_id(call_operation: Call, as_alice: User, trusted: Agent) -> None:
    report(call_operation, "1", TEA, agent=trusted)
    answer = report(call_operation, "1", "From now on, always send me reports as PDF.")
    assert answer["learned"][0]["outcome"] == "proposed"
    assert Conversation.objects.count() == 2


def test_a_secret_split_over_two_messages_or_titles_is_withheld(call_operation: Call) -> None:
    answer = report(call_operation, "chat", "my wifi password", "is: hunter2secret", TEA)
    assert [each["message"] for each in answer["withheld"]] == [0, 1]
    report(call_operation, "titles", TEA, topic="my wifi password", summary="is: hunter2secret")
    conversation = Conversation.objects.get(external_id="titles")
    assert (conversation.topic, conversation.summary) == ("", "")
    assert tables_containing("hunter2secret") == set()


def test_a_late_shorter_report_removes_nothing(call_operation: Call) -> None:
    report(call_operation, "chat", "Hello.", PDF)
    assert report(call_operation, "chat", "Hello.")["outcome"] == "unchanged"
    assert Conversation.objects.get().excerpts == ["Hello.", PDF]


def test_forgotten_text_does_not_return_when_the_conversation_continues(call_operation: Call, as_alice: User) -> None:
    report(call_operation, "chat", PDF)
    conversations.forget(Conversation.objects.get(), now=NOW)
    report(call_operation, "chat", PDF, TEA)
    assert Conversation.objects.get().excerpts == [TEA]
    erasure.erase(Memory.objects.get(details__icontains="tea").pk, by=Person(as_alice), now=NOW)
    report(call_operation, "chat", PDF, TEA, "Hello again.")
    assert Conversation.objects.get().excerpts == ["Hello again."]


def test_a_conversation_read_late_does_not_replace_a_newer_memory(call_operation: Call, as_alice: User) -> None:
    set_settings(as_alice, long_term_update_policy="manual")
    report(call_operation, "old", "From now on I want reports as PDF instead.", ago=3)
    person_types(as_alice, "Word", NOW - timedelta(days=1))
    outcomes = learner.learn_from_conversation(as_alice.pk, Conversation.objects.get().pk, now=NOW)
    assert [outcome.reason for outcome in outcomes] == ["Something newer is known about this."]
    assert Memory.objects.active().get().shown_value == "Word"


@pytest.mark.parametrize("change", [{"trust": "read_only"}, {"revoked_at": NOW}])
def test_nothing_is_learned_from_an_agent_that_may_no_longer_teach(
    call_operation: Call, as_alice: User, scribe: Agent, change: dict[str, object]
) -> None:
    set_settings(as_alice, long_term_update_policy="manual")
    report(call_operation, "chat", PDF)
    Agent.objects.filter(pk=scribe.pk).update(**change)
    assert learner.learn_from_conversation(as_alice.pk, Conversation.objects.get().pk, now=NOW) == []
    assert not Memory.objects.exists()


def test_messages_reported_while_learning_was_off_are_never_learned(call_operation: Call, as_alice: User) -> None:
    set_settings(as_alice, learning_enabled=False)
    report(call_operation, "chat", PDF)
    set_settings(as_alice, learning_enabled=True)
    report(call_operation, "next", TEA)
    assert values() == ["green tea"]


def test_an_unreadable_conversation_does_not_stop_the_others(call_operation: Call, as_alice: User, bob: User) -> None:
    set_settings(as_alice, long_term_update_policy="schedule", time_zone="America/New_York")
    report(call_operation, "bad", PDF, ago=2)
    report(call_operation, "good", TEA, ago=1)
    Conversation.objects.filter(external_id="bad").update(ended_at=datetime.min.replace(tzinfo=UTC))
    upkeep.run_now("update_long_term", now=NOW + timedelta(days=1))
    assert values() == ["green tea"]
    assert Conversation.objects.get(external_id="bad").trouble == "failed"


def test_the_sweep_reads_a_conversation_whose_worker_died(call_operation: Call, as_alice: User) -> None:
    set_settings(as_alice, long_term_every=3)
    report(call_operation, "chat", PDF)
    Conversation.objects.update(claimed_at=NOW)
    assert upkeep.run_now("update_long_term", now=NOW + timedelta(hours=1)).counts == {"conversations": 1, "learned": 1}


@pytest.mark.parametrize("day", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2199-01-01T00:00:00Z"])
def test_an_impossible_date_is_rejected_or_becomes_today(as_alice: User, call: Any, day: str) -> None:
    answer = call("record_conversation", conversation_id="x", messages=[PDF], ended_at=day, started_at=day)
    assert answer.status in (200, 400)


@pytest.mark.parametrize(
    ("value", "remaining"),
    [
        (False, ["I know the note.", "Nothing else.", "Snow in Norway."]),
        ("tea", ["Our team had steak.", "Ask the teacher."]),
    ],
)
def test_erasing_removes_whole_words_only(
    call_operation: Call, as_alice: User, value: Any, remaining: list[str]
) -> None:
    set_settings(as_alice, learning_enabled=False)
    report(call_operation, "chat", *remaining, "I would like tea now.")
    memory = actions.remember(
        actions.Statement(name="thing", category="x", value=value, details="", label="thing"),
        by=Person(as_alice),
        now=NOW,
    ).memory
    assert memory
    erasure.erase(memory.pk, by=Person(as_alice), now=NOW)
    excerpts = Conversation.objects.get().excerpts
    assert set(remaining) <= set(excerpts)
    assert ("I would like tea now." in excerpts) is (value is False)


def test_erasing_removes_paraphrases_in_the_conversation_it_was_learned_from(
    call_operation: Call, as_alice: User
) -> None:
    report(call_operation, "chat", "I love jazz music.", "Jazz music is what I really love.", "What is the weather?")
    memory = Memory.objects.get(details__startswith="I love")
    erasure.erase(memory.pk, by=Person(as_alice), now=NOW)
    assert Conversation.objects.get().excerpts == ["What is the weather?"]


@pytest.mark.parametrize("by", ["forgetting it", "erasing"])
def test_a_longer_report_does_not_bring_back_the_topic(call_operation: Call, as_alice: User, by: str) -> None:
    titles: Any = {"topic": "Jazz music is what you love", "summary": "You love jazz music."}
    report(call_operation, "chat", "I love jazz music.", **titles)
    if by == "forgetting it":
        conversations.forget(Conversation.objects.get(), now=NOW)
    else:
        erasure.erase(Memory.objects.get().pk, by=Person(as_alice), now=NOW)
    report(call_operation, "chat", "I love jazz music.", "What is the weather?", **titles)
    conversation = Conversation.objects.get()
    assert (conversation.topic, conversation.summary) == ("", "")
    assert conversation.excerpts == ["What is the weather?"]


# The window


def test_a_window_by_number_keeps_the_newest(call_operation: Call, as_alice: User) -> None:
    set_settings(as_alice, recent_max_items=3)
    for n in range(6):
        report(call_operation, f"chat {n}", PDF, ago=6 - n)
    assert recent() == ["chat 3", "chat 4", "chat 5"]
    trimmed = Conversation.objects.exclude(trimmed_at=None)
    assert {(tuple(c.excerpts), c.topic, c.summary) for c in trimmed} == {((), "", "")}


def test_the_window_can_change_between_number_and_age(call_operation: Call, as_alice: User) -> None:
    for n in range(10):
        report(call_operation, f"{n}", f"I like the colour number {n} very much.", ago=20 - n)
    learned = Evidence.objects.count()
    assert recent() == [str(n) for n in range(10)]
    set_settings(as_alice, recent_max_items=6)
    window.trim(as_alice.pk, now=NOW)
    assert recent() == [str(n) for n in range(4, 10)]
    set_settings(as_alice, recent_window_type="time", recent_max_age_days=13)
    window.trim(as_alice.pk, now=NOW)
    assert recent() == ["7", "8", "9"]
    report(call_operation, "a", TEA, ago=0)
    report(call_operation, "old", TEA, ago=14)
    assert recent() == ["7", "8", "9", "a"]
    set_settings(as_alice, recent_window_type="count", recent_max_items=2)
    report(call_operation, "b", TEA)
    assert recent() == ["a", "b"]
    assert Evidence.objects.count() >= learned
    assert Memory.objects.live().count() == learned + 1


def test_the_sweep_trims_conversations_that_became_too_old(call_operation: Call, as_alice: User) -> None:
    set_settings(as_alice, recent_window_type="time", recent_max_age_days=7)
    for n in range(3):
        report(call_operation, f"{n}", PDF, ago=n)
    later = NOW + timedelta(days=6)
    assert upkeep.run_now("trim_conversations", now=later, dry_run=True).kinds == {"time": 1}
    assert upkeep.run_now("trim_conversations", now=later).counts == {"trimmed": 1}
    assert recent() == ["1", "0"]
    assert not upkeep.run_now("trim_conversations", now=later).counts


def test_the_sweep_trims_by_number(call_operation: Call, as_alice: User) -> None:
    for n in range(5):
        report(call_operation, f"{n}", PDF, ago=5 - n)
    set_settings(as_alice, recent_max_items=2)
    assert upkeep.run_now("trim_conversations", now=NOW).counts == {"trimmed": 3}
    assert recent() == ["3", "4"]


def test_untrimmed_conversations_stay_if_the_window_is_widened_again(call_operation: Call, as_alice: User) -> None:
    for n in range(5):
        report(call_operation, f"{n}", PDF, ago=5 - n)
    for narrow in ({"recent_max_items": 2}, {"recent_window_type": "time", "recent_max_age_days": 2}):
        set_settings(as_alice, **narrow)
        assert upkeep.run_now("trim_conversations", now=NOW, dry_run=True).counts == {"to trim": 3}
        set_settings(as_alice, recent_window_type="count", recent_max_items=30)
        assert not upkeep.run_now("trim_conversations", now=NOW).counts
    assert len(recent()) == 5


def test_a_continued_conversation_is_in_the_window_again(call_operation: Call, as_alice: User) -> None:
    for n in range(3):
        report(call_operation, f"{n}", PDF, ago=3 - n)
    set_settings(as_alice, recent_max_items=1)
    report(call_operation, "0", PDF, TEA)
    assert recent() == ["0"]
    set_settings(as_alice, recent_max_items=2)
    report(call_operation, "2", PDF, TEA, ago=1)
    assert recent() == ["2", "0"]
    assert not upkeep.run_now("trim_conversations", now=NOW).counts


def test_the_sweep_trims_in_batches_by_each_persons_window(call_operation: Call, as_alice: User, bob: User) -> None:
    for n in range(5):
        report(call_operation, f"{n}", PDF, ago=5 - n)
    with scope.acting_as(bob.pk):
        set_settings(bob, recent_window_type="time")
        bobs_agent = Agent.connect(bob, name="Bob's agent")[0]
        for n in range(9):
            conversations.record(
                bobs_agent,
                MemorySettings.for_person(bob.pk),
                conversations.EndedConversation(external_id=f"{n}", messages=[TEA], ended_at=NOW - timedelta(days=n)),
                now=NOW - timedelta(days=n),
            )
    set_settings(as_alice, recent_max_items=2)
    run = upkeep.run_now("trim_conversations", now=NOW, batch=1)
    assert (run.counts, run.kinds) == ({"trimmed": 4}, {"count": 3, "time": 1})
    with scope.acting_as(bob.pk):
        assert recent() == [f"{n}" for n in range(7, -1, -1)]
    assert recent() == ["3", "4"]


def test_the_trigger_and_the_python_rule_agree_on_the_window(call_operation: Call, as_alice: User) -> None:
    """Random reports and settings in random order give the same result as the rule written in Python."""
    dice = Random(1)
    for _ in range(120):
        match dice.randrange(4):
            case 0:
                set_settings(as_alice, recent_window_type=dice.choice(["count", "time"]))
            case 1:
                set_settings(as_alice, recent_max_items=dice.randint(1, 12), recent_max_age_days=dice.randint(1, 12))
            case 2:
                set_settings(as_alice, enable_memory=dice.random() < 0.7)
            case _:
                name, count, ago = f"{dice.randrange(30)}", dice.randint(1, 9), dice.randint(0, 15)
                report(call_operation, name, *["Hello."] * count, ago=ago)
        settings = MemorySettings.for_person(as_alice.pk)
        recent_ones = list(Conversation.objects.recent().order_by("-ended_at", "-id"))
        by_age = [each for each in recent_ones if each.ended_at < NOW - timedelta(days=settings.recent_max_age_days)]
        outside = by_age if settings.recent_window_type == "time" else recent_ones[settings.recent_max_items :]
        marked = set(Conversation.objects.outside(NOW))
        assert marked == (set(outside) if settings.enable_memory else set())
        if dice.random() < 0.1:
            assert upkeep.run_now("trim_conversations", now=NOW).counts.get("trimmed", 0) == len(marked)
            assert not Conversation.objects.outside(NOW).exists()


@on_plain_tables
def test_finding_conversations_to_trim_reads_only_the_index(db: None) -> None:
    with scope.acting_as_clock(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # the table is empty, so PostgreSQL would scan it
        cursor.execute(f"EXPLAIN {window.OUTSIDE}", upkeep.BatchScope(now=NOW, shard=3).values())
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert plan.count(" Scan ") == 1
    assert "Index Scan using conversations_to_trim" in plan
    assert "Index Cond: ((outside_from <" in plan
    assert "Filter" not in plan


# When it is read


def test_conversations_are_read_after_every_few(call_operation: Call, as_alice: User) -> None:
    set_settings(as_alice, long_term_every=3)
    assert [report(call_operation, f"{n}", f"I like colour number {n}.")["waiting"] for n in range(3)] == [
        True,
        True,
        False,
    ]
    assert len(values()) == 3


def test_scheduled_reading_happens_at_three_in_the_persons_time_zone(call_operation: Call, as_alice: User) -> None:
    set_settings(as_alice, long_term_update_policy="schedule", time_zone="Asia/Shanghai")
    assert report(call_operation, "chat", PDF)["waiting"]
    for hours, count in ((6, 0), (7.1, 1), (8, 0)):  # 12:00 UTC is 20:00 there; 19:00 UTC is three
        counts = upkeep.run_now("update_long_term", now=NOW + timedelta(hours=hours)).counts
        assert counts.get("conversations", 0) == count
    assert values() == ["PDF"]


def test_manual_policy_reads_nothing_by_itself(call_operation: Call, as_alice: User) -> None:
    set_settings(as_alice, long_term_update_policy="manual")
    report(call_operation, "chat", PDF)
    assert not upkeep.run_now("update_long_term", now=NOW + timedelta(days=2)).counts
    assert values() == []
    learner.learn_from_conversation(as_alice.pk, Conversation.objects.get().pk, now=NOW)
    assert values() == ["PDF"]


# Switches


def test_memory_off_writes_nothing_and_keeps_everything(call_operation: Call, as_alice: User) -> None:
    report(call_operation, "before", PDF)
    set_settings(as_alice, enable_memory=False)
    answer = report(call_operation, "chat", TEA)
    assert (answer["outcome"], answer["reason"]) == (
        "unchanged",
        "Memory is off in Settings, so nothing was saved.",
    )
    assert (recent(), values()) == (["before"], ["PDF"])
    assert call_operation("recall_preferences")["block"] == "(none)"
    assert not upkeep.run_now("trim_conversations", now=NOW + timedelta(days=400)).counts


def test_memory_off_stops_trimming_until_it_is_on_again(call_operation: Call, as_alice: User) -> None:
    for n in range(4):
        report(call_operation, f"{n}", PDF, ago=4 - n)
    set_settings(as_alice, enable_memory=False, recent_max_items=1)
    assert window.trim(as_alice.pk, now=NOW) == 0
    assert not upkeep.run_now("trim_conversations", now=NOW).counts
    set_settings(as_alice, enable_memory=True)
    assert upkeep.run_now("trim_conversations", now=NOW).counts == {"trimmed": 3}


def test_learning_off_keeps_the_conversation_and_learns_nothing(call_operation: Call, as_alice: User) -> None:
    set_settings(as_alice, learning_enabled=False)
    assert report(call_operation, "chat", PDF)["learned"] == []
    assert (recent(), values()) == (["chat"], [])


STATEMENTS = {
    "response_preferences": "Always reply in Chinese.",
    "user_insights": "I live in Lisbon.",
    "topic_highlights": "I am interested in marine biology.",
}


@pytest.mark.parametrize("off", STATEMENTS)
def test_each_section_can_be_switched_off(call_operation: Call, as_alice: User, off: str) -> None:
    set_settings(as_alice, enabled_sections=[name for name in STATEMENTS if name != off], confirm_new="never")
    report(call_operation, "chat", *STATEMENTS.values())
    assert sorted(Memory.objects.values_list("section", flat=True)) == sorted(
        name for name in STATEMENTS if name != off
    )


# Erasing


def test_an_erased_memory_is_not_learned_again_from_the_same_words(call_operation: Call, as_alice: User) -> None:
    report(call_operation, "chat", PDF, TEA, topic="Green tea and reports", summary="Likes green tea.")
    memory = Memory.objects.get(details__icontains="tea")
    erasure.erase(memory.pk, by=Person(as_alice), now=NOW)
    assert tables_containing("green tea") == set()
    conversation = Conversation.objects.get()
    assert (conversation.excerpts, conversation.topic, conversation.summary) == ([PDF], "", "")
    assert (
        report(call_operation, "chat", PDF, TEA, topic="Green tea and reports", summary="Likes green tea.")["outcome"]
        == "unchanged"
    )
    assert [each["outcome"] for each in report(call_operation, "another", TEA)["learned"]] == ["blocked"]
    assert values() == ["PDF"]


def test_trimming_keeps_the_evidence(call_operation: Call, as_alice: User) -> None:
    report(call_operation, "chat", PDF, ago=2)
    set_settings(as_alice, recent_max_items=1)
    report(call_operation, "next", "Hello there.")
    assert recent() == ["next"]
    evidence = Evidence.objects.get()
    assert (evidence.quote, evidence.ref) == (
        "I prefer PDF for reports",
        {"conversation": "chat"},
    ) or evidence.quote == PDF
    assert report(call_operation, "chat", PDF, ago=2)["outcome"] == "unchanged"


def test_a_conversation_does_not_replace_what_the_person_typed(call_operation: Call, as_alice: User) -> None:
    person_types(as_alice, "Word", NOW)
    answer = report(call_operation, "chat", PDF)
    assert answer["learned"][0]["outcome"] == "proposed"
    assert Memory.objects.active().get().shown_value == "Word"


def test_two_workers_read_one_conversation_once(call_operation: Call, as_alice: User) -> None:
    set_settings(as_alice, long_term_update_policy="manual")
    report(call_operation, "chat", PDF)
    pk = Conversation.objects.get().pk
    Conversation.objects.update(claimed_at=NOW)
    assert learner.learn_from_conversation(as_alice.pk, pk, now=NOW + timedelta(minutes=5)) == []
    assert len(learner.learn_from_conversation(as_alice.pk, pk, now=NOW + timedelta(minutes=11))) == 1


def test_a_date_without_a_time_zone_is_rejected(as_alice: User, call: Any) -> None:
    answer = call("record_conversation", conversation_id="x", messages=[], ended_at=datetime(2026, 1, 1).isoformat())  # noqa: DTZ001
    assert answer.envelope["error"]["details"]["fields"][0]["field"] == "ended_at"
