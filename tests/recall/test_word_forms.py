"""A search takes the forms of an irregular word, and its two spellings, for one word."""

import pytest
from django.db import connection

from memoryweb.language.locales.en import word_forms as en_word_forms
from memoryweb.language.text import word_forms
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.recall import search
from tests.builders import person_types
from tests.cases import with_each

STEMS = [
    stem
    for words in (en_word_forms.VERBS, en_word_forms.NOUNS, en_word_forms.SPELLINGS)
    for stem in words.replace(",", " ").split()
]


def _stem(word: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT lexeme FROM unnest(to_tsvector('english', %s))", [word])
        found = cursor.fetchone()
    return str(found[0]) if found else ""


@pytest.mark.django_db
def test_the_forms_are_stems_that_postgresql_makes_of_words() -> None:
    words = {stem: (stem, f"{stem}e", f"{stem}es", f"{stem.removesuffix('i')}y") for stem in STEMS}
    assert [stem for stem, tries in words.items() if stem not in map(_stem, tries)] == []


def test_a_stem_is_of_one_word() -> None:
    assert len(set(STEMS)) == len(STEMS)
    assert word_forms.forms("went") == word_forms.forms("go") == ("go", "went", "gone")
    assert word_forms.forms("bicycl") == ("bicycl",)


@with_each(
    "question, saved",
    [
        ("Where do they go?", "Zuzana went there in spring"),
        ("Who wrote it?", "Zuzana likes writing at night"),
        ("What did she choose?", "Zuzana chose the blue one"),
        ("Which colours?", "Zuzana paints in many colors"),
        ("What has she realised?", "Zuzana realizes it late"),
        ("Any children?", "Zuzana has one child"),
        ("a toothbrush for two teeth", "Zuzana lost a tooth"),
    ],
)
def test_a_question_in_another_form_finds_a_memory_by_its_words(as_alice: User, question: str, saved: str) -> None:
    person_types(as_alice, saved, name="zuzana", category="people")
    person_types(as_alice, "Breakfast is at eight", name="breakfast", category="schedule")
    words = {hit.memory_id: hit.words for hit in search.ranked(Memory.objects.of(as_alice), question, limit=5)}
    by_label = {memory.label: words[memory.pk] for memory in Memory.objects.of(as_alice)}
    assert by_label["Zuzana"] > by_label["Breakfast"] == 0


@with_each(
    "question, saved",
    [
        ("What is the price range?", "Zuzana has a wedding ring"),
        ("Which race did I win?", "Zuzana won't run after six"),
        ("Which people do I work with?", "Zuzana has a personal calendar"),
        ("How many litres?", "Zuzana takes it literally"),
        ("When was the company founded?", "Zuzana finds it loud"),
        ("Who organises it?", "Zuzana buys organic food"),
        ("When is the meeting?", "Zuzana met her wife in Ghent"),
    ],
)
def test_a_form_that_is_another_word_finds_nothing(as_alice: User, question: str, saved: str) -> None:
    person_types(as_alice, saved, name="zuzana", category="notes")
    assert [hit.words for hit in search.ranked(Memory.objects.of(as_alice), question, limit=5)] == [0]


def test_a_word_in_two_forms_counts_once(as_alice: User) -> None:
    _, question = search.analyze_question("I go where I went, and buy what I bought")
    assert question.lexemes == ["go", "buy"]
