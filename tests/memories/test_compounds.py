"""A sentence that says two things becomes two memories: each changes, goes and is undone without the other."""

from typing import Any

from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.acts.undo import undo_act
from memoryweb.memories.models import Evidence, Memory
from memoryweb.people.models import User
from tests.builders import agent_says, person_types
from tests.cases import with_each

BOTH = "I use Stripe for payments and Postgres for data"


def _in_use(person: User) -> set[str]:
    return set(Memory.objects.of(person).active().values_list("details", flat=True))


def _memories(outcome: actions.Outcome) -> list[Memory]:
    return [each.memory for each in (outcome, *outcome.others) if each.memory]


def test_halves_are_two_memories_with_the_whole_sentence_as_evidence(as_alice: User, trusted: Agent) -> None:
    done = agent_says(trusted, BOTH, name="setup", category="work")
    assert [each.name for each in (done, *done.others)] == ["saved", "saved"]
    assert _in_use(as_alice) == {"I use Stripe for payments", "I use Postgres for data"}
    assert set(Evidence.objects.values_list("quote", flat=True)) == {BOTH}


def test_one_half_changes_without_the_other(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, BOTH, name="setup", category="work")
    change = agent_says(trusted, "I now use Adyen for payments", name="setup", category="work")
    assert change.name == "revised"
    assert _in_use(as_alice) == {"I now use Adyen for payments", "I use Postgres for data"}


def test_one_half_goes_without_the_other(as_alice: User) -> None:
    done = person_types(as_alice, BOTH, name="setup", category="work")
    payments, data = _memories(done)
    actions.expire(payments.pk, by=Person(as_alice), now=timezone.now())
    assert _in_use(as_alice) == {data.details}


def test_undo_takes_back_both(as_alice: User) -> None:
    done = person_types(as_alice, BOTH, name="setup", category="work")
    assert done.act
    undo_act(done.act, by=Person(as_alice), now=timezone.now())
    assert _in_use(as_alice) == set()


def test_saying_it_again_makes_nothing_twice(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, BOTH, name="setup", category="work")
    again = agent_says(trusted, BOTH, name="setup", category="work")
    assert [each.name for each in (again, *again.others)] == ["reinforced", "reinforced"]


def test_the_person_is_asked_about_each_half_of_what_an_agent_says(as_alice: User, scribe: Agent) -> None:
    done = agent_says(scribe, BOTH, name="setup", category="work")
    assert [each.name for each in (done, *done.others)] == ["proposed", "proposed"]
    assert done.proposal_id != done.others[0].proposal_id
    assert _in_use(as_alice) == set()


@with_each(
    "fields", [{"value": "Stripe"}, {"key": "work.tools"}, {"condition": "when abroad"}, {"evidence_kind": "import"}]
)
def test_what_has_a_key_a_value_or_a_condition_stays_whole(as_alice: User, trusted: Agent, fields: Any) -> None:
    assert agent_says(trusted, BOTH, name="setup", category="work", **fields).others == ()


def test_a_list_keeps_its_name_for_both_halves(as_alice: User, trusted: Agent) -> None:
    done = agent_says(trusted, BOTH, name="tools", category="technical")
    assert {memory.key for memory in _memories(done)} == {"technical.tools.preferred_tools"}
    assert len(_memories(done)) == 2


CHANGES = [
    (
        "I like tea in the morning and coffee after lunch",
        "I now prefer juice in the morning",
        "I like coffee after lunch",
    ),
    ("I work at Acme and live in Rome", "I moved from Rome to Milan", "I work at Acme"),
    ("I work at Acme and live in Rome", "I now work at Globex", "I live in Rome"),
    ("My manager is Ann and my dentist is Bob", "My manager is now Carla", "My dentist is Bob"),
    ("We use Slack for work and WhatsApp for family", "We use Teams for work now", "We use WhatsApp for family"),
    ("I use Vim and my wife uses Emacs", "I switched to Helix", "My wife uses Emacs"),
    ("Use tabs in Go and spaces in Python", "Use spaces in Go from now on", "Use spaces in Python"),
    ("My sister lives in Rome and my brother in Milan", "My sister moved to Turin", "My brother lives in Milan"),
    ("I eat meat and drink wine", "I no longer eat meat", "I drink wine"),
    ("我住在上海，在阿里工作", "我从上海搬到了北京", "我在阿里工作"),
    ("我用微信聊天，用支付宝付款", "我不再用微信聊天了", "我用支付宝付款"),
]


def test_each_half_is_met_by_what_changes_it_and_the_other_stays(as_alice: User, trusted: Agent) -> None:
    wrong = []
    for number, (sentence, change, stays) in enumerate(CHANGES):
        project = f"p{number}"
        agent_says(trusted, sentence, name=f"about {number}", category="personal", project=project)
        done = agent_says(trusted, change, name=f"news {number}", category="personal", project=project)
        left = set(Memory.objects.filter(project=project, contested=False).active().values_list("details", flat=True))
        if done.name not in ("revised", "conflict") or stays not in left or len(left) > 2:
            wrong.append((sentence, change, done.name, left))
    assert not wrong, wrong
