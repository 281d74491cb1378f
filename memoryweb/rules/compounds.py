"""Splits a sentence that says two things, each of which stands alone: "I work at Acme and live in Rome".

So each can change or go without the other. What belongs together stays: bread and butter, "between Ann and Bob", a list
under one label, a quotation, a reason, and whatever is negated, asked or wished.
"""

import re

from memoryweb.rules import tokens
from memoryweb.rules.languages import en_compounds as en
from memoryweb.rules.languages import zh_compounds as zh
from memoryweb.rules.lazy_pattern import LazyPattern

READ_MAX = 400  # characters: a longer text says more than two things
PARTS_MAX = 5
BREAK = r"(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bSt)[.!]\s+\S|[。！]\s*\S"
WHOLE = LazyPattern(
    rf"[\"“”„«»「」『』`(){{}}\[\]:;?？：（）\n]|{BREAK}|\b{en.TOGETHER}\b|{zh.TOGETHER}", re.IGNORECASE
)
AND = LazyPattern(r",? (?:and|but|whereas) (?:also )?", re.IGNORECASE)
REFERS = LazyPattern(
    r"\b(?:it|its|them|there|this|these|those)\b", re.IGNORECASE
)  # it means nothing without the other half
JOINT = LazyPattern(r",? (?:and|but|whereas) (?:also )?|, (?!\d)", re.IGNORECASE)
PLACED = LazyPattern(
    rf"^(?P<thing>[\w'./+#& -]{{2,60}}?) (?P<where>(?P<link>{en.LINKS}) [\w'./+#: -]{{2,60}})$", re.IGNORECASE
)
PLACES = frozenset({"in", "on", "at"})
SAYS = rf"{en.ADVERBS}{en.IMPERATIVE}|(?:i|we) {en.ADVERBS}{en.FIRST_VERB}|{en.SUBJECT} {en.ADVERBS}{en.STATES}"
OPENING = LazyPattern(rf"^(?P<opening>{en.LEAD}(?:{SAYS}) )", re.IGNORECASE)
SUBJECT = LazyPattern(rf"^{en.LEAD}(?P<subject>{en.SUBJECT})(?P<rest>.*)$", re.IGNORECASE)
SPEAKER = LazyPattern(r"^(?:i|we)$", re.IGNORECASE)
ORDERED = LazyPattern(rf"^{en.ADVERBS}{en.IMPERATIVE} (?=\S)", re.IGNORECASE)
PREDICATE = LazyPattern(rf"^{en.ADVERBS}(?:{en.NEGATED_VERB}{en.STATE} (?=\S)|{en.ANY_VERB})", re.IGNORECASE)
FIRST_PREDICATE = LazyPattern(rf"^{en.ADVERBS}{en.FIRST_VERB} (?=\S)", re.IGNORECASE)
CLAUSE = LazyPattern(
    rf"^(?:(?-i:I|[Ii]'[md]|[Ii]'ve|i)(?=[ '])|we\b|(?:my|our) |(?-i:[A-Z][\w-]+) ){en.ANY_CLAUSE}", re.IGNORECASE
)
GAPPED = LazyPattern(
    r"^(?P<subject>(?:my|our) \w+|(?-i:[A-Z]\w+)) (?P<link>in|at|for|on|with|near) (?P<rest>\S.*)$", re.IGNORECASE
)
VERB_AND_LINK = LazyPattern(
    r"^(?P<subject>(?:my|our) \w+|[A-Z]\w+) (?P<verb>\w+s) (?P<link>in|at|for|on|with|near) ", re.IGNORECASE
)
LINK = LazyPattern(en.LINKS, re.IGNORECASE)
TIME = LazyPattern(rf"\b{en.TIME}\b", re.IGNORECASE)
NO_THING = LazyPattern(rf"^{en.NO_THING}\b", re.IGNORECASE)
NEGATED = LazyPattern(rf"\b{en.NEGATED}(?![\w'])|{zh.NEGATED}", re.IGNORECASE)
INFINITIVE = LazyPattern(rf"\b{en.INFINITIVE}\b", re.IGNORECASE)


def split(text: str) -> list[str]:
    """Return the statements that a sentence is made of, each with its subject; the sentence alone if it is one."""
    sentence = " ".join(text.replace("’", "'").split()).rstrip(".。")
    if not sentence or len(sentence) > READ_MAX or WHOLE.search(sentence):
        return [text]
    split_by = _split_chinese if tokens.detect_language(sentence) == "zh" else _split_english
    parts = split_by(sentence)
    return parts if 1 < len(parts) <= PARTS_MAX else [text]


def _split_english(sentence: str) -> list[str]:
    return _split_placed(sentence) or _split_clauses(sentence)


def _split_placed(sentence: str) -> list[str]:
    """Split what one verb says of several things, each with its own purpose, place or time."""
    opening = OPENING.match(sentence)
    if not opening or NEGATED.search(opening[0]):
        return []
    items = [PLACED.match(item) for item in JOINT.split(sentence[opening.end() :])]
    if len(items) < 2 or not _are_of_one_form(items):
        return []
    return [f"{opening['opening']}{item[0]}" for item in items if item]


def _are_of_one_form(items: list[re.Match[str] | None]) -> bool:
    """Return whether all have a thing and the same kind of link: "for", or when."""
    links = {item["link"].casefold() for item in items if item}
    timed = all(item and TIME.search(item["where"]) for item in items)
    begins = {item["thing"].split()[0].casefold() for item in items if item}
    is_listed = all(map(LINK.fullmatch, begins)) and (len(begins) == 1 or timed)  # in Dutch to …, and in English to …
    things = all(item and (is_listed or _is_thing(item)) for item in items)
    return things and (len(links) == 1 or timed or links <= PLACES)


def _is_thing(item: re.Match[str]) -> bool:
    return not (NO_THING.match(item["thing"]) or NEGATED.search(item[0]) or PREDICATE.match(item[0]))


def _split_clauses(sentence: str) -> list[str]:
    """Split at the first "and" after which something else is said, by the same subject or another."""
    halves = (_halves(sentence[: joint.start()], sentence[joint.end() :]) for joint in AND.finditer(sentence))
    return next(filter(None, halves), [])


def _halves(first: str, second: str) -> list[str]:
    """Return both halves as sentences of their own; nothing if one of them is none."""
    if len(first.split()) < 2 or REFERS.search(second):
        return []
    is_order = bool(ORDERED.match(first))
    subject = None if is_order else SUBJECT.match(first)
    if CLAUSE.match(first) and CLAUSE.match(second) and not is_order:
        return [first, _capitalized(second)]
    if gapped := _with_verb_of(first, second):
        return [first, _capitalized(gapped)]
    if NEGATED.search(first) or INFINITIVE.search(first) or _shares_time(first, second):
        return []
    if is_order and ORDERED.match(second):
        return [first, _capitalized(second)]
    goes_on = subject and SPEAKER.match(subject["subject"]) and PREDICATE.match(second)
    return [first, f"{subject['subject']} {second}"] if subject and goes_on and _has_predicate(subject) else []


def _has_predicate(subject: re.Match[str]) -> bool:
    return FIRST_PREDICATE.match(subject["rest"].strip()) is not None


def _with_verb_of(first: str, second: str) -> str:
    """Return a half without a verb with the other's: "my brother lives in Milan" for "my brother in Milan"."""
    gapped, verb = GAPPED.match(second), VERB_AND_LINK.match(first)
    if not (gapped and verb and gapped["link"].casefold() == verb["link"].casefold()):
        return ""
    return f"{gapped['subject']} {verb['verb']} {gapped['link']} {gapped['rest']}"


def _shares_time(first: str, second: str) -> bool:
    """Return whether a time at the end may be meant for both: "I drink tea and eat cake at four"."""
    return bool(TIME.search(second)) and not TIME.search(first)


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


# Chinese

ZH_JOINT = LazyPattern("[，,；](?:但是?|而且?|并且|同时)?|(?:并且|而且)")
ZH_TIMED = LazyPattern(f"^(?:{zh.TIMES})..")
ZH_FIRST = LazyPattern(f"^(?P<subject>{zh.SUBJECT})(?P<rest>.{{2,}})$")
ZH_OWN = LazyPattern(f"^{zh.SUBJECT}.{{2,}}$")
ZH_PREDICATE = LazyPattern(f"^不?{zh.PREDICATE}")
ZH_OPEN = LazyPattern(f"(?:{zh.OCCASION_ENDS})$")


def _split_chinese(sentence: str) -> list[str]:
    parts = [each.strip() for each in ZH_JOINT.split(sentence)]
    first = ZH_FIRST.match(parts[0])
    if len(parts) < 2 or first is None or ZH_OPEN.search(parts[0]) or NEGATED.search(parts[0]):
        return []
    is_timed = bool(ZH_TIMED.match(first["rest"]))
    if not (is_timed or ZH_PREDICATE.match(first["rest"])):
        return []
    split = [parts[0]]
    for part in parts[1:]:
        if ZH_OWN.match(part):
            split.append(part)
        elif len(part) >= 3 and (ZH_PREDICATE.match(part) or (is_timed and ZH_TIMED.match(part))):
            split.append(f"{first['subject']}{part}")
        else:
            return []
    return split
