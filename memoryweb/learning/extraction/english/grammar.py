"""The last English forms, by grammar instead of by verbs: the simple present tells what somebody does again and again,
so "I coach a team of girls" lasts, whatever the verb. Verbs of thinking, saying and wishing are left out: those speak
of the moment.
"""

from memoryweb.learning.extraction.english.words import ADVERBS, I_AM, KIN, NO_ROLE
from memoryweb.learning.extraction.types import StatementType, forms
from memoryweb.rules.languages.base import one_of

# Of the moment, of the talk itself, or covered by other forms.
MOMENTARY = one_of(r"""
    am, are, is, was, were, be, do, did, does, can, could, will, would, shall, should, may, might, must, ought,
    cannot, have, had, has, think, thought, guess, hope, wonder, suppose, mean, meant, know, knew, see, saw, feel,
    felt, need, want, wish, promise, ask, agree, disagree, bet, swear, remember, forget, forgot, understand,
    realiz\w*, realis\w*, notice, believe, doubt, imagine, assume, presume, expect, hear, heard, look, seem, sound,
    appear, appreciate, apologi[sz]e, thank, like, love, adore, hate, enjoy, prefer, get, got, go, went, come,
    came, say, said, tell, told, give, gave, let, try, tried, plan, intend, owe, beg, recommend, suggest, miss,
    care, mind, regret, admit, confess, insist, refuse, deserve, dare, pray, envy, congratulate, welcome, find,
    found, take, took, put, set, made, make, keep, kept, start, begin, began, stop, end, finish, leave, left, lose,
    lost, win, won, open, close, click, copy, paste, type, save, send, sent, post, share, add, remove, delete,
    change, fix, move, turn, happen, become, became, ended?, met, ran, sat, ate, drank, wrote, drove, flew, slept,
    woke, bought, sold, spent, paid, taught, caught, brought, built, broke, chose, drew, fell, fought, forgave,
    froze, grew, held, hid, hit, hurt, led, lent, lit, rode, rang, rose, sang, sank, shook, shot, showed, shut,
    slid, spoke, spread, stood, stole, stuck, struck, swam, swore, threw, wore, quit, cut, cost, read, reckon,
    fear, worry, figure, wait, check, call, text, reply, answer, write, stay, stand, sit, show, hold, talk, speak,
    explain, propose, accept, reject, choose, pick, order, book, cancel, use, work, learn, study, live, used,
    dislike, trust, kid, joke, reach, face, struggle, manage to, beat, run, walk, sleep, dream, cry, laugh, smile,
    sweat, freeze, bring, follow, sign, submit, always, never, just, also, really, only, still, even, now, then,
    so, too, very, not, don, ll, ve, re, and, or, but, if, when, who, what, which, that, for, in, on, at, with, to,
    of, from, by, as
""")
VERB = rf"(?!(?:{MOMENTARY})\b)[a-z]{{3,}}(?<!ed)(?<!ly)(?<!ing)(?<!some)"
# What follows points to nothing in the conversation, and is no remark about it.
PLAIN = (
    r"(?!(?:(?!\b(?:and|but|so|because|which|who)\b)[^.!?,;])*\b(?:you|your|yours|this|that one|it|its|them|those|"
    r"these|here|there|him|her|today|tonight|tomorrow|now|again|yesterday|so much|too|soon|later|question|error|issue|"
    r"code|file|message|chat|reply|mistake|point)\b)"
)
OF_GROUP = PLAIN.replace("|its|", "|")  # "our team writes its docs"
COUNT = r"(?:an?|my|our|the|two|three|four|five|six|\d+)"
THING = rf"{PLAIN}(?P<about> (?:{COUNT}|all|every|everything|in|for|with|at|to|from|[^\W\d_]{{4,}})\b[^?]{{4,}})"
ACTIVITY = one_of(r"""
    learning, studying, training for, preparing for, saving,
    writing (?:an?|my) (?:\w+ ){0,2}(?:novel|book|memoir|thesis|dissertation|phd|play|musical|blog), building,
    doing an?, doing my,
    raising, restoring, renovating, moving to, expecting, studying for, working towards?, working on an?,
    teaching myself, retraining as, bringing up, fostering, getting married, looking after,
    taking (?:lessons|classes|a course|a class), researching, composing, growing, rebuilding, converting, coaching,
    applying (?:for|to), running for, finishing my, revising for, starting (?:a|my|an) (?:new )?(?:job|degree|course|
    business|company|phd|master's), campaigning, volunteering, mentoring
""")
ONE_IS = one_of(r"""
    an? only child, the (?:eldest|oldest|youngest|middle|first|only|baby)\b, (?:an? )?(?:identical )?twins?\b,
    in my (?:first|second|third|fourth|final|last) (?:year|semester|term), one of (?:two|three|four|five|six|seven),
    (?:half|part) (?-i:[A-Z])\w+, the (?:\w+ )?(?:captain|head|chair|secretary|treasurer|owner|founder|manager|
    editor|coach|leader) (?:of|at)
""")
GROUP = one_of("""
    flat, house, home, apartment, cottage, farm, garden, balcony, kitchen, office, restaurant, shop, cafe, café,
    bakery, studio, company, firm, team, department, school, choir, band, club, street, village, town,
    neighbou?rhood, building, landlord, car, van, bike, boat, dog, dogs, cat, cats, horse, rabbits?, parrot, hens,
    chickens, style guide, parents, in-laws, grandparents, grandfather, grandmother, grandma, grandpa, aunt, uncle,
    cousins?, niece, nephew, ex, ex-wife, ex-husband, eldest, youngest, oldest, flatmate, roommate, housemate
""")
SAYS = one_of("""
    says, said, thinks, thought, told, tells, asks, asked, wants, wanted, needs, needed, called, calls, just, keeps,
    kept, loved, got, gets, made, makes, came, went, gave, took, was so, were so, is so, really, also, seems, seemed,
    looks, looked, feels, felt, knows, knew, hopes, still, can't, cannot, couldn't, won't, will, would, could, might,
    should, recommends, recommended, suggested, believes, broke, crashed, died, texted
""")

# What one "has" without owning it, or only for a while.
NOT_OWNED = one_of(r"""
    questions?, ideas?, problems?, issues?, meetings?, feelings?, headaches?, cold, doubts?, deadlines?, exams?,
    appointments?, plans?, bit, lot, few, minutes?, seconds?, hours?, look, bugs?, errors?, requests?, suggestions?,
    calls?, interviews?, dates?, favou?rs?, points?, hunch, chance, time, days?, weeks?, months?, nights?, morning,
    evening, weekend, trips?, flights?, part(?:y|ies), tasks?, tests?, presentations?, talks?, assignments?, essays?,
    papers?, reports?, drafts?, spreadsheets?, tables?, lists?, files?, functions?, scripts?, strings?, arrays?,
    numbers?, theor(?:y|ies), confessions?, stor(?:y|ies), reasons?, choices?, good, great, bad, hard, tough, busy,
    rough, long, nice, crush, dreams?, nightmares?, fights?, arguments?, class(?:es)?, guests?, tons?, couple,
    handful, million, hundreds?, things?, something, nothing, sense, blast, ball, go, word, fever, flu, friends?,
    options?, ways?, life, goal, message, impression, tendency, weird, strange, big, huge, new, different, similar,
    date, year, moment, while, sister, brother, son, daughter, kids?, child(?:ren)?, photos?, pictures?, videos?,
    dataset, data, database, server, app, website, page, image, document, paragraph, sentence, sample, example, loop
""")
DONT = r"(?:please |pls )?(?:don't|do not|never|no more|stop|skip|drop|leave out|avoid)"
ANSWERS = one_of(r"""
    give me, send me, show me, tell me, call me, use, using, suggest(?:ing)?, recommend(?:ing)?, write, writing,
    add(?:ing)?, put, end(?:ing)?, start(?:ing)?, open(?:ing)?, repeat(?:ing)?, explain(?:ing)?, apologi[sz](?:e|ing),
    assume, assuming, the
""")

BY_GRAMMAR = forms(
    # how they want to be served: a "don't" about plural things, "as if I were", "whenever I"
    (
        StatementType.DIRECTIVE,
        rf"{DONT} {ANSWERS}(?P<about> (?!(?:these|those|this|that|the (?:first|last|second|same)|any of|all of|them|it|"
        r"us|both)\b)(?:[\w-]+ ){0,3}[\w-]+s\b"
        r"(?:,? (?:please|thanks|at all|ever|in (?:my|your) [^.!?]+|with me))?[.! ]*$)",
    ),
    (
        StatementType.DIRECTIVE,
        r"(?:please |just )?(?:explain|talk|speak|teach|describe|write|answer|treat|address)(?= [^?]*\b(?:(?:as if|as "
        r"though|like|assuming) I(?:'m| am| was| were| had| have| know)|to me like)\b)(?P<about> .+)",
    ),
    (
        StatementType.DIRECTIVE,
        r"(?:please |always )?(?:point out|correct|tell me|warn me|remind me|ask me|ping me|stop me|check|flag)"
        r"(?= [^?]*\b(?:when(?:ever)? I|every time I|each time I|if I ever|before I)\b)(?P<about> .+)",
    ),
    # where they come from, and what they own
    (
        StatementType.FACT,
        rf"I (?:moved|relocated|emigrated|immigrated)\b{PLAIN}"
        r"(?P<about> (?:here )?(?:from|to|out of) (?-i:[A-Z])[^?]*)",
    ),
    (
        StatementType.FACT,
        rf"(?:I have|I've got|I own) (?!(?:[\w'-]+ ){{0,3}}?(?:{NOT_OWNED})\b){PLAIN}"
        rf"(?P<about>{COUNT} [^?]{{3,}})",
    ),
    # what stands out for them
    (
        StatementType.PREFERENCE,
        rf"there(?:'s| is) nothing I (?:enjoy|love|like|hate|dislike|dread) (?:more|better) than{PLAIN}(?P<about> .+)",
    ),
    (
        StatementType.PREFERENCE,
        rf"(?P<about>(?!(?:it|this|that|what|which|he|she|they|you)\b){PLAIN}[^?,]{{3,60}} (?:is|are) (?:what|"
        rf"the (?:one|only) (?:\w+ ){{0,2}}thing|the reason)(?: that)? (?:keeps?|makes?|gets?|drives?) me\b.*)",
    ),
    (
        StatementType.DISLIKE,
        r"(?:me and (?P<about>[\w -]{3,40}?)|[\w -]{3,40}? and I) (?:just )?(?:don't|do not|never) (?:mix|get on|"
        r"get along|agree|go together)\b.*",
    ),
    # what somebody never does or cannot stand
    (
        StatementType.HABIT,
        rf"I (?:never|hardly ever|rarely|seldom|don't ever) (?!(?:{MOMENTARY}|ever|again|mind)\b)[a-z]{{3,}}(?<!ed)\b"
        rf"(?:\W*$|{PLAIN}(?P<about> [^?]{{3,}}))",
    ),
    (
        StatementType.DISLIKE,
        rf"I (?:won't|will not|refuse to|don't|do not|can't|cannot) (?:touch|do|stand for|go near|wear|own|buy|eat|"
        rf"drink|watch|play|drive|fly|smoke|celebrate|cook|swim|ride|dance|ski|gamble|vote)\b"
        rf"(?:,? (?:never|not) .+|\W*$|{PLAIN}"
        r"(?P<about> (?!(?:anything|something|well|much|that|so|what|how)\b)[^?]{3,}))",
    ),
    # what somebody is, is busy with for long, or has long been
    (StatementType.FACT, rf"{I_AM} (?P<about>{ONE_IS}.*)"),
    (
        StatementType.GOAL,
        rf"{I_AM} {ADVERBS}(?:finally )?{PLAIN}(?P<about>{ACTIVITY}\b [^?]{{4,}})",
    ),
    (
        StatementType.GOAL,
        rf"I(?:'ve| have) (?:long |seriously )?been (?:(?:seriously |really )?(?:thinking|dreaming) (?:about|of)|"
        rf"(?:seriously )?considering|saving (?:up )?for|looking into)\b{PLAIN}(?P<about> (?:(?!(?:being|having|doing|"
        rf"getting|asking|calling|writing|trying|using)\b)\w+ing|an?|my (?:own|next|first)) [^?]{{4,}})",
    ),
    (
        StatementType.GOAL,
        rf"I(?:'ve| have) (?:just |finally |recently )?(?:signed up for|enrolled (?:in|on|at)|been accepted (?:to|at|"
        rf"into)|committed to|decided to)\b{PLAIN}(?P<about> [^?]{{4,}})",
    ),
    (
        StatementType.FACT,
        rf"I(?:'ve| have) (?:always |never )?(?:been|lived|worked|played|had|owned|taught|run|driven|kept)\b{PLAIN}"
        rf"(?P<about> [^?]*\b(?:all my life|since (?:I was|(?:19|20)\d\d|college|school|childhood|university|birth)|"
        rf"for (?:\w+ ){{0,3}}(?:years|decades|months)|over the years)\b.*)",
    ),
    (
        StatementType.FACT,
        rf"I (?:was|used to be|worked as|served as|trained as) (?P<about>an? (?!(?:{NO_ROLE})\b)[\w-]+[^?]*\b(?:for|"
        rf"in|until|before|at)\b [^?]{{3,}})",
    ),
    # what somebody does again and again
    (
        StatementType.HABIT,
        rf"I (?:go to|attend|do|play|train|swim|volunteer at)\b{PLAIN}"
        r"(?P<about> [^?]*\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b.*)",
    ),
    (
        StatementType.HABIT,
        rf"I {ADVERBS}(?:{VERB}|(?:keep|run|manage|teach|coach|own|lead|make|build|grow)(?= {COUNT} ))\b{THING}",
    ),
    (
        StatementType.DISLIKE,
        r"I(?:'m| am) not (?:much|a lot|really) of an?(?P<about> [\w-]+ (?:person|drinker|eater|reader|cook|talker|"
        r"walker|dancer|travell?er|morning)\b.*)",
    ),
    (StatementType.PREFERENCE, rf"I can(?:'t|not) resist{PLAIN}(?P<about> [^?]{{4,}})"),
    (
        StatementType.HABIT,
        rf"my (?:wife|husband|partner|kids|family|sister|brother|dad|mum|mom) and I {VERB}\b{THING}",
    ),
    # who and what belongs to them
    (
        StatementType.FAMILY,
        rf"my (?:(?!(?:code|file|best|good|old)\b)[\w-]+ )?(?:{KIN}|{GROUP})(?:'s side of the family)?,?(?: |(?='s ))"
        rf"(?!(?:{SAYS})\b)(?:'s|is|are|was|were|has|have|[a-z]{{3,}}s)\b"
        rf"(?! (?:so|really|very|not|sick|ill|late|here|coming|going|being|getting|been (?!an? )|just|always|asleep|"
        rf"amazing|great|happy|upset|angry|busy|tired|fine|ok|okay|doing|a (?:mess|bit|little|nightmare|joy))\b)"
        rf"{OF_GROUP}(?P<about> [^?]{{4,}})",
    ),
)  # fmt: skip
