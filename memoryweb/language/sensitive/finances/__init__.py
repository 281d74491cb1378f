"""Finds the state of a person's finances: income, balances, holdings and debts, but no price, budget or small IOU."""

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.sensitive.finances import amounts, balances, fields

SENTENCE_END = LazyPattern(r"[.!?;](?=\s|$)|[。！？；\n]")


def has_finances(lower: str, used: set[str]) -> bool:
    """Return whether a plain text without marks in lower case tells of somebody's finances. `used` are its words.

    Money in a sentence about a game is play money; the other sentences are judged without it.
    """
    if not _tells(lower, used):
        return False
    if not balances.GAMES.search(lower):
        return True
    rest = "\n".join(each for each in SENTENCE_END.split(lower) if not balances.GAMES.search(each))
    return _tells(rest, used)


def _tells(lower: str, used: set[str]) -> bool:
    return amounts.has_amount(lower, used) or fields.has_field(lower) or balances.has_balance(lower)
