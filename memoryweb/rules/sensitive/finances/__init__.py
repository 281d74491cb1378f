"""Finds the state of a person's finances: income, balances, holdings and debts, but no price, budget or small IOU."""

from memoryweb.rules.sensitive.finances import amounts, balances, fields


def has_finances(lower: str, used: set[str]) -> bool:
    """Return whether a plain text without marks in lower case tells of somebody's finances. `used` are its words."""
    is_told = amounts.has_amount(lower, used) or fields.has_field(lower) or balances.has_balance(lower)
    return is_told and not balances.GAMES.search(lower)
