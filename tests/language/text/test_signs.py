"""A text is cut after a whole sign, of any script."""

from memoryweb.language.text import signs
from tests.cases import for_each

SIGNS = {
    "a letter": "a",
    "with an accent": "\u00e9",
    "its accent apart": "e\u0301",
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "a trade in a tone of skin": "\U0001f469\U0001f3fd\u200d\U0001f4bb",
    "a flag of colors": "\U0001f3f3\ufe0f\u200d\U0001f308",
    "a flag of letters": "\U0001f1e9\U0001f1ea",
    "a flag of tags": "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "a key": "1\ufe0f\u20e3",
    "a heart": "\u2764\ufe0f",
    "Hindi": "\u0928\u093f",
    "a conjunct": "\u0915\u094d\u0937\u093f",
    "Bengali": "\u0995\u09cd\u09b7",
    "Thai with a vowel": "\u0e01\u0e33",
    "Lao": "\u0e97\u0ecd",
    "Korean": "\ud55c",
    "in its parts": "\u1112\u1161\u11ab",
    "with a last part": "\uac00\u11a8",
    "Arabic": "\u0634\u0651\u064e",
    "Hebrew": "\u05e9\u05b8\u05c1",
    "Thai": "\u0e01\u0e47",
    "with many marks": "z\u0335\u0335\u0335\u0335\u0335\u0335\u0335",
    "half width": "\uff76\uff9e",
    "a variant": "\u6f22\U000e0100",
}


@for_each(SIGNS.values())
def test_no_sign_is_cut_in_two(sign: str) -> None:
    text = f"x{sign * 30}"
    for most in range(len(sign), len(text) + 2):
        kept = signs.cut(text, most)
        assert len(kept) <= most
        assert signs.first(text[1:]) == sign
        assert kept == f"x{sign * ((min(most, len(text)) - 1) // len(sign))}"


@for_each(
    [
        ("abc", 3, "abc"),
        ("abc", 2, "ab"),
        ("", 0, ""),
        ("a\r\nb", 2, "a"),
        ("a\r\nb", 3, "a\r\n"),
        ("👍👍", 1, "👍"),
        ("👨‍👩‍👧", 3, "👨‍👩"),
        ("日本語", 2, "日本"),
        ("a\u0301" * 3, 3, "a\u0301"),
        ("🇩🇪🇫🇷", 3, "🇩🇪"),
        ("x🇩🇪", 2, "x"),
    ]
)
def test_a_cut_is_at_most_as_long_as_asked(text: str, most: int, kept: str) -> None:
    """Of one sign that is longer than all there is room for, as much as fits is kept."""
    assert signs.cut(text, most) == kept


def test_a_shortened_text_says_that_it_goes_on() -> None:
    assert signs.shorten("abc", 3) == "abc"
    assert signs.shorten("ab cd", 4) == "ab…"
    assert signs.shorten("ab👨‍👩‍👧", 4) == "ab…"


def test_a_long_run_is_cut_at_once() -> None:
    for run in ("\u0301", "\u200d", "🇩", "\u1161"):
        assert len(signs.cut("x" + run * 100_000, 50_000)) <= 50_000
