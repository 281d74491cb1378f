"""Tells whether a clause about the speaker is said as true, by what stands around it in its sentence.

"I'm allergic to nuts" is said in "Because I'm allergic to nuts" and "Remember that I'm allergic to nuts". It is not
said in "I think I'm …", "It is a myth that I'm …", "If I'm …", "Translate: I'm …" or a question.
"""

import re

from memoryweb.language.dietary.english_words import DOUBTS, FACTS, QUOTING, VOUCHERS
from memoryweb.language.lazy_pattern import LazyPattern

QUOTED = LazyPattern(
    r"[\"“”„«»][^\"“”„«»\n]{0,200}?\b(?:i|i'm|im|my|we|we're)\b[^\"“”„«»\n]{0,200}[\"“”«»]|"
    r"(?<!\w)'[^'\n]{0,40}?\b(?:i|im|my|we)\b[^\"\n]{0,200}?'(?!\w)",
    re.IGNORECASE,
)
QUOTES_BEFORE = LazyPattern(rf"\b(?:{QUOTING})\b[^:]{{0,60}}:\s*[^:]{{0,80}}$", re.IGNORECASE)
BOUNDARY = LazyPattern(
    r"[,;:—–()]|\s-+\s|\b(?:and|but|so|because|since|though|although|cause|cuz|however|yet|plus|as)(?=\s|$)",
    re.IGNORECASE,
)
THAT = LazyPattern(r"(?<!top of )(?<!besides )(?<!to )(?<!than )\b(?:that|how)$", re.IGNORECASE)
NOT = LazyPattern(r"\b(?:not|no|never|nobody|hardly|isn't|wasn't|doesn't|didn't|aren't)\b", re.IGNORECASE)
FACT = LazyPattern(rf"\b(?:{FACTS})\b", re.IGNORECASE)
DOUBT = LazyPattern(rf"\b(?:{DOUBTS})\b", re.IGNORECASE)
FORGETS = LazyPattern(r"^(?:please )?(?:forget|delete|remove|erase|ignore|unlearn)\b", re.IGNORECASE)
LAST_DOUBT = LazyPattern(rf"\b(?:{DOUBTS})\W*$", re.IGNORECASE)
VOUCHED = LazyPattern(rf"\b(?:{VOUCHERS})\b[^.;!?]{{0,30}}$", re.IGNORECASE)
DENIED_REASON = LazyPattern(
    r"\b(?:not|isn't|wasn't|never|n't) (?:just |only )?(?:because|that|as if|as though)$", re.IGNORECASE
)
ASKS = LazyPattern(
    r"^\W*(?:(?:so|and|but|hey|hi|well|ok|okay|please|sorry)\W+)*(?:(?:what(?! i(?:'m| am))|why|how|who|where|which|"
    r"is|are|am|do(?! not)|does|did|can|could|should|would|will|isn't|aren't|doesn't)\b|(?:when|if|"
    r"whether)\b(?=[^,]*\?))",
    re.IGNORECASE,
)
PAUSE = LazyPattern(r"[,;:—–]|\s-\s")
IRONY = LazyPattern(
    r"^\W*(?:oh,? (?:sure|yeah|yes|right|great|of course)|yeah,? (?:right|sure)|sure,? (?:yeah|right)|right,? "
    r"because|as if)\b",
    re.IGNORECASE,
)
HYPOTHESIS = LazyPattern(r"^(?:if|unless|whether|suppose|supposing|imagine|pretend|say)\b", re.IGNORECASE)
LATER = LazyPattern(
    r"\b(?:starting|beginning|as of|from) (?:on )?(?:next|tomorrow|tonight|(?:this |the coming )?(?:mon|tues|wednes|"
    r"thurs|fri|satur|sun)day|january|the first|new year)",
    re.IGNORECASE,
)
# A question that takes it for a fact
REMINDS = LazyPattern(
    r"^\W*(?:do|did|can|could|would|will) you (?:please |ever )?(?:remember|forget|know|note|keep|consider|"
    r"remind)\b[^,;:]*\bthat\W*$",
    re.IGNORECASE,
)


def is_asserted(before: str, after: str, mark: str) -> bool:
    """Return whether a clause is said as true. `before` and `after` are the rest of its sentence, `mark` ends it."""
    before = before.rstrip()
    if IRONY.match(before) or LATER.search(before) or LATER.match(after.lstrip(" ,")):
        return False
    if _is_asked(before, after, mark) or QUOTES_BEFORE.search(before) or DENIED_REASON.search(before):
        return False
    clause, rest = _last_clause(before)
    if not clause:
        return not LAST_DOUBT.search(rest)
    if VOUCHED.search(clause) or FORGETS.match(clause):
        return not FORGETS.match(clause)
    if THAT.search(clause):
        return bool(FACT.search(clause)) and not NOT.search(clause)
    doubts, facts = (max((m.end() for m in each.finditer(clause)), default=0) for each in (DOUBT, FACT))
    return not HYPOTHESIS.match(clause) and (facts > doubts or not doubts)


def _last_clause(before: str) -> tuple[str, str]:
    """Return what stands between the last boundary and the clause, and the part before that."""
    start, end = 0, 0
    for boundary in BOUNDARY.finditer(before):
        is_as_if = boundary[0].lower() == "as" and before[boundary.end() :].strip().lower() in ("if", "though")
        if not is_as_if:
            start, end = boundary.end(), boundary.start()
    previous = before[:end].rstrip(" ,")
    cut = max(previous.rfind(mark) for mark in ",;:")
    lone = previous[cut + 1 :] if len(previous[cut + 1 :].split()) <= 2 else ""
    return before[start:].strip(), lone


def _is_asked(before: str, after: str, mark: str) -> bool:
    opening = ASKS.match(before)
    if "?" not in mark:
        return bool(opening) and not PAUSE.search(before) and not before.lower().startswith(("when", "if"))
    if REMINDS.match(before):
        return False
    return (bool(opening) and not PAUSE.search(before)) or not any(each in f"{before}{after}" for each in ",;:—–")
