"""What is never stored, and what must not be mistaken for it: no database."""

import random
from typing import Any
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from memoryweb.language import sensitive
from tests import rings
from tests.cases import for_each

# Put together here, so that no scanner takes this file for a leak.
GITHUB = "ghp_" + "Ab3" * 12
OPENAI = "sk-" + "proj-a1B2" * 5
AWS = "AKIA" + "IOSFODNN7" + "EXAMPLE"
BOT = "1234567890:AA" + "h4Jx9_" * 6
JWT = "eyJ" + "hbGciOiJIUzI1NiJ9" + "." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0" + ".sig"
RANDOM = "q7Zr2Kx9Lm4Wp8Tn6Vb3Hc5Jd1"


def category(value: Any, **more: Any) -> str | None:
    found = sensitive.inspect(value, **more)
    return found.category.value if found else None


REFUSED: dict[str, list[Any]] = {
    "password": [
        "My password is swordfish",
        "password: hunter2",
        "Password for the router is Tr0ub4dor",
        "the wifi passphrase was correct-horse",
        "passwd=s3cret!",
        "密码是abc123",
        "口令：芝麻开门吧",
        "My PIN is 4821",
        "pin code 4821",
        "PIN: 482190",
        "pass\u200bword: hunter2",
        "password ⟨U+200B⟩: hunter2",
    ],
    "key_or_token": [
        GITHUB,
        f"use {OPENAI} for it",
        AWS,
        BOT,
        JWT,
        RANDOM,
        "-----BEGIN RSA PRIVATE KEY-----",
        "postgres://app:hunter2@db.example.org/app",
        "Bearer abcdef0123456789abcdef",
        "api key: 7X2C-9L4Q-P8VZ",
        "access token is a1b2c3d4e5",
        "llm api key: LLMAPI-7X2C-9L4Q",
        "密钥：a8f3k2m1x9",
    ],
    "card_number": [
        "4111111111111111",
        "4111 1111 1111 1111",
        "4111-1111-1111-1111",
        "4111.1111.1111.1111",
        "4111  1111  1111  1111",
        "4111\n1111\n1111\n1111",
        "4111\u00a01111\u20091111\u202f1111",
        "4111–1111–1111–1111",
        "４１１１ １１１１ １１１１ １１１１",
        "٤١١١١١١١١١١١١١١١",
        "41\u200b11\u200b1111\u20601111\u200d1111",
        "41⟨U+200B⟩111111⟨U+2060⟩11111111",
        "my card 5500 0000 0000 0004 please",
        "order 12 with 4111 1111 1111 1111 on 3",
        "Amex 3782 822463 10005",
        "银行卡号4111111111111111",
        "credit card: 4536 7281 5940 8627",  # a wrong check digit, but named
        "Bank card number 630427373398",
        "6200 0000 0000 0005",
        4111111111111111,
        {"note": ["x", {"n": "4111111111111111"}]},
    ],
    "bank_number": [
        "GB82 WEST 1234 5698 7654 32",
        "gb82west12345698765432",
        "transfer from DE89370400440532013000 to others",
        "account number 8592736405",
        "bank account number: BA95462831",
        "sort code 12-34-56",
        "cvv 123",
        "账号：622202020000",
    ],
    "government_id": [
        "483-95-7261",
        "SSN 483957261",
        "证件号码：110101199003077475",
        "身份证号 1101 0119 9001 0112 37",
        "passport number: P7Q9T2WS",
        "my driver's license number is 2270-66-1551",
        "护照号E12345678",
    ],
    "financial": [
        "My salary is confidential",
        "earns $90,000",
        "I make 90k a year",
        "owes 300 euros to Bob",
        "my bank balance",
        "my net worth",
        "月薪两万",
    ],
    "health": [
        "I have diabetes",
        "Diagnosed with vitamin D deficiency",
        "takes medication at eight",
        "HIV positive",
        "AIDS",
        "mild asthma",
        "My chronic migraines",
        "is pregnant",
        "I'm disabled",
        "糖尿病",
        "I'm allergic to peanuts",
        "对花生过敏",
    ],
}


@for_each([(what, text) for what, texts in REFUSED.items() for text in texts])
def test_is_refused(what: str, text: Any) -> None:
    assert category(text) == what


HARMLESS = [
    # technical strings
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "550e8400-e29b-41d4-a716-446655440000",
    "Report-550e8400-e29b-41d4-a716-446655440000.pdf",
    "OBS-20260222-003",
    "2026-02-22T10:30:00Z and 2026-02-22T10:30:00.123456+08:00",
    "20260222103000",
    "1771756200000",
    "version 18.0.1-rc2 of 2026.2.22",
    "Always pin requests==2.31.0 and python3.11",
    "I like to pin version2 of things",
    "The pin is blue",
    "Quarterly_Report_Final_Version2_2026-03-01_draft.docx",
    "/home/aiyana/code/IndigenousHistory/ResearchModule2/main.py",
    "C:/Users/MalcolmD/Projects/ConspiracyApp/code_main1.py",
    "https://docs.djangoproject.com/en/5.2/ref/models/querysets/#QuerySet2",
    "AbstractSingletonProxyFactoryBean2Implementation",
    "using std::vector; with notifications disabled by default",
    "sk-learn-compatible-estimators please",
    "bearer-authentication-by-default",
    "192.168.100.200 and 10.0.0.1",
    "phone +1 415 555 0132, +86 138 1234 5678, 0049 151 1234 5678",
    "ISBN 978-3-16-148410-0",
    "Order ORDER12345678901234",
    "3.14159265358979323846",
    "The score was 0.586082869893301",  # the fraction, without its point, is a valid French NIR
    "pi is 2.924872218171709",
    "0,5667724372770873",  # a valid card number
    # about secrets, without one
    "I use a password manager",
    "My password manager is Bitwarden",
    "A password is never shown in logs",
    "Passwords must be hashed",
    "password is required on start",
    "password policy: long ones",
    "I prefer tokens over sessions",
    "Token-based authentication, please",
    "Keep API keys in the environment",
    "The card layout has 4 columns",
    "Passport control takes long, aisle seat please",
    # money and health that are neither
    "How do I check my balance?",
    "work-life balance matters, my balance is fragile",
    "earns 500 points a level",
    "diet: vegan",
    "vegan",
    "No dairy, as a choice",
    "non-alcoholic beer only",
    "visual aids help me",
    "Books about the Great Depression",
    "Follow the prescribed template",
    "Diagnose the bug before fixing it",
    "hypoallergenic is no criterion",
    "Keystroke shortcuts, not the mouse",
    "早上开会，用表格",
    "I prefer reports as PDF",
    "From now on, always Word",
    "",
]


@for_each(HARMLESS)
def test_may_be_stored(text: str) -> None:
    assert category(text) is None


def test_a_name_in_one_field_and_the_secret_in_the_next_are_found_together() -> None:
    assert category(["password", "hunter2"]) == "password"
    assert category({"api_key": "a1b2c3d4e5f6"}) == "key_or_token"
    assert category({"bank_account_number": "8592736405", "door_code": "none"}) == "bank_number"
    assert category({"front_door_code": "4471"}) == "password"
    assert category({"password": "swordfish", "for": "the router"}) == "password"
    assert category(["my wifi password", "is: hunter2secret", "I like tea"]) == "password"
    assert category(["password_manager", "Bitwarden"]) is None


def test_an_allergy_is_the_persons_to_tell_in_dietary_and_nothing_else_is() -> None:
    assert category("allergic to peanuts") == "health"
    assert category("allergic to peanuts", allow_allergy=True) is None
    assert category("allergic to insulin", allow_allergy=True) == "health"
    assert category("allergic, card 4111111111111111", allow_allergy=True) == "card_number"


def test_a_finding_never_repeats_the_text() -> None:
    assert "hunter2" not in repr(sensitive.inspect("password: hunter2"))


def test_depth_hides_nothing_and_breaks_nothing() -> None:
    deep: Any = "4111111111111111"
    for _ in range(5000):
        deep = [deep]
    assert category(deep) == "card_number"
    assert category([10**5000, True, None, b"x", 1.5]) is None


@given(st.text())
def test_no_text_makes_it_fail(text: str) -> None:
    sensitive.inspect(text)


def test_ids_and_times_that_programs_send_are_never_taken_for_numbers() -> None:
    for number in rings.third(range(2_000)):
        dice = random.Random(number)
        drawn = f"{dice.getrandbits(128):032x}"
        day, micros = f"2026-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}", dice.randint(0, 999_999)
        at = f"{day}T{dice.randint(0, 23):02}:17:05.{micros:06}Z"
        sent = {"run": str(UUID(drawn)), "conversation": f"a{drawn}", "at": at}
        assert sensitive.inspect(sent) is None, sent


@for_each(["6c91aba4-b89c-4a1c-8bdc-b26472480ce9", "01a213b5-9a1c-76ef-b9be-b7fedcf24073"])
def test_a_drawn_id_is_not_read_as_a_word_of_health(drawn: str) -> None:
    assert sensitive.inspect({"conversation": drawn}) is None
    assert sensitive.inspect(f"*{drawn}*") is None


DRAWN = "legal winner thank year wave sausage worth useful fame ripple cabin tongue"


@for_each(
    [
        "legal " * 40 + "winner thank year wave sausage worth",
        "winner thank year. The zebra of my uncle wave sausage " + "legal " * 20,
        "my seed phrase is legal legal legal legal legal winner",
    ],
)
def test_a_word_again_and_again_beside_a_few_others_is_no_recovery_phrase(text: str) -> None:
    assert sensitive.inspect(text) is None


@for_each(
    [
        DRAWN,
        "zoo " * 30 + DRAWN,
        f"The note on the door says {DRAWN} and nothing else",
        "my seed phrase begins with legal winner thank year wave sausage",
        DRAWN.replace("ripple", "legal"),
    ],
)
def test_a_recovery_phrase_is_found_beside_a_repetition_and_with_a_word_twice(text: str) -> None:
    finding = sensitive.inspect(text)
    assert finding is not None
    assert finding.category is sensitive.Sensitive.KEY


@for_each(
    [
        "In Monopoly you start with $1,500",
        "I saved $300 on flights by booking early",
        "La pensione per il cane costa 25 euro al giorno",
        "La pension pour chats coûte 14 euros",
        "Media pensión, 70 euros al día",
    ],
)
def test_play_money_thrift_and_board_are_no_finances(text: str) -> None:
    assert category(text) is None


@for_each(
    [
        "I owe 12,000 on my credit card; we play Monopoly on Fridays",
        "We play Monopoly. My salary is 4,000 a month",
        "大富翁里我有三千万。我的存款有五十万",
        "I saved $12,000 in my ISA",
        "I lost $5,000 on crypto",
        "I have saved 20,000 euros on my account.",
        "I saved 20,000 euros on a fixed deposit.",
        "Mi pensión completa es de 1.450 euros al mes",
        "La mia pensione è di 1200 euro",
        "Ma pension est de 1400 euros",
    ],
)
def test_finances_are_found_beside_a_game_and_under_the_same_words(text: str) -> None:
    assert category(text) == "financial"
