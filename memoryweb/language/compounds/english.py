"""English sentences that say two things: by series, by what each thing is for, by clauses."""

import re

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.en import compounds as en

AND = LazyPattern(rf"; (?:and )?|,? (?:and|n|but|whereas|while(?= {en.SUBJECT} )) (?:also )?", re.IGNORECASE)
REFERS = LazyPattern(
    r"\b(?<!keep )(?:it|its|(?<!/)them|there|this|these|those)\b|\b(?:why|how|who)$"
    r"|(?:\b(?:am|is|are)|'m|'s|'re) (?:[a-z]+ly )?(?:not|so|too|allergic|intolerant|fine|ok|okay|the same)$"
    r"|\bstill (?:am|is|are)(?: one)?$",
    re.IGNORECASE,
)  # it means nothing without the other half
JOINT = LazyPattern(r"; |,? (?:and|n|but|whereas) (?:also )?|, (?!\d)", re.IGNORECASE)
PLACED = LazyPattern(
    rf"^(?P<thing>[\w'./+#& -]{{2,60}}?) (?P<where>(?P<link>{en.LINKS}) [\w'./+#: -]{{1,60}})$", re.IGNORECASE
)
PLACES = frozenset({"in", "on", "at"})
SAYS = rf"{en.ADVERBS}{en.IMPERATIVE}|(?:i|we) {en.ADVERBS}{en.FIRST_VERB}|{en.SUBJECT} {en.ADVERBS}{en.STATES}"
SAYS += r"|(?:my|our|the) [\w-]+ [a-z]{2,}(?<!s)s"
OPENING = LazyPattern(rf"^(?P<opening>{en.LEAD}(?:{SAYS}) )", re.IGNORECASE)
SUBJECT = LazyPattern(rf"^{en.LEAD}(?P<subject>{en.SUBJECT})(?!\w)(?P<rest>.*)$", re.IGNORECASE)
SPEAKER = LazyPattern(r"^(?P<pronoun>i|we)(?P<is>'m|'re|'ve)?$", re.IGNORECASE)
# "In the morning I run", "For side projects I use Rust"
FRONTED = LazyPattern(
    rf"^(?:(?:(?:in|on|at|for|with|during|after|before) )?(?:the |my )?{en.TIME}"
    r"|(?:in|at|for|with) (?!(?:short|fact|general|all|case)\b)[\w.+#-]+(?: [\w.+#-]+){0,2}?),? "
    r"(?:i|we|my \w+)(?:'m|'re|'ve)? \S",
    re.IGNORECASE,
)
# "Weekdays I get up at six, weekends at nine"
FRONTED_AT = LazyPattern(
    rf"^(?P<when>(?:on |in )?{en.TIME}),? (?P<does>(?:i|we) [a-z]+(?: up| to bed)?) (?P<link>at|in|from|by|with) \S",
    re.IGNORECASE,
)
TIME_AT = LazyPattern(
    rf"^(?P<when>(?:on |in )?{en.TIME}),? (?P<link>at|in|from|by|with) (?P<rest>\S.*)$", re.IGNORECASE
)
MINE_SO = LazyPattern(r"^my \w+ (?:with(?:out)? )?[\w-]+$", re.IGNORECASE)  # "my coffee black", "my tea with milk"
# What was, and what is: "I was born in Kyiv and live in Prague"
WAS = LazyPattern(rf"^{en.LEAD}(?P<subject>i|we) (?:{en.PAST})\b", re.IGNORECASE)
STILL = LazyPattern(rf"^{en.ADVERBS}{en.LASTING} \S", re.IGNORECASE)
RELATIVE = LazyPattern(r"\b(?:that|who|which|whose|where) ", re.IGNORECASE)
WHEN = LazyPattern(r"\bwhen (?:it|there|the|my|we|i)\b", re.IGNORECASE)  # "I like when it rains and …"
DOING = LazyPattern(r"(?:^|(?<='m )|(?<='re ))\w+ing \S", re.IGNORECASE)  # "I'm learning Greek and training for a race"
WANTS = LazyPattern(r"^(?:want|need|have|like|love|hope|try|plan|'d like) to\b", re.IGNORECASE)
ORDERED = LazyPattern(rf"^(?:please )?{en.ADVERBS}{en.ORDER} (?=\S)", re.IGNORECASE)
PREDICATE = LazyPattern(
    rf"^{en.ADVERBS}(?:{en.NEGATED_VERB}{en.STATE} (?=\S)|{en.CANNOT} \S|{en.ANY_VERB})", re.IGNORECASE
)
FIRST_PREDICATE = LazyPattern(rf"^{en.ADVERBS}{en.FIRST_VERB} (?=\S)", re.IGNORECASE)
CLAUSE = LazyPattern(
    rf"^(?:(?-i:I|[Ii]'[md]|[Ii]'ve|i)(?=[ '])|we\b|(?:my|our|the) |{en.NAME}(?:'s)? ){en.ANY_CLAUSE}",
    re.IGNORECASE,
)
DOES = LazyPattern(r"^(?:my|our|the) [\w-]+ [a-z]{2,}(?<!s)s$", re.IGNORECASE)  # "My neighbour snores"
PAST_CLAUSE = LazyPattern(
    rf"^(?:(?:my|our) [\w-]+|(?-i:I|i)|we|{en.NAME}(?:(?-i: [A-Z])\w+)?) {en.ADVERBS}{en.PAST} \S", re.IGNORECASE
)
OWNED = LazyPattern(r"^(?:my|our|the) ", re.IGNORECASE)
OTHER_SUBJECT = LazyPattern(r"^(?:my|our|the) [\w-]+(?: \w+)? (?:in|at|on|for) ", re.IGNORECASE)
ALIKE = LazyPattern(
    rf"^(?!(?:i|we|you|he|she|it|they|one|what|this|that|these|those|there|here|so)\b)"
    rf"(?:(?!{en.NO_VERB}\b)[\w'-]+ ){{1,4}}?(?P<verb>{en.SAME_VERB}) \S",
    re.IGNORECASE,
)
EXCEPTED = LazyPattern(r"^(?:i'm|i am) (?:an? )?[a-z]+$", re.IGNORECASE)  # "I'm vegetarian, but I eat fish"
EXCEPTION = LazyPattern(r"^i (?:[a-z]+ ){0,2}(?:eat|have|drink)\b", re.IGNORECASE)
GAPPED = LazyPattern(
    rf"^(?P<subject>(?:my|our) [\w-]+(?: \w+)?|(?!{en.STATES}\b)\w+) (?P<link>in|at|for|on|with|near) (?P<rest>\S.*)$",
    re.IGNORECASE,
)
VERB_AND_LINK = LazyPattern(
    r"^(?P<subject>(?:my|our|the) [\w-]+|[A-Z]\w+) (?P<verb>(?-i:(?:is|are) [a-z]+|[a-z]\w*s)) (?P<link>in|at|for"
    r"|on|with|near) ",
    re.IGNORECASE,
)
LINK = LazyPattern(en.LINKS, re.IGNORECASE)
TIME = LazyPattern(rf"\b{en.TIME}\b", re.IGNORECASE)
PLACE = LazyPattern(r" (?:in|at|for|by) (?!(?:it|them|that|this)\b)\w", re.IGNORECASE)
NOW = LazyPattern(r"\b(?:this|these|following|attached|below|above)\b", re.IGNORECASE)  # a task, not a rule
NO_THING = LazyPattern(rf"^{en.NO_THING}\b", re.IGNORECASE)
NEGATED = LazyPattern(rf"\b{en.NEGATED}(?![\w'])", re.IGNORECASE)
INFINITIVE = LazyPattern(rf"\b{en.INFINITIVE}\b", re.IGNORECASE)


def split(sentence: str) -> list[str]:
    """Split a sentence without its full stop into statements; empty if it is a single statement."""
    return _split_series(sentence) or _split_alike(sentence) or _split_placed(sentence) or _split_clauses(sentence)


def _split_series(sentence: str) -> list[str]:
    """Split what stands side by side in one form: times with what is done then, or what one person does in turn."""
    parts = JOINT.split(sentence)
    if all(map(FRONTED.match, parts)):
        return [parts[0], *map(_capitalized, parts[1:])] if len(parts) > 1 else []
    if (first := FRONTED_AT.match(parts[0])) and len(parts) > 1:
        return _split_times(parts, first)
    if _are_clauses(parts) and (len(parts) > 2 or AND.search(sentence) or _are_of_two(*parts)):
        return [parts[0], *map(_capitalized, parts[1:])]
    subject = SUBJECT.match(parts[0])
    if len(parts) < 3 or not subject or not SPEAKER.match(subject["subject"]) or not _has_predicate(subject):
        return []
    goes_on = all(PREDICATE.match(part) and TIME.search(part) and not REFERS.search(part) for part in parts[1:])
    return [parts[0], *(f"{subject['subject']} {part}" for part in parts[1:])] if goes_on else []


def _are_clauses(parts: list[str]) -> bool:
    says = (CLAUSE.match(part) and not (REFERS.search(part) or WHEN.search(part)) for part in parts)
    return len(parts) > 1 and all(says)


def _are_of_two(first: str, second: str) -> bool:
    """Return whether two clauses beside a comma have two subjects; else one explains the other."""
    subjects = [half.casefold().replace("'", " ").split()[:2] for half in (first, second)]
    owned = [" ".join(words) if words[0] in ("my", "our") else words[0] for words in subjects]
    return owned[0] != owned[1] and "the" not in owned


def _split_alike(sentence: str) -> list[str]:
    """Split what says the same verb of several things: "Notes go in Obsidian and reminders go in Todoist"."""
    parts = JOINT.split(sentence)
    found = [ALIKE.match(part) for part in parts]
    is_alike = len(found) > 1 and all(found) and len({each["verb"].casefold() for each in found if each}) == 1
    if not is_alike or NEGATED.search(sentence) or any(map(REFERS.search, parts)):
        return []
    if not AND.search(sentence) and any(part.casefold().startswith("the ") for part in parts):
        return []  # "The milk is in the fridge, the beer is in the cellar" is one remark
    return [parts[0], *map(_capitalized, parts[1:])]


def _split_times(parts: list[str], first: re.Match[str]) -> list[str]:
    """Split what is done at several times and said once: "weekends I get up at nine" for "weekends at nine"."""
    others = [TIME_AT.match(part) for part in parts[1:]]
    if not all(other and other["link"].casefold() == first["link"].casefold() for other in others):
        return []
    does = first["does"]
    return [parts[0], *(f"{_capitalized(at['when'])} {does} {at['link']} {at['rest']}" for at in others if at)]


def _split_placed(sentence: str) -> list[str]:
    """Split what one verb says of several things, each with its own purpose, place or time."""
    opening = OPENING.match(sentence)
    if not opening or NEGATED.search(opening[0]):
        return []
    rest = JOINT.split(sentence[opening.end() :])
    if len(rest) > 1 and all(map(MINE_SO.match, rest)):
        return [f"{opening['opening']}{item}" for item in rest]
    repeated = f"{opening[0].split()[-1]} ".casefold()  # "I listen to rock at work and to jazz at home"
    rest = [item[len(repeated) :] if item.casefold().startswith(repeated) else item for item in rest]
    start, of_others = opening["opening"], OWNED.match(opening["opening"])
    link = LINK.match(rest[0])
    if (
        link and AND.search(sentence) and rest[0][link.end() :][:1] == " " and not any(map(LINK.match, rest[1:]))
    ):  # "I go by Sam at work"
        start, rest[0] = f"{start}{link[0]} ", rest[0][link.end() + 1 :]
    items = [PLACED.match(item) for item in rest]
    if len(items) < 2 or any(CLAUSE.match(item) or (of_others and OTHER_SUBJECT.match(item)) for item in rest[1:]):
        return []
    if (ORDERED.match(sentence) and any(map(ORDERED.match, rest[1:]))) or not _are_of_one_form(items):
        return []
    return [f"{start}{item[0]}" for item in items if item]


def _are_of_one_form(items: list[re.Match[str] | None]) -> bool:
    """Return whether all items have a thing and the same kind of link: "for", or a time."""
    links = {item["link"].casefold() for item in items if item}
    timed = all(item and TIME.search(item["where"]) for item in items)
    begins = {item["thing"].split()[0].casefold() for item in items if item}
    is_listed = all(map(LINK.fullmatch, begins)) and (len(begins) == 1 or timed)  # in Dutch to …, and in English to …
    things = all(item and (is_listed or _is_thing(item, is_first=item is items[0])) for item in items)
    return things and (len(links) == 1 or timed or links <= PLACES)


def _is_thing(item: re.Match[str], *, is_first: bool) -> bool:
    """Return whether an item names a thing. The first follows the verb, so that it is none: "I pay rent by card"."""
    is_verb = not is_first and item[0][0].islower() and PREDICATE.match(item[0])
    return not (NO_THING.match(item["thing"]) or NEGATED.search(item[0]) or is_verb)


def _split_clauses(sentence: str) -> list[str]:
    """Split at the first "and" after which something else is said, and each half again where it says two things."""
    halves = (_halves(sentence[: joint.start()], sentence[joint.end() :]) for joint in AND.finditer(sentence))
    return [part for half in next(filter(None, halves), []) for part in split(half) or [half]]


def _halves(first: str, second: str) -> list[str]:
    """Return both halves as full sentences; empty if one can't stand alone."""
    if len(first.split()) < 2 or REFERS.search(second):
        return []
    if ORDERED.match(first):
        is_one = not ORDERED.match(second) or bool(NOW.search(first)) or shares_time(first, second)
        return [] if is_one else [first, _capitalized(second)]
    if (
        (CLAUSE.match(first) or DOES.match(first))
        and not WHEN.search(first)
        and (CLAUSE.match(second) or FRONTED.match(second))
        and not (EXCEPTED.match(first) and EXCEPTION.match(second))
    ):
        return [first, _capitalized(second)]
    if _is_past_of_another(first, second):
        return [first, _capitalized(second)]
    rest = _capitalized(_with_verb_of(first, second)) or _with_subject_of(first, second)
    return [first, rest] if rest else []


def _is_past_of_another(first: str, second: str) -> bool:
    """Return whether the halves differ in tense (past, present) and subject."""
    halves = [(PAST_CLAUSE.match(half), CLAUSE.match(half)) for half in (first, second)]
    subjects = {" ".join(half.casefold().split()[:2]) for half in (first, second)}
    (was, is_first), (then, is_second) = halves
    is_mixed = bool((was and is_second and not then) or (is_first and then and not was))
    return is_mixed and len(subjects) == 2 and not WHEN.search(first)


def _with_subject_of(first: str, second: str) -> str:
    """Return a half without a subject with the speaker: "I live in Rome" for "live in Rome"."""
    if NEGATED.search(first) or INFINITIVE.search(first) or RELATIVE.search(first) or shares_time(first, second):
        return ""
    if (was := WAS.match(first)) and STILL.match(second):
        return f"{was['subject']} {second}"
    subject = SUBJECT.match(first)
    speaker = SPEAKER.match(subject["subject"]) if subject else None
    if speaker and speaker["is"] in ("'m", "'re") and DOING.search(first) and DOING.match(second):
        return f"{speaker[0]} {second}"
    goes_on = PREDICATE.match(second) and not WANTS.match(second)
    return f"{speaker['pronoun']} {second}" if subject and speaker and goes_on and _has_predicate(subject) else ""


def _has_predicate(subject: re.Match[str]) -> bool:
    """Return whether a verb follows, or is part of the subject: "I'm a nurse"."""
    return subject["subject"].lower() in ("i'm", "we're") or FIRST_PREDICATE.match(subject["rest"].strip()) is not None


def _with_verb_of(first: str, second: str) -> str:
    """Return a half without a verb with the other's: "my brother lives in Milan" for "my brother in Milan"."""
    gapped, verb = GAPPED.match(second), VERB_AND_LINK.match(first)
    if not (gapped and verb and gapped["link"].casefold() == verb["link"].casefold()):
        return ""
    return f"{gapped['subject']} {verb['verb']} {gapped['link']} {gapped['rest']}"


def shares_time(first: str, second: str) -> bool:
    """Return whether a time at the end may be meant for both: "I drink tea and eat cake at four"."""
    return bool(TIME.search(second)) and not (TIME.search(first) or PLACE.search(first))


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
