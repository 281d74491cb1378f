"""A section that the person switched off takes no saves, and the answer names it."""

from collections.abc import Callable

from memoryweb.memories.models import Evidence, Memory
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from tests.builders import person_types, set_settings
from tests.cases import with_each

Call = Callable[..., dispatch.CallResult]
TONE = {"category": "communication", "preference": "tone", "details": "I like it formal"}
TEA = {"category": "food", "preference": "drink", "details": "I like tea"}


@with_each("source", ["instruction", "inference"])
def test_nothing_is_saved_in_a_section_that_is_off(call: Call, as_alice: User, source: str) -> None:
    set_settings(as_alice, enabled_sections=["user_insights", "topic_highlights"])
    answer = call("save_user_preference", source=source, **TONE).envelope["data"]
    assert (answer["outcome"], answer["reason"]) == (
        "unchanged",
        "“How to answer you” is off in Settings, so nothing was saved.",
    )
    assert not Memory.objects.exists()
    assert call("save_user_preference", source=source, **TEA).envelope["data"]["outcome"] != "unchanged"


def test_what_was_there_before_is_neither_reinforced_nor_updated(call: Call, as_alice: User) -> None:
    memory = person_types(as_alice, "I like it formal", name="tone", category="communication").memory
    assert memory
    set_settings(as_alice, enabled_sections=[])
    assert call("save_user_preference", **TONE).envelope["data"]["outcome"] == "unchanged"
    assert Evidence.objects.count() == 1


def test_what_is_for_today_belongs_to_no_section(call: Call, as_alice: User) -> None:
    set_settings(as_alice, enabled_sections=[])
    answer = call("save_user_preference", **(TONE | {"details": "Only for today I like it formal"})).envelope["data"]
    assert answer["outcome"] != "unchanged"
