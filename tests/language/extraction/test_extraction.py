"""What a message says about its writer, found without a model: no database."""

import json
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from memoryweb.language.extraction import Find, describe, find, without_injected
from memoryweb.language.filing import known_fields
from memoryweb.rules import fields, limits, policy
from tests import effort
from tests.cases import for_each
from tests.language.extraction.sentences import OF_OTHERS, OF_SELF

CORPORA = Path(__file__).parents[3] / "corpora"
BLOCK = """- Rule: short direct sentences（confidence=0.81, source=implicit）
- 规则: 我不喝咖啡（confidence=1.00, source=explicit）"""


@cache
def chinese() -> dict[str, bool]:
    """Return each Chinese message, and whether it says something lasting of its writer."""
    read = map(json.loads, (CORPORA / "sentences.jsonl").read_text().splitlines())
    return {row["message"]: row["parts"][0]["wanted"] for row in read if row["source"] == "statements_zh"}


@cache
def found_in(message: str) -> tuple[Find, ...]:
    """Return what is found in a message of a corpus, which is read once for all that is asked about it."""
    return tuple(find(message))


def only(message: str) -> Find:
    (found,) = find(message)
    return found


def test_what_people_say_of_themselves_is_found_and_little_of_what_they_do_not() -> None:
    missed = [message for message in OF_SELF if not found_in(message)]
    wrong = [message for message in OF_OTHERS if found_in(message)]
    assert len(missed) <= 0.06 * len(OF_SELF), missed
    assert len(wrong) <= 0.08 * len(OF_OTHERS), wrong


# What is found


@for_each(
    [
        ("I prefer PDF for reports", "technical.formats.document", "PDF", "for reports"),
        ("I prefer Word over PDF.", "technical.formats.document", "Word", ""),
        ("I prefer CSV to JSON, not JSON", "technical.formats.data", None, ""),
        ("use bullet points", "communication.response_format.bullet_points", "Preferred", ""),
        ("Please don't use bullet points.", "communication.response_format.bullet_points", "Avoid", ""),
        ("reply in Chinese", "communication.language.primary", "Chinese", ""),
        ("Keep your answers brief.", "communication.style", "Concise", ""),
        ("Please use a formal tone in emails", "communication.tone", "Formal", ""),
        ("No exclamation marks, please.", "communication.punctuation.no_exclamation", True, ""),
        ("Never use the word synergy.", "communication.forbidden_words", "synergy", ""),
        ("I'm a night owl.", "workstyle.time_preference", "Night owl", ""),
        ("I'm vegan.", "dietary.diet", "Vegan", ""),
        ("I'm allergic to walnuts.", "dietary.allergies", "walnuts", ""),
        ("I prefer morning meetings.", "schedule.meetings", "Mornings", ""),
        ("I live in Ghent.", "personal.locations.home", "Ghent", ""),
        ("I work at a bakery as a baker.", "personal.locations.work", "a bakery", ""),
        ("My favourite drink is herbal tea.", "drinks.favourite_drink", "herbal tea", ""),
        ("My name is Oluwaseun.", "personal.name", "Oluwaseun", ""),
        ("报告用PDF", "technical.formats.document", "PDF", "报告"),
        ("以后都用中文回答我", "communication.language.primary", "Chinese", ""),
        ("我是素食者", "dietary.diet", "Vegetarian", ""),
        ("我住在成都", "personal.locations.home", "成都", ""),
        ("我最爱的作家是汪曾祺。", "reading.favourite_作家", "汪曾祺", ""),
    ],
)
def test_a_known_field_is_recognised_with_its_value(message: str, key: str, value: object, condition: str) -> None:
    found = only(message)
    if value is not None:
        assert (found.key, found.value, found.condition) == (key, value, condition)


@for_each(
    [
        "My parents are retired and live in Spain.",
        "My sister is a nurse and works at a clinic.",
        "The neighbors are loud and love parties.",
        "My boss travels a lot and hates meetings.",
    ],
)
def test_what_goes_on_about_others_is_not_taken_for_the_writers(message: str) -> None:
    assert {found.key for found in find(message)} <= {""}
    assert len(find(message)) <= 1


@for_each(
    [
        ("When I'm tired, I prefer podcasts.", "when tired"),
        ("Whenever I am tired I prefer podcasts.", "when tired"),
        ("I prefer podcasts when I'm tired.", "when tired"),
        ("On weekdays I go to bed at ten.", "on weekdays"),
        ("I prefer window seats on long flights.", "on long flights"),
        ("I have a strong preference for small hotels.", ""),
        ("I find long talks exhausting.", ""),
        ("累的时候我喜欢泡澡。", "累"),
        ("我累的时候喜欢泡澡。", "累"),
    ],
)
def test_one_occasion_has_one_spelling(message: str, condition: str) -> None:
    assert only(message).condition == condition


@for_each(
    [
        ("No, I meant metric units, not imperial.", "correction", ""),
        ("I said shorter.", "correction", ""),
        ("不对，我要的是竖版，不是横版。", "correction", ""),
        ("From now on, answer in French.", "instruction", ""),
        ("I prefer trains.", "instruction", "preference"),
        ("I avoid trains.", "instruction", "preference"),
        ("I only eat organic food.", "instruction", "preference"),
        ("I usually skip breakfast.", "instruction", "habit"),
        ("My goal is to read forty books.", "instruction", "goal"),
        ("I live in Ghent.", "instruction", "fact"),
        ("My wife is a vegetarian.", "instruction", "fact"),
    ],
)
def test_a_correction_is_told_from_an_instruction(message: str, source: str, kind: str) -> None:
    assert (only(message).source, only(message).kind) == (source, kind)


def test_one_message_may_hold_several_statements() -> None:
    details = [each.details for each in find("I live in Berlin and work as a nurse. I like tea but I hate coffee!")]
    assert details == ["I live in Berlin", "I work as a nurse.", "I like tea", "I hate coffee!"]


def test_a_statement_before_a_question_counts_and_the_question_does_not() -> None:
    assert [each.details for each in find("We keep bees on our roof, what honey recipe could I do?")] == [
        "We keep bees on our roof"
    ]
    assert [each.details for each in find("我膝盖不好，而且我讨厌跑步，有什么别的运动？")][-1] == "我讨厌跑步"


@for_each(lambda: [*OF_SELF, *chinese()])
def test_quotes_are_the_messages_own_words_and_everything_fits_its_column(message: str) -> None:
    for each in found_in(message):
        assert each.quote in message
        assert len(each.quote) <= limits.QUOTE_MAX
        assert 0 < len(each.label) <= limits.LABEL_MAX
        assert len(each.details) <= 1000
        assert len(each.condition) <= 200
        assert each.source in policy.SOURCES
        assert each.category == known_fields.slugify(each.category) != ""


def test_a_label_is_never_taken_for_a_field_it_does_not_mean() -> None:
    for message in (*OF_SELF, *chinese()):
        for each in found_in(message):
            field = known_fields.match_field(each.category, each.label, each.key).field
            assert (field.key if field else "") == (each.key if each.key in fields.fields_by_key() else "")


def test_meetings_kept_off_an_afternoon_are_not_wanted_in_it() -> None:
    assert only("Keep meetings off my Friday afternoons.").key == ""
    assert only("I prefer morning meetings.").key == "schedule.meetings"


def test_a_wish_for_now_is_not_asked_about() -> None:
    assert find("This time I want a longer version.") == []
    assert find("这次我想要详细一点的版本。") == []


def test_a_quote_keeps_the_whole_sentence() -> None:
    sentence = "Coffee after three keeps me awake, so I only drink decaf in the evening."
    message = f"Thanks! {sentence} Bye."
    assert (
        only(message).details
        == only(message).quote
        == "Coffee after three keeps me awake, so I only drink decaf in the evening."
    )


def test_a_long_quote_is_cut_at_a_word() -> None:
    found = describe("I prefer " + "very " * 60 + "long walks")
    assert found is not None
    assert len(found.quote) <= limits.QUOTE_MAX
    assert found.quote.endswith("very")


@for_each(
    [
        ("I dislike horror movies.", "Dislikes horror movies", "horror_movies"),
        ("I'm not a fan of fish as pets.", "Dislikes fish as pets", "fish_as_pets"),
        (
            "I avoid hotels that aren't eco-friendly.",
            "Avoids hotels that aren't eco-friendly",
            "hotels_that_aren_t_eco_friendly",
        ),
        (
            "I have a strong aversion to bold, vibrant colours in my home decor.",
            "Dislikes bold, vibrant colours in home decor",
            "bold_vibrant_colours_in_home_decor",
        ),
        ("I refuse to wear fur.", "Refuses to wear fur", "wear_fur"),
        (
            "I prefer not to stay in hostels because they are loud.",
            "Prefers not to stay in hostels",
            "stay_in_hostels",
        ),
        ("I only listen to vinyl records.", "Only listens to vinyl records", "vinyl_records"),
        ("I prefer project-based learning over lectures.", "project-based learning", ""),
        ("I find long talks exhausting.", "Finds long talks exhausting", "long_talks"),
        ("我讨厌被催稿。", "讨厌被催稿", "被催稿"),
        ("我正在學法文。", "學法文", "法文"),
    ],
)
def test_a_label_ends_at_a_noun_and_tells_the_direction(message: str, label: str, key: str) -> None:
    assert (only(message).label, only(message).key.partition(".")[2]) == (label, key)


@for_each(
    [
        ("I prefer diesel engines.", "cars"),
        ("I dislike crowded public transportation.", "travel"),
        ("I prefer sparkling water.", "drinks"),
        ("I like vegan leather.", "fashion"),
        ("I prefer small local stores.", "shopping"),
        ("I dislike social media.", "media"),
        ("I love art galleries.", "culture"),
        ("I prefer cool climates.", "places"),
        ("I like birds as pets.", "pets"),
        ("我喜欢摄影。", "hobbies"),
    ],
)
def test_everyday_words_tell_the_category(message: str, category: str) -> None:
    assert only(message).category == category


# What memoryweb itself said


@for_each(["{}", "You gave me this:\n{}\nWhat is it?", "> {}", "```\n{}\n```", "<memory>\n{}\n</memory>"])
def test_what_memoryweb_injected_is_never_learned_from(around: str) -> None:
    message = around.format(BLOCK)
    assert "confidence" not in without_injected(message)
    assert find(message) == []


def test_an_injected_line_broken_in_two_is_still_recognised() -> None:
    assert find("- Rule: I never eat\nI hate waiting（confidence=0.81, source=implicit）") == []


def test_what_the_person_says_beside_it_counts() -> None:
    assert only(f"{BLOCK}\nI prefer trains.").details == "I prefer trains."
    assert without_injected("I prefer trains.") == "I prefer trains."


# Limits


def test_the_same_message_is_read_the_same_every_time() -> None:
    message = "\n".join(OF_SELF[:10])
    assert find(message) == find(message)
    assert len({each.details for each in find(message * 2)}) == len(find(message * 2))


def test_a_message_never_yields_more_than_so_many() -> None:
    assert len(find(" ".join(OF_SELF))) == limits.STATEMENTS_MAX


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compile the patterns of both languages first: a process does it once, with its first message."""
    find("I prefer tea. 我喜欢茶。")


def test_an_endless_sentence_is_skipped() -> None:
    assert find("I prefer " + "very " * 500 + "long walks") == []


UNITS = (
    "a",
    "I ",
    "I prefer ",
    "(",
    '"',
    "'a ",
    "I like x, ",
    "and I ",
    "我",
    "，我",
    "的时候",
    "no, ",
    "a-",
    " ",
    "\n",
    "write a story ",
    "translate ",
    "translate this ",
    "- Rule: ",
    "confidence=0.8",
    "when I ",
    "x y ",
    "A: b\n",
    "{\n",
    "> ",
    "```",
    "不是",
    "\x00",
    "not ",
    "I find ",
    "my favourite ",
    "for ",
    "I love the ",
    "I love how ",
    "it ",
    "said ",
    "my mum says ",
    "we ",
    "our ",
    "never ",
    "I feel ",
    "I love . ",
    "keep my ",
    "don't call me ",
    "I love being ",
    "she/her ",
    "mondays ",
    "他说",
    "呵呵",
    "没有",
    "我喜欢。",
)


@for_each(lambda: product(UNITS, ["", "?", " me."]))
def test_hostile_messages_cost_no_time(unit: str, end: str) -> None:
    message = unit * (100_000 // len(unit)) + end
    with effort.at_most(2):
        find(message)


@for_each(
    [
        ("我喜欢", "死了", "x"),
        ("我", "从小就", "x"),
        ("我", "基本都", "x"),
        ("我是", "还在", "素食"),
        ("我是", "标准的", "x"),
        ("我是", "从去年开始", "x"),
        ("早睡是我", "唯一的", "x"),
        ("I have a test ", "then ", ""),
        ("I'm not into ", "x-", "y ones!"),
        ("You are a ", "dark ", "king"),
        ("I follow the ", "dim ", "stair"),
    ],
)
def test_a_hostile_statement_costs_no_time(start: str, unit: str, end: str) -> None:
    """Each begins as a statement does, in one sentence that is read whole."""
    with effort.at_most(1):
        find(start + unit * (900 // len(unit)) + end)


def test_a_message_of_ordinary_length_costs_little() -> None:
    """2,000 characters take a tenth of a second, the benchmark of extraction says how much exactly."""
    message = " ".join((*OF_SELF, *OF_OTHERS))[:2000]
    find("Hello.")  # loads the head
    with effort.at_most(2):
        find(message)
