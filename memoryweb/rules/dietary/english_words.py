"""The word lists that the English patterns for allergies and diets are made of."""

from memoryweb.rules.languages.base import alternatives, one_of

# What may stand before "allergy" without being an allergen
DEGREES = one_of("""
    severe, serious, bad, terrible, strong, mild, slight, light, moderate, nasty, major, minor, huge, deadly, fatal,
    life-threatening, life threatening, lifelong, known, food, drug, skin, contact, seasonal, childhood, new, little,
    big, real, confirmed, diagnosed, extreme, acute, chronic, intense, awful, horrible, weird, rare, common, annoying,
    respiratory, environmental, severe food, slight food, medical, medication, animal, very, pretty, really, quite,
    such, few, several, multiple, couple of, lot of, various, other, spring, summer, autumn, fall, winter,
    adult-onset, unusual
""")
OTHERS = alternatives("""
    he, she, they, his, her, their, him, them, son, sons, daughter, daughters, kid, kids, child, children, baby,
    toddler, wife, husband, partner, spouse, mom, moms, mum, mums, mother, dad, dads, father, parents?, brothers?,
    sisters?, siblings?, friends?, boyfriend, girlfriend, fianc[eé]e?, roommates?, flatmates?, boss, colleagues?,
    coworkers?, neighbou?rs?, cousins?, uncle, aunt, niece, nephew, grandmother, grandma, grandfather, grandpa,
    grandson, granddaughter, client, clients, patient, patients, guest, guests, teacher, students?, someone, somebody,
    people, everyone, nobody, who, whose, your, you
""")
DOUBTS = alternatives("""
    if, unless, whether, suppose, supposing, imagine, what if, in case, wish, wishes, wonder, wondering, think,
    thinks, thought, assume, assumes, assumed, believe, believes, believed, joke, jokes, joked, joking, pretend,
    pretends, pretended, say, says, said, claim, claims, claimed, suspect, suspects, suspected, convinced, guess,
    guesses, hope, afraid, fear, not sure, unsure, not certain, don't know, do not know, no idea, maybe, perhaps,
    possibly, probably, might be, could be, seems, seem, appears, used to, told everyone, tell people, told people,
    as though, as if, is it (?:true|possible|likely), doubt, don't remember, lied, not that, isn't that,
    it's not like, don't think
""")
# What -ly words begin with that take some of a statement back
RESERVED = alternatives("""
    probabl, possibl, potential, alleged, suppos, hard, former, previous, sudden, most, near, part, primari, usual,
    occasional, rare, basical, essential, practical, large, main, general, temporari, theoretical
""")
# Where a list of allergens ends
LIST_ENDS = alternatives("""
    recently, lately, badly, terribly, severely, seriously, really, very much, a lot, these days, nowadays,
    (?:last|this|next|every|each) (?:year|month|week|spring|summer|autumn|fall|winter),
    (?:an?|a few|some|many|several|two|three|four|five|ten|\\d+) (?:year|month|week)s? ago, but, so, though, although,
    however, which, who, that, because, cause, cuz, since, as, when, whenever, if, unless, except, excluding, besides,
    apart from, other than, especially, particularly, mainly, mostly, including, such as, like, even, please, pls,
    plz, by the way, btw, fyi, unfortunately, sadly, sorry, lol, haha, too, either, ever, for, from, not, never,
    don't, do not, dont, can't, cannot, cant, won't, yet, while, whereas, hence, therefore, thus, due, at, in, on,
    during, after, before, until, where, how, what, then, of course, right now, thanks, thank you, again, is, are,
    was, were, has, have, had, will, would, should, could, must, may, might, makes?, means?, causes?
""")
CLAUSE_STARTS = alternatives("""
    i, i'm, i've, i'd, i'll, im, ive, me, my (?:wife|husband|son|daughter|kids?|friend|doctor|mom|dad|partner), we,
    we're, he, he's, she, she's, it, it's, they, they're, you, this, these, those, there, there's, the doctor, nobody,
    no, nothing, none, everyone, also love, love, loves, hate, hates, like, avoid, avoids, carry, carries, need,
    needs, keep, keeps, make, makes, leave, leaves, give, find, suggest, remember, recommend, use, check, eat, eats,
    drink, drinks, live, lives, work, works, try, get, gets, go, goes, see, look, tell, ask, take, takes, buy, read,
    want, wants, prefer, prefers, always, usually, just, only, thanks, hence, will, do, does, did, am, be, being,
    feel, break, sneeze, swell, skip, stay, stick, substitute, replace, include, exclude, add, mind, wear, sleep,
    enjoy, follow, follows, can, could, bring, brings, anything (?:containing|with|made|like), nothing else
""")
# What nobody is allergic to but in jest, and words that name no substance
NO_ALLERGENS = alternatives("""
    none, nothing, no, n/?a, unknown, anything(?: .*)?, everything(?: .*)?, something(?: .*)?, nothing(?: .*)?, it,
    that, this, them, those, these, you, him, her, us, people(?: .*)?, meetings?, .* meetings, mondays?, tuesdays?,
    wednesdays?, thursdays?, fridays?, saturdays?, sundays?, .*\\bmornings?, weekends?, weekdays, work, hard work,
    .* work, homework, housework, paperwork, drama, bullshit, bs, nonsense, rubbish, small talk, jargon, buzzwords?,
    buzz words, .*excuses?, deadlines?, maths?, exercise, sports?, the gym, gym, commitments?, lies?, liars?,
    spreadsheets?, emails?, e-mails?, powerpoints?, slides, slideshows?, bureaucracy, rules?, clich[eé]s?, hype, exes,
    ex, politics, politicians?, alarm clocks?, traffic, crowds?, noise, ads?, adverts?, comic sans,
    responsibilit(?:y|ies), adulthood, chores, cardio, stairs, fun, love, romance, feelings, relationships?, marriage,
    dating, children, kids, boys, men, women, fools?, idiots?, stupid(?: .*)?, advice, criticism, authority,
    hierarch(?:y|ies), bosses, boss, managers?, micromanagers?, corporate .*, sales pitches, pitches, phone calls?,
    calls?, hugs?, surprises?, mistakes?, losing, failure, success, money, debt, taxes, rent, bills, school, classes,
    class, exams?, tests?, tutorials?, one, two, three, four, five, .* intolerant, raw, cooked, baked, fried,
    roasted, js, javascript, java, php, css, code, legacy code, bugs in .*, tabs,
    semicolons?, emojis?, exclamation marks?, typos?, bad .*, slow .*, long .*, boring .*, fake .*, cheap .*,
    early .*, late .*, silence, nostalgia, cold calls?, queues?, lines, waiting lists?, change, growth, reality,
    truth, hope, optimis[mt]s?, trends?, fashion, country music, .*music, jazz, pop, opera, reality tv, tv,
    social media, twitter, facebook, tiktok, horoscopes?, gossip, patience, bad puns, puns, jokes, humou?r,
    certain things, some things, many things, things, stuff, some stuff, lots of things, a lot of things,
    a few things, foods?, some foods?, certain foods?, medicines?, drugs?, animals?, seasons?, season, spring, summer,
    autumn, winter, fall, seasonal, food, skin, drug, medication, contact, severe, mild, bad, the, an?, some, any,
    most, kind, (?:word|phrase|term|idea|concept|thought|sound|sight|look)s? .*, [a-z]*honesty, loyalty, cruelty,
    poverty, novelty, uncertainty, part(?:y|ies), (?:certain|some|many|most|several) (?:foods?|things|people|animals)
""")
# Endings of what people do, are or feel; and the substances with such an ending
ABSTRACT = "ing|ness|ship|[a-z]ism|tions?|sions?|ments?|[a-z]ities|[a-z]{4}ity|itis"
SUBSTANCES = alternatives("""
    stings?, seasonings?, dressings?, herrings?, puddings?, stuffings?, frostings?, icing, toppings?, dumplings?,
    clothing, bedding, flavou?rings?, colou?rings?, coatings?, shortening, whiting, fillings?, lotions?, potions?,
    solutions?, emulsions?, condiments?, liniments?, ointments?, supplements?, pigments?, ferments?, detergents?
""")

# A diet
DIETS = {
    "vegan": "vegans?|veganism",
    "vegetarian": "vegetarians?|veggie|veggies|vegetarianism",
    "pescatarian": "pesc[ae]tarians?",
    "halal": "halal",
    "kosher": "kosher",
    "omnivore": "omnivores?|omnivorous",
    "keto": "keto|ketogenic",
    "paleo": "paleo",
    "flexitarian": "flexitarians?",
    "plant_based": "(?:whole[- ]food,? )?plant[- ]based",
    "gluten_free": "gluten[- ]free",
    "dairy_free": "(?:dairy|lactose)[- ]free",
    "sugar_free": "sugar[- ]free",
    "low_carb": "low[- ]carb(?:ohydrate)?s?",
    "low_fodmap": "low[- ]fodmap",
    "low_sodium": "low[- ](?:sodium|salt)",
    "mediterranean": "mediterranean",
    "carnivore": "carnivore",
}
SUITS_A_DIET = alternatives("""
    restaurants?, cafes?, deli, bakery, leather, shoes?, boots?, seats?, bags?, wallets?, belts?, jackets?,
    cookbooks?, recipes?, books?, cheesecake, cosmetics, makeup, shampoo, soap, lipstick, chefs?, blog, documentary,
    month, january
""")
TIMES_OF_A_DIET = alternatives("""
    (?:only |mostly )?(?:on|in|at|during|when|until|if|most|before),
    (?:for )?(?:today|tonight|lunch|dinner|breakfast|now|lent),
    for (?:january|a (?:month|week|day|while)|the (?:month|week|day)|this|one), this (?:week|month)
""")
