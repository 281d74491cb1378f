"""What nobody sees is written out, but for what an emoji is made of: no database."""

import sys
import unicodedata
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from memoryweb.language.text import invisible
from tests.cases import for_each

# Unicode's Default_Ignorable_Code_Point, of version 14 and later.
DEFAULT_IGNORABLE = (
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
EMPTY_GLYPHS = (0x2800, 0x16FE4, 0x1D159)
CATEGORIES = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
KEPT = {"\n", "\t"}
LEFT_OUT = set("\u00ad\u061c\u200e\u200f\u2060")  # alone between letters that have no use for them
SIGNS = {chr(code) for code in (*range(0x600, 0x606), 0x6DD, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD)}  # are seen
IGNORABLE = [chr(code) for first, last in DEFAULT_IGNORABLE for code in range(first, last + 1)]


@cache
def hidden() -> list[str]:
    """Return every character that nobody sees, or that is none."""
    every = range(sys.maxunicode + 1)
    of_categories = (chr(code) for code in every if unicodedata.category(chr(code)) in CATEGORIES)
    no_characters = (chr(code) for code in every if code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF)
    return sorted({*IGNORABLE, *map(chr, EMPTY_GLYPHS), *of_categories, *no_characters} - KEPT - SIGNS)


def test_whatever_nobody_sees_is_written_out_between_latin_letters() -> None:
    assert len(hidden()) > 140_000  # most of them are private ones
    written = {c: "" if c in LEFT_OUT else f"⟨U+{ord(c):04X}⟩" for c in hidden()}
    assert [f"U+{ord(c):04X}" for c in hidden() if invisible.show_invisible(f"a{c}b") != f"a{written[c]}b"] == []
    twice = [c for c in hidden() if invisible.show_invisible(f"a{c}{c}b") != f"a⟨U+{ord(c):04X}⟩⟨U+{ord(c):04X}⟩b"]
    assert twice == []


def test_every_other_character_stays() -> None:
    assigned = (chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) != "Cn")
    others = "".join(sorted(set(assigned) - set(hidden()) - {"\r"}))
    assert invisible.SHOWN.findall(invisible.show_invisible(others)) == []


@for_each(
    [
        ("plain\ntext\twith tabs", "plain\ntext\twith tabs"),
        ("zero\u200bwidth", "zero⟨U+200B⟩width"),
        ("bell\x07", "bell⟨U+0007⟩"),
        ("turn\u202eround", "turn⟨U+202E⟩round"),
        ("a\r\nb", "a\nb"),
        ("tag\U000e0041", "tag⟨U+E0041⟩"),
        ("a\U000e0100", "a⟨U+E0100⟩"),
        ("葛\U000e0100\U000e0101", "葛⟨U+E0100⟩⟨U+E0101⟩"),
        ("I like\u200b\u200c\u200b\u200d tea", "I like⟨U+200B⟩⟨U+200C⟩⟨U+200B⟩⟨U+200D⟩ tea"),
        ("pa\u200dss", "pa⟨U+200D⟩ss"),
        ("m\u200cy t\u200cea", "m⟨U+200C⟩y t⟨U+200C⟩ea"),
        ("tea \u202eaet\u202c", "tea ⟨U+202E⟩aet⟨U+202C⟩"),
        ("שלום \u2066abc\u2069", "שלום ⟨U+2066⟩abc⟨U+2069⟩"),
        ("می\u200c\u200d\u200c\u200dدهم", "می⟨U+200C⟩⟨U+200D⟩⟨U+200C⟩⟨U+200D⟩دهم"),
        ("שלום\u200e\u200f\u200e\u200e\u200f", "שלום⟨U+200E⟩⟨U+200F⟩⟨U+200E⟩⟨U+200E⟩⟨U+200F⟩"),
        ("喜\u200b\u200c欢", "喜⟨U+200B⟩⟨U+200C⟩欢"),
        ("喜\u200c欢", "喜⟨U+200C⟩欢"),
        ("😀\ufe00\ufe01\ufe02", "😀⟨U+FE00⟩⟨U+FE01⟩⟨U+FE02⟩"),
        ("ไทย\U000e0074\U000e0065", "ไทย⟨U+E0074⟩⟨U+E0065⟩"),
        ("a\ufe0fb", "a⟨U+FE0F⟩b"),
        ("1\ufe0f2\ufe0e", "1⟨U+FE0F⟩2⟨U+FE0E⟩"),
        ("❤\ufe0f\ufe0f", "❤\ufe0f⟨U+FE0F⟩"),
        ("❤\ufe01", "❤⟨U+FE01⟩"),
        ("\u2800\ufe0f", "⟨U+2800⟩⟨U+FE0F⟩"),
        ("\ufe0f", "⟨U+FE0F⟩"),
        ("🏴\U000e0067\U000e0062\U000e007f", "🏴⟨U+E0067⟩⟨U+E0062⟩⟨U+E007F⟩"),
        ("🔥\U000e006d\U000e0061\U000e0069\U000e006c", "🔥⟨U+E006D⟩⟨U+E0061⟩⟨U+E0069⟩⟨U+E006C⟩"),
    ],
)
def test_invisible_characters_are_shown(text: str, shown: str) -> None:
    assert invisible.show_invisible(text) == shown


@for_each(
    [
        "❤️",
        "❤\ufe0e",
        "☎️",
        "™️",
        "©️",
        "‼️",
        "ℹ️",
        "1️⃣",
        "#⃣",
        "*️⃣",
        "👩‍💻",
        "❤️‍🔥",
        "👁️‍🗨️",
        "🏳️‍🌈",
        "🧑🏽‍⚕️",
        "👨‍👩‍👧",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
        "🇩🇪",
        "㊗️",
    ]
)
def test_emoji_stay_whole(emoji: str) -> None:
    assert invisible.show_invisible(f"I {emoji} tea{emoji}") == f"I {emoji} tea{emoji}"


@for_each(
    [
        "من چای را ترجیح می\u200cدهم",
        "کتاب\u200cهایم را دوست دارم",
        "PDF\u200cها را می\u200cخوانم",
        "خانه\u200cی ما",
        "سال ۱۴۰۲ ه\u200d.ش",
        "ئه\u200cمه\u200c خۆشه",
        "آزاد\u200cراه",
        "ܐ\u200cܒ",
        "ශ්\u200dරී ලංකාව",
        "අ\u200c්",
        "അവന്\u200d ചായ",
        "തമിഴ്\u200cനാട്",
        "র\u200d্যাব",
        "क्\u200dष और क्\u200cष",
        "ಕ್\u200cಷ",
        "ప్రైవేట్\u200cగా",
        "க்\u200cஷ",
        "ᠪᠠᠭ\u180eᠠ",
        "ᠭ\u180b\u180eᠠ",
        "ᠮᠦ\u180bᠨ",
        "ខ្ញុំ\u200bចូលចិត្ត\u200bតែ",
        "ฉัน\u200bชอบ",
        "אני כותב C++\u200e, תודה",
        "אני גר בחיפה\u200f, ואוהב תה",
        "السعر 5\u061c%",
        "⠓⠑\u2800⠺⠕",
        "\u1100\u1160",
        "۝١",
    ]
)
def test_what_letters_need_stays(text: str) -> None:
    assert invisible.show_invisible(text) == text


@for_each(
    [
        ("Donau\u00addampfer", "Donaudampfer"),
        ("Rechts\u00adschutz\u00adversicherung", "Rechtsschutzversicherung"),
        ("10\u2060km", "10km"),
        ("\ufeffI like tea", "I like tea"),
        ("\u200eIMG 4.jpg", "IMG 4.jpg"),
        ("Tel. \u200e+49 151", "Tel. +49 151"),
        ("אני\u200f גר", "אני גר"),
        ("של\u200eום", "שלום"),
        ("葛\U000e0101飾区", "葛飾区"),
        ("我\u200b喜欢", "我喜欢"),
        ("⊕\ufe00", "⊕"),
        ("。\ufe00", "。"),
        ("ב\u05b4\u034f\u05b7", "ב\u05b4\u05b7"),
        ("می\u200c\u200cدهم", "می\u200cدهم"),
        ("ب\u200dب", "بب"),
        ("👍\u200d", "👍"),
        ("क\u200dख", "कख"),
    ]
)
def test_what_does_nothing_where_it_stands_is_left_out(text: str, rest: str) -> None:
    assert invisible.show_invisible(text) == rest


SOME_HIDDEN = st.deferred(lambda: st.sampled_from(hidden()[:60] + IGNORABLE))


@given(st.text(alphabet=st.one_of(SOME_HIDDEN, st.sampled_from("a1#❤🏴\u20e3\u200dمी्葛אไᠭ. "))))
def test_shown_once_is_shown_for_good(text: str) -> None:
    once = invisible.show_invisible(text)
    assert invisible.show_invisible(once) == once
