"""The first steps, which tick themselves, and cost one query."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.demo import load
from memoryweb.people.models import User
from memoryweb.review.queue import onboarding
from memoryweb.rls import scope
from tests.builders import agent_says, person_types, post
from tests.cases import with_each

SAVE = "/api/v1/tools/save_user_preference"
STATEMENT = {"category": "communication", "preference": "spelling", "details": "I write in British English"}


def steps(person: User) -> onboarding.Start:
    with scope.acting_as(person.pk):
        return onboarding.steps(person, now=timezone.now())


def poll(browser: Client, waiting: str) -> Any:
    return browser.get(f"/start/?waiting={waiting}")


def test_the_steps_tick_themselves(browser: Client, alice: User) -> None:
    assert (steps(alice).step, steps(alice).waiting_for) == (1, "agent")
    token = browser.post("/agents/connect/", {"tool": "claude-code", "trust": "ask"}).context["token"]
    assert (steps(alice).step, steps(alice).waiting_for) == (1, "call")
    assert "HX-Trigger" not in poll(browser, "call")

    asked = post(Client(), SAVE, token, STATEMENT).json()
    assert asked["data"]["outcome"] == "proposed"
    assert poll(browser, "call")["HX-Trigger"] == "first-steps-changed"
    page = browser.get("/start/")
    assert "First call received" in page.text
    assert "Claude Code asks you something." in page.text

    question = browser.get("/review/").context["questions"][0]
    browser.post(f"/proposals/{question.proposal.pk}/accept/", {"version": question.version})
    assert steps(alice).waiting_for == "receipt"
    assert "Two down, one to go" in browser.get("/start/").text

    post(Client(), "/api/v1/tools/recall_preferences", token, {"task_type": "reply_message", "query": "how I write"})
    done = steps(alice)
    assert done.step == 4
    assert f"/receipts/{done.receipt}/" in browser.get("/start/").text
    assert done.is_shown
    assert not replace(done, now=timezone.now() + onboarding.STAYS + timedelta(seconds=1)).is_shown


def test_an_answer_that_gave_nothing_is_no_receipt_to_look_at(browser: Client, alice: User) -> None:
    token = browser.post("/agents/connect/", {"tool": "claude-code", "trust": "ask"}).context["token"]
    post(Client(), "/api/v1/tools/get_user_preferences", token, {})
    assert steps(alice).receipt is None


def test_they_are_over_with_the_fourth_memory(browser: Client, alice: User) -> None:
    assert steps(alice).is_shown
    for number in range(4):
        with scope.acting_as(alice.pk):
            person_types(alice, f"value {number}", name=f"thing_{number}", category="personal")
    assert not steps(alice).is_shown
    assert "Three steps" not in browser.get("/start/").text


def test_with_the_example_month_they_offer_to_remove_it(browser: Client, alice: User) -> None:
    load.load(alice, now=timezone.now())
    page = browser.get("/start/").text
    assert "Remove the example month" in page
    assert "Three steps" not in page


def test_somebody_elses_agents_tick_nothing(browser: Client, bob: User) -> None:
    with scope.acting_as(bob.pk):
        agent_says(Agent.connect(bob, name="Bob's")[0], "I like tea", name="tea")
    assert browser.get("/start/").context["start"].agent is None


@with_each("memories", [0, 30])
def test_they_cost_one_query(alice: User, scribe: Agent, memories: int) -> None:
    with scope.acting_as(alice.pk):
        for number in range(memories):
            agent_says(scribe, f"I like thing {number}", name=f"thing_{number}")
        with CaptureQueriesContext(connection) as queries:
            onboarding.steps(alice, now=timezone.now())
    assert len(queries) == 1
