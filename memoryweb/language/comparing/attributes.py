"""Parses what somebody has one of at a time: a home, an employer, a manager, an editor. Two that differ contradict.

"I work at Acme" and "I joined Globex" share no word and contradict each other; "my sister lives in Rome" and "my
brother lives in Milan" share most and do not. So a statement is read for the attribute, whose it is, and when it holds.
"""

import re
from dataclasses import dataclass

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.en import attributes as en
from memoryweb.language.locales.zh import attributes as zh
from memoryweb.language.text import tokens

READ_MAX = 600  # characters
SAME_THING = {"bank": "bank", "car": "drive", "school": "school", "university": "school"}
NOBODY = frozenset({"?"})  # whose it is was not understood: it contradicts nothing

Words = frozenset[str]


@dataclass(frozen=True)
class Attribute:
    """One attribute that a statement names. `values` are what it is, `gone` what it no longer is."""

    slot: str
    holder: Words  # empty for the speaker
    values: frozenset[Words] = frozenset()
    gone: frozenset[Words] = frozenset()
    when: Words = frozenset()

    @property
    def marks(self) -> list[str]:
        """Return word parts of which each statement about this attribute contains one."""
        slot = next(slot for slot in MARKS if self.slot.startswith(slot))
        return MARKS[slot] or [self.slot.removeprefix(slot).strip().split()[0]]

    def contradicts(self, other: "Attribute") -> bool:
        """Return whether the two attributes exclude each other."""
        if self.slot != other.slot or self.holder != other.holder:
            return False
        if _share(self.gone, other.values) or _share(other.gone, self.values):
            return True
        if self.when != other.when or not (self.values and other.values):
            return False
        return not _share(self.values, other.values) and not self._is_wider(other)

    def agrees_with(self, other: "Attribute") -> bool:
        """Return whether two attributes have one value, perhaps worded differently."""
        is_same = (self.slot, self.holder, self.when) == (other.slot, other.holder, other.when)
        return is_same and _share(self.values, other.values) and not self.contradicts(other)

    def _is_wider(self, other: "Attribute") -> bool:
        """Return whether one home is a country, the other a town."""
        return self.slot == "home" and _is_country(self.values) != _is_country(other.values)


def _share(some: frozenset[Words], others: frozenset[Words]) -> bool:
    """Return whether two values may be equal: Acme and Acme Corp."""
    return any(one <= other or other <= one for one in some for other in others)


def _is_country(values: frozenset[Words]) -> bool:
    return all(" ".join(sorted(each)) in COUNTRIES or ZH_COUNTRIES.search("".join(each)) for each in values)


def parse(text: str) -> list[Attribute]:
    """Return a statement's attributes; none for questions, wishes, plans and the past."""
    text = readable(text)
    if not text:
        return []
    found = _read_chinese(text) if tokens.CJK.search(text) else []
    if tokens.detect_language(text) != "zh":
        found += [*_read_patterns(text), *_read_numbers(text)]
    return [each for each in found if each.holder != NOBODY]


def readable(text: str) -> str:
    """Return a text's beginning on one line; empty for questions and quotations."""
    text = " ".join(text[:READ_MAX].replace("’", "'").split())
    return "" if text.endswith(("?", "？", "吗")) or QUOTED.search(text) else text


def _compile(pattern: str, roles: dict[str, str]) -> LazyPattern:
    return LazyPattern(pattern.replace("@ROLES@", "|".join(roles.values())), re.IGNORECASE)


QUOTED = LazyPattern(r"^[\"“「『‘]|\b(?:said|says|asked|wrote|told me|heard)\b|(?:说|问|听说)")
PATTERNS = tuple((slot, _compile(pattern, en.ROLES)) for slot, pattern in en.PATTERNS)
TIMED = tuple((slot, LazyPattern(rf"\b(?:{words}){en.AT_TIME}(?P<rest>.*)", re.IGNORECASE)) for slot, words in en.TIMED)
COUNTED = LazyPattern(en.COUNTED, re.IGNORECASE)
STATES = tuple((slot, LazyPattern(pattern, re.IGNORECASE)) for slot, pattern in en.STATES.items())
MANNERS = tuple(LazyPattern(pattern, re.IGNORECASE) for pattern in en.MANNERS)
ZH_PATTERNS = tuple((slot, _compile(pattern, zh.ROLES)) for slot, pattern in zh.PATTERNS)
HEDGES = LazyPattern(rf"\b{en.HEDGES}(?![\w'])", re.IGNORECASE)
PAST = LazyPattern(en.PAST, re.IGNORECASE)
VALUE_END = LazyPattern(en.VALUE_END, re.IGNORECASE)
OCCASION = LazyPattern(en.OCCASION, re.IGNORECASE)
DURATION = LazyPattern(r"(?:for|over) (?:\w+ ){0,3}(?:years?|months?|weeks?|decades?|ages|now|good)\b", re.IGNORECASE)
DESCRIBES = LazyPattern(en.DESCRIBES)
COUNTRIES = frozenset(" ".join(sorted(each.split())) for each in en.COUNTRIES)
ZH_COUNTRIES = LazyPattern(zh.COUNTRIES)
ZH_HEDGES = LazyPattern(zh.HEDGES)
ZH_NO_NAME = LazyPattern(zh.NO_NAME)
ZH_SPEAKER = LazyPattern(zh.SPEAKER)
CLAUSE = LazyPattern(r"[,;:.!?()]\s|\s(?:and|but|so|then|because)\s")
AUXILIARIES = LazyPattern(rf"\b{en.AUXILIARIES}\b", re.IGNORECASE)
ZH_CLAUSE = LazyPattern("[，。；！？、,;]")
MARKS = {slot: marks.split() for slot, marks in sorted(en.MARKS.items(), key=lambda pair: -len(pair[0]))}
THIRD_PERSON = LazyPattern(r"s$")


def _holder(before: str, verb: str = "") -> Words:
    """Return the attribute's owner from the words before the verb; empty for the speaker."""
    clause = CLAUSE.split(before)[-1]
    if HEDGES.search(clause):
        return NOBODY
    rest = [word.strip("'") for word in re.findall(r"[\w'-]+", AUXILIARIES.sub(" ", clause).casefold())]
    rest = [word for word in rest if word]
    if not rest and THIRD_PERSON.search(verb) and not re.search(r"\buser\b", before, re.IGNORECASE):
        return NOBODY
    return NOBODY if len(rest) > 3 else frozenset(rest)


def _is_lower(text: str) -> bool:
    """Return whether the writer omits capitals, so that names lack them too."""
    return not re.search(r"[A-Z]", re.sub(r"^\W*\w|\bI\b|\bI'", "", text))


def _name(text: str, value: str) -> tuple[frozenset[Words], Words]:
    """Return the names at the start of a value and the occasion after them; no names for "a bank"."""
    value = VALUE_END.sub(lambda cut: _more_names(cut[0]), value.strip())
    occasion = OCCASION.search(value)
    lasts = occasion and DURATION.match(occasion["when"])
    when = frozenset(tokens.word_counts(occasion["when"])) if occasion and not lasts else frozenset()
    value = value[: occasion.start()] if occasion else value
    names = [re.sub(r"^the\s|'s$", "", each.strip(), flags=re.IGNORECASE) for each in re.split(r"\s(?:and|&)\s", value)]
    return frozenset(frozenset(tokens.normalize(each).split()) for each in names if _is_name(text, each)), when


def _more_names(rest: str) -> str:
    """Return " and Globex" where a value goes on with another name, and nothing where something else begins."""
    more = re.match(r"\sand [A-Z][\w-]*$", rest)
    return rest if more else ""


def _is_name(text: str, value: str) -> bool:
    words = value.split()
    if not words or len(words) > 5 or words[0].casefold() in en.NO_NAME:
        return False
    if any(word[0].isupper() or word[0].isdigit() for word in words):
        return True
    is_described = any(word in en.NO_NAME or DESCRIBES.search(word) for word in words)
    return _is_lower(text) and len(words) <= 3 and not is_described


def _read_patterns(text: str) -> list[Attribute]:
    found = []
    for slot, pattern in PATTERNS:
        for match in pattern.finditer(text):
            groups = match.groupdict(default="")
            is_mine = slot == "person"  # its pattern says "my"
            holder = frozenset() if is_mine else _holder(text[: match.start()], groups.get("verb", ""))
            if holder == NOBODY or PAST.search(text[match.end() :]):
                continue
            values, when = _name(text, groups.get("value", ""))
            gone = _name(text, groups.get("gone", ""))[0]
            found += _of_slot(slot, groups, Attribute(slot, holder, values, gone, when))
    return found


def _of_slot(slot: str, groups: dict[str, str], read: Attribute) -> list[Attribute]:
    """Return the attributes of a pattern's match; a move also ends the old place or employer."""
    if not (read.values or read.gone):
        return []
    if slot == "replaced":
        return [Attribute(each, read.holder, gone=read.gone) for each in ("employer", "home", "drive", "thing bank")]
    if slot == "person":
        role = _synonym(en.ROLES, groups["role"])
        return [Attribute(f"person {role}", read.holder, read.values, when=read.when)]
    if slot == "thing":
        thing = groups["thing"].casefold()
        name = SAME_THING.get(thing, f"thing {thing}")
        return [Attribute(name, read.holder, read.values, when=read.when)]
    more = [Attribute("employer", read.holder, gone=read.gone)] if slot == "home" and read.gone else []
    return [read, *more]


def _synonym(roles: dict[str, str], word: str) -> str:
    return next((role for role, words in roles.items() if re.fullmatch(words, word, re.IGNORECASE)), word.casefold())


def _read_numbers(text: str) -> list[Attribute]:
    """Read times of the day, how many of something, marriage, and how coffee is taken or work is reached."""
    found = []
    for slot, pattern in TIMED:
        if match := pattern.search(text):
            hour = en.NUMBERS.get(match["value"].casefold(), match["value"])
            value = frozenset({f"{hour.removesuffix(':00')}{(match['half'] or '').replace('.', '').lower()}"})
            when = frozenset(tokens.word_counts(match["rest"])) - {"now", "day"}
            found.append(Attribute(f"time {slot}", _holder(text[: match.start()]), frozenset({value}), when=when))
    for match in COUNTED.finditer(text):
        number = en.NUMBERS.get(match["value"].casefold(), match["value"])
        thing = match["thing"].casefold().removesuffix("s")
        slot = f"number {en.SAME_COUNTED.get(thing, thing)}"
        found.append(Attribute(slot, _holder(text[: match.start()]), frozenset({frozenset({number})})))
    for slot, pattern in STATES:
        if (match := pattern.search(text)) and not HEDGES.search(text[: match.start()]):
            found.append(Attribute(slot, frozenset(), frozenset({frozenset({match["value"].casefold()})})))
    for pattern in MANNERS:
        if match := pattern.search(text):
            said = VALUE_END.sub("", match["value"])
            value = frozenset(tokens.word_counts(said)) or frozenset({said.casefold()})
            slot = f"manner {(match['thing'] or 'work').casefold()}"
            found.append(Attribute(slot, _holder(text[: match.start()], match["verb"]), frozenset({value})))
    return found


# Chinese


def _chinese_holder(before: str) -> Words:
    clause = ZH_CLAUSE.split(before)[-1]
    if ZH_HEDGES.search(clause):
        return NOBODY
    if ZH_SPEAKER.search(clause):
        return frozenset()
    return frozenset({re.sub("(?:现在|目前|已经|一直|还|就|都|刚|最近|的)+$", "", clause)})


def _chinese_names(value: str) -> frozenset[Words]:
    value = re.sub("(?:了|的|去)+$", "", value).strip().casefold()
    return frozenset() if not value or ZH_NO_NAME.search(value) else frozenset({frozenset({value})})


def _read_chinese(text: str) -> list[Attribute]:
    found = []
    for slot, pattern in ZH_PATTERNS:
        for match in pattern.finditer(text):
            groups = match.groupdict(default="")
            before = text[: match.start()] if slot in ("home", "employer", "replaced") else ""
            if "也" in text[: match.start()] or (slot == "person" and ZH_HEDGES.search(text[: match.start()])):
                continue
            values, gone = (
                _chinese_names(groups.get("value", "")),
                _chinese_names(groups.get("gone") or groups.get("left", "")),
            )
            read = Attribute(slot, _chinese_holder(before), values, gone)
            if read.holder == NOBODY or not (values or gone):
                continue
            if slot == "person":
                found.append(Attribute(f"person {_synonym(zh.ROLES, groups['role'])}", frozenset(), values))
            elif slot == "replaced":
                found += [Attribute(each, read.holder, gone=gone) for each in ("employer", "home", "drive")]
            else:
                found.append(read)
    return found
