"""Finds an amount beside a word for income, a balance, a holding or a debt, but no price, budget or small IOU."""

import re

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.sensitive.word_lists import alternatives, either, forms, has_form, words

SMALL = 200  # in money; below it a debt to a person is a small IOU
ABOUT = (
    r"(?:(?:about|around|roughly|nearly|almost|over|under|approximately|approx\.?|at least|just|only|"
    r"close to|like|up to|more than|"
    r"less than|some|maybe|still|currently|now|exactly|~|circa|etwa|rund|unos|unas|casi|environ|"
    r"presque|circa|cerca de|quase|"
    r"ongeveer|okolo|около|yaklasik)\s?){0,3}"
)
UNITS = (
    r"k|m|grand|bucks?|quid|thousand|hundred|million|mil|mille|tausend|duizend|tysiecy|tysiac|тысяч|"
    r"тыс|миллион\w{0,3}|bin|lakhs?|"
    r"crores?|dollars?|euros?|eur|usd|gbp|pounds?|sterling|reais|reals?|zloty(?:ch)?|zl|pln|"
    r"rubl\w{0,3}|рубл\w{0,3}|lira|tl|francs?|chf|"
    r"yuan|rmb|yen|rupees|pesos?|kronor|sek|nok|dkk|cad|aud"
)
UNIT = rf"(?:{alternatives(tuple(UNITS.split('|')))})\b"
SPELLED = (
    r"(?:(?:a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|"
    r"forty|fifty|sixty|seventy|eighty|"
    r"ninety|half a|quarter|a quarter|several|couple|couple of|few)[ -]){1,3}(?:hundred|thousand|grand|million)(?: "
    r"(?:thousand|grand|million))?\b"
)
FIGURES = r"(?:five|six|seven|eight|[5678])[ -]figures?\b"
# Money for certain: a sign or a unit of it, or a number in words.
MONEY = (
    rf"(?:[$€£¥₹₩₽]\s?\d[\d,.']{{0,15}}\s?(?:{UNIT})?|(?<![\d$€£¥₹₩₽])\d[\d,.']{{0,15}}\s?(?:{UNIT}|"
    rf"[$€£¥₹₩₽%])|{SPELLED}|{FIGURES})(?:\s{UNIT})?"
)
OPENING = r"(?=[\d$€£¥₹₩₽]|(?<![a-z])[a-z])"  # of a pattern that begins with money
# After a word for an income or a debt, a long number is enough.
AMOUNT = rf"(?:{MONEY}|(?<!\d)\d{{1,3}}[,.' ]\d{{3}}(?!\d)|(?<!\d)\d{{3,9}}(?!\d))"
PERIOD = (
    r"\s{0,2}(?:/|an?|per|each|every|the|al|por|par|im|pro|ao|al|p\.|na|в)\s?(?:year|month|week|hour|hr|"
    r"day|annum|fortnight|yr|mo|mes|mois|monat|jahr|ano|mese|anno|maand|jaar|miesiac\w*|месяц|год|час)"
)
ENDS = (
    rf"(?={PERIOD}|\s{{0,2}}(?:$|[.,;:!?)\n|+-])|\s(?:before|after|now|right|at|in|from|as|and|but|with|"
    rf"on|between|working|freelancing|"
    r"these|this|last|net|gross|yearly|monthly|annually|hourly|weekly|when|plus|so|total|combined|"
    r"because|there|doing|altogether|together|"
    r"pre-?tax|post-?tax|base|or|if|which|thanks|since|while|total|per|most|each|every|though)\b)"
)
WHO = (
    r"(?<![\w])(?:i|we|she|he|they|you|who|user|husband|wife|partner|both of us)(?:'m|'re|'s|'ve| am| "
    r"are| is| have| has)?"
)
OWN = (
    r"(?<!\w)(?:my|our|his|her|their|user'?s?|mother's|father's|mom's|dad's|husband's|wife's|partner's|"
    r"household|family|annual|monthly|net|gross|yearly|combined|joint|current|total)\s"
    r"(?:[\w-]{1,14}\s){0,2}?"
)
NO_STATE = (
    r"(?!['’]?\w| (?:broker|calculator|advis[eo]r|app|apps|tax(?:es)? (?:form|return|office|app)|"
    r"report|template|field|column|spreadsheet|"
    r"tracker|negotiation|data|survey|software|system|statistics|system))"
)
STATES = (
    r"(?:salary|income|wages?|debts?|mortgage|net worth|savings|credit score|fico score|(?:bank|account|"
    r"checking|savings)(?: account)? balance|life savings|retirement savings|bankruptcy)"
)
HELD = (
    r"(?:savings?|checking|bank|accounts?|stocks?|shares|etfs?|bonds|crypto|bitcoins?|btc|ethereum|eth|"
    r"401\(?k\)?|ira|pension|investments?|"
    r"index funds?|cash|gold|brokerage|roth|isa|funds?|mutual funds|treasur(?:y|ies)|retirement|nest egg|piggy bank|"
    r"(?:student |car |auto |home |personal |payday |business )?loans?|credit cards?(?: debt)?|debt|deposits?)"
)
LOANS = (
    r"(?:student|car|auto|home|payday|personal|business|bank|house)[ -]loans?|credit[ -]cards? (?:debt|"
    r"bills?|balance)|overdraft|"
    r"mortgage(?: payment)?|medical (?:bills|debt)|back taxes|debts?|child support|alimony"
)
# what a pensioner receives, and no full or half board, nor a place for animals
NOT_HALF = r"(?<!mezza )(?<!media )(?<!demi-)(?<!demi )(?<!halb)(?<!voll)"
NOT_BOARD = (
    r"(?:(?<=mi pension)|(?<=mia pensione)|(?<=ma pension)|(?! complet))(?! (?:per|para|pour|fur) (?:\w{1,4} )?"
    r"(?:can|chien|hund|gat|chat|katz|animal|tiere|cavall|cheva|pferd))"
)
PENSION = rf"(?<![a-z]){NOT_HALF}pension(?:s|es?|en)?(?![a-z]){NOT_BOARD}"
# These say it without an amount.
STATED = LazyPattern(
    r"(?=[a-z5-8])(?:(?<!\w)(?:"
    rf"{OWN}{STATES}\b{NO_STATE}"
    rf"|{WHO}\s(?:(?:still\s)?(?:have|has|got|owe|owes|pay|pays|paying|drowning|buried)(?: off| down| in| "
    rf"under)?\s(?:my |our |a |a lot of |lots of |some |huge |massive )?(?:{LOANS})(?! (?:broker|"
    rf"calculator|advis|app|officer))"
    rf"|(?:\w+\s){{0,2}}(?:make|makes|earn|earns|earning|making)\s(?:\w+\s){{0,2}}{FIGURES})"
    r"|(?:filed|filing|file|declared|declare|went through|going through)(?: for)? (?:personal |"
    r"chapter \d+ )?bankruptcy"
    r"|(?:behind on|can(?:'t|not) (?:pay|afford|cover|make)|missed|defaulted on|late on) (?:my |"
    r"our |the |this month's )?(?:rent|mortgage|bills|loan|loans|car payment|credit card|payments)"
    r"|(?:i'm|i am|we're|we are|he's|she's|they're) (?:\w{1,9} ){0,2}(?:in debt|broke and in "
    r"debt|living paycheck to paycheck))"
    rf"|(?:we|i) (?:went|am|are|'m|'re) bankrupt|{FIGURES} (?:salary|income|earner|job))"
)
# Each of these has an amount.
VALUED = tuple(
    LazyPattern(pattern)
    for pattern in (
        rf"(?<!\w)(?:raise|promoted|bumped|pay rise|offer) (?:up )?(?:to|of) {ABOUT}{MONEY}{ENDS}",
        rf"(?:retirement|emergency|college|trust|pension|rainy day|sinking) fund[^.\n\d$€£¥]{{0,16}}{MONEY}",
        rf"{WHO}\s(?:[\w']{{1,10}}\s){{0,2}}?(?:earn(?:s|ed|ing)?|make|makes|made|making|bring(?:s|"
        rf"ing)? in|brought in|clear(?:s|ed)?|gross(?:es|ed)?|"
        rf"net(?:s|ted)?|take(?:s)? home|pull(?:s)? in|get(?:s|ting)? paid|got paid|paid|on|collect|"
        rf"receive|receives)\s{ABOUT}"
        rf"(?:{MONEY}{ENDS}|\d[\d,.']{{2,12}}{PERIOD})",
        rf"(?<!\w)(?:earns?|earned|earning|get paid|being paid)\s{ABOUT}{MONEY}{ENDS}",
        rf"(?<!\w)(?<!minimum )(?<!average )(?<!median )(?<!president's )(?:salary|income|base pay"
        rf"|take[ -]home(?: pay)?|pay ?check|wages?|bonus|{PENSION}|"
        rf"stipend|compensation|total comp|earnings|net worth|"
        rf"credit score|fico(?: score)?|mortgage|debts?|savings|overdraft|life savings|inheritance|"
        rf"severance|{LOANS})\b"
        rf"(?![^.\n$€£¥]{{0,20}} (?:calculator|ceiling|template|column|field))(?:'s)?(?: |: ?|, ?| - ?|"
        rf"\|)(?:(?:[^.\n\d$€£¥]|approx\.){{0,28}}[\s:|])?{AMOUNT}",
        rf"(?<!\w)(?:my|our|his|her|account|bank|current|"
        rf"available)\s(?:[\w-]{{1,12}}\s){{0,2}}?balance\b(?:[^.\n\d$€£¥]{{0,16}}(?=[$€£¥₹₩₽\d]|(?<=\W)[a-z5-8])"
        rf")?{MONEY}",
        rf"(?<!\w)balance ?(?:is|was|of|at|:)\s?{ABOUT}{MONEY}",
        rf"(?<!\w)(?:checking|savings|joint|brokerage|bank|account) balance[^\n\d$€£¥]{{0,30}}{MONEY}",
        rf"(?<!\w)(?:makes|made|making|brings home|takes home|pulls in) {ABOUT}{MONEY}"
        rf"(?:{PERIOD}| at (?:his|her|their|the|a|my) (?:new |current |old )?(?:job|firm|company)| as an? [a-z])",
        r"\d[\d,.]{0,9} (?:btc|eth|bitcoins?|ether)\b[^.\n]{0,30}(?:wallet|ledger|cold storage)",
        r"(?<!\w)\d{2,6} in (?:alimony|child support)|maxed out at \d{1,3}[,.]\d{3}",
        rf"(?<!\w)(?:freelances?|works?|working|consults?|tutors?) (?:at|for) {ABOUT}{MONEY}{PERIOD}",
        rf"(?<!\w)(?:borrowed|lent) {ABOUT}{MONEY} (?:from|to)\b",
        r"(?<!\w)(?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty"
        r"|forty|fifty)"
        rf"(?:[ -][a-z]{{3,5}})? (?:dollars|euros|pounds|bucks|quid)(?: [a-z]{{3,7}})?{PERIOD}",
        r"(?<!\w)savings\n\s{0,4}[\w ]{1,20} \d{1,3}[,.]\d{3}(?!\d)",
        r"(?<!\w)owe[sd]? [^.\n\d]{0,40}\d{1,3}[,.]\d{3}(?!\d)",
        r"(?<!\w)took home \d{1,3}[,.]?\d{3}(?!\d)",
        rf"(?<!\w)(?:401\(?k\)?|isa|ira|{PENSION})(?!\w)[^.\n\d$£€]{{0,24}}[$£€]\s?\d",
        r"(?<!\w)(?:portfolio|holds?|holding|holdings)\b[^.\n\d]{0,20}\d[\d,.]{0,9} (?:shares|btc|eth|bitcoins?"
        r"|ether)\b",
        rf"(?:in debt|debt of|loan of|mortgage of)[^.\n\d$€£¥]{{0,16}}{AMOUNT}",
        rf"{WHO}\s(?:\w+\s)?(?:own|owns|hold|holds|holding|have|has|got|"
        rf"bought)\s{ABOUT}\d[\d,.]{{0,15}}\s(?:[a-z]{{1,12}}\s)?(?:shares?|btc|bitcoins?|eth|ether|"
        rf"dogecoins?|solana|rsus?|stock options|bonds|gold bars)\b",
        rf"(?:portfolio|401\(?k\)?|ira|pension|rsus?|shares|stocks?|crypto|investments|estate|trust "
        rf"fund|nest egg|equity|bitcoins?)\b[^.\n\d$€£¥]{{0,20}}(?:worth|has|have|is|are|at|contains?|"
        rf"valued|holds?|of|:)\s{ABOUT}{MONEY}",
        rf"{WHO}\s(?:\w+\s)?(?:inherited|inherit|saved(?: up)?|have saved|lost)\s{ABOUT}{MONEY}(?: "
        r"(?:from|in|so far|already|this|last|for retirement|up)|[.,!]|$)",
        # "saved $20 on the groceries" tells of a purchase
        rf"{WHO}\s(?:\w+\s)?lost\s{ABOUT}{MONEY} on",
        rf"{WHO}\s(?:\w+\s)?(?:inherited|saved(?: up)?)\s{ABOUT}{MONEY} on (?:my |our |the |an? )?"
        r"(?:[\w-]{1,12} ){0,2}(?:accounts?|deposits?|card|book|side)\b",
    )
)
# These begin with an amount.
AMOUNT_FIRST = forms(
    rf"{OPENING}{MONEY}\s{pattern}"
    for pattern in (
        (
            r"(?:left|remaining|outstanding|to go|to pay off|still owed)\s(?:on|of|in)\s(?:[\w-]{1,12}\s){0,2}?"
            rf"(?:{LOANS}|house|loan|loans|car)"
        ),
        (
            r"(?:[a-z]{1,3}\s)?"
            r"(?:schulden|deudas?|dettes?|debiti|dividas?|schuld|ahorrados|ersparnisse|gespart|epargne)"
        ),
        (
            r"(?:left |still |parked |put away )?(?:in|into|of|worth of|saved|invested|stashed|sitting"
            r"|tied up)\s(?:up )?(?:(?:away )?in )?"
            rf"(?:[\w-]{{1,14}} ){{0,3}}?{HELD}\b"
        ),
        r"(?:\w+ )?in debt",
        r"(?:\w+ )?(?:in the red|overdrawn|in arrears)",
        (
            r"(?:sur|auf|en|in|sul|na|op)\s(?:mon|notre|mein(?:em)?|unserem|mi|nuestra|mio|nostro|minha|mijn|onze)\s"
            r"(?:compte|livret|konto|sparbuch|cuenta|conto|conta|rekening)\b"
        ),
    )
)
# Up to a figure nothing is tried twice. A number in words stands behind a space.
OWED = LazyPattern(
    rf"(?<!\w)ow(?:e[sd]?|ing)\s(?:(?:[^.\n\d$€£¥]|approx\.){{0,56}}+"
    rf"([$€£¥]\s?\d[\d,.]{{0,15}}\s?k?|\d[\d,.]{{0,15}}\s?(?:{UNIT}))"
    rf"|(?:[^.\n\d$€£¥]{{0,48}}\s)?({SPELLED}))"
)
ELSEWHERE = LazyPattern(
    rf"(?<![^\W_]){NOT_HALF}(?:{either('money_elsewhere')})(?!\w){NOT_BOARD}[^.\n\d]{{0,24}}"
    rf"\d[\d.,' ]{{0,12}}(?:{UNIT}|[€$£]|\d)"
)
EASTERN_AMOUNT = (
    r"(?:\d[\d,.]{2,12}+|\d[\d,.]{0,15}+ ?[千百万萬亿億kw천만억]|"
    r"[一二两兩三四五六七八九十半几幾]{1,4}[十百千万萬亿億][一二三四五六七八九十百千万萬多]{0,6})"
)
EASTERN_STATES = (
    rf"(?:{either('money_eastern')})[^\d\n。]{{0,10}}?{EASTERN_AMOUNT}",
    r"(?:我|我们|我們|我家|咱们?|老公|老婆|他|她|爸|妈|媽|私の|わたしの|제|내)(?:的|每个?月|每月|"
    r"一个月|一個月|现在|現在|们|們|家)?"
    r"(?:月薪|年薪|工资|工資|薪水|薪资|薪資|存款|负债|負債|房贷|房貸|债务|年収|月収|給料|貯金|借金|"
    r"연봉|월급|빚)(?!系统|系統|表|条|條|管理|模板|结构|結構|单|單|宝|計算|计算|谈判)",
    rf"(?:挣|掙|赚|賺|到手|税后|稅後|税前|稅前|领|領)(?:了|大概|大约|大約|差不多|约|"
    rf"約)?[^\d\n。]{{0,3}}{EASTERN_AMOUNT}",
    rf"(?:欠|背着|背著|还有|還有)[^\d\n。，]{{0,10}}?{EASTERN_AMOUNT}[^\n，。]{{0,6}}(?:债|債|贷|貸|"
    rf"没还|沒還|要还|要還|欠款)",
    rf"(?:信用卡|银行|銀行|网贷|花呗|花唄)[^\n，。]{{0,4}}(?:欠|借)[^\n，。\d]{{0,4}}{EASTERN_AMOUNT}",
    rf"欠(?:了)?(?:银行|銀行|信用卡|网贷|花呗)[^\n，。\d]{{0,4}}{EASTERN_AMOUNT}",
    r"(?:买了|買了|持有|有)[^\n，。\d]{0,4}(?:\d[\d,.]{0,15}+|"
    r"[一二两兩三四五六七八九十百千万萬]{1,6})[个個枚股]?(?:股|比特币|比特幣|以太坊|股票|基金)",
    rf"有[^\n，。\d]{{0,4}}{EASTERN_AMOUNT}[^\n，。]{{0,4}}(?:存款|积蓄|積蓄|债|債|贷款|貸款|负债|"
    rf"負債)",
    "负债累累",
    "破产",
    "破產",
    "自己破産",
)
EASTERN = LazyPattern(alternatives(EASTERN_STATES))
HAS_AMOUNT = LazyPattern(r"\d|hundred|thousand|grand|million|figure")
# A text without one of these words is not searched: most texts.
STATE_WORDS = words("money_states")
AMOUNT_WORDS = STATE_WORDS | words("money_amounts")
WORDS_ELSEWHERE = frozenset(re.findall(r"[^\W\d_]{3,}", either("money_elsewhere")))


def has_amount(lower: str, used: set[str]) -> bool:
    """Return whether a plain text without marks in lower case tells of somebody's finances. `used` are its words."""
    if "'s" in lower:  # "my salary's 85k"
        used = used | {word.removesuffix("'s") for word in used}
    if not used.isdisjoint(STATE_WORDS) and STATED.search(lower):
        return True
    if not lower.isascii() and EASTERN.search(lower):
        return True
    if not HAS_AMOUNT.search(lower):
        return False
    if not used.isdisjoint(AMOUNT_WORDS) and (
        any(pattern.search(lower) for pattern in VALUED)
        or has_form(AMOUNT_FIRST, lower, lower)
        or any(not _is_small(match[match.lastindex or 0]) for match in OWED.finditer(lower))
    ):
        return True
    return not used.isdisjoint(WORDS_ELSEWHERE) and ELSEWHERE.search(lower) is not None


def _is_small(amount: str) -> bool:
    digits = re.match(r"[$€£¥]?\s?([\d,]{1,12})(?:\.\d\d?)?\s?(k|m|grand|thousand|million|hundred|mil|lakh)?", amount)
    return digits is not None and not digits[2] and int(digits[1].replace(",", "") or 0) < SMALL
