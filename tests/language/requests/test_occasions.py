"""What a question touches beyond its own words: no database."""

from memoryweb.language.requests.occasions import MEALS, ON_THE_WAY, touched_by
from tests import effort
from tests.cases import for_each


@for_each(
    [
        ("Shall we meet at 2 PM?", "afternoon"),
        ("the call is at 9:30 a.m.", "morning"),
        ("Order something for 19:45", "evening"),
        ("it is 23:10 and I am still up", "night"),
        ("We just closed a big deal, bring us a drink", "celebrating"),
        ("she passed her bar exam!", "celebrating"),
        ("i can’t keep my eyes open", "tired"),
        ("Slept badly. Coffee?", "tired"),
        ("My throat: sore throat since Monday", "sick"),
        ("It's 36 degrees in here", "hot"),
        ("My in-laws are coming over", "guests"),
        ("I have twenty things due and the deadline is near", "stressed"),
        ("What shall I wear on Saturday?", "weekend"),
        ("下午三点开会喝什么？", "下午"),
        ("今天太累了，點什麼好？", "疲惫"),
        ("刚签下一个大客户", "庆祝"),
    ],
)
def test_a_question_tells_of_a_situation(question: str, word: str) -> None:
    assert word in touched_by(question).words


@for_each(
    [
        "The ratio is 2:1",
        "Am I right about $5 am I?",
        "Listen on port 10:80:90",
        "Which index does PostgreSQL use?",
        "Explain the closed set of a topology",
        "Rename the variable",
        "这个函数返回什么？",
    ]
)
def test_a_question_without_a_situation_has_no_words(question: str) -> None:
    assert touched_by(question).words == ()


@for_each(
    [
        ("Which restaurant should we try?", True),
        ("find me a recipe with lentils", True),
        ("book a table for four", True),
        ("Plan our trip along the coast", True),
        ("cheapest flights in May", True),
        ("where to stay near the old town", True),
        ("帮我订一家餐厅", True),
        ("安排一下行程和酒店", True),
        ("Add a dropdown menu to the page", False),
        ("What is in the destination folder?", False),
        ("Visit the settings page", False),
        ("Reserve memory for the table of symbols", False),
        ("Train the model for longer", False),
        ("修复登录页面的错误", False),
    ],
)
def test_meals_and_journeys_are_told_apart_from_other_questions(question: str, expected: bool) -> None:
    touched = touched_by(question)
    assert bool(MEALS.search(question) or ON_THE_WAY.search(question)) is expected
    assert not expected or touched.categories & {"food", "travel"}


@for_each(
    [
        ("Book a hotel in Hamburg", "stay"),
        ("订一家杭州的酒店", "stay"),
        ("Plan our trip along the coast", "journey"),
        ("Where could we have dinner?", "meal"),
        ("Which lotion is good for dry skin?", ""),
    ],
)
def test_a_hotel_is_no_meal_and_no_journey(question: str, occasion: str) -> None:
    touched = touched_by(question)
    assert (touched.is_meal, touched.is_journey) == (occasion == "meal", occasion == "journey")
    assert touched.is_bodily


@for_each(["Refactor the parser", "Explain how HTTP caching works", "重构登录模块", "Write the quarterly report"])
def test_work_on_things_touches_no_body(question: str) -> None:
    assert not touched_by(question).is_bodily


@for_each(["closed " * 20_000, "landed a a a a " * 7_000, "1 " * 50_000, " " * 100_000])
def test_a_hostile_question_is_read_fast(text: str) -> None:
    touched_by("")  # the patterns are compiled once
    with effort.at_most(2):
        touched_by(text)
