"""Detects what is never stored, whoever sends it (SPEC §10, S0). Every write is checked here first.

The checks are patterns and check digits: a word list alone finds either too much or too little.
A finding names a category and never repeats the text.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from string import ascii_lowercase, ascii_uppercase, digits

from memoryweb.rules import check_digits


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


# Words after "password is" that make the sentence one about passwords in general.
NO_ORDINARY_WORD = (
    r"(?!(?:an?|the|my|our|not|no|never|always|only|too|very|by|for|from|with|in|on|being|to|stored|kept|saved|managed|"
    r"generated|handled|hashed|encrypted|changed|rotated|expired|required|needed|optional|hidden|important|weak|strong|long|"
    r"short|safe|secure|use|uses|using|do|don't|must|should|keep|rotate|manager|managers)\b)"
)
DIGIT_WITHIN = 256  # characters; in a secret or a number the first digit comes much earlier
# Every pattern takes time proportional to the length of the text. A repetition is possessive (`*+`), bounded, or
# consumes what it read. The patterns in PATTERNS search lower-case text: without IGNORECASE, `re` skips quickly to
# the first letter of a pattern.
PASSWORD = re.compile(
    r"(?:pass(?:word|wd|phrase|code|wort)|\bpwd|密码|口令)['\"]?"
    r"(?:\s++(?:for|to|of)\s++(?:[^\s.:=：为是]{1,30}+\s*+){1,8}?)?\s*+"
    rf"(?:(?:\b(?:is|was)\b(?:\s*+[:=：])?|[:=：]|->|为|是)\s*+{NO_ORDINARY_WORD}['\"]?[^\s'\"]{{3}}"
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
# These two consume the whole word, so each word is read once. The group matches only if the key is complete.
PREFIXED_KEYS = re.compile(r"\b(?:sk|pk|rk)[-_](?=[a-z0-9_-]{16})(?>[^\W\d]++|-++)*+(\d)?")
WEB_TOKENS = re.compile(r"\beyJ[\w-]{8,}+(\.[\w-]{8})?")
LONG_WORD = re.compile(r"[A-Za-z0-9+/_=-]{24,}")
HASH = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}|(?<![0-9A-Za-z])[0-9a-f]{7,64}(?![0-9A-Za-z])")
CHARACTER_CLASSES = str.maketrans(ascii_lowercase + ascii_uppercase + digits, "a" * 26 + "A" * 26 + "1" * 10, "+/_=-")
RANDOM_FROM = 0.36  # share of neighbors of different class (a, A, 1): 0.62 in random words, 0.25 in CamelCase2
NAMED_CARDS = re.compile(
    r"\b(?:credit|debit|bank|visa|master)[ _-]?cards?\b[^\d\n]{0,30}+\d(?:[ -]?\d){11,18}(?!\d)"
    r"|\bcard\b(?:[ _-]?(?:number|no\.?|#))?[^\w\n]{0,4}(?:is )?\d(?:[ -]?\d){11,18}(?!\d)"
    r"|(?:信用卡|银行卡|卡号)\D{0,6}\d(?:[ -]{0,2}\d){11,18}(?!\d)"
)
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
    """Return the alternatives grouped by first letter, so that a word is compared only with those of its letter."""
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
    """Yield every text in a JSON-like value, with dictionary keys, at any depth, without recursion."""
    stack = [value]
    while stack:
        match stack.pop():
            case str() as text:
                yield text
            case dict() as pairs:
                stack += [part for pair in reversed(pairs.items()) for part in reversed(pair)]
            case bool() | bytes() | None:
                pass
            case int() | float() as number:
                yield _digits(number)
            case Iterable() as several:
                stack += reversed(list(several))


def _digits(number: float) -> str:
    try:
        return str(number)
    except ValueError:  # Python refuses to write out more than 4,300 digits
        return ""


def inspect(value: object, *, allow_allergy: bool = False) -> Finding | None:
    """Return the first reason why this value must not be stored, or None.

    Checks each text alone and all texts joined, so that "password" in one field and the password in the next are
    found together. `allow_allergy` is for a person's own entry in the category dietary.
    """
    texts = [_readable(text) for text in iter_strings(value)]
    for text in [*texts, ": ".join(texts)] if texts[1:] else texts:
        if category := _sensitive(text, allow_allergy=allow_allergy):
            return Finding(category)
    return None


SHOWN = re.compile(r"⟨U\+[0-9A-F]{4,6}⟩")  # how tokens.show_invisible writes an invisible character

MARKS_TOGETHER = 30  # combining marks in a row; sorting them takes quadratic time, and no script writes so many


def _readable(text: str) -> str:
    """Return the text with plain digits, dashes and spaces, and without invisible characters."""
    if text.isascii() and text.isprintable():  # already plain
        return text
    folded = unicodedata.normalize("NFKC", _few_marks(SHOWN.sub("", text)))
    return folded.translate({ord(c): _plain(c) for c in set(folded)})


def _few_marks(text: str) -> str:
    """Return the text with a grapheme joiner after every MARKS_TOGETHER marks, as stream-safe text has it (UAX 15)."""
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
    lower = text.replace("İ", "i").replace("ı", "i").lower()  # keeps the length
    if CASED_KEYS.search(text) or _is_complete(WEB_TOKENS, text) or _is_complete(PREFIXED_KEYS, lower):
        return Sensitive.KEY
    for category, pattern in PATTERNS:
        if pattern.search(lower):
            return category
    if CASED_HEALTH.search(text) or (ALLERGY.search(lower) and not allow_allergy):
        return Sensitive.HEALTH
    return _number(text, lower) or (Sensitive.KEY if any(map(_is_random, LONG_WORD.findall(text))) else None)


def _is_complete(pattern: re.Pattern[str], text: str) -> bool:
    return any(match.lastindex for match in pattern.finditer(text))


def _number(text: str, lower: str) -> Sensitive | None:
    """The category of a number that its check digits prove."""
    if check_digits.has_resident_id(text):
        return Sensitive.GOVERNMENT_ID
    if check_digits.has_card(text):
        return Sensitive.CARD
    if check_digits.has_iban(lower):
        return Sensitive.BANK
    return Sensitive.GOVERNMENT_ID if check_digits.has_ssn(text) else None


def _is_random(word: str) -> bool:
    """Return whether a word looks like a random string: words, names, paths, hashes and dates do not."""
    classes = HASH.sub("", word).translate(CHARACTER_CLASSES)
    if len(classes) < 20 or len(set(classes)) < 3:
        return False
    changes = sum(map(classes.count, ("aA", "Aa", "a1", "1a", "A1", "1A")))
    return changes >= RANDOM_FROM * (len(classes) - 1)
