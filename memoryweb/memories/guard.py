"""What is never stored, by anyone, with no override (SPEC §10, S0): checked before anything is written.

Anchored patterns and check digits, because a word list alone finds either too much or too little.
No Django: texts in, findings out. The finding names a category and never repeats the text.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from stdnum import iban, luhn
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
PASSWORD = re.compile(
    r"(?:pass(?:word|wd|phrase|code|wort)|\bpwd|密码|口令)['\"]?"
    r"(?:\s+(?:for|to|of)\s+[^.:=]{1,40}?)?\s*"
    rf"(?:(?:\b(?:is|was)\b\s*[:=：]?|[:=：]|->|为|是)\s*{NOT_ONE}['\"]?[^\s'\"]{{3,}}"
    r"|\s(?=\S*\d)\S{6,})"
    r"|\bpin(?:[ -]?(?:code|number|no\.?))?\s*(?:\bis\b|\bwas\b|[:=：])\s*['\"]?\d{3,8}\b"
    r"|\b(?:my pin|pin[ -]?(?:code|number|no\.?))\s+\d{3,8}\b",
    re.IGNORECASE,
)
KEYS = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY"
    r"|\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*(?=[\w-]*\d)[A-Za-z0-9_-]{16,}"
    r"|(?-i:\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b)"
    r"|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}"
    r"|\bxox[abeprs]-[\w-]{10,}|\bxapp-[\w-]{10,}"
    r"|(?-i:\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}|\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?)"
    r"|\bhf_[A-Za-z0-9]{20,}|\bnpm_[A-Za-z0-9]{20,}|\bpypi-[\w-]{20,}|\bdop_v1_\w{20,}|\bshp(?:at|ss)_\w{20,}"
    r"|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bmweb_[\w-]{20,}"
    r"|\b\d{8,10}:AA[\w-]{30,}"  # a chat bot's token
    r"|\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]+:[^\s/@]{3,}@"  # a password inside an address
    r"|\bbearer\s+(?=\S*\d)[\w.~+/-]{16,}"
    r"|(?<![a-z])(?:api[ _-]?key|secret(?:[ _-]?key)?|access[ _-]?(?:key|token)|auth[ _-]?token|private[ _-]?key|token)"
    r"['\"]?\s*(?:\bis\b|[:=：])\s*['\"]?(?=\S*\d)[^\s'\"]{8,}"
    r"|(?:密钥|令牌)\s*[:：=是为]\s*(?=[!-~]*\d)[!-~]{8,}",
    re.IGNORECASE,
)
LONG_WORD = re.compile(r"[A-Za-z0-9+/_=-]{24,}")
HASH = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}|(?<![0-9A-Za-z])[0-9a-f]{7,64}(?![0-9A-Za-z])")
RANDOM_FROM = 0.36  # share of neighbours of different sort (a, A, 1): 0.62 in random words, 0.25 in CamelCase2
DIGIT_RUN = re.compile(r"(?<![0-9A-Za-z_.+])\d(?:[\s-]{0,2}\d){11,}(?![0-9A-Za-z_])")
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
NAMED_CARDS = re.compile(
    r"\b(?:credit|debit|bank|visa|master)[ _-]?cards?\b[^\d\n]{0,30}\d(?:[ -]?\d){11,18}(?!\d)"
    r"|\bcard\b(?:[ _-]?(?:number|no\.?|#))?[^\w\n]{0,4}(?:is )?\d(?:[ -]?\d){11,18}(?!\d)"
    r"|(?:信用卡|银行卡|卡号)\D{0,6}\d(?:[ -]{0,2}\d){11,18}(?!\d)",
    re.IGNORECASE,
)
IBANS = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}", re.IGNORECASE)
SSNS = re.compile(r"(?<![\d-])\d{3}[- ]\d{2}[- ]\d{4}(?![\d-])")
RICS = re.compile(r"(?<!\d)(?:\d[ -]?){17}[\dXx](?![0-9A-Za-z])")
NAMED_IDS = re.compile(
    r"\b(?:passport|social security|national id|real id|id card|driver'?s? licen[cs]e|tax id|ssn|nino)"
    r"(?:[ _](?:number|no\.?|#))?\s*(?:\bis\b|[:=#])?\s*(?=[A-Z0-9 -]*\d)[A-Z0-9][A-Z0-9-]{4,}\b"
    r"|(?:身份证|护照)(?:号码?|号)?\s*[:：是为]?\s*[A-Z0-9]{6,}",
    re.IGNORECASE,
)
NAMED_ACCOUNTS = re.compile(
    r"\b(?:bank )?account (?:number|no\.?|#)\s*(?:\bis\b|[:=#])?\s*(?=\S*\d)[A-Z0-9][A-Z0-9 -]{5,}\b"
    r"|\b(?:routing|sort) (?:number|code)\s*(?:\bis\b|[:=])?\s*\d[\d-]{4,}"
    r"|\b(?:cvv|cvc)2?\s*(?:\bis\b|[:=])?\s*\d{3,4}\b"
    r"|(?:账号|帐号|账户)(?:号码?|号)?\s*[:：是为]?\s*\d{8,}",
    re.IGNORECASE,
)
MONEY = r"(?:[$€£¥]\s?\d|\d[\d,.]*\s?(?:k\b|dollars\b|euros\b|pounds\b|usd\b|eur\b|gbp\b|rmb\b|yuan\b))"
FINANCIAL = re.compile(
    r"\b(?:my|user'?s?|their|his|her|annual|monthly|net|gross|yearly)\s+"
    r"(?:salary|income|wages?|debts?|mortgage|net worth|savings|credit score|(?:bank|account)(?: account)? balance)\b"
    rf"|\b(?:earn(?:s|ed|ing)?|owes?|owed|in debt)\b[^.\n]{{0,24}}?{MONEY}"
    rf"|\b(?:makes?|balance|salary|income|debt|mortgage)\b[^.\n]{{0,16}}?{MONEY}"
    r"|\b(?:makes?|earns?)\s+\d[\d,.]*\s*k?\s+(?:an?|per|every)\s+(?:year|month|hour)"
    r"|(?:月薪|年薪|工资|收入是|负债|存款|余额|房贷)",
    re.IGNORECASE,
)
ALLERGY = re.compile(r"\ballerg(?:y|ies|ic)\b|过敏", re.IGNORECASE)
# Words that mean something else in work and software ("visual aids", "std::", "disabled", "prescribed",
# "diagnose a bug", "non-alcoholic", "the Great Depression") only count in a phrase about a person.
HEALTH = re.compile(
    r"\b(?:"
    r"diabet(?:es|ic)|cancer|chemotherapy|tumou?rs?|hiv|(?-i:AIDS|STDs?|STIs)|hepatitis|asthma(?:tic)?|"
    r"epilep(?:sy|tic)|(?:clinical|major|severe|postpartum|chronic) depression|"
    r"(?:have|has|having|had|with|from|my|against) (?:depression|anxiety)|anxiety disorder|panic attacks?|"
    r"bipolar|schizophreni(?:a|c)|adhd|autis(?:m|tic)|ptsd|(?-i:OCD)|anorexi(?:a|c)|bulimi(?:a|c)|migraines?|"
    r"arthritis|hypertension|blood pressure|(?:my|high|lower) cholesterol|thyroid|crohn'?s|celiac|coeliac|"
    r"irritable bowel|concussion|(?:heart|cardiovascular|kidney|liver|celiac|autoimmune) disease|heart attack|"
    r"mononucleosis|rhinitis|dementia|alzheimer'?s|parkinson'?s|multiple sclerosis|leuka?emia|an(?:a)?emia|"
    r"sleep apnoea|sleep apnea|insomnia|lupus|eczema|psoriasis|(?:vitamin \w+|iron) deficiency|diagnosed with|"
    r"(?:my|medical|health) diagnos[ie]s|medications?|prescription (?:drugs?|medicines?|pills?)|"
    r"(?:my|a) prescription|prescribed (?:me|by (?:my|a|the) doctor|medicine)|antidepressants?|insulin|"
    r"metformin|prozac|xanax|zoloft|ibuprofen|statins?|inhaler|chronic (?:pain|illness|disease)|"
    r"pregnan(?:t|cy)|miscarriage|abortion|blood (?:tests?|sugar|type)|biopsy|mri scan|surgery|"
    r"(?:my|a) therapist|psychiatrist|disability|(?:i am|i'm|is) disabled\b(?! by default)|an alcoholic|"
    r"alcoholism|rehab"
    r")\b"
    r"|糖尿病|癌症|肿瘤|抑郁|焦虑症|高血压|哮喘|癫痫|确诊|怀孕|处方药|服药|吃药|艾滋|精神分裂|化疗|手术",
    re.IGNORECASE,
)
PATTERNS: tuple[tuple[Sensitive, re.Pattern[str]], ...] = (
    (Sensitive.KEY, KEYS),
    (Sensitive.PASSWORD, PASSWORD),
    (Sensitive.CARD, NAMED_CARDS),
    (Sensitive.BANK, NAMED_ACCOUNTS),
    (Sensitive.GOVERNMENT_ID, NAMED_IDS),
    (Sensitive.FINANCIAL, FINANCIAL),
    (Sensitive.HEALTH, HEALTH),
)


def strings(value: object) -> Iterator[str]:
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
    texts = [_readable(text) for text in strings(value)]
    for text in [*texts, ": ".join(texts)] if texts[1:] else texts:
        if found := _sensitive(text, allow_allergy=allow_allergy):
            return Finding(found)
    return None


SHOWN = re.compile(r"⟨U\+[0-9A-F]{4,6}⟩")  # how words.visible writes an invisible character out


def _readable(text: str) -> str:
    """All digits and dashes made plain, invisible characters taken out, shown or not: no hiding between them."""
    if text.isascii() and text.isprintable():  # has none
        return text
    folded = unicodedata.normalize("NFKC", SHOWN.sub("", text))
    return "".join(_plain(c) for c in folded)


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
    for category, pattern in PATTERNS:
        if pattern.search(text):
            return category
    if ALLERGY.search(text) and not allow_allergy:
        return Sensitive.HEALTH
    return _numbers(text) or (Sensitive.KEY if any(map(_is_random, LONG_WORD.findall(text))) else None)


def _numbers(text: str) -> Sensitive | None:
    if any(ric.is_valid(re.sub(r"[ -]", "", m.group())) for m in RICS.finditer(text)):
        return Sensitive.GOVERNMENT_ID
    if any(map(_is_card, _possible_cards(text))):
        return Sensitive.CARD
    if any(_starts_with_iban(m.group()) for m in IBANS.finditer(text)):
        return Sensitive.BANK
    if any(ssn.is_valid(m.group().replace(" ", "-")) for m in SSNS.finditer(text)):
        return Sensitive.GOVERNMENT_ID
    return None


def _starts_with_iban(run: str) -> bool:
    """Spaces inside are usual, so the words behind it may be in the run; each country has its one length."""
    plain = re.sub(r"[ -]", "", run)
    return any(iban.is_valid(plain[:length], check_country=False) for length in range(15, len(plain) + 1))


def _possible_cards(text: str) -> Iterator[str]:
    """Whole runs of digits, and within longer runs whatever is grouped like a card."""
    for match in GROUPED_CARD.finditer(text):
        yield re.sub(r"\D", "", match.group())
    for match in DIGIT_RUN.finditer(text):
        groups = re.split(r"[\s-]+", match.group())
        yield "".join(groups)
        for i in range(len(groups)):
            for j in (i + 3, i + 4, i + 5):
                if j <= len(groups) and _grouped_like_a_card([len(group) for group in groups[i:j]]):
                    yield "".join(groups[i:j])
        yield from groups


def _grouped_like_a_card(sizes: list[int]) -> bool:
    return sizes in ([4, 6, 5], [4, 6, 4]) or (set(sizes[:-1]) == {4} and 1 <= sizes[-1] <= 4 and len(sizes) > 3)


def _is_card(digits: str) -> bool:
    """A network's first digits with a length it uses, and a right check digit."""
    known = any(first.match(digits) and len(digits) in lengths for first, lengths in CARD_FIRST_DIGITS)
    return known and len(set(digits)) > 1 and bool(luhn.is_valid(digits))


def _is_random(word: str) -> bool:
    """Whether its characters follow one another without any order: no word, name, path, hash or date does."""
    letters = re.sub(r"[^A-Za-z0-9]", "", HASH.sub("", word))
    sorts = [(c.isdigit(), c.isupper()) for c in letters]
    if len(letters) < 20 or len(set(sorts)) < 3:
        return False
    changes = sum(one != following for one, following in pairwise(sorts))
    return changes >= RANDOM_FROM * (len(sorts) - 1)
