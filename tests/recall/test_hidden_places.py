"""What is hidden from an agent, or waits, never takes the place of what is in use, however far it is."""

from datetime import timedelta

from django.utils import timezone

from memoryweb.agents.models import Agent, Sight
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings, User
from memoryweb.recall.recall import recall
from memoryweb.recall.request import RecallRequest
from tests.builders import agent_says, memory_of, person_types
from tests.cases import with_each

EDITOR = {"name": "Editor", "category": "technical", "key": "technical.editor"}
QUESTIONS = ("", "Which editor do I use?", "What should I cook tonight?")
ELSEWHERE = {  # where the other one counts, and its words: a rule about something else than the question
    "project": ({"project": "Atlas"}, "Never mail zq1z"),
    "today": ({}, "Only for today never mail zq1z"),
}


def hide(memory: Memory, agent: Agent, why: str, person: User) -> None:
    now = timezone.now()
    if why == "muted":
        actions.mute(memory.pk, agent=agent.pk, by=Person(person), now=now)
    elif why == "stopped":
        actions.expire(memory.pk, by=Person(person), now=now)
    elif why == "section":
        Memory.objects.filter(pk=memory.pk).update(section="user_insights", horizon="long")
    elif why == "category":
        Memory.objects.filter(pk=memory.pk).update(said_category="secret")
        Sight.objects.create(person=person, agent=agent, category="secret", allowed=False)


@with_each("why", ["waits", "muted", "stopped", "section", "category"])
@with_each("where", ELSEWHERE)
@with_each("task", ["", "code_task", "reply_message"])
def test_what_may_not_be_given_takes_no_place(as_alice: User, scribe: Agent, where: str, why: str, task: str) -> None:
    settings, now = MemorySettings.for_person(as_alice.pk), timezone.now()
    person_types(as_alice, "My editor is Helix", value="Helix", **EDITOR)
    place, details = ELSEWHERE[where]
    words = EDITOR | place
    if why == "waits":
        agent_says(scribe, details, value="mail zq1z", **words)
    else:
        hide(memory_of(person_types(as_alice, details, value="mail zq1z", **words)), scribe, why, as_alice)
    if why == "section":
        settings.enabled_sections = ["response_preferences"]
    for query in QUESTIONS:
        request = RecallRequest(query=query, task_type=task, project="Atlas")
        block = recall(scribe, settings, request, now=now + timedelta(seconds=1)).selection.block
        assert "zq1z" not in block, query


@with_each("where", ELSEWHERE)
def test_what_may_be_given_takes_it(as_alice: User, scribe: Agent, where: str) -> None:
    settings = MemorySettings.for_person(as_alice.pk)
    person_types(as_alice, "My editor is Helix", value="Helix", **EDITOR)
    place, details = ELSEWHERE[where]
    person_types(as_alice, details, value="mail zq1z", **EDITOR | place)
    request = RecallRequest(query="Which editor do I use?", task_type="code_task", project="Atlas")
    assert "zq1z" in recall(scribe, settings, request, now=timezone.now()).selection.block
