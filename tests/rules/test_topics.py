"""A topic is found in any text, whatever its case, accents and punctuation, and not inside other words."""

import re

import pytest

from memoryweb.rules.topics import Topic, fold, strings_of

FOUND = [
    ("Northwind", "I worked at northwind until May"),
    ("northwind traders", "Northwind Traders’ invoices"),
    ("Northwind Traders", "northwind_traders.contact"),
    ("Northwind Traders", "Northwind-\nTraders"),
    ("northwind-traders", "NorthwindTraders"),
    ("north", "Northwind"),
    ("Müller", "the MULLER account"),
    ("Muller", "Frau Mu\u0308ller"),
    ("Strasse", "Lange Straße 4"),
    ("straße", "LANGE STRASSE"),
    ("Ｎｏｒｔｈ", "north"),
    ("fi", "the ﬁrst"),
    ("C++", "writes C++20"),
    ("club.org", "anna@club.org"),
    ("50%", "takes 50% off"),
    ("a_b", "a_b"),
    ("北京", "我在北京工作"),
    ("Acme", "在Acme工作"),
    ("Acme公司", "以前在 acme公司 上班"),
    ("İzmir", "izmir"),
    ("Ωμέγα", "ΩΜΕΓΑ"),
    ("서울", "서울에서"),
    ('say "hi"', 'they say "hi" there'),
    ("back\\slash", "back\\slash"),
]
NOT_FOUND = [
    ("wind", "Northwind"),
    ("C++", "writes C#"),
    ("club.org", "club organ"),
    ("50%", "50 of them"),
    ("Northwind Traders", "Northwind and other traders"),
    ("北京", "北方的京城"),
    (".*", "anything"),
]


@pytest.mark.parametrize(("topic", "text"), FOUND)
def test_a_topic_is_found(topic: str, text: str) -> None:
    found = Topic.from_text(topic)
    assert found
    assert found.is_in(text)
    marked = [segment.text for segment in found.segments(text) if segment.is_topic]
    assert marked
    assert all(found.is_in(piece) for piece in marked)
    assert "".join(segment.text for segment in found.segments(text)) == text


@pytest.mark.parametrize(("topic", "text"), NOT_FOUND)
def test_a_topic_is_not_found_in_other_words(topic: str, text: str) -> None:
    found = Topic.from_text(topic)
    assert not (found and found.is_in(text))


@pytest.mark.parametrize("text", ["", " ", "a", "茶", "-", "\x00\x00", "- _", "\u200b\u200b"])
def test_a_topic_has_at_least_two_characters(text: str) -> None:
    assert Topic.from_text(text) is None


@pytest.mark.parametrize(("topic", "text"), FOUND)
def test_the_pattern_of_the_database_lets_every_match_through(topic: str, text: str, db: None) -> None:
    from django.db import connection

    found = Topic.from_text(topic)
    assert found
    with connection.cursor() as cursor:
        for pattern in found.sql_patterns:
            cursor.execute("SELECT %s ~ %s, to_jsonb(ARRAY[%s])::text ~ %s", [text, pattern, text, pattern])
            assert cursor.fetchone() == (True, True)


def test_the_whole_word_is_marked() -> None:
    topic = Topic.from_text("report")
    assert topic
    assert [segment.text for segment in topic.segments("Two reports as PDF") if segment.is_topic] == ["reports"]


def test_a_long_text_is_shown_around_the_topic() -> None:
    topic = Topic.from_text("acme")
    assert topic
    segments = topic.segments("x " * 300 + "at Acme they drink tea " + "y " * 300)
    shown = "".join(segment.text for segment in segments)
    assert len(shown) < 160
    assert "at Acme they" in shown
    assert (shown[0], shown[-1]) == ("…", "…")


def test_all_strings_of_a_json_value_are_searched() -> None:
    assert list(strings_of({"a": ["b", 5, None, True, {"c": ""}]})) == ["a", "b", "5", "c"]


def test_folding_a_plain_text_only_lowers_it() -> None:
    assert fold("Plain TEXT") == "plain text"
    assert re.search("e", fold("É"))
