"""Finds balances, holdings, debts and incomes told beside a noun or a verb for them, in many languages.

A sum may stand in words: "two hundred thousand", "dziewiecset zlotych". What is said of everybody, as the average wage,
is nobody's state.
"""

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.sensitive.finances import ruin
from memoryweb.language.sensitive.finances.amounts import ABOUT, MONEY, PENSION, PERIOD
from memoryweb.language.sensitive.finances.fields import NO_COUNT, SUM
from memoryweb.language.sensitive.word_lists import forms, has_form

CURRENCY = (
    r"(?:euros?|eur|dollars?|dolar\w{0,4}|pounds?|quid|bucks|francs?|franken|chf|zl|zlot\w{1,3}|rubli|rublei"
    r"|рубл\w{1,3}"
    r"|руб|reais|real|lira\w{0,2}|tl|kronor|kr|pesos|soles|pln|sek|гривен|тенге|доллар\w{0,3}|евро|€|£|\$)"
)
# Numbers in words of many languages, of a hundred and more.
HUNDREDS = (
    r"(?:hundred|thousand|grand|k|[a-z]{0,24}(?:hundert|tausend|honderd|duizend|hundra|tusen|cento|mila|cientos"
    r"|cientas|centos)[a-z]{0,24}|cents?|mille|cien|mil|cem|sto|dwiescie|trzysta|czterysta|[a-z]{3,9}set|tysi\w{1,4}"
    r"|сто|двести|триста|четыреста|[а-я]{3,7}сот|тысяч\w?|yuz|bin|milyon|million\w{0,3}|milion\w{0,3}"
    r"|miljon\w{0,2}|миллион\w{0,2})"
)
BIG = r"(?:quarter|half)(?: of)?(?: a)? million|(?:six|seven|eight)[ -]figures?"
AMOUNT = (
    rf"(?:{MONEY}|{SUM}|(?<!\w)(?:(?:a |one )?{BIG}|(?:[a-zа-я]{{2,16}}[ -]){{0,3}}{HUNDREDS}"
    rf"(?:[ -][a-zа-я]{{2,16}}){{0,3}}? {CURRENCY})(?!\w)){NO_COUNT}"
)
ENGLISH = rf"(?:{MONEY}|(?:a |one )?(?:{BIG})){NO_COUNT}"
LARGE = (
    rf"(?:(?<!\d)\d{{1,3}}(?:[.,' ]\d{{3}}){{1,3}}(?!\d)|(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{{4,9}}(?!\d)"
    rf"|\d{{1,4}} ?(?:k|mil|mille|mila|tausend|duizend|tusen|tys|tysi\w{{1,4}}|тыс|тысяч\w?|bin|grand)(?![a-zа-я])"
    r"|(?<!\w)(?:[a-zа-я]{2,16}[ -]){0,3}(?!(?:hundert|cents?|cien|cem|cento|honderd|hundra|sto|сто|yuz) )"
    rf"{HUNDREDS}"
    rf"(?:[ -][a-zа-я]{{2,16}}){{0,3}}? {CURRENCY})"
)
# No small sum that a friend lent
OWED = (
    rf"(?:{LARGE}|(?<!\d)\d{{3}} ?{CURRENCY}(?![a-zа-я])"
    rf"|[€£$]\s?\d{{3,9}}|\d ?(?:k|tys|тыс)(?![a-zа-я]))"
)
POT = (
    r"(?:(?:pension|retirement|super|superannuation|savings|emergency|college|isa|sipp|401\(?k\)?|403b|ira|hsa"
    r"|brokerage|checking|joint|trust|robinhood|vanguard|fidelity|schwab|crypto|stock)"
    r"(?: (?:pots?|accounts?|funds?|savings|balance|portfolio|wallet))?|nest egg|portfolio)"
)
# Debts, accounts and incomes in other languages; the longer ones stand in compounds too: "studieschuld".
DEBTS = (
    r"(?:schuld(?:en)?(?![a-z])|darlehen|(?<![a-z])kredit(?:e|s|en)?(?![a-z])|hypothe[ek]\w{0,3}"
    r"|(?<![a-z])dispo(?:kredit)?(?![a-z])"
    r"|credits? (?:immobilier|conso\w{0,8}|auto|a la conso\w{0,8}|etudiant|renouvelable|habitacao|hipotecario)"
    r"|prets? (?:immobilier|etudiant|auto|a taux|familial)|emprunt\w{0,2}|decouvert|dettes?(?![a-z])|loyers? impayes?"
    r"|hipoteca|prestamo|deudas?(?![a-z])|descubierto(?= de)|(?<![a-z])mutuo|prestit[oi]|debit[oi](?= )"
    r"|finanziamento|financiamento|emprestimo|dividas?(?![a-z])|(?<![a-z])lening|alimentatie|(?<![a-z])krediet"
    r"|(?<![a-z])dlug(?:u|i|ow|iem)?(?![a-z])|kredyt\w{0,3}|pozyczk\w{1,2}|debet\w{0,2}|alimenty"
    r"|(?<![а-я])долг(?:а|у|ов|и|ом|ам)?(?![а-я])|кредит(?:а|у|ом|ов|ы)?(?![а-я])|ипотек\w|алимент\w{1,2}|займ\w{0,2}"
    r"|(?<![a-z])borc\w{0,5}|(?<![a-z])kredi(?:m|si|yi|miz|nin)?(?![a-z])|ipotek\w{0,3}|nafaka\w{0,3}"
    r"|(?<![a-z])(?:skuld(?:er|en|erna)?|(?:bo|studie|bil|sms-?|csn-?|privat)?lan(?:et|en)?|csn-\w{3,8}|underhall)"
    r"(?![a-z]))"
)
ACCOUNTS = (
    r"(?:sparbuch|sparkonto|tagesgeld\w{0,5}|festgeld\w{0,5}|girokonto|kontostand|(?<![a-z])(?:depot|konto)(?![a-z])"
    r"|ersparnis\w{0,3}|(?<![a-z])livrets?(?: a)?|(?<![a-z])(?:pea|assurance[- ]vie|pel)(?![a-z])"
    r"|compte (?:courant|en banque|epargne|joint|bancaire)|epargne(?![a-z])"
    r"|cuenta (?:corriente|de ahorros?|bancaria|del banco|conjunta)|ahorro\w?(?![a-z])"
    r"|(?<![a-z])cuenta(?= (?:tengo|me))"
    r"|conto (?:corrente|deposito|in banca)|sul conto|(?<![a-z])risparmi|(?<![a-z])btp|buoni (?:fruttiferi|postali)"
    r"|poupanca|conta (?:corrente|bancaria|conjunta|poupanca)|na conta(?! do)|tesouro direto|certificados de aforro"
    r"|spaargeld|spaarrekening|op (?:mijn|onze|zijn|haar|de) \w{0,6}rekening"
    r"|oszczednosci\w{0,3}|na koncie|na lokacie|(?<![a-z])obligacj\w{1,3}"
    r"|сбережени\w{1,2}|накоплени\w{1,2}|(?<![а-я])на (?:вкладе|депозите|счет[еу]|карт[еу]|сберкнижке)"
    r"|birikim\w{1,4}|hesab(?:imda|inda|imizda|im)(?![a-z])|vadeli\w{0,6}|(?<![a-z])altin(?:im|imiz)(?![a-z])"
    r"|sparkonto\w{0,2}|(?<![a-z])kontot(?![a-z])|sparande\w{0,2}|sparpengar\w{0,2}|(?<![a-z])(?:isk|buffert\w{0,2})"
    r"(?![a-z]))"
)
INCOMES = (
    r"(?:gehalt(?:s)?(?![a-z])|einkommen|(?:netto|brutto|stunden|monats)lohn|(?<![a-z])(?:lohn|rente)(?![a-z])"
    r"|abfindung"
    r"|(?<![a-z])erbe(?![a-z])|erbschaft|salaires?(?![a-z])|(?<![a-z])retraite(?= de)|indemnite\w{0,2}|heritage"
    rf"|(?<![a-z])sueldo|(?<![a-z])nomina(?![a-z])|{PENSION}|herencia|stipendio|busta paga"
    r"|(?<![a-z])eredita(?![a-z])|salario|ordenado|aposentadoria|(?<![a-z])(?:a|minha) reforma|heranca"
    r"|salaris|(?<![a-z])loon(?![a-z])|pensioen|uitkering|erfenis|(?<![a-z])pensj[aieo]|zarobk\w{1,2}"
    r"|wynagrodzeni\w|emerytur\w|(?<![a-z])wyplat[ayeo]|spadk(?:u|iem)(?! (?:cen|o|temper))"
    r"|зарплат\w|(?<![а-я])оклад\w{0,2}|пенси\w(?![а-я])|доход\w{0,2}|наследств\w|стипенди\w"
    r"|(?<![a-z])maas(?:im|i|imiz|la|imla)?(?![a-z])|emekli (?:maas\w{0,4}|ayl\w{0,4})|miras\w{0,3}"
    r"|(?<![a-z])(?:lon(?:en)?|manadslon|timlon|inkomst\w{0,2}|arv(?:et|de)?|a-kassa\w{0,2}|sjukpenning)(?![a-z]))"
)
EARN = (
    r"(?<![a-zа-я])(?:verdien(?:e|t|en|te)?|gagn(?:e|es|ons|ent|ais)|touch(?:e|ons|ent)|gan(?:o|a|amos|an)"
    r"|cobr(?:o|a|amos|an)|guadagn(?:o|a|iamo|ano)|prend(?:o|e) (?:uno stipendio|di stipendio)?|ganh(?:o|a|amos|am)"
    r"|receb(?:o|e|emos)|zarabia\w{0,3}|зарабатыва\w{1,3}|получа(?:ю|ет|ем)|kazan(?:iyorum|iyor|iyoruz)"
    r"|(?:maas )?aliyor(?:um|uz)?|tjanar|drar in|kriege?t?|bekomm(?:e|t|en)|vangt|krijgt?)"
)
RATE = (
    r"(?:im (?:monat|jahr)|pro (?:monat|jahr|stunde|tag)|monatlich|jahrlich|die stunde|par (?:mois|an|heure|jour)"
    r"|de l'heure|al (?:mes|ano|mese|anno|dia)|por (?:mes|hora|ano|dia)|all'(?:anno|ora)|l'ora|mensuales|anuales"
    r"|per (?:maand|jaar|uur|manad|ar|timme)|miesiecznie|rocznie|na (?:miesiac|rek[eę]|godzine|reke)"
    r"|в (?:месяц|год|час)|на руки|i manaden|om aret|i timmen|net(?:to|s|ti|os?)?|brut(?:to|s|os?)?|lord[io]"
    r"|liquidos?"
    r"|after tax|efter skatt|po podatku)"
)
FORMS = forms(
    (
        (
            rf"(?:overdrawn|overdraft)(?: \w{{2,9}}){{0,3}} {ABOUT}{ENGLISH}|(?<!\w)(?:my|our|his|her|their|the"
            rf"|checking"
            r"|joint|bank|i'm|we're|he's|she's|am|are) (?:\w{1,9} ){0,2}overdrawn(?! (?:metaphor|character|scene))"
        ),
        (
            rf"(?<!\w){POT}(?:'s)? (?:(?:just|now|is|has|only|finally|currently|already|have|recently) ){{0,3}}"
            r"(?:stands?|stood|sits?|crossed|hit|passed|reached|topped|grew|grown|fell|dropped|went|came|holds?"
            r"|contains?|shows?|down|up|worth|at|gone|is|are|has)"
            rf"(?: (?:from|up|down|to|at|about|just|past|over|by|only)){{0,3}} {ABOUT}{ENGLISH}"
        ),
        (
            r"(?<!\w)(?:own|owns|hold|holds|holding|have|has|got|bought|sold|'ve) (?:\w{3,9}[ -]){0,2}?(?:two"
            r"|three|four"
            r"|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty"
            r"|ninety|hundred|thousand)(?: (?:shares?|stock options|bitcoins?|ether)(?! (?:buttons?|links?))(?!\w))"
        ),
        (
            r"(?<![a-zа-я])(?:habe|halte|besitze|hat|j'ai|ai|detiens|possede|tengo|tiene|ho|ha|possiedo|tenho|tem|heb"
            r"|heeft|bezit|mam|ma|posiadam|есть|имею|держу|владею|var|ager|har)(?![a-zа-я])[^.\n\d]{0,20}"
            r"(?:\d[\d.]{0,8}|[a-zа-я]{3,14}) (?:aktien|actions|acciones|azioni|acoes|aandelen|akcji|акци\w{1,2}"
            r"|hisse\w{0,4}|aktier)(?! (?:correctives|importantes|dringend))(?![a-z])"
        ),
        (
            rf"(?<!\w)(?:left|leaves|leaving|willed) (?:me|us|him|her|my \w{{3,10}}) {ABOUT}{MONEY}[^.\n]{{0,30}}"
            r"(?:(?:his|her|their|the) (?:will|estate)|died|passed)|(?:will|estate|died|passed(?: away)?)[^.\n]{0,30}"
            rf"(?<!\w)left (?:me|us|him|her) {ABOUT}{MONEY}"
        ),
        (
            r"(?<!\w)(?:job|role|gig|position|boss|company|contract|firm|employer|work|shifts?) (?:\w{1,8} )?"
            rf"(?:pays?|paid|paying)(?: me| us| him| her)? {ABOUT}(?:{MONEY}|\d{{2,4}}){PERIOD}"
        ),
        (
            rf"{MONEY}(?:{PERIOD})? (?:in|of|as|for|towards) (?:child support|alimony|child maintenance|spousal)"
            rf"|(?:child support|alimony|child maintenance|spousal support)[^.\n\d]{{0,24}}{MONEY}"
        ),
        (
            r"(?<!\w)(?:earns?|makes?) (?:twice|double|half|triple|three times|less|more|way more"
            r"|as much)[^.\n\d]{0,40}"
            rf"{ABOUT}{MONEY}"
        ),
        (
            rf"{MONEY} (?:\w{{2,9}} )?(?:in|at|with|on) (?:(?:my|our|a|the) )?(?:vanguard|fidelity|schwab|robinhood"
            r"|revolut|monzo|wise|paypal|coinbase|etrade|premium bonds|cash isa|money market)"
        ),
        # in other languages: the noun and the sum
        rf"{DEBTS}[^.\n\d]{{0,32}}?(?<![\w.]){OWED}|(?<![\w.]){OWED} ?[^.\n\d]{{0,16}}?{DEBTS}",
        rf"{ACCOUNTS}[^.\n\d]{{0,32}}?(?<![\w.]){AMOUNT}|(?<![\w.]){AMOUNT} ?[^.\n\d]{{0,24}}?{ACCOUNTS}",
        rf"{INCOMES}[^.\n\d]{{0,28}}?(?<![\w.]){AMOUNT}|(?<![\w.]){AMOUNT} ?[^.\n\d]{{0,12}}?{INCOMES}",
        (
            rf"{EARN}[^.\n\d]{{0,28}}?(?<![\w.]){AMOUNT}[^.\n\d]{{0,12}}?(?<!\w){RATE}(?!\w)"
            rf"|{EARN} (?:\w{{1,10}} ){{0,2}}{RATE}[^.\n\d]{{0,16}}?{AMOUNT}|(?:ayda|aylik"
            rf"|yilda) [^.\n\d]{{0,12}}{LARGE}"
            r"[^.\n\d]{0,12}(?:kazan|aliyor)"
        ),
        (
            rf"(?<![\w.]){AMOUNT} (?:\w{{1,9}} )?(?:investi\w{{0,5}}|invertid\w{{1,2}}|angelegt|belegd"
            rf"|zainwest\w{{1,8}}"
            r"|вложен\w{0,2}|ahorrad\w{1,2}|gespart|risparmiat\w|poupad\w{1,2}|gespaard|odlozon\w{1,3}|отложен\w{0,2}"
            r"|sparat|investera\w{1,2}|biriktir\w{1,5}|economis\w{1,3}|de cote|guardad\w{1,2})(?![a-z])"
            rf"|(?:invertid|investid|ahorrad|poupad|вложил|накопил|отложил|guardad)\w{{0,3}} [^.\n\d]{{0,16}}{LARGE}"
        ),
        (
            r"(?<![a-zа-я])(?:schuldet?n?|dois|doit|devons|debo|debe|debemos|devo|deve|devemos|dobbiamo"
            r"|skyldig\w?|winien"
            rf"|winna|winni|долж(?:ен|на|ны)|borclu\w{{0,4}})(?![a-zа-я])[^.\n\d]{{0,30}}?(?<![\w.]){LARGE}"
            rf"(?! (?:personas|mots|palavras|zeichen)){NO_COUNT}"
        ),
    )
)
# Said of everybody, of a project or in a game
IMPERSONAL = LazyPattern(
    r"(?<![a-zа-я])(?:average|median|minimum|durchschnitt\w{0,8}|mindest\w{0,8}|moyen\w{0,3}|medi[oa]|minim[oa]?"
    r"|gemiddeld\w?|minimum\w{0,6}|sredni\w{0,3}|minimaln\w{1,3}|средн\w{1,3}|минимальн\w{1,3}|ortalama|asgari"
    r"|genomsnitt\w{0,4}|medel\w{0,6}|budget\w{0,3}|presupuesto|orcamento|bilancio|бюджет\w?|monopoly|artikel|article"
    r"|articulo|articolo|artigo|artykul|hotels?|hostal|стать\w|government|state|gobierno|governo|rzad|regierung"
    r"|country|countries)"
    r"(?![a-zа-я])"
)
GAMES = LazyPattern(
    r"(?<![a-z])(?:monopoly|board ?game|catan|simcity|the sims|stardew|animal crossing|in-game"
    r"|fantasy (?:league|football)"
    r"|park place|boardwalk|game of life|brettspiel|jeu de societe|juego de mesa|gioco da tavolo|jogo de tabuleiro"
    r"|bordspel|planszowk\w|sallskapsspel)(?![a-z])|монополи|大富翁|桃鉄|人生ゲーム|모노폴리|부루마블"
)
EASTERN = LazyPattern(
    r"(?:통장|계좌|잔고|잔액|대출|빚|연봉|월급|저축|예금|적금|주식(?:에|이|으로|을)|비트코인|퇴직금|연금"
    r"|마이너스 통장)[^\n.\d]{0,12}?"
    r"(?:\d[\d,.]{0,10} ?[천백만억]{0,2} ?원?|[일이삼사오육칠팔구십백천만억 ]{0,8}[백천만억] ?원)(?! ?(?:문|건"
    r"|명|개))"
    r"|(?:\d[\d,.]{0,8} ?[천백]?[만억] ?원?|[일이삼사오육칠팔구십백천]{1,6}[만억] ?원?)[^\n.\d]{0,8}(?:빚|대출"
    r"|저축|벌어|모았"
    r"|모아|받아요|받고 있|갚)|(?:개인회생|파산 ?신청|신용불량|마이너스 통장)"
    r"|(?:口座|残高|貯金|貯蓄|借金|ローン|年収|月収|給料|手取り|時給|年金|退職金|ボーナス|株(?:で|が|を(?=\d))"
    r"|投資(?:で|に|額|信託)|奨学金|リボ|カードローン)"
    r"[^\n。\d]{0,12}?(?:\d[\d,.]{0,10} ?[百千]?[万億]?円|\d[\d,.]{0,8} ?[百千]?[万億]"
    r"|[一二三四五六七八九十百千]{1,5}[万億])(?![字冊人回本枚件行名歩])"
    r"|(?:\d[\d,.]{0,8} ?[百千]?[万億]円?|[一二三四五六七八九十百千]{1,5}[万億]円?)[^\n。\d]{0,8}(?:の借金"
    r"|の貯金|の貯蓄|借り|稼"
    r"|の負債|のローン|貯め|相続)|自己破産|債務整理|生活保護を受|[^ァ-ヴ]リボ払い"
    r"|(?:存款|积蓄|積蓄|余额|餘額|账户|帳戶|银行卡|银行|月薪|年薪|工资|薪水|薪資|到手|退休金|养老金|房贷|車貸"
    r"|车贷|房貸|网贷|花呗"
    r"|贷款|貸款|欠|股票|基金(?!会)|比特币|理财|定期)[^\n。\d]{0,10}?(?:\d[\d,.]{0,8} ?[千万萬亿億]"
    r"|[一二两兩三四五六七八九十几]{1,4}"
    r"[百千万萬][一二三四五六七八九十百千万萬多]{0,5})(?![字个位次年月日人股页行本名条])|失信被执行|被法院执行"
    r"|领低保|申请破产"
)
DIGIT = LazyPattern(r"\d")
# Of these a text without a digit must have one to tell a sum in words.
SUM_WORDS = (
    "hund",
    "thousand",
    "grand",
    "figure",
    "tausend",
    "honderd",
    "duizend",
    "tusen",
    "cent",
    "mil",
    "cien",
    "cem",
    "sto ",
    "dwie",
    "trzyst",
    "czteryst",
    "set ",
    "tysi",
    "сто ",
    "двести",
    "триста",
    "четыреста",
    "сот ",
    "тысяч",
    "миллион",
    "yuz",
    "bin ",
    "share",
    "bitcoin",
    "aktie",
    "actions",
    "acciones",
    "azioni",
    "acoes",
    "aandelen",
    "akcji",
    "акци",
    "hisse",
    "overdrawn",
)


def has_balance(lower: str) -> bool:
    """Return whether a plain text without marks in lower case tells a balance, a holding, a debt or an income so."""
    if not lower.isascii() and EASTERN.search(lower):
        return True
    if not has_form(ruin.RUINED, lower, lower) and not (_has_sum(lower) and has_form(FORMS, lower, lower)):
        return False
    return not IMPERSONAL.search(lower)


def _has_sum(lower: str) -> bool:
    return DIGIT.search(lower) is not None or any(word in lower for word in SUM_WORDS)
