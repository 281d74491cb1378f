"""Makes secrets for the guard's tests: random numbers with right check digits, random tokens, and their disguises."""

from collections.abc import Callable, Iterator
from random import Random
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

from stdnum import luhn
from stdnum.cn import ric
from stdnum.iso7064 import mod_97_10

CARDS = (
    ("4", 16),
    ("51", 16),
    ("5500", 16),
    ("2221", 16),
    ("34", 15),
    ("37", 15),
    ("6011", 16),
    ("65", 16),
    ("3530", 16),
    ("36", 14),
    ("3005", 14),
    ("62", 16),
    ("62", 19),
    ("4", 13),
)
IBANS = (
    ("DE", "18n"),
    ("GB", "4a14n"),
    ("FR", "23n"),
    ("ES", "20n"),
    ("IT", "1a22n"),
    ("NL", "4a10n"),
    ("PL", "24n"),
    ("CH", "17n"),
    ("PT", "21n"),
    ("BE", "12n"),
    ("TR", "22n"),
    ("SE", "20n"),
)


def card(random: Random) -> str:
    start, length = random.choice(CARDS)
    body = start + "".join(random.choices(digits, k=length - len(start) - 1))
    return body + luhn.calc_check_digit(body)


def iban(random: Random) -> str:
    country, shape = random.choice(IBANS)
    letters, rest = shape.split("a") if "a" in shape else ("0", shape)
    body = "".join(random.choices(ascii_uppercase, k=int(letters))) + "".join(random.choices(digits, k=int(rest[:-1])))
    return country + mod_97_10.calc_check_digits(body + country) + body


def resident_id(random: Random) -> str:
    year, month, day = random.randint(1950, 2009), random.randint(1, 12), random.randint(1, 28)
    body = f"110101{year}{month:02}{day:02}{random.randint(0, 999):03}"
    return body + ric.calc_check_digit(f"{body}0")


def social_security(random: Random) -> str:
    return f"{random.randint(101, 599):03}{random.randint(1, 99):02}{random.randint(1, 9999):04}"


NUMBERS: dict[str, Callable[[Random], str]] = {
    "card_number": card,
    "bank_number": iban,
    "government_id": resident_id,
    "social_security": social_security,
}


def groups(number: str) -> list[str]:
    """Return the groups in which people write a number of this length."""
    match len(number):
        case 9:
            sizes = [3, 2, 4]
        case 15:
            sizes = [4, 6, 5]
        case 14:
            sizes = [4, 6, 4]
        case 18:
            sizes = [6, 4, 4, 4]
        case _:
            sizes = [4] * (len(number) // 4) + ([len(number) % 4] if len(number) % 4 else [])
    parts, start = [], 0
    for size in sizes:
        parts.append(number[start : start + size])
        start += size
    return parts


CYRILLIC = str.maketrans("ABCEHKMOPTXaceopxy0", "АВСЕНКМОРТХасеорхуО")
FULL_WIDTH = {ord(c): chr(ord(c) + 0xFEE0) for c in ascii_letters + digits}
ARABIC = {ord(c): chr(0x660 + int(c)) for c in digits}
SEPARATORS = (" ", "-", ".", "/", "_", " - ", "·", "–", "\u00a0", "\n", "  ", ", ", "|", " | ", "**", "\u2009", ":")


def disguises(number: str) -> Iterator[tuple[str, object]]:
    """Yield each disguise's name and the number in it, as a text or as fields."""
    parts = groups(number)
    for separator in SEPARATORS:
        yield f"between {separator!r}", f"it is {separator.join(parts)} ok"
    if len(number) != 9:  # nine digits in one piece are a number like any other
        yield "alone", number
        yield "glued to letters", f"xnum{number}abc" if number.isdigit() else f"no:{number}"
        yield "full width", f"号{number}。".translate(FULL_WIDTH)
        yield "zero width", "\u200b".join(number)
        yield "soft hyphen", "\u00ad".join(number)
        yield "code", f"use `{number}` for it"
        yield "bold", f"**{number[:6]}**{number[6:]}"
        yield "combining", "".join(f"{c}\u0336" for c in number)
        yield "single", " ".join(number)
        yield "entities", "".join(f"&#{ord(c)};" for c in number)
        yield "JSON", {"a": {"b": [number]}}
    if number.isdigit() and len(number) != 9:
        yield "Arabic digits", number.translate(ARABIC)
        yield "halves in two fields", {"first": number[:8], "second": number[8:]}
    else:
        yield "look-alike letters", "-".join(parts).translate(CYRILLIC)
    yield "full width groups", "-".join(parts).translate(FULL_WIDTH)
    yield "zero width groups", "-".join("\u200b".join(part) for part in parts)
    yield "items", parts
    yield "fields", {f"part_{number}": part for number, part in enumerate(parts)}
    yield "table", "| " + " | ".join(parts) + " |"


TOKENS = {
    "ghp_": 36,
    "github_pat_": 60,
    "gho_": 36,
    "glpat-": 20,
    "glrt-": 20,
    "xoxb-": 40,
    "xoxp-": 40,
    "xapp-1-": 40,
    "sk-": 48,
    "sk-proj-": 60,
    "sk-ant-api03-": 60,
    "sk_live_": 24,
    "rk_live_": 24,
    "whsec_": 32,
    "AIza": 35,
    "GOCSPX-": 28,
    "ya29.": 60,
    "hf_": 34,
    "npm_": 36,
    "pypi-AgEI": 60,
    "dckr_pat_": 27,
    "dop_v1_": 64,
    "shpat_": 32,
    "shpss_": 32,
    "SG.": 66,
    "gsk_": 52,
    "r8_": 37,
    "pplx-": 48,
    "xai-": 80,
    "tvly-": 32,
    "lsv2_pt_": 32,
    "pcsk_": 50,
    "lin_api_": 40,
    "ntn_": 46,
    "figd_": 40,
    "glsa_": 32,
    "hvs.": 90,
    "pul-": 40,
    "dp.pt.": 43,
    "PMAK-": 59,
    "NRAK-": 27,
    "sq0atp-": 22,
    "rubygems_": 48,
    "LTAI": 20,
    "sntrys_": 60,
    "tskey-auth-": 30,
    "nvapi-": 64,
    "xkeysib-": 64,
    "rzp_live_": 14,
    "sbp_": 40,
    "pscale_tkn_": 43,
    "napi_": 64,
    "CFPAT-": 43,
    "fo1_": 43,
    "rnd_": 32,
    "nfp_": 36,
    "mweb_": 40,
    "PRIVATE_": 40,
    "acme_live_": 32,
    "e2b_": 40,
}
HEX = {"dop_v1_", "shpat_", "shpss_", "pul-", "rubygems_", "sbp_", "e2b_"}


def tokens(random: Random) -> Iterator[str]:
    """Yield one token of each prefix with a random body; AWS's keys have capitals and digits only."""
    yield "AKIA" + "".join(random.choices(ascii_uppercase + "234567", k=16))
    yield f"{random.randint(10**9, 10**10 - 1)}:AA{''.join(random.choices(ascii_letters + digits + '_-', k=33))}"
    for prefix, length in TOKENS.items():
        signs = "0123456789abcdef" if prefix in HEX else ascii_letters + digits
        yield prefix + "".join(random.choices(signs, k=length))


def password(random: Random) -> str:
    """Return a password as people choose them: a word with digits or signs."""
    word = "".join(random.choices(ascii_lowercase, k=random.randint(5, 9)))
    return word.capitalize() * random.randint(0, 1) + word + random.choice(("7", "!", "2024", "_x", "99", "#1"))
