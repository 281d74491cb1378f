"""Finds passwords and codes: a word for one, and what stands behind or before it reads like the secret itself.

What is said about passwords ("reset needed", "is too long") is told from a secret by grammar: which sign or verb leads
to the word, whether it is an ordinary word, and what follows it.
"""

import re
from enum import Enum

from memoryweb.language.lazy_pattern import Beginning, LazyPattern
from memoryweb.language.sensitive.word_lists import alternatives, either, first_letters, lines, words

AHEAD, BEHIND = 140, 80  # characters read after and before a label
QUALIFIERS_MOST = 10  # words between the label and its verb: "password for the router in the hall is …"
COMPOUNDS, ORDINARY, FOLLOWERS = words("password_compounds"), words("ordinary"), words("followers")
ENDINGS = ("ed", "ing", "able", "ible", "ful", "less", "ous", "ically", "ally", "ently", "antly", "est")
# Signs with which an Eastern sentence about a password holds none.
EASTERN_ORDINARY = (
    "什甚啥哪谁誰怎多必不没沒空错錯一自由用跟和与與加存保安随隨默初很太最非需要应應可被在我你他她它这這那相同重旧"
    "舊新过過已未为為吗嗎呢忘强強弱长長短复複简簡管理"
    "必何同忘変強弱長短使設保未不自毎正間違の필잊틀같안너무강약길짧매자"
)
# Words for a password only where a sign follows: "pass: …", never a ski pass.
WITH_SIGN = r"(?<![a-z])(?:pass|clef|secret)(?=['\"\])]{0,2}[ \t]{0,3}(?:[:=]|->|=>))"
SIGNS = r"[ \t]{0,4}(?::=|:{1,2}|={1,2}>?|-{1,2}>|→|⇒|\||-{1,3}(?=[ \t])|–)"
# Words that are a verb in one language and a preposition in another, after a label in the first one only.
VERBS_OF = {
    "hasl": "to",
    "kod ": "to",
    "salasan": "on",
    "heslo": "je",
    "geslo": "je",
    "lozink": "je",
    "adgangskode": "er",
    "passord": "er",
    "losenord": "ar",
    "mat khau": "la",
    "ma pin": "la",
    "ovikoodi": "on",
    "portkod": "ar",
}
ANYWHERE, LABELS, CODES = lines("password_anywhere"), lines("password_labels"), lines("code_labels")
LETTERS = "a-zа-я"
LABEL = LazyPattern(
    rf"(?={first_letters((*ANYWHERE, *LABELS, *CODES, 'pass', 'clef', 'secret'))})"
    rf"(?:(?P<password>{'|'.join(ANYWHERE)}|{WITH_SIGN}"
    rf"|(?:{alternatives(LABELS, not_after=LETTERS)})(?![{LETTERS}]))"
    rf"|(?P<code>{alternatives(CODES, not_after=LETTERS)})(?![{LETTERS}]))"
)
EASTERN_LABEL = LazyPattern(rf"(?P<password>{either('password_eastern')})|(?P<code>{either('code_eastern')})")
CLOSERS = Beginning(r"(?:[\"”)\]}>*]|'(?!s\b)){0,3}(?:[ _]?\([^()\n]{1,40}\))?")
SIGN = Beginning(SIGNS)
LINK = Beginning(
    rf"(?:, (?:it|es|er|sie|il|elle|het|hij|on|ono|он|оно)(?=\s))?[\s_]{{1,3}}(?:{either('links')})(?![\w'])"
    rf"|'s(?!\w)|(?<=i)m?dir(?!\w)"
)
LINKS_OF = {label: Beginning(rf"\s{{1,3}}{link}(?!\w)") for label, link in VERBS_OF.items()}
THEN = Beginning(rf"\s{{1,2}}(?:{either('then')})(?!\w)")
CHUNK = Beginning(r"[\s\"'“(\[{<]{0,6}([^\s|]+)")
QUOTED = Beginning(r"\s{0,3}[\"'“]([^\"'”\n]{3,60})[\"'”]")
PREPOSITION = Beginning(
    r"(?:for|to|of|on|at|in|del?|al|para|pour|du|des?|sur|furs?|ins|im|am|auf|beim|zur|zum|vom|von|della?"
    r"|dell?'\w+|per|voor|"
    r"from|by|van|do|dla|od|na|от|для|к|no|da|en|"
    r"di|un|aan|i|hos|till|til|the)"
)
CHANGED = LazyPattern(r"(?:set|sets|change|changed|reset|update|updated|switch|switched|make|made)\s[^.\n]{0,30}$")
REVERSE = LazyPattern(
    r"(?<![^\s\"'`])([^\s\"'`]{4,60})[\"'`]{0,2}[ ,]{1,2}(?:is|was|as|es|est|ist|e|jest|to|это|als|"
    r"como|comme|come|jako) "
    r"(?:(?:my|our|the|his|her|their|your|a|mi|la|el|le|mon|mein|das|mia|minha|mijn|het|moje|мои)\b "
    r"?)?(?:[\w'-]{1,20} ){0,4}$"
)
CALLED = LazyPattern(r"(?<![a-z])(?:called|titled|entitled|song|album|movie|film) [\"']?$")  # the name of a thing
REVERSE_CODE = LazyPattern(r"(?<![\w-])(?:[a-z]-)?(\d{4,8}) (?:is|was|as) (?:your|the|my|our) (?:[\w'-]{1,20} ){0,3}$")
USE_CODE = LazyPattern(
    r"(?<!\w)(?:use|enter|type|dial|punch in|press) (?:code )?\d{4,8}#? to (?:log|sign|verify|unlock|"
    r"open|get|enter|disarm)"
)
LOGIN = LazyPattern(
    r"(?<![a-z])(?:log-?in|logins|credentials|creds|wi-?fi|wlan|ssid|hotspot|sign-?in|anmeldung|"
    r"identifiants|acceso|логин|вход)"
    r"(?: [\w'-]{1,20}){0,7}?[ \t]{0,2}(?:[:=]|->|=>|(?<=\s)(?:is|are|with))[ \t]{0,3}"
    r"[^\s/:|,]{2,40}(?: ?[/|:] ?|, ?)(?=[^\s]{0,40}\d)([^\s/|]{5,60})"
)
MASK = Beginning(r"[*•●xX.…#?_\-]{3,}")
PLACEHOLDER = Beginning(
    r"[$<{%\[]|\.\.\.|your[_-]|os\.|env|process\.|getenv|config|https?:|www\.|\d{1,3}(?:\+|px|st|nd|rd|th)\b"
)
# These two are matched from the beginning of a short word.
STRONG = Beginning(
    r"\A(?:(?=\D{0,60}+\d)(?=[\W\d_]{0,60}+[^\W\d_])\S{4}|\d{4}"
    r"|.[^!@#$%^&*+=~?_]{0,59}+[!@#$%^&*+=~?_][\W_]{0,99}+[^\W_])"
)
VERSION = Beginning(
    r"\A(?:v?\d{1,6}(?:\.\d{1,6}){1,4}|\d{1,2}:\d\d|\d{1,3}(?:%|ms|s|kb|mb|gb|min|am|pm|x|k)?|(?:19|"
    r"20)\d\d(?:s|-\d.*)?)"
)
CODE = Beginning(r"[a-z]?-?\d[\da-zа-я#*/.-]{2,14}")
LONG_CODE = Beginning(r"(?!(?:19|20)\d\d(?!\d))\d{4,8}#?")  # no year
UNITS = Beginning(
    r"\s{0,2}(?:%|am|pm|hours?|minutes?|mins?|days?|edition|points?|stars?|people|px|km|times|o'clock|"
    r"characters|digits)\b"
)
# One digit at a time, or two groups of one size: "518 226"
SPLIT_CODE = Beginning(r"\s{0,2}((?:\d[ -]{1,3}){2,11}\d|\d{3}[ -]\d{3}|\d{4}[ -]\d{4})(?!\d)")
NAME_GOES_ON = Beginning(r"(?:_(?:for|of|to|at|on|in)(?:_[a-zA-Z]{1,14}){1,3})(?=\s?[:=])")  # password_for_laptop: …
PHRASE_LEAST = 3  # words after the first one that make a phrase
CLAUSE_END = LazyPattern(r"[.,;!?|)\n]")
WORD = LazyPattern(r"[^\W_][\w'’-]*")
FIGURE = LazyPattern(r"(?:成功|幸福|人生|财富|健康|快乐|生命|流量|爱情|长寿|增长)的?$")  # "the password of success"
# A question, how long it must be, or what somebody does with it.
EASTERN_TALK = LazyPattern(r"[吗嗎呢？?]|保存|しない|忘れ|変え|使い回|管理|\s\d{0,3}\s?(?:자|글자|자리|文字|桁)")
EASTERN_VALUE = Beginning(
    r"[\"'”）)\]】]{0,2}\s{0,2}(?P<link>(?:也|就|都|还是|現在|现在|改|设|設|换|換|设置|設置|"
    r"更新)?(?:是|为|為|成了?|成為|叫|[:=|]|->|→|は|が|も|는|은|가|이)?)"
    r"[\s:\"'“「『（(\[]{0,4}(?P<value>[!-~]{3,60}|[^\W\d_a-z]{2,20})"
)


class Link(Enum):
    NONE = 0
    VERB = 1
    SIGN = 2


def has_password(text: str) -> bool:
    """Return whether a plain text without marks holds a password or a code beside a word for it."""
    lower = text.lower()
    seen: set[str] = set()
    for label in LABEL.finditer(lower.replace("_", " ")):  # names of fields: "door_code"
        after = _spaced_name(text[label.end() : label.end() + AHEAD])
        if after not in seen:
            seen.add(after)
            before = lower[max(0, label.start() - BEHIND) : label.start()]
            if _is_told(label, before, after, text[max(0, label.start() - BEHIND) : label.start()]):
                return True
    for label in EASTERN_LABEL.finditer(lower) if not lower.isascii() else ():
        if FIGURE.search(lower, max(0, label.start() - 4), label.start()):
            continue
        after = text[label.end() : label.end() + AHEAD]
        if after not in seen:
            seen.add(after)
            if _is_told_in_eastern(after, is_code=bool(label["code"])):
                return True
    return bool(USE_CODE.search(lower)) or any(not PLACEHOLDER.match(match[1]) for match in LOGIN.finditer(lower))


def _spaced_name(after: str) -> str:
    """Return what follows a label, with spaces in the rest of a field's name."""
    name = NAME_GOES_ON.match(after)
    return name[0].replace("_", " ") + after[name.end() :] if name else after


def _is_told(label: re.Match[str], before: str, after: str, before_cased: str) -> bool:
    is_code = bool(label["code"])
    if CALLED.search(before):
        return False
    first = CHUNK.match(after)
    if first and after[:1] in " _-" and re.split("[_-]", first[1].lower().strip(".,;:!?_-"))[0] in COMPOUNDS:
        return False
    if is_code and (reverse := REVERSE_CODE.search(before)):
        return reverse[1] != "2000"
    if (reverse := REVERSE.search(before_cased)) and not is_code and _is_strong(reverse[1].strip(".,;:!?")):
        return True
    return _follows(after, is_code=is_code, changed=bool(CHANGED.search(before)), label=label[0])


def _follows(after: str, *, is_code: bool, changed: bool, label: str) -> bool:
    """Read on from the label, over its qualifiers, to the sign or verb, and judge what stands behind it."""
    position = CLOSERS.match(after).end()  # type: ignore[union-attr]  # it may be empty
    link, qualifiers = Link.NONE, 0
    while qualifiers <= QUALIFIERS_MOST:
        if sign := SIGN.match(after, position):
            link, position = Link.SIGN, sign.end()
        elif link is not Link.VERB and (verb := _verb(label, after.lower(), position)):
            link, position = Link.VERB, verb.end()
            while then := THEN.match(after.lower(), position):
                position = then.end()
        elif link is not Link.NONE:
            return _is_code(after, position, link) if is_code else _is_secret(after, position, link, label)
        elif not (chunk := CHUNK.match(after, position)):
            return False
        else:
            word = chunk[1].strip(".,;:!?\"')(").lower()
            if changed and not qualifiers and word == "to":
                link, position = Link.VERB, chunk.end()
                continue
            if not qualifiers and not PREPOSITION.fullmatch(word):
                return _is_code(after, position, link) if is_code else _is_secret(after, position, link, label)
            if qualifiers > 1 and (LONG_CODE.fullmatch(word) if is_code else _is_random(chunk[1])):
                return True
            if chunk[1].endswith((".", "!", "?")):
                return False
            qualifiers += 1
            position = chunk.end(1) - (chunk[1][-1] in ":=,")
    return False


def _verb(label: str, lower: str, position: int) -> re.Match[str] | None:
    """Return the verb that leads from a label to its secret."""
    of_language = next((pattern for start, pattern in LINKS_OF.items() if label.startswith(start)), LINK)
    return LINK.match(lower, position) or of_language.match(lower, position)


def _is_secret(after: str, position: int, link: Link, label: str) -> bool:
    quoted = QUOTED.match(after, position)
    chunk = CHUNK.match(after, position)
    if not chunk or (link is not Link.SIGN and "\n\n\n" in chunk[0]):
        return False
    raw = quoted[1] if quoted else chunk[1]
    value = raw.strip(".,;:!?\"'”)(]}>") or raw
    if PLACEHOLDER.match(raw.lower()) or MASK.fullmatch(raw) or raw.endswith(":"):
        return False
    if value.lower() in ORDINARY:
        return link is not Link.NONE and len(_plain_words(after[chunk.end() :])) >= PHRASE_LEAST
    if _is_strong(raw.rstrip(".,;:\"')")):
        return not UNITS.match(after.lower(), chunk.end())
    if link is Link.NONE:
        return bool(quoted) and len(value.split()) >= PHRASE_LEAST and value.split()[0].lower() not in ORDINARY
    is_word = len(value) >= 3 and re.search(r"[^\W\d_]{3}", value) is not None
    return is_word and (bool(quoted) or _is_weak_secret(value.lower(), after[chunk.end() :], raw, link, label))


def _is_weak_secret(value: str, rest: str, raw: str, link: Link, label: str) -> bool:
    """Return whether a plain word is the secret: alone, before a preposition, or among several."""
    if value.endswith(ENDINGS) or label in {"clave", "parola", "secret", "hasla"}:
        return False
    if label.startswith("passphrase") and len(_clause(rest)) >= PHRASE_LEAST:
        return True
    following = [] if raw[-1] in ".,;!?)" else _clause(rest)
    if not following or following[0] in FOLLOWERS:
        return True
    return len(_plain_words(rest)) >= (1 if link is Link.SIGN else 2)


def _clause(rest: str) -> list[str]:
    """Return the next few words of the same clause."""
    return [word.lower() for word in WORD.findall(CLAUSE_END.split(rest, maxsplit=1)[0])[:4]]


def _plain_words(rest: str) -> list[str]:
    """Return the clause's next words if none is ordinary: the rest of a phrase used as a password."""
    following = _clause(rest)
    return [] if any(word in ORDINARY or word.endswith(ENDINGS) for word in following) else following


def _is_strong(value: str) -> bool:
    """Return whether a word is a secret by its look: letters and digits, signs inside, or capitals inside."""
    if (
        value.lower() in ORDINARY
        or VERSION.fullmatch(value.lower())
        or value.startswith(("http", "/", "./", "~/", "$", "{"))
    ):
        return False
    return bool(STRONG.match(value)) or (
        bool(re.search(r"[a-z][A-Z].*[a-z]", value)) and not value.endswith(("Pass", "Word"))
    )


def _is_random(value: str) -> bool:
    """Return whether digits stand between letters or signs in a word, which names like Office365 do not have."""
    return bool(re.search(r"[^\W\d_]\d+[^\W\d_]|\d[!@#$%^&*]|[!@#$%^&*]\d", value)) and _is_strong(value)


def _is_code(after: str, position: int, link: Link) -> bool:
    split = SPLIT_CODE.match(after, position)
    chunk = CHUNK.match(after, position)
    if not chunk:
        return False
    value = split[1].replace(" ", "-") if split else chunk[1].lower().strip(".,;:!?\"')(")
    digits = sum(map(str.isdigit, value))
    if not CODE.fullmatch(value) or digits < 3 or UNITS.match(after.lower(), chunk.end()):
        return False
    if re.fullmatch(r"\d{1,2}:\d\d|\d+\.\d+(?:\.\d+)*|\d{1,2}/\d{1,2}/\d+", value):
        return False
    is_alone = digits >= 4 and not re.match(r"(?:19|20)\d\d(?!\d)", value)
    return link is not Link.NONE or is_alone or value.count("-") > 1


def _is_told_in_eastern(after: str, *, is_code: bool) -> bool:
    match = EASTERN_VALUE.match(after)
    if not match:
        return False
    value, link = match["value"].strip(".,;:!?\"')(】」"), match["link"]
    rest = after[match.end("value") :][:12]
    if value[:1].isascii():
        if (
            re.match(r"\s{0,2}(?:位|个|個|字|加密|哈希|存|算|文字|桁|자리|글자|以上|以下|天)", rest)
            or value.lower() in ORDINARY
        ):
            return False
        digits = sum(map(str.isdigit, value))
        if is_code or value.isdigit():
            return digits >= 3 and (bool(link) or digits >= 4)
        return bool(link) or _is_strong(value)
    return bool(link) and not is_code and value[0] not in EASTERN_ORDINARY and not EASTERN_TALK.search(value + rest)
