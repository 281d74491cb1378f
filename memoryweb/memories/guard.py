"""What is never stored, by anyone, with no override (SPEC §10, S0): checked before anything is written.

Anchored patterns and check digits, because a word list alone finds either too much or too little.
No Django: texts in, findings out. The finding names a category and never repeats the text.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from stdnum import iban, luhn
from stdnum.cn import ric
from stdnum.us import ssn


class Sensitive(StrEnum):
    PASSWORD = "password"
    KEY = "key_or_token"
    CARD = "card_number"
    BANK = "bank_number"
    GOVERNMENT_ID = "government_id"
    FINANCIAL = "financial"
    HEALTH = "health"


@dataclass(frozen=True)
class Finding:
    category: Sensitive


PASSWORD = re.compile(
    r"(?:pass(?:word|wd|phrase|code|wort)|\bpwd|\bpin(?:[ -]?(?:code|number))?|密码|口令)['\"]?"
    r"(?:\s+(?:for|to|of)\s+[^.:=]{1,40}?)?\s*"
    r"(?:(?:\bis\b|\bwas\b|[:=：]|->|为|是)\s*(?!not\b|a\b|the\b|my\b|stored\b|kept\b|in\b)['\"]?[^\s'\"]{3,}"
    r"|\s(?=\S*\d)\S{6,})",
    re.IGNORECASE,
)
KEYS = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY"
    r"|\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9_-]{16,}"
    r"|\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b"
    r"|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}"
    r"|\bxox[abeprs]-[\w-]{10,}|\bxapp-[\w-]{10,}"
    r"|\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}"
    r"|\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?"
    r"|\bhf_[A-Za-z0-9]{20,}|\bnpm_[A-Za-z0-9]{20,}|\bpypi-[\w-]{20,}|\bdop_v1_\w{20,}|\bshp(?:at|ss)_\w{20,}"
    r"|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bmweb_[\w-]{20,}"
    r"|\b\d{8,10}:AA[\w-]{30,}"  # a chat bot's token
    r"|\b[a-z][a-z0-9+.-]*://[^\s/:@]+:[^\s/@]{3,}@"  # a password inside an address
    r"|\bbearer\s+[\w.~+/-]{16,}"
    r"|\b(?:api[ _-]?key|secret(?:[ _-]?key)?|access[ _-]?(?:key|token)|auth[ _-]?token|private[ _-]?key|token)"
    r"['\"]?\s*(?:\bis\b|[:=：])\s*['\"]?(?=\S*\d)[^\s'\"]{8,}",
    re.IGNORECASE,
)
LONG_WORD = re.compile(r"[A-Za-z0-9+/_=-]{24,}")
HARMLESS_LONG_WORD = re.compile(
    r"^(?:[0-9a-f]+|[0-9A-F]+|\{?[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\}?|[0-9-]+)$"
)  # git hashes, UUIDs and runs of digits: looked at by other rules
ENTROPY_BITS = 4.0  # a random base-64 word of 24 has 4.3, an English compound about 3.5
DIGITS = re.compile(r"(?<![\w.])\d(?:[ -]?\d){12,18}(?![\w])")
IBANS = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b", re.IGNORECASE)
SSNS = re.compile(r"(?<![\d-])\d{3}[- ]\d{2}[- ]\d{4}(?![\d-])")
RICS = re.compile(r"(?<!\d)(?:\d ?){17}[\dXx](?!\d)")
NAMED_IDS = re.compile(
    r"\b(?:passport|social security|national id|id card|driver'?s? licen[cs]e|tax id|ssn|nino)"
    r"(?: (?:number|no\.?|#))?\s*(?:\bis\b|[:=#])?\s*(?=[A-Z0-9 -]*\d)[A-Z0-9][A-Z0-9-]{4,}\b"
    r"|(?:身份证|护照)(?:号码?|号)?\s*[:：是为]?\s*[A-Z0-9]{6,}",
    re.IGNORECASE,
)
NAMED_ACCOUNTS = re.compile(
    r"\b(?:bank )?account (?:number|no\.?|#)\s*(?:\bis\b|[:=#])?\s*(?=\S*\d)[A-Z0-9][A-Z0-9 -]{5,}\b"
    r"|\b(?:routing|sort) (?:number|code)\s*(?:\bis\b|[:=])?\s*\d[\d-]{4,}|\b(?:cvv|cvc)2?\s*(?:\bis\b|[:=])?\s*\d{3,4}\b"
    r"|(?:银行卡|账号|帐号)(?:号码?|号)?\s*[:：是为]?\s*\d{8,}",
    re.IGNORECASE,
)
FINANCIAL = re.compile(
    r"\b(?:my|user'?s?|their|his|her|annual|monthly|net|gross|yearly)\s+"
    r"(?:salary|income|wage|debts?|mortgage|net worth|savings|credit score|(?:bank |account )?balance)\b"
    r"|\b(?:earns?|owes?|in debt)\b[^.]{0,24}(?:[$€£¥]|\b\d{3,})|(?:月薪|年薪|工资|负债|存款|余额)",
    re.IGNORECASE,
)
ALLERGY = re.compile(r"\ballerg(?:y|ies|ic)\b|过敏", re.IGNORECASE)
HEALTH = re.compile(
    r"\b(?:diabet(?:es|ic)|cancer|chemotherapy|tumou?r|hiv|aids|hepatitis|asthma(?:tic)?|epilep(?:sy|tic)|"
    r"(?:clinical|major|severe|postpartum) depression|(?:have|has|having|had|with|from) (?:depression|anxiety)|"
    r"depression|anxiety disorder|bipolar|schizophreni(?:a|c)|adhd|autis(?:m|tic)|ptsd|ocd|anorexi(?:a|c)|bulimi(?:a|c)|"
    r"migraines?|arthritis|hypertension|blood pressure|cholesterol|thyroid|crohn'?s|celiac|coeliac|"
    r"diagnos(?:ed|is)|medications?|prescri(?:bed|ption)|antidepressants?|insulin|metformin|prozac|xanax|zoloft|"
    r"ibuprofen|statins?|chronic (?:pain|illness|disease)|pregnan(?:t|cy)|miscarriage|abortion|std|sti|"
    r"blood (?:test|sugar|type)|biopsy|mri scan|surgery|therapist|psychiatrist|disab(?:led|ility)|alcoholi(?:c|sm)|rehab)\b"
    r"|糖尿病|癌症|肿瘤|抑郁|焦虑症|高血压|哮喘|癫痫|确诊|怀孕|处方药|服药|吃药|艾滋|精神分裂|化疗|手术",
    re.IGNORECASE,
)
PATTERNS: tuple[tuple[Sensitive, re.Pattern[str]], ...] = (
    (Sensitive.KEY, KEYS),
    (Sensitive.PASSWORD, PASSWORD),
    (Sensitive.BANK, NAMED_ACCOUNTS),
    (Sensitive.GOVERNMENT_ID, NAMED_IDS),
    (Sensitive.FINANCIAL, FINANCIAL),
    (Sensitive.HEALTH, HEALTH),
)


def strings(value: object) -> Iterator[str]:
    """Every text in a JSON-like value, dictionary keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from strings(key)
            yield from strings(inner)
    elif isinstance(value, Iterable) and not isinstance(value, bytes):
        for inner in value:
            yield from strings(inner)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)


def inspect(value: object, *, allow_allergy: bool = False) -> Finding | None:
    """The first reason why this must not be stored, or None.

    Each text is looked at alone, and all of them joined, so that "password" in one field and the
    password in the next are found together. `allow_allergy`: the person's own save in dietary.
    """
    texts = [_readable(text) for text in strings(value)]
    for text in [*texts, ": ".join(texts)]:
        if found := _sensitive(text, allow_allergy=allow_allergy):
            return Finding(found)
    return None


def _readable(text: str) -> str:
    """Full-width digits made plain and invisible characters taken out: no hiding between them."""
    folded = unicodedata.normalize("NFKC", text)
    return "".join(c for c in folded if unicodedata.category(c) not in {"Cf", "Cc"} or c in "\n\t")


def _sensitive(text: str, *, allow_allergy: bool) -> Sensitive | None:
    for category, pattern in PATTERNS:
        if pattern.search(text):
            return category
    if ALLERGY.search(text) and not allow_allergy:
        return Sensitive.HEALTH
    return _numbers(text) or _random_words(text)


def _numbers(text: str) -> Sensitive | None:
    if any(ric.is_valid(m.group().replace(" ", "")) for m in RICS.finditer(text)):
        return Sensitive.GOVERNMENT_ID
    if any(_is_card(re.sub(r"[ -]", "", m.group())) for m in DIGITS.finditer(text)):
        return Sensitive.CARD
    if any(iban.is_valid(m.group()) for m in IBANS.finditer(text)):
        return Sensitive.BANK
    if any(ssn.is_valid(m.group().replace(" ", "-")) for m in SSNS.finditer(text)):
        return Sensitive.GOVERNMENT_ID
    return None


def _is_card(digits: str) -> bool:
    """13–19 digits with a network's first digit and a right check digit."""
    return digits[0] in "23456" and len(set(digits)) > 2 and luhn.is_valid(digits)


def _random_words(text: str) -> Sensitive | None:
    for word in LONG_WORD.findall(text):
        mixed = all(re.search(p, word) for p in ("[a-z]", "[A-Z]", "[0-9]"))
        if mixed and not HARMLESS_LONG_WORD.match(word) and _entropy(word) >= ENTROPY_BITS:
            return Sensitive.KEY
    return None


def _entropy(word: str) -> float:
    """Shannon's bits per character."""
    counts = Counter(word).values()
    return -sum(n / len(word) * math.log2(n / len(word)) for n in counts)
