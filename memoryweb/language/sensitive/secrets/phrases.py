"""Finds secrets told in a form of their own: phrases, pairs of user and secret, commands, spelled ones, lists."""

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.sensitive.word_lists import Form, forms, has_form, words

ORDINARY = words("ordinary")
BEHIND = 110  # characters read before what tells how a secret is written
QUOTED = r"[\"'][^\"'\n]{4,60}[\"']"
LABEL = (
    r"(?:pass(?:word|phrase|code)?|pw|passwort|kennwort|kennsatz|passsatz|mot de passe|phrase (?:de passe"
    r"|secrete)|contrasena|frase (?:de paso|de contrasena|secreta|segreta|de acesso)"
    r"|parola d'accesso|senha|frase-passe|wacht(?:woord|zin)|toegangszin|haslo|fraza|пароль|парольн\w{2,3} фраз\w"
    r"|sifre\w{0,2}|parola\w{0,2})"
)
PHRASE_NAME = (
    r"(?:passphrase|kennsatz|passsatz|phrase (?:de passe|secrete)|frase (?:de paso|de contrasena|secreta|segreta"
    r"|de acesso)|frase-passe|wachtzin|toegangszin"
    r"|парольн\w{2,3} фраз\w|parola cumlesi)"
)
KEY = r"(?:key|schlussel|clave|chiave|cle|sleutel|klucz|ключ|anahtar\w{0,3}|chave)"
TALK = (
    r"(?![^\n]{0,60}(?<![a-z])(?:must|should|reset|managers?|ask|see|stored|in the|min\.|at least|minimum"
    r"|changed?|generat\w+"
    r"|never share|rotated?|required|policy|voir|siehe|ver|vedi|zie|muss|debe|doit)(?![a-z]))"
)
ARROW = r"(?:->|=>|→)"
SIGNED_WORD = r"(?=[^\s/]{0,40}[\d!?#$%&*])[^\s/|:,)\"'<>{}$]{6,40}"
USER = (
    r"(?:user(?:name)?|login|benutzer(?:name)?|usuario|utente|utilisateur|identifiant|gebruiker(?:snaam)?"
    r"|uzytkownik|логин|kullanici|utilizador)"
)
CREDENTIALS = (
    r"(?:credentials?|creds|logins?|account|admin|zugangsdaten|identifiants?|credenciales|credenziali|credenciais"
    r"|inloggegevens|dane logowania|logowanie|acceso|accesso"
    r"|acesso|доступ\w{0,2}|giris bilgi\w{0,6})"
)
NETWORK = r"(?:wi-?fi|wlan|network|netz(?:werk\w{0,2})?|rete|reseau|siec(?:i|ia)?|router|ssid|hotspot|ва[ий]фа\w{1,2})"
MIXED_WORD = r"(?=\S{0,40}(?:[\d_]|[a-z][A-Z]|-[A-Za-z]))[^\s,;:]{7,40}"
OPENS = (
    r"(?:opens?|unlocks?|decrypts?|entsperr\w{0,3}|offne\w{0,3}|ouvr\w{1,3}|abr\w{1,3}|apr\w{1,3}|sblocc\w{1,3}"
    r"|ontgrendel\w{0,2}|otwier\w{1,3}|odszyfr\w{1,6}|откры\w{2,5})"
)
LOCKED = (
    r"(?:zip|archive?\w{0,2}|pdf|vault|account|laptop|phone|drive|folder|document|database|keepass\w{0,2}"
    r"|bitwarden|veracrypt|truecrypt|disk|disque|disco|archiv\w{0,3}|datei|file|fichier|fichero|stick|safe"
    r"|notebook|backup|архив\w{0,2}|диск\w{0,2})"
)
DASH = (
    r"(?:dash|hyphen|underscore|dot|bindestrich|unterstrich|tiret|guion|trattino|traco|streepje|myslnik|дефис"
    r"|tire|alt cizgi)"
)
WITH = r"(?:with|mit|avec|con|com|met|przez|haslem|фразой|паролем)"
TYPES = (
    r"(?:type|enter|use|put|tapez?|ecri[st]|tippe|gib|escribe|pon|scrivi|digita|digite|escreva|typ|tik|wpisz"
    r"|введи|набери)"
)
TO_OPEN = (
    r"(?:to (?:open|unlock|get into|decrypt)|pour ouvrir|para abrir|um [^.\n]{1,30} zu offnen|per aprire"
    r"|om [^.\n]{1,30} te openen|zeby otworzyc|чтобы открыть)"
)
TITLE = r"(?:[A-Z][\w']{1,14} (?:[\w']{1,12} ){0,3}\d{1,4}(?!\w)|[\"'][^\"'\n]{4,60}[\"'])"
SPELLING = (
    r"(?:(?:all )?(?:in )?(?:lower|upper) ?case|(?:all )?one word|no spaces|(?:with )?spaces? included"
    r"|capital [a-z](?![a-z])|todo junto|en minusculas|tout attache|en un (?:seul )?mot|en minuscules"
    r"|zusammen ?geschrieben|(?:alles )?klein ?geschrieben|alles klein|in einem wort|tutto attaccato"
    r"|tutto minuscolo|tudo junto|tudo minusculo|aan elkaar|kleine letters|razem|malymi literami|слитно"
    r"|маленькими|одним словом|bitisik|kucuk harf\w{0,2})"
)
ACCESS = (
    rf"(?:{NETWORK}|{LOCKED}|netflix|spotify|account|log-?in|mac|computer|tablet|site|portal|password|passwort"
    rf"|handy|konto|cuenta|compte|conta"
    rf"|hasl\w|mail)"
)
FORMS = forms(
    (
        # phrases
        (
            rf"(?i:(?<![a-z]){LABEL})[^.\n:=>→]{{0,40}}{ARROW}{TALK}\s{{0,2}}[\"']?\w[\w']{{0,14}}(?: [\w']{{1,"
            rf"14}}){{3,9}}[\"'.]{{0,2}}$"
        ),
        (
            rf"(?i:(?<![a-z]){PHRASE_NAME})[^.\n:=]{{0,40}}(?:[:=→]|->| is| es| est| e"
            rf"| lautet)\s{{1,2}}{TALK}[\"']?\w[\w']{{0,14}}(?: [\w']{{1,14}}){{2,9}}[\"'.]{{0,2}}$"
        ),
        rf"(?i:(?<![a-z])(?:{PHRASE_NAME}|parola d'accesso|passphrase))[^.\n\"]{{0,40}}{QUOTED}",
        (
            rf"(?i:(?<![a-z])(?:code ?word|duress word|safe ?word|pass ?word|verbal password|security (?:phrase"
            rf"|word)|secret phrase))[^.\n\"]{{0,80}} (?:is|=|:) {QUOTED}"
        ),
        (
            rf"(?i:(?<![a-z]){LOCKED}(?![a-z])[^.\n\"]{{0,40}} {OPENS} (?:\w{{1,12}} )?{WITH}(?: the)?(?: word"
            rf"s?| phrase)?) {QUOTED}"
        ),
        (
            rf"(?i:(?:keepass\w{{0,2}}|bitwarden|1password|lastpass|\w{{0,4}}crypt"
            rf"|vault)[^.\n\"]{{0,30}}(?: is|:|=| ist| est| es| e)) {QUOTED}"
        ),
        rf"(?i:{TO_OPEN}[^.\n]{{0,60}}[ ,](?:just )?{TYPES}) {TITLE}",
        (
            rf"(?i:(?<![a-z])(?:type|enter|use)) {TITLE} (?i:(?:when|if|to) [^.\n]{{0,40}}(?:asks|opens?|unlock"
            rf"|prompt|wants))"
        ),
        (
            rf"(?i:(?<![a-z]){NETWORK}[^\n]{{0,60}}(?<![a-z])(?:entr\w{{1,3}}|gets? in(?:to it)?|kom\w{{0,3}}"
            rf"|wchodz\w{{1,2}}"
            rf"|connect\w{{0,2}})[^.\n]{{0,20}} {WITH} [a-z]{{11,40}})(?=[.,!]|$)"
        ),
        rf"{QUOTED} (?i:(?:as|for) (?:the |my |a |our |its )?(?:pass(?:word|phrase|code)))(?!\w)",
        # a user and a secret
        rf"(?i:(?<![a-z]){CREDENTIALS}(?![a-z]))[^.\n(:/]{{0,40}}[(: ] ?[\w.@-]{{2,40}} ?/ ?{SIGNED_WORD}",
        r"(?i:(?:root|admin) (?:log-?in|account))[^.\n]{0,20} (?:is|=|:) (?=\S{0,30}\d)[A-Za-z][\w-]{7,40}",
        (
            rf"(?i:(?<![a-z]){USER})[^\n]{{0,30}}[\n,;] ?(?:and |und |y |e |et |en |i "
            rf"|и )?(?i:(?:{KEY}|secret|pass|pw|ww))(?:\W{{1,4}}|\s)(?=\S{{0,40}}[-\d_!$&?#%])[\w!@#$%^&?*.-]{{6,4"
            rf"0}}"
        ),
        (
            rf"(?i:(?<![a-z]){NETWORK}[^.\n]{{0,60}}(?<![a-z]){KEY}(?:(?: \w{{1,10}}){{0,2}}(?:'s| is| lautet"
            rf"| ist| es| est"
            rf"| e| to|[:=])\s{{1,3}}[\"']?| (?=[\"']|\S{{0,30}}\d)[\"']?)){MIXED_WORD}"
        ),
        (
            r"(?i:(?<![a-z])(?:put|enter|type)) \S{2,40} in(?:to)? the (?:top|first|upper|user\w{0,4}|left"
            r"|e?mail) (?:one|box|field|line),? and \S{5,40} in(?:to)? the (?:bottom|second|other|lower|next"
            r"|right|password|one)"
        ),
        (
            rf"(?i:(?<![a-z]){LABEL}(?![a-z])[^.;\n]{{0,40}}(?:is|:|=|ist|est|es|e|to|это"
            rf"|—)[^.;\n]{{0,40}}(?:name|birth\w{{0,4}}|year"
            rf"|street|date|geburt\w{{0,5}}|nom|anniversaire|cumple\w{{0,6}}|nombre|nome|compleanno|naam"
            rf"|verjaardag|imie|urodzin\w{{0,2}}"
            rf"|имя|рожд\w{{0,6}})[^.;,\n]{{0,16}}, (?:also |so |donc |asi que |quindi |dus "
            rf"|czyli )?)(?:[A-Z][\w-]{{3,24}}|\d{{4,8}}\w{{0,12}})"
        ),
        (
            r"(?i:(?<![a-z])(?:totp|2fa|otp|mfa|authenticator)(?![a-z])[^.\n]{0,40}) (?:[A-Z2-7]{4}(?: [A-Z2-7]{4}"
            r"){3,7}|(?=[A-Z]{0,31}\d)[A-Z2-7]{16,32})(?!\w)"
        ),
        (
            r"(?i:(?<!\w)(?:steam|ubisoft|epic|google|microsoft|apple|paypal|bank|amazon|facebook|instagram"
            r"|discord) (?:just )?(?:sent|texted|e-?mailed)(?: me"
            r"| us)?) (?=[A-Z0-9]{0,7}\d)(?=[A-Z0-9]{0,7}[A-Z])[A-Z0-9]{5,8}(?!\w)"
        ),
        r"(?<!\S)[\w.-]{3,60}:\d{4,5}:\w{1,30}:\w{1,30}:(?![$<{])[^\s:]{6,60}",
        # commands and settings
        (
            r"(?<!\w)(?:mysql|mysqldump|mysqladmin|mariadb|mongo"
            r"|sshpass)\b[^\n]{0,60}? -p ?(?=[^\s$<]{0,30}[\dA-Z_])[\w!@#%^&*.-]{6,40}"
        ),
        (
            r"(?<!\w)[A-Z][A-Z0-9_]{1,30}_(?:AUTH|PASS|PWD|PASSWD|SECRET|HASLO|SENHA"
            r"|CLAVE)=[\"']?(?![$<{/.~])(?=[^\s\"']{0,40}[\d_!@#-])[^\s\"'$<{}]{8,60}"
        ),
        # spelled out
        (
            r"(?i:(?<![a-z])(?:keys?|tokens?|secrets?|pass\w{0,8}|pw|log-?in)(?![a-z])[^.\n]{0,40}(?:is|:|="
            r"|,) the word [\w'-]{2,20},? (?:then|and|plus|followed))"
        ),
        # that everybody uses
        (
            r"(?i:(?<![\w/])(?:admin ?/ ?(?:admin|password|pass|1234\d{0,4})|root ?/ ?(?:root|toor|password)"
            r"|pi ?/ ?raspberry|guest ?/ ?guest)(?![\w/]))"
        ),
        (
            r"(?i:(?<!\w)(?=p[a@4][s5$]{2}w[o0]rd\S)(?!passw[o]rd)p\S{7,20} (?:is|was) [^.\n]{0,30}(?:use|have"
            r"|mine|my))"
        ),
        # one-use codes kept for later
        (
            r"(?i:(?<![a-z])(?:recovery|backup|back-up|wiederherstellungs|ersatz|secours|recuperacion|recupero"
            r"|recuperacao|herstel|zapasow\w{1,2}|резервн\w{2}|yedek)[ -]?(?:codes?|kody?|kodlar\w{0,2}"
            r"|код\w{0,2}))[^.\n]{0,40}[ :](?=[a-z0-9]{0,6}\d)[a-z0-9]{4,6}-[a-z0-9]{4,6}(?!\w)"
        ),
        (
            r"(?i:(?<![a-z])(?:steam guard|authenticator|verification|log-?in|recovery|backup"
            r"|one-time) codes?(?: is| was|:)?) (?=[A-Z0-9]{0,7}\d)(?=[A-Z0-9]{0,7}[A-Z])[A-Z0-9]{5,8}(?!\w)"
        ),
    )
)
# A secret that is read out, and how it is written: "sunny dash seven dash kilo", "bluebanana, all lower case".
READ_OUT = Form(rf"(?<![a-zа-я]){DASH}(?: [^\W_]{{1,14}}){{1,3}} {DASH}(?![a-zа-я])")
NAMED_SECRET = LazyPattern(
    r"(?<![a-z])(?:keys?|tokens?|secrets?|pass\w{0,8}|pw|codes?|log-?in|mot de passe|contrasena|senha|wachtwoord"
    r"|haslo|sifre\w{0,2})(?![a-z])|пароль"
)
WRITTEN = Form(rf"(?<![a-zа-я]){SPELLING}(?![a-zа-я])")
LONG_WORD = LazyPattern(
    r"(?<![a-z])(?:is|it's|just|basically|try|type|ist|es|est|c'est|e|to|это|con|mit|avec|com"
    r"|met) (?:[a-zа-я]{9,40}|[a-zа-я]{4,20}\d{1,4}),? (?:[a-z]{1,6} ){0,2}$"
    r"|[?:] [a-zа-я]{9,40},? $"
)
LOCKED_PLACE = LazyPattern(rf"(?<![a-z]){ACCESS}(?![a-z])")
# "correct donkey battery spoon"
SEVERAL = LazyPattern(
    r"(?<![a-z])pass(?:word|phrase)(?P<between>[^:\n]{0,50}): (?P<words>[a-z]{3,12}(?: [a-z]{3,12}){3,7})(?=[.\n]|$)"
)
ABOUT = LazyPattern(
    r"manager|polic|rule|reset|field|form|hint|strength|generat|chang|tip|advice|must|should|need|s(?= |$)"
)


def has_phrase(text: str) -> bool:
    """Return whether a plain text without marks holds a secret in one of these forms."""
    lower = text.lower()
    if has_form(FORMS, lower, text) or _is_read_out(lower):
        return True
    return "pass" in lower and _has_plain_words(lower)


def _has_plain_words(lower: str) -> bool:
    """Return whether several words stand behind a word for a password of which none is usual there."""
    return any(
        ORDINARY.isdisjoint(said["words"].split()) and not ABOUT.search(said["between"])
        for said in SEVERAL.finditer(lower)
    )


def _is_read_out(lower: str) -> bool:
    dashes = (dash.start() for dash in READ_OUT.found_in(lower))
    if any(NAMED_SECRET.search(lower, max(0, dash - BEHIND), dash) for dash in dashes):
        return True
    for spelling in WRITTEN.found_in(lower):
        before = lower[max(0, spelling.start() - BEHIND) : spelling.start()]
        after = lower[spelling.end() : spelling.end() + BEHIND // 2]
        if LONG_WORD.search(before[-64:]) and (LOCKED_PLACE.search(before) or LOCKED_PLACE.search(after)):
            return True
    return False
