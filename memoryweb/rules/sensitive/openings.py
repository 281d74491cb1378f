"""Finds codes and passwords without a word for one: what opens a lock, and what somebody types to get in or sign in."""

import re

from memoryweb.rules.lazy_pattern import LazyPattern
from memoryweb.rules.sensitive.word_lists import either

DIGIT_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
SPELLED_DIGIT = rf"(?:{'|'.join(DIGIT_WORDS)}|oh)"
SPELLED = LazyPattern(rf"(?<!\w)(?:{SPELLED_DIGIT}[ ,-]{{1,2}}){{3,11}}{SPELLED_DIGIT}(?!\w)", re.IGNORECASE)

LOCK = rf"(?<!\w)(?:{either('locks')})s?(?!\w)"
# A code is no year, time of day, price or count of something.
NOT_BEFORE = r"(?<![\w.,:$€£#-])"
CODE = (
    rf"{NOT_BEFORE}(?:[#*]{{1,2}} ?|star |hash )?(?!(?:19|20)\d\d(?!\d))"
    r"(?:\d{4,8}|\d(?:[ -]{1,3}\d){2,7}|\d\d(?:[ -]{1,3}\d\d){1,3}|\d{3}[ -]\d{3}|\d{1,3}[a-z]\d{0,3}|[a-z]\d{3,6})"
    r"(?: ?[#*]{1,2}| (?:hash|star|pound)(?!\w))?(?![\w%:-]|[.,]\d| (?:am|pm|o'clock|people|steps|euros?|dollars?"
    r"|pounds?|years?|days?|times|points?|km|kg|miles|metres|meters|votes?|per|chords?|chapters?|bytes|pages?)(?!\w))"
)
A_CODE = rf"(?:the )?(?:(?:code|number|numbers|pin|combination|combo|digits|sequence|word)s?(?: is|:)? )?{CODE}"
OPENS = (
    r"(?:opens?|opened|open|unlocks?|unlocked|disarms?|is opened|gets opened|can be opened|lets (?:you|me|us|them) in"
    r"|wants|takes|accepts|asks for|expects|answers to)"
)
TYPES = (
    r"(?:punch(?:es|ed)? in|key(?:s|ed)? in|typ(?:e|es|ed|ing)(?: in)?|enter(?:s|ed|ing)?|dial(?:s|led|ing)?"
    r"|press(?:es|ed)?|tap(?:s|ped)?(?: in)?|inputs?|puts? in|hits?|us(?:e|es|ing)|presses)"
)
CODES = LazyPattern(
    "|".join(
        (
            rf"{LOCK}[^.;\n\d]{{0,40}}?(?<!\w){OPENS}(?: (?:with|by|using|on|to|via))? {A_CODE}",
            rf"{CODE} (?:opens?|unlocks?|disarms?|(?:gets?|lets?) (?:you|me|us|him|her|them|one) in(?:to)?"
            rf"|works (?:on|for))[^.;\n]{{0,40}}?{LOCK}",
            rf"(?<!\w){TYPES} {A_CODE}[^.;\n]{{0,50}}?(?:{LOCK}|(?<!\w)to (?:get in|open|unlock|disarm|silence)(?!\w)"
            r"|(?<!\w)(?:and|then) (?:turn|push|pull|twist)(?!\w))",
            rf"{LOCK}[^.;\n]{{0,40}}?(?<!\w){TYPES} {A_CODE}",
            rf"(?<!\w)(?:gets?|got|let yourself|let myself) in(?:to)?[^.;\n]{{0,40}}? (?:with|by|using) {A_CODE}",
            rf"(?<!\w)to (?:disarm|unlock|open)[^.;\n]{{0,40}}?(?<!\w){TYPES} {A_CODE}",
            rf"(?<!\w)(?:gate|garage|safe|locker|lock|padlock|keypad|lockbox|vault|barrier|(?:front|back|side"
            rf"|main) door"
            rf"|entrance|alarm(?! clock))(?: [\w'-]{{1,14}}){{0,4}} ?[:=]\s{{0,3}}{CODE}(?! [a-z]{{2,12}} (?:st"
            rf"|street|road|ave))",
            r"(?<!\w)(?:lock|safe|locker|padlock"
            r"|keypad)(?: [\w'-]{1,14}){0,3} ?[:=]\s{0,3}\d(?:\s{1,2}\d){2,7}(?!\d)",
            # as in "583016 is the code Google just sent"
            r"(?<![\w-])(?:[a-z]-)?(?!(?:19|20)\d\d )\d{4,8} is (?:the|your|my) (?:(?!product|postal|zip|area|error"
            r"|country|dial|discount|promo|status|colou?r|hex|bar|source|reference|tracking|booking|coupon|voucher"
            r"|course)[\w'-]{1,20} ){0,3}code(?!\w)",
            r"(?:door|gate|entrance|lock|safe|site)s?: [^\n]{1,40}\n(?:code|pin|combination)s?: " + CODE,
            # as in "right 32, left 15, right 7"
            r"(?<!\w)(?:right|left|clockwise|r|l)(?: to)? ?\d{1,2}(?:,| then|;| ){1,3} ?(?:then )?(?:right|left"
            r"|anticlockwise|counter-?clockwise|r|l)(?: to)? ?\d{1,2}(?!\d)",
            r"(?<!\w)(?:se abre con|abre com|s'ouvre avec|si apre con|(?:offnet|geht)(?: sich)?(?: auf)? mit"
            r"|gaat open met|opent met"
            rf"|otwiera sie kodem|открывается кодом)(?: (?:el|la|le|il|den|de|o|dem|kod|code|codigo|der))? {CODE}",
        )
    )
)
EASTERN_CODES = LazyPattern(
    r"(?:解锁|解鎖|开锁|開鎖|开门|開門|锁屏|撤防|门禁|門禁|门锁|門鎖|保险柜|保險櫃|保险箱)[^,.。，\d\n]{0,10}?"
    r"(?:用|是|为|為|输|輸|按|:)[^,.。，\d\n]{0,6}?(?:\d{4,8}|\d(?: \d){3,7})(?!\d|年)"
    r"|密[码碼][^\d\n]{0,4}\d(?: \d){3,7}(?!\d)|[左右]转?[到至]? ?\d{1,2}[,， ]{0,2}(?:再|然后"
    r"|接着)?[左右]转?[到至]? ?\d{1,2}"
)
# Where somebody signs in, or what is locked.
ACCESS = LazyPattern(
    r"(?<![a-z])(?:log(?:s|ged|ging)?[- ]?(?:in|into|on|me|you|him|her)|login|sign(?:s|ed)?[- ]in|accounts?"
    r"|credentials?"
    r"|unlocks?|encrypted|zip|portal|router|admin|root|ssh|vault|pass(?:word|phrase|code|wort)?s?|gets? into|wi-?fi"
    r"|ssid|vpn|asks? (?:who|for it)|(?:staging|prod|production|dev) (?:server|box|machine)|inlog\w*|log bij|anmeld\w*"
    r"|connecte|accedo|accede|entro|contrasena|motdepasse|haslo)(?![a-z])|登[录入陆进]|密码|密碼|パスワード|비밀번호"
)
# Letters, a sign inside and a figure or a capital after it: "Hollow#Reed31".
MIXED = LazyPattern(
    r"(?<![\w/.@#&=?-])(?=[^\s\"'`,;]{0,40}\d)[A-Za-z][\w.-]{2,30}[!@#$%^*+~][\w.!$%^*-]{1,30}(?![\w/@=])"
)
NO_SECRET = LazyPattern(r"@[\w-]+\.[a-z]|#\d{4}$|^[a-z-]+#\d+$|^[a-z]\+\+|\+\d+$|@\d+\.\d|^\w+@v?\d", re.IGNORECASE)
WITH_WORD = LazyPattern(
    r"(?<![a-z])(?:log(?:s|ged)?[- ]?(?:in|into|on|me into)|sign(?:s|ed)? in(?:to)?|gets? into|unlocks?"
    r"|logins?)[^.;\n]{0,50}?"
    r" (?:with|using|by typing)(?: the (?:word|phrase|pass))? [\"'“]?(?=[a-z]{0,20}\d)(?=\d{0,6}[a-z]"
    r"|\d{0,6}[a-z])([a-z][a-z0-9]{6,30})(?![\w@/.-]\w)",
    re.IGNORECASE,
)
ANSWERED = LazyPattern(
    r"(?:get in(?:to)?|log in(?:to)?|sign in(?:to)?|unlock|登[录入陆])[^?？\n]{0,60}[?？]\s{0,3}(?:a|answer|答"
    r"|回答)[:：]\s{0,2}(?=\S{0,30}\d)(?=\S{0,30}[a-z])([\w.!@#$%^&*-]{7,40})",
    re.IGNORECASE,
)
USER_AND_PASSWORD = LazyPattern(
    r"(?<!\S)-u ?[\w.-]{2,30}:(?![$<{%])[^\s:]{6,60}|(?<!\S)(?:root|admin|administrator|guest"
    r"|user) ?[/|:] ?(?=\S{0,30}\d)(?=\S{0,30}[a-z])\S{6,40}",
    re.IGNORECASE,
)
NETWORK_KEY = LazyPattern(
    r"(?<![a-z])(?:wi-?fi|wlan|ssid|network)(?![a-z])[^.\n]{0,60}(?<![a-z])key(?:\s{0,2}[:=]"
    r"|\s{1,4})\s{0,3}(?=\S{0,30}\d)([\w!@#$%^&*-]{8,63})(?!\w)",
    re.IGNORECASE,
)
# A secret at the end of a sentence about a password, such as "it is my cat and a year: Biscuit2016".
LATER = LazyPattern(
    r"pass(?:word|phrase|code)s?(?![a-z])[^\n;]{0,90}?(?:[:=]|→|->)\s{0,3}[\"'“]?[a-z]{3,20}\d{2,6}(?!\w|\.\w)",
    re.IGNORECASE,
)
EASTERN_SIGN_IN = LazyPattern(
    r"用\s?(?=[!-~]{0,20}\d)(?=[!-~]{0,20}[a-z])[!-~]{7,40}\s?(?:就|就能|可以|来)?(?:能)?登[录入陆进]", re.IGNORECASE
)


def with_spelled_digits(text: str) -> str:
    """Return the text with digits in place of four or more words for digits: "zero four seven nine"."""
    return SPELLED.sub(_as_digits, text)


def _as_digits(spelled: re.Match[str]) -> str:
    names = {name: str(digit) for digit, name in enumerate(DIGIT_WORDS)} | {"oh": "0"}
    return "".join(names[word] for word in re.split(r"[ ,-]+", spelled[0].lower()))


def has_opening(text: str) -> bool:
    """Return whether a plain text without marks tells how somebody opens or enters something."""
    lower = text.lower()
    if any(map(str.isdigit, lower)) and (
        CODES.search(lower)
        or any(pattern.search(text) for pattern in (ANSWERED, USER_AND_PASSWORD, NETWORK_KEY, LATER, WITH_WORD))
        or (ACCESS.search(lower) and _has_mixed(text))
    ):
        return True
    return not lower.isascii() and bool(EASTERN_CODES.search(lower) or EASTERN_SIGN_IN.search(lower))


def _has_mixed(text: str) -> bool:
    return any(not NO_SECRET.search(match[0]) for match in MIXED.finditer(text))
