"""Which texts quote a phrase: no database."""

from memoryweb.language.text import quoting, tokens
from tests.cases import for_each


def is_quoted(phrase: str, text: str) -> bool:
    return quoting.Phrase(phrase).is_quoted_in(text, tokens.normalize(text))


@for_each(
    [
        ("Likes tea", "She likes tea."),
        ("Likes tea", "Likes tea🎉"),
        ("Likes tea 🎉", "She likes tea."),
        ("Likes tea 🎉", "likes 🎂, and likes tea 🎉🎉"),
        ("Writes C++", "Writes C#, and writes C++."),
        ("Paid $100", "paid 100"),
        ("$100", "gave $100"),
        ("我写C++", "现在我写C++了"),
        ("我写", "现在我写C++了"),
        ("👍🏽 ok", "👍 ok"),
    ]
)
def test_the_words_are_quoted(phrase: str, text: str) -> None:
    assert is_quoted(phrase, text)


@for_each(
    [
        ("Likes tea", "Likes teapots"),
        ("Likes tea 🎉", "Likes tea 🎂"),
        ("🎉 likes tea", "🎂 likes tea"),
        ("Writes C++", "Writes C#"),
        ("$100", "gave €100"),
        ("5% of it", "5$ of it"),
        ("我写C++", "现在我写C#"),
        ("👍 ok", "👎 ok"),
    ]
)
def test_other_words_or_signs_do_not_quote_it(phrase: str, text: str) -> None:
    assert not is_quoted(phrase, text)
