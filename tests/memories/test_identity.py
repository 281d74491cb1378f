"""Which statements are one memory and which are two, end to end."""

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import LIVE, Memory, Status
from memoryweb.people.models import User
from tests.builders import agent_says, edit_form, memory_of, person_types
from tests.cases import with_each
from tests.language.comparing.test_identity import DIFFERENT, NOT_SEEN_AS_SAME, SAME
from tests.rings import third

SENTENCES = [pair for pair in DIFFERENT if " " in pair[0] or ord(pair[0][0]) > 0x3000]
REPEATED = [pair for pair in SAME if pair not in NOT_SEEN_AS_SAME]


def live() -> list[Memory]:
    return list(Memory.objects.filter(LIVE))


@with_each("one, other", lambda: third(SENTENCES[::3]))
def test_two_things_a_person_types_are_two_memories(as_alice: User, one: str, other: str) -> None:
    for text in (one, other):
        person_types(as_alice, text, name="", category="notes")
    assert {memory.value for memory in live()} == {one, other}


@with_each("one, other", lambda: third(DIFFERENT[1::5]))
def test_two_things_an_agent_says_are_two_memories(as_alice: User, scribe: Agent, one: str, other: str) -> None:
    for text in (one, other):
        agent_says(scribe, text, name="", category="notes")
    assert {memory.value for memory in live()} == {one, other}


@with_each("one, other", lambda: third(REPEATED[::2]))
def test_what_a_person_says_again_is_one_memory(as_alice: User, one: str, other: str) -> None:
    person_types(as_alice, one, name="", category="notes")
    assert person_types(as_alice, other, name="", category="notes").name == "reinforced"
    assert [memory.details for memory in live()] == [one]


@with_each("one, other", [("bread, butter, jam", "jam, bread, butter"), ("牛奶、面包", "面包、牛奶")])
def test_it_is_one_memory_whatever_kind_its_words_read_as(as_alice: User, one: str, other: str) -> None:
    person_types(as_alice, one, name="", category="notes", kind="goal")
    assert person_types(as_alice, other, name="", category="notes").name == "reinforced"
    assert [(memory.details, memory.kind) for memory in live()] == [(one, "goal")]


@with_each("one, other", lambda: third(REPEATED[1::2]))
def test_what_an_agent_says_again_is_one_memory(as_alice: User, scribe: Agent, one: str, other: str) -> None:
    agent_says(scribe, one, name="", category="notes")
    assert agent_says(scribe, other, name="", category="notes").memory == live()[0]
    assert len(live()) == 1


@with_each(
    "one, other",
    [
        ("For the cellar in the new house we ordered Box A", "For the cellar in the new house we ordered Box B"),
        ("Petra keeps the key for the shed behind the house", "Klaus keeps the key for the shed behind the house"),
        ("Our club's page is club.org", "Our club's page is club.org.uk"),
        ("我平时喜欢爬山", "我平时喜欢看书"),
        ("小王平时喜欢跑步", "小李平时喜欢游泳"),
        ("My brother's favourite hobby is chess", "My sister's favourite hobby is climbing"),
        ("On weekends I like hiking", "On weekends I like reading"),
    ],
)
def test_facts_that_can_all_be_true_are_no_conflict(as_alice: User, trusted: Agent, one: str, other: str) -> None:
    names = [agent_says(trusted, text, name="", category="people", source="correction").name for text in (one, other)]
    assert "conflict" not in names
    assert [memory.contested for memory in live()] == [False, False]


@with_each(
    "one, other, outcome",
    [
        ("home: Careful about glass but not paper", "home: Careful about paper but not glass", "conflict"),
        ("home: Careful about glass but not paper", "home: Careful about metal but not cloth", "saved"),
        ("home: I prefer glass containers", "values: I prefer plastic containers", "conflict"),
        ("travel: On trips, I prefer aisle seats", "money: On trips, I prefer paying by card", "saved"),
    ],
)
def test_a_change_of_mind_is_noticed_in_free_words_too(
    as_alice: User, trusted: Agent, one: str, other: str, outcome: str
) -> None:
    said = [text.split(": ") for text in (one, other)]
    outcomes = [agent_says(trusted, text, name="", category=category).name for category, text in said]
    assert outcomes == ["saved", outcome]


def test_declining_c_does_not_block_c_plus_plus(as_alice: User, scribe: Agent) -> None:
    declined = agent_says(scribe, "C", name="language", category="code")
    actions.decline(memory_of(declined).pk, by=Person(as_alice), now=memory_of(declined).changed_at)
    assert agent_says(scribe, "c.", name="language", category="code").name == "blocked"
    assert agent_says(scribe, "C++", name="language", category="code").name == "proposed"


@with_each("one, other", [(True, "yes"), (5, "5"), (["a", "b"], "a, b"), (1, True), ({"a": 1}, {"a": 2})])
def test_values_of_two_types_are_two_values(as_alice: User, one: object, other: object) -> None:
    for value in (one, other):
        person_types(as_alice, "It is so", name="setting", category="tools", value=value)
    assert {str(memory.value): memory.status for memory in Memory.objects.order_by("pk")} == {
        str(one): "superseded",
        str(other): "active",
    }


def test_a_number_and_a_list_are_the_same_in_another_spelling(as_alice: User) -> None:
    for value in (5, 5.0, ["b", "a"], ["A", "b."]):
        person_types(as_alice, "It is so", name="setting", category="tools", value=value)
    assert [memory.value for memory in live()] == [["b", "a"]]
    assert Memory.objects.count() == 2


@with_each("place", ["condition", "project"])
@with_each("spelling", ["When tired", "when tired.", "when  tired", "ｗhen tired"])
def test_a_place_spelled_otherwise_is_the_same_place(as_alice: User, trusted: Agent, place: str, spelling: str) -> None:
    first = person_types(as_alice, "tea", name="drink", category="drinks", **{place: "when tired"})
    again = person_types(as_alice, "tea", name="drink", category="drinks", **{place: spelling})
    assert (again.name, again.memory) == ("reinforced", first.memory)
    new = person_types(as_alice, "coffee", name="drink", category="drinks", **{place: spelling})
    assert new.name == "revised"
    assert {getattr(memory, place) for memory in Memory.objects.all()} == {"when tired"}


def test_an_edit_may_spell_the_only_one_anew_and_joins_the_others(as_alice: User) -> None:
    tea = memory_of(person_types(as_alice, "tea", name="drink", category="drinks", condition="when tired"))
    actions.edit(
        tea.pk,
        edit_form(tea, condition="When tired"),
        by=Person(as_alice),
        now=tea.changed_at,
        since=actions.newest_version(tea.pk),
    )
    assert Memory.objects.get(pk=tea.pk).condition == "When tired"
    food = memory_of(person_types(as_alice, "soup", name="meal", category="food"))
    actions.edit(
        food.pk,
        edit_form(food, condition="when tired."),
        by=Person(as_alice),
        now=food.changed_at,
        since=actions.newest_version(food.pk),
    )
    assert Memory.objects.get(pk=food.pk).condition == "When tired"


def test_what_waits_has_no_spelling_yet(as_alice: User, scribe: Agent) -> None:
    agent_says(scribe, "tea", name="drink", category="drinks", condition="wHEN tIRED", project="fALCON")
    soup = person_types(as_alice, "soup", name="meal", category="food", condition="when tired", project="Falcon")
    assert (memory_of(soup).condition, memory_of(soup).project) == ("when tired", "Falcon")


def test_what_was_declined_in_a_place_is_known_in_its_other_spelling(as_alice: User, scribe: Agent) -> None:
    declined = agent_says(scribe, "tea", name="drink", category="drinks", condition="when tired")
    actions.decline(memory_of(declined).pk, by=Person(as_alice), now=memory_of(declined).changed_at)
    again = agent_says(scribe, "Tea", name="drink", category="drinks", condition="When  tired.")
    assert again.name == "blocked"


def test_keys_of_hindi_words_are_two(as_alice: User) -> None:
    for name in ("दिन", "दान"):
        person_types(as_alice, "हाँ", name=name, category="notes")
    assert {memory.key for memory in live()} == {"notes.दिन", "notes.दान"}
    assert {memory.status for memory in live()} == {Status.ACTIVE}


@with_each(
    "one, other",
    [
        ("I give 100% of tips to the band_leader", "I give 100% of tips to the band_leader."),
        (r"I keep drafts in C:\\notes_old", r"I keep drafts in C:\\notes_old."),
        ("I drink CAFÉ noir at noon", "At noon, I drink café noir"),
        ("我喜欢绿茶", "我喜欢绿茶。"),
    ],
)
def test_signs_of_patterns_and_letters_of_all_scripts_are_compared(as_alice: User, one: str, other: str) -> None:
    """The database leaves out texts that share no words, before Python compares the rest."""
    person_types(as_alice, one, name="", category="notes")
    assert person_types(as_alice, other, name="", category="notes").name == "reinforced"


@with_each("sign", ["%", "_"])
def test_a_sign_of_a_pattern_matches_only_itself(as_alice: User, sign: str) -> None:
    person_types(as_alice, "I mark done tasks with ab", name="", category="notes")
    assert person_types(as_alice, f"I mark done tasks with a{sign}", name="", category="notes").name == "saved"
