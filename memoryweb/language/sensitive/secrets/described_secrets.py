"""Finds secrets that somebody describes: an agreed word, a shape to draw, a word and what is added to it."""

import re

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.sensitive.word_lists import forms, has_form

AGREED = (
    r"(?:(?:secret|disarm|duress|safe|alarm|security|verification|memorable|panic|challenge|cancel|all-?clear"
    r"|code|pass"
    r"|verbal|telephone|phone|pickup|pick-up) (?:word|phrase)(?! count)"
    r"|geheim(?:es |e |em )?wort|code-?wort|sicherheitswort|kennwort fur den|mot (?:secret|convenu|de securite)"
    r"|palabra (?:secreta|clave|de seguridad|convenida)|parola (?:segreta|convenuta|di sicurezza)"
    r"|palavra (?:secreta|combinada|de seguranca)|geheime? woord|codewoord|veiligheidswoord|afgesproken woord"
    r"|tajne haslo|haslo slowne|tajne slowo|umowione slowo|секретн\w{2,3} слов\w{1,3}|кодов\w{2,3} слов\w{1,3}"
    r"|условн\w{2,3} слов\w{1,3}|gizli kelime\w{0,3}|guvenlik kelime\w{0,3}|parola kelime\w{0,3}"
    r"|hemliga? ord(?:et)?|kodord(?:et)?|sakerhetsord(?:et)?)"
)
IS = (
    r"(?:is|was|has been|will be|stays|remains|:|=|ist|lautet|war|bleibt|est|reste|es|sigue siendo|e|era"
    r"|continua a ser"
    r"|rimane|blijft|to|jest|brzmi|это|—|-|ar|olarak)"
)
NO_WORD = (
    r"(?!(?:the|a|an|not|too|used|needed|required|set|asked|missing|lost|strong|weak|long|short|please|what"
    r"|that|for|in"
    r"|on|important|safe|good|bad|hard|easy|great|nice|so|very|always needed|still|never|never mind|nicht|nichtig|pas"
    r"|trop|ne|no|non|nao|demasiado|muito|troppo|niet|te|nie|za|не|слишком|degil|cok|inte|for|wichtig|notig|requis"
    r"|necessaire|necesari[oa]|obligatori[oa]|viktigt|ett|een|un|une|una|uma|ein|eine|der|die|das|le|la|el|il|o"
    r"|patience"
    r"|balance|consistency|love|trust|practice|discipline|work|communication|simplicity|geduld|paciencia|pazienza)"
    r"(?![a-zа-я]))"
)
# In a game or a story such a word is no secret.
PLAYED = LazyPattern(
    r"(?<![a-z])(?:game|charades|taboo|crossword|hangman|wordle|novel|story|quiz|puzzle|riddle|episode|film"
    r"|movie|spiel"
    r"|roman|jeu|juego|gioco|jogo|spel|gra|gry|oyun\w{0,2}|codenames|scrabble|dnd|campaign|chapter|theme|success)"
    r"(?![a-z])|игр\w|ゲーム|小説|游戏|小说|게임"
)
DRAWN = (
    r"(?:(?:an? |the )?(?:\w{2,11}[ -]){0,3}(?:[a-z]|square|triangle|zigzag|zig-zag|spiral|house|hourglass"
    r"|arrow|circle"
    r"|letter \w|diagonal|cross|star|l-shape|u-turn|shape)(?![a-z]))"
)
SIGN = (
    r"(?:(?:a |the |an |two |three |my |by |with |and )?(?:dollar|pound|at|percent|plus|hash|equals) sign"
    r"|exclamation (?:mark|point)"
    r"|question mark|underscore|hashtag|ampersand|asterisk|capital [a-z]|upper ?case [a-z]|lower ?case [a-z]"
    r"|gro(?:ss|s)e[rns]? [a-z]|ausrufezeichen|fragezeichen|dollarzeichen|unterstrich|raute|majuscule"
    r"|point d'exclamation"
    r"|arobase|tiret bas|mayuscula|minuscula|signo de (?:exclamacion|dolar|interrogacion)|guion bajo|arroba"
    r"|maiuscol[ao]|punto esclamativo|chiocciola|trattino basso|maiuscul[ao]|ponto de exclamacao|cifrao"
    r"|hoofdletter|uitroepteken|dollarteken|apenstaartje|wielk(?:a|ie) (?:liter|[a-z])|wykrzyknik\w{0,2}|podkreslnik"
    r"|заглавн\w{2,3}|восклицательн\w{2,3}|собак[аи]|решетк\w|buyuk harf|unlem|utropstecken"
    r"|stor(?:t)? [a-z](?![a-z]))"
)
THEN = (
    r"(?:then|plus|and|followed by|dann|und|puis|suivi|et|luego|seguid[oa]|y|poi|seguit[oa]|depois|seguid[oa]"
    r"|mais|e|dan"
    r"|gevolgd|en|potem|i|plus|потом|затем|и|sonra|ve|sedan|och|foljt|sen)"
)
NAMED = (
    r"(?:login|passwor[dt]|passwort|kennwort|mot de passe|contrasena|senha|wachtwoord|haslo|пароль|sifre\w{0,2}"
    r"|losenord\w{0,2})"
)
DEVICE = (
    rf"(?:lap-?top|phone|i?pad|tablet|computer|pc|mac(?:book)?|e?-?mail|account|vault|safe|locker|wi-?fi|router"
    rf"|netflix"
    rf"|handy|rechner|konto|tresor|ordinateur|telephone|compte|coffre|movil|ordenador|cuenta|correo|telefono"
    rf"|cassaforte"
    rf"|telemovel|celular|conta|telefoon|kluis|telefon|komputer|телефон|ноутбук|комп\w{{0,6}}|почт\w|telefonum"
    rf"|bilgisayar\w{{0,4}}|mobil\w{{0,2}}|dator\w{{0,2}}|surfplatta\w{{0,2}}|{NAMED})"
)
OPENS = (
    r"(?:opens?|unlocks?|logs? in|starts?|geht auf|offnet sich|entsperr\w{0,3}|s'ouvre|se deverrouille|se abre"
    r"|se desbloquea|si apre|si sblocca|abre|desbloqueia|gaat open|opent|otwiera sie|открывается|acilir"
    r"|aciliyor|oppnas)"
)
BEING = r"(?:is|ist|est|es|e|to|это|ar)"
ADDED = (
    r"(?:(?:the |my |our |his |her |meiner? |der |die |das |mon |ma |le |la |mi |el |mio |mia |il |meu |minha "
    r"|o |a |mijn"
    r" |de |het |moj\w? |год |номер |мо\w{1,2} |min |mitt )?(?:number|year|birth ?year|digits?|postcode|zip"
    r"|house|date"
    r"|geburtsjahr|jahr|hausnummer|jahrgang|annee|numero|date de naissance|ano|fecha|anno|data|geboortejaar|jaar"
    r"|huisnummer|rok\w?|numer\w{0,2}|год\w?|номер\w?|рождени\w|yil\w{0,3}|numara\w{0,3}|fodelsear\w{0,2}"
    r"|artal\w{0,2}"
    r"|nummer\w{0,2}))|\d{2,4}"
)
FORMS = forms(
    (
        (
            rf"(?i:(?<![a-zа-я]){AGREED}(?![a-z])[^.;:\n\"]{{0,60}}?\s?(?<![a-zа-я]){IS}) [\"']?(?i:{NO_WORD})"
            r"[\w'-]{3,24}"
        ),
        (
            r"(?i:(?<![a-z])(?:seed|recovery|backup|wallet|mnemonic|metamask|ledger)(?: phrase| words"
            r"| seed)?(?![a-z])"
            r"[^.\n]{0,40}?(?:starts?|begins?|ends?|goes|first (?:\w{3,6} )?words? (?:is|are)|last words? (?:is|are))"
            r"(?: with| are| in| like)?:? [\"']?(?!(?:the|a|with|on|in|at|from|to|by|your)(?![a-z]))[a-z]{3,9}"
            r"(?:,? [a-z]{3,9}){2,24})"
        ),
        (
            r"(?i:(?<![a-z])(?:(?:swipe|unlock|lock|screen|phone|android|tablet) (?:\w{1,8} )?pattern"
            r"|pattern (?:on|for|to"
            rf" unlock)(?: \w{{1,9}}){{0,3}})[^.\n]{{0,30}}? (?:is|looks like|goes|makes|draws|traces) {DRAWN}"
            r"|(?:entsperr|wisch|sperr)-?muster[^.\n]{0,40} (?:ist|geht|sieht)|schema de (?:deverrouillage"
            r"|verrouillage)"
            r"[^.\n]{0,40} (?:est|fait|forme)|patron (?:de )?(?:desbloqueo|bloqueo|del movil)[^.\n]{0,40} (?:es"
            r"|hace|va)"
            r"|(?:segno|sequenza) di sblocco[^.\n]{0,40} (?:e|va|fa)|padrao de desbloqueio[^.\n]{0,40} (?:e|faz|vai)"
            r"|(?:ontgrendel|veeg)-?patroon[^.\n]{0,40} (?:is|gaat)|wzor (?:odblokowania|blokady)[^.\n]{0,40}"
            r" (?:to|jest|idzie)|(?:графическ\w{2,3} ключ|узор)[^.\n]{0,40} (?:это|буква|в виде|—)"
            r"|(?:kilit|ekran) desen\w{0,3}[^.\n]{0,40} (?:harfi|seklinde)|(?:las|upplasnings|grafiskt)-?monst\w{0,4}"
            r"[^.\n]{0,40} ar)(?! (?:too|zu|trop|troppo|te|za|not|nicht|demasiado|slow|kaputt))"
        ),
        (
            rf"(?i:(?<![a-z])(?:swipe|draw|trace|drag) {DRAWN}[^.\n]{{0,50}}(?:to unlock|unlocks?|to open|gets? into)"
            r"|(?:to unlock|unlock) [^.\n]{0,30}(?:swipe|draw|trace|drag) (?:an? |the )?\w"
            r"|(?:wische?|zeichne)[^.\n]{0,30} (?:entsperr|offn)\w{0,3}|(?:dessine"
            r"|trace)[^.\n]{0,40} deverrouill\w{1,4}"
            r"|dibuj\w{1,2}[^.\n]{0,40} desbloque\w{1,4}|disegn\w{1,3}[^.\n]{0,40} sblocc\w{1,4}"
            r"|desenh\w{1,3}[^.\n]{0,40} desbloque\w{1,4}|(?:veeg|teken)[^.\n]{0,40} ontgrendel\w{0,3})"
        ),
        (
            rf"(?i:(?<![a-zа-я])(?:{DEVICE}(?![a-zа-я])[^.;:\n]{{0,30}}? {OPENS}"
            rf"|{NAMED}(?![a-zа-я])[^.;:\n]{{0,30}}?"
            rf" {BEING}) (?:(?:with|mit|avec|con|com|met|przez|на"
            rf"|med|ile) )?[\"']?)(?:[A-ZА-Я][\w'-]{{2,20}}|[\"'][^\"'\n]{{3,30}})[\"']?,? (?i:(?:and )?(?:plus"
            rf"|followed by"
            rf"|then|and|und dann|dann|und|suivi de|puis|et|mas|seguido de|y|piu|seguito da|poi|mais|depois"
            rf"|gevolgd door|en"
            rf"|potem|i|и|потом|плюс|ve|arti|och|sedan) (?:\w{{1,9}} ){{0,2}}?(?:{ADDED}))"
        ),
        (
            r"(?i:(?<![\w-])(?:root|admin|administrator|sudo|login) (?:on|for|at|of) [^.;:\n]{2,40}? (?:is|was"
            r"|=)) [\"']?"
            r"(?=\S{0,30}\d)(?=\S{0,30}[A-Za-z])(?!v?\d)[\w!@#$%^&*-]{7,40}(?![\w/.@]\w)"
        ),
        (
            r"(?i:(?<![a-z])(?:type|enter|tape|tapez|tippe|escribe|scrivi|digita|digite|escreva|typ|wpisz)) [\"']?"
            r"[a-z]{3,12}(?: [a-z]{3,12}){2,7}[\"']?, (?i:(?:all )?(?:in )?(?:lower ?case|no spaces|with spaces"
            r"|one word"
            r"|tout attache|en minuscules|todo junto|en minusculas|tutto attaccato|tudo junto|aan elkaar|alles klein"
            r"|razem))"
        ),
        (
            r"(?i:(?<!\w)(?:steam|ubisoft|epic|google|microsoft|apple|paypal|bank|amazon|facebook|instagram"
            r"|discord|okta"
            r"|duo|github|coinbase|revolut|authenticator)(?: \w{3,9})? (?:has )?(?:just )?(?:sent|texted"
            r"|e-?mailed)(?: me"
            r"| us| over)?) (?=[A-Z0-9]{0,7}\d)(?=[A-Z0-9]{0,7}[A-Z])[A-Z0-9]{5,8}(?!\w)"
        ),
        (
            r"(?i:(?<![a-zа-я])(?:my|our|meine|unsere|ma|notre|mi|nuestra|la mia|mia|minha|mijn|ons|moja|мой"
            r"|мои|benim|mitt)"
            r" (?:\w{3,9} )?(?:answers?|antwort|reponse|respuesta|risposta|resposta|antwoord|odpowiedz|ответ"
            r"|cevabim|svar)"
            r" (?:for|to|auf|fur|a|para|per|op|na|на|pa) (?:the |die |la |el |o "
            r"|de )?(?:\w{3,11} )?)[\"'](?i:[^\"'\n]{0,30}(?:street|pet|mother|maiden|"
            r"school|city|town|born|first|favou?rite|teacher|grew|madchen|strasse|haustier|schule|stadt|rue"
            r"|animal|ecole"
            r"|ville|mere|calle|mascota|colegio|ciudad|madre|via|scuola|citta|rua|escola|cidade|mae|straat"
            r"|huisdier|stad"
            r"|moeder|ulica|szkol|miast|matk|улиц|питом|школ|город|матер|sokak|okul|sehir|anne|gata|husdjur"
            r"|skola|mor))"
            r"[^\"'\n]{0,30}[\"'] (?i:(?:is|ist|est|es|e|to|это|ar)) (?i:(?!(?:not|wrong|public|no|non|nicht"
            r"|a secret)(?![a-z])))\w"
        ),
    )
)
# A secret that is spelled: its signs are named one after another.
SPELLED = forms(
    (rf"(?<![a-zа-я]){SIGN}[^.\n]{{0,60}}?(?:, |,? )(?<![a-zа-я]){THEN} [^.\n]{{0,50}}?(?<![a-zа-я]){SIGN}",)
)
OWNED = LazyPattern(
    rf"(?<![a-zа-я])(?:(?:my|our|mein\w{{0,2}}|mon|ma|mi|mio|mia|il mio|la mia|meu|minha|mijn|moj\w?"
    rf"|мо\w{{1,2}}|min|mitt"
    rf"|the|das|le|la) (?:\w{{1,10}} ){{0,2}}{DEVICE}|gets? (?:you|me|us|him|her) in|to (?:log|get|sign) in"
    rf"|that's (?:my|the)"
    r" \w{2,12} (?:login|log-in|pass\w{0,5}))(?![a-zа-я])"
)
NEEDED = LazyPattern(
    r"(?<![a-z])(?:needs?|must|should|requires?|at least|regex|python|muss|doit|debe|deve|moet|musi)(?![a-z])"
)
EASTERN = LazyPattern(
    r"(?:スマホ|携帯|画面|タブレット|端末|ロック)[^\n。]{0,30}(?:[a-z]|渦|四角|三角|コの)(?:の字|の形|字"
    r"|型)[^\n。]{0,10}なぞ"
    r"|(?:パターン|ロック解除)[^\n。]{0,20}(?:[a-z]|コの)(?:の字|の形|字|型)|(?:合言葉|合い言葉"
    r"|秘密の言葉)(?:は|:)「?"
    r"[^\s、。「」]{2,14}」?(?:です|だ|に|$|。)"
    r"|(?:解锁图案|手势密码|图案密码|锁屏图案|九宫格)[^\n。]{0,16}(?:是|画|從|从)[^\n。]{0,12}(?:[a-z]|字|形|左"
    r"|右|上|下)"
    r"|(?:暗号|暗语|暗語|接头暗号)(?:是|叫|为|:|就是)[“「\"]?(?!什么|不|用来|一个|一種)[^\s，。]{2,10}"
    r"|(?:패턴|잠금 ?패턴)[^\n.]{0,20}(?:[a-z]|ㄱ|ㄴ|ㄷ|ㄹ|기역|니은|디귿|리을) ?(?:자|모양)"
    r"|(?:암호|비밀 ?단어|암구호)(?:는|은|가) ['\"]?(?!뭐|무엇|중요|필요|너무|안|잘)[^\s.]{2,12}['\"]?(?:이야"
    r"|야|예요|이에요|입니다|임|다)",
    re.IGNORECASE,
)


def has_description(text: str) -> bool:
    """Return whether a plain text without marks describes a secret in one of these ways."""
    lower = text.lower()
    found = has_form(FORMS, lower, text) or (not lower.isascii() and EASTERN.search(lower) is not None)
    if not found and has_form(SPELLED, lower, lower):
        found = OWNED.search(lower) is not None and not NEEDED.search(lower)
    return found and not PLAYED.search(lower)
