"""Finds passwords by how somebody signs in with them, or by a word for one that stands further away."""

import re

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.sensitive.word_lists import forms, has_form

# Where somebody signs in, or what is locked. In a text with one of these a word of a password's shape is one.
ACCESS = LazyPattern(
    r"(?<![a-z])(?:log(?:s|ged|ging)?[- ]?(?:in|into|on|me|you|him|her)|login|sign(?:s|ed)?[- ]in|accounts?"
    r"|credentials?|unlocks?|encrypted|zip|portal|router|admin|root|ssh|vault|pass(?:word|phrase|code|wort)?s?"
    r"|gets? into|wi-?fi|ssid|vpn|asks? (?:who|for it)|(?:staging|prod|production|dev) (?:server|box|machine)"
    r"|inlog\w*|log bij|anmeld\w*|connecte|accedo|accede|entro|contrasena|motdepasse|haslo)(?![a-z])"
    r"|登[录入陆进]|密码|密碼|パスワード|비밀번호"
)
NO_WORD_BEFORE = r"(?<![\w/.@#&=?-])"
# Letters, a sign inside and a figure or a capital after it: "Hollow#Reed31", "Oktober!Vier".
MIXED = LazyPattern(
    rf"{NO_WORD_BEFORE}(?!(?i:fritz!box))[A-Za-z]{{4,20}}[!$%^*+~][A-Z][a-z]{{2,20}}(?![\w/@=])"
    rf"|{NO_WORD_BEFORE}(?=[^\s\"'`,;]{{0,40}}\d)[A-Za-z][\w.-]{{2,30}}[!@#$%^*+~][\w.!$%^*-]{{1,30}}(?![\w/@=])"
)
# Addresses, tags, issues, sums and versions have that shape too.
NO_SECRET = LazyPattern(r"@[\w-]+\.[a-z]|#\d{4}$|^[a-z-]+#\d+$|^[a-z]\+\+|\+\d+$|@\d+\.\d|^\w+@v?\d", re.IGNORECASE)

LABEL = (
    r"(?<![a-z])(?:pass(?:word|phrase)s?|pass is|pwd|ps?swd|passwd|mot de passe|passwort|kennwort|contrasena|senha"
    r"|wachtwoord|haslo|login is|credentials)(?![a-z])"
)
TALKED_ABOUT = r"(?![^.;\n]{0,60}(?:policy|rotat|must|field|variable|env|manager|reset))"
QUOTE, END_QUOTE, IN_QUOTES = r"[\"'“]", r"[\"'”]", r"[^\"'”\n]"
# A word of letters and figures, but no version, standard, file or address.
FIGURED = (
    r"(?<![\w/.@#-])(?=[^\s]{0,30}[a-z])(?=[^\s]{0,30}\d)(?![a-z]{1,9}[ -]?\d{1,3}(?![\w-]))"
    r"(?!\w+\.(?:py|js|txt|json|ya?ml|env|toml|com|org|io|md)\b)"
    r"(?!(?:sha|md|utf|aes|rsa|ipv|http|oauth|argon|pbkdf|base|wpa|v|ios|iphone|windows|office|web|log4j|s3|ec2|k8s"
    r"|h2|x)-?\d)[a-z0-9][\w!@#$%^&*+-]{5,30}(?![\w/@.]\w)"
)
WORD_WITH_DIGIT = r"(?=[^\s]{0,20}\d)(?=\d{0,5}[a-z])[\w!$%*-]{6,30}"
THREE_PARTS = r"(?<![\w/.@#-])[a-z]{3,15}-[a-z]{3,15}-\d{2,4}"  # sunflower-tractor-91
OWNED = r"(?:the|my|her|his|a)"
FORMS = forms(
    (
        (
            rf"{LABEL}{TALKED_ABOUT}[^.;\n]{{0,60}}?(?:[,:]| to| na| auf| en| a| is| it's| c'est| e| est| ist| still"
            rf"| und) {QUOTE}?{FIGURED}"
        ),
        (
            rf"(?:(?<!\w)(?:uses?|with|using|still|it's|was|is|so)|[:,]) {QUOTE}?{WORD_WITH_DIGIT},?[^.;\n]{{0,30}}"
            rf" that's {OWNED} password"
        ),
        rf"as {OWNED} password, (?:so|i\.e\.|like|e\.g\.) {FIGURED}",
        (
            rf"asks? for {OWNED} password,? (?:enter|type|use|put"
            rf"|say)\s{{1,3}}{QUOTE}?(?=\S{{0,30}}[\d_])[\w!$%*_-]{{6,40}}"
        ),
        (
            rf"(?:pw|password|passcode|passphrase)\? (?:it's|its|it is) {QUOTE}?(?!the|a|my|on|in"
            rf"|not)[\w!$%*-]{{5,40}}"
        ),
        r"sshpass -p ?['\"]?[^\s$'\"]{5,40}",
        r"(?<!\S)-u ?[\w.-]{2,30}:(?![$<{%])[^\s:]{6,60}",
        r"(?<!\S)(?:root|admin|administrator|guest|user) ?[/|:] ?(?=\S{0,30}\d)(?=\S{0,30}[a-z])\S{6,40}",
        # the key of a network
        (
            r"(?<![a-z])(?:wi-?fi|wlan|ssid|network)(?![a-z])[^.\n]{0,60}(?<![a-z])key(?:\s{0,2}[:=]|\s{1,4})\s{0,3}"
            r"(?=\S{0,30}\d)([\w!@#$%^&*-]{8,63})(?!\w)"
        ),
        (
            r"(?:ssid|network|wi-?fi)(?![a-z])[^.\n]{0,50}, (?:the )?(?:password|key|pass|pw) (?:is )?"
            r"(?!and|is|on|in|for|the|that|policy|manager|rotat)[\w!$%*-]{7,40}[.]?$"
        ),
        r"network[^.\n]{0,50},? and the key is [\w!$%*-]{6,40}",
        # several words
        (
            rf"(?:zip|archive|pdf|vault|account|laptop|phone|drive|folder|document)[^.\n]{{0,20}} (?:opens"
            rf"|unlocks) with"
            rf" {QUOTE}{IN_QUOTES}{{4,40}}{END_QUOTE}"
        ),
        (
            r"(?:opens|unlocks|logs in|signs in) with the (?:password|passphrase|word"
            r"|phrase)(?: [a-z]{3,20}){1,8}\.?$"
        ),
        (
            r"passphrase[^.:\n]{0,50}(?: to|:)(?! (?:the|a|be|my|our|something|make|protect|unlock|open"
            r"|use)(?![a-z]))"
            r"(?: [a-z]{3,12}){3,8}\.?$"
        ),
        rf"{LABEL}[^.;\n]{{0,40}} (?:to|,) {QUOTE}[^\"'”\n ]{{3,14}}(?: [^\"'”\n ]{{2,14}}){{2,7}}{END_QUOTE}",
        rf"pass(?:word|phrase)s?, it's {QUOTE}[^\"'”\s]{{5,30}}{END_QUOTE}",
        rf"the word {QUOTE}?[a-z]{{4,20}}{END_QUOTE}? as (?:the |my )?password",
        # at the end of what is said about a password: "it is my cat and a year: Biscuit2016"
        (
            rf"pass(?:word|phrase|code)s?(?![a-z])[^;]{{0,90}}?(?:[:=]|→|->)\s{{0,3}}{QUOTE}?[a-z]{{3,20}}\d{{2,6}}"
            r"(?!\w|\.\w)"
        ),
        # without a word for it
        rf"(?:gets? (?:you |me |us )?into|using|with) [^.;\n]{{0,30}}{THREE_PARTS}(?![\w-])[^.;\n]{{0,30}}$",
        rf"{THREE_PARTS} (?:gets? (?:you|me|us) into|opens|unlocks)",
        (
            rf"(?<![a-z])(?:log(?:s|ged)?[- ]?(?:in|into|on|me into)|sign(?:s|ed)? in(?:to)?|gets? into|unlocks?"
            rf"|logins?)"
            rf"[^.;\n]{{0,50}}? (?:with|using|by typing)(?: the (?:word|phrase|pass))? {QUOTE}?(?=[a-z]{{0,20}}\d)"
            r"(?=\d{0,6}[a-z])[a-z][a-z0-9]{6,30}(?![\w@/.-]\w)"
        ),
        (
            r"(?:get in(?:to)?|log in(?:to)?|sign in(?:to)?|unlock|登[录入陆])[^?？\n]{0,60}[?？]\s{0,3}(?:a"
            r"|answer|答"
            r"|回答)"
            r"[:：]\s{0,2}(?=\S{0,30}\d)(?=\S{0,30}[a-z])[\w.!@#$%^&*-]{7,40}"
        ),
        r"用\s?(?=[!-~]{0,20}\d)(?=[!-~]{0,20}[a-z])[!-~]{7,40}\s?(?:就|就能|可以|来)?(?:能)?登[录入陆进]",
    ),
    re.IGNORECASE,
)


def has_sign_in(text: str) -> bool:
    """Return whether a text tells a password by describing a sign-in."""
    lower = text.lower()
    if has_form(FORMS, lower, text):
        return True
    return bool(ACCESS.search(lower)) and any(not NO_SECRET.search(found[0]) for found in MIXED.finditer(text))
