"""get_user_preferences: pages without gaps or repetitions, and only memories that this agent may read."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Actor, Person
from memoryweb.memories.models import Conflict, Memory, Use, history_model
from memoryweb.operations import dispatch
from memoryweb.people.models import MemorySettings, User
from tests.builders import agent_says, person_types
from tests.cases import with_each

Call = Callable[..., dispatch.CallResult]


def _labels(result: dispatch.CallResult) -> list[str]:
    assert result.envelope["ok"], result.envelope
    return [each["preference"] for each in result.envelope["data"]["preferences"]]


def _pages(call: Call, **arguments: Any) -> list[list[str]]:
    pages, cursor = [], ""
    while True:
        answer = call("get_user_preferences", cursor=cursor, **arguments)
        pages.append(_labels(answer))
        cursor = answer.envelope["data"]["nextCursor"]
        if not cursor:
            return pages


def test_pages_by_cursor_show_each_memory_once_the_newest_first(call: Call, as_alice: User) -> None:
    now = timezone.now()
    for number in range(23):
        person_types(
            as_alice, f"w{number}x", now - timedelta(minutes=number // 2), name=f"thing {number}", category="personal"
        )
    pages = _pages(call, limit=5)
    labels = [label for page in pages for label in page]
    assert [len(page) for page in pages] == [5, 5, 5, 5, 3]
    assert len(set(labels)) == len(labels) == 23
    assert labels[0] in ("Thing 0", "Thing 1")


@with_each("many", [1, 5, 10])
def test_a_last_page_that_is_full_has_no_next_one(call: Call, as_alice: User, many: int) -> None:
    for number in range(10):
        person_types(as_alice, f"w{number}x", name=f"thing {number}", category="personal")
    assert [len(page) for page in _pages(call, limit=many)] == [many] * (10 // many)


def test_a_memory_added_while_paging_moves_no_other_one(call: Call, as_alice: User) -> None:
    for number in range(4):
        person_types(as_alice, f"w{number}x", name=f"thing {number}", category="personal")
    first = call("get_user_preferences", limit=2)
    person_types(as_alice, "new", name="newest", category="personal")
    rest = call("get_user_preferences", limit=9, cursor=first.envelope["data"]["nextCursor"])
    assert sorted(_labels(first) + _labels(rest)) == [f"Thing {n}" for n in range(4)]


def test_a_category_is_asked_for_in_any_letters(call: Call, as_alice: User) -> None:
    person_types(as_alice, "PDF")
    person_types(as_alice, "Vegan", name="vegan", category="dietary")
    assert _labels(call("get_user_preferences", category=" Dietary ")) == ["Diet"]
    person_types(as_alice, "Cedar", name="wood", category="Open source")
    assert _labels(call("get_user_preferences", category="Open Source")) == ["Wood"]
    assert _labels(call("get_user_preferences", category="nothing")) == []


def _change_settings(alice: User, **changes: Any) -> None:
    settings = MemorySettings.for_person(alice.pk)
    for name, value in changes.items():
        setattr(settings, name, value)
    settings.save()


def _set_columns(memory: Memory | None, **columns: Any) -> None:
    """Set columns that no action sets, with the version that the database demands."""
    assert memory
    row = Memory.objects.get(pk=memory.pk)
    for name, value in columns.items():
        setattr(row, name, value)
    row.save()


def test_a_muted_memory_is_kept_from_that_agent_only(call: Call, as_alice: User, scribe: Agent, trusted: Agent) -> None:
    _set_columns(person_types(as_alice, "PDF").memory, muted_agents=[scribe.pk])
    assert _labels(call("get_user_preferences")) == []
    assert _labels(call("get_user_preferences", agent=trusted)) == ["Document format"]


def test_a_section_that_is_off_is_not_told(call: Call, as_alice: User) -> None:
    person_types(as_alice, "PDF")
    person_types(as_alice, "Vegan", name="vegan", category="dietary")
    _change_settings(as_alice, enabled_sections=["user_insights"])
    assert _labels(call("get_user_preferences")) == ["Diet"]


def test_what_is_less_sure_than_the_person_wants_is_not_told(call: Call, as_alice: User, scribe: Agent) -> None:
    memory = agent_says(scribe, "Neovim", name="editor", category="workstyle", source="inference").memory
    assert memory
    actions.confirm(memory.pk, by=Person(as_alice), now=timezone.now())
    assert _labels(call("get_user_preferences")) == ["Editor"]
    _change_settings(as_alice, min_confidence=0.95)  # confirming it made it 0.90
    assert _labels(call("get_user_preferences")) == []


def test_in_privacy_mode_only_what_the_person_said_or_confirmed_is_told(
    call: Call, as_alice: User, trusted: Agent
) -> None:
    now = timezone.now()
    for name in ("editor", "shell"):
        for day in (0, 1):
            at = now - timedelta(days=day)
            learned = agent_says(trusted, f"{name} one", at, name=name, category="workstyle", source="behaviour").memory
    assert learned
    person_types(as_alice, "PDF")
    _change_settings(as_alice, privacy_mode=True)
    assert _labels(call("get_user_preferences")) == ["Document format"]
    actions.confirm(learned.pk, by=Person(as_alice), now=now)
    assert sorted(_labels(call("get_user_preferences"))) == ["Document format", "Shell"]


def test_with_memory_off_nothing_is_told_and_the_reason_is(call: Call, as_alice: User) -> None:
    person_types(as_alice, "PDF")
    _change_settings(as_alice, enable_memory=False)
    for name, arguments in (("get_user_preferences", {}), ("search_user_preferences", {"query": "pdf"})):
        answer = call(name, **arguments)
        assert _labels(answer) == []
        assert answer.envelope["data"]["reason"] == "The person has switched memory off."
    saved = call("save_user_preference", category="technical", preference="editor", details="Neovim").envelope["data"]
    assert (saved["outcome"], saved["reason"]) == (
        "unchanged",
        "Memory is off in Settings, so nothing was saved.",
    )


def test_another_projects_memories_are_not_told(call: Call, as_alice: User, scribe: Agent) -> None:
    person_types(as_alice, "Tabs", name="indent", project="kiosk")
    person_types(as_alice, "PDF")
    assert _labels(call("get_user_preferences")) == ["Document format"]
    scribe.project = "kiosk"
    scribe.save(update_fields=["project"])
    assert sorted(_labels(call("get_user_preferences", agent=scribe))) == ["Document format", "Indent"]


def test_what_was_only_for_a_day_is_told_until_its_end_in_the_persons_own_time_zone(call: Call, as_alice: User) -> None:
    _change_settings(as_alice, time_zone="Pacific/Kiritimati")  # UTC+14
    person_types(as_alice, "Just today: no calls", name="calls", category="schedule")
    assert _labels(call("get_user_preferences")) == ["Calls"]
    _set_columns(Memory.objects.get(), valid_until=timezone.now().date() - timedelta(days=1))
    assert _labels(call("get_user_preferences")) == []


def test_of_an_open_conflict_only_the_winner_is_told(call: Call, as_alice: User, scribe: Agent) -> None:
    _change_settings(as_alice, confirm_new="never")
    agent_says(scribe, "Tabs", name="indent")
    outcome = agent_says(scribe, "Spaces", name="indent")
    assert outcome.name == "conflict"
    (only,) = call("get_user_preferences").envelope["data"]["preferences"]
    assert only["id"] == str(Conflict.objects.get().winner_id)


ENDED: dict[str, Callable[[Memory, Actor], object]] = {
    "expired": lambda m, by: actions.expire(m.pk, by=by, now=timezone.now()),
    "declined": lambda m, by: actions.decline(m.pk, by=by, now=timezone.now()),
}


@with_each("case", ENDED)
def test_what_has_ended_is_not_told(call: Call, as_alice: User, case: str) -> None:
    memory = person_types(as_alice, "PDF").memory
    assert memory
    ENDED[case](memory, Person(as_alice))
    assert _labels(call("get_user_preferences")) == []


def test_a_candidate_is_not_told(call: Call, scribe: Agent, as_alice: User) -> None:
    agent_says(scribe, "I prefer reports as PDF")
    agent_says(scribe, "Neovim", name="editor", category="workstyle", source="inference")
    assert _labels(call("get_user_preferences")) == []
    assert _labels(call("search_user_preferences", query="pdf neovim")) == []


def test_every_use_is_counted_and_is_no_change(call: Call, as_alice: User, scribe: Agent) -> None:
    person_types(as_alice, "PDF")
    changed = Memory.objects.get().changed_at
    for _ in range(2):
        call("get_user_preferences")
    call("search_user_preferences", query="pdf")
    assert list(Use.objects.values_list("agent", "times")) == [(scribe.pk, 3)]
    assert Memory.objects.get().changed_at == changed
    assert history_model().objects.count() == 1


CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("get_user_preferences", {"limit": 200}),
    ("get_user_preferences", {"limit": 200, "category": "personal"}),
    ("search_user_preferences", {"query": "what thing is it", "limit": 50}),
    ("get_memory_settings", {}),
    ("save_user_preference", {"category": "personal", "preference": "thing 0", "details": "w0x"}),
)


def test_every_operation_costs_the_same_queries_at_1_and_at_200_memories(call: Call, as_alice: User) -> None:
    def cost(name: str, arguments: dict[str, Any]) -> int:
        call(name, **arguments)
        with CaptureQueriesContext(connection) as queries:
            assert call(name, **arguments).status == 200
        return len(queries)

    person_types(as_alice, "w0x", name="thing 0", category="personal")
    few = [cost(*each) for each in CALLS]
    for number in range(1, 200):
        person_types(as_alice, f"w{number}x", name=f"thing {number}", category=("personal", f"c{number}")[number % 2])
    assert [cost(*each) for each in CALLS] == few
