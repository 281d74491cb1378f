"""Finds passwords without a word for one: somebody gets in with it, and it looks like one, in many languages.

First comes the look: a word that mixes letters, digits and signs as passwords do. Few words do, and only around these
is read what stands before and after: a verb for typing or getting in, and a sign-in, an account or a device.
"""

import re

from memoryweb.language.lazy_pattern import Beginning, LazyPattern
from memoryweb.language.sensitive.word_lists import alternatives, either, lines

BEHIND, AHEAD = 100, 60  # characters read around a word
LETTERS = "a-zа-я"
START = r"(?<![A-Za-z0-9_/.@#&=?!+:$%*~'-])"
# A word with a digit, a sign or a capital inside; what does not begin so is not read on.
SHAPED = LazyPattern(
    rf"{START}(?=[A-Za-z0-9_!@#$%^&*+?-]{{0,24}}(?:\d|[!@#$%^&*+?_-][A-Za-z0-9_!@#$%^&*+?-]))"
    r"[A-Za-z\d][A-Za-z0-9_!@#$%^&*+?-]{5,40}"
)
# Signs inside and something after them: "Rhubarb?Crumble", "Moonpie&Moonpie", "Mandarina#Azul31".
SIGNED = Beginning(r"[A-Za-z]{3,20}\d{0,6}[!$%^*+?#&~]+(?:[A-Z][A-Za-z]{2,20}|[a-z]{0,12}\d)[\w!?$%^*+#-]{0,20}$")
MIXED = Beginning(r"(?=.{0,40}[!$%^*+?#&@])(?=.{0,40}\d)(?=.{0,40}[A-Za-z].{0,20}[A-Za-z])[\w!@#$%^&*+?-]{8,41}$")
# Digits in place of letters: "b4n4n4_split", "Cl0udberry".
LEET = Beginning(r"(?=.{0,40}[A-Za-z]{2})[A-Za-z]+(?:\d[A-Za-z_!-]+){1,8}\d{0,4}[!?*]{0,3}$")
# A capital, a name and a figure: "Crevette_Rose12", "Rufus1979", "Kelebek_34".
NAMED = Beginning(
    r"[A-Z][a-z]{3,16}(?:[_-][A-Za-z]{1,16}|[A-Z][a-z]{0,15}|(?<=[a-z])[A-Z]{2,4}){0,3}[_-]?(?:\d{2,4}"
    r"|(?<=_)\d)[!?*]{0,3}$|[A-Z][a-z]{2,16}_[A-Za-z]{2,16}\d$|[A-Z][a-z]{2,14}(?:-\d{1,4}"
    r"|-[a-z]{2,12}){1,3}-[A-Z]?[a-z]{2,14}$"
)
JOINED = Beginning(r"[a-z]{3,16}_[A-Z][a-z]{2,16}\d{0,4}$|[A-Z][a-z]{2,16}(?:_[A-Za-z]{2,16}){1,3}$")  # Regenpijp_Noord
# These look like names of things too: "tortugaverde22", "purple-otter-canyon", "pierogi-ruskie-8".
PLAIN = Beginning(
    r"[A-Z][a-z]{2,12}(?:-[A-Z][a-z]{2,12}){2,4}$|[a-z]{6,24}\d{1,4}$"
    r"|[a-z]{2,14}(?:[_-][a-z]{1,14}){1,4}(?:[_-]\d{1,4}|\d{1,4})$"
    r"|[a-z]{3,12}(?:-[a-z]{2,12}){2,4}$|\d{2,4}[a-z]{4,20}$"
)
# What has such a shape and is none: standards, versions, files, models and words for what is signed in with.
NO_SECRET = LazyPattern(
    r"^(?:utf|sha|md|aes|rsa|ed25519|id_|iso|ipv|http|oauth|auth0|openid|fido|u2f|totp|mfa|sso|wpa|base64|x509"
    r"|next|node|web|win|office|python|java"
    r"|type|ios|iphone|ipad|galaxy|pixel|macbook|android|windows|ubuntu|debian|fritz|h264|mp[34]|rtx|gtx|usb"
    r"|covid|gpt|claude|gemini|llama|log4|passkey|"
    r"two-factor|one-time|sign-in|log-in|single-sign|face-?id|touch-?id|e-mail|user|admin|test|dev|staging|prod"
    r"|server|client|host|db|api|argon|bcrypt|scrypt|pbkdf)(?![a-z])"
    r"|^(?:[a-z]+(?:id|key|keys|token|auth|login|user|users|name|app|apps|service|server|proxy|db|api|file|json"
    r"|yaml|config|test|tests|branch|screen|page|form|factor|based|only|side|level|wide))(?:[-_]?v?\d{1,2})?$"
    r"|-v\d{1,2}$|^[a-z]+-(?:in|on|up|out|to|by|the|of)-|@\w+\.\w|^(?:19|20)\d\d|(?-i:^[a-z][a-z/-]*)[#@]\d+$"
    r"|^[a-z]{1,6}\d{1,2}$"
    r"|-(?:to|of|in|on|as|is|by|per|free|first)-",
    re.IGNORECASE,
)
HAS_ACCESS = LazyPattern(
    rf"(?:{alternatives(lines('access'), not_after=LETTERS)})(?![{LETTERS}])|{either('access_eastern')}"
)
HANDED = LazyPattern(
    rf"(?:(?<![{LETTERS}])(?:{either('handed')})[ ,:]{{1,3}}|[:=→]\s{{0,3}}|[-=]>\s{{0,3}}"
    rf"|[输輸是用填はを]\s?)[\"'(]?$"
)
GIVEN_AFTER = LazyPattern(
    r"^[\"')]?[ ,]{0,2}(?:(?:is|that's|it's|was|still|ile|yaz|diye|gets? (?:you|me|us)|opens|unlocks"
    r"|in the (?:bottom|second|other|next|lower|password)|(?:이?라고 )?(?:치|누르|로|으로)|でログイン|で入"
    r"|でつなが|で接続|で開|を入力|に設定|登录|登陆|登入|就行)(?![a-z]))"
)
# What is handed over this way is more than a name.
STRICT = LazyPattern(
    r"(?:(?<![a-z])(?:pass\w{0,8}|contrasena|senha|wachtwoord|haslo|kennwort|mot de passe)(?![a-z])[^.;\n]{0,60} "
    r"(?:dovrebbe essere|deberia ser|devrait etre|should (?:still )?be|musste|deveria ser|powinno byc)"
    r"|(?<![a-z])(?:asks?|prompts?|fragt|demande|pide|chiede|vraagt|pyta)(?![a-z])[^.;\n]{0,40} (?:type|enter|put"
    r"|say|use|tippe ich|tape|pongo|scrivo|typ|wpisuje)"
    r"|(?<![a-z])(?:log(?:s|ged|ging)?[- ]?(?:in|into|on)|sign(?:s|ed)?[- ]in(?:to)?|gets? (?:you |me |us "
    r"|him |her )?in(?:to)?|unlocks?|opens?|connects?|joins?)(?![a-z])[^.;\n]{0,60} (?:with|using|by typing)"
    r"|(?<![a-z])(?:einlogg\w*|logg\w+|meld\w+|anmeld\w*|entsperr\w*|komm\w*|offne\w*"
    r"|verbind\w*)(?![a-z])[^.;\n]{0,60} mit"
    r"|(?<![a-z])(?:connect\w*|entr\w+|ouvr\w+|deverrouill\w*|acced\w*)(?![a-z])[^.;\n]{0,60} avec"
    r"|(?<![a-z])(?:entr\w+|acced\w+|abr\w+|conect\w+|desbloque\w+|apr\w+|colleg\w+"
    r"|sblocc\w+)(?![a-z])[^.;\n]{0,60} con"
    r"|(?<![a-z])(?:entr\w+|acess\w+|abr\w+|lig\w+|desbloque\w+)(?![a-z])[^.;\n]{0,60} com"
    r"|(?<![a-z])(?:log\w*|inlog\w*|kom\w*|open\w*|ontgrendel\w*|verbind\w*)(?![a-z])[^.;\n]{0,60} met"
    r"|(?<![a-z])(?:logu\w+|zalog\w+|wchodz\w+|otwier\w+|odblok\w+|lacz\w+)(?![a-z])[^.;\n]{0,60} (?:przez|haslem"
    r"|uzywajac)"
    r"|(?:захо[жд]\w+|вхо[жд]\w+|вои\w+|логин\w*|подключ\w+|открыва\w+|разблок\w+)[^.;\n]{0,60} (?:через|под|с"
    r"|паролем|по)"
    r"|(?:wi-?fi|wlan|ва[ий]фа\w+)[^.;\n]{0,60} (?:is|it's|just|con|com|avec|mit|met|now|es|nu is het|jetzt|ora"
    r"|adesso|now it's|type)"
    r"|登[录錄陆入][^。\n]{0,20}(?:用的是|用|输)|连\s?(?:wi-?fi|网)[^。\n]{0,12}(?:用|输)|(?:ログイン"
    r"|wi-?fi)[^。\n]{0,12}[はを]) ?[\"'(]?$"
)
STRICT_AFTER = LazyPattern(
    r"^[\"')]?\s{0,2}(?:ile (?:gir|acil|baglan)|yaz\w*|で(?:ログイン|入|つなが|接続|開)|(?:으?로 )?(?:로그인|접속"
    r"|들어가)|치면|登[录陆入]|就能?登|gets? (?:you|me|us) in|unlocks)"
)
# Letters, digits and a sign of those that only passwords have: no context is needed.
CERTAIN = Beginning(
    r"(?!sheet\d)(?=.{0,40}\d)(?=.{0,40}[A-Za-z]{2})[A-Za-z0-9_-]{2,30}[!$%^*?][A-Za-z0-9_!$%^*?-]{2,30}$",
    re.IGNORECASE,
)
# An address or a name to sign in with, and the secret next to it: "max@post.example / Dampflok1835".
PAIRED = LazyPattern(
    r"(?:\S@[\w-]+\.[a-z.]{2,12}|(?<!\w)@[\w.]{3,30})[\"')]?(?:\s{0,2}[/|,;:+-]{1,2}"
    r"|\s{1,2})\s{0,2}(?:[a-zа-я]{1,9} ){0,2}[\"'(]?$"
)
# A word for a password, and the secret after a comma or a bracket.
LISTED = LazyPattern(
    r"(?:(?<![a-z])(?:passwords?|passphrase|pw|pwd|passwort|kennwort|mot de passe|contrasena|senha|wachtwoord|ww"
    r"|haslo|sifre\w{0,3}|parola\w{0,3})(?![a-z])"
    r"|парол\w|密码|密碼|パスワード|비밀번호)(?:[^.;\n]{0,60}(?:[,、(:]|->|→)|(?: (?:for|to|на|от|для|do|na|von"
    r"|fur|del|de|du|pour|di|van|voor) \S{2,20}){1,2}) ?[\"']?(?:now|jetzt|nun|also|so|ora"
    r"|ahora|agora|nu|teraz|теперь)? ?$"
)
SAYS_NAME = LazyPattern(
    r"(?<![a-z])(?:called|named|name|names|heisst|nennt|appelle|llama|chiama|heet|nazywa|adi|branch|file|server"
    r"|host|ssid|version|theme|package|model|repo|username|user|handle|nick|nickname|as|als|como|come|jako|als|из"
    r"|from|fromm|book|song)[ :\"'(]{1,3}$|(?:叫|名前は|이름은)\s?$"
)


def has_access(text: str) -> bool:
    """Return whether a plain text without marks tells a secret by its look and by who gets in with it."""
    lower = text.lower()
    for word in SHAPED.finditer(text):
        value = word[0].rstrip("!?-_")
        if NO_SECRET.search(value) or not END_OK.match(text, word.end()):
            continue
        before, after = lower[max(0, word.start() - BEHIND) : word.start()], lower[word.end() : word.end() + AHEAD]
        if SAYS_NAME.search(before[-24:]):
            continue
        if (STRICT.search(before) or STRICT_AFTER.search(after)) and (PLAIN.match(value) or _is_secret(value)):
            return True
        if not _is_secret(value):
            continue
        if PAIRED.search(before) or (LISTED.search(before) and any(map(str.isdigit, value))):
            return True
        if HANDED.search(before[-24:]) and CERTAIN.match(value):
            return True
        is_handed = HANDED.search(before[-24:]) or GIVEN_AFTER.search(after)
        if is_handed and (HAS_ACCESS.search(before) or HAS_ACCESS.search(after)):
            return True
    return False


END_OK = Beginning(r"(?![A-Za-z0-9_/@=]|\.[A-Za-z0-9_]|:/)")


def _is_secret(value: str) -> bool:
    return bool(
        SIGNED.match(value)
        or MIXED.match(value)
        or (len(value) > 7 and LEET.match(value))
        or NAMED.match(value)
        or JOINED.match(value)
    )
