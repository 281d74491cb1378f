"""Makes the short label of a statement: it ends at a noun, says the direction, and reads well to a stranger."""

import re

from memoryweb.language.extraction.sentences import BLANK, with_titles
from memoryweb.language.extraction.types import Clause, StatementType
from memoryweb.language.locales.base import one_of
from memoryweb.language.text import signs, tokens
from memoryweb.rules import limits

WORDS_MAX = 12  # words of a label
SHORT_MAX = 6  # of one about answers
CJK_MAX = 18  # characters of a Chinese label
TRIGGER_MAX = 120  # characters before what a statement is about

# Where what is disliked or preferred ends, and a reason, a contrast or another clause begins
REASON = re.compile(
    r"\s*(?:[;:(—]|[.!?。！？]|\s[-–]\s|\b(?:because|due to|as (?:i|it|they|they're|there|you|an? |the )|since|"
    r"so that|so|whenever|when|while|if|unless|until|over|rather than|instead of|more than|than|but|although|though|"
    r"especially|even|now|anymore|these days|regardless)\b|[，；：]|因为|而不是|不是|胜过|多过).*",
    re.IGNORECASE | re.DOTALL,
)
NEXT_CLAUSE = re.compile(
    r"\s(?:and|but|or|then)\s(?:(?:strongly|only|also|always|never|will|would|then|exclusively|usually|instead|"
    r"just) ){0,2}"
    + one_of("""
    avoid, prefer, dislike, hate, love, like, enjoy, refuse, choose, want, need, use, listen, try, will, am, can't,
    cannot, don't, do, never, always, find, opt, go, rarely, wear, eat, drink, buy, perform, seek, stick, keep, value,
    think
""")
    + r"\b.*",
    re.IGNORECASE | re.DOTALL,
)
SPEAKER = re.compile(
    r"\s(?:that |which |because |as |when |where |what )?(?:I|I'm|I've|I'd|I'll|it|it's|they|they're|we|you|he|"
    r"she|there)\b.*|"
    r"\sfor (?:their|its|his|her)\b.*",
    re.DOTALL,
)
COMMA = re.compile(r",\s*")
AFTER_COMMA = re.compile(
    r"(?:even|which|so|as|because|and (?:i|my|it|they|prefer|avoid)|i|i'm|it|they|especially|particularly|including|"
    r"such|like|preferring|not|rather|but|who|where|when|if|though|although|since|with|without|while|both|ideally|"
    r"please|no matter|regardless|instead|thanks|always|never|usually|mostly|mainly|too)\b",
    re.IGNORECASE,
)
ASIDE = one_of("""
    to, that, any, my, some, all(?! wheel), me, us, for, of, in, by, as, at, on, with, about, sure, when, really,
    very, always, never, not, kinds? of, types? of, forms? of, sorts? of, lots? of, please
""")
FIRST = re.compile(rf"^[\W_]*(?:{ASIDE}\b(?!-)[\s,]*)+", re.IGNORECASE)
ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
LOOSE = one_of(r"""
    to, that, the, an?, my, any, some, all, of, in, by, as, at, on, with, for, about, and, or, do, does, not, don't,
    doesn't, aren't, isn't, are, is, which, who, from, into, without, than, very, too, be, have, using, \w{2,}ly,
    at all, whatsoever, anymore, too, only, just, involve, like, such
""")
LAST = re.compile(rf"(?:[\s,]+{LOOSE})+$", re.IGNORECASE)
MINE = re.compile(r"\b(?:my|our) (?:own )?", re.IGNORECASE)
JOINT = re.compile(
    r"\s(?:in|with|by|from|for|at|on|as|to|of|that|into|without|before|after|during|is|are)\s.*",
    re.IGNORECASE | re.DOTALL,
)
BIDS = re.compile(
    r"^\W*(?:use|avoid|keep|reply|respond|answer|write|speak|talk|give|include|add|put|skip|format|show|start|"
    r"begin|end|call|address|sign|cite|ask|send|export|provide|convert|suggest|recommend|schedule|say|mention|"
    r"list|adding|using|writing|making|saying)\b(?: me\b)?\s*",
    re.IGNORECASE,
)
QUOTATION_MARKS = re.compile(r"[\"“”„«»]")
IT_WHEN = re.compile(r"^\W*it (?:when|if|that)\b", re.IGNORECASE)
CONTRAST = re.compile(
    r"^\W*(?P<one>\w+(?: \w+)?) over (?P<other>\w+(?: \w+)?)(?=\W*$|[.,;(]| (?:when|if|for|in|at|while|because|as|"
    r"since)\b)",
    re.IGNORECASE,
)

# What the words before say of the direction
ATTITUDES = one_of("""
    liked?, enjoy(?:ed)?, loved?, cared?, want(?:ed)?, stand, bear, tolerate, appreciate, fancy, need, mind, find,
    believe, think, feel, have, really, ever, get
""")
NOT_LIKED = one_of(r"""
    dislike, hate, object(?:ion)?, opposed, intoleran\w+, aversion, averse, distaste, bias(?:ed)? against, detest,
    loathe, despise, annoy\w*, can't, cannot, can not, tired of, sick of, bothered by, sensitive to, skeptical,
    against, uncomfortable, uneasy, unhappy, put off by, turned off by,
    (?:don't|do not|dont|doesn't|never)(?: \w+ly)? (?:like|enjoy|love|care|want|appreciate|fancy)(?:d|ed)?,
    not (?:\w+ly |much of )?(?:an? |the )?(?:\w+ ){0,2}(?:fan|person|lover|type|one|into|fond|keen|big|comfortable)
""")
VERB = r"(?P<verb>[a-z]+)\W*$"
DIRECTIONS = tuple(
    (label, re.compile(rf"\b{words}", re.IGNORECASE))
    for label, words in (
        ("{stopped}", r"(?P<stopped>stopped|quit)\W*$"),
        ("Gave up", r"(?:given|gave) up\W*$"),
        ("Switched {from_or_to}", r"switched (?P<from_or_to>from|to)\W*$"),
        ("Cut {particle}", r"cut (?P<particle>out|down|back)\W*$"),
        ("No longer {verbs}", rf"no longer(?: \w+ly)? {VERB}"),
        ("Avoids", r"(?:avoid\w*|stay away from|steer clear of|abstain\w* from|keep away from)\b"),
        ("Refuses to", r"refuse(?: to)?\W*$"),
        ("Afraid of", r"(?:fear|afraid|scared|terrified|frightened)\b"),
        ("Not interested in", r"(?:no|zero|little|not|don't|do not|lack|lost)\b.{0,20}\binterest(?:ed)?\b"),
        ("Prefers not to", r"(?:prefer|rather) not\b"),
        ("Would rather", r"(?:'d|would|had) (?:much |far )?(?:rather|sooner)\W*$"),
        ("Doesn’t {verb}", rf"(?:don't|do not|dont|never)(?: \w+ly)? (?!{ATTITUDES}\b){VERB}"),
        ("Only {verbs}", rf"(?:only|exclusively|strictly)(?: ever)? (?!prefer|like|want|consider|need){VERB}"),
        ("Dislikes", rf"{NOT_LIKED}\b"),
    )
)
# How the label of something that ended, or never was, begins: it says so without a negation.
ENDED = ("Stopped", "Gave up", "Switched", "Cut ", "Refuses", "Afraid", "Seldom", "Rarely")
FINDS = re.compile(r"\bfind(?:s|ing)?\W*$", re.IGNORECASE)
JUDGED = re.compile(r"\s+(?:(?:to be|very|really|too|so|quite|rather|extremely|incredibly|a bit|pretty) )*[\w-]+\W*$")
AVOID = re.compile(r"^\W*(?:to )?avoid(?:ing)? ", re.IGNORECASE)
NOT_TO = re.compile(r"^\W*not to ", re.IGNORECASE)
NOT_DOING = re.compile(r"^\W*not (?=[a-z]+ing\b)", re.IGNORECASE)
# "I rarely use", "I focus on": the verb of a habit, which its object alone does not tell
HABIT = re.compile(
    r"\b(?:I|we) (?:(?P<seldom>rarely|seldom|hardly ever)|"
    r"(?:(?:[a-z]+ly|almost|always|often|also|then|still|now)\b ?){0,3})\W*"
    r"(?P<verb>(?!am\b|'|are\b|was\b|have\b|prefer|like|love|enjoy|favou?r|opt|find|tend|try|seek|choose)[a-z]{2,})?"
    r"(?P<particle> (?:on|by|at|in|with|between|from|for|up|out))?\W*$",
    re.IGNORECASE,
)
FIRST_VERB = re.compile(r"^\W*(?:[a-z]+ly )*(?P<verb>[a-z]{3,}) ", re.IGNORECASE)
TO = re.compile(r"^\W*to ", re.IGNORECASE)
INCLINED = re.compile(r"\b(?P<verb>want|like|love|need)(?:ed)?\W*$", re.IGNORECASE)  # before "to collect stamps"
PREPOSITION = re.compile(r"^\W*((?:to|at|as|in|on|with|for|by|from|through|between|about|around|into) )", re.IGNORECASE)
# "I prefer trains to planes", "hiking to swimming"; not "access to data" or "talking to people"
PREFERRED_TO = re.compile(
    r"^\W*(?P<one>(?:[\w'-]+ ){0,2}?\w+(?P<end>ing|s)) to (?P<other>(?:[\w'-]+ ){0,2}?\w+(?P=end))(?=\W*$|[.,;(])",
    re.IGNORECASE,
)
GERUND = re.compile(r"[a-z]+ing$", re.IGNORECASE)
CLAUSES_ABOUT_ANSWERS = frozenset({StatementType.DIRECTIVE, StatementType.CORRECTION, StatementType.WISH})
DIRECTED = frozenset(map(StatementType, ("preference", "dislike", "habit", "need", "change")))

# Chinese
FIRST_ZH = re.compile(
    r"^(?:[是的了有把都请就要很于也还]|在(?![^，。]{1,12}(?:上班|工作|办公))|我|那些(?:关于)?|这些(?:关于)?|家里?(?=[养有])|会(?!议|计)|那种|这种|而且|但|其实|一些|"
    r"[吃喝看听用穿买坐住选点](?=[\u4e00-\u9fff]{2}))+"
)
LAST_ZH = re.compile(r"(?:也|都|非常|很|最|特别|比较|还|和|与|跟|的|了|、|呢|吧|啊|就|才|只|会)+$")
AGAINST_ZH = re.compile(
    r"(?:最|特别|很|非常|比较|一直|从小就?)*(?P<verb>讨厌|討厭|反感|厌恶|受不了|怕|害怕|恨|拒绝|避免|避開|避开|"
    r"不(?:太|怎么|怎麼|大|是很)?(?:喜欢|喜歡|爱|愛|吃|喝|碰|坐|看|"
    r"听|聽|穿|买|買|抽|玩|住|养|養|去|用(?!户)|能吃|能喝|敢吃|敢|想|愿意|願意|习惯|習慣|希望)|吃不了|吃不惯|从不|從不|"
    r"从来不|從來不|没兴趣|沒興趣)$"
)
LEARNS_ZH = re.compile(r"(?P<verb>学|學|备考|準備考|准备考|戒|练|練|攒|攢)$")


def headline(text: str, clause: Clause) -> tuple[str, str]:
    """Return the label of a clause and its bare subject: "Dislikes horror movies" and "Horror movies".

    `text` is the clause as it was written. The subject names the key, so that a change of mind is found.
    """
    if tokens.CJK.search(clause.about or text):
        return _headline_zh(text, clause)
    about = with_titles(clause.about, text)
    trigger, about = _trigger(text, about), IT_WHEN.sub("", QUOTATION_MARKS.sub("", about))
    if clause.type in CLAUSES_ABOUT_ANSWERS:
        about = _without_reason(about)
        about = BIDS.sub("", FIRST.sub("", about)) or about
        about = JOINT.sub("", FIRST.sub("", about)) or about
        short = as_label(" ".join(FIRST.sub("", about).strip(" .,;:!?'\"").split()[:SHORT_MAX]))
        return short, short
    if FINDS.search(trigger) and len(about.split()) > 1:
        judged, subject = _noun_phrase(about), as_label(_noun_phrase(JUDGED.sub("", about, count=1)))
        if judged != subject:  # else what it was found to be is cut off
            return f"Finds {_lowered(judged)}", subject
    if whole := _habit(about, trigger) if clause.type is StatementType.HABIT else _compared(about, trigger):
        return whole, whole
    phrase = _noun_phrase(AVOID.sub("", NOT_TO.sub("", about)))
    bare = as_label(ARTICLE.sub("", phrase))
    if clause.type not in DIRECTED or not phrase:
        return bare, bare
    if phrase not in about or text.startswith(phrase):  # a name keeps its capital
        phrase = _lowered(phrase)
    return _directed(phrase, about, trigger, clause) or bare, bare


def _compared(about: str, trigger: str) -> str:
    """Return a comparison label: "Trains over planes"; empty without a comparison."""
    found = PREFERRED_TO.match(about) if trigger.lower().rstrip().endswith("prefer") else None
    return as_label(f"{found['one']} over {found['other']}") if found else ""


def _habit(about: str, trigger: str) -> str:
    """Return a habit with its verb: "Groups by color and size"; empty after other leading words."""
    if any(words.search(trigger) for _, words in DIRECTIONS) or not (match := HABIT.search(trigger)):
        return ""
    verb = match["verb"]
    if not verb:
        if not (first := FIRST_VERB.match(about)):
            return ""
        verb, about = first["verb"], about[first.end() :]
    words = [match["seldom"], third_person(verb), match["particle"]]
    if preposition := PREPOSITION.match(about):
        words.append(preposition[1])
        about = about[preposition.end() :]
    if not (phrase := _noun_phrase(about)):
        return ""
    return capitalized(" ".join(word.strip() for word in [*words, phrase] if word))


def _trigger(text: str, about: str) -> str:
    place = text.replace("’", "'").find(about.strip()) if about.strip() else -1
    return (text[:place] if place > 0 else text)[-TRIGGER_MAX:].replace("’", "'")


def _directed(phrase: str, about: str, trigger: str, clause: Clause) -> str:
    """Return the label with its direction, or an empty text for a plain preference."""
    if AVOID.match(about):
        return f"Avoids {phrase}"
    if NOT_DOING.match(about):
        return f"{'Dislikes' if clause.type is StatementType.DISLIKE else 'Prefers'} not {phrase}"
    if NOT_TO.match(about):
        return f"Prefers not to {phrase}"
    for label, words in DIRECTIONS:
        if match := words.search(trigger):
            named = match.groupdict()
            preposition = PREPOSITION.match(about) if {"verb", "particle"} & {*named} else None
            direction = capitalized(label.format(verbs=third_person(named.get("verb") or ""), **named))
            return f"{direction} {preposition[1] if preposition else ''}{phrase}"
    if clause.type is StatementType.DISLIKE:
        return f"{'Doesn’t like to' if TO.match(about) else 'Dislikes'} {phrase}"
    inclined = INCLINED.search(trigger)
    verb = capitalized(third_person(inclined["verb"].lower())) if inclined else "Prefers"
    return f"{verb} to {phrase}" if TO.match(about) and clause.type is StatementType.PREFERENCE else ""


def third_person(verb: str) -> str:
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}s"


def _without_reason(about: str) -> str:
    return COMMA.split(REASON.sub("", about, count=1) or about)[0] or about


def _noun_phrase(about: str) -> str:
    """Return the phrase that a text begins with, up to its reason or the next clause, and without a loose end."""
    if contrast := CONTRAST.match(about):
        return f"{contrast['one']} over {contrast['other']}"
    cut = REASON.sub("", about, count=1) or about
    if GERUND.fullmatch(cut.strip()) and len(about.split()) > 1:
        cut = about
    cut = NEXT_CLAUSE.sub("", SPEAKER.sub("", cut))
    cut = MINE.sub("", FIRST.sub("", _list_of(cut)))
    words = cut.split()
    if len(words) > WORDS_MAX:
        cut = " ".join(words[:WORDS_MAX])
    return LAST.sub("", cut.strip(" .,;:!?'\"-")).strip(" .,;:!?'\"-")


def _list_of(text: str) -> str:
    """Return a text up to the first comma after which no further item of a list comes."""
    parts = COMMA.split(text)
    kept = parts[:1]
    for part in parts[1:]:
        if AFTER_COMMA.match(part) or len(part.split()) > SHORT_MAX:
            break
        kept.append(part)
    if len(kept) == 1 and len(parts) > 1 and len(kept[0].split()) <= 1:
        kept.append(parts[1])  # "bold, vibrant colors and patterns in home decor"
    return ", ".join(kept)


def _lowered(phrase: str) -> str:
    """Return a phrase in lower case at its beginning, unless that is a name or an abbreviation."""
    first = phrase.split(" ", 1)[0]
    return phrase if first[1:] != first[1:].lower() or first in NAMES else phrase[:1].lower() + phrase[1:]


NAMES = {"I", "English", "French", "German", "Japanese", "Chinese", "Spanish", "Italian", "American", "Korean"}


def as_label(words: str) -> str:
    """Return somebody's own words as a label, in their letters: iPhone, npm, ჩაი."""
    return signs.cut(words, limits.LABEL_MAX).strip()


def capitalized(label: str) -> str:
    """Return a label that begins with a verb of ours."""
    return as_label(label[:1].upper() + label[1:])


def _headline_zh(text: str, clause: Clause) -> tuple[str, str]:
    about, trigger = clause.about.replace(BLANK, " "), _trigger(text, clause.about)
    bare = shortened_zh(REASON.sub("", about, count=1) or about)
    if not bare or len(bare) < 2:
        bare = shortened_zh(re.split(r"[，,]", text)[0].replace("我", "", 1))
        return bare, bare
    match = None
    if clause.type is StatementType.DISLIKE:
        match = AGAINST_ZH.search(trigger)
    elif clause.type is StatementType.GOAL and not (match := LEARNS_ZH.search(trigger)):
        return shortened_zh(
            re.split(r"[，,；;]", text)[0]
        ), bare  # "打算把法语考到B2": without its verb it would be reached
    return (signs.cut(f"{match['verb']}{bare}", CJK_MAX) if match else bare), bare


def shortened_zh(about: str) -> str:
    """Return a Chinese phrase without what only leads to it, cut where an item of its list ends."""
    short = FIRST_ZH.sub("", about.strip()).strip(" .,;:!?'\"()，。；：！？、的了")
    if len(short) > CJK_MAX:
        cut = signs.cut(short, CJK_MAX)
        short = cut[: cut.rfind("、")] if "、" in cut else cut
    return LAST_ZH.sub("", short)
