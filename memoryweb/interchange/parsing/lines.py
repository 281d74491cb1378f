"""Tells a paragraph of separate statements from wrapped prose.

Prose that is wrapped goes on in lower case, or in the middle of a clause, and none of its lines has room for the word
that the next one begins with.
"""

import re
from itertools import pairwise

WRAPPED_FROM = 40  # characters of the longest line: nobody wraps at fewer
HARD_BREAK = re.compile(r"(?:(?<! ) {2,}|\\|<br ?/?>)$", re.IGNORECASE)
FIRST_WORD = re.compile(r"\S+")
FIELD = re.compile(r"^(?:\*\*|__)?[^\W\d_][^:：.,;!?*_]{0,38}(?:\*\*|__)?\s*[:：](?:\*\*|__)?\s*\S")
OPEN_END = re.compile(  # a line that ends in the middle of a clause
    r"[,:(\[–—/&+،、，-]$"
    r"|\b(?:an?|the|and|or|nor|but|of|to|in|on|at|by|for|from|with|without|as|than|that|which|who|whose|because|when"
    r"|while|where|if|is|are|was|were|my|your|his|her|its|our|their|into|near|between|about|not|very|so|also"
    r"|der|die|das|den|dem|des|eine?[mnrs]?|und|oder|aber|mit|für|von|vom|zu|zum|zur|auf|bei|nach|aus|über|unter|dass"
    r"|weil|wenn|ist|sind|mein|meine[mnrs]?|nicht|sehr"
    r"|le|la|les|une?|des?|du|et|ou|mais|pour|par|avec|sans|dans|sur|chez|que|qui|mon|ma|mes|au|aux"
    r"|el|los|las|una?|y|o|pero|del?|con|sin|para|por|en|mi|mis|al|e|os|do|da|com|sem)$",
    re.IGNORECASE,
)


def split(lines: list[str]) -> list[list[int]]:
    """Return the numbers of the lines of each statement, in order. The lines keep what stands at their ends."""
    plain = [HARD_BREAK.sub("", line).strip() for line in lines]
    are_fields = len(plain) > 1 and all(FIELD.match(line) for line in plain)
    is_wrapped, has_case = _is_wrapped(plain), plain[0][:1].isupper()
    groups: list[list[int]] = [[0]]
    for number in range(1, len(plain)):
        is_broken = HARD_BREAK.search(lines[number - 1]) is not None or are_fields
        if is_broken or _stands_alone(plain[number - 1], plain[number], is_wrapped=is_wrapped, has_case=has_case):
            groups.append([number])
        else:
            groups[-1].append(number)
    return groups


def _stands_alone(before: str, line: str, *, is_wrapped: bool, has_case: bool) -> bool:
    if is_wrapped or OPEN_END.search(before):
        return False
    return not (has_case and line[:1].islower())


def _is_wrapped(lines: list[str]) -> bool:
    """Return whether each line but the last is filled up to the longest line's width."""
    width = max(map(len, lines))
    if width < WRAPPED_FROM or (lines[0][:1].isupper() and not any(line[:1].islower() for line in lines[1:])):
        return False
    for line, after in pairwise(lines):
        word = FIRST_WORD.match(after)
        if word and len(line) + (1 + len(word[0]) if " " in line else 1) <= width:
            return False
    return True
