"""The example month goes in one press: all that it brought, and nothing that came since."""

import json
import re
import shlex
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.demo import load, remove
from memoryweb.memories import actions
from memoryweb.memories.actions import Edit, Person
from memoryweb.memories.models import Memory, Proposal, Refusal
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.settings import BASE_DIR
from tests.builders import agent_says, person_types, post
from tests.cases import with_each

STAYS = {"people_memorysettings", "memories_observationcounter"}  # the person has these anyway; ids are not used twice


@pytest.fixture
def month(alice: User) -> User:
    load.load(alice, now=timezone.now())
    return alice


def rows(person: User) -> dict[str, int]:
    """Count the person's rows of every table that has some."""
    counts = {}
    with scope.acting_as(person.pk), connection.cursor() as cursor:
        for model in apps.get_models():
            table = model._meta.db_table
            if any(field.name == "person" for field in model._meta.fields) and table not in STAYS:
                cursor.execute(f'SELECT count(*) FROM "{table}" WHERE person_id = %s', [person.pk])
                counts[table] = cursor.fetchone()[0]
    return {table: count for table, count in counts.items() if count}


def nothing_of_the_month_is_left(month: User) -> None:
    assert len(rows(month)) > 10
    removed = remove.remove(month, now=timezone.now())
    assert removed
    assert removed.kept == 0
    assert rows(month) == {}
    assert remove.remove(month, now=timezone.now()) is None


def it_can_be_loaded_again(month: User) -> None:
    before = rows(month)
    remove.remove(month, now=timezone.now())
    assert load.load(month, now=timezone.now())
    assert rows(month) == before


def what_came_since_stays(month: User) -> None:
    with scope.acting_as(month.pk):
        scribe = Agent.connect(month, name="Scribe")[0]
        own = person_types(month, "I write in British English").memory
        told = agent_says(scribe, "I like short meetings", name="meetings_length").memory
        agent_says(scribe, "I prefer Python with detailed comments", name="code_style")  # one that the month has too
        edited = Memory.objects.get(label="News focus")
        change = replace(Edit.from_row(edited), details="Papers first, then reviews.")
        since = actions.newest_version(edited.pk)
        actions.edit(edited.pk, change, by=Person(month), now=timezone.now(), since=since)
        Refusal.objects.update(count=3)
    removed = remove.remove(month, now=timezone.now())
    assert removed
    with scope.acting_as(month.pk):
        left = {str(memory) for memory in Memory.objects.all()}
        assert own
        assert told
        assert {str(own), str(told)} < left
        assert removed.kept == len(left) - 2 == 2
        assert [agent.name for agent in Agent.objects.all()] == ["Scribe"]
        assert Refusal.objects.get().count == 2


def what_the_month_said_can_be_said_for_real(month: User) -> None:
    remove.remove(month, now=timezone.now())
    with scope.acting_as(month.pk):
        scribe = Agent.connect(month, name="Scribe")[0]
        for text, name in (("I like lots of emoji", "emoji"), ("I'm vegan", "vegan")):
            assert agent_says(scribe, text, name=name).name == "proposed"


def the_buttons_of_the_pages_remove_it(month: User) -> None:
    owner, stranger = Client(), Client()
    owner.force_login(month)
    stranger.force_login(User.objects.create_user("bob@example.org"))
    assert "Remove the example month" in owner.get("/settings/").text
    stranger.post("/example/remove/")
    assert rows(month)
    assert owner.post("/example/remove/").status_code == 302
    assert "The example month is removed." in owner.get("/review/").text
    assert "Remove the example month" not in owner.get("/settings/").text
    assert rows(month) == {}


REMOVALS = (
    nothing_of_the_month_is_left,
    it_can_be_loaded_again,
    what_came_since_stays,
    what_the_month_said_can_be_said_for_real,
    the_buttons_of_the_pages_remove_it,
)


@with_each("check", REMOVALS)
def test_a_removed_month_is_gone_and_nothing_else(month: User, check: Callable[[User], None]) -> None:
    check(month)


@with_each("has_example", [False, True])
def test_the_command_of_the_readme_becomes_a_question_on_review(
    alice: User, browser: Client, *, has_example: bool
) -> None:
    """Whoever copies it from README sees its question, with or without the example."""
    if has_example:
        load.load(alice, now=timezone.now())
    readme = (BASE_DIR / "README.md").read_text()
    command = re.search(r"^curl -s .*?save_user_preference.*?'$", readme, re.MULTILINE | re.DOTALL)
    assert command
    words = shlex.split(command[0].replace("\\\n", ""))
    path = words[2].removeprefix("http://127.0.0.1:8000")
    token = browser.post("/agents/connect/", {"name": "Claude Code", "trust": "ask"}).context["token"]
    answer = post(Client(), path, token, json.loads(words[words.index("-d") + 1])).json()
    assert answer["data"]["outcome"] == "proposed"
    with scope.acting_as(alice.pk):
        question = Proposal.objects.open().latest("created_at")
        assert "PDF" in question.question
    page = browser.get("/review/")
    assert [card.proposal.pk for card in page.context["questions"]][-1] == question.pk
    assert str(question.pk) in page.text
