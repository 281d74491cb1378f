"""Which phrases of a conversation's title or messages can be a topic that returns."""

from memoryweb.rules.recurring_topics import parts, phrases
from tests.cases import for_each

# The title, the messages where there is none, and the phrases in normal form.
CASES: list[tuple[str, list[str], list[str]]] = [
    ("Sourdough", [], ["sourdough"]),
    ("Sourdough bread", [], ["sourdough bread", "sourdough", "bread"]),
    ("Help with my sourdough starters", [], ["sourdough starter", "sourdough", "starter"]),
    ("History of Rome", [], ["history", "rome"]),
    ("Fix: the Berlin move - part 2", [], ["berlin move", "berlin", "move"]),
    ("Weekly report", [], ["weekly"]),
    ("Bug fixing session", [], []),
    ("Meeting notes for Monday", [], []),
    ("Explain this", [], []),
    (
        "酸面包烘焙",
        [],
        ["酸面包烘焙", "酸面包烘", "面包烘焙", "酸面包", "面包烘", "包烘焙", "酸面", "面包", "包烘", "烘焙"],
    ),
    ("怎么养酸面包", [], ["养酸面包", "养酸面", "酸面包", "养酸", "酸面", "面包"]),
    ("", ["How do I feed my sourdough starter?"], ["sourdough starter", "sourdough", "starter"]),
    ("", ["Which flour is right for sourdough? I was wondering."], ["sourdough"]),
    ("", ["I think it quickly sank."], []),
    ("", ["Thanks!", "ok"], []),
    ("", ["我喜欢酸面包"], []),
    ("", [], []),
    ("42 1999", [], []),
]


@for_each(CASES)
def test_the_phrases_of_a_conversation(title: str, messages: list[str], expected: list[str]) -> None:
    assert list(phrases(title, messages)) == expected


def test_every_phrase_within_a_phrase() -> None:
    assert parts("sourdough bread") == ["sourdough", "sourdough bread", "bread"]
