"""The category and the label of what is found, without a database."""

from collections.abc import Iterator
from pathlib import Path

from memoryweb.language.extraction import describe, find
from memoryweb.language.filing import classifier
from tests.cases import for_each
from tests.corpora import Tally

FOLDER = Path(__file__).parent


def statements(part: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each statement of a part of a file, and the categories where it may be filed."""
    for line in part.splitlines():
        if line and not line.startswith("#"):
            said, right = line.split(" | ")
            yield said, right.split()


def category(said: str) -> str:
    each = find(said)[0]
    return classifier.classify(
        category=each.category,
        name=each.label,
        details=each.details,
        value=each.value,
        key=each.key,
        kind=each.kind,
        label=each.label,
        quote=each.quote,
    ).category


def test_everyday_statements_are_filed_where_a_person_would_look() -> None:
    parts = (FOLDER / "everyday_statements.txt").read_text().split("# kept aside\n")
    for name, least, part in zip(("everyday", "everyday aside"), (0.9, 0.8), parts, strict=True):
        of_finds, of_categories = Tally(name), Tally(f"{name}, category")
        for said, right in statements(part):
            of_finds.add(said, wanted=True, found=bool(find(said)))
            if find(said):
                found = category(said)
                of_categories.add(f"{said} → {found}", wanted=True, found=found in right)
        of_finds.check(recall=0.9)
        of_categories.check(recall=least)


@for_each(
    [
        ("When organizing for the week: I group by color.", "Groups by color"),
        ("I distrust loyalty programmes.", "I distrust loyalty programmes"),
        ("My goal is to run a marathon.", "Run a marathon"),
        (
            "My aim is to play the whole of Clair de Lune on the piano without stopping.",
            "Play the whole of Clair de Lune on the piano without…",
        ),
        ("我打算把法语考到B2。", "打算把法语考到B2"),
        ("我打算年内把公众号做到周更，眼下是半年一篇。", "打算年内把公众号做到周更"),
        ("我不要在 Word里面看到任何红色的批注和修订的痕迹，看着头疼", "我不要在 Word里面看到任何红色的批注和修订…"),
        ("I find dark mode so much easier on the eyes.", "dark mode"),
        ("I find small talk exhausting.", "Finds small talk exhausting"),
        ("I rarely use lifts.", "Rarely uses lifts"),
        ("I stopped drinking alcohol in January.", "Stopped drinking alcohol in January"),
        ("I gave up meat.", "Gave up meat"),
        ("Please don't suggest paid tools.", "Please don't suggest paid tools"),
        ("No emojis with me.", "No emojis with me"),
        ("我不再喝可乐了。", "我不再喝可乐了"),
        ("I no longer eat sugar.", "No longer eats sugar"),
        ("I switched from Android to an iPhone.", "Switched from Android to an iPhone"),
        ("I've cut down on sugar.", "Cut down on sugar"),
        ("I hate Facebook.", "Dislikes Facebook"),
        ("I hate not being able to cook.", "Dislikes not being able to cook"),
        ("I like to collect stamps.", "Likes to collect stamps"),
        ("I've always wanted to learn Spanish.", "Wants to learn Spanish"),
        ("I prefer to work alone.", "Prefers to work alone"),
        ("I work remotely.", "Works remotely"),
        ('I usually read "The Economist" on Sundays.', "Reads The Economist on Sundays"),
        ('We love "Paddington".', "Paddington"),
        ("Our API is written in Rust.", "Our API is written in Rust"),
        ("Our team meets on Mondays.", "team meets on Mondays"),
        ("I have a border collie called Juno.", "border collie called Juno"),
        ("We have two kids.", "two kids"),
        ("I grew up in Nairobi.", "grew up in Nairobi"),
        ("I water my plants on Sundays.", "Waters plants on Sundays"),
        ("I use Obsidian for all my notes.", "Uses Obsidian for all notes"),
        ("I prefer trains to planes.", "trains over planes"),
        ("I'd rather take the train than fly.", "Would rather take the train"),
        ("I prefer not playing games about war.", "Prefers not playing games about war"),
        ("I avoid any form of rock climbing.", "Avoids rock climbing"),
        ("I am uncomfortable with using public transport.", "Dislikes using public transport"),
        ("I never buy anything on credit.", "Doesn’t buy anything on credit"),
        ("I've never liked camping.", "Dislikes camping"),
        ("I get up at six.", "Gets up at six"),
        ("I volunteer as a first aider.", "Volunteers as a first aider"),
        ("Cilantro tastes like soap to me.", "Cilantro tastes like soap to me"),
        ("Long flights wreck my back.", "Long flights wreck my back"),
        ("I can't sleep without white noise.", "I can't sleep without white noise"),
        ("I'm a big football fan.", "I'm a big football fan"),
        ("I'm bad with directions.", "I'm bad with directions"),
        ("I've lived in five countries.", "I've lived in five countries"),
        ("I share a flat with two friends.", "I share a flat with two friends"),
    ],
)
def test_a_label_tells_what_somebody_does_and_in_which_direction(said: str, label: str) -> None:
    found = describe(said)
    assert found is not None
    assert found.label == label


@for_each(
    [
        ("I have two rabbits", "pets"),
        ("Our garden is full of roses", "home"),
        ("My goal is to swim a mile by July", "fitness"),
        ("我家有只橘猫，叫团子", "pets"),
        ("My brother lives in a big house", "personal"),
        ("I have two kids", "personal"),
        ("My uncle owns a farm", "personal"),
    ],
)
def test_an_animal_a_house_or_a_goal_has_its_category_and_a_person_is_personal(said: str, right: str) -> None:
    assert category(said) == right


@for_each(
    [
        ("I work in Berlin.", "Works in Berlin", ""),
        ("I work in Python.", "Works in Python", ""),
        ("I work from home on Fridays.", "Works from home on Fridays", ""),
        ("我在上海上班。", "在上海上班", ""),
        ("我一直在努力工作。", "一直在努力工作", ""),
        ("I work at Google.", "Work", "personal.locations.work"),
        ("I work in marketing.", "Occupation", "personal.occupation"),
        ("I work in HR.", "Occupation", "personal.occupation"),
        ("我在医院当护士。", "Occupation", "personal.occupation"),
        ("我一直在互联网行业工作。", "Occupation", "personal.occupation"),
    ],
)
def test_where_and_how_somebody_works_is_no_occupation(said: str, label: str, key: str) -> None:
    assert [(each.label, each.key) for each in find(said)] == [(label, key)]
