"""Whether "always" or "never" in an English text says what somebody wants, or only what is so.

"Always use tabs" and "I want you to never guess" are wishes. "Redis is always the cache", "My dog never barks" and
"I've never been to Japan" are facts. What stands before the word in its clause tells.
"""

import re

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.base import one_of

BEFORE_MAX = 120  # characters before the word that are looked at
AFTER_MAX = 40  # and after it
WORDS_MAX = 100  # of a text that are judged; in a text with more, these are noise
# Words that lead into a clause, and who says it to whom.
LEADS = one_of("""
    please, also, just, ok, okay, hey, really, do, from now on, in the future, in general, generally, again, remember,
    note, important, yes, no, now, instead, rather, actually, or, and, with me, for me, to me, next time
""")
# Somebody wants it: a wish, a duty, a request, or the one who is told.
DEMANDS = one_of(r"""
    wants?, wanted, wish(?:es)?, needs?, prefers?, expects?, requires?, insists?, asks?, asked, tell, told, would like,
    I['’]d like, should, must, shall, ought, ha(?:ve|s) to, supposed to, make sure, ensure, be sure, remember to,
    important, essential, best, crucial, you, your, agents?, assistants?, claude, chatgpt, gpt, copilot, gemini, bots?,
    the (?:ai|model), polic(?:y|ies), rules?, let['’]?s, let, use, write, answer, reply, respond, keep, send, call,
    decided (?:to|that), agreed (?:to|that), chose to, resolved to, promised to,
    make, put, add, run, give, show, format, explain, speak, book, order, choose, pick, avoid, may, can
""")
BE = one_of("is, are, was, were, been, being, am, be, isn, it['’]?s, that['’]?s, there['’]?s")
# Before a wish: when or where it holds.
ONSETS = one_of("""
    for, in, on, at, when, with, after, before, during, by, while, if, whenever, to, under, outside, as
""")
THINGS = one_of("it, this, that, these, those, there, nothing, nobody, everything, everyone, life")
# After a thing: what is wanted of it.
WANTED_OF_IT = one_of("""
    in, on, at, as, by, with, without, before, after, under, over, from, to, for, via, inside, outside, more than,
    less than, longer, shorter, [a-z]+ing, [a-z]+ed, first, last, written, sent, kept
""")
PASTS = one_of("""
    been, was, were, had, did, said, went, gone, saw, seen, knew, known, thought, understood, heard, met, came, took,
    taken, gave, found, felt, left, lost, learned, learnt, made, got, gotten, wrote, ate, eaten, drank, drove, bought,
    became, began, told, held, kept, meant, paid, sat, slept, spoke, stood, taught, won, wore,
    (?!need|feed|exceed|proceed|embed|shred|speed)[a-z]+ed
""")


def _compile(pattern: str) -> LazyPattern:
    return LazyPattern(pattern, re.IGNORECASE)


WORD = _compile(r"\b(?:always|never)\b")
CLAUSE_START = _compile(
    r"[.!?;:,，。；：(（\n—–•*]|\s-|\b(?:and|but|or|so|then|because|that|which|who|where|although|though)\b"
)
LEAD = _compile(rf"{LEADS}\b\s*")
DEMAND = _compile(rf"\b{DEMANDS}\b")
IS = _compile(rf"(?:\b{BE}|['’](?:s|re|m))$")
HAS = _compile(r"(?:\b(?:has|have|had)|['’](?:ve|d))$")
ONSET = _compile(rf"{ONSETS}\b")
SPEAKER = _compile(r"(?:^|\s)(?:I|we|users?|he|she|they)$")
THING = _compile(rf"(?:^|\s){THINGS}$")
ARTICLE = _compile(r"\s*(?:the|an?|our|my|your|their)\b")
DETERMINER = _compile(r"(?:the|an?|our|my|his|her|their|its|this|that|some|one)\b")
OF_THING = _compile(rf"\s*{WANTED_OF_IT}\b")
PAST = _compile(rf"\s*(?:really |quite |even |once |yet )?{PASTS}\b")


def without_facts(text: str) -> str:
    """Blank out each "always" and "never" that states a fact; the text keeps its length."""
    return WORD.sub(lambda word: word[0] if is_wanted(text, word) else "\x00" * len(word[0]), text, WORDS_MAX)


def is_wanted(text: str, word: re.Match[str]) -> bool:
    """Return whether this "always" or "never" governs what somebody wants."""
    begin = max(0, word.start() - BEFORE_MAX)
    clause, mark = _clause(text[begin : word.start()])
    after = text[word.end() : word.end() + AFTER_MAX]
    if DEMAND.search(clause):
        return True
    if not clause:  # the word begins its clause: it is told, unless a thing before a comma is described
        return not (mark in ",，—–" and ARTICLE.match(after)) and not PAST.match(after)
    if IS.search(clause) or HAS.search(clause) or THING.search(clause):
        return False
    if SPEAKER.search(clause) or ONSET.match(clause):
        return not PAST.match(after)
    return _is_wanted_of_thing(clause, after)


def _clause(before: str) -> tuple[str, str]:
    """Return the clause before the word, without leading words, and the mark before the clause."""
    mark, start = "", 0
    for match in CLAUSE_START.finditer(before):
        mark, start = match[0].strip(), match.end()
    clause = before[start:].strip()
    while lead := LEAD.match(clause):
        clause = clause[lead.end() :]
    return clause.strip(), mark if mark else "\n"


def _is_wanted_of_thing(thing: str, after: str) -> bool:
    """Return whether something is wanted of a thing: "reports always in PDF", not "the server never sleeps"."""
    if ARTICLE.match(after):
        return False
    if OF_THING.match(after):
        return not (DETERMINER.match(thing) and PAST.match(after))
    is_plural = thing.endswith("s") and not thing.endswith("ss")
    return is_plural and not DETERMINER.match(thing)
