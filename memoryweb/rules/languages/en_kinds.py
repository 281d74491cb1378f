"""The forms of English sentences that tell which kind a statement is, where no signal word of S2 does."""

from memoryweb.rules.languages.base import Forms, one_of

# The beginning of a sentence or of a request within one.
START = r"(?:^|[.!?;:–—]\s{1,3}|\s-\s)(?:[\"“'(*_•-]{1,3}\s?)?"
SOFTLY = (
    r"(?:(?:please|kindly|just|also|and|so|but|ok|okay|hey|then|instead|always|never|first|only|again|simply"
    r"|feel free to|make sure to|be sure to|remember to|try to|in general|from here on|for [a-z]+|with [a-z]+),? ){0,3}"
)
IF_OR_WHEN = (
    r"(?:if|when|whenever|before|after|once|unless|while|until|in|for|on|at|with) [^.!?;:\n]{2,90}?, (?:then )?"
)
SOMEBODY = r"(?:I|we|he|she|they|(?:the )?users?|you)"
OWN = r"(?:my|our|his|her|their|(?:the )?user['’]?s)"
ADVERB = r"(?:(?:[a-z]+ly|also|just|still|now|even|often|both|all|soon|one day|some ?day|next) ){0,2}"
NEEDS_OBJECT = (
    r"(?:me|us|it|them|the user|user|my|our|your|his|her|their|the|an?|all|any|every|each|no|only|just|both|this|that"
    r"|these|those|to|in|with|without|at|as|for|from|under|by|on|at least|at most|more|fewer|less|two|three|one|\d+)\b"
)
# What is said to an assistant: verbs that are nothing else where a sentence begins with them …
TELL = one_of("""
    give, tell, keep, avoid, skip, stop, recommend, suggest, explain, include, mention, ask, assume, treat, propose,
    offer, send, remind, spell, feed, summari[sz]e, leave out, leave, let, bring, translate, correct, warn, notify,
    alert, quote, cite, abbreviate, capitali[sz]e, shorten, simplify, prioriti[sz]e, convert, hyphenate, wait, speak,
    run, round, sign, comment, refrain, stick, respond, reply, prefix, append, omit, ignore, wrap, sign off, address,
    double-check, verify, confirm, flag, highlight, point out, compare, proofread, polish, rewrite, rephrase, schedule,
    separate, write, pick, choose, add, put, make, use, call, talk, begin, err on, favou?r, phrase, justify, estimate
""")
# … and verbs that are nouns too, so that what follows must show it.
TELL_OR_THING = one_of("""
    answer, show, start, end, plan, book, order, draft, check, list, link, quiz, name, format, type, sort, help, note,
    search, look, group, label, sum, close, open, number, set, do, be, go, take, get, find, return, default, report,
    explain it, trim, cut, cap, limit, structure, count, test, turn, follow, split, order, spice, tone, back up, weigh,
    rate, score, code, stay, prompt, message, text, email, ping
""")
OUTPUTS = one_of("""
    answers?, repl(?:y|ies), responses?, summar(?:y|ies), explanations?, suggestions?, recommendations?, messages,
    drafts?, examples?, wording, writing, sentences?, questions?, reminders?, translations?, commit messages?,
    (?:code )?comments, code (?:samples?|examples?|snippets?), prices?, dates?, times, units, temperatures?,
    distances?, measurements?, recipes?, (?:travel )?itinerar(?:y|ies), reports?, spreadsheets?, headings?,
    citations?, numbers?, amounts?, feedback, corrections?, emails?, letters?, subject lines?, bullet points?, lists?,
    routes?, directions, tone, instructions, news, options
""")
YOU_DO = (
    r"\b(?<!thank )(?<!can )(?<!could )(?<!did )(?<!do )(?<!would )(?<!will )(?<!have )(?<!as )you (?:also |ever )?"
    r"(?:draft|write|give|show|send|suggest|recommend|plan|propose|explain|answer|reply|pick|choose|make|put together"
    r"|work out|book|format|summari[sz]e|translate|use|list|cite|quote|respond|mention|add|generate|create|produce"
    r"|remind|tell|teach|correct|refer|call|address|order|search|look up|help|schedule|change|delete|edit|touch"
    r"|offer)\b"
)
RULE = "|".join(
    (
        # "Don't ask me", never "don't eat meat", which leaves out who does not
        rf"(?:{START}|{START}{IF_OR_WHEN}){SOFTLY}(?:don['’]?t|do not|no need to) (?:ever |please )?"
        rf"(?:{TELL}|open|start|end|repeat|guess|sugarcoat|book|delete|apologi[sz]e|number|list|format|answer|show|say"
        r"|spoil|invent|overdo|lecture|moralise|round|message|ping|email|text|contact|be|bother|change|begin|finish"
        r"|show|disturb|interrupt|praise|flatter|hedge|share|order|plan|try|pretend|tag|worry about|copy|attach|touch"
        r"|search|post|reveal|propose|do)\b(?! (?:up|it|milk|sugar)$)",
        rf"(?:{START}|{START}{IF_OR_WHEN}){SOFTLY}{TELL}\b(?! ?[:=–]|['’]s| (?:is|are|was|of|and|or|has|style)\b|$)",
        rf"(?:{START}|{START}{IF_OR_WHEN}){SOFTLY}{TELL_OR_THING} (?={NEEDS_OBJECT})",
        YOU_DO,
        rf"\byour (?:[a-z-]+ ){{0,2}}?{OUTPUTS}\b",
        rf"{START}(?:all |any |every |most )?(?:{OWN} )?{OUTPUTS}\b(?: (?:to|for|of|in|on|about) [^,;.\n]{{1,40}}?)?"
        r" (?:should|must|need to|have to|go in|come in|belong|at most|under|up to|no longer than|no more than|max"
        r"|only in|without|in|as)\b",
        r"\b(?:should|must) (?:never |always |not )?be (?:addressed|called|answered|shown|given|written|formatted"
        r"|translated|listed|kept|sent|presented|displayed|explained|in|cited|quoted|asked|avoided)\b",
        r"\b(?:wants?|asks?|asked|expects?|instructed|told|requires?|requests?|requested|wish(?:es)?|would like)"
        r" (?:(?:me |you )?not to be|(?:me|you|us|the (?:assistant|agent|model|ai)|agents?|assistants?|claude"
        r"|chatgpt) (?:not )?to|that (?:i|you|we|all|every|the (?:assistant|agent))|(?:not )?to be (?:called|addressed"
        r"|asked|told|reminded|informed|notified|warned|answered|spoken|kept)"
        rf"|(?:all |any |every |only )?(?:[a-z]+ )?{OUTPUTS}\b)",
        rf"(?:{START}|\busers? )(?:said|asked) (?:not )?to (?:skip|stop|avoid|leave|use|keep|give|show|write|answer)\b",
        r"\b(?:goes by|call me|address me|refer to me)\b",
    )
)
# What somebody wants to reach, and no wish of how they are to be answered or what they are to be shown.
NO_AIM = (
    r"(?! (?:not )?(?:be (?:called|addressed|asked|told|reminded|informed|notified|kept|warned|shown|left|spoken"
    r"|able to see)"
    r"|see (?:the|all|any|prices|more|both|sources|it|them|a|an|how|what|code)|know|hear|avoid|receive|say|ask|thank"
    r"|share"
    r"|point out|note|mention|clarify|eat|drink|have|keep|stay|sit|use|get (?:an?|the|my|short|some) (?:summar|answer"
    r"|repl|remind|list)|talk|speak about|discuss|order|book (?:an?|the))\b)"
)
WOULD_LIKE_TO = rf"(?:would|[a-z]+['’]d) (?:really |also |both |one day )?(?:like|love) to{NO_AIM}"
GOAL = "|".join(
    (
        r"\b(?:hopes?|hoping|aims?|aiming|intends?|intending|aspires?|aspiring|determined|dreams?|dreaming|vowed"
        r"|resolved)"
        rf" (?:to{NO_AIM}|of (?:\w+ )?\w+ing\b|on becoming|at becoming)",
        rf"\b(?:wants?|wanted|wanting) (?:very much |so much |finally |one day |also |badly )?to{NO_AIM}",
        r"\b(?:dream|ambition|aim|aspiration|objective|resolution|bucket list)s?\b",
        r"\bsaving (?:up )?(?:for|to)\b|\b(?:some ?day|one day),? (?:I|we|user|she|he|they)\b|\bone day$",
        r"\btrain(?:ing|s) for\b|\bworking on becoming\b|\bon track to\b|\bby the time (?:I|we)\b",
    )
)
DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
MONTH = one_of("""
    january, february, march, april, may, june, july, august, september, october, november, december
""")
SEASON = r"(?:spring|summer|autumn|fall|winter|christmas|easter|new year|lent|ramadan)"
NUMBER = r"(?:a|two|three|four|five|six|seven|eight|nine|ten|twelve|\d{1,3}|a few|a couple of|several)"
# Who does something again and again says so in the present.
DOES_OFTEN = one_of("""
    brews?, bakes?, cooks?, buys?, shops?, commutes?, cycles?, bikes?, jogs?, swims?, meditates?, journals?,
    listens? to, drinks?, wears?, batch(?:es)?, devours?, collects?, takes? the, gets? up, wakes? up, goes to bed,
    go to bed, skips?, grows?, irons?, rides?, practi[cs]es?, walks?, reads?, watch(?:es)?, checks?, starts? (?:my|the),
    mak(?:e|es) (?:my|our|their|his|her) own, dress(?:es)?, blocks?, volunteers?, attends?, hosts?, orders?, tracks?,
    reviews?, keeps? jumping, keeps? forgetting, digests?, naps?, takes? a nap, turns? off, switch(?:es)? off
""")
HABIT = "|".join(
    (
        rf"\b(?:every|each) (?:other |second |third |single |few |two |three |four |six |\d+ )?(?:{DAY}|{MONTH}"
        rf"|{SEASON}"
        r"|days?|weeks?|months?|years?|hours?|fortnight|term|sprint|night|evening|morning|afternoon|lunch ?(?:time"
        r"|break)?)\b",
        rf"\b(?:on |at )?(?:{DAY}|weekend|weekday|weeknight)s\b|\b(?:{DAY}|weekday|weekend|early|most|late)"
        r" (?:mornings|afternoons|evenings|nights|lunches)\b",
        r"\b(?:in the|at|on) (?:mornings|evenings|afternoons|nights|weekends)\b|\bmost (?:days|weeks|weekends)\b",
        r"\b(?:once|twice|three times|four times|five times|\d+ times|several times|a few times|a couple of times)"
        r" (?:a|per|every|each) (?:day|week|month|year|fortnight|season)\b",
        r"\b(?:often|frequently|regularly|normally|typically|generally|mostly|rarely|seldom|hardly ever|sometimes|daily"
        r"|weekly|nightly|monthly|fortnightly|annually|habitually|religiously|without fail|as a rule|tends? to|whenever"
        r" I|almost always|nearly always|all day long|from time to time|now and then|in the habit)\b",
        r"\b(?:before|after) (?:bed|breakfast|work|lunch|dinner|school|going to bed|sleeping|brushing|getting up"
        r"|anyone)\b"
        r"|\bfirst thing\b|\b(?:last thing|late) at night\b|\bdays? a week\b|\bwhile (?:shaving|commuting|cooking"
        r"|ironing|running|cleaning|doing the)\b|\bon (?:the|my) (?:bus|commute|train|way (?:to|home))\b"
        r"|\bat the end of (?:each|every)\b",
        r"\b(?:rain or shine|the night before|on payday|(?:first|last) (?:day|[a-z]+day) of the (?:month|week|year)"
        r"|most (?:summers|winters|nights|evenings)|at (?:dawn|dusk)|before (?:I|we) (?:do|say|eat|start|speak))\b",
        r"\b(?:times|pages|minutes|hours|steps|lengths|cups|coffees|espressos|glasses|litres) a (?:day|week|night)\b",
        rf"(?:{START}|\b{SOMEBODY} )(?:{ADVERB}){DOES_OFTEN}\b(?= \w)(?! (?:is|are|was|were|been|a lot of water"
        rf"|an? \w+ at)\b)",
    )
)
PREFERENCE = "|".join(
    (
        r"\b(?:not (?:a |much of a |really a )?(?:big |huge )?fan|(?:big|huge|great) fan|fan of|can['’]?t (?:stand"
        r"|bear|stomach"
        r"|abide)|cannot (?:stand|bear|stomach)|(?:really |very |so |totally )into\b|big on|drives? (?:me|us"
        r"|them) (?:up the wall|crazy|mad|nuts|insane)|idea of (?:hell|heaven)|sick of|fed up|tired of|soft spot|(?:my"
        r"|not my) (?:thing|jam)"
        r"|cup of tea|annoys?|irritates?|bores?|puts me off|cheers (?:me|us) up|tastes? like|enjoys?|enjoyed|adores?"
        r"|fond of|crazy about|mad about|obsessed with|avoids?|stays? away from|steers? clear|goes for|go for|opts? for"
        r"|sticks? to|sticks? with|no,? thank|no thanks|if there['’]?s (?:any|a) choice|if possible|given the choice"
        r"|for me(?=[.!]?$)"
        r"|looks? silly|overrated|underrated|do without|nothing beats|nothing like|keen on|partial to|dreads?"
        r"|appreciates?|interested in|interests? (?:me|him|her|them)|fascinat\w+|hungry for|favou?rs?|cares? for|values"
        r"|best (?:when|with"
        r"|after|before)|any day(?=[.!]?$)|impossible for (?:me|him|her)|has to be|have to be|needs to be|moves me"
        r"|rather have"
        r"|a must(?=[.!,]|$)|turn-?off|allergic to (?:meetings|small talk|clutter)|swear(?:s)? by|can['’]?t do without"
        r"|lives? for|delights? in|finds? [^.,;]{2,40}? (?:annoying|boring|relaxing|fascinating|tedious|exhausting)"
        r"|feel free to|makes? me (?:happy|smile|nervous|sad)|picky|fussy|more of an?)\b",
        r"\b(?:morning|night|cat|dog|tea|coffee|people|beach|city|outdoor|winter|summer) person\b",
        rf"{START}(?:nothing|anything|no) (?!(?:one|idea|longer|problem|children|kids|pets|car|siblings|doubt"
        rf"|matter)\b)\w",
        r"^[^.!?\n]{2,50}?\b(?:over|yes,|instead of) [^.!?\n]{2,50}$|[,;] (?:never|not|no) [a-z' -]{2,40}[.!]?$",
        r"\b(?:only|exclusively|nothing but)\b(?! child)|\bgive (?:me|us) (?:an?|the) [^.,;]{2,40} any (?:day|time)",
        r"^[^.!?\n]{2,40}? (?:seats?|side|beds?|rooms?), [^.!?\n]{2,60}$",
    )
)
UNTIL = rf"(?:until|till) (?:the |my |our |(?:mid|end of|early|late)[ -])?(?:{MONTH}|{SEASON}|{DAY}|\w+)"
FOR_NOW = "|".join(
    (
        r"\b(?:right now|these days|lately|recently|nowadays|just now|at present|presently|for the time being"
        r"|for the moment"
        r"|this (?:week|month|term|semester|season|quarter|year)|for the next|so far|in the meantime|meanwhile)\b",
        r"\b(?:in the middle of|halfway through|busy with|between jobs|between flats|has been going on|stuck (?:in|on"
        r"|with)|taking a break|just started|only just|still (?:looking|waiting|reading|stuck|trying|working|searching"
        r"|deciding)"
        r"|on (?:parental |sick |maternity |paternity |study )?leave|on (?:a |an )?(?:sabbatical|deadline|secondment"
        r"|night shifts?)|on the (?:late|early|night) shift|waiting (?:for|to|on)|about to|in talks|under way|on hold"
        r"|on pause)\b",
        rf"\b{UNTIL}\b",
    )
)
# A day in the past or the future, by which it is over soon.
DAY_NUMBER = r"(?:0?[1-9]|[12]\d|3[01])"
EVENT = "|".join(
    (
        rf"\b{DAY_NUMBER}(?:st|nd|rd|th)?(?: of)? {MONTH}\b|\b{MONTH} {DAY_NUMBER}(?:st|nd|rd|th)?\b(?! (?:people"
        rf"|times))",
        rf"\bon the {DAY_NUMBER}(?:st|nd|rd|th)\b(?! (?:floor|street|avenue|edition|try|of every|of each|day))",
        rf"\b(?:on|this|next|last|coming|since|by) (?:{DAY})\b(?!s)|\b{DAY} (?:at|around|the|\d)",
        r"\b(?:next|last|this|past|coming) (?:week(?:end)?|fortnight|night|evening|morning|afternoon|spring|summer"
        r"|autumn|winter|fall|christmas|easter)\b|\b(?:next|last|past|coming) (?:month|year|term|quarter)\b",
        r"\b(?:tomorrow|tonight|today|yesterday|the other day|day after tomorrow|day before yesterday)\b",
        rf"\bin {NUMBER} (?:days|weeks|months)(?:['’] time)?\b|\b{NUMBER} (?:days?|weeks?|months?|hours?) (?:ago"
        rf"|from)\b",
        rf"\bin {MONTH}\b(?! (?:and|or)\b)|\b(?:in|over|for) the (?:summer|winter|spring|autumn|holidays)\b",
    )
)
DOING_NOW = "|".join(
    (
        rf"\b(?:I['’]?m|I am|we['’]?re|we are|(?:s?he|user|wife|husband|partner|son|daughter|sister|brother|mother"
        rf"|father|mum|mom|dad|team|company|we|team)(?:['’]s| is)|(?:they|users|parents|kids|children)(?:['’]re| are))"
        rf" (?:{ADVERB}|busy |back to |half[- ]?way )(?!(?:being|living|going|missing|boring|interesting|outgoing"
        rf"|loving"
        r"|wedding|something|nothing|anything|everything|demanding|charming|working (?:as|at|for|in)|willing|lacking"
        r"|hard-?working|easy-?going|looking forward|interning|allergic|retiring|turning"
        r"|getting married)\b)[a-z-]+ing\b",
        r"^(?:is|are) (?:currently |still |now )?(?!being|living|going|missing)[a-z-]+ing\b",
        r"^(?:still |currently |now |busy |back to )?(?:learning|training|studying|preparing|planning|working on"
        r"|looking for"
        r"|building|writing|renovating|porting|migrating|moving|redoing|restoring|trying|getting|thinking|considering"
        r"|recovering|waiting|finishing|switching|applying|hunting|searching|rewatching|knitting|rehearsing"
        r"|house-sitting"
        r"|dog-sitting|taking|reading|helping|setting up|teaching myself|saving|fixing|researching|revising"
        r"|organi[sz]ing)"
        r" (?:for|to|on|an?|the|my|our|up|through|some|how|about|into|from|over|his|her|their|at|out|what|where"
        r"|whether)\b",
    )
)
FORMS = Forms(
    rule=RULE, goal=GOAL, habit=HABIT, preference=PREFERENCE, for_now=FOR_NOW, event=EVENT, doing_now=DOING_NOW
)
