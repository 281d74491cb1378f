"""Conversations: appended, trimmed, and then read for what lasts; once each, in the person's window (S1)."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection

from memoryweb.agents.models import Agent
from memoryweb.learning import conversations, learner, window
from memoryweb.learning.models import Conversation
from memoryweb.memories import actions, erasure, upkeep
from memoryweb.memories.actors import Person
from memoryweb.memories.models import Evidence, Memory, Proposal, Refusal
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.conftest import typed
from tests.learning.conftest import NOW, Call, decide

PDF = "I prefer PDF for reports."
TEA = "My favourite drink is green tea."


def ended(ask: Call, name: str, *messages: str, ago: int = 0, **more: Any) -> dict[str, Any]:
    said = [{"role": "user", "content": message} for message in messages]
    more.setdefault("ended_at", (NOW - timedelta(days=ago)).isoformat())
    return ask("record_conversation", conversation_id=name, messages=said, **more)


def recent() -> list[str]:
    return list(Conversation.objects.recent().order_by("ended_at", "id").values_list("external_id", flat=True))


def values() -> list[str]:
    return sorted(memory.shown_value for memory in Memory.objects.live())


# What is kept


def test_only_the_persons_own_words_are_kept_and_what_they_say_is_asked_about(ask: Call, scribe: Agent) -> None:
    answer = ask(
        "record_conversation", conversation_id="chat 1", topic="Reports",
        messages=[{"role": "user", "content": PDF}, {"role": "assistant", "content": "I prefer Word."}, TEA],
    )  # fmt: skip
    kept = Conversation.objects.get()
    assert (kept.excerpts, kept.topic, kept.agent, kept.read_by) == ([PDF, TEA], "Reports", scribe, "patterns")
    assert [each["outcome"] for each in answer["learned"]] == ["proposed", "proposed"]
    assert Proposal.objects.count() == 2
    evidence = Evidence.objects.order_by("id").first()
    assert evidence
    assert (evidence.kind, evidence.ref, evidence.conversation) == (
        "conversation", {"conversation": str(kept.pk)}, kept.pk,
    )  # fmt: skip


def test_the_same_end_told_twice_counts_once(ask: Call) -> None:
    ended(ask, "chat", PDF)
    again = ended(ask, "chat", PDF)
    assert (again["outcome"], again["learned"]) == ("unchanged", [])
    assert (Conversation.objects.count(), Evidence.objects.count()) == (1, 1)


def test_a_conversation_that_goes_on_is_read_on(ask: Call) -> None:
    ended(ask, "chat", PDF)
    more = ended(ask, "chat", PDF, TEA)
    assert [each["preference"] for each in more["learned"]] == ["Favourite drink: green tea"]
    assert (Conversation.objects.count(), Evidence.objects.count()) == (1, 2)


def test_what_is_sensitive_is_left_out_and_counted_and_the_rest_is_kept(ask: Call) -> None:
    answer = ended(ask, "chat", "my password is hunter2hunter2", PDF, topic="My card 4111 1111 1111 1111")
    assert answer["withheld"] == [{"message": 0, "category": "password"}]
    kept = Conversation.objects.get()
    assert (kept.excerpts, kept.topic, kept.withheld) == ([PDF], "", 1)
    assert sum(Refusal.objects.values_list("count", flat=True)) == 2


def test_a_long_message_is_kept_as_what_it_says_about_the_person(ask: Call) -> None:
    ended(ask, "chat", "Here is my draft. " + "Lorem ipsum dolor sit amet. " * 60 + TEA)
    assert Conversation.objects.get().excerpts == [TEA]


def test_what_we_injected_is_never_learned(ask: Call) -> None:
    ended(
        ask,
        "chat",
        "- Rule: Tone: formal（confidence=0.81, source=implicit）\n"
        "- Rule: I prefer tea（confidence=1.00, source=explicit）",
    )
    assert Memory.objects.count() == 0
    assert Conversation.objects.get().excerpts == []


def test_what_was_for_today_only_is_not_learned_from_an_old_conversation(ask: Call) -> None:
    ended(ask, "old", "Keep it short this time, please use bullet points today.", ago=3)
    assert Memory.objects.count() == 0


def test_another_agents_conversation_of_the_same_name_is_its_own(ask: Call, as_alice: User, trusted: Agent) -> None:
    ended(ask, "1", TEA, agent=trusted)
    answer = ended(ask, "1", "From now on, always send me reports as PDF.")
    assert answer["learned"][0]["outcome"] == "proposed"
    assert Conversation.objects.count() == 2


def test_a_secret_in_two_messages_or_in_the_titles_is_seen(ask: Call) -> None:
    answer = ended(ask, "chat", "my wifi password", "is: hunter2secret", TEA)
    assert [each["message"] for each in answer["withheld"]] == [0, 1]
    ended(ask, "titles", TEA, topic="my wifi password", summary="is: hunter2secret")
    kept = Conversation.objects.get(external_id="titles")
    assert (kept.topic, kept.summary) == ("", "")
    assert not any(erasure.search("hunter2secret").values())


def test_a_shorter_telling_that_comes_late_takes_nothing_back(ask: Call) -> None:
    ended(ask, "chat", "Hello.", PDF)
    assert ended(ask, "chat", "Hello.")["outcome"] == "unchanged"
    assert Conversation.objects.get().excerpts == ["Hello.", PDF]


def test_what_was_forgotten_of_it_does_not_come_back_when_it_goes_on(ask: Call, as_alice: User) -> None:
    ended(ask, "chat", PDF)
    conversations.forget(Conversation.objects.get(), now=NOW)
    ended(ask, "chat", PDF, TEA)
    assert Conversation.objects.get().excerpts == [TEA]
    erasure.erase(Memory.objects.get(details__icontains="tea").pk, by=Person(as_alice), now=NOW)
    ended(ask, "chat", PDF, TEA, "Hello again.")
    assert Conversation.objects.get().excerpts == ["Hello again."]


def test_an_older_conversation_read_later_changes_nothing_newer(ask: Call, as_alice: User) -> None:
    decide(as_alice, long_term_update_policy="manual")
    ended(ask, "old", "From now on I want reports as PDF instead.", ago=3)
    typed(as_alice, "Word", NOW - timedelta(days=1))
    told = learner.learn_from_conversation(as_alice.pk, Conversation.objects.get().pk, now=NOW)
    assert [each.reason for each in told] == ["Something newer is known about this."]
    assert Memory.objects.active().get().shown_value == "Word"


@pytest.mark.parametrize("how", [{"trust": "read_only"}, {"revoked_at": NOW}])
def test_what_an_agent_may_no_longer_tell_is_not_learned(
    ask: Call, as_alice: User, scribe: Agent, how: dict[str, object]
) -> None:
    decide(as_alice, long_term_update_policy="manual")
    ended(ask, "chat", PDF)
    Agent.objects.filter(pk=scribe.pk).update(**how)
    assert learner.learn_from_conversation(as_alice.pk, Conversation.objects.get().pk, now=NOW) == []
    assert not Memory.objects.exists()


def test_what_was_said_while_learning_was_off_is_not_learned_later(ask: Call, as_alice: User) -> None:
    decide(as_alice, learning_enabled=False)
    ended(ask, "chat", PDF)
    decide(as_alice, learning_enabled=True)
    ended(ask, "next", TEA)
    assert values() == ["green tea"]


def test_one_that_cannot_be_read_holds_up_nobody_else(ask: Call, as_alice: User, bob: User) -> None:
    decide(as_alice, long_term_update_policy="schedule", time_zone="America/New_York")
    ended(ask, "bad", PDF, ago=2)
    ended(ask, "good", TEA, ago=1)
    Conversation.objects.filter(external_id="bad").update(ended_at=datetime.min.replace(tzinfo=UTC))
    upkeep.run_now("update_long_term", now=NOW + timedelta(days=1))
    assert values() == ["green tea"]
    assert Conversation.objects.get(external_id="bad").trouble == "failed"


def test_every_few_makes_up_for_a_reader_that_died(ask: Call, as_alice: User) -> None:
    decide(as_alice, long_term_every=3)
    ended(ask, "chat", PDF)
    Conversation.objects.update(claimed_at=NOW)
    assert upkeep.run_now("update_long_term", now=NOW + timedelta(hours=1)).counts == {"conversations": 1, "learned": 1}


@pytest.mark.parametrize("day", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2199-01-01T00:00:00Z"])
def test_a_day_that_cannot_be_is_named_or_today(as_alice: User, call: Any, day: str) -> None:
    answer = call("record_conversation", conversation_id="x", messages=[PDF], ended_at=day, started_at=day)
    assert answer.status in (200, 400)


@pytest.mark.parametrize(
    ("value", "stays"),
    [
        (False, ["I know the note.", "Nothing else.", "Snow in Norway."]),
        ("tea", ["Our team had steak.", "Ask the teacher."]),
    ],
)
def test_erasing_takes_whole_words_only(ask: Call, as_alice: User, value: Any, stays: list[str]) -> None:
    decide(as_alice, learning_enabled=False)
    ended(ask, "chat", *stays, "I would like tea now.")
    memory = actions.remember(
        actions.Statement(name="thing", category="x", value=value, details="", label="thing"),
        by=Person(as_alice), now=NOW,
    ).memory  # fmt: skip
    assert memory
    erasure.erase(memory.pk, by=Person(as_alice), now=NOW)
    kept = Conversation.objects.get().excerpts
    assert set(stays) <= set(kept)
    assert ("I would like tea now." in kept) is (value is False)


def test_erasing_takes_what_said_it_in_other_words_where_it_was_learned(ask: Call, as_alice: User) -> None:
    ended(ask, "chat", "I love jazz music.", "Jazz music is what I really love.", "What is the weather?")
    memory = Memory.objects.get()
    erasure.erase(memory.pk, by=Person(as_alice), now=NOW)
    assert Conversation.objects.get().excerpts == ["What is the weather?"]


# The window


def test_the_newest_so_many_stay(ask: Call, as_alice: User) -> None:
    decide(as_alice, recent_max_items=3)
    for n in range(6):
        ended(ask, f"chat {n}", PDF, ago=6 - n)
    assert recent() == ["chat 3", "chat 4", "chat 5"]
    trimmed = Conversation.objects.exclude(trimmed_at=None)
    assert {(tuple(c.excerpts), c.topic, c.summary) for c in trimmed} == {((), "", "")}


def test_count_then_time_then_count_in_the_middle_of_use(ask: Call, as_alice: User) -> None:
    for n in range(10):
        ended(ask, f"{n}", f"I like the colour number {n} very much.", ago=20 - n)
    learned = Evidence.objects.count()
    assert recent() == [str(n) for n in range(10)]
    decide(as_alice, recent_max_items=6)
    window.trim(as_alice.pk, now=NOW)
    assert recent() == [str(n) for n in range(4, 10)]
    decide(as_alice, recent_window_type="time", recent_max_age_days=13)
    window.trim(as_alice.pk, now=NOW)
    assert recent() == ["7", "8", "9"]
    ended(ask, "a", TEA, ago=0)
    ended(ask, "old", TEA, ago=14)
    assert recent() == ["7", "8", "9", "a"]
    decide(as_alice, recent_window_type="count", recent_max_items=2)
    ended(ask, "b", TEA)
    assert recent() == ["a", "b"]
    assert Evidence.objects.count() >= learned
    assert Memory.objects.live().count() == learned + 1


def test_the_clock_trims_what_time_took_out_of_the_window(ask: Call, as_alice: User) -> None:
    decide(as_alice, recent_window_type="time", recent_max_age_days=7)
    for n in range(3):
        ended(ask, f"{n}", PDF, ago=n)
    later = NOW + timedelta(days=6)
    assert upkeep.run_now("trim_conversations", now=later, dry_run=True).kinds == {"time": 1}
    assert upkeep.run_now("trim_conversations", now=later).counts == {"trimmed": 1}
    assert recent() == ["1", "0"]
    assert not upkeep.run_now("trim_conversations", now=later).counts


def test_the_clock_trims_by_number_too(ask: Call, as_alice: User) -> None:
    for n in range(5):
        ended(ask, f"{n}", PDF, ago=5 - n)
    decide(as_alice, recent_max_items=2)
    assert upkeep.run_now("trim_conversations", now=NOW).counts == {"trimmed": 3}
    assert recent() == ["3", "4"]


def test_what_was_not_trimmed_yet_stays_where_the_window_is_widened_again(ask: Call, as_alice: User) -> None:
    for n in range(5):
        ended(ask, f"{n}", PDF, ago=5 - n)
    for narrow in ({"recent_max_items": 2}, {"recent_window_type": "time", "recent_max_age_days": 2}):
        decide(as_alice, **narrow)
        assert upkeep.run_now("trim_conversations", now=NOW, dry_run=True).counts == {"to trim": 3}
        decide(as_alice, recent_window_type="count", recent_max_items=30)
        assert not upkeep.run_now("trim_conversations", now=NOW).counts
    assert len(recent()) == 5


def test_one_that_goes_on_is_in_the_window_again(ask: Call, as_alice: User) -> None:
    for n in range(3):
        ended(ask, f"{n}", PDF, ago=3 - n)
    decide(as_alice, recent_max_items=1)
    ended(ask, "0", PDF, TEA)
    assert recent() == ["0"]
    decide(as_alice, recent_max_items=2)
    ended(ask, "2", PDF, TEA, ago=1)
    assert recent() == ["2", "0"]
    assert not upkeep.run_now("trim_conversations", now=NOW).counts


def test_the_clock_trims_in_batches_and_each_in_its_own_window(ask: Call, as_alice: User, bob: User) -> None:
    for n in range(5):
        ended(ask, f"{n}", PDF, ago=5 - n)
    with scope.acting_as(bob.pk):
        decide(bob, recent_window_type="time")
        his = Agent.connect(bob, name="His")[0]
        for n in range(9):
            conversations.record(
                his, MemorySettings.for_person(bob.pk),
                conversations.EndedConversation(external_id=f"{n}", messages=[TEA], ended_at=NOW - timedelta(days=n)),
                now=NOW - timedelta(days=n),
            )  # fmt: skip
    decide(as_alice, recent_max_items=2)
    done = upkeep.run_now("trim_conversations", now=NOW, batch=1)
    assert (done.counts, done.kinds) == ({"trimmed": 4}, {"count": 3, "time": 1})
    with scope.acting_as(bob.pk):
        assert recent() == [f"{n}" for n in range(7, -1, -1)]
    assert recent() == ["3", "4"]


def test_the_column_says_what_the_window_is(ask: Call, as_alice: User) -> None:
    """Whatever is told and decided, in whatever order: the database's rule against the same rule in Python."""
    dice = Random(1)
    for _ in range(120):
        match dice.randrange(4):
            case 0:
                decide(as_alice, recent_window_type=dice.choice(["count", "time"]))
            case 1:
                decide(as_alice, recent_max_items=dice.randint(1, 12), recent_max_age_days=dice.randint(1, 12))
            case 2:
                decide(as_alice, enable_memory=dice.random() < 0.7)
            case _:
                name, many, ago = f"{dice.randrange(30)}", dice.randint(1, 9), dice.randint(0, 15)
                ended(ask, name, *["Hello."] * many, ago=ago)
        settings = MemorySettings.for_person(as_alice.pk)
        kept = list(Conversation.objects.recent().order_by("-ended_at", "-id"))
        by_age = [each for each in kept if each.ended_at < NOW - timedelta(days=settings.recent_max_age_days)]
        outside = by_age if settings.recent_window_type == "time" else kept[settings.recent_max_items :]
        said = set(Conversation.objects.outside(NOW))
        assert said == (set(outside) if settings.enable_memory else set())
        if dice.random() < 0.1:
            assert upkeep.run_now("trim_conversations", now=NOW).counts.get("trimmed", 0) == len(said)
            assert not Conversation.objects.outside(NOW).exists()


def test_finding_what_is_to_be_trimmed_reads_nothing_else(db: None) -> None:
    with scope.acting_as_clock(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # on no rows it would do, and say nothing of many
        cursor.execute(f"EXPLAIN {window.OUTSIDE}", upkeep.BatchScope(now=NOW, shard=3).values())
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert plan.count(" Scan ") == 1
    assert "Index Scan using conversations_to_trim" in plan
    assert "Index Cond: ((outside_from <" in plan
    assert "Filter" not in plan


# When it is read


def test_after_every_few_conversations(ask: Call, as_alice: User) -> None:
    decide(as_alice, long_term_every=3)
    assert [ended(ask, f"{n}", f"I like colour number {n}.")["waiting"] for n in range(3)] == [True, True, False]
    assert len(values()) == 3


def test_at_three_at_night_of_the_persons_own_time(ask: Call, as_alice: User) -> None:
    decide(as_alice, long_term_update_policy="schedule", time_zone="Asia/Shanghai")
    assert ended(ask, "chat", PDF)["waiting"]
    for hours, many in ((6, 0), (7.1, 1), (8, 0)):  # 12:00 UTC is 20:00 there; 19:00 UTC is three
        counts = upkeep.run_now("update_long_term", now=NOW + timedelta(hours=hours)).counts
        assert counts.get("conversations", 0) == many
    assert values() == ["PDF"]


def test_the_sql_and_the_rule_agree_on_the_last_night(as_alice: User) -> None:
    settings = MemorySettings(time_zone="America/St_Johns")
    assert window.last_night(settings, NOW).isoformat() == "2026-02-22T03:00:00-03:30"
    assert window.last_night(settings, NOW.replace(hour=6)).isoformat() == "2026-02-21T03:00:00-03:30"


def test_only_when_the_person_says_so(ask: Call, as_alice: User) -> None:
    decide(as_alice, long_term_update_policy="manual")
    ended(ask, "chat", PDF)
    assert not upkeep.run_now("update_long_term", now=NOW + timedelta(days=2)).counts
    assert values() == []
    learner.learn_from_conversation(as_alice.pk, Conversation.objects.get().pk, now=NOW)
    assert values() == ["PDF"]


# Switches


def test_memory_off_writes_nothing_and_everything_stays_visible(ask: Call, as_alice: User) -> None:
    ended(ask, "before", PDF)
    decide(as_alice, enable_memory=False)
    answer = ended(ask, "chat", TEA)
    assert (answer["outcome"], answer["reason"]) == (
        "unchanged", "Memory is switched off in Settings, so nothing was written.",
    )  # fmt: skip
    assert (recent(), values()) == (["before"], ["PDF"])
    assert ask("recall_preferences")["block"] == "(none)"
    assert not upkeep.run_now("trim_conversations", now=NOW + timedelta(days=400)).counts


def test_memory_off_keeps_the_window_as_it_was_and_on_again_it_counts(ask: Call, as_alice: User) -> None:
    for n in range(4):
        ended(ask, f"{n}", PDF, ago=4 - n)
    decide(as_alice, enable_memory=False, recent_max_items=1)
    assert window.trim(as_alice.pk, now=NOW) == 0
    assert not upkeep.run_now("trim_conversations", now=NOW).counts
    decide(as_alice, enable_memory=True)
    assert upkeep.run_now("trim_conversations", now=NOW).counts == {"trimmed": 3}


def test_learning_off_keeps_the_conversation_and_learns_nothing(ask: Call, as_alice: User) -> None:
    decide(as_alice, learning_enabled=False)
    assert ended(ask, "chat", PDF)["learned"] == []
    assert (recent(), values()) == (["chat"], [])


SAID = {
    "response_preferences": "Always reply in Chinese.",
    "user_insights": "I live in Lisbon.",
    "topic_highlights": "I am interested in marine biology.",
}


@pytest.mark.parametrize("off", SAID)
def test_each_section_can_be_switched_off_alone(ask: Call, as_alice: User, off: str) -> None:
    decide(as_alice, enabled_sections=[name for name in SAID if name != off], confirm_new="never")
    ended(ask, "chat", *SAID.values())
    assert sorted(Memory.objects.values_list("section", flat=True)) == sorted(name for name in SAID if name != off)


# Forgetting


def test_erased_and_told_again_it_is_not_learned_again(ask: Call, as_alice: User) -> None:
    ended(ask, "chat", PDF, TEA, topic="Green tea and reports", summary="Likes green tea.")
    memory = Memory.objects.get(details__icontains="tea")
    erasure.erase(memory.pk, by=Person(as_alice), now=NOW)
    assert not any(erasure.search("green tea").values())
    kept = Conversation.objects.get()
    assert (kept.excerpts, kept.topic, kept.summary) == ([PDF], "", "")
    assert (
        ended(ask, "chat", PDF, TEA, topic="Green tea and reports", summary="Likes green tea.")["outcome"]
        == "unchanged"
    )
    assert [each["outcome"] for each in ended(ask, "another", TEA)["learned"]] == ["blocked"]
    assert values() == ["PDF"]


def test_evidence_survives_the_trim(ask: Call, as_alice: User) -> None:
    ended(ask, "chat", PDF, ago=2)
    decide(as_alice, recent_max_items=1)
    ended(ask, "next", "Hello there.")
    assert recent() == ["next"]
    evidence = Evidence.objects.get()
    assert (evidence.quote, evidence.ref) == (
        "I prefer PDF for reports",
        {"conversation": "chat"},
    ) or evidence.quote == PDF
    assert ended(ask, "chat", PDF, ago=2)["outcome"] == "unchanged"


def test_the_persons_own_word_is_not_replaced_by_a_conversation(ask: Call, as_alice: User) -> None:
    typed(as_alice, "Word", NOW)
    answer = ended(ask, "chat", PDF)
    assert answer["learned"][0]["outcome"] == "proposed"
    assert actions.Outcome
    assert Memory.objects.active().get().shown_value == "Word"


def test_two_workers_read_one_conversation_once(ask: Call, as_alice: User) -> None:
    decide(as_alice, long_term_update_policy="manual")
    ended(ask, "chat", PDF)
    pk = Conversation.objects.get().pk
    Conversation.objects.update(claimed_at=NOW)
    assert learner.learn_from_conversation(as_alice.pk, pk, now=NOW + timedelta(minutes=5)) == []
    assert len(learner.learn_from_conversation(as_alice.pk, pk, now=NOW + timedelta(minutes=11))) == 1


def test_a_date_without_a_zone_is_refused(as_alice: User, call: Any) -> None:
    answer = call("record_conversation", conversation_id="x", messages=[], ended_at=datetime(2026, 1, 1).isoformat())  # noqa: DTZ001
    assert answer.envelope["error"]["details"]["fields"][0]["field"] == "ended_at"
