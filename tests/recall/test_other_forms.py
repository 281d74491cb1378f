"""A search finds the other forms of a word: hyphens, width, accents, ß, traditional characters, emoji."""

from typing import Any

from django.db import connection

from memoryweb.communities import indexing
from memoryweb.language.text import folding
from memoryweb.memories.models import Memory, SearchDocument
from memoryweb.people.models import User
from memoryweb.recall import search
from tests.builders import person_types
from tests.cases import with_each

# What is saved, what finds it, and what does not.
FORMS = [
    ("Answer my e-mail at night", "email", "gmail"),
    ("Answer my email at night", "e-mail", "e-book"),
    ("A coworker named Ann", "co-worker", "co-pilot"),
    ("Ann is my co-worker", "coworkers", "colleagues"),
    ("Lives near the café", "cafe", "cave"),
    ("Lives near the cafe", "café", "cave"),
    ("Ｗｉｎｄｏｗ seat", "window", "widow"),
    ("Window seat", "ｗｉｎｄｏｗ", "ｗｉｄｏｗ"),
    ("Lives in Bahnhofstraße", "Bahnhofstrasse", "Bahnhofplatz"),
    ("Lives in Bahnhofstrasse", "Bahnhofstraße", "Bahnhofplatz"),
    ("喜歡喝綠茶", "绿茶", "红茶"),
    ("喜欢喝绿茶", "綠茶", "紅茶"),
    ("Tea is 🍵 for me", "🍵", "☕"),
    ("A heart: ❤️ and 👍🏽", "❤", "👎"),
    ("Chats with 👍", "👍🏿", "🇩🇪"),
    ("Lives in Łódź", "lodz", "loda"),
    ("أُحِبُّ الشَّايَ", "الشاي", "القهوة"),
    ("ذهب إلى مدرسة", "مدرسه", "مدينة"),
    ("مقهى جـــديد", "مقهي جديد", "قديم"),
    ("کتاب‌های من", "كتابهاي", "دفتر"),
    ("شقة ۱۲", "12", "13"),
    ("אָמַר שָׁלוֹם", "שלום", "שלט"),
    ("ﾊﾞﾆﾗｱｲｽが好き", "アイス", "チョコ"),
    ("ฉันชอบ น้ำชา", "ชอบน้ำ", "กาแฟ"),
    ("我 住在 臺灣", "住在台湾", "香港"),
    ("Орёл", "орел", "орск"),
    ("İzmir is home", "izmir", "ankara"),
    ("Eats Phở in Đà Nẵng", "pho da nang", "bun"),
    ("ΟΔΟΣ Ερμού", "οδός", "πλατεία"),
    ("Takes the Donau\u00addampfer", "donaudampfer", "dampfer"),
    ("Weighs 5 ㎏", "kg", "lb"),
]


@with_each("saved, question, other", FORMS)
def test_a_question_finds_the_other_forms_of_a_word(as_alice: User, saved: str, question: str, other: str) -> None:
    memory = person_types(as_alice, saved, name="note", category="x").memory
    person_types(as_alice, "Breakfast is at eight", name="breakfast", category="schedule")
    assert memory
    for asked, is_found in ((question, True), (f"about {question}?", True), (other, False)):
        words = {hit.memory_id: hit.words for hit in search.ranked(Memory.objects.of(as_alice), asked, limit=5)}
        assert bool(words.get(memory.pk)) is is_found, asked
        if asked != f"about {question}?":
            assert search.matching(Memory.objects.of(as_alice), asked).exists() is is_found, asked


def test_what_a_community_shows_is_found_so_too(as_alice: User) -> None:
    for saved, question, other in FORMS:
        lexemes = _lexemes_of(saved)
        _, asked = search.analyze_question(question)
        _, wrong = search.analyze_question(other)
        assert lexemes & {each for word in asked.lexemes for each in (word, *asked.joined.get(word, ()))}, saved
        assert not lexemes & set(wrong.lexemes), saved


def _lexemes_of(statement: str) -> set[str]:
    from memoryweb.communities.models import SharedMemory

    document: Any = indexing.search_document(SharedMemory(statement=statement, category="x", details=""))
    compiler = SearchDocument.objects.annotate(document=document).values("document").query.get_compiler(using="default")
    sql, values = document.resolve_expression(compiler.query).as_sql(compiler, connection)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT tsvector_to_array({sql})", values)
        return set(cursor.fetchone()[0])


def test_all_parts_of_a_word_with_a_hyphen_are_in_the_word_without(as_alice: User) -> None:
    _, question = search.analyze_question("Is e-mail or snail mail better?")
    assert question.joined == {"e": ["email"], "mail": ["email"]}
    assert question.lexemes == ["e", "mail", "snail", "better"]


@with_each(
    "text, words",
    [
        (
            "see e-mail, co-worker and state-of-the-art",
            [["e", "mail"], ["co", "worker"], ["state", "of", "the", "art"]],
        ),
        ("ann-marie@example.com 2026-02-22 AB-12 my-shop.com so - what src/a-b -x", []),
    ],
)
def test_only_words_are_joined(text: str, words: list[list[str]]) -> None:
    assert folding.hyphenated(text) == words
