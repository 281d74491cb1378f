"""What is never stored, by anyone, with no override (SPEC §10, S0): checked before anything is written.

Anchored patterns and check digits, because a word list alone finds either too much or too little.
No Django: texts in, findings out. The finding names a category and never repeats the text.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from string import ascii_lowercase, ascii_uppercase, digits

from stdnum import iban, numdb
from stdnum.cn import ric
from stdnum.us import ssn


class Sensitive(StrEnum):
    PASSWORD = "password"  # noqa: S105  the name of a category
    KEY = "key_or_token"
    CARD = "card_number"
    BANK = "bank_number"
    GOVERNMENT_ID = "government_id"
    FINANCIAL = "financial"
    HEALTH = "health"


@dataclass(frozen=True)
class Finding:
    category: Sensitive


# What follows "password is" in a sentence about passwords, where a password would stand.
NOT_ONE = (
    r"(?!(?:an?|the|my|our|not|no|never|always|only|too|very|by|for|from|with|in|on|being|to|stored|kept|saved|managed|"
    r"generated|handled|hashed|encrypted|changed|rotated|expired|required|needed|optional|hidden|important|weak|strong|long|"
    r"short|safe|secure|use|uses|using|do|don't|must|should|keep|rotate|manager|managers)\b)"
)
DIGIT_WITHIN = 256  # characters: in a secret or a number the first digit comes long before
# Every pattern takes time in proportion to the text, whatever the text: what is repeated ends at a character it
# cannot hold itself (possessive: `*+`), is bounded, or the pattern consumes it. PATTERNS read lower-case text: without
# IGNORECASE `re` skips at once what begins with another letter.
PASSWORD = re.compile(
    r"(?:pass(?:word|wd|phrase|code|wort)|\bpwd|密码|口令)['\"]?"
    r"(?:\s++(?:for|to|of)\s++(?:[^.:=]{1,40}?(?=[\s:=：\-为是iw])(?<!\s)|(?<=\s\s)))?\s*+"
    rf"(?:(?:\b(?:is|was)\b(?:\s*+[:=：])?|[:=：]|->|为|是)\s*+{NOT_ONE}['\"]?[^\s'\"]{{3}}"
    r"|(?<=\s)(?=[^\s\d]*+\d)\S{6})"
    r"|\bpin(?:[ -]?(?:code|number|no\.?))?\s*+(?:\bis\b|\bwas\b|[:=：])\s*+['\"]?\d{3,8}+\b"
    r"|\b(?:my pin|pin[ -]?(?:code|number|no\.?))\s++\d{3,8}+\b"
)
KEYS = re.compile(
    r"-----begin [a-z ]*private key"
    r"|\b(?:gh[pousr]_[a-z0-9]{20}|github_pat_\w{20}|glpat-[\w-]{16}"
    r"|xox[abeprs]-[\w-]{10}|xapp-[\w-]{10}"
    r"|hf_[a-z0-9]{20}|npm_[a-z0-9]{20}|pypi-[\w-]{20}|dop_v1_\w{20}|shp(?:at|ss)_\w{20}"
    r"|sg\.[\w-]{16,}+\.[\w-]{16}|mweb_[\w-]{20}"
    r"|\d{8,10}+:aa[\w-]{30}"  # a chat bot's token
    r"|bearer\s++(?=[^\s\d]*+\d)[\w.~+/-]{16})"
    r"|(?<![a-z])(?:api[ _-]?key|secret(?:[ _-]?key)?|access[ _-]?(?:key|token)|auth[ _-]?token|private[ _-]?key|token)"
    rf"['\"]?\s*+(?:\bis\b|[:=：])\s*+['\"]?(?=[^0-9 \t\n]{{0,{DIGIT_WITHIN}}}+[0-9])[^\s'\"]{{8}}"
    r"|(?:密钥|令牌)\s*+[:：=是为]\s*+(?=[!-/:-~]*+\d)[!-~]{8}"
)
ADDRESSES = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}+://[^\s/:@]++:[^\s/@]{3,}+@")  # a password inside an address
CASED_KEYS = re.compile(r"\b(?:(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b|AIza[\w-]{30}|ya29\.[\w-]{20})")
# These consume the whole word, so that it is read once, however often it says "sk-"; a group tells that all was there.
PREFIXED_KEYS = re.compile(r"\b(?:sk|pk|rk)[-_](?=[a-z0-9_-]{16})(?>[^\W\d]++|-++)*+(\d)?")
WEB_TOKENS = re.compile(r"\beyJ[\w-]{8,}+(\.[\w-]{8})?")
LONG_WORD = re.compile(r"[A-Za-z0-9+/_=-]{24,}")
HASH = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}|(?<![0-9A-Za-z])[0-9a-f]{7,64}(?![0-9A-Za-z])")
SORTS = str.maketrans(ascii_lowercase + ascii_uppercase + digits, "a" * 26 + "A" * 26 + "1" * 10, "+/_=-")
RANDOM_FROM = 0.36  # share of neighbours of different sort (a, A, 1): 0.62 in random words, 0.25 in CamelCase2
DIGIT_RUN = re.compile(r"(?<![0-9A-Za-z_.+])\d++(?![A-Za-z_])(?:[\s-]{1,2}\d++(?![A-Za-z_]))*+")
DIGITS_LEAST = 12  # of a card
GROUPED_CARD = re.compile(r"(?<!\d)\d{4}([._/·•])\d{4}\1\d{4}\1\d{4}(?!\d)")
CARD_FIRST_DIGITS: tuple[tuple[re.Pattern[str], frozenset[int]], ...] = tuple(
    (re.compile(first), frozenset(lengths))
    for first, lengths in (
        (r"4", (13, 16, 19)),
        (r"5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)", (16,)),
        (r"3[47]", (15,)),
        (r"3(?:0[0-5]|[689])", (14, 16, 19)),
        (r"35(?:2[89]|[3-8])", (16, 17, 18, 19)),
        (r"6(?:011|4[4-9]|5|2)", (16, 17, 18, 19)),
        (r"5(?:0|[6-8])|6(?:3|7)", (16, 18, 19)),
    )
)
# In the sizes of a run's groups: where a card may begin, and where it may end.
CARD_SHAPE = re.compile(r"4(?:(?=(6[45]))|(?=(44[1-4]))(?=(444[1-4])?))")
DOUBLED = bytes.maketrans(b"0123456789", bytes((0, 2, 4, 6, 8, 1, 3, 5, 7, 9)))
NAMED_CARDS = re.compile(
    r"\b(?:credit|debit|bank|visa|master)[ _-]?cards?\b[^\d\n]{0,30}+\d(?:[ -]?\d){11,18}(?!\d)"
    r"|\bcard\b(?:[ _-]?(?:number|no\.?|#))?[^\w\n]{0,4}(?:is )?\d(?:[ -]?\d){11,18}(?!\d)"
    r"|(?:信用卡|银行卡|卡号)\D{0,6}\d(?:[ -]{0,2}\d){11,18}(?!\d)"
)
IBANS = re.compile(r"(?<![a-z0-9])[a-z]{2}\d{2}(?:[ -]?[a-z0-9]){11,30}")
SSNS = re.compile(r"(?<![\d-])(?!000|666|9)\d{3}[- ](?!00)\d{2}[- ](?!0000)\d{4}(?![\d-])")
RICS = re.compile(r"(?<!\d)(?:\d[ -]?){17}[\dXx](?![0-9A-Za-z])")
RIC_DATE = re.compile(r"\d{10}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
NAMED_IDS = re.compile(
    r"\b(?:passport|social security|national id|real id|id card|driver'?s? licen[cs]e|tax id|ssn|nino)"
    r"(?:[ _](?:number|no\.?|#))?(?:\s*+(?:\bis\b|[:=#]))?\s*+"
    rf"(?=[a-z -]{{0,{DIGIT_WITHIN}}}+\d)[a-z0-9][a-z0-9-]{{4,}}\b"
    r"|(?:身份证|护照)(?:号码?|号)?\s*+[:：是为]?\s*+[a-z0-9]{6}"
)
NAMED_ACCOUNTS = re.compile(
    r"\b(?:bank )?account (?:number|no\.?|#)(?:\s*+(?:\bis\b|[:=#]))?\s*+(?=[^\s\d]*+\d)[a-z0-9][a-z0-9 -]{5,}\b"
    r"|\b(?:routing|sort) (?:number|code)(?:\s*+(?:\bis\b|[:=]))?\s*+\d[\d-]{4}"
    r"|\b(?:cvv|cvc)2?(?:\s*+(?:\bis\b|[:=]))?\s*+\d{3,4}+\b"
    r"|(?:账号|帐号|账户)(?:号码?|号)?\s*+[:：是为]?\s*+\d{8}"
)
MONEY = r"(?:[$€£¥]\s?\d|(?<!\d)\d[\d,.]*+\s?(?:k\b|dollars\b|euros\b|pounds\b|usd\b|eur\b|gbp\b|rmb\b|yuan\b))"
FINANCIAL = re.compile(
    r"\b(?:my|user'?s?|their|his|her|annual|monthly|net|gross|yearly)\s++"
    r"(?:salary|income|wages?|debts?|mortgage|net worth|savings|credit score|(?:bank|account)(?: account)? balance)\b"
    rf"|\b(?:earn(?:s|ed|ing)?|owes?|owed|in debt)\b(?=[^.\n$€£¥0-9]{{0,24}}+[$€£¥0-9])[^.\n]{{0,24}}?{MONEY}"
    rf"|\b(?:makes?|balance|salary|income|debt|mortgage)\b(?=[^.\n$€£¥0-9]{{0,16}}+[$€£¥0-9])[^.\n]{{0,16}}?{MONEY}"
    r"|\b(?:makes?|earns?)\s++\d[\d,.]*+(?:\s*+k)?\s++(?:an?|per|every)\s++(?:year|month|hour)"
    r"|(?:月薪|年薪|工资|收入是|负债|存款|余额|房贷)"
)
ALLERGY = re.compile(r"\ballerg(?:y|ies|ic)\b|过敏")
# Words that mean something else in work and software ("visual aids", "std::", "disabled", "prescribed",
# "diagnose a bug", "non-alcoholic", "the Great Depression") only count in a phrase about a person.
HEALTH_WORDS = (
    r"diabet(?:es|ic); cancer; chemotherapy; tumou?rs?; hiv; hepatitis; asthma(?:tic)?; epilep(?:sy|tic); "
    r"clinical depression; major depression; severe depression; postpartum depression; chronic depression; "
    r"have (?:depression|anxiety); has (?:depression|anxiety); having (?:depression|anxiety); "
    r"had (?:depression|anxiety); with (?:depression|anxiety); from (?:depression|anxiety); "
    r"my (?:depression|anxiety); against (?:depression|anxiety); anxiety disorder; panic attacks?; bipolar; "
    r"schizophreni(?:a|c); adhd; autis(?:m|tic); ptsd; anorexi(?:a|c); bulimi(?:a|c); migraines?; arthritis; "
    r"hypertension; blood pressure; my cholesterol; high cholesterol; lower cholesterol; thyroid; crohn'?s; celiac; "
    r"coeliac; irritable bowel; concussion; heart disease; cardiovascular disease; kidney disease; liver disease; "
    r"celiac disease; autoimmune disease; heart attack; mononucleosis; rhinitis; dementia; alzheimer'?s; "
    r"parkinson'?s; multiple sclerosis; leuka?emia; an(?:a)?emia; sleep apnoea; sleep apnea; insomnia; lupus; eczema; "
    r"psoriasis; vitamin \w+ deficiency; iron deficiency; diagnosed with; my diagnos[ie]s; medical diagnos[ie]s; "
    r"health diagnos[ie]s; medications?; prescription (?:drugs?|medicines?|pills?); my prescription; a prescription; "
    r"prescribed (?:me|by (?:my|a|the) doctor|medicine); antidepressants?; insulin; metformin; prozac; xanax; zoloft; "
    r"ibuprofen; statins?; inhaler; chronic (?:pain|illness|disease); pregnan(?:t|cy); miscarriage; abortion; "
    r"blood (?:tests?|sugar|type); biopsy; mri scan; surgery; my therapist; a therapist; psychiatrist; disability; "
    r"i am disabled\b(?! by default); i'm disabled\b(?! by default); is disabled\b(?! by default); an alcoholic; "
    r"alcoholism; rehab"
)
CASED_HEALTH = re.compile(r"\b(?:AIDS|STDs?|STIs|OCD)\b")
HEALTH_ZH = r"糖尿病|癌症|肿瘤|抑郁|焦虑症|高血压|哮喘|癫痫|确诊|怀孕|处方药|服药|吃药|艾滋|精神分裂|化疗|手术"


def _by_letter(words: str) -> str:
    """The same alternatives behind one letter each, so that a word is compared with those of its letter only."""
    letters: dict[str, list[str]] = {}
    for word in words.split("; "):
        letters.setdefault(word[0], []).append(word[1:])
    return "|".join(f"{letter}(?:{'|'.join(rest)})" for letter, rest in letters.items())


HEALTH = re.compile(rf"\b(?:{_by_letter(HEALTH_WORDS)})\b|{HEALTH_ZH}")
PATTERNS: tuple[tuple[Sensitive, re.Pattern[str]], ...] = (
    (Sensitive.KEY, KEYS),
    (Sensitive.KEY, ADDRESSES),
    (Sensitive.PASSWORD, PASSWORD),
    (Sensitive.CARD, NAMED_CARDS),
    (Sensitive.BANK, NAMED_ACCOUNTS),
    (Sensitive.GOVERNMENT_ID, NAMED_IDS),
    (Sensitive.FINANCIAL, FINANCIAL),
    (Sensitive.HEALTH, HEALTH),
)


def iter_strings(value: object) -> Iterator[str]:
    """Every text in a JSON-like value, dictionary keys included; as deep as it goes, without recursion."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str() as text:
                yield text
            case dict() as pairs:
                waiting += [part for pair in reversed(pairs.items()) for part in reversed(pair)]
            case bool() | bytes() | None:
                pass
            case int() | float() as number:
                yield _digits(number)
            case Iterable() as several:
                waiting += reversed(list(several))


def _digits(number: float) -> str:
    try:
        return str(number)
    except ValueError:  # more than 4,300 digits: no number anybody means
        return ""


def inspect(value: object, *, allow_allergy: bool = False) -> Finding | None:
    """The first reason why this must not be stored, or None.

    Each text is looked at alone, and all of them joined, so that "password" in one field and the
    password in the next are found together. `allow_allergy`: the person's own save in dietary.
    """
    texts = [_readable(text) for text in iter_strings(value)]
    for text in [*texts, ": ".join(texts)] if texts[1:] else texts:
        if found := _sensitive(text, allow_allergy=allow_allergy):
            return Finding(found)
    return None


SHOWN = re.compile(r"⟨U\+[0-9A-F]{4,6}⟩")  # how words.visible writes an invisible character out


MARKS_TOGETHER = 30  # combining marks; what sorts them takes the square of their number, and no script writes as many


def _readable(text: str) -> str:
    """All digits and dashes made plain, invisible characters taken out, shown or not: no hiding between them."""
    if text.isascii() and text.isprintable():  # has none
        return text
    folded = unicodedata.normalize("NFKC", _few_marks(SHOWN.sub("", text)))
    return folded.translate({ord(c): _plain(c) for c in set(folded)})


def _few_marks(text: str) -> str:
    """With a grapheme joiner after so many combining marks, as Unicode's stream-safe text has (UAX 15)."""
    marks = "".join(c for c in set(text) if _is_mark(c))
    return re.sub(f"([{marks}]{{{MARKS_TOGETHER}}})", "\\1\u034f", text) if marks else text


@cache
def _is_mark(c: str) -> bool:
    return c > "\u02ff" and any(map(unicodedata.combining, unicodedata.normalize("NFKD", c)))


@cache
def _plain(c: str) -> str:
    match unicodedata.category(c):
        case "Nd":
            return str(unicodedata.digit(c))
        case "Pd":
            return "-"
        case "Zs" | "Zl" | "Zp":
            return " "
        case "Cf" | "Cc" | "Cs" | "Co" if c not in "\n\t":
            return ""
        case "Mn" if "\ufe00" <= c <= "\ufe0f" or c == "\u034f":  # variation selectors, the grapheme joiner
            return ""
    return c


def _sensitive(text: str, *, allow_allergy: bool) -> Sensitive | None:
    lower = text.replace("İ", "i").replace("ı", "i").lower()  # as many characters as before
    if CASED_KEYS.search(text) or _is_complete(WEB_TOKENS, text) or _is_complete(PREFIXED_KEYS, lower):
        return Sensitive.KEY
    for category, pattern in PATTERNS:
        if pattern.search(lower):
            return category
    if CASED_HEALTH.search(text) or (ALLERGY.search(lower) and not allow_allergy):
        return Sensitive.HEALTH
    return _numbers(text, lower) or (Sensitive.KEY if any(map(_is_random, LONG_WORD.findall(text))) else None)


def _is_complete(pattern: re.Pattern[str], text: str) -> bool:
    return any(match.lastindex for match in pattern.finditer(text))


def _numbers(text: str, lower: str) -> Sensitive | None:
    if any(_is_ric(_joined(m.group())) for m in RICS.finditer(text)):
        return Sensitive.GOVERNMENT_ID
    if any(map(_is_card, _possible_cards(text))):
        return Sensitive.CARD
    if any(_starts_with_iban(_joined(m.group()).upper()) for m in IBANS.finditer(lower)):
        return Sensitive.BANK
    if any(ssn.is_valid(m.group().replace(" ", "-")) for m in SSNS.finditer(text)):
        return Sensitive.GOVERNMENT_ID
    return None


def _joined(number: str) -> str:
    return number.replace(" ", "").replace("-", "")


def _is_ric(number: str) -> bool:
    return RIC_DATE.match(number) is not None and bool(ric.is_valid(number))


def _starts_with_iban(run: str) -> bool:
    """Spaces inside are usual, so the words behind it may be in the run; each country has its one length."""
    length = _iban_length(run[:2])
    return 0 < length <= len(run) and bool(iban.is_valid(run[:length], check_country=False))


@cache
def _iban_length(country: str) -> int:
    """0 where there is no such country."""
    ((_, known),) = numdb.get("iban").info(country)[:1]
    return 4 + sum(map(int, re.findall(r"(\d+)!", known["bban"]))) if known else 0


def _possible_cards(text: str) -> Iterator[str]:
    """Whole runs of digits, and within longer runs whatever is grouped like a card."""
    for match in GROUPED_CARD.finditer(text):
        yield re.sub(r"\D", "", match.group())
    for match in DIGIT_RUN.finditer(text):
        groups = match.group().replace("-", " ").split()
        if len(run := "".join(groups)) < DIGITS_LEAST:
            continue
        yield run
        if len(groups) > 1:
            shape = "".join([str(min(len(group), 9)) for group in groups])
            for window in CARD_SHAPE.finditer(shape):
                yield from ("".join(groups[window.start() : end]) for end in _ends(window))
            yield from groups


def _ends(window: re.Match[str]) -> Iterator[int]:
    return (window.end(part) for part in (1, 2, 3) if window[part])


def _is_card(number: str) -> bool:
    """A network's first digits with a length it uses, and a right check digit."""
    return len(number) in _card_lengths(number[:4]) and len(set(number)) > 1 and _is_luhn(number)


@cache
def _card_lengths(first: str) -> frozenset[int]:
    """How long a card's number with these first four digits may be."""
    return frozenset().union(*(lengths for start, lengths in CARD_FIRST_DIGITS if start.match(first)))


def _is_luhn(number: str) -> bool:
    """Luhn's check, as stdnum has it, without a step in Python for each digit: a text may hold 15,000 candidates."""
    reverse = number.encode()[::-1]
    return (sum(reverse[::2]) - ord("0") * len(reverse[::2]) + sum(reverse[1::2].translate(DOUBLED))) % 10 == 0


def _is_random(word: str) -> bool:
    """Whether its characters follow one another without any order: no word, name, path, hash or date does."""
    sorts = HASH.sub("", word).translate(SORTS)
    if len(sorts) < 20 or len(set(sorts)) < 3:
        return False
    changes = sum(map(sorts.count, ("aA", "Aa", "a1", "1a", "A1", "1A")))
    return changes >= RANDOM_FROM * (len(sorts) - 1)
