"""Finds numbers that their names give away: card, account and identity numbers after a word for them.

The check digits may be wrong or unknown. Texts are plain and in lower case, so the words have no accents.
"""

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.sensitive.categories import Sensitive
from memoryweb.language.sensitive.word_lists import alternatives, lines

# What may stand between the name and the number, in any order.
BETWEEN = (
    r"(?:[ \t\n:=#|.,'\"()\[\]<>*/_-]|no\b|nr\b|n°|nº|№|num(?:ber|ero|mer|er|arasi)?\b|номер\b|"
    r"digits?\b|s\b|id\b|cards?\b|is\b|"
    r"was\b|my\b|the\b|are\b|es\b|ist\b|est\b|e\b|jest\b|to\b|for\b|visa\b|mastercard\b|amex\b|号码?|"
    r"(?:uzytkownika|uzytkowniczki|user|user's|usuario|mojej|mojego|mojej zony|zony|meza|mamy|taty|de mi|de mon|de ma"
    r"|meiner|meines|frau|mann|wife|husband)\b|"
    r"号|號碼?|是|为|為|は|の|番号|"
    r"번호|는|은|이){0,8}"
)
DATE = r"(?!(?:19|20)\d\d[-/. ]|\d{1,2}[-/. ]\d{1,2}[-/. ](?:19|20)?\d\d(?!\d))"
LONG_NUMBER = r"\d(?:[\W_]{0,3}\d){10,18}(?!\d)"
NUMBER = (
    rf"(?=[a-z-]{{0,12}}[ ./_-]?\d){DATE}"
    r"(?:[a-z]{0,4}[ ./_-]?\d(?:[ \n./_-]{0,3}\d){5,20}|(?=(?:[a-z-]{0,12}\d){3})[a-z0-9-]{6,24})"
)

CODES = ("cvv2?", "cvc2?", "card verification", "security code on (?:the|my) card", "安全码", "安全碼")
SORT_CODES = r"(?<![a-z])sort code[\s:=is]{0,6}\d\d[- ]?\d\d[- ]?\d\d(?!\d)"


def _named(names: tuple[str, ...], number: str, *, between: str = BETWEEN) -> LazyPattern:
    return LazyPattern(rf"(?:{alternatives(names, not_after='a-zа-я')}){between}{number}")


PATTERNS: tuple[tuple[Sensitive, LazyPattern], ...] = (
    (Sensitive.CARD, _named(lines("card_names"), LONG_NUMBER, between=r"[^\d\n]{0,30}+")),
    (Sensitive.BANK, _named(lines("account_names"), NUMBER)),
    (Sensitive.BANK, _named(CODES, r"\d{3,4}(?!\d)")),
    (Sensitive.BANK, LazyPattern(SORT_CODES)),
    (Sensitive.GOVERNMENT_ID, _named(lines("id_names"), NUMBER)),
    (
        Sensitive.GOVERNMENT_ID,
        LazyPattern(r"(?<!\w)passport (?:of|for) [^\n\d]{2,40}[ ,](?:no\.?|number|nr\.?)? ?[a-z]{0,2}\d{6,9}(?!\d)"),
    ),
)


def category(lower: str) -> Sensitive | None:
    """Return the category of the first number with a name."""
    for found, pattern in PATTERNS:
        if pattern.search(lower):
            return found
    return None
