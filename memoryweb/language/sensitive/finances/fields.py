"""Finds income, balances and debts in fields of a file, in numbers in words, and as what is left on an account."""

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.sensitive.finances.amounts import ABOUT, MONEY, PERIOD
from memoryweb.language.sensitive.word_lists import either, forms, has_form

# Numbers in words; "bin" is a thousand in Turkish and a verb in German, so it stands with Turkish words only.
THOUSANDS = (
    r"(?:[a-z]{0,24}(?:tausend|duizend)|[a-z]{2,10}mila|(?:[a-zа-я]{2,14}[ -]){0,4}(?:mil|mille|thousand|grand"
    r"|tysiac\w{0,2}"
    r"|tysiec\w{0,2}|тысяч\w{0,2}|million\w{0,3}|millones|milioni|milhoes|miliony|milionow|миллион\w{0,3}|million"
    r"|тыс|млн))"
)
NO_COUNT = (
    r"(?! (?:palabras|mots|parole|palavras|worter|woorden|slow|слов|veces|fois|volte|vezes|mal|keer|razy|раз"
    r"|cosas|cose|lines"
    r"|users|words|steps|people|personas|persone|kilometros|kilometres|km|tests|times|rows|files|requests|views"
    r"|followers)"
    r"(?![a-zа-я]))"
)
SUM = (
    r"(?:(?:[$€£¥₽₺]\s?)?(?<!\d)\d{1,3}(?:[.,' ]\d{3}){1,3}(?!\d)|(?:[$€£₽₺]\s?)\d{1,9}|\d[\d.,]{0,9} ?(?:k|mil"
    r"|mille|mila|tausend|tys|тыс|млн|million\w{0,3}"
    r"|euros?|eur|€|zl\w{0,6}|руб\w{0,4}|reais|lira|tl|dollars?|pounds?|francs?|chf|kr)(?![a-zа-я])|(?!(?:19"
    r"|20)\d\d(?!\d))\d{4,9}(?!\d)"
    rf"|(?<![a-zа-я]){THOUSANDS}(?![a-zа-я]))"
)
FIELD = (
    r"(?:salary|income|wages?|net[_ ]?worth|bonus|debts?|mortgage|savings|loans?|pension|take[_ -]?home|overdraft"
    r"|balance"
    r"|gehalt|einkommen|schulden|sueldo|salario|nomina|salaire|revenu|stipendio|salaris|zarobki|maas)"
)
ACCOUNT = (
    r"(?:(?:auf|vom) (?:dem |meinem |unserem |einem )?[a-z]{0,10}konto|sur (?:le|mon|notre) compte|sur (?:le "
    r"|mon )?livret|en (?:la"
    r"|mi) cuenta|sul (?:mio )?conto"
    r"|na (?:minha )?conta|na poupanca|no cartao|op (?:de|mijn) rekening|na koncie|na karcie|на (?:карте"
    r"|счет[еу])|in (?:the|my) (?:account|bank))"
)
LEFT = (
    r"(?:ubrig|rest(?:e|ent|ano|a|am|am-me)?|qued(?:a|an)|rimast[oaie]|sobr(?:a|ou|aram)|over|nog|zostalo|zostaly"
    r"|остал\w{2,3}|noch|encore|ancora|ainda|only"
    r"|left|il (?:me|nous) reste)"
)
STATES = forms(
    (
        # a field of a file: "annual_income": 54000, or below it
        (
            rf"(?<![a-z])(?:[a-z]{{2,12}}[_ ])?{FIELD}(?:[_ ][a-z]{{1,12}})?[\"']?\s?[:=]\s{{0,4}}[\"'{{]?\s{{0,4"
            rf"}}(?:[a-z_]{{1,20}}[\"']?: ?)?[\"']?\d[\d,.]{{2,12}}(?![\d-])"
        ),
        # balances
        (
            rf"(?<!\w)(?:checking|savings|joint|current|bank|brokerage|isa|money market) accounts? (?:is |has "
            rf"|now |only |still )?(?:sits?|sitting|stands?|is|has|down|at|holds?|shows?|contains?|of)(?: (?:at"
            rf"|to|down|about|around|only|just|now)){{0,3}} {ABOUT}{MONEY}"
        ),
        rf"{SUM}[^.\n\d]{{0,16}} {ACCOUNT}",
        rf"{ACCOUNT}[^.\n\d]{{0,24}}{LEFT}[^.\n\d]{{0,12}}{SUM}",
        (
            rf"net worth(?:: ?| is | of | at | just | around )[^.\n]{{0,40}}(?:{MONEY}|(?:a|the"
            rf"|half a) (?:\w+ )?(?:million|billion))"
        ),
        (
            rf"(?<!\w){MONEY} (?:put away|put aside|set aside|stashed(?: away)?|tucked away|saved up|in savings)(?!\w)"
            rf"|(?<!\w)(?:put away|put aside|set aside|stashed(?: away)?|saved up) {ABOUT}{MONEY}(?! (?:a|per|each) )"
        ),
        (
            r"(?<!\w)(?:brokerage|portfolio|depot|roth ira|ira|401\(?k\)?|isa)[^\n.:]{0,16}: ?\d[\d,.]{0,9}"
            r" (?:shares? of |x )?[a-z]{2,6}(?=,| and|\n|$)"
        ),
        # income
        (
            r"(?<!\w)(?:verdien\w{0,2}|gan[ao]\w{0,2}|gagn\w{1,4}|guadagn\w{1,4}|zarabia\w{0,3}|ganh\w{1,3}|cobr\w{1,2}"
            r"|kriegt?|bekomm\w{1,2})[^.\n\d]{0,20}\d[\d.,' ]{2,9} ?(?:€|eur\w{0,2}|zl|pln|chf)? ?(?:im monat |al mese "
            r"|al mes |par mois )?(?:brutto|netto|brutos?|netos?|brut|nets?|lordi|netti|liquidos?)(?!\w)"
        ),
        (
            rf"(?<!\w)(?:(?:got|get|gets|getting) (?:a|the|my) (?:pay )?raise|promotion|bumped(?: up)?|(?:my"
            rf"|a) bonus)[^\n\d$€£]{{0,24}}(?<!\w){MONEY}(?! (?:users|people|lines))"
        ),
        rf"{ABOUT}{MONEY}{PERIOD},? (?:take[- ]home|net|gross|after tax|before tax|pre-?tax)(?!\w)",
        rf"(?:live|living|get by|lives|gets by) on {ABOUT}(?:{MONEY}|\d{{3,5}}){PERIOD}",
        # holdings and debts
        rf"(?<!\w)inherit(?:ed|ing|s)? {ABOUT}(?:{MONEY}|(?:a )?(?:quarter|half|third) of a million){NO_COUNT}",
        (
            r"(?<!\w)(?:own|owns|hold|holds|holding|have|has|got|bought) \d[\d.,]{0,9} (?:btc|eth|sol|xrp|doge"
            r"|bitcoins?|ether)(?!\w)"
        ),
        (
            rf"{MONEY} (?:left )?to pay (?:off )?on (?:the|my|our) (?:flat|house|place|mortgage|loan|car"
            rf"|apartment)"
        ),
        rf"(?<!\w)(?:irs|hmrc|taxman|tax office)[^.\n\d]{{0,30}}(?:{MONEY}|\d{{1,3}}[,.]\d{{3}})",
        (
            rf"(?<!\w)(?:i|we|he|she|user) (?:\w+ )?(?:makes?|earns?|charges?|gets? paid"
            rf"|bills?) {ABOUT}\d{{2,4}} (?:an|per|a) (?:hour|day)"
        ),
        (
            rf"(?<!\w)(?:have|has|got|owe|owes|'ve|still) {ABOUT}{MONEY} (?:on|across) (?:the |my |our |two "
            rf"|three )?(?:visa|amex|mastercard|credit card)"
        ),
        rf"(?<!\w)(?:i'm|i am|we're|we are|he's|she's|he is|she is) (?:\w+ )?worth {ABOUT}{MONEY}",
        (
            rf"(?<!\w)(?:roth|401\(?k\)?|hsa|sipp|tfsa|depot|brokerage|pension pot)(?: ira)? (?:has|is at"
            rf"|holds|is worth|sits at|hat|steht bei) {ABOUT}{MONEY}"
        ),
        rf"(?<!\w)(?:meu|mi|mio|mein|mijn|moje?) (?:saldo|guthaben)[^.\n\d]{{0,16}}{SUM}",
        (
            rf"(?<!\w)(?:living off|live off|lives off|earns? (?:twice|double|half"
            rf"|three times)) (?:[\w']{{1,12}} ){{0,3}}{MONEY}"
        ),
        rf"{MONEY} in the hole(?! of)",
        (
            r"(?<!\d)\d{1,3}[,.]\d{3} (?:still )?left (?:to pay )?on (?:the|my|our) (?:car|house|loan|flat"
            r"|mortgage|card|van|bike)"
        ),
        (
            rf"{MONEY} (?:of|in|from) (?:\w{{1,12}} )?(?:unemployment|disability|housing|child|universal"
            rf"|sickness)[^.\n]{{0,12}}(?:benefit|credit|allowance)"
        ),
        (
            r"(?<!\w)(?:coinbase|binance|kraken|wallet|ledger|trezor"
            r"|metamask)(?!\w)[^.\n\d]{0,20}\d[\d.,]{0,9} (?:btc|eth|sol|xrp|doge|bitcoins?|ether)(?!\w)"
        ),
        # no amount is needed
        (
            r"(?<!\w)(?:flat|dead|stone|totally|completely) broke(?!\w)|(?<!\w)(?:i'm|i am|we're|we are|he's"
            r"|she's) broke(?=[.,!]|$| until| and| this)"
        ),
        r"(?<!\w)fil(?:ed|ing|e) (?:for )?chapter (?:7|11|13)(?!\d)",
        (
            r"maxed[- ]out (?:on )?(?:all |both |my |his |her |our |the |two |three |four "
            r"|several ){0,3}(?:credit )?cards?(?!\w)|(?:credit )?cards?,? (?:is |are |both "
            r"|all ){0,2}maxed[- ]out"
        ),
        (
            r"(?<!\w)(?:i|he|she|we|husband|wife|dad|mum|mom|father|mother|brother|sister|user|partner|son"
            r"|daughter)(?:'s|'m|'re| is| am| are| was| were| went| has gone| is going| are going)(?: now"
            r"| officially| almost| nearly)? bankrupt(?! (?:of|the|square))"
        ),
        (
            r"(?:debt collectors?|bailiffs?|creditors) (?:still |keep |are |\w{3,8}ing )?(?:call|calls|calling"
            r"|ring|rings|ringing|knock\w*|came|come|after|phone|chasing|write)(?!\w)"
        ),
        (
            r"(?<!\w)(?:weeks?|months?|payments?|years?) behind (?:on|with) (?:the|my|our|his|her) (?:rent"
            r"|mortgage|bills|loan|payments|car|taxes)"
        ),
        (
            r"overdraft(?:'s| is| limit is)? (?:at|over|maxed|fully|right) (?:its |the )?(?:limit|max\w{0,4}|used"
            r"|up)"
        ),
        # in other languages
        (
            rf"(?:(?:geerbt|erbschaft|herite|herede|heredamos|heredado|ereditato|eredita|herdei|herdamos"
            rf"|geerfd|erfenis|odziedzicz\w{{2,5}}|spadku)(?![a-z])|унаслед\w{{2,5}}"
            rf"|наследств\w)[^.\n\d]{{0,24}}(?<!\w){SUM}|(?<!\w){SUM}[^.\n\d]{{0,20}}(?:geerbt|geerfd)"
        ),
        (
            rf"(?:noch|encore|ancora|todavia|ainda|nog|jeszcze|осталось"
            rf"|еще) [^.\n\d]{{0,24}}(?<!\w){SUM}[^.\n]{{0,24}}(?:furs haus|fur die wohnung|abzuzahlen"
            rf"|rembourser|di mutuo|de hipoteca|kredytu|do splaty|на ипотеку)|(?:do splaty|выплат\w{{2,3}}"
            rf"|долж(?:ен|на|ны) банку|debo|devo|deve(?:mos)?) [^.\n\d]{{0,30}}(?<!\w){SUM}(?: \w{{1,7}}){{0,2"
            rf"}} ?(?:kredytu|al banco|a hacienda|no cartao|ao banco|$)|debo a hacienda[^.\n]{{0,16}}{SUM}"
        ),
        rf"(?:выплатить|долж(?:ен|на|ны) банку)[^.\n\d]{{0,20}}(?<!\w){SUM}",
        (
            r"(?<![a-z])(?:maas\w{0,4}|borc\w{0,4}|kredi borc\w{0,4}|hesab\w{2,6}"
            r"|mirasim)[^.\n]{0,24}(?:[a-z]{2,8} (?:bin|milyon)(?![a-z])|\d[\d.,]{2,9})|(?:[a-z]{2,8} (?:bin"
            r"|milyon)|\d[\d.]{3,9}) (?:lira|tl|euro|dolar) (?:borcum|maas|kredi)"
        ),
    )
)
# After a word for an income or a debt, a number in words is enough.
SPELLED = LazyPattern(
    rf"(?<![^\W_])(?:{either('money_elsewhere')})(?!\w)[^.\n\d]{{0,32}}(?<![a-zа-я]){THOUSANDS}(?![a-zа-я]){NO_COUNT}"
)
THOUSAND = LazyPattern(r"mil|tausend|duizend|tysi|тыс|млн|миллион|thousand")
EASTERN = LazyPattern(
    r"(?:炒股|炒币|股票|基金|投资|比特币)[^\n。\d]{0,6}(?:亏|赚|赔|套)[^\n。\d]{0,3}(?:\d[\d,.]{0,10} ?[千万]"
    r"|[一二两三四五六七八九十几]{1,4}[百千万])|信用卡[^。\n]{0,6}(?:刷爆|爆了|逾期|还不上)|(?:卡里|卡上|账上"
    r"|帐上|账户里?|支付宝|余额宝|零钱"
    r"|钱包里?)(?:现在|里|上)?(?:只|还|就|也)?(?:剩|有)下?[^\n。\d]{0,4}"
    r"(?:\d[\d,.]{1,10} ?[千万]?|[一二两三四五六七八九十几]{1,4}[百千万])[块元多]?"
    r"|(?:借|欠)了?(?:[^，。\n\d]{1,4})?(?:\d[\d,.]{0,8} ?[千万]"
    r"|[一二两三四五六七八九十几]{1,4}[百千万])(?![本个次人字年])|(?:收入|年薪|存款|身家|资产"
    r"|负债)[^\n。\d]{0,4}(?:上|过|近|超)?[百千]万"
    r"|口座(?:に|の残高)[^\n。\d]{0,6}\d[\d,.]{1,10} ?[千万]?円"
    r"|통장에[^\n.\d]{0,6}\d[\d,.]{0,10} ?[천만억]?원?(?: ?(?:남|있))"
)


def has_field(lower: str) -> bool:
    """Return whether a plain text without marks in lower case tells of somebody's finances in one of these ways."""
    if has_form(STATES, lower, lower):
        return True
    if THOUSAND.search(lower) and SPELLED.search(lower):
        return True
    return not lower.isascii() and EASTERN.search(lower) is not None
