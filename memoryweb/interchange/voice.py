"""How a file speaks of its person, and what one of its lines is about by its words alone.

A file keeps to one way: "I", "the user", "you" (an assistant that answers), or a name ("Bastian is …", in a summary). A
line with another subject is about somebody else, a thing, or what was done.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from memoryweb.interchange.entry import About

LINE_MAX = 600  # characters of a line that are looked at
LINES_MAX = 5000  # lines that decide how a file speaks
STRICT_FROM, STRICT_SHARE = 4, 0.5  # lines, and the share of them that name the person


def _starts(*parts: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(parts)})", re.IGNORECASE)


def _has_word(*parts: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w/.-])(?:{'|'.join(parts)})(?![\w/-])", re.IGNORECASE)


PERSONA = _starts(
    r"you(?: are|['’]re) (?:an?|the|not an?)\b[^.]{0,80}\b(?:agent|assistant|chatbot|bot|ai)\b",
    r"your (?:role|job|purpose) is to\b", r"be genuinely\b", r"act as\b",
    r"[你我](?:是|叫)[^。]{0,20}(?:助手|助理|机器人|聊天|模型)",
)  # fmt: skip
OF_THE_PERSON = re.compile(
    r"^(?:the )?(?:user|human|owner)(?:['’]s)?\b|(?<![\w/.-])(?:i|i['’]m|i['’]ve|my|mine|me|myself)(?![\w/-])"
    r"|^(?:prefers?|likes?|loves?|hates?|dislikes?|enjoys?|wants?|needs?|avoids?|lives?|works? (?:at|as|in|for|with)"
    r"|owns?|has (?:a|an|two|three|\d)|is (?:a|an|allergic|vegan|vegetarian|learning|building|based|married|from)"
    r"|speaks?|studies|studied|plays?|uses?|drinks?|eats?|hopes?|plans? to|does(?: not|n['’]t)|goes by|gets|takes"
    r"|is \w+ing|is (?:the|in|at|not|very|afraid|responsible)|can(?:not|['’]t)?|would (?:like|rather)|learns|wakes)\b"
    r"|用户|我|主人|^(?:住在|不?喜欢|讨厌|爱好|习惯|不吃|不喝|正在学|打算|计划|希望|想要|需要|从事|毕业|养了|周末|每[天周晚早])"
    r"|^对[^,，。]{1,12}过敏|^在[^,，。]{1,12}(?:工作|上班|读书|教书|开店)|^胃|^有[^,，。]{0,8}(?:孩子|女儿|儿子|病|症|炎)",
    re.IGNORECASE,
)
# German, French, Spanish, Portuguese, Italian: I, my, me, and verbs that need no "I" before them.
IN_OTHER_LANGUAGES = _has_word(
    "ich", "mir", "mich", "mein(?:e[mnrs]?)?", "je", r"j['’]\w+", "moi", r"m['’]\w+", "yo", "mis?", "conmigo",
    "soy", "estoy", "tengo", "vivo", "trabajo", "toco", "prefiero", "quiero", "necesito", "odio", "hablo", "estudio",
    "bebo", "llevo", "d[aá]me", "dime", "tr[aá]tame", "h[aá]blame", "resp[oó]ndeme", "cont[eé]stame", "av[ií]same",
    "expl[ií]came", "ll[aá]mame", "eu", "meus?", "minhas?", "moro", "gosto", "sou", "tenho", "prefiro", "quero", "mio",
    "mia", "sono", "abito", "lavoro", "preferisco", "voglio",
)  # fmt: skip
TO_THE_PERSON = re.compile(
    r"(?<![\w/.-])(?:you(?:r|rs)?(?:['’](?:re|ve|d|ll))?|dich|dein(?:e[mnrs]?)?|vous|votre|vos|tu|toi|usted|tus?"
    r"|(?:bist|hast|möchtest|willst|kannst|magst) du)(?![\w/-])|^du\b|[您你]",
    re.IGNORECASE,
)
AN_ORDER = _starts(r"you (?:must|should|can|may|will|shall|are to|have to|need to)\b")  # to an agent
BY_THE_PERSON = _starts(r"(?:i|i['’](?:m|ve|d)|my|ich|mein\w*|je|j['’]\w+|yo|mi)\b", "我")
SAYS_WHAT_TO_DO = _has_word("should", "must", "never", "always", "please", "has to", "have to", "needs? to", "want")

# What was done or said, at one moment.
TALK = _starts(
    r"(?:the )?(?:assistant|chatgpt|claude|gemini|copilot|the ai|the bot)(?:['’]s)?\b",
    r"(?:the )?(?:user )?(?:said|thanked|greeted|wished|asked (?:about|how|what|why|when|where|whether|if"
    r"|for (?:a|an|the|some|help)))\b",
    r"would you like\b", r"is there anything\b", r"here(?:['’]s| is| are)\b", r"sure[!,]", r"of course[!,]",
    r"thanks?\b", r"bonjour\b", r"merci\b", r"voici\b", r"hallo\b", r"hier (?:ist|sind)\b",
    r"hola\b", r"aquí (?:tienes|está)\b", r"small talk\b",
    r"(?:what|how) would you like (?:chatgpt|claude|gemini|me|us|the)\b", r"\d+-character limit\b",
    "如果[您你]想", "以[下上](?:是|内容)", "已为", "用户向助手", "好的", "谢谢", "不客气", "你好", "早上好",
    "(?:今天|昨天|明天)(?!开始|起)",
    r"(?:用户|[您你]|我们?)?(?:今天|昨天|刚才|刚刚|上周|上次|本周|周[一二三四五六日天])?[,，:： ]*(?:一起)?"
    r"(?:问了|问过|修改了|修复了|完成了|更新了|讨论了|整理了|部署了|创建了|删除了|添加了|写了|聊了)",
)  # fmt: skip
DONE = _starts(
    r"(?:helped|fixed|drafted|graded|summari[sz]ed|booked|converted|translated|debugged|merged|deployed|released"
    r"|reviewed|refactored|installed|upgraded|scheduled|reported|replied)\b"
)
DONE_BY_THE_ASSISTANT = _starts(
    r"(?:we|i)(?: have|['’]ve)?(?: just| also)? \w+ed\b", r"(?:we|i) (?:wrote|made|went|built|sent|spoke|had|set)\b",
    r"let me know\b", r"just say\b",
)  # fmt: skip
HAPPENED = re.compile(
    r"[A-Z\d][\w'’-]*(?: [\w'’-]+){0,6} (?:was|were|has been|have been) (?:\w+ly )?\w+(?:ed|en|wn|ut|ght|lt|sent)\b"
)
HAPPENED_ZH = re.compile(r"[^我您你用主,，。]{1,30}(?:已经|已)(?:换|改|完|上|修|关|发|删)")
TIME_OF_DAY = re.compile(r"^\d{1,2}:\d{2}(?:\s*[ap]m)?\s*[-–—:]?\s*", re.IGNORECASE)
OWNER = re.compile(r"主人|(?<!\w)my (?:human|user|owner)(?!\w)", re.IGNORECASE)
FAMILY = (
    "wife|husband|partner|spouse|fianc[eé]e?|girlfriend|boyfriend|(?:step|grand|half-)?(?:sons?|daughters?|mother|father"
    "|mum|mom|dad|sisters?|brothers?|parents?|child(?:ren)?)|kids?|baby|twins?|uncle|aunt|cousin|niece|nephew|family|dog"
    "|cat|horse|parrot|pets?"
)
OF_FAMILY = _starts(rf"(?:(?:my|your|his|her|their|(?:the )?user['’]s) )?(?:[\w-]+ ){{0,2}}(?:{FAMILY})\b")
OF_SOMEBODY = re.compile(  # Her studio mate Vera …; Deputy ranger Osric is …
    r"(?:(?i:my|your|his|her|their|(?:the )?user['’]s)(?: [a-z-]+){1,3}|[A-Z][a-z]+[a-rt-z](?: [a-z]+)?)"
    r",? [A-Z][\w'’-]+,? (?:is|has|was|does|handles|(?!as\b|its\b|this\b|his\b|less\b|always\b|unless\b)[a-z]{2,}s)\b"
)
AN_INSTRUCTION = _starts(
    r"(?:always|never|don['’]?t|do not|please|avoid|keep|use|give|ask|answer|respond|reply|write|show|explain|call"
    r"|address|be|when|if|before|after|no|only|prefer|treat|warn|tell|remind|format|include|skip|stop|speak|start|put|list|cite"
    r"|translate|summari[sz]e|assume|make|check|limit|try|remember|in general|for)\b",
    "请|不要|别|先|用|避免|尽量|始终|回答|给|务必|不用|称呼|叫",
)
A_THING = _starts(r"(?:the|this|that|these|those|there|it)\b", r"第[一二三四五六七八九十\d]+[^个次位]")
ROLES = (
    "colleague|co-?worker|co-?host|business partner|deputy|boss|manager|editor|supplier|roommate|flatmate|neighbou?r"
    "|student|client|customer|intern|landlord|teacher|coach|dentist|contractor|teammate"
)
OF_A_ROLE = re.compile(
    rf"(?i:(?:(?:my|your|his|her|their|the|(?:the )?user['’]s) )?(?:\w+ )?(?:{ROLES})),? [A-Z][\w'’-]+"
)
OF_A_ROLE_ZH = re.compile(
    r"[^我您你用,，。]{0,8}(?:同事|老板|经理|编辑|客户|实习生|室友|邻居|老师|组长|同学|搭档)(?!们|是我)"
)
NAMED = re.compile(
    r"([A-Z][\w'’-]*(?<!['’]s))(?: [A-Z][\w'’-]+){0,3}"
    r"(?:['’]s\b| (?:is|has|was|had|got|does|doesn['’]t|asked|told|mentioned|said|est|vit|hat|ist|wohnt|tiene|vive|es|"
    r"(?!as\b|its\b|this\b|his\b|less\b|across\b|times\b|unless\b|always\b|towards\b|perhaps\b)[a-z]{2,}s)\b)"
)
OF_A_PERSON = re.compile(  # behind a name: what people do, and no program does
    r"(?:['’]s)? (?:prefers?|likes|loves|wants|hates|dislikes|enjoys|lives|works (?:as|at|in|for)|asked|told|said"
    r"|speaks|mentioned|drinks|eats|wears|hopes|est|vit|hat|ist|wohnt|tiene|vive|es"
    r"|is (?:an?|the|married|allergic|vegan|vegetarian|learning|preparing|training))\b"
)
VERB_AFTER_A_NAME = re.compile(
    r"(?:['’]s)? (?:is|has|was|does|had|runs|manages|handles|likes|prefers|wants|lives|asked|told|said)\b"
)
NOT_A_NAME = frozenset(  # capitals that begin a sentence
    "he she they it elle il ella sie er es this that the user users who what there when where why how if always"  # noqa: SIM905
    " never please use do don i we my our your you his her their a an in on at for with and but or not no yes chatgpt"
    " claude gemini copilot ai bot assistant one some all every each most many both new old favorite favourite name age"
    " job role home".split()
)
HAS_PRONOUN = _has_word("he", "she", "they", "his", "her", "their", "elle", "il", "ella")
PRONOUN = _starts(r"(?:[^,.]{1,30}, )?(?:he|she|they|elle|il|ella|él)(?:['’]\w+)?\b", r"(?:his|her|their|son|sa|ses)\b")


@dataclass(frozen=True)
class Voice:
    """How a file speaks of its person: by a name, or to them; else as "I", or as "the user".

    In notes that an agent keeps of its owner, "I" is the agent. Where no line speaks in any of these ways, whoever is
    named may be the person.
    """

    name: str = ""
    is_you: bool = False
    is_agents: bool = False
    is_known: bool = False  # a line speaks of the person in one of these ways
    is_strict: bool = False  # most lines do, so one that does not is about something else

    def subject(self, text: str) -> About | None:
        """Return what a line is about by its own words; None if they do not tell."""
        text = _without_time(text)
        return next((about for about, tells in self._tests() if tells(text)), None)

    def _tests(self) -> tuple[tuple[About | None, Callable[[str], object]], ...]:
        """Return the tests of a line with what it is about if it passes, the surest first."""
        return (
            (About.PERSONA, self._is_of_agent),
            (About.LOG, self._is_done),
            (About.SOMEBODY, self._is_of_somebody),
            (About.PERSON, self._is_of_person),
            (About.SOMEBODY, self._names_another),
            (None, SAYS_WHAT_TO_DO.search),
            (About.LOG, lambda text: HAPPENED.match(text) or HAPPENED_ZH.match(text)),
            (About.PROJECT, A_THING.match),
        )

    def may_be_about_person(self, text: str) -> bool:
        """Return whether a line that does not name the person may be about them: an order does not."""
        is_order = AN_INSTRUCTION.match(text) or SAYS_WHAT_TO_DO.search(text)
        return not self.is_strict or bool(is_order or (self.name and HAS_PRONOUN.search(text)))

    def _is_of_somebody(self, text: str) -> bool:
        if OF_FAMILY.match(text) or (self.name and self.name in text):
            return False
        return bool(OF_A_ROLE.match(text) or OF_A_ROLE_ZH.match(text) or (self.is_known and OF_SOMEBODY.match(text)))

    def _is_of_agent(self, text: str) -> bool:
        return bool(PERSONA.match(text) or (self.is_agents and BY_THE_PERSON.match(text)))

    def _is_done(self, text: str) -> bool:
        if text.endswith(("?", "？")):
            return True
        return bool(TALK.match(text) or DONE.match(text) or (self.is_you and DONE_BY_THE_ASSISTANT.match(text)))

    def _is_of_person(self, text: str) -> bool:
        if OF_FAMILY.match(text) or OF_THE_PERSON.search(text) or IN_OTHER_LANGUAGES.search(text):
            return True
        if self.name and (re.search(rf"\b{re.escape(self.name)}\b", text) or PRONOUN.match(text)):
            return True
        return self.is_you and TO_THE_PERSON.search(text) is not None and not AN_ORDER.match(text)

    def _names_another(self, text: str) -> bool:
        name = _name_of(text)
        return bool(name) and self.is_known and name != self.name


def detect_voice(lines: Iterable[str], *, is_summary: bool = False) -> Voice:
    """Return how a file speaks of its person. `lines` are its statements, without bullets and labels.

    In a summary about a person, the name that most lines begin with is theirs.
    """
    to_person = by_person = pronouns = 0
    is_agents = is_known = False
    about_person = total = 0
    names: Counter[str] = Counter()
    people: set[str] = set()
    for count, line in enumerate(lines):
        if count == LINES_MAX:
            break
        text = _without_time(line)
        is_agents = is_agents or OWNER.search(text) is not None
        names_person = OF_THE_PERSON.search(text) is not None
        is_known = is_known or names_person
        total, about_person = total + 1, about_person + names_person
        pronouns += PRONOUN.match(text) is not None
        by_person += BY_THE_PERSON.match(text) is not None
        to_person += TO_THE_PERSON.search(text) is not None and not AN_ORDER.match(text) and not PERSONA.match(text)
        if name := _name_of(text):
            names[name] += 1
            if is_summary or OF_A_PERSON.match(text, NAMED.match(text).end(1)):  # type: ignore[union-attr]
                people.add(name)
    is_you = to_person >= 2 and to_person > 2 * by_person
    name, times = next(((name, n) for name, n in names.most_common() if name in people), ("", 0))
    is_common = 2 * (times + pronouns) > sum(names.values()) and times + pronouns > by_person
    if is_you or not is_common or times + pronouns < 2 - is_summary:
        name, times, pronouns = "", 0, 0
    return Voice(
        name, is_you=is_you, is_agents=is_agents, is_known=is_known or is_you or bool(name),
        is_strict=total >= STRICT_FROM and about_person + times + pronouns >= STRICT_SHARE * total,
    )  # fmt: skip


def _without_time(line: str) -> str:
    return TIME_OF_DAY.sub("", line[:LINE_MAX].strip())


def _name_of(text: str) -> str:
    """Return the name that a line begins with, which is its subject; empty if it has none."""
    named = NAMED.match(text)
    if not named or named[1].casefold() in NOT_A_NAME or AN_INSTRUCTION.match(text):
        return ""
    if named[1].endswith("s") and not VERB_AFTER_A_NAME.match(text, named.end(1)):  # Keeps hens: no name
        return ""
    return named[1]
