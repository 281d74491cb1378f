"""Which phrases of a conversation's title or messages can be a topic that returns."""

from memoryweb.language.mentions.recurring_topics import parts, phrases
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


# Three titles each, and the topic that they have in common, if any. Kept back until the rules were made:
# 21 of 24 were right when they were first read. "Spanish" and "tomatoes" were not found.
KEPT_BACK: list[tuple[tuple[str, str, str], str]] = [
    (("Training for a marathon", "Marathon nutrition plan", "Shoes for my first marathon"), "marathon"),
    (("Learning Spanish verbs", "Spanish subjunctive explained", "Practice conversation in Spanish"), "spanish"),
    (("Kubernetes ingress errors", "How to scale a Kubernetes cluster", "Kubernetes vs Nomad"), "kubernetes"),
    (("Wedding speech ideas", "Seating plan for the wedding", "Wedding budget spreadsheet"), "wedding"),
    (("Trip to Lisbon in May", "Restaurants in Lisbon", "Lisbon with children"), "lisbon"),
    (("Machine learning homework", "Intro to machine learning", "Machine learning interview prep"), "machine"),
    (("Tomato seedlings are leggy", "When to plant tomatoes outside", "Tomato blight"), "tomato"),
    (("Novel outline", "Chapter two of my novel", "Renaming a novel's main character"), "novel"),
    (("Guitar chord progressions", "Buying a used guitar", "Barre chords on guitar"), "guitar"),
    (("Home office lighting", "Standing desk for a home office", "Home office tax deduction"), "home office"),
    (("Rust borrow checker", "Async Rust explained", "Error handling in Rust"), "rust"),
    (("Puppy biting", "Crate training a puppy", "Puppy vaccination schedule"), "puppy"),
    (("Bathroom renovation quote", "Tiles for the bathroom", "Bathroom fan too loud"), "bathroom"),
    (("Stoicism and anger", "Reading Seneca: stoicism", "Stoicism in practice"), "stoicism"),
    (("东京旅行计划", "东京美食推荐", "带孩子去东京"), "东京"),
    (("马拉松训练", "半程马拉松配速", "马拉松鞋子推荐"), "马拉松"),
    (("Resume review", "Email to landlord", "Fix CSS bug"), ""),
    (("Question about taxes", "Question about visas", "Question about insurance"), ""),
    (("Meeting summary", "Weekly meeting agenda", "Reschedule meeting"), ""),
    (("Python list sorting", "Rewrite this paragraph", "Birthday gift ideas"), ""),
    (("Translate a letter", "Translate menu", "Translate this sentence"), ""),
    (("Quick question", "Another quick question", "One more quick thing"), ""),
    (("修改邮件", "写一封邮件", "邮件翻译"), ""),
    (("How to cook rice", "How to tie a tie", "How to fix a zip"), ""),
]


def common_topic(titles: tuple[str, str, str]) -> str:
    one, two, three = map(phrases, titles)
    return next((written.casefold() for phrase, written in one.items() if phrase in two and phrase in three), "")


@for_each(KEPT_BACK)
def test_the_topic_that_three_titles_have_in_common(titles: tuple[str, str, str], topic: str) -> None:
    assert common_topic(titles) == topic
