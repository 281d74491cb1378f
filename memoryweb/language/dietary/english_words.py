"""The word lists that the English patterns for allergies and diets are made of."""

from memoryweb.language.locales.base import alternatives, one_of

# What may stand before "allergy" without being an allergen
DEGREES = one_of("""
    [a-z]{3,}ly, severe, serious, bad, terrible, strong, mild, slight, light, moderate, nasty, major, minor, huge,
    deadly, fatal, life-threatening, life threatening, lifelong, known, food, drug, skin, contact, seasonal, childhood,
    new, little, big, real, confirmed, diagnosed, extreme, acute, chronic, intense, awful, horrible, weird, rare,
    common, annoying, same, own, actual, genuine, true, proper, legit, respiratory, environmental, severe food,
    slight food, medical, medication, animal, very, pretty,
    really, quite, such, few, several, multiple, couple of, lot of, various, other, spring, summer, autumn, fall,
    winter, adult-onset, unusual
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
    thinks, thought, assume, assumes, assumed, assuming, believe, believes, believed,
    joke, jokes, joked, joking, pretend,
    pretends, pretended, say, says, said, claim, claims, claimed, suspect, suspects, suspected, convinced, guess,
    guesses, hope, afraid, fear, worried, worry, not sure, unsure, not certain, don't know, do not know, no idea, maybe,
    perhaps, possibly, probably, potentially, might be, could be, may be, seems, seem, appears, looks like, look like,
    feel like, feels like, sounds like, used to, told, as though, as if, is it (?:true|possible|likely), doubt,
    don't remember, lied, not that, isn't that, it's not like, act, acts, acted, ask, asks, asked, dreamt, dreamed,
    bet, insists?, insisted, swears, reckons?,
    in (?:my|the|this|a|his|her) (?:dream|story|novel|book|game|play|film|movie|scene|role), swear, rumou?r,
    let's say, could swear, would be, call me, calls me, accuse, accuses, teases?, teased, expect, expects
""")
# What makes what follows a fact
FACTS = alternatives("""
    remember, note, notes, noted, mind, know, knows, knowing, aware, forget, mention, mentioned, tell, telling, remind,
    reminder, say, add, stress, emphasi[sz]e, point out, found out, find out, found, discovered, learn(?:ed|t),
    turn(?:s|ed) out, confirmed, confirms, shows?, showed, revealed, proved, established, fact, given, seeing,
    considering, now, important, problem, issue, thing, reason, sorry, pity, shame, sad, annoying, happens, means,
    understand, sure, certain, clear, true, consider, account, reali[sz]ed, told you, told them, i(?:'ve| have)? told,
    i said, so, such, respect, heads[ -]up, warning, caution, fyi, disclaimer, full disclosure, except, trouble,
    downside, save, store, record, write down, add, update
""")
DOCTORS = "doctors?|doc|allergist|dermatologist|physician|nurse|gp|specialist|tests?|results?|hospital"
# Whose word settles it
VOUCHERS = alternatives(f"""
    (?:bracelet|medical id|id card|passport|vet|test) says,
    (?:{DOCTORS})[a-z' ]*?\\b(?:says?|said|confirmed|told me|found|found out|showed?|shows|established|revealed),
    i(?:'ve| have)?(?: already)? (?:said|mentioned|told (?:you|them|him|her|the \\w+)),
    (?:forgot|wanted|want|should|need|like|have) to (?:say|mention|add|tell (?:you|them)), (?:should|must) (?:say|add),
    don't forget, do not forget, never forget, told by [a-z' ]*?(?:{DOCTORS}), according to [a-z' ]*?(?:{DOCTORS})
""")
# After these and a colon stand somebody's words
QUOTING = alternatives("""
    translate, translation, say, says, said, sentences?, phrases?, correct, quote, told, asked, replied, wrote, caption,
    title, headline, line, lyrics?, example, spell, proofread, rewrite, rephrase, paraphrase, text, excerpt, read, reads
""")
# What one may say before a statement without a verb
GREETINGS = alternatives("""
    yes, yep, yeah, yup, no, fyi, btw, by the way, note, remember, reminder, warning, heads up, sorry, hi, hello, hey,
    please, please note, important, myself, personally, note to self, just so you know, ps, also, me
""")
# Words that are no part of the name of an allergen
NO_NOUN = alternatives("""
    i, im, me, you, he, she, it, we, they, who, whom, what, which, that, this, these, those, there, an?, the, my, our,
    your, his, her, their, its, no, any, some, one, two, three, four, five, several, many, few, multiple, zero, each,
    every, another, have, has, had, having, got, get, gets, getting, been, be, being, is, are, was, were, am, do, does,
    did, with, without, of, from, for, to, at, in, on, by, about, over, under, into, because, since, so, but, if, than,
    as, while, when, though, although, not, never, neither, nor, either, both, also, just, only, still, always, maybe,
    perhaps, probably, possibly, now, then, here, suffer, suffers, develop, developed, diagnosed, given, despite, due,
    suspect, carry, hate, love, like, mention, mentioned, know, knows, think, thinks, thanks,
    outgrown, outgrew, outgrow, overcame, beat, lost, cured, hi, hello, hey, yes, yep, yeah, fyi, btw, note, remember,
    reminder, warning, sorry, please, tell, told, said, say, explain, study, research, having, such, following, too
""")
# What -ly words begin with that take some of a statement back
RESERVED = alternatives("""
    probabl, possibl, potential, alleged, suppos, hard, former, previous, sudden, most, near, part, primari, usual,
    occasional, rare, basical, essential, practical, large, main, general, temporari, theoretical
""")
# Where a list of allergens ends
LIST_ENDS = alternatives("""
    here, i, i'm, i've, (?:[a-z]+ly )?enough, my (?:entire|whole) life, all my life, recently, lately, badly,
    terribly, severely, seriously, really, very much,
    a lot, these days, nowadays, (?:last|this|next|every|each) (?:year|month|week|spring|summer|autumn|fall|winter),
    (?:an?|a few|some|many|several|two|three|four|five|ten|\\d+) (?:year|month|week)s? ago, but, so, though, although,
    however, which, who, that, because, cause, cuz, since, as, when, whenever, if, unless, except, excluding, besides,
    apart from, other than, especially, particularly, mainly, mostly, including, such as, like, even, please, pls, plz,
    by the way, btw, fyi, unfortunately, sadly, sorry, lol, haha, too, either, ever, for, from, not, never, don't,
    do not, dont, can't, cannot, cant, won't, yet, while, whereas, hence, therefore, thus, due, at, in, on, during,
    after, before, until, where, how, what, then, according, instead, rather, over the, of course, etc, maybe,
    possibly, perhaps, probably, no longer, acts?, flares?, comes?, kicks?, bothers?, hits?, gets?, got, until,
    each time, every time, right now, thanks, thank you, again, is, are, was, were, has, have, had, will, would,
    should, could, must, may, might, makes?, means?, causes?
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
# What nobody is allergic to but in jest, whatever stands before it: "bad coffee jokes"
JESTS = alternatives("""
    meetings?, .*days?(?<!birthdays), mornings?, weekends?, weekdays, work, homework, housework, paperwork, drama,
    bullshit, bs, nonsense, rubbish, talk, jargon, buzz ?words?, excuses?, deadlines?, maths?, exercises?, sports?,
    gyms?, commitments?, lies?, liars?, spreadsheets?, e-?mails?, powerpoint, slides, slideshows?, slide decks?,
    rules?, clich[eé]s?, hype, ex, exes, politics, politicians?, alarms?, alarm clocks?, traffic, crowds?, noises?,
    ads?, adverts?, comic sans, chores, cardio, stairs, fun, love, feelings, dating, dates?, kids, children, boys,
    girls, men, women, guys, people, persons?, fools?, idiots?, snobs?, bull(?:y|ies), influencers?, in-laws,
    neighbou?rs?, stupid, advice, criticism, authority, bosses, boss, managers?, micromanagers?, clients?, corporate,
    pitch(?:es)?, calls?, hugs?, surprises?, mistakes?, money, debts?, taxes, rent, bills?, fees?, school,
    class(?:es)?, exams?, tests?, tutorials?, js, javascript, java, php, css, html, code, bugs, tabs, semicolons?,
    emojis?, exclamation marks?, typos?, queues?, lines?, lists?, silences?, nostalgia, change, changes, growth,
    reality, truths?, trends?, fashion, music, jazz, pop, opera, techno, reality tv, tv, media, twitter, facebook,
    tiktok, instagram, linkedin, slack, teams, zoom, excel, outlook, jira, word, horoscopes?, gossip, puns?, jokes?,
    humou?r, clutter, mess, messes, plans?, chats?, texts?, messages?, spaces?, spoilers?, selfies?, colou?rs?,
    colou?r .*, books?, novels?, films?, movies?, shows?, songs?, episodes?, events?, parties, party, small spaces,
    attitudes?, behaviou?rs?, manners?, vibes?, moods?, tones?, energy, questions?, answers?, opinions?, complaints?,
    compliments?, speeches, speech, slogans?, quotes?, mottos?, hashtags?, memes?, memos?, reports?, tasks?, jobs?,
    offices?, projects?, schedules?, agendas?, budgets?, overtime, bosses, routines?, habits?, traditions?, decisions?,
    choices?, dishes, laundry, spam, notifications?, updates?, passwords?, forms?, contracts?, small print,
    bureaucra(?:cy|ts?), optimis[mt]s?, pessimis[mt]s?, logic, patience, laughter, effort, responsibility, adulthood,
    anger, stress, pressure, boredom, greed, pride, envy, shame, fame, luck, success, defeat, hurry, haste, delays?,
    travel, marathons?, running, hills, heights, maps, wi-?fi, beige, romance, marriage, weddings?, relationships?,
    exes, tears, goodbyes?, apologies, failures?, rest, ties?, suits?, heels, neckties?, [a-z]*honesty, loyalty,
    cruelty, poverty, novelty, uncertainty, flattery, bravery, slavery, snobbery, trickery, bigotry
""")
# Words that name no substance
NO_ALLERGENS = alternatives("""
    none, (?:ha)+h?, lol, nothing(?: .*)?, no, n/?a, unknown, anything(?: .*)?, everything(?: .*)?,
    something(?: .*)?, it, that, this,
    them, those, these, you, him, her, us, (?:people|men|women|guys|boys|girls|kids|anyone|everyone|those) .*,
    hard work, one, two, three, four, five, .* intolerant, raw, cooked, baked, fried, roasted, and, or, etc,
    fake .*, early .*, late .*, certain things, some things, many things, things, stuff, some stuff, lots of things,
    a lot of things, a few things, foods?, some foods?, certain foods?, medicines?, drugs?, animals?, seasons?, season,
    spring, summer, autumn, winter, fall, seasonal, food, skin, drug, medication, contact, severe, mild, bad, the, an?,
    some, any, most, kind, (?:words?|phrases?|terms?|ideas?|concepts?|thoughts?|sounds?|sights?|looks?|notions?) .*,
    part(?:y|ies), (?:certain|some|many|most|several) (?:foods?|things|people|animals)
""")
# Endings of what people do, are or feel; and the substances with such an ending
ABSTRACT = (
    "ing|ness|ship|[a-z]ism|[a-z]{2}tions?|sions?|ments?|[a-z]ities|[a-z]{4}ity|itis|hood|cracy"
    "|[a-z]{2}acy|isy|[a-z]{2}itude"
    "|[a-z]{2}ances?|[a-z]{2}ences?|[a-z]{2}dice|[a-z]{2}tice"
)
SUBSTANCES = alternatives("""
    stings?, seasonings?, dressings?, herrings?, puddings?, stuffings?, frostings?, icing, toppings?, dumplings?,
    clothing, bedding, flavou?rings?, colou?rings?, coatings?, shortening, whiting, fillings?, lotions?, potions?,
    solutions?, emulsions?, condiments?, liniments?, ointments?, supplements?, pigments?, ferments?, detergents?,
    fragrances?, essences?, substances?, medicaments?, plantings?, medications?, cement, starlings?, fabrics?
""")
# What one does, before an object: "doing dishes", "waking up early"
DOING = (
    "being|having|getting|doing|making|going|taking|waking|sitting|standing|waiting|working"
    "|[a-z]+ing (?:up|to|at|in|on|off|out|for|with|my|the|a|about|still|early|late|things|people)"
)

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
    "raw_food": "raw[- ]foods?",
    "whole30": "whole ?30",
}
SUITS_A_DIET = alternatives("""
    restaurants?, cafes?, deli, bakery, leather, shoes?, boots?, seats?, bags?, wallets?, belts?, jackets?,
    cookbooks?, recipes?, books?, cheesecake, cosmetics, makeup, shampoo, soap, lipstick, chefs?, blog, documentary,
    month, january
""")
GROUPS = "family|house|household|office|team|group|class|room|table"
TIMES_OF_A_DIET = alternatives(f"""
    (?:only |mostly )?(?:on(?! (?:my |the )?(?:doctor|medical|principle|purpose))|during|when|until|if|most|before),
    (?:only |mostly )?(?:in|at)(?! (?:my|our|this|the) (?:{GROUPS})),
    (?:for )?(?:today|tonight|lunch|dinner|breakfast|lent), for now,
    for (?:january|a (?:month|week|day|while)|the (?:month|week|day)|this|one), this (?:week|month)
""")
# What takes "a vegan" back
NOT_QUITE = alternatives("""
    former, half, part, ex, ex-[a-z]+, lapsed, recovering, retired, would-be, wannabe, aspiring, future, part-time,
    occasional, sometime, almost, nearly, mostly, partly, hardly, barely, not, no, never, fake, pretend, bad, failed,
    terrible, semi, weekday, weekend, temporary, pretty, much, kind, sort, kinda, sorta, more, less, often, sometimes,
    back, trial, quasi, pseudo, closet, potential, non, anti, cooking, making, bringing, writing, selling, dating,
    buying, reading, looking, trying, running, opening, hosting, learning, going, becoming, turning, allergic, vs,
    instead
""")
# What may follow a diet that somebody is or eats
AFTER_DIET = alternatives("""
    and, but, so, because, since, for, by, btw, now, right now, rn, currently, of (?:\\w+ ){1,2}years, about,
    around, too, as, though, although, lol, haha, here, myself, who, which,
    that, also, if, thanks, please, ever, today, diets?, only, mostly, mainly, purely, partly, out of, due, lifestyle,
    households?, family, families, couple, person, people, eaters?, all, after, again, except, these, when, on, in, at,
    during, until, most, i, i'm, we, my, last, two, three, four, five, ten, several, many, \\d+,
    a (?:few|couple|year|while), years, months, from, with, living, throughout, not, never, always, anymore, nowadays,
    or, plus, guy, girl, mom, mum, dad, parent, student, teenager, runner, athlete, woman, man, by choice, to, through
""")
