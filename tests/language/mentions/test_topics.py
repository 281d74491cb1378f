"""A topic is found in any text, whatever its case, accents and punctuation, and not inside other words."""

import re
import unicodedata

import pytest
from django.db import connection, transaction

from memoryweb.language.mentions import identifiers
from memoryweb.language.mentions.topics import Topic, fold, strings_of
from memoryweb.rules import limits
from tests.cases import for_each

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
    ("office", "our oﬃce"),
    ("office", "our oﬀice"),
    ("oﬃce", "our office"),
    ("fifth", "the ﬁfth, and ﬁﬅh"),
    ("서울", unicodedata.normalize("NFD", "나는 서울")),
    ("ガス", unicodedata.normalize("NFD", "都市ガス")),
    ("חיפה", "אני גר בחיפה"),
    ("القاهرة", "أسكن بالقاهرة"),
    ("กรุงเทพ", "ไปกรุงเทพ"),
    ("می\u200cدهم", "ترجیح می\u200cدهم"),
    ("می\u200cدهم", "ترجیح می⟨U+200C⟩دهم"),
    ("INV-2024-001", "inv_2024 001"),
    ("INV-2024-001", "INV---2024--001"),
    ("Müller-24", unicodedata.normalize("NFD", "Frau Müller-24")),
    (unicodedata.normalize("NFD", "Müller-24"), "Frau Müller-24"),
    ("ﬁle_24.txt", "~/file-24.TXT"),
    ("file_24.txt", "~/ﬁle_24.txt"),
    ("2024-1001", "②0２４－１００１"),
    ("+49 151 2345678", "+49-151-2345678"),
    ("C:\\Users\\a_b\\c.txt", "C:\\Users\\a_b\\c.txt"),
    ("O'Brien", "Frau O’Brien"),
    ("O’Brien", "Mrs O'Brien"),
    ("“hi” there", 'they say "hi" there'),
    ('say "hi"', "they say „hi“"),
    ("Ann–Marie", "Ann-Marie"),
    ("INV-2024-001", "inv‑2024–001"),
    ("INV–2024–001", "INV_2024 001"),
    ("Lodz", "a trip to Łódź"),
    ("Øresund", "Oresund"),
    ("Aesop", "Æsop’s fables"),
    ("Isparta", "ısparta"),
    ("محمد", "قابلت محمّد أمس"),
    ("کتاب", "كتاب"),
    ("شارع ٤٥", "شارع 45"),
    ("שלום", "שָׁלוֹם"),
    ("北京大學", "我在北京大学工作"),
    ("北京大学", "我在北京大學工作"),
    ("北京大学", "我在北京 大学工作"),
    ("東京タワー", "東京\nタワー"),
    ("I❤️NY", "a shirt with I❤NY"),
    ("I❤NY", "a shirt with I❤️NY"),
    ("🏳️\u200d🌈", "waves a 🏳\u200d🌈"),
    ("1️⃣ first", "1⃣ first"),
    ("Bob", "𝐁𝐨𝐛 was there"),
    ("株式会社", "㍿"),
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


@for_each(FOUND)
def test_a_topic_is_found(topic: str, text: str) -> None:
    found = Topic.from_text(topic)
    assert found
    assert found.is_in(text)
    marked = [segment.text for segment in found.segments(text) if segment.is_topic]
    assert marked
    assert all(found.is_in(piece) for piece in marked)
    assert "".join(segment.text for segment in found.segments(text)) == text


@for_each(NOT_FOUND)
def test_a_topic_is_not_found_in_other_words(topic: str, text: str) -> None:
    found = Topic.from_text(topic)
    assert not (found and found.is_in(text))


@for_each(["", " ", "a", "茶", "-", "\x00\x00", "- _", "\u200b\u200b"])
def test_a_topic_has_at_least_two_characters(text: str) -> None:
    assert Topic.from_text(text) is None


@pytest.mark.django_db
@for_each(FOUND)
def test_the_pattern_of_the_database_lets_every_match_through(topic: str, text: str) -> None:
    found = Topic.from_text(topic)
    assert found
    with transaction.atomic(), connection.cursor() as cursor:
        for pattern in found.sql_patterns:
            cursor.execute("SELECT %s ~ %s, to_jsonb(ARRAY[%s])::text ~ %s", [text, pattern, text, pattern])
            assert cursor.fetchone() == (True, True)


@pytest.mark.django_db
@for_each(["e", "fi", "office", "a1", "ab12-", "x-", "20", "é", "가1", "北京", "1-", '"', "\\", "['", "/a1"])
def test_a_topic_as_long_as_may_be_typed_makes_a_pattern_that_postgresql_takes(text: str) -> None:
    long = (text * limits.ERASE_TEXT_MAX)[: limits.ERASE_TEXT_MAX]
    short = (text * limits.ERASE_TEXT_MAX)[: identifiers.KEY_MAX]
    for topic in filter(None, map(Topic.from_text, (long, short))):
        with transaction.atomic(), connection.cursor() as cursor:
            for pattern in topic.sql_patterns:
                cursor.execute("SELECT %s ~ %s", [topic.text, pattern])
                assert cursor.fetchone() == (True,)


def test_what_is_to_be_erased_is_found_behind_any_number_of_others() -> None:
    topic = Topic.from_text("c1-234")
    assert topic
    assert topic.is_in(" ".join(f"b{number}" for number in range(1000, 9000)) + " c1234")


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
