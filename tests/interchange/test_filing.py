"""A sentence of a file without a label is filed as the same sentence of a conversation, and meets what is there."""

from django.utils import timezone

from memoryweb.interchange.entry import Entry
from memoryweb.interchange.importing import filing, previews
from memoryweb.interchange.models import ImportRow
from memoryweb.interchange.reading import read_text
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import person_types
from tests.cases import with_each
from tests.interchange.builders import import_text

FILED = [  # the line, its label, category, key and value
    ("The user is vegan", "Diet", "dietary", "dietary.diet", "Vegan"),
    ("Lives in Oslo.", "Home", "personal", "personal.locations.home", "Oslo"),
    ("I live in Oslo", "Home", "personal", "personal.locations.home", "Oslo"),
    ("我住在上海", "Home", "personal", "personal.locations.home", "上海"),
    ("The user's name is Anna", "Name", "personal", "personal.name", "Anna"),
    ("Works as a nurse", "Occupation", "personal", "personal.occupation", None),
    ("User likes tea", "tea", "drinks", "", None),
    ("Hates phone calls", "Dislikes phone calls", "communication", "communication.phone_calls", None),
    ("User has a border collie called Juno", "border collie called Juno", "pets", "", None),
    ("User lives on the fifth floor of a building", "live on the fifth floor of a building", "home", "", None),
    ("Lives with two flatmates in Utrecht", "live with two flatmates in Utrecht", "home", "", None),
    (
        "Has given up on learning the accordion",
        "Gave up learning the accordion",
        "music",
        "music.learning_the_accordion",
        None,
    ),
    ("Grew up in Nairobi", "Grew up in Nairobi", "places", "", None),
    ("Has two cats", "two cats", "pets", "", None),
]
SAID = [
    ("User prefers dark mode", "I prefer dark mode"),
    ("The user doesn't eat pork", "I don't eat pork"),
    ("Studies Norwegian on Tuesdays", "I study Norwegian on Tuesdays"),
    ("User watches films alone", "I watch films alone"),
    ("User goes to bed early", "I go to bed early"),
    ("Vegetarian since 2019", "I am vegetarian since 2019"),
    ("User's sister lives in Rome", "My sister lives in Rome"),
    ("用户喜欢喝茶", "我喜欢喝茶"),
    ("I prefer tea", "I prefer tea"),
    ("Runs the tests before each commit", "I run the tests before each commit"),
    ("User can't stand olives", "I can't stand olives"),
    ("Would rather get one recommendation", "I would rather get one recommendation"),
    ("Users are listed by name", "Users are listed by name"),
]


@with_each("line, label, category, key, value", FILED)
def test_a_sentence_is_filed_as_in_a_conversation(
    line: str, label: str, category: str, key: str, value: str | None
) -> None:
    found = filing.describe(Entry(details=(line,)))
    assert found
    assert (found.label, found.category, found.key, found.value) == (label, category, key, value)


@with_each("line, said", SAID)
def test_a_line_is_read_as_the_person_would_say_it(line: str, said: str) -> None:
    assert filing.in_first_person(line) == said


@with_each(
    "entry",
    [
        Entry(label="Drink", details=("I like tea",)),
        Entry(category="food", details=("I like tea",)),
        Entry(kind="goal", details=("I like tea",)),
        Entry(details=("I like tea", "I like coffee")),
        Entry(details=("I like tea. My sister lives in Rome.",)),
        Entry(details=("The tea is in the left drawer",)),
        Entry(details=("",)),
        Entry(details=("I like tea " * 500,)),
    ],
)
def test_what_the_file_files_itself_or_no_form_fits_stays_as_it_is(entry: Entry) -> None:
    assert filing.describe(entry) is None


def test_what_is_there_already_is_the_same_in_the_preview_and_asks_nothing(as_alice: User) -> None:
    now = timezone.now()
    person_types(as_alice, "I am vegan", name="diet", category="dietary")
    person_types(as_alice, "", name="home city", value="I live in Oslo", category="personal")
    person_types(as_alice, "I like tea", name="tea", category="drinks")
    text = "# About the user\n\n- The user is vegan\n- Lives in Oslo\n- Likes tea\n- Hates phone calls\n"
    previews.prepare([read_text(text, "")], as_alice, now=now)
    verdicts = ImportRow.objects.order_by("pk").values_list("verdict", flat=True)
    assert sorted(verdicts) == ["new", "same", "same", "same"]
    import_text(text, as_alice, now)
    question = Proposal.objects.open().get()
    assert question.memory
    assert (question.memory.label, question.memory.category) == ("Dislikes phone calls", "communication")
    assert Memory.objects.filter(status="active").count() == 3


def test_another_value_in_a_field_is_a_change(alice: User) -> None:
    with scope.acting_as(alice.pk):
        person_types(alice, "I live in Oslo", name="home city", category="personal")
        previews.prepare([read_text("- I live in Bergen\n- I like tea\n", "")], alice, now=timezone.now())
        assert sorted(ImportRow.objects.values_list("verdict", flat=True)) == ["change", "new"]
