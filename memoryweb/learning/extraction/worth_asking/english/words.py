"""The small words of English: what points, what links, and what may be called "the" without having been named."""

from memoryweb.rules.languages.base import COMMA


def words(listed: str) -> frozenset[str]:
    """Return the words of a list."""
    return frozenset(COMMA.split(listed.strip()))


THIRD = words("""
    it, its, it's, itself, they, them, their, theirs, they're, they've, they'll, he, him, his, he's, she, her, hers,
    she's, 'em, em
""")
PRONOUN_THINGS = words("""
    it, that, this, those, these, them, him, her, hers, his, theirs, mine, ours, yours, both, neither, either,
    others, one, ones, there, here, such, same, you, yours, everyone, everybody, someone, somebody
""")
SMALL = words("""
    a, an, the, to, of, in, on, at, for, with, by, about, from, as, into, onto, up, out, off, over, under, around,
    and, or, but, so, too, very, really, quite, just, also, even, still, always, never, only, how, what, why, where,
    when, who, which, than, then, not, no, more, most, all, some, any, every, each, my, our, i, we, me, us, be,
    being, been, is, are, was, were, am, do, does, did, have, has, had, having, get, getting, can, could, will,
    would, should, may, might, must, much, many, lot, lots, kind, sort, type, bit, little, something, anything,
    things, thing, stuff, someone, huge, big, fan, such, because, since, while, if, that, these, those, this, there,
    here
""")
BOUNDARIES = words("""
    and, but, because, since, as, so, when, whenever, if, while, although, though, or, plus, until, unless
""") | frozenset(",;:.!?()—–-")
DETERMINERS = words("this, these, that, those")
COUNTING = words("one, both, either, neither, such, same, here, there")
END_OF_NOUNS = words("""
    of, in, on, at, for, with, from, to, by, and, or, but, because, since, when, if, while, that, which, who, is,
    are, was, were, has, have, can, will, as, than, so, more, most, even, too, very, really, better, best,
    especially, always, every, about, into, over, like, after, before, during, now, around, out, up, down, here,
    there, back, together, anymore, ever, again
""")
OF_TIME = words("""
    year, years, summer, winter, spring, autumn, fall, month, season, semester, term, days, decade, century, world,
    planet, country
""")
GENERIC = words("""
    sea, ocean, beach, beaches, coast, shore, seaside, water, lake, river, mountain, mountains, hills, forest,
    woods, countryside, country, outdoors, wild, wilderness, desert, city, suburbs, town, village, sun, sunshine,
    sunlight, sunset, sunrise, moon, stars, sky, rain, snow, cold, heat, warmth, dark, darkness, quiet, silence,
    wind, weather, winter, summer, spring, autumn, fall, seasons, morning, mornings, afternoon, afternoons, evening,
    evenings, night, nights, day, days, weekend, weekends, holidays, past, future, present, gym, pool, sauna, park,
    library, office, cinema, theatre, theater, movies, opera, ballet, circus, museum, museums, zoo, garden, kitchen,
    pub, bar, club, mall, market, supermarket, shops, church, mosque, temple, dentist, doctor, doctors, hairdresser,
    hospital, bus, train, subway, metro, tube, tram, ferry, car, bike, plane, stairs, elevator, lift, escalator,
    motorway, highway, freeway, internet, web, news, newspaper, newspapers, radio, tv, television, phone, telephone,
    computer, piano, guitar, violin, cello, drums, flute, trumpet, ukulele, harp, saxophone, banjo, bass, viola,
    clarinet, oboe, bagpipes, recorder, organ, keyboard, accordion, harmonica, mandolin, didgeridoo, kalimba,
    government, state, law, environment, nature, earth, elderly, poor, arts, classics, basics, sciences, humanities,
    spotlight, limelight, aisle, window, front, back, middle, left, right, floor, couch, sofa, terminal, mouse,
    cloud, economy, system, comma, voice, media, press, police, military, army, race, nightlife, seat, seats, room,
    bunk, side, section, row, lane, shade, basics, internet, dishes, laundry, ironing, best, worst, latest, oldest,
    newest, classic, world, universe, people, crowd, crowds, crunch
""")
# what is said of a thing that one has before one's eyes
DESCRIBING = words("""
    dark, bright, beautiful, pretty, green, blue, red, yellow, pink, purple, orange, cute, nice, lovely, new,
    little, tiny, big, amazing, cool, soft, gorgeous, stunning, colorful, colourful, fancy, vivid, cozy, cosy,
    whole, entire, other, same, first, second, last, next, previous
""")
WITH_IN = words("in, on, with, inside, around")
OBJECTS = words("them, it, him, 'em, em, their, his, its")
RESTRICTING = words("""
    of, that, which, who, where, when, whose, in, for, with, to, behind, at, on, i, you, from, about
""")
