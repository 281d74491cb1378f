"""Identifiers: every spelling of one has one key, and what only looks like it has another."""

from memoryweb.language.mentions import identifiers, names
from memoryweb.language.mentions.topics import Topic
from tests import effort
from tests.cases import for_each

SAME = [
    ("AB-123 45", "ab12345"),
    ("AB-12345", "AB 12345"),
    ("2024-1001", "20241001"),
    ("2024-1001", "2024 1001"),
    ("2024-1001", "２０２４－１００１"),
    ("ann+news@x.org", "Ann@X.org"),
    ("mailto:ann@x.org", "<ann@x.org>"),
    ("https://www.shop.com/", "shop.com"),
    ("http://shop.com/Cart/", "shop.com/cart"),
    ("report_v2.pdf", "Report-V2.PDF"),
    ("C:\\Data\\a.csv", "c:/data/a.csv"),
    ("v2.3.1", "version 2.3.1"),
    ("version 7", "v7"),
    ("@ann_lee", "ann_lee"),
    ("#4711", "4711"),
    ("INV_0042", "inv-0042"),
    ("BA 2490", "ba2490"),
    ("订单2024-1001到了", "2024-1001。"),
]
DIFFERENT = [
    ("2024-1001", "2024-10012"),
    ("2024-1001", "12024-1001"),
    ("2024-1001", "2024-1001-2"),
    ("shop.com", "shop.com.br"),
    ("shop.com", "myshop.com"),
    ("my-shop.com", "myshop.com"),
    ("shop.com", "shop.company"),
    ("ann@x.org", "joann@x.org"),
    ("ann@x.org", "ann@x.org.uk"),
    ("ann.lee@x.org", "annlee@x.org"),
    ("report_v2.pdf", "report_v21.pdf"),
    ("report_v2.pdf", "report_v2.docx"),
    ("3.11", "31.1"),
    ("3.1", "3.10"),
    ("AB-123", "AC-123"),
    ("/etc/a/x.conf", "/etc/b/x.conf"),
    ("@ann", "@anna"),
]
NONE = [
    "and/or",
    "24/7",
    "10:30",
    "2pm",
    "10 km",
    "in 2024",
    "on 2024-10-01",
    "a.m.",
    "e.g.",
    "my 3 cats",
    "50%",
    "1st",
    "well-known",
    "C++",
    "the end. Then",
    "9-5",
    "我有3只猫",
    "",
    "...",
    "@",
    "#",
    "$20",
    "1999-2005",
]
ONLY_THIS = [
    ("mycompany.com", "Our site is mycompany.com.", "mycompany.com.br is theirs"),
    ("mycompany.com", "ann@mycompany.com", "ann@mycompany.com.br"),
    ("mycompany.com", "see https://blog.mycompany.com/2024", "see notmycompany.com"),
    ("2024-1001", "order 20241001", "order 2024-10012"),
    ("ann+news@x.org", "ANN@X.ORG", "joann@x.org"),
    ("ann@x.org", "ann+lists@x.org wrote", "anna@x.org wrote"),
    ("report_v2.pdf", "~/work/Report-V2.pdf", "report_v21.pdf"),
    ("AB-123 45", '{"id": "ab12345"}', "AB-123456"),
]


@for_each(SAME)
def test_spellings_of_one_identifier_have_one_key(one: str, other: str) -> None:
    assert set(_keys(one)) & set(_keys(other)), (_keys(one), _keys(other))


@for_each(DIFFERENT)
def test_what_only_looks_alike_has_another_key(one: str, other: str) -> None:
    assert _keys(one)[0] not in _keys(other)
    assert _keys(other)[0] not in _keys(one)


@for_each(NONE)
def test_everyday_words_times_and_years_are_no_identifiers(text: str) -> None:
    assert _keys(text) == []


@for_each(ONLY_THIS)
def test_a_topic_that_is_an_identifier_is_found_as_a_whole(topic: str, found: str, other: str) -> None:
    assert Topic(topic).is_in(found)
    assert not Topic(topic).is_in(other)
    assert any(segment.is_topic for segment in Topic(topic).segments(found))


def test_names_are_capitalized_words_inside_a_sentence() -> None:
    assert names.find("Where does Ann work, and is Bob Smith's dog hers?") == [("ann",), ("bob", "smith")]
    assert names.find("What should I eat on Friday?") == []
    assert names.is_in(("bob", "smith"), "That is Bob Smith’s van")
    assert not names.is_in(("ann",), "Anne and Anna-Lena came")


@for_each(["a1-", "a@", "a.", "a/", "AB 12 ", "#", "@a", "../", "a_", "1 ", "A", "://", "我a1"])
def test_hostile_texts_are_read_in_linear_time(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    with effort.at_most(2):
        identifiers.find(text)
        names.find(text)


def _keys(text: str) -> list[str]:
    return [each.key for each in identifiers.find(text)]
