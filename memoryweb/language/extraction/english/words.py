"""The word lists that the English forms are made of."""

from memoryweb.language.locales.base import alternatives, one_of

# Small words between "I" and the verb that change nothing, or everything ("never").
ADVERB = one_of("""
    really, truly, absolutely, definitely, strongly, greatly, deeply, firmly, genuinely, personally, particularly,
    especially, generally, usually, normally, typically, mostly, mainly, primarily, exclusively, strictly, only,
    always, never, rarely, seldom, hardly(?: ever)?, often, sometimes, occasionally, frequently, still, also, just,
    simply, much, far, highly, very much, actively, consciously, intentionally, deliberately, completely, totally,
    utterly, adamantly, vehemently, intensely, extremely, quite, rather, kind of, kinda, sort of, honestly, actually,
    currently, now, mildly, severely, quietly, tend to, try to, like to try to, do, even, secretly, equally,
    consistently, almost always, almost never, at all costs, slightly, wholeheartedly, thoroughly, increasingly,
    naturally, instinctively, regularly, routinely, no longer, by default, in general, as a rule, for the most part
""")
ADVERBS = rf"(?:{ADVERB},? ){{0,4}}"
# said with "always", "never", "only", "don't": one's way of life
HABIT = one_of("""
    eat, drink, wear, watch, listen, read, play, drive, ride, cycle, bike, commute, travel, fly, cook, bake, run,
    swim, hike, walk, jog, sleep, nap, wake, get up, go, train, exercise, work, study, teach, write, buy, shop,
    follow, subscribe, take, speak, own, use, keep, collect, practi[sc]e, attend, support, consume, book, stay, order,
    choose, pick, opt, invest, spend, live, date, smoke, gamble, vote, believe, trust, participate, engage, visit,
    rent, carry, put, add, start, begin, end, finish, plan, check, answer, reply, share, post, sit, stand, meditate,
    pray, fast, celebrate, decorate, dress, accept, tolerate, consider, patroni[sz]e, dine, shower, bring, pay,
    have (?:breakfast|lunch|dinner|supper|brunch|tea|coffee|a (?:snack|nap|bath|shower|glass|cup|beer|swim|walk)),
    do (?:not )?(?:well|my|yoga|any|sports?), rely, respond, prioriti[sz]e, adhere, stick, gravitate, lean, maintain
""")
LIKES = one_of("""
    prefer, favou?r, like, love, adore, enjoy, appreciate, value, cherish, treasure, relish, savou?r, admire, crave,
    dig, fancy, gravitate towards?, lean towards?, opt for, go for, live for, thrive (?:on|in|with), swear by,
    have (?:always )?(?:loved|liked|enjoyed|preferred), care (?:a lot|deeply|more)? ?about, look for, prioriti[sz]e,
    believe in, insist on, am into, work best, learn best, focus best, concentrate best, think best, do best,
    perform better
""")
DISLIKES = one_of("""
    dislike, hate, loathe, detest, despise, abhor, resent, avoid, refuse, reject, fear, dread, mind, steer clear of,
    stay away from, shy away from, keep away from, struggle (?:with|to), oppose, disapprove of, boycott,
    could(?:n't| not) care less about, could do without, have (?:always )?(?:hated|disliked|avoided)
""")
NOT = one_of("""
    do not, don't, dont, would not, wouldn't, will not, won't, can not, cannot, can't, cant, could never,
    am unable to, refuse to, would never, will never
""")
CANNOT = one_of("""
    stand, bear, tolerate, abide, stomach, handle, take, eat, drink, wear, use, consume, do without, live without,
    function without, be around, go near, deal with, sleep, focus, concentrate, work, digest, drive, swim, cook, ride,
    cope
""")
DO_NOT = (
    rf"(?:(?:really|particularly|especially|usually|generally|ever|even|actually|personally|quite|"
    rf"much) ){{0,2}}(?!believe\b(?! in)|think|answer|follow(?! the news| football)|share|put|need)(?:like|love|"
    rf"enjoy|care for|care about|appreciate|prefer|fancy|trust|believe in|tolerate|want to (?:live|be|feel|have|"
    rf"spend|see|support|wear|eat|own)|{HABIT})"
)
FEELS = (
    r"(?:(?:[\w-]+ly|very|so|quite|rather|too|not|also|a bit|pretty|really|a huge|a big|in|more|most|much|always|"
    r"never|still) ){0,3}(?:allergic to|intolerant (?:to|of)|sensitive to|averse to|opposed to|against|afraid of|"
    r"scared of|terrified of|uncomfortable (?:with|in|around)|comfortable (?:with|in|around)|fond of|keen on|into|"
    r"crazy about|mad about|obsessed with|passionate about|partial to|addicted to|hooked on|picky (?:about|with)|"
    r"(?:particular|strict|meticulous|casual|selective|mindful|specific|obsessive|relaxed|fussy|serious|fastidious) "
    r"about|tired of|sick of|fed up with|bored (?:by|of|with)|annoyed by|bothered by|"
    r"turned off by|put off by|wary of|skeptical (?:of|about)|(?:interested|invested) in(?! (?:(?!garden|cook|"
    r"read|paint|writ|sail|cycl|hik|climb|knit|program|cod|bak|box|photo)\w+ing|an?|the|some|new|any|this|that|"
    r"your)\b)|disinterested in|uninterested in|not interested in|drawn to|attracted to|committed to|dedicated to|"
    r"used to|accustomed to|claustrophobic|all about|a (?:huge |big |massive |real |die-hard |avid )?(?:fan|lover|"
    r"fanatic|believer|enthusiast|sucker)\b|(?:huge |big )?fan of|more of an? [\w-]+ (?:person|drinker|kind)|"
    r"happiest|most productive|at my best|better at)"
)
FEELING = (
    r"(?:(?:an?|no|little|zero|some|my|any|the) )?(?:(?!interview|meeting|question|problem|"
    r"issue)[\w-]+,? (?:and )?){0,4}?(?:aversion|dislike|distaste|phobia|fear|preference|allerg(?:y|ies)|"
    r"intolerance|sensitivit(?:y|ies)|interest|thing(?= for)|soft spot|weakness|hatred|disdain|passion|love|fondness|"
    r"sweet tooth|penchant|affinity|objection|bias|disability|appetite|tolerance|patience|disease|disorder|"
    r"condition|diet|restrictions?|dyslexia|adhd|desire|use for|sensitive (?:skin|stomach|ears|teeth|eyes)|"
    r"hard time|trouble|difficulty)\b"
)
RESTRICTED = (
    r"(?:an? (?:strict |lifelong |ethical |committed |longtime )?)?(?:[\w-]+ )?(?:vegan|vegetarian|pescatarian|"
    r"pescetarian|flexitarian|omnivore|carnivore|teetotal(?:l?er)?|sober|celiac|coeliac|diabetic|"
    r"lactose[- ]intolerant|gluten[- ]free|halal|kosher|colou?r[- ]?blind|dyslexic|left[- ]handed|right[- ]handed|"
    r"introvert(?:ed)?|extrovert(?:ed)?|claustrophobic|hard of hearing|visually impaired|minimalist|"
    r"morning person|night owl|early bird|early riser|night person|evening person|people person|cat person|"
    r"dog person|homebody|visual learner|auditory learner|perfectionist|deaf|blind|atheist|christian|muslim|"
    r"jewish|hindu|buddhist|married|single|divorced|widowed|retired|unemployed|self-employed|freelance|bilingual|"
    r"vegetarian)s?\b"
)
NOT_WORTH = (  # what follows is about this talk, not about the person
    r"(?!(?:it|this|that|these|those|them|him|her|you|your|yours|what you|how you|where you|how this|"
    r"the way (?:you|this)|the (?:first|second|third|fourth|last|latter|former|other|new|old|above|following|"
    r"idea(?! of)|answer|result|output|code|one|previous|current|word|question|problem)|to (?:think|see|know|hear|"
    r"say|point|ask|add|mention|thank|note|understand)|both|all of|option|version|number|either|neither|"
    r"one of)\b(?! when| if| with my))"
)
PLACE = (
    r"(?!the (?:following|above|moment|middle)|a (?:moment|second|minute|few)|case|this|that|these|fact|general|order|"
    r"tears)"
)
KIN = one_of("""
    wife, husband, spouse, partner, girlfriend, boyfriend, fianc[eé]e?, son, daughter, kids?, child, children, baby,
    mother, mom, mum, father, dad, parents, brother, sister, siblings?, twins?, dogs?, cats?, puppy, kitten, family,
    youngest, oldest, eldest, toddlers?, newborn, teenagers?, step-?(?:son|daughter|children),
    grand-?(?:son|daughter|kids|children|mother|father|parents), grandma, grandpa, nieces?, nephews?, aunt, uncle,
    cousins?, mother-in-law, father-in-law, in-laws, triplets
""")
PETS = one_of("""
    pets?, cats?, dogs?, pupp(?:y|ies), kittens?, parrots?, rabbits?, horses?, hamsters?, budgies?, canar(?:y|ies),
    tortoises?, turtles?, goldfish, snakes?, geckos?, guinea pigs?, chickens, hens, ferrets?, bunn(?:y|ies),
    retrievers?, labradors?, poodles?, beagles?, terriers?, spaniels?, corgis?, husk(?:y|ies), shepherds?,
    dachshunds?, bulldogs?, pugs?, chihuahuas?, greyhounds?, collies?, tabb(?:y|ies), siamese, pon(?:y|ies),
    iguanas?, cockatiels?, gerbils?, hedgehogs?
""")
CALLED = (
    r"(?:full |first |last |middle |nick)?(?:name|birthday|birth date|pronouns|time ?zone|hometown|home town|"
    r"native language|mother tongue|first language|job|occupation|profession|major|nationality|religion|shoe size|"
    r"height|age|(?:ring|dress|shirt|collar|hat|glove|waist|jacket|trouser|pants|jeans|boot) size|inseam|handle|"
    r"username|address|email|blood type|star sign|team|company|employer|city|country|work|hobby|"
    r"hobbies)"
)
GOAL = one_of("""
    learn, become, run, lose, gain, quit, stop, finish, build, write, save, buy, move, improve, master, graduate,
    pass, start, launch, publish, retire, visit, get, reach, read, climb, travel, speak, complete, be able to, eat,
    cut, reduce, exercise, walk, switch, grow, change, live, earn, win, grow
""")
MONTHS = alternatives("""
    january, february, march, april, may, june, july, august, september, october, november, december
""")
BY_WHEN = one_of(rf"""
    by (?:the end|next|this|summer|winter|spring|autumn|fall|christmas|{MONTHS}|20\d\d|my),
    before (?:i|the|my|next), in my lifetime, (?:this|next) (?:year|summer|winter|spring|autumn|fall|month|season),
    some ?day,
    one day, in (?:the next )?(?:\w+ )?(?:months?|years?), within
""")

OFTEN = one_of("""
    always, never, usually, only, mostly, mainly, primarily, rarely, seldom, hardly(?: ever)?, typically, generally,
    normally, often, sometimes, occasionally, frequently, exclusively, strictly, tend to, almost (?:always|never),
    regularly, routinely, consistently, no longer, as a rule, by default, consciously, intentionally, deliberately,
    actively, adamantly
""")
PAST = one_of("""
    got, went, had, was, were, saw, came, made, said, did, thought, think, knew, know, found, felt, took, told, gave,
    ran, met, bought, want, need, get, have, see, hope, wonder, understand, understood, realize, heard, hear, mean,
    meant, notice, rewrote, wrote, drove, rode, broke, chose, spoke, woke, tore, began, swam, sang, drank, ate, fell,
    grew, threw, flew, drew, held, kept, left, lost, paid, sat, sold, sent, slept, spent, stood, taught, won, caught,
    fought, built, forgot, brought, hid, led, rose, shook, stole, stuck, swore
""")
I_AM = r"(?:I'm|I am|im)"
I_HAVE = r"I(?:'ve| have)(?: got)?"
