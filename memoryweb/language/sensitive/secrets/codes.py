"""Finds codes of a few digits by what stands around them, in many languages: what they open, or how they came.

A number is looked at only where it has the shape of a code; then the words before and after it in the same sentence
tell a lock, a card or a sign-in from a room, a price or an order.
"""

import re

from memoryweb.language.lazy_pattern import Beginning, LazyPattern
from memoryweb.language.sensitive.word_lists import alternatives, either, lines

BEHIND, AHEAD = 64, 48  # characters read around a number
MATCHES_MOST = 400  # numbers that are looked at; a longer list is a table of figures
LETTERS = "a-zа-я"

# No year, price, time of day, version or part of a longer number.
NUMBER = LazyPattern(
    r"(?=[\da-zа-я])(?<![\w.$€£¥₩₹#/@+\\&?%-])(?<!\d[,:])(?<!\w=)(?P<code>"
    r"\d{1,2}(?:(?: ?[-,] ?| |,? then | dann | puis | luego | poi | depois | dan | potem | потом )\d{1,2}){2,7}"
    r"|\d{3}[ -]\d{3}|\d{4}[ -]\d{4}"
    r"|\d{2} \d{3}|\d{3,8}[a-zа-я]?|[a-zа-я]\d{3,6}[a-zа-я]?|[a-zа-я]?\d{1,4}[a-zа-я]\d{1,5})"
    r"(?![a-zа-я\d_@/%°'’]|[.,:]\d|-[\da-z]| ?[€$£%])"
)
YEAR = Beginning(r"(?:19|20)\d\d$")
PIN = LazyPattern(r"(?<![a-z])pin(?:-?code|s|i|imi?z?)?(?![a-z])|пин|暗証(?:番号)?|密码")
OF_A_YEAR = LazyPattern(
    r"(?<![a-z])(?:years?|born|birth\w{0,3}|jahr|geburt\w{0,4}|geboren|jaar|annee|naissance|ano|nacimiento"
    r"|nascimento|anno"
    r"|nascita|rok\w{0,2}|urodzenia|yil\w{0,2}|dogum)(?![a-z])|год|рожден|出生|生まれ|誕生"
)
# "right 12, left 33", and the other way around
SIDE = (
    r"(?:(?:to the |nach |a la |a |para a |para |naar |na |w |в |alla |en |auf |al )?(?:right|left|rechts|links"
    r"|droite|gauche|derecha"
    r"|izquierda|destra|sinistra|direita|esquerda|prawo|lewo|вправо|влево|направо|налево|saga|sola|clockwise"
    r"|anticlockwise)"
    r"|[左右](?:转|轉|旋)?|오른쪽(?:으로)?|왼쪽(?:으로)?)"
)
TURN = (
    rf"(?:{SIDE}(?: to| until| auf| bis| a| al| hasta| jusqu'a| fino a| ate| naar| tot| na| do| op| en| no| до|に"
    rf"|へ|到)?[ :]{{0,2}}\d{{1,2}}"
    rf"|\d{{1,2}} (?:times )?{SIDE})"
)
BETWEEN_TURNS = (
    r"[ ,;、，]{1,3}(?:(?:and|then|und|dann|puis|et|luego|y|poi|e|depois|en|dan|potem|i|и|потом|затем|sonra|再|然后"
    r"|wieder|again|back|weer|znowu|снова) ?){0,3}"
)
TURNS = LazyPattern(
    rf"(?<![a-zа-я\d]){TURN}{BETWEEN_TURNS}{TURN}{BETWEEN_TURNS}{TURN}(?!\d)"
    rf"|(?<![a-zа-я\d]){TURN}{BETWEEN_TURNS}{TURN}(?!\d)(?=[^"
    rf"\n]{{0,40}}(?:safe|lock|tresor|coffre|caja fuerte|cassaforte|cofre|kluis|sejf|сеиф|kasa))"
)
# "gate 2290, alarm 1186"
TWO_PLACES = LazyPattern(
    r"(?<![a-z])(?:gate|alarm|door|garage|safe|shed|lobby|lift|office)(?: code)?:? \d{4,6}(?:,|;| and|\n)? (?:the )?"
    r"(?:gate|alarm|door|garage|safe|shed|lobby|lift|office)(?: code)?:? \d{4,6}(?!\d)"
)
DIGIT = LazyPattern(r"\d")
LONG_KEY = LazyPattern(r"(?<![\d-])\d{6}(?:[- ]\d{6}){5,7}(?!\d)")  # restores a disk
SENTENCE = LazyPattern(r"[.!](?=\s|\"|$)|[;\n。！]")  # a question and its answer are read together


def _words(name: str) -> LazyPattern:
    """Return a pattern for the words of a list, or of its list for Chinese, Japanese and Korean."""
    western = rf"(?:{alternatives(lines(name), not_after=LETTERS)})(?![{LETTERS}])"
    return LazyPattern(f"{western}|{either(f'{name}_eastern')}")


PLACES, DOORS, MOVES = _words("code_places"), _words("code_doors"), _words("code_moves")
ONE_TIME, SENT = _words("one_time"), _words("code_sent")
GENERIC = LazyPattern(rf"(?<![{LETTERS}])(?:{either('code_generic')})(?![{LETTERS}])|码|碼|コード|番号|번호|코드")
# What names another number stands right before it, what counts or measures right after it.
OTHER = LazyPattern(
    rf"(?<![{LETTERS}])(?:{either('other_numbers')})[ :.'#]{{0,3}}$|[第约約共¥]$|(?:房间?|号码|单号|番地|郵便番号"
    rf"|邮编|编码|注文番号|部屋は?) ?$"
)
UNIT = Beginning(
    rf" ?(?:(?:{either('code_units')})(?![{LETTERS}])|[元块円원人年月日位个個次条條分号호개명년天度米]|万|千)"
)
# A price and such stands further away.
OTHER_CODE = LazyPattern(
    r"(?<![a-z])(?:exit|fault|plu|icd|naics|vat|job|class|station|iso|return|response|referral|invite|gift|sku"
    r"|batch|cost|subject|module|article|fehler\w*|artikel\w*|produkt\w*|lander\w*|vorwahl|promo|discount|coupon"
    r"|voucher|gutschein|rabatt|postal|postleit|zip|area|country|error|status"
    r"|http|source"
    r"|product|bar|qr|dress|colou?r|hex|tracking|booking|order|flight|invoice|course|airport|currency|postcode"
    r"|promotion|promotionnel"
    r"|postale?|descuento|promocional|sconto|desconto|korting\w*|rabatow\w*|pocztow\w*|indirim|posta|sendungs?"
    r"|bestell\w*)(?![a-z])"
    r"|промокод|индекс|город|заказ|трек|优惠|快递|订单|邮|取餐|报错|错误|状态|エラー|クーポン|注文|郵便|追跡|할인"
    r"|쿠폰|주문|우편|오류"
)
CONFIRMS = LazyPattern(
    r"(?<![a-z])(?:confirm\w{0,7}|approv\w{1,4}|authori[sz]\w{1,7}|verif\w{1,9}|sign.?in|log.?in|valider"
    r"|validation|anmeld\w{0,4}|einlogg\w{0,2}|freig\w{2,7}"
    r"|freizugeben|bestatig\w{1,4}|zum (?:einloggen|anmelden)|connexion|connecter|confirmar|validar"
    r"|iniciar sesion|acceder|entrar|confermare|accedere|convalidare"
    r"|inloggen|bevestig\w{1,4}|zalogow\w{1,4}|potwierdz\w{1,4}|autoryz\w{1,6}|onayla\w{0,6}|giris|parcel|type it"
    r"|login|pago|transfer\w{0,6}|virement|bonifico|przelew|uberweis\w{1,5})"
    r"(?![a-z])|подтвер\w{1,8}|вход\w{0,2}|вводи|验证|驗證|登录|登錄|付款|转账|認証|ログイン|確認|인증|로그인"
    r"|결제|이체"
)
TEXTED = LazyPattern(
    r"(?<![a-z])(?:sms(?:-?e?s|es)?|text(?:ed)?|whats ?app\w{0,4}|telegram|instagram|mensaje|mesaj"
    r"|by phone)(?![a-z])|смс|短信|簡訊|문자|ショートメール"
)
PRESSED = LazyPattern(
    rf"^[ ,]{{0,2}}(?:(?:\+|and|then|followed|by|plus|und|dann|danach|die|der|das|puis|ensuite|et|la|le|y|luego"
    rf"|el|e|poi|il|depois|o|a|en|dan|daarna|op|het|de"
    rf"|i|potem|nastepnie|и|потом|затем|sonra|ve|再按?|加|然后按?|してから|のあと|다음|누르고|hit|press|push|tap"
    rf"|the|drucken|appuie\w{0, 2}|pulsa|premi) ?){{0,5}}"
    rf"(?:(?:{either('code_keys')})(?![{LETTERS}])|{either('code_keys_eastern')})"
)
CODEWORD = LazyPattern(
    r"(?<![a-zа-я])(?:(?:pass|key|pin)?-?codes?|zugangscode|codigo|codice|kod\w{0,2}|код\w{0,2}|combination"
    r"|combo)(?![a-zа-я])|コード|코드|비번|暗号"
)
LINKED = LazyPattern(
    r"(?:(?<![a-zа-я])(?:is|it's|ist|lautet|est|c'est|es|e|to|jest|это|olarak|now|jetzt|ora|agora|ahora|nu|teraz"
    r"|теперь)|[:=→—-]|->) ?[\"'(]?$"
)
OPENS_WITH = LazyPattern(r"(?<![a-z])(?:opens?|set|unlocks?|goes|turned) (?:at|on|with|to|using) $")
SIGN_BEFORE = LazyPattern(r"(?:[:=→]|->|=>)\s{0,3}[\"'(]?$")
AN = LazyPattern(
    r"(?<![a-z])(?:an?(?! (?:der|dem|die|das|den|mir))|eine?n?|une?|una|uma|een)(?![a-z])|(?:^| )(?:cost|costs"
    r"|paid|bought|kostet\w*|coute|cuesta"
    r"|costa|kosztuje|стоит)(?![a-z])"
)
GIVEN = LazyPattern(
    r"(?<![a-z])(?:tell|tells|told|give|gave|use|remember|note|is|it's|say)(?: (?:her|him|them|me|us|the \w{1,10}"
    r"|that))? $"
)
FOR = Beginning(r" (?:is )?(?:for|opens|unlocks|gets? (?:you|me|us|him|her) (?:in|through)) ")


def has_code(lower: str) -> bool:
    """Return whether a plain text without marks in lower case tells a code that opens something or was just sent."""
    if not DIGIT.search(lower):
        return False
    if LONG_KEY.search(lower) or TURNS.search(lower) or TWO_PLACES.search(lower):
        return True
    for count, number in enumerate(NUMBER.finditer(lower)):
        if count >= MATCHES_MOST:
            return False
        if _is_code(lower, number):
            return True
    return False


def _is_code(lower: str, number: re.Match[str]) -> bool:
    code, start, end = number["code"], number.start(), number.end()
    around, ahead = lower[max(0, start - BEHIND) : start], lower[end : end + AHEAD]
    before, after = SENTENCE.split(around)[-1], SENTENCE.split(ahead, maxsplit=1)[0]
    if OTHER.search(before[-24:]) or UNIT.match(after):
        return False
    digits = sum(map(str.isdigit, code))
    if digits > 3 and (PRESSED.search(after) or (after[:1] in "#*" and after and MOVES.search(around))):
        return True
    if YEAR.match(code):
        is_pin = PIN.search(around) and OF_A_YEAR.search(around)
        return bool(is_pin or (SIGN_BEFORE.search(before) and PLACES.search(before)))
    return (
        _is_sent(code, digits, around, ahead)
        or _is_of_a_place(code, digits, before, after)
        or (digits > 3 and _is_given(before, after))
        or ((digits > 3 or not code.isalnum()) and _is_typed(before, after))
    )


def _is_given(before: str, after: str) -> bool:
    """Return whether the text gives somebody a place's code: "tell her 6620 for the gate"."""
    given = GIVEN.search(before[-24:])
    return bool(given and FOR.match(after) and (PLACES.search(after[:36]) or DOORS.search(after[:36])))


def _is_of_a_place(code: str, digits: int, before: str, after: str) -> bool:
    """Return whether a place that needs codes is in the same sentence, without "an" as before model names."""
    is_plain = code.isdigit()
    place = _last(PLACES, before)
    if place and (digits > 3 or not code.isalnum() or _is_short(before)):
        return not code.isalnum() or not AN.search(before[place.end() :])
    return not is_plain and digits + code.isalnum() > 2 and bool(PLACES.search(after))


def _is_short(before: str) -> bool:
    """Return whether so much tells the code that three digits are enough."""
    return bool(SIGN_BEFORE.search(before) or OPENS_WITH.search(before) or CODEWORD.search(before))


def _is_typed(before: str, after: str) -> bool:
    """Return whether the code is typed at a door or device, or opens it."""
    if OTHER_CODE.search(before[-48:]):
        return False
    if LINKED.search(before) and CODEWORD.search(before[-48:]):
        return True
    if MOVES.search(before[-32:]):
        return bool(DOORS.search(before) or DOORS.search(after[:32]) or PLACES.search(after))
    return bool(MOVES.search(after[:20]) and DOORS.search(before[-32:]))


def _is_sent(code: str, digits: int, before: str, after: str) -> bool:
    if digits < 4 or digits > 8 or not code.replace(" ", "").replace("-", "").isdigit():
        return False
    if ONE_TIME.search(before) or ONE_TIME.search(after):
        return not OTHER_CODE.search(before[-40:])
    around = f"{before} {after}"
    if OTHER_CODE.search(around):
        return False
    if GENERIC.search(around) and SENT.search(around):
        return True
    if not code.isdigit() and SENT.search(before) and CONFIRMS.search(after):
        return True
    return bool(TEXTED.search(around) and CONFIRMS.search(around))


def _last(pattern: LazyPattern, text: str) -> re.Match[str] | None:
    found = None
    for found in pattern.finditer(text):  # noqa: B007  the last one is what is asked for
        pass
    return found
