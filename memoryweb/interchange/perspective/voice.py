"""How a file addresses its person, and the subject of each line, judged by its words.

A file keeps to one way: "I", "the user", "you" (an assistant that answers), or a name ("Bastian is …", in a summary). A
line with another subject is about somebody else, a thing, or what was done.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice

from memoryweb.interchange.entry import About
from memoryweb.interchange.perspective import clauses, events, self_reference, third_parties
from memoryweb.interchange.perspective.events import starts
from memoryweb.interchange.perspective.self_reference import has_word, speaks_of_person

LINE_MAX = 600  # characters of a line that are looked at
LINES_MAX = 5000  # lines that decide how a file speaks
STRICT_FROM, STRICT_SHARE = 4, 0.5  # lines, and the share of them that name the person


PERSONA = starts(
    r"you(?: are|['’]re) (?:an?|the|not an?)\b[^.]{0,80}\b(?:agent|assistant|chatbot|bot|ai)\b",
    r"your (?:role|job|purpose) is to\b",
    r"be genuinely\b",
    r"act as\b",
    r"[你我](?:是|叫)[^。]{0,20}(?:助手|助理|机器人|聊天|模型)",
)
TO_THE_PERSON = re.compile(
    r"(?<![\w/.-])(?:you(?:r|rs)?(?:['’](?:re|ve|d|ll))?|dich|dein(?:e[mnrs]?)?|vous|votre|vos|tu|toi|usted|tus?|te"
    r"|ti|contigo|eres|est[aá]s|tienes|vives|sueles|trabajas|prefieres|quieres|hablas|tocas|pides|você|(?:bist|hast"
    r"|möchtest|willst|kannst|magst) du)(?![\w/-])|^du\b|[您你]",
    re.IGNORECASE,
)
AN_ORDER = starts(r"you (?:must|should|can|may|will|shall|are to|have to|need to)\b")  # to an agent
BY_THE_PERSON = starts(r"(?:i|i['’](?:m|ve|d)|my|ich|mein\w*|je|j['’]\w+|yo|mi)\b", "我")
SAYS_WHAT_TO_DO = has_word("should", "must", "never", "always", "please", "want")

TIME_OF_DAY = re.compile(
    r"^(?:\d{1,2}:\d{2}(?:\s*[ap]m)?\s*[-–—:]?|\d{1,2}月\d{1,2}日[:：,，]?|\d{1,2}\.\d{1,2}\.:"
    r"|(?:19|20)\d\d(?:[-/.]\d\d?){0,2}\s*[:：–—-])\s*",
    re.IGNORECASE,
)
WORD = re.compile(r"\w[\w'’-]*(?<!['’]s)")
OWNER = re.compile(r"主人|(?<!\w)my (?:human|user|owner)(?!\w)", re.IGNORECASE)
AN_INSTRUCTION = starts(
    r"(?:always|never|don['’]?t|do not|please|avoid|keep|use|give|ask|answer|respond|reply|write|show|explain|call"
    r"|address|be|when|if|before|after|no|only|prefer|treat|warn|tell|remind|format|include|skip|stop|speak|start|put"
    r"|list|cite|translate|summari[sz]e|assume|make|check|limit|try|remember|in general|for)\b",
    "请|不要|别|先|用|避免|尽量|始终|回答|给|务必|不用|称呼|叫",
)
A_THING = starts(r"(?:the|this|that|these|those|there|it)\b", r"第[一二三四五六七八九十\d]+[^个次位]")
NAMED = re.compile(
    r"([A-Z][\w'’-]*(?<!['’]s))(?: [A-Z\d][\w.'’-]*){0,3}"
    r"(?:['’]s\b| (?:is|has|was|had|got|does|doesn['’]t|asked|told|mentioned|said|est|vit|hat|ist|wohnt|tiene|vive|es|"
    rf"{third_parties.VERB})\b"
    r"(?!,| only| and| over| please| are\b|\.?$))"
)
OF_A_PERSON = re.compile(  # behind a name: what people do, and no program does
    r"(?:['’]s)? (?:prefers?|likes|loves|wants|hates|dislikes|enjoys|lives|works (?:as|at|in|for)|asked|told|said"
    r"|speaks|mentioned|drinks|eats|wears|hopes|est|vit|hat|ist|wohnt|tiene|vive|es|is (?:an?|the|married|allergic"
    r"|vegan|vegetarian|learning|preparing|training))\b"
)
DESCRIBED = re.compile(
    r"[A-Z]\w+(?: [A-Z]\w+)? (?:is an?|prefers|likes|loves|lives|works as|wants|speaks|edits|writes|teaches|runs|owns"
    r"|studies|drives|plays|works) "
)
VERB_AFTER_A_NAME = re.compile(
    r"(?:['’]s)? (?:is|has|was|does|had|runs|manages|handles|likes|prefers|wants|lives|asked|told|said)\b"
)
NOT_A_NAME = frozenset(  # capitals that begin a sentence
    "he she they it elle il ella sie er es this that the user users who what there when where why how if always"  # noqa: SIM905
    " never please use do don i we my our your you his her their a an in on at for with and but or not no yes chatgpt"
    " claude gemini copilot ai bot assistant one some all every each most many both new old favorite favourite name age"
    " job role home usually often sometimes currently generally"
    " der die das ein eine le la les el los las un une una mon ma mes mi mis".split()
)
HAS_PRONOUN = has_word("he", "she", "they", "his", "her", "their", "elle", "il", "ella")
IS_THEIRS = has_word("(?:is|was) (?:his|her|their)")
PRONOUN = starts(r"(?:[^,.]{1,30}, )?(?:he|she|they|elle|il|ella|él)(?:['’]\w+)?\b", r"(?:his|her|their|son|sa|ses)\b")


@dataclass(frozen=True)
class Voice:
    """The way a file names its person: by a name, as "you", as "I", or as "the user".

    In notes that an agent keeps of its owner, "I" is the agent. Where no line speaks in any of these ways, whoever is
    named may be the person.
    """

    name: str = ""
    is_you: bool = False
    is_agents: bool = False
    is_known: bool = False  # a line speaks of the person in one of these ways
    is_strict: bool = False  # most lines do, so one that does not is about something else

    def subject(self, text: str) -> About | None:
        """Return the subject of a line, judged by its words; None if unclear."""
        text = _without_time(text)
        return next((about for about, tells in self._tests() if tells(text)), None)

    def _tests(self) -> tuple[tuple[About | None, Callable[[str], object]], ...]:
        """Return pairs of subject and test for a line, the surest first."""
        return (
            (About.PERSONA, self._is_of_agent),
            (About.LOG, self._is_of_talk),
            (About.SOMEBODY, self._is_of_somebody),
            (About.PERSON, self._is_of_person),
            (About.LOG, events.has_happened),
            (About.SOMEBODY, self._names_another),
            (None, SAYS_WHAT_TO_DO.search),
            (About.PROJECT, self._is_of_thing),
        )

    def may_be_about_person(self, text: str) -> bool:
        """Return whether a line without the person's name may be about them; in strict files only orders or "she"."""
        is_order = AN_INSTRUCTION.match(text) or SAYS_WHAT_TO_DO.search(text)
        return not self.is_strict or bool(is_order or (self.name and HAS_PRONOUN.search(text)))

    def _is_of_somebody(self, text: str) -> bool:
        if third_parties.of_family(text) or (self.name and self.name in text):
            return False
        if third_parties.of_a_role(text):
            return True
        begins_otherwise = (
            AN_INSTRUCTION.match(text) or self_reference.begins_without_subject(text) or self_reference.is_of_user(text)
        )
        return self.is_known and not begins_otherwise and third_parties.of_a_relation(text)

    def _is_of_agent(self, text: str) -> bool:
        return bool(PERSONA.match(text) or (self.is_agents and BY_THE_PERSON.match(text)))

    def _is_of_talk(self, text: str) -> bool:
        if self.name and text.startswith(f"{self.name} asked "):
            text = f"user{text.removeprefix(self.name)}"
        return events.tells_of_talk(text, is_to_person=self.is_you)

    def _is_of_person(self, text: str) -> bool:
        if third_parties.of_family(text) or speaks_of_person(text):
            return True
        if self.name and (re.search(rf"\b{re.escape(self.name)}\b", text) or PRONOUN.match(text)):
            return True
        return self.is_you and TO_THE_PERSON.search(text) is not None and not AN_ORDER.match(text)

    def _is_of_thing(self, text: str) -> bool:
        if AN_INSTRUCTION.match(text) or (self.name and HAS_PRONOUN.search(text)):
            return False
        if not self.is_known and _name_of(text):
            return False  # they may be the person
        return A_THING.match(text) is not None or clauses.has_thing_as_subject(text)

    def _names_another(self, text: str) -> bool:
        if self.name and IS_THEIRS.search(text):
            return False
        if self.is_known and third_parties.of_a_place(text) and not AN_INSTRUCTION.match(text):
            return True
        name = _name_of(text)
        return bool(name) and self.is_known and name != self.name


def detect_voice(lines: Iterable[str], *, is_summary: bool = False, title: str = "") -> Voice:
    """Return how a file speaks of its person. `lines` are its statements, without bullets and labels.

    In a summary about a person, the name that most lines begin with is theirs. A name in the file's title is theirs
    too, and so is the only one of a file that speaks of its person in no other way.
    """
    tally = _Tally(is_summary)
    for line in islice(lines, LINES_MAX):
        tally.add(_without_time(line))
    is_you = tally.to_person >= 2 and tally.to_person > 2 * tally.by_person
    name = "" if is_you else tally.find_name(title)
    by_name = tally.names[name] + tally.pronouns if name else 0
    return Voice(
        name,
        is_you=is_you,
        is_agents=tally.is_agents,
        is_known=bool(tally.of_person or is_you or name),
        is_strict=tally.lines >= STRICT_FROM and tally.of_person + by_name >= STRICT_SHARE * tally.lines,
    )


@dataclass
class _Tally:
    """Counts of a file's lines by subject, with names."""

    is_summary: bool
    lines: int = 0
    of_person: int = 0  # as "I" or "the user", or without a subject
    of_user: int = 0
    to_person: int = 0
    by_person: int = 0
    pronouns: int = 0
    is_agents: bool = False
    names: Counter[str] = field(default_factory=Counter)  # that begin a line
    people: set[str] = field(default_factory=set)  # those of them that are people's
    described: set[str] = field(default_factory=set)  # those of whom a line says what only a person does

    def add(self, text: str) -> None:
        self.lines += 1
        self.of_person += speaks_of_person(text)
        self.of_user += self_reference.is_of_user(text)
        self.to_person += bool(TO_THE_PERSON.search(text) and not AN_ORDER.match(text) and not PERSONA.match(text))
        self.by_person += BY_THE_PERSON.match(text) is not None
        self.pronouns += PRONOUN.match(text) is not None
        self.is_agents = self.is_agents or OWNER.search(text) is not None
        named = NAMED.match(text)
        name = _name_of(text)
        if not (named and name) or third_parties.of_family(name):
            return
        self.names[name] += 1
        if self.is_summary or OF_A_PERSON.match(text, named.end(1)):
            self.people.add(name)
        if DESCRIBED.match(text):
            self.described.add(name)

    def find_name(self, title: str) -> str:
        """Return the name used for the file's person; empty if none."""
        in_title = set(WORD.findall(title))
        people = self.people | (self.names.keys() & in_title)
        found = (name for name in self.names if name in people)  # of two with as many lines, the first one
        name = max(found, key=lambda each: (each in in_title, self.names[each]), default="")
        times = self.names[name] + self.pronouns
        is_alone = len(people) == 1 and not (self.by_person or self.of_user) and name in self.described
        is_common = 2 * times > self.names.total() and times >= 2 - self.is_summary
        return name if (name in in_title or is_alone or is_common) and times > self.by_person else ""


def _without_time(line: str) -> str:
    return TIME_OF_DAY.sub("", line[:LINE_MAX].strip())


def _name_of(text: str) -> str:
    """Return the name at the start of a line, its subject; empty if none."""
    named = NAMED.match(text)
    if not named or named[1].casefold() in NOT_A_NAME or AN_INSTRUCTION.match(text):
        return ""
    if named[1].endswith("s") and not VERB_AFTER_A_NAME.match(text, named.end(1)):  # Keeps hens: no name
        return ""
    return named[1]
