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
WHOLE = LazyPattern(rf"[\"“”„«»「」『』`(){{}}\[\]?？：（）\n]|:(?!\d\d)|{BREAK}|\b{en.TOGETHER}\b|{zh.TOGETHER}", re.IGNORECASE)
AND = LazyPattern(rf"; (?:and )?|,? (?:and|n|but|whereas|while(?= {en.SUBJECT} )) (?:also )?", re.IGNORECASE)
REFERS = LazyPattern(
    r"\b(?<!keep )(?:it|its|(?<!/)them|there|this|these|those)\b|\b(?:why|how|who)$", re.IGNORECASE
)  # it means nothing without the other half
JOINT = LazyPattern(r"; |,? (?:and|n|but|whereas) (?:also )?|, (?!\d)", re.IGNORECASE)
PLACED = LazyPattern(
    rf"^(?P<thing>[\w'./+#& -]{{2,60}}?) (?P<where>(?P<link>{en.LINKS}) [\w'./+#: -]{{2,60}})$", re.IGNORECASE
)
PLACES = frozenset({"in", "on", "at"})
SAYS = rf"{en.ADVERBS}{en.IMPERATIVE}|(?:i|we) {en.ADVERBS}{en.FIRST_VERB}|{en.SUBJECT} {en.ADVERBS}{en.STATES}"
SAYS += r"|(?:my|our|the) [\w-]+ [a-z]{2,}(?<!s)s"
OPENING = LazyPattern(rf"^(?P<opening>{en.LEAD}(?:{SAYS}) )", re.IGNORECASE)
SUBJECT = LazyPattern(rf"^{en.LEAD}(?P<subject>{en.SUBJECT})(?P<rest>.*)$", re.IGNORECASE)
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
    rf"^(?:(?-i:I|[Ii]'[md]|[Ii]'ve|i)(?=[ '])|we\b|(?:my|our|the) |(?-i:(?:(?:Dr|Mrs?|Ms|Prof)\.? )?[A-Z][\w-]+(?:'s)?) ){en.ANY_CLAUSE}", re.IGNORECASE
)
DOES = LazyPattern(r"^(?:my|our|the) [\w-]+ [a-z]{2,}(?<!s)s$", re.IGNORECASE)  # "My neighbour snores"
PAST_CLAUSE = LazyPattern(
    rf"^(?:(?:my|our) [\w-]+|(?-i:I|i)|we|(?-i:[A-Z][\w-]+(?: [A-Z]\w+)?)) {en.ADVERBS}{en.PAST} \S", re.IGNORECASE
)
GAPPED = LazyPattern(
    r"^(?P<subject>(?:my|our) \w+|(?-i:[A-Z]\w+)) (?P<link>in|at|for|on|with|near) (?P<rest>\S.*)$", re.IGNORECASE
)
VERB_AND_LINK = LazyPattern(
    r"^(?P<subject>(?:my|our) \w+|[A-Z]\w+) (?P<verb>(?-i:[a-z]\w*s)) (?P<link>in|at|for|on|with|near) ", re.IGNORECASE
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
    return _split_series(sentence) or _split_placed(sentence) or _split_clauses(sentence)


def _split_series(sentence: str) -> list[str]:
    """Split what stands side by side in one form: times with what is done then, or what one person does in turn."""
    parts = JOINT.split(sentence)
    if all(map(FRONTED.match, parts)):
        return [parts[0], *map(_capitalized, parts[1:])] if len(parts) > 1 else []
    if (first := FRONTED_AT.match(parts[0])) and len(parts) > 1:
        return _split_times(parts, first)
    if len(parts) > 1 and all(CLAUSE.match(part) and not (REFERS.search(part) or WHEN.search(part)) for part in parts):
        return [parts[0], *map(_capitalized, parts[1:])]
    subject = SUBJECT.match(parts[0])
    if len(parts) < 3 or not subject or not SPEAKER.match(subject["subject"]) or not _has_predicate(subject):
        return []
    goes_on = all(PREDICATE.match(part) and TIME.search(part) and not REFERS.search(part) for part in parts[1:])
    return [parts[0], *(f"{subject['subject']} {part}" for part in parts[1:])] if goes_on else []


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
    start = opening["opening"]
    link = LINK.match(rest[0])
    if link and rest[0][link.end() :][:1] == " " and not any(map(LINK.match, rest[1:])):  # "I go by Sam at work"
        start, rest[0] = f"{start}{link[0]} ", rest[0][link.end() + 1 :]
    items = [PLACED.match(item) for item in rest]
    if len(items) < 2 or any(map(CLAUSE.match, rest)) or not _are_of_one_form(items):
        return []
    return [f"{start}{item[0]}" for item in items if item]


def _are_of_one_form(items: list[re.Match[str] | None]) -> bool:
    """Return whether all have a thing and the same kind of link: "for", or when."""
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
    return [part for half in next(filter(None, halves), []) for part in _split_english(half) or [half]]


def _halves(first: str, second: str) -> list[str]:
    """Return both halves as sentences of their own; nothing if one of them is none."""
    if len(first.split()) < 2 or REFERS.search(second):
        return []
    if ORDERED.match(first):
        is_one = not ORDERED.match(second) or _shares_time(first, second)
        return [] if is_one else [first, _capitalized(second)]
    if (CLAUSE.match(first) or DOES.match(first)) and not WHEN.search(first) and (CLAUSE.match(second) or FRONTED.match(second)):
        return [first, _capitalized(second)]
    if _is_past_of_another(first, second):
        return [first, _capitalized(second)]
    rest = _capitalized(_with_verb_of(first, second)) or _with_subject_of(first, second)
    return [first, rest] if rest else []


def _is_past_of_another(first: str, second: str) -> bool:
    """Return whether one half says what somebody did and the other how things are with somebody else."""
    halves = [(PAST_CLAUSE.match(half), CLAUSE.match(half)) for half in (first, second)]
    subjects = {" ".join(half.casefold().split()[:2]) for half in (first, second)}
    (was, is_first), (then, is_second) = halves
    is_mixed = bool((was and is_second and not then) or (is_first and then and not was))
    return is_mixed and len(subjects) == 2 and not WHEN.search(first)


def _with_subject_of(first: str, second: str) -> str:
    """Return a half without a subject with the speaker: "I live in Rome" for "live in Rome"."""
    if NEGATED.search(first) or INFINITIVE.search(first) or RELATIVE.search(first) or _shares_time(first, second):
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


def _shares_time(first: str, second: str) -> bool:
    """Return whether a time at the end may be meant for both: "I drink tea and eat cake at four"."""
    return bool(TIME.search(second)) and not TIME.search(first)


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


# Chinese

ZH_JOINT = LazyPattern("[，,；](?:但是?|而且?|并且|同时|另外)?|(?:并且|而且)")
ZH_TIMED = LazyPattern(f"^(?:{zh.TIMES})..")
ZH_FIRST = LazyPattern(f"^(?P<subject>{zh.SUBJECT})(?P<rest>.{{2,}})$")
ZH_OWN = LazyPattern(f"^{zh.SUBJECT}.{{2,}}$")
ZH_RELATIVE = LazyPattern(f"^(?:{zh.RELATIVES}){zh.PREDICATE}..")  # 爸妈住在…, after 我住在…
ZH_PREDICATE = LazyPattern(f"^(?!不是|还有)不?{zh.PREDICATE}")
ZH_CLOSING = LazyPattern("[，,]我?(?:一般|平时|通常|基本上?|都|就)*是?这样的?$")  # says only that it is so
ZH_REFUSES = LazyPattern(f"^(?:也|都|更|从来|平时|从)*不(?:{zh.VERBS})")
ZH_REFUSED = LazyPattern(f"不(?P<verb>{zh.VERBS})")
ZH_ATTRIBUTE = LazyPattern(f"^的?(?:{zh.ATTRIBUTES})(?:是|在|叫|为)?..")
ZH_DONE = LazyPattern("(?:买|去|吃|喝|看|坐|睡|做|打|走|写)了|^.{1,2}得")  # once, not always
ZH_PURPOSE = LazyPattern(
    f"^(?!我|你|他|她|不|没)[\u4e00-\u9fff]{{1,6}}?(?:给我)?(?P<verb>{zh.SHARED_VERBS})[\\w +#.]{{1,20}}$"
)
ZH_KIN = LazyPattern(f"^(?:{zh.NUMBERED}){zh.PREDICATE}..")
ZH_ORDER = LazyPattern(f"^(?:{zh.ORDERS}).")
ZH_OPEN = LazyPattern(f"(?:{zh.OCCASION_ENDS})$")


def _split_chinese(sentence: str) -> list[str]:
    parts = [each.strip() for each in ZH_JOINT.split(ZH_CLOSING.sub("", sentence))]
    if len(parts) > 1 and (_are_parallel(parts) or all(map(ZH_ORDER.match, parts))):
        return parts
    first = ZH_FIRST.match(parts[0])
    if len(parts) < 2 or first is None or ZH_OPEN.search(parts[0]) or any(map(ZH_DONE.search, parts)):
        return []
    if NEGATED.search(parts[0]):
        return [parts[0], *(f"{first['subject']}{part}" for part in parts[1:])] if _refuses(first, parts) else []
    is_timed = bool(ZH_TIMED.match(first["rest"]))
    if not (is_timed or ZH_ATTRIBUTE.match(first["rest"]) or ZH_PREDICATE.match(first["rest"])):
        return []
    split = [parts[0]]
    for part in parts[1:]:
        if ZH_OWN.match(part):
            split.append(part)
        elif ZH_RELATIVE.match(part) or (first["subject"][0] == "我" and ZH_ATTRIBUTE.match(part)):
            split.append(f"我{part}")
        elif len(part) >= 3 and (ZH_PREDICATE.match(part) or (is_timed and ZH_TIMED.match(part))):
            split.append(f"{first['subject']}{part}")
        else:
            return []
    return split


def _refuses(first: re.Match[str], parts: list[str]) -> bool:
    """Return whether each part refuses something, or says what is done at a time without the verb that was refused."""
    refused = ZH_REFUSED.search(first["rest"])
    if not refused or not ZH_REFUSES.match(first["rest"]):
        return False
    others = [part for part in parts[1:] if not ZH_REFUSES.match(part)]
    return all(ZH_TIMED.match(part) and refused["verb"] not in part and not NEGATED.search(part) for part in others)


def _are_parallel(parts: list[str]) -> bool:
    """Return whether every part says when or for what something is, without a subject: 报告用PDF，信件用Word."""
    if all(map(ZH_TIMED.match, parts)) or all(map(ZH_KIN.match, parts)):
        return True
    found = [ZH_PURPOSE.match(part) for part in parts]
    return all(found) and len({each["verb"] for each in found if each}) == 1
