"""English words and patterns for what somebody has one of at a time: a home, an employer, a manager, an editor."""

from memoryweb.language.locales.base import alternatives, one_of

# Who somebody has one of, under one name for all that mean the same. Not: friends, sisters, children, pets.
ROLES = {
    "manager": "(?:line )?managers?|boss|supervisor",
    "doctor": "(?:family )?doctor|gp|physician",
    **{
        role: role
        for role in alternatives("""
            team lead, tech lead, project lead, dentist, landlord, landlady, accountant, lawyer, hairdresser,
            barber, wife, husband, spouse, fiancée?, girlfriend, boyfriend, partner, best friend, mother, father,
            mum, mom, dad, emergency contact, assistant, tutor, supervisor, personal trainer, advisor, adviser, vet
        """).split("|")
    },
}
# What somebody has one of, with a name: "my bank is …". Where the name of a choice follows, the choice decides.
THINGS = one_of("""
    employer, company, workplace, bank, gym, school, university, car, phone, laptop, phone provider, insurer,
    hometown, home town, nickname, surname, last name, first name, username, alma mater, football club, team
""")
MANY = one_of("""
    friend, colleague, coworker, co-worker, classmate, sister, brother, cousin, aunt, uncle, nephew, niece, son,
    daughter, child, kid, cat, dog, pet, rabbit, horse, bird, fish, hobby, interest, language, skill, goal, plan,
    project, idea, neighbou?r, teacher, student, client, customer, flatmate, roommate, book, film, movie, song, game,
    favou?rite, problem, question, concern, reason, point, answer, opinion, advice, class, course, meeting, tip, guess
""")
VALUE = r"(?P<value>[^,.;:!?()]*(?:\.(?=\s?[A-Z][a-z])[^,.;:!?()]*)?)"
OLD = r"(?P<gone>[^,.;:!?()]{1,40}?)"
GONE = "(?P<gone>[^,.;:!?()]*)"
NOW = r"(?:(?:now|currently|still|just|recently|already|finally|have|has|been|back|over|also) )*"
# Slot, pattern. `value` is what somebody has now, `gone` what no longer, `role` or `thing` names the slot.
PATTERNS = (
    ("employer", rf"\b(?P<verb>work(?:s|ing)?) (?:at|for) {VALUE}"),
    ("employer", rf"\b(?:employed|hired) (?:at|by|with) {VALUE}"),
    ("employer", rf"\b(?:have|has|got) a (?:new )?job (?:at|with) {VALUE}"),
    ("employer", rf"\b(?:joined|(?:have |has )?started (?:working |a job )?(?:at|with|for)) {VALUE}"),
    ("employer", rf"\b(?:i'm|i am|we're) now (?:at|with) {VALUE}"),
    ("employer", rf"\bmy (?:new |current )?(?:employer|company|workplace) is {NOW}{VALUE}"),
    (
        "employer",
        r"\b(?:left|quit|resigned from|laid off (?:by|from)|retired from|fired (?:by|from)) (?P<gone>[^,.;:!?()]*)",
    ),
    ("home", rf"\b(?P<verb>liv(?:e|es|ing)|resid(?:e|es|ing)|based|settled) in {VALUE}"),
    ("home", rf"\b(?:moved|relocated) {NOW}(?:from {OLD} )?to {VALUE}"),
    ("home", rf"\bmy home (?:town |city )?is {NOW}(?:in )?{VALUE}"),
    ("home", rf"\b(?:moved (?:away|out)|left) (?:from |of )?{GONE}"),
    ("replaced", rf"\b(?:moved|switched|changed|migrated|converted|went|swapped) (?:\w+ )?from {OLD} to {VALUE}"),
    ("replaced", rf"\b(?:swapped|traded|replaced|exchanged) (?:my |our )?{OLD} (?:for|with) {VALUE}"),
    ("person", rf"\bmy (?:new |current )?(?P<role>@ROLES@)(?:'s name)? is {NOW}(?:called |named )?{VALUE}"),
    (
        "person",
        r"(?P<value>[^,.;:!?()]*?) (?:is|has become|became|took over as) (?:now )?my (?:new |current )?"
        r"(?P<role>@ROLES@)\b(?!')",
    ),
    ("person manager", rf"\breports? (?:directly )?to {VALUE}"),
    ("name", rf"\bmy (?:full )?name is {NOW}{VALUE}"),
    ("called", rf"\b(?:call me|i go by|address me as) {VALUE}"),
    ("thing", rf"\bmy (?:new |current )?(?P<thing>{THINGS}) is {NOW}(?:called |named |an? )?{VALUE}"),
    ("drive", rf"\b(?P<verb>drives?) {NOW}an? {VALUE}"),
    ("school", rf"\b(?:study(?:ing)?|studies|enrolled) at {VALUE}"),
    ("bank", rf"\bbanks? (?:with|at) {VALUE}"),
)
HOURS = one_of("""
    \\d{1,2}(?::\\d\\d)?, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, noon, midnight
""")
# What somebody does at one time of the day, and how many of something they have: any other number is a change.
TIMED = (
    ("wake", r"(?:wake|get) up"),
    ("bed", r"go to (?:bed|sleep)"),
    ("start", r"(?:start|begin)s? (?:work(?:ing)?|my (?:day|shift|work))"),
    ("finish", r"(?:finish|stop|end)s? (?:work(?:ing)?|my (?:day|shift|work))"),
    ("breakfast", r"(?:have|eat) breakfast"),
    ("lunch", r"(?:have|eat) lunch"),
    ("dinner", r"(?:have|eat) dinner"),
)
AT_TIME = (
    rf" (?:at|around|about|by) (?:about |around )?(?P<value>{HOURS}(?: thirty| fifteen)?)(?: ?(?P<half>[ap]\.?m))?\b"
    r"(?! ?(?:minutes|hours|days|people|or))"
)
NUMBERS = {
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "10",
    "eleven": "11",
    "twelve": "12",
}
THINGS_COUNTED = one_of("""
    kids?, child(?:ren)?, sons?, daughters?, cats?, dogs?, brothers?, sisters?, siblings, cars?, bikes?, monitors?,
    screens?, nieces?, nephews?, grandchildren, chickens, hens, rabbits?, computers?, laptops?, phones?, houses?,
    flats?
""")
COUNTED = (
    rf"\b(?:has|owns?|(?:have|'ve|has)(?: got)?) (?P<value>\d{{1,2}}|{'|'.join(NUMBERS)})"
    rf" (?:\w+ )?(?P<thing>{THINGS_COUNTED})\b"
)
SAME_COUNTED = {"kid": "child", "children": "child", "screen": "monitor"}
MARRIED = one_of("married, divorced, single, engaged, widowed, separated")
STATES = {
    "marriage": (
        r"\b(?:(?:i'?m|i am|we're|we are) (?:now |still |happily |recently )?|(?:got|getting|just got) )"
        rf"(?P<value>{MARRIED})\b(?! out| up| parent| to (?:my|the|work|job|idea))"
    ),
}
MANNERS = (
    r"\b(?P<verb>takes?|drinks?|has|have) my (?P<thing>coffee|tea|espresso) (?P<value>[^,.;:!?()]{1,30})",
    r"\b(?P<verb>commutes?|(?:go(?:es)?|gets?|travels?) to (?P<thing>work|the office|school)) (?:by|on|with) "
    r"(?P<value>\w+)",
)
AUXILIARIES = one_of("""
    i'?m, i'?ve, we'?re, we'?ve, i, we, the user, users?, am, are, is, 's, have, has, been, be, now, currently, just,
    recently, still, actually, already, always, usually, finally, please, honestly, both, all, again, really, so,
    well, yes, no, by the way, btw, also, get, got, do, for, last (?:week|month|year), in \\w+, the, to, job, new
""")
HEDGES = one_of(r"""
    used to, would, could, might, may, should, wish, hop(?:e|es|ing), want(?:s|ed)? to, like to, love to,
    plan(?:s|ning|ned)?(?: to)?, going to, about to, think(?:ing)?, dream, consider(?:s|ing)?, if, whether, suppose,
    imagine, pretend, applied, interviewed, tried, try(?:ing)?, ask(?:s|ed)?, sa(?:id|ys?), told, heard, believes?,
    never, almost, nearly, once, was, were, had, until, also, who, which, whose, that, not, don't, doesn't, didn't,
    dont
""")
PAST = "".join(
    (
        r"\b",
        one_of("""
    as a (?:student|child|kid|teenager), years ago, months ago, long ago, back then, at the time,
    in my (?:teens|twenties|thirties|youth), when i was
"""),
        r"\b",
    )
)
# What "at" and "for" also stand before: no employer and no place.
NO_NAME = frozenset(
    alternatives("""
        a, an, my, your, our, their, his, her, its, this, that, these, those, some, any, all, every, each, home,
        night, nights, day, days, weekend, weekends, work, school, lunch, noon, dawn, dusk, times, time, least, most,
        best, free, money, fun, fear, peace, myself, me, us, you, him, them, it, everyone, nobody, who, what, where,
        how, when, if, to, in, on, at, for, from, by, with, without, of, about, after, before, during, near, not, no,
        very, so, too, quite, really, always, never, one, two, three, four, five, six, seven, eight, nine, ten, more,
        less, strict, nice, great, kind, away, sick, ill, new, late, busy, happy, good, bad, hard, easy, short, long,
        old, young, big, small, tall, patient, fair, open, clear, fine, ok, okay, gone, back, retired, remote, online,
        offline, on, off, out, here, there, breakfast, dinner, christmas, hours, minutes, weeks, months, years, ages,
        life, love, health, exercise, tears, war, part, half, full, speed, rest, risk, peak, ease, sea, court, church,
        hospital, university, college, uni, town, bed
    """).split("|")
)
DESCRIBES = r"(?:ing|ed|ful|ive|ous|able|ible|less|ish|ic|ical|ary)$"
# A value ends where something else begins.
ENDS_VALUE = one_of("""
    and, but, or, because, since, as, when, while, so, who, which, where, though, although, until, if, before, after,
    anymore, any more, any longer, now, nowadays, these days, instead, again, currently, today, since, with, right
    now, in general, please, full[- ]time, last, this, next
""")
VALUE_END = rf"\s{ENDS_VALUE}\b.*"
OCCASION = r"\s(?P<when>(?:on|in|at|during|for|by|over)\s.*)"
COUNTRIES = frozenset(
    alternatives("""
        afghanistan, albania, algeria, argentina, armenia, australia, austria, azerbaijan, bahrain, bangladesh,
        belarus, belgium, bolivia, bosnia, brazil, bulgaria, cambodia, cameroon, canada, chile, china, colombia,
        congo, costa rica, croatia, cuba, cyprus, czechia, the czech republic, denmark, ecuador, egypt, england,
        estonia, ethiopia, finland, france, georgia, germany, ghana, greece, guatemala, hungary, iceland, india,
        indonesia, iran, iraq, ireland, israel, italy, jamaica, japan, jordan, kazakhstan, kenya, korea, south korea,
        kuwait, latvia, lebanon, libya, lithuania, luxembourg, malaysia, malta, mexico, moldova, mongolia, montenegro,
        morocco, myanmar, nepal, the netherlands, netherlands, holland, new zealand, nigeria, north macedonia, norway,
        oman, pakistan, panama, paraguay, peru, the philippines, philippines, poland, portugal, qatar, romania,
        russia, rwanda, saudi arabia, scotland, senegal, serbia, singapore, slovakia, slovenia, south africa, spain,
        sri lanka, sudan, sweden, switzerland, syria, taiwan, tanzania, thailand, tunisia, turkey, uganda, ukraine,
        uruguay, uzbekistan, venezuela, vietnam, wales, yemen, zambia, zimbabwe, the uk, uk, great britain, britain,
        the united kingdom, the us, the usa, usa, us, the united states, america, europe, asia, africa, the eu,
        scandinavia, california, texas, florida, bavaria, tuscany, catalonia, the uae
    """).split("|")
)
ENDED = (
    r"\bno longer (?P<ended>[^,.;!?]*)",
    r"\b(?:don't|do not|dont|doesn't|does not) (?P<still>[^,.;!?]*?) (?:any ?more|any longer)\b",
    r"\b(?:stopped|quit|gave up|given up|giving up) (?P<given>[^,.;!?]*)",
)
# By the beginning of a slot: parts of words of which every statement about it has at least one, in any language.
MARKS = {
    "employer": """
        work employ hired job joined started compan left quit resign laid retired fired moved swi chang
        migrat convert swap trad replac exchang went now 工作 上班 职 公司 加入 离开 辞 跳槽 换 改 转
    """,
    "home": "live living resid based settled moved relocat home left 住 搬 定居 家在 离开 换 改",
    "person manager": "manager boss supervisor report 经理 上司 老板 主管 领导 组长",
    "person doctor": "doctor gp physician 医生",
    "person": "",
    "name": "name 名字",
    "called": "call go address 叫 称呼",
    "thing": "",
    "drive": "driv car swap trad replac switch mov chang exchang went migrat convert 开 换 改",
    "school": "stud enrol school universit",
    "bank": "bank",
    "time wake": "up",
    "time bed": "bed sleep",
    "time start": "start begin",
    "time finish": "finish stop end",
    "time": "",
    "number child": "kid child",
    "number monitor": "monitor screen",
    "number": "",
    "marriage": "married divorced single engaged widow separated",
    "measure birthday": "birth born dob b-day bday",
    "measure clothing size": "size",
    "measure shoe size": "shoe feet",
    "measure": "",
    "manner work": "commut work office school",
    "manner": "",
    "choice spelling": "spelling english orthography 拼写 英语 英文",
    "choice editor": """
        vi emacs code sublime nano helix zed intellij pycharm webstorm atom notepad cursor xcode kate
    """,
    "choice indentation": "tab space 制表 空格",
    "choice theme": "dark light 色 夜 暗 日间 明亮",
    "choice units": "metric si imperial 制",
    "choice temperature": "celsius centigrade fahrenheit 摄氏 华氏",
    "choice distance": "kilomet km mile",
    "choice weight": "kilo kg pound lbs",
    "choice clock": "24 12 military am/pm 小时",
    "choice node packages": "npm yarn bun deno",
    "choice python packages": "poetry pip conda pdm uv",
    "choice browser": "firefox chrom safari brave vivaldi opera edge librewolf",
    "choice shell": "bash zsh fish shell",
    "choice search engine": "duckduckgo kagi bing ecosia google qwant",
    "choice phone": "iphone android pixel galaxy 手机 安卓",
    "choice quotes": "quotes",
    "choice hand": "handed",
    "choice dates": "first dd iso",
    "choice seat": "seat 窗 过道 走道",
    "choice script": "traditional simplified 体 體",
}
