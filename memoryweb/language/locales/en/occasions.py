"""English words of what a question is for: meals and journeys, and the situation somebody is in."""

from memoryweb.language.locales.base import alternatives

MEALS = alternatives(r"""
    eat(?:s|ing|en)?, ate, food, foods, foodie, meals?, breakfasts?, brunch, lunch(?:es)?, dinners?, supper, snacks?,
    dining, dine, restaurants?, cafes?, café, diner, bistro, buffet, bar food, takeout, take-?away, delivery menu,
    (?:dinner|lunch|tasting|wedding|party|holiday|weekly) menus?, (?:on|from) the menu, order in, recipes?,
    cook(?:s|ed|ing)?, bak(?:e|es|ed|ing), grill(?:ing)?, barbecue, bbq, picnic, potluck,
    catering, cater(?:ed|er)?, grocer(?:y|ies), ingredients?, cuisines?, dish(?:es)?, desserts?, cakes?, appetizers?,
    street food, (?:book|reserve|get) (?:me |us )?a table, table for (?:\d+|two|three|four|five|six),
    meal[- ]?(?:plan|prep)\w*, nutrition, hungry, bring to (?:a|the) party, drinks?, cocktails?,
    pizza, pasta, sushi, noodles, curry, sandwich(?:es)?, salads?, soups?, steak, burgers?, tacos?
""")
JOURNEYS = alternatives(r"""
    travel(?:s|l?ing|l?ed)?, trips?, journeys?, flights?, fly(?:ing)? to, flying, airlines?, airports?, layovers?,
    itinerar(?:y|ies), vacations?, holidays?, getaway, honeymoon, cruises?, backpacking, road ?trip, sightseeing,
    (?:walking|city|guided|wine|food|bus|boat) tours?, (?:travel|holiday|vacation|dream|honeymoon) destinations?,
    visit(?:ing)? (?-i:[A-Z])\w+, abroad, overseas, train tickets?, luggage, suitcase, pack(?:ing)? for, camping,
    safari,
    weekend in
""")
STAYS = alternatives(
    "hotels?, hostels?, airbnb, resorts?, where to stay, places? to stay, accommodations?, guest ?houses?, motels?"
)
# Where an allergy may matter beside meals and journeys: the body, people who come together, what is bought for them.
BODIES = alternatives(r"""
    allerg\w+, health\w*, medic\w+, doctors?, hospital, pharmacy, nurse, symptoms?, rash, skin, cosmetics?, lotion,
    vaccin\w+, first aid, emergenc(?:y|ies), part(?:y|ies), weddings?, events?, festivals?, retreats?, off-?sites?,
    receptions?, get[- ]together, celebrat\w+, birthdays?, guests?, hosting, invit(?:es?|ed|ing|ations?), babysitter,
    school trip, summer camp, gifts?, presents?, hamper, shopping, groceries, sports? club, gym, massage, spa
""")
# A situation: the words that memories have for it, and how a question tells of it.
SITUATIONS = {
    "morning": (
        "morning breakfast dawn",
        r"""
        mornings?, breakfast, brunch, dawn, sunrise, wak(?:e|ing) up, woke(?: up)?, first thing, just got up
    """,
    ),
    "afternoon": ("afternoon", "afternoons?, noon, midday, lunch(?:time)?, siesta"),
    "evening": ("evening dinner", "evenings?, dinner(?:time)?, supper, after work, sunset, dusk, tonight"),
    "night": (
        "night bedtime late",
        r"""
        nights?, midnight, bedtime, before bed, late[- ]night, tonight, insomnia, can['’]?t sleep, fall(?:ing)? asleep
    """,
    ),
    "weekend": ("weekend", "weekends?, saturdays?, sundays?"),
    "weekday": ("weekday workday", "week ?days?, work ?days?, (?:mon|tues|wednes|thurs|fri)days?"),
    "celebrating": (
        "celebrate celebrating festive occasion happy",
        r"""
        celebrat\w+, party, parties, birthdays?, anniversar(?:y|ies), promot(?:ed|ion), won, winning, victory,
        triumph,
        (?:closed|landed|signed|sealed|secured) (?:\w+ ){0,4}(?:deal|contract|client|customer|job|round|house),
        graduat\w+, engaged, engagement, wedding, got the job, new job, passed (?:\w+ ){0,3}(?:exam|test|bar|finals),
        good news, milestone, success, achievement, congratulations, award, toast to
    """,
    ),
    "tired": (
        "tired exhausted sleepy drowsy fatigued weary",
        r"""
        tired, tiring, exhaust\w+, sleepy, drowsy, worn out, drained, fatigued?, sluggish, weary, long day,
        (?:didn|couldn|haven)['’]?t (?:sleep|slept), slept (?:badly|poorly), sleepless, all-nighter, no energy,
        low (?:on )?energy, jet ?lag\w*, burn(?:ed|t) out, keep my eyes open, running on fumes
    """,
    ),
    "stressed": (
        "stressed anxious nervous overwhelmed tense",
        r"""
        stress\w*, anxious, anxiety, nervous, overwhelm\w*, pressure, tense, tension, worried, worrying, deadlines?,
        big presentation, job interview, frustrat\w+, panick\w*, on edge
    """,
    ),
    "sick": (
        "sick ill unwell nauseous queasy cold flu",
        r"""
        sick, ill, unwell, fever\w*, flu, cough\w*, sore throat, under the weather, nause\w+, queasy, stomach ?ache,
        upset stomach, headache, runny nose, hung ?over, not feeling well
    """,
    ),
    "hot": (
        "hot heat summer",
        r"""
        hot (?:day|out|outside|weather|today|in here), heat, heat ?wave, swelter\w+, scorch\w+, boiling, sweat\w*,
        summer, humid, (?:3\d|4\d|9\d|10\d) ?(?:degrees|°)
    """,
    ),
    "cold": (
        "cold winter freezing chilly",
        r"""
        freez\w+, chilly, chilled to the bone, snow\w*, winter, shiver\w*, icy, frost\w*,
        cold (?:day|out|outside|weather|today|in here), below zero
    """,
    ),
    "rainy": ("rain rainy", r"rain\w*, pouring, storm\w*, drizzl\w+, thunder\w*, umbrella"),
    "hungry": ("hungry", r"hungry, starv\w+, famished, haven['’]?t eaten, skipped (?:lunch|breakfast|dinner)"),
    "thirsty": ("thirsty dehydrated", r"thirst\w*, dehydrat\w+, parched, dry mouth"),
    "exercising": (
        "exercise exercising workout gym training",
        r"""
        work(?:ing|ed)? ?out, workouts?, exercis\w+, gym, jog\w*, (?:long|morning|evening|hard) run, training session,
        marathon, sore muscles, yoga, cycling, hik(?:e|ing)
    """,
    ),
    "with guests": (
        "guests friends social hosting",
        r"""
        guests?, visitors?, (?:coming|come) over, hosting, gathering, get[- ]together, dinner party, in-laws, having
        (?:people|friends|family) over, company tonight
    """,
    ),
    "travelling": (
        "travel travelling trip flight",
        r"""
        travel\w*, flights?, airport, road ?trip, train ride, on the road, vacation, holiday, commut\w+
    """,
    ),
    "sad": (
        "sad upset lonely",
        r"""
        sad, upset, heart ?broken, lonely, feeling (?:down|low|blue), break-?up, broke up, crying, disappoint\w+,
        (?:bad|rough|terrible|awful) day
    """,
    ),
    "bored": ("bored", "bored, boring, nothing to do"),
    "focusing": (
        "focus focusing concentrate studying",
        r"""
        focus\w*, concentrat\w+, stud(?:y|ying), deep work, homework, exams?, thesis, no distractions
    """,
    ),
    "relaxing": (
        "relax relaxing unwind rest",
        r"""
        relax\w*, unwind\w*, chill(?:ing)? out, rest(?:ing)?, day off, lazy, co[sz]y, movie night, wind(?:ing)? down
    """,
    ),
    "in a hurry": (
        "busy hurry rushed quick",
        r"""
        busy, hurry, in a rush, rushed, running late, no time, tight schedule, back[- ]to[- ]back, on the go,
        \d+ minutes (?:left|until|before)
    """,
    ),
    "eating healthily": (
        "healthy healthily diet",
        r"""
        health(?:y|ier|ily), diet\w*, los(?:e|ing) weight, detox, cutting (?:back|down), calories, in shape
    """,
    ),
    "nostalgic": ("nostalgic memories", r"nostalg\w+, childhood, old times, homesick, good old days"),
    "creative": ("creative inspiration", r"creativ\w+, inspir\w+, brainstorm\w*"),
    "romantic": ("romantic date", r"romantic, date night, (?:a|our|first) date, valentine\w*"),
}
