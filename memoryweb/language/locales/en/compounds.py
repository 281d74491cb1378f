"""English words by which a sentence that says two things is told from one that says one."""

from memoryweb.language.locales.base import one_of

# Where these stand, what is joined belongs together, or is not simply said.
TOGETHER = one_of("""
    between, both, either, neither, nor, because, so \\w+ that, although, though, imagine, pretend, suppose, even,
    despite, once, as long as, so that, therefore, unless, whether, if, would, could, should, might,
    (?<!\\d )(?<!in )(?<!of )may(?! \\d), can(?!'), must, will, wish, hope, used to, plan to, going to, together,
    each other, said, since (?!(?:19|20)\\d\\d|birth|childhood|college|school|i was|my \\w+\\b|\\w+day|last), says,
    told, asked, than, such as, including, like:, combination of, mix of, respectively, or, then, until
""")
LEAD = r"(?:(?:well|so|and|also|actually|honestly|please|now|nowadays|these days|from now on|by the way),? )?"
# What begins a sentence with a capital and is no name.
NO_NAME = one_of("""
    Please, Don't, Do, Never, Always, Also, But, And, So, When, Whenever, While, If, After, Before, During, For, In, On,
    At, With, Without, As, Since, Because, Although, Though, Once, Until, Where, Wherever, What, How, Why, Who, Which,
    Even, By, To, From, Yes, No, Well, Then, Now, Here, There, This, That, These, Those, It, He, She, They, You, Not,
    Every, Each, Most, Some, Any, All, Both, One, Given, Unless, Despite, Instead, Usually, Sometimes, Often, Today,
    Being, Having, Trying, Depending, Regarding, Of, About, Over, Under, Through, Between, Among, Just, Only, Let, Let's
""")
NAME = rf"(?-i:(?:(?:Dr|Mrs?|Ms|Prof)\.? )?(?!{NO_NAME}\b)[A-Z][\w-]+)"
SUBJECT = rf"(?:i(?:'m|'ve)?|we(?:'re|'ve)?|(?:my|our|the) [\w-]+(?: [\w-]+)?|{NAME})"
ADVERBS = r"(?:(?:usually|always|mostly|normally|generally|often|now|currently|also|just|only|really|still) )*"
# What holds beyond the moment, as one says it of oneself; and the same of somebody else.
STATE = one_of("""
    work, live, have, own, use, like, love, prefer, enjoy, hate, dislike, avoid, want, need, drink, eat, wear, read,
    watch, listen to, play, drive, speak, study, learn, collect, sleep, wake up, get up, go, run, cook, write,
    commute, bank, teach, take, keep, buy, order, pay, meet, call, book, travel, fly, follow, support, track, shop,
    choose, answer, reply, start, finish, walk, swim, cycle, ride, sing, paint, practice, practise, volunteer, manage,
    store, deploy, test, code, edit, deal with, host, bake, grow, raise, repair, fix, make, build, knit, sew, brew,
    rent, lead, mentor, coach, invest, save, spend, send, stay, visit, attend, hike, climb, ski, draw, detest, adore,
    believe in, value, know, understand, carry, subscribe to, smoke, type, maintain, publish, exercise, organize,
    organise, handle, do, review, look after, take care of, sign, spell, pick, put, work out, breed, rear, floss,
    stretch, meditate, jog, nap, shower, pray, journal, garden, camp, dance, row, surf, skate, box, commute to,
    babysit, tutor, blog, stream, vape, fast, lift, sketch, crochet, report to, train for, are, am, ignore, donate,
    sail, trust, treat, swear by, rely on, depend on, hang out, loathe, despise, fear, respect, admire, cherish,
    appreciate, relax, unwind, snack on, skip, wash, iron, clean, vacuum, mow, prune, plant, harvest, forage, hunt,
    mend, weave, carve, weld, program, debug, commit, push, release, design, translate, interpret, proofread, perform,
    rehearse, compose, record, film, photograph, shoot, develop, print, archive, back up, sync, encrypt, monitor,
    measure, weigh, log, schedule, delegate, negotiate, consult, advise, sell, trade, deliver, park, charge, carpool,
    bike, paddle, kayak, dive, snorkel, fence, wrestle, bowl, golf, juggle, worship, celebrate, observe, vote, foster,
    adopt, groom, feed, lease, share, borrow, lend, earn, budget, tip, snore, belong to, identify as, go by,
    come from, hail from, specialize in, specialise in, major in, focus on, contain, hold, stock, waste, recycle,
    compost, reuse, grade, lecture, supervise, chair, head, direct, captain, referee, happen, close, open, begin,
    last, cost, sit, stand, hang, remain, return, arrive, leave, expire, renew, accept, refuse, forbid, allow,
    cater to, serve, invoice, ship, sort, wake, bite, chew, bark, shed, limp, stutter, nap, swear
""")
STATE_WITH_LINK = "listens to|reports to|looks after"
STATES = rf"(?:{STATE}(?:e?s)?|is|has|does|goes|carries|studies|flies|'m|{STATE_WITH_LINK})"
PAST = one_of("""
    [a-z]+ed(?<!need), was, were, had, did, went, bought, sold, got, grew, said, made, came, saw, met, ate, drank,
    found, left, lost, won, told, gave, began, broke, built, caught, chose, drove, fell, felt, flew, forgot, heard,
    held, kept, knew, paid, ran, sent, slept, spent, spoke, stood, swam, taught, thought, wore, woke, wrote
""")
# After "I" or "we" stands a verb; one that is past, or only helps another, says nothing that holds.
FIRST_VERB = rf"(?!{PAST}\b|have to\b|got\b|am (?:going|about)\b|'?d\b|and\b|or\b)(?:wake up|get up|listen to|[a-z]+)"
NEGATED_VERB = "(?:don't |dont |do not |never )?"
# What two things may each do, or be, said with the same word.
SAME_VERB = "is|are|has|have|uses?|goes|go|runs?|lives?|happens?|works?|starts?|closes?|opens?|stays?|belongs?|needs?"
# What one cannot do, for long.
CANNOT = "(?:can't|cannot|can't really) (?:stand|bear|eat|drink|wear|drive|swim|cook|stomach|tolerate|sleep)"
NO_VERB = one_of("""
    up, down, in, out, off, on, only, for, with, of, from, to, at, by, as, over, under, near, around, about, all,
    both, every, each, just, not, even, sometimes, then, maybe, after, before, during, across, along, without, not,
    into, onto
""")
# A noun does not stand before an article.
DETERMINER = "the|my|our|his|her|their|its|your|two|three|four|some|such"
ANY_VERB = rf"(?!(?:{NO_VERB}|{PAST}|{DETERMINER})\b)[a-z]{{3,}} (?:an?|the|my|our|some|two|three|four|\d+) (?=\S)"
IMPERATIVE = one_of("""
    use, answer, reply, respond, write, keep, call, address, avoid, format, give, show, speak, explain, send, prefer,
    text, message, email, contact, wake, remind, ask, tell, suggest, recommend, include, add, mention, assume, make,
    remove, leave, list, number, start with, end with, round, capitalize, book, schedule, put, start, end, sign,
    spell, quote, cite, indent, name, translate, summarize, order, play, set, be, skip, stop, stick to, focus on,
    check, sort, convert, limit, cut, drop, pronounce, refer to, treat, tag, group, draft, follow, highlight, number,
    prefix, run, commit, test, document, open, close, begin, finish, quote, greet, thank, warn, wrap, turn
""")
# What is told to be done never, or always, is told whatever the verb.
ORDER = rf"(?:(?:never|don't|dont|do not|always) (?:ever )?(?!(?:know|care|mind|think)\b)[a-z]+|{IMPERATIVE})"
# What was, and still tells who somebody is.
LASTING_PAST = one_of("""
    was born, were born, was raised, grew up, studied, majored, graduated, trained, moved to, retired, just started,
    started
""")
# "I weigh 68 kg": whatever one does, but for what one thinks and what only helps another verb.
NO_STATE = one_of(
    "guess, think, mean, suppose, feel, wonder, see, find (?:it|that|out|my|\\w+ing), get to, have to, got, "
    "am (?:going|about)"
)
BEFORE_VERB = r"(?:(?!\b(?:and|or|but)\b)[\w' -]){0,40}?"
# A verb of which only its ending is known stands right after "my team" or "the test server".
ANY_CLAUSE = (
    rf"(?:{BEFORE_VERB}\b(?-i:{STATES}|m|s|re|ve)\b \S|{BEFORE_VERB}\b(?:{LASTING_PAST})\b \S"
    rf"|(?:(?<=\bi) |(?<=\bwe) ){ADVERBS}(?!{NO_STATE}\b|{PAST}\b|'?d\b|and\b|or\b)[a-z]{{2,}} \S"
    r"|(?:(?<=my )|(?<=our )|(?<=the ))(?:\w+ ){1,2}?\w{2,}(?<!s)s \S|(?:don't|can't|cannot) \w+ \S)"
)
LINKS = "named|called|while|whenever|for|in|on|at|after|before|during|with|as|to|from|by|every|when|around"
TIME = one_of("""
    mornings?, afternoons?, evenings?, nights?, noon, midnight, lunch, dinner, breakfast, weekends?, weekdays?,
    (?:at|to|before|after) (?:work|school), summer, winter, spring, autumn, fall,
    (?:mon|tues|wednes|thurs|fri|satur|sun)days?, january, february, march, april, june, july, august, september,
    october, november, december, days?, week, month, year, today, tomorrow, daily, weekly,
    (?:at|around) (?!(?:an?|the|my|our)\\b)\\w+, holidays?, vacations?, travelling, traveling, commuting, class, bed,
    sunset, dawn, dusk, christmas
""")
NO_THING = one_of("""
    of, about, that, how, back, again, maybe, perhaps, then, not, even, only, sometimes, later, so, it, them, that,
    this, in, on, at, for, with, after, before, during, january, february, march, april, may, june, july, august,
    september, october, november, december, mondays?, tuesdays?, wednesdays?, thursdays?, fridays?, saturdays?,
    sundays?, mornings?, evenings?, nights?, weekends?, butter, vinegar, chips, white, pepper, out, off, up, down,
    all, more, less, friends, family, others
""")
NEGATED = one_of("""
    not, no, never, don't, dont, doesn't, doesnt, isn't, aren't, won't, can't, cannot, no longer, without
""")
INFINITIVE = one_of(r"""
    to (?!(?:work|lunch|bed|school|me|my|the|an?)\b|(?-i:[A-Z]))[a-z]+, let, help, try, tries, make me, see, hear,
    (?<!i )(?<!we )watch
""")
# What lasts, whatever came before
LASTING = one_of("live, work, study, teach, play, speak, own, have, love, like, run, am, now \\w+")
