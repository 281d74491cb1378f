"""Finds the codes of doors, locks and devices by what they open, and where somebody types them."""

import re

from memoryweb.language.lazy_pattern import Beginning, LazyPattern
from memoryweb.language.sensitive.word_lists import alternatives, either, words

BEHIND = 60  # characters before a word that belongs to a code
MATCHES_MOST = 200  # such words that are looked at

# From zero on, without accents: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian, Turkish
DIGITS_IN_WORDS = (
    "zero one two three four five six seven eight nine",
    "null eins zwei drei vier funf sechs sieben acht neun",
    "zero un deux trois quatre cinq six sept huit neuf",
    "cero uno dos tres cuatro cinco seis siete ocho nueve",
    "zero uno due tre quattro cinque sei sette otto nove",
    "zero um dois tres quatro cinco seis sete oito nove",
    "nul een twee drie vier vijf zes zeven acht negen",
    "zero jeden dwa trzy cztery piec szesc siedem osiem dziewiec",
    "ноль один два три четыре пять шесть семь восемь девять",
    "sifir bir iki uc dort bes alti yedi sekiz dokuz",
)
DIGIT_WORDS = {word: str(digit) for each in DIGITS_IN_WORDS for digit, word in enumerate(each.split())} | {"oh": "0"}
SPELLED_DIGIT = f"(?:{alternatives(tuple(DIGIT_WORDS))})"
SPELLED = LazyPattern(rf"(?<!\w)(?:{SPELLED_DIGIT}[ ,-]{{1,2}}){{3,11}}{SPELLED_DIGIT}(?!\w)", re.IGNORECASE)
YEAR = Beginning(r"(?:19|20)\d\d$")

LOCK = rf"(?<!\w)(?:{either('locks')})s?(?!\w)"
# A code is no year, time of day, price or count of something.
NOT_BEFORE = r"(?<![\w.,:$€£#-])"
CODE = (
    rf"{NOT_BEFORE}(?:[#*]{{1,2}} ?|star |hash )?(?!(?:19|20)\d\d(?![\d#*]))"
    r"(?:\d{4,8}|\d(?:[ -]{1,3}\d){2,7}|\d\d(?:[ -]{1,3}\d\d){1,3}|\d{3}[ -]\d{3}|\d{1,3}[a-z]\d{0,3}|[a-z]\d{3,6})"
    r"(?: ?[#*]{1,2}| (?:hash|star|pound)(?!\w))?(?![\w%:-]|[.,]\d| (?:am|pm|o'clock|people|steps|euros?|dollars?"
    r"|pounds?|years?|days?|times|points?|km|kg|miles|metres|meters|votes?|per|chords?|chapters?|bytes|pages?)(?!\w))"
)
A_CODE = rf"(?:the )?(?:(?:code|number|numbers|pin|combination|combo|digits|sequence|word)s?(?: is|:)? )?{CODE}"
OPENS = (
    r"(?:opens?|opened|open|unlocks?|unlocked|disarms?|is opened|gets opened|can be opened|lets (?:you|me|us|them) in"
    r"|(?:switched|turned|goes|shut) off"
    r"|wants|takes|accepts|asks for|expects|answers to)"
)
TYPES = (
    r"(?:punch(?:es|ed)? in|key(?:s|ed)? in|typ(?:e|es|ed|ing)(?: in)?|enter(?:s|ed|ing)?|dial(?:s|led|ing)?"
    r"|press(?:es|ed)?|tap(?:s|ped)?(?: in)?|inputs?|puts? in|hits?|us(?:e|es|ing))"
)
LABEL = (
    r"(?:gate|garage|safe|locker|lock|padlock|keypad|lockbox|vault|barrier|entrance|alarm(?! clock)"
    r"|(?:front|back|side|main) door)"
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
            rf"(?<!\w){LABEL}(?: [\w'-]{{1,14}}){{0,4}} ?[:=]\s{{0,3}}{CODE}(?! [a-z]{{2,12}} (?:st|street|road|ave))",
            r"(?<!\w)(?:lock|safe|locker|padlock|keypad)(?: [\w'-]{1,14}){0,3} ?[:=]\s{0,3}\d(?:\s{1,2}\d){2,7}(?!\d)",
            # as in "583016 is the code Google just sent"
            r"(?<![\w-])(?:[a-z]-)?(?!(?:19|20)\d\d )\d{4,8} is (?:the|your|my) (?:(?!product|postal|zip|area|error"
            r"|country|dial|discount|promo|status|colou?r|hex|bar|source|reference|tracking|booking|coupon|voucher"
            r"|course)[\w'-]{1,20} ){0,3}code(?!\w)",
            r"(?:door|gate|entrance|lock|safe|site)s?: [^\n]{1,40}\n(?:code|pin|combination)s?: " + CODE,
            rf"(?<!\w)(?:punch|key)(?:es|ed)? in {CODE}",
            rf"(?<!\w){TYPES} (?:the )?\d(?:-\d){{3,7}}(?![\w-])",
            r"(?<!\w)(?:dial|enter|type|combination|keypad):?(?:\s{1,3}\d\d){3}(?!\d)|(?<![\w-])g-\d{6}(?!\d)",
            r"(?<!\w)(?:lock|padlock|suitcase|briefcase)[^.;\n\d]{0,40}\d[- ]\d[- ]\d(?![\w-]|\.\d)",
            r"(?<!\w)(?:suitcase|luggage|bike|bicycle|case)(?: lock)?[^.;\n\d]{0,30}(?<![\d.,$€£])\d{3}(?![\d\w]"
            r"|[.,]\d| (?:litres?|euros?|km|eur|mm|cm))",
            r"(?<!\w)opens? (?:at|on|with|to) \d(?:-\d){2,5}(?![\w-])",
            r"(?:swipe|unlock|android|screen) pattern[^.\n]{0,50}\d(?:-\d){3,8}(?!\d)",
            rf"(?<!\w)(?:{either('code_typed')}) (?:(?:el|la|le|il|den|kod|code|codigo|il codice|le code) )?{CODE}",
            # as in "right 32, left 15, right 7"
            r"(?<!\w)(?:right|left|clockwise|r|l)(?: to)? ?\d{1,2}(?:,| then|;| ){1,3} ?(?:then )?(?:right|left"
            r"|anticlockwise|counter-?clockwise|r|l)(?: to)? ?\d{1,2}(?!\d)",
            rf"(?<!\w)(?:{either('code_opens')})(?: (?:el|la|le|il|den|de|o|dem|kod|code|codigo|der))? {CODE}",
        )
    )
)
# Near one of these words a code needs nothing else to tell it.
NEAR = LazyPattern(rf"(?<![a-z])(?:{either('code_near')})(?![a-z])")
# Words before and after a number that is something else.
OTHER_NUMBERS = "".join(rf"(?<!{word} )" for word in sorted(words("no_code_after")))
OTHER_COUNTS = rf"(?: ?(?:am|pm|eur|usd|€|\$)| (?:{'|'.join(sorted(words('no_code_before')))}))(?![a-z])"
ROUND_TIME = r"0\d00|1\d00|2[0-3]00"
LONG_CODE = (
    rf"(?=\d){NOT_BEFORE}{OTHER_NUMBERS}(?!(?:19|20)\d\d(?![\d#*])|\d{{4}} ?(?:-|to|and) ?\d{{4}}|{ROUND_TIME})"
    r"(?:\d{4,8}[a-z]?|\d(?:[ ,-]{1,3}\d){3,7}|\d{3}[ -]\d{3}|\d\d-\d\d-\d\d)"
    rf"(?![\w%:/@-]|[.,]\d|{OTHER_COUNTS})"
)
CODE_AFTER = Beginning(rf"[^.;\n]{{0,60}}?{LONG_CODE}|[^.;\n]{{0,30}}:?(?:\s{{1,4}}\d){{4,8}}(?!\d)")
CODE_BEFORE = LazyPattern(rf"{LONG_CODE}[^.;\n]{{0,40}}$")
EASTERN_CODES = LazyPattern(
    r"(?:解锁|解鎖|开锁|開鎖|开门|開門|锁屏|撤防|门禁|門禁|门锁|門鎖|保险柜|保險櫃|保险箱)[^,.。，\d\n]{0,10}?"
    r"(?:用|是|为|為|输|輸|按|:)[^,.。，\d\n]{0,6}?(?:\d{4,8}|\d(?: \d){3,7})(?!\d|年)"
    r"|(?:密[码碼]|密钥|密鑰|取款|验证码)[^\n。\d]{0,16}(?<![a-z])(?:\d{6,8}|\d(?: \d){5,7})(?!\d|年|位)"
    r"|按 ?(?:\d{4,8}|\d(?: \d){3,7})[,，]?(?:再|然后)?按?(?:井|#)|[左右]转[^,，。\d]{0,6}\d{1,2}[,， ]{0,2}(?:再"
    r"|然后|最后)[左右]转|输入[“\"「']?[^,，。\s]{3,30}\d[”\"」']?[,，]?(?:这|就)?是[^,，。]{0,6}密[码碼]"
    r"|密[码碼][^\d\n]{0,4}\d(?: \d){3,7}(?!\d)|[左右]转?[到至]? ?\d{1,2}[,， ]{0,2}(?:再|然后"
    r"|接着)?[左右]转?[到至]? ?\d{1,2}"
)


def with_spelled_digits(text: str) -> str:
    """Return the text with digits in place of four or more words for digits: "zero four seven nine"."""
    return SPELLED.sub(_as_digits, text)


def _as_digits(spelled: re.Match[str]) -> str:
    digits = "".join(DIGIT_WORDS[word] for word in re.split(r"[ ,-]+", spelled[0].lower()))
    return "-".join(digits) if YEAR.match(digits) else digits  # nobody spells a year


def has_opening(text: str) -> bool:
    """Return whether a plain text without marks tells the code that opens something."""
    lower = text.lower()
    if not lower.isascii() and EASTERN_CODES.search(lower):
        return True
    return any(map(str.isdigit, lower)) and (bool(CODES.search(lower)) or _has_code_near(lower))


def _has_code_near(lower: str) -> bool:
    """Return whether a code stands near a word that belongs to one. A text full of such words is refused."""
    for count, word in enumerate(NEAR.finditer(lower)):
        before = max(0, word.start() - BEHIND)
        if count >= MATCHES_MOST or CODE_AFTER.match(lower, word.end()):
            return True
        if CODE_BEFORE.search(lower, before, word.start()):
            return True
    return False
