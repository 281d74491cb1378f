"""Reads an English sentence clause by clause: where each statement begins and ends, and what it says.

A form counts only where a clause begins, so the "I" in "she said I hate it" is not the writer.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from memoryweb.language.extraction.english.directives import BID, CORRECTIONS, DIRECTIVES, LASTING, ON_OCCASION
from memoryweb.language.extraction.english.elided import ELIDED as WITHOUT_SUBJECT
from memoryweb.language.extraction.english.elided import LEFT_OUT
from memoryweb.language.extraction.english.life import HABITS_AND_FACTS, PRONOUNS
from memoryweb.language.extraction.english.likes import GOALS_AND_LIKES
from memoryweb.language.extraction.english.requests import REQUESTS
from memoryweb.language.extraction.types import Clause, StatementType, match_forms

FORMS = PRONOUNS + GOALS_AND_LIKES + HABITS_AND_FACTS + WITHOUT_SUBJECT  # the first that fits decides
HYPOTHETICAL = re.compile(
    r"\b(?:if i (?:were|was|had|lived|could|ever|did|liked|loved|hated|preferred|wanted|worked|didn't|ate|spoke|"
    r"owned|became|moved)\b|suppos(?:e|ing)|imagine|assum(?:e|ing)|pretend|let's say|say i(?:'m| am)|hypothetically|"
    r"what if|in theory|as though|as if|in a world where|in another life|for the sake of argument|wish i|would have|"
    r"would've|might have|could have|example sentence|for example, i|e\.g\., i|were i to|had i\b|(?<!\w )should i\b|"
    r"people who say|someone who says|in (?:this|the) (?:level|game|chapter|scene|episode|story|quest|mission|"
    r"dungeon|novel|dream|film|movie) i|in chapter \w+,? i|in my (?:\w+ ){0,2}(?:save|playthrough|campaign|game|"
    r"dream),? i|e\.g\. [\"“])|\bsaid (?:my|the|his|her|a)\b|, as (?:the|they|my) .{2,30} (?:goes?|says?)\b",
    re.IGNORECASE,
)
ASKING = re.compile(
    r"(?:and |but |so |then |also |or |well |ok |okay |hey |please |now )?(?:what|which|who|whom|whose|how|why|"
    r"where|do|does|did|is|are|am|was|were|can|could|would|will|shall|should|may|might|have|has|any|got|when "
    r"(?:should|can|do|does|did|is|are|will|would)|isn't|aren't|don't (?:i|you|they|we)|what's|who's|how's|"
    r"where's)\b(?!ever)",
    re.IGNORECASE,
)
LEADING = (  # what may stand before a person's "I" without making it somebody else's
    r"(?:(?:and|but|so|also|plus|well|oh|ok|okay|yes|yeah|yep|no|nope|nah|hi|hello|hey|sorry|thanks|thank you|great|"
    r"cool|sure|honestly|frankly|personally|actually|basically|generally|usually|normally|typically|lately|nowadays|"
    r"these days|recently|unfortunately|sadly|luckily|anyway|besides|however|though|although|while|since|because|as|"
    r"given(?: that)?|seeing as|considering(?: that)?|btw|by the way|fyi|for the record|to be honest|tbh|in general|"
    r"as a rule|as you know|you know|just so you know|just fyi|note that|please note(?: that)?|remember(?: that)?|"
    r"keep in mind(?: that)?|i(?: should| must| have to| will|'ll)? (?:mention|admit|confess|say|add|warn you)(?: "
    r"that)?|i think(?: that)?|i guess|i should have (?:said|mentioned|told you)(?: that)?|i(?:'ve| have)? changed "
    r"my mind|i'd say|you should know(?: that)?|i know(?: that)?|i feel like|it(?: i|')s (?:true|just) that|the "
    r"thing is|thing is|let me (?:add|say)|first|second|also|one thing|another thing|ps|p\.s\.|now|today|this time|"
    r"for now|hi there|dear \w+|claude|assistant|in fact|of course|fun fact|about me|context|background|a bit about "
    r"me|side note|heads up|edit|update|actually no)(?:[,:;!.—–-]+| -)? ){0,4}"
)
LEAD = re.compile(LEADING, re.IGNORECASE)
ADVERBIAL = re.compile(
    r"(?:when(?:ever)?|while|if(?! i (?:were|was|had))|unless|once|after|before|during|on|in|for|at|with|without|"
    r"due to|because|since|as|given|given that|being|having|despite|unlike|instead of|rather than|when it comes to|"
    r"with regards? to|regarding|concerning|until|throughout|over|under|by|although|though|even|to|outside|apart|"
    r"besides|among|of|late|early|most|every|normally|morning|mornings|afternoon|evening|weekdays|weekends|compared|"
    r"between|from|coming|growing|based|ever|thanks|all|no matter|depending|personally|generally|"
    r"where)\b[^,:\x00]{1,160}[,:] |(?:when(?:ever)?|while|after|before|during|on|in|for|at|every|most) "
    r"[^,:\x00]{1,60}? (?=(?:I|we)\b)",
    re.IGNORECASE,
)
NEVER = r"never(?! (?:on|in|at|before|after|with|for|by|during)\b)"  # "never on Fridays" goes on about the same
CUT = re.compile(
    rf"(?:,|;|:| -| –|—|\.\.\.)?\s(?:and|but|so|though|although|whereas|yet|plus|also|while|btw|however)(?:,)? "
    rf"(?=(?:(?:also|then|now|please|still|that) )?(?:[Ii]|[Ii]'m|[Ii]'ve|[Ii]'d|we|we're|we've|my|our|please|don't|"
    rf"always|{NEVER}|from now|when)\b)|[;] | [—–-] (?=(?:[Ii]|we|my|our|please)\b)|, (?=(?:[Ii]|[Ii]'m|[Ii]'ve|"
    rf"[Ii]'d|we|we're|we've|my|our|please(?!\W*$)|which|what|how|can|could|would|do|does|any(?! ?day)|is|are|"
    rf"should|where|who|so)\b)|(?:,)? (?:and|but) (?=(?:(?:strongly|strictly|generally|usually|only|much|really|"
    rf"always|never|also|instead|exclusively) )?(?:prefer|dislike|hate|love|live in|work (?:as|at|for|in)|don't|do "
    rf"not|can't|cannot|won't|refuse|{NEVER}|always|usually|rarely|avoid|exclusively)\b)|,? so (?=(?:can|could|"
    rf"would|will) you\b|(?:what|what's|which|how|where|who|should|do|does) )",
)
ELIDED = re.compile(
    rf"(?:(?:strongly|strictly|generally|usually|only|much|really|always|never|also|instead|exclusively) "
    rf")?(?:prefer|dislike|hate|love|live in|work (?:as|at|for|in)|don't|do not|can't|cannot|won't|refuse|{NEVER}|"
    rf"always|usually|rarely|avoid|exclusively)\b"
)
MINE = re.compile(r"\b(?:I|we)\b", re.IGNORECASE)
# A clause about others: what goes on without a subject after "and" is about them too.
OTHERS = re.compile(
    r"\W*(?:(?:and|but|so|also|yes|well|oh)\W+){0,3}(?:my|our|his|her|their|he|she|they|the|these|those|an?)\b",
    re.IGNORECASE,
)
TOLD_OF_OTHERS = re.compile(
    r"(?:prefer|dislike|hate|love|live|work|usually|rarely|refuse|can't|cannot|won't)\b", re.IGNORECASE
)
OWN = re.compile(r"(?:I|we|my|our|please)\b", re.IGNORECASE)
REASON = re.compile(r"(?:since|because|as|given|although|though|while) ", re.IGNORECASE)
BEGINS = re.compile(
    r"(?:I|we|my|our|please|what|which|how|can|could|would|do|does|any|is|are|should|where|who|so)\b", re.IGNORECASE
)
POLITE_REQUEST = re.compile(
    rf"(?:can|could|would|will) you (?:please |maybe |also |kindly ){{0,3}}(?:(?:always|never) )?(?!always|"
    rf"never)(?:{BID}|block|leave|hold|protect|reserve|guard)\b",
    re.IGNORECASE,
)
FROM_NOW = re.compile(rf"\b{LASTING}\b", re.IGNORECASE)
PARTNER = re.compile(r"(?:^|, )(?:my|our) [\w-]+$", re.IGNORECASE)  # "My partner and I" is one subject
INFINITIVE = re.compile(r"\bto \w+(?: [\w-]+){0,6}$")
PRONOUN = re.compile(
    r"\b(?:find|prefer|avoid|hate|love|dislike|use|like|do|don't|want|enjoy|eat) (?:(?:\w+ly )?(?:them|it|this|that|"
    r"to|so)\b|not to)"
)


# "We" speaks of the writer like "I", and every form knows "I".
PLURAL = re.compile(
    r"(?P<we>we are|we(?:'(?:re|ve|d|ll))?|our)\b(?: both\b)?|my [\w-]+(?: and [\w-]+)? and I(?P<are> are)?(?: "
    r"both)?\b",
    re.IGNORECASE,
)
SINGULAR = {"we are": "I am", "we're": "I'm", "we've": "I've", "we'd": "I'd", "we'll": "I'll", "we": "I", "our": "my"}


def statements(sentence: str, *, asks: bool) -> Iterator[tuple[int, int, Clause]]:
    """Yield where each statement of a sentence begins and ends, and its clause. `asks`: it ends in a question."""
    spans = list(_split(sentence))
    is_own = False  # whether the clause before speaks of the writer
    for place, (start, end) in enumerate(spans):
        text = sentence[start:end]
        question = asks and (place == len(spans) - 1 or ASKING.match(text) is not None)
        elided = is_own and ELIDED.match(text) is not None
        clause = _read(f"I {text}" if elided else text, asks=question)
        is_own = elided or MINE.search(text) is not None
        if clause and clause.type is StatementType.CORRECTION:  # the rest of the sentence says what was meant
            yield start, len(sentence), clause
            return
        if clause:
            yield start, end, replace(clause, elided=elided)


def _split(sentence: str) -> Iterator[tuple[int, int]]:
    """Yield where the clauses of a sentence begin and end: "I like tea but I hate coffee" has two."""
    start = 0
    for cut in CUT.finditer(sentence):
        if cut.start() > start and _stands_alone(sentence[start : cut.start()], sentence[cut.end() :]):
            yield start, cut.start()
            start = cut.end()
    yield start, len(sentence)


def _stands_alone(before: str, after: str) -> bool:
    """Return whether a new clause begins: not after a mere condition, and not where the same statement goes on."""
    lead = LEAD.match(before)
    if PARTNER.search(before) and after.startswith("I "):
        return False
    if OTHERS.match(before) and not MINE.search(before) and TOLD_OF_OTHERS.match(after):
        return False
    rest = before[lead.end() :] if lead else before
    if OWN.match(after) and "," not in rest and ADVERBIAL.match(f"{rest}, "):
        return REASON.match(before) is not None and " I" in before
    if BEGINS.match(after):
        return True
    return not (INFINITIVE.search(before) or PRONOUN.match(after))


def _read(text: str, *, asks: bool) -> Clause | None:
    """Return a clause about the writer, or None."""
    lead = LEAD.match(text)
    rest = text[lead.end() if lead else 0 :]
    if asks:
        return _read_request(rest)
    if clause := match_forms(PRONOUNS, rest):
        return clause
    for forms in (CORRECTIONS, DIRECTIVES, REQUESTS):
        if clause := match_forms(forms, text) or match_forms(forms, rest):
            return clause
    if ASKING.match(rest) and not rest.startswith(("Can't", "can't", "Don't", "don't")):
        return None
    return _match(rest) or match_forms(WITHOUT_SUBJECT, text) or _read_after_adverbial(rest)


def _match(rest: str) -> Clause | None:
    """Return what the first form that fits reads."""
    return match_forms(FORMS, _with_subject(rest))


def _with_subject(rest: str) -> str:
    """Return the clause as one person says it in full: "I use pnpm" for "We use pnpm", "I'm based" for "Based"."""
    if plural := PLURAL.match(rest):
        singular = SINGULAR[plural["we"].lower()] if plural["we"] else "I am" if plural["are"] else "I"
        return singular + rest[plural.end() :]
    return next((subject + rest for subject, beginning in LEFT_OUT if beginning.match(rest)), rest)


def _read_after_adverbial(rest: str) -> Clause | None:
    """Read what comes after "When tired, " or "As a nurse, "; those words stay with the statement."""
    adverbial = ADVERBIAL.match(rest)
    if not adverbial:
        return None
    rest = rest[adverbial.end() :]
    lead = LEAD.match(rest)
    rest = rest[lead.end() if lead else 0 :]
    if ASKING.match(rest):
        return None
    return _match(rest) or match_forms(ON_OCCASION, _with_subject(rest)) or match_forms(DIRECTIVES + REQUESTS, rest)


def _read_request(rest: str) -> Clause | None:
    """Read a question that is a direction or a request about one's own times: "Could you keep my Fridays free?" """
    if not POLITE_REQUEST.match(rest):
        return None
    return match_forms(REQUESTS, rest) or (match_forms(DIRECTIVES, rest) if FROM_NOW.search(rest) else None)
