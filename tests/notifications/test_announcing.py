"""Who is told, when, and that nobody is told twice."""

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from threading import Barrier, Thread
from typing import Any
from uuid import UUID

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Person
from memoryweb.notifications import announcing, channels, delivering, policy, questions
from memoryweb.notifications.models import Announcement, Channel, Delivery
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says, memory_of, set_settings
from tests.notifications.conftest import try_out
from tests.notifications.receiver import Receiver

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
Ask = Callable[[str], actions.Outcome]


@pytest.fixture
def ask(alice: User, scribe: Agent) -> Ask:
    """Return a function by which alice's agent says something that she is asked about."""

    def says(words: str) -> actions.Outcome:
        with scope.acting_as(alice.pk):
            return agent_says(scribe, f"I prefer {words}", name=words, category="food")

    return says


def change(channel: Channel, **values: Any) -> None:
    with scope.acting_as(channel.person_id):
        Channel.objects.filter(pk=channel.pk).update(**values)


def current(channel: Channel) -> Channel:
    with scope.acting_as(channel.person_id):
        return Channel.objects.get(pk=channel.pk)


def tell(now: datetime) -> int:
    """Announce and deliver what is due. Return how many messages were due."""
    due = announcing.announce(now=now)
    for person_id, delivery_id in due:
        delivering.deliver(person_id, delivery_id, now=now)
    return len(due)


def statuses(person: User) -> list[str]:
    with scope.acting_as(person.pk):
        messages = Delivery.objects.filter(is_test=False).order_by("created_at", "next_at")
        return list(messages.values_list("status", flat=True))


def test_each_question_is_told_once_and_several_are_one_message(
    webhook: Channel, ask: Ask, receiver: Receiver, alice: User
) -> None:
    ask("tea")
    ask("bread")
    assert tell(NINE) == 1
    assert [tell(NINE + n * HOUR) for n in range(3)] == [0, 0, 0]
    ask("salt")
    assert tell(NINE + 3 * HOUR) == 1
    assert [sent.path for sent in receiver.sent] == ["/hook", "/hook"]
    assert statuses(alice) == ["delivered", "delivered"]


def test_a_channel_that_tells_at_once_does_so_at_most_once_a_minute(webhook: Channel, ask: Ask) -> None:
    ask("tea")
    assert tell(NINE) == 1
    ask("bread")
    assert tell(NINE + MINUTE / 2) == 0
    assert tell(NINE + MINUTE) == 1


def test_hourly_means_an_hour_after_the_last_message(webhook: Channel, ask: Ask) -> None:
    change(webhook, frequency="hourly")
    ask("tea")
    assert tell(NINE) == 1
    ask("bread")
    assert tell(NINE + HOUR - MINUTE) == 0
    assert tell(NINE + HOUR) == 1


def test_daily_means_eight_in_the_morning_where_the_person_is(webhook: Channel, ask: Ask, alice: User) -> None:
    with scope.acting_as(alice.pk):
        set_settings(alice, time_zone="America/New_York")  # eight o'clock is 13:00 UTC in winter
    change(webhook, frequency="daily", created_at=NINE - DAY)
    ask("tea")
    assert tell(NINE + 4 * HOUR - MINUTE) == 0
    assert tell(NINE + 4 * HOUR) == 1
    ask("bread")
    assert tell(NINE + 15 * HOUR) == 0  # still the same day there
    assert tell(NINE + 28 * HOUR) == 1


def test_a_daily_channel_waits_for_its_first_morning(webhook: Channel, ask: Ask) -> None:
    change(webhook, frequency="daily", created_at=NINE)
    ask("tea")
    assert tell(NINE + HOUR) == 0
    assert tell(NINE + 23 * HOUR) == 1


@pytest.mark.parametrize(
    "hours",  # they start, they end, quiet ones, the first one that is not
    ["22:00 07:00 22:00 23:30 03:00 06:59 07:00", "12:00 13:00 12:00 12:59 13:00"],
)
def test_nothing_is_sent_in_quiet_hours_where_the_person_is(
    hours: str, webhook: Channel, ask: Ask, alice: User
) -> None:
    """Tokyo is nine hours ahead, also where that is another day."""
    starts, ends, *times = [time.fromisoformat(each) for each in hours.split()]
    with scope.acting_as(alice.pk):
        set_settings(alice, time_zone="Asia/Tokyo")
        channels.set_quiet_hours(alice.pk, starts, ends)
    ask("tea")
    told = [tell(datetime.combine(NINE.date(), at, UTC) - 9 * HOUR) for at in times]
    assert told == [0] * (len(times) - 1) + [1]


def test_a_second_try_waits_for_the_end_of_quiet_hours(
    webhook: Channel, ask: Ask, receiver: Receiver, alice: User
) -> None:
    ask("tea")
    receiver.status = 503
    assert tell(NINE) == 1
    with scope.acting_as(alice.pk):
        channels.set_quiet_hours(alice.pk, time(9), time(11))
    receiver.status = 200
    assert tell(NINE + HOUR) == 0
    assert tell(NINE + 2 * HOUR) == 1
    assert statuses(alice) == ["delivered"]


def test_a_channel_tells_only_what_it_is_about(webhook: Channel, ask: Ask) -> None:
    change(webhook, about=["conflicts"])
    ask("tea")
    assert tell(NINE) == 0
    change(webhook, about=["questions"])
    assert tell(NINE) == 1


def test_what_was_answered_before_it_is_sent_is_not_told(
    webhook: Channel, ask: Ask, receiver: Receiver, alice: User
) -> None:
    outcome = ask("tea")
    ((person_id, delivery_id),) = announcing.announce(now=NINE)
    with scope.acting_as(alice.pk):
        actions.decline(memory_of(outcome).pk, by=Person(alice), now=NINE)
    delivering.deliver(person_id, delivery_id, now=NINE)
    assert (receiver.sent, statuses(alice)) == ([], ["dropped"])


@pytest.mark.parametrize("off", [{"is_on": False}, {"paused_at": NINE}])
def test_a_channel_that_is_off_or_paused_tells_nothing(off: dict[str, Any], webhook: Channel, ask: Ask) -> None:
    change(webhook, **off)
    ask("tea")
    assert tell(NINE) == 0


@pytest.mark.parametrize("off", [{"is_on": False}, {"paused_at": NINE}])
def test_what_was_dropped_because_the_channel_went_off_is_told_once_it_is_on_again(
    off: dict[str, Any], webhook: Channel, ask: Ask, receiver: Receiver, alice: User
) -> None:
    ask("tea")
    ((person_id, delivery_id),) = announcing.announce(now=NINE)
    change(webhook, **off)
    delivering.deliver(person_id, delivery_id, now=NINE)
    assert (receiver.sent, statuses(alice)) == ([], ["dropped"])
    change(webhook, is_on=True, paused_at=None)
    assert tell(NINE + HOUR) == 1
    assert statuses(alice) == ["dropped", "delivered"]


def test_values_to_choose_from_are_counted_as_the_one_question_that_they_are_on_review(
    scribe: Agent, alice: User
) -> None:
    with scope.acting_as(alice.pk):
        for value in ("PNG", "SVG"):
            agent_says(scribe, f"I prefer {value}", name="image format", category="technical", value=value)
        agent_says(scribe, "I prefer tea", name="tea", category="food")
        assert questions.count(alice.pk, ["questions"], delivery=None, now=NINE)[0] == {"questions": 2}


def test_whoever_leaves_is_told_nothing(webhook: Channel, ask: Ask, alice: User) -> None:
    ask("tea")
    with scope.acting_as(alice.pk):
        User.objects.filter(pk=alice.pk).update(deletion_asked_at=NINE)
    assert tell(NINE) == 0


def test_other_people_are_told_nothing(webhook: Channel, ask: Ask, bob: User, receiver: Receiver) -> None:
    with scope.acting_as(bob.pk):
        channels.add(bob, channels.Address(kind=Channel.Kind.WEBHOOK, address=f"{receiver.url}/bob"))
    ask("tea")
    tell(NINE)
    assert [sent.path for sent in receiver.sent] == ["/hook"]


def test_failures_are_tried_again_later_and_later_then_the_channel_is_paused(
    webhook: Channel, ask: Ask, receiver: Receiver, alice: User
) -> None:
    ask("tea")
    receiver.status = 500
    at = NINE
    assert tell(at) == 1
    for pause in policy.BACKOFF:
        assert tell(at + pause - MINUTE / 2) == 0
        at += pause
        assert tell(at) == 1
    failed = current(webhook)
    assert (failed.failures, failed.is_paused, failed.outcome, failed.status) == (6, True, "refused", 500)
    assert len({sent.headers["webhook-id"] for sent in receiver.sent}) == 1  # one message, tried six times
    assert statuses(alice) == ["failed"]
    assert tell(at + DAY) == 0
    receiver.status = 200
    try_out(webhook, now=at)
    assert not current(webhook).is_paused
    assert tell(at + DAY) == 1  # nobody was told, so it is announced again
    assert statuses(alice) == ["failed", "delivered"]


def test_a_push_that_may_have_arrived_is_not_sent_again(
    push: Channel, ask: Ask, receiver: Receiver, alice: User
) -> None:
    ask("tea")
    receiver.hangs_up = True
    assert tell(NINE) == 1
    assert [tell(NINE + n * HOUR) for n in (1, 5, 25)] == [0, 0, 0]
    assert (len(receiver.sent), statuses(alice)) == (1, ["unanswered"])


@pytest.mark.parametrize(("kind", "after"), [("push", ("unanswered", 0)), ("webhook", ("waiting", 1))])
def test_a_worker_that_is_killed_while_it_sends_tells_nobody_twice(
    kind: str, after: tuple[str, int], request: pytest.FixtureRequest, ask: Ask, alice: User
) -> None:
    """Only a webhook gets it again: its receiver knows a second try by its id."""
    request.getfixturevalue(kind)
    status, again = after
    ask("tea")
    ((person_id, delivery_id),) = announcing.announce(now=NINE)
    with scope.acting_as(person_id):
        assert delivering._claim(person_id, delivery_id, now=NINE)  # and then it is killed
    assert announcing.announce(now=NINE + policy.LEASE) == []
    delivering.deliver(person_id, delivery_id, now=NINE + policy.LEASE)  # the queue hands the task out again
    assert len(announcing.announce(now=NINE + policy.LEASE + MINUTE)) == again
    assert statuses(alice) == [status]


def test_a_test_is_sent_at_once_in_quiet_hours_and_beside_a_message_that_waits(
    webhook: Channel, ask: Ask, receiver: Receiver, alice: User
) -> None:
    """It needs no task: where one was lost, the next look finds it. A second press sends no second one."""
    ask("tea")
    receiver.status = 503
    assert tell(NINE) == 1
    with scope.acting_as(alice.pk):
        channels.set_quiet_hours(alice.pk, time(9), time(11))
        assert [channels.test(webhook, now=NINE) for _ in range(2)] == [True, False]
    receiver.status = 200
    assert tell(NINE) == 1
    assert b'"type": "test"' in receiver.sent[-1].body
    assert (len(receiver.sent), statuses(alice), current(webhook).outcome) == (2, ["waiting"], "delivered")


def test_a_test_whose_worker_is_killed_is_not_sent_again_and_the_next_one_is(
    webhook: Channel, receiver: Receiver, alice: User
) -> None:
    with scope.acting_as(alice.pk):
        assert channels.test(webhook, now=NINE)
        (delivery,) = channels.tests_of(alice).values()
        assert delivering._claim(alice.pk, delivery.pk, now=NINE)  # and then it is killed
    assert tell(NINE + policy.LEASE + MINUTE) == 0
    try_out(webhook, now=NINE + policy.LEASE + MINUTE)
    assert len(receiver.sent) == 1


def test_a_task_that_was_lost_is_queued_again(webhook: Channel, ask: Ask) -> None:
    ask("tea")
    first = announcing.announce(now=NINE)
    assert announcing.announce(now=NINE + policy.RING_AGAIN) == []
    assert announcing.announce(now=NINE + policy.RING_AGAIN + MINUTE) == first


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_whose_subscription_is_over_is_told_nothing_more(
    status: int, push: Channel, ask: Ask, receiver: Receiver, alice: User
) -> None:
    ask("tea")
    receiver.status = status
    assert [tell(NINE + n * DAY) for n in range(3)] == [1, 0, 0]
    assert (current(push).is_ended, current(push).is_paused, statuses(alice)) == (True, True, ["failed"])
    with scope.acting_as(alice.pk):
        assert not Announcement.objects.exists()  # nobody was told


@pytest.mark.parametrize("status", [404, 410])
def test_a_test_finds_that_a_subscription_is_over(status: int, push: Channel, ask: Ask, receiver: Receiver) -> None:
    receiver.status = status
    tried = try_out(push, now=NINE)
    assert tried
    assert (tried.is_ended, tried.is_paused) == (True, True)
    ask("tea")
    assert tell(NINE) == 0


def test_a_webhook_that_says_it_is_gone_is_paused_at_once(webhook: Channel, ask: Ask, receiver: Receiver) -> None:
    ask("tea")
    receiver.status = 410
    tell(NINE)
    assert (current(webhook).is_paused, current(webhook).outcome) == (True, "gone")


def test_two_workers_announce_and_send_each_question_once(committed: None) -> None:
    """Eight at the same moment, on connections of their own."""
    from django.db import connections

    person = User.objects.create_user("alice@example.org", "a long password for alice")
    with scope.acting_as(person.pk):
        agent = Agent.connect(person, name="Scribe")[0]
        for number in range(3):
            address = channels.Address(kind=Channel.Kind.WEBHOOK, address=f"https://hook.example/{number}")
            channels.add(person, address)
        for words in ("tea", "bread"):
            agent_says(agent, f"I prefer {words}", name=words, category="food")
    start, due, claimed = Barrier(8), list[tuple[UUID, UUID]](), list[UUID]()

    def work() -> None:
        try:
            start.wait()
            due.extend(announcing.announce(now=NINE))
            start.wait()
            for person_id, delivery_id in sorted(set(due)):
                with scope.acting_as(person_id):
                    if delivering._claim(person_id, delivery_id, now=NINE):
                        claimed.append(delivery_id)
        finally:
            connections.close_all()

    workers = [Thread(target=work) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(claimed) == len(set(claimed)) == 3
    with scope.acting_as(person.pk):
        assert Announcement.objects.count() == 6
        assert Delivery.objects.count() == 3


def test_what_is_no_longer_asked_is_forgotten_after_a_while(webhook: Channel, ask: Ask, alice: User) -> None:
    ask("tea")
    outcome = ask("bread")
    tell(NINE)
    with scope.acting_as(alice.pk):
        actions.decline(memory_of(outcome).pk, by=Person(alice), now=NINE)
    upkeep.run_now("purge_logs", now=NINE + (policy.KEPT_DAYS + 1) * DAY)
    with scope.acting_as(alice.pk):
        assert (Delivery.objects.count(), Announcement.objects.count()) == (0, 1)
    assert tell(NINE + 100 * DAY) == 0  # the one that still waits is not told again


def test_announcing_asks_the_database_as_often_for_many_as_for_one(
    webhook: Channel, ask: Ask, alice: User, django_assert_num_queries: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    ask("tea")
    with CaptureQueriesContext(
        connection,
    ) as one:
        assert len(announcing.announce(now=NINE)) == 1
    with scope.acting_as(alice.pk):
        for number in range(9):
            channels.add(alice, channels.Address(kind=Channel.Kind.NTFY, address=f"https://ntfy.example/{number}"))
    with django_assert_num_queries(len(one)):
        assert len(announcing.announce(now=NINE + HOUR)) == 10
