"""What a statement is about, told from its words: when it holds, what one does, and to what. No Django.

"When tired, I prefer tea" and "I choose coffee when I'm tired" have one subject; "I like tea" and "I like jazz"
have two. Where a frame holds one thing at a time (prefer, favourite, believe in), another thing is a change of
mind; where it holds many (like, hate), only the same thing said otherwise is.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from memoryweb.rules import limits, tokens

READ_MAX = 600  # characters: what somebody says they prefer stands at the beginning
# ruff: noqa: E501  a list of words is easier to read as one line
# fmt: off
LEADS = re.compile(r"^\W*(?:(?:and|but|so|well|also|now|actually|personally|honestly|usually|generally|normally|these days)\b,?\s*)+", re.IGNORECASE)
OCCASION = r"(?:when(?:ever)?|while|if|after|before|during|once|unless|on|in|at|for|over|under)"
TIMES = r"(?:(?:early |late |every |each )?(?:mornings?|afternoons?|evenings?|nights?|noon|weekends?|weekdays?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|breakfast|lunch|dinner|summer|winter|spring|autumn))"
PERSON = r"(?:I|I'm|I'd|I've|you|you're|we|my|your|please)\b"
VERB = r"(?:prefer|choose|like|love|enjoy|drink|eat|want|avoid|go for|opt|use|sort|focus|keep|maintain|hate|need|have|pick|reply|answer|write|give|call|be)\w*\b"
LEADING = re.compile(rf"^(?P<when>{OCCASION}\b(?! (?:the )?(?:future|now|general|fact|my opinion|example|short|the record)\b)\s[^,:，：]{{1,120}})[,:，：]\s|^(?P<bare>(?:(?:on|at|during|in the|in) )?{TIMES})(?:[,:]\s+|\s+(?={PERSON}))|^(?P<open>{OCCASION}\b\s[^,:，：]{{1,80}}?)\s+(?=(?:I|you|we) (?:\w+ )?{VERB})", re.IGNORECASE)
TRAILING = re.compile(
    r"\s(?P<when>(?:when(?:ever)?|while|unless|after|before|during|if)\s(?!(?:i )?can\b|possible|needed|you (?:did|do))(?:(?!\b(?:don't|doesn't|isn't|works?|because|as|since)\b)[^,.;()（]){2,80}|(?:on|in|at|during) (?:the |my |long |short )*(?:" + TIMES + r"|flights?|trips?|the road|vacations?|holidays?|work|home|school|the office|meetings?|trains?|planes?|public|winter|summer)"
    r"|for (?!me\b|you\b|it\b|this\b|years?\b|a (?:while|living)\b|example\b|(?:\w+ )?(?:reasons?|benefits?|purposes?)\b|(?:their|its|his|her)\b|now\b|ever\b|sure\b|everything\b|anything\b|all\b|most\b|that\b|the\b|\d)(?<!preference for )(?<!passion for )(?<!love for )(?<!taste for )(?<!need for )(?<!weakness for )(?<!spot for )(?<!care for )(?<!tolerance for )(?<!opt for )(?<!go for )(?<!appetite for )(?<!fondness for )(?<!allow for )(?<!dislike for )(?<!look for )(?<!disdain for )[\w'-]+(?: (?!because|as|since)[\w'-]+){0,3})(?=\s*(?:$|[.,;!?(（]|\b(?:because|as|since|due)\b))",
    re.IGNORECASE,
)
ZH_WHEN = re.compile(r"(?:^|[，,、。；]|我|，我)(?P<when>(?:(?!喜欢|希望|想|要|爱|提前|请|记得)[^，,。；！？我]){1,16}?)(?:的时候|的时侯|(?<!小)时(?=[，,我]|更|会|都|请|喜|爱|想|喝|吃|用|只|就|总)|的话|之后|之前)|(?:^|[，,])(?P<time>早上|早晨|上午|中午|下午|晚上|夜里|周末|工作日|夏天|冬天|春天|秋天|出差|加班|旅行|长途)(?=[，,我]|喜|爱|更)")
ZH_FOR = re.compile(r"^(?P<when>报告|邮件|周报|会议纪要|代码|文档|合同|简历|论文|数据|表格|图片)(?:请|都|一律|就|要|用|最好)")
FILLED = re.compile(r"\b(?:i'm|i am|i feel|i'm feeling|i get|i have to|i|you're|you are|you feel|you|we're|we|it's|it is|its|am|are|is|feeling|being|my|your|the|a|an)\b\s*", re.IGNORECASE)
REASON = re.compile(r"\s*(?:[(（].*|\b(?:because|as (?:i|you|it|they|we|protein|\w+ \w+s)\b|since|due to|so that)\b.*|\s[-–—]\s.*|[,;.]\s(?!not\b|rather\b|instead\b).*|(?:，|,)?(?:因为|由于|毕竟).*)$", re.IGNORECASE | re.DOTALL)
CONTRAST = re.compile(r"\(not\b|\b(?:over|rather than|instead of|more than|not|but|than|versus|vs)\b|而不是|不是|不要|，不|,不|胜过|多过", re.IGNORECASE)
ONE = re.compile(
    r"\b(?P<prefer>prefer(?:s|red|ring)?|preference|rather|choos\w+|chose|opt(?:s|ed)? for|go(?:es)? for|pick(?:s|ed)?|default to|insist on|stick to)\b|\b(?P<favourite>favou?rites?|go-to)\b|\b(?P<believe>believ\w+)\b|更喜欢|更爱|偏好|偏爱|首选|倾向|宁愿|最喜欢|最爱",
    re.IGNORECASE,
)
MANY = re.compile(r"\b(?:like[sd]?|loves?|loved|enjoy(?:s|ed)?|adore[sd]?|hates?|hated|dislikes?|disliked|avoid(?:s|ed)?|can't stand|detests?|loathes?|fond of|fan of|allergic to|into|interested in|value[sd]?|appreciates?|don't|doesn't|do not|never|no longer|stopped|quit|used to)\b|喜欢|爱|讨厌|不吃|不喝|不碰|受不了|反感|避免|过敏|不再|戒", re.IGNORECASE)
DOES = re.compile(r"\b(?P<verb>drink|eat|ate|drank|have|had|want|need|use|used|wear|watch|read|listen|play|drive|focus|focused|sort|sorted|keep|kept|maintain|maintained|live|work|buy|bought|serve|sleep|wake|start|reply|answer|write|order|take|took|travel|go|find|look)(?:e?s|ed|d|ing)?\b|(?P<zh>喝|吃|用|看|听|穿|玩|住|坐|买|读|写|回答|回复)", re.IGNORECASE)
FAVOURITE = re.compile(r"\b(?:favou?rite|go-to)s?\b(?P<thing>[\w' -]{0,40}?)(?:\s(?:is|are|was|were)\b|:|'s\b)|最(?:喜欢|爱)(?:吃|喝|看|听|玩)?的(?P<zh>[^是，。]{1,12})是", re.IGNORECASE)
# fmt: on
SAME_PRESENT = {"ate": "eat", "drank": "drink", "had": "have", "kept": "keep", "bought": "buy", "took": "take"}
TAKES = frozenset(
    {"drink", "eat", "have", "want", "take", "order", "maintain", "喝", "吃", "need", "use", "用", "keep"}
)
TURNED_DOWN = re.compile(r"[(（](?:not|over|rather than|instead of|不是|而不是)\s?([^)）]{1,80})", re.IGNORECASE)
WHY = re.compile(r"\b(?:because|as|since)\b", re.IGNORECASE)
SORTS = tuple(
    (sort, re.compile(rf"\b(?:{english})\b|{chinese}", re.IGNORECASE))
    for sort, english, chinese in (
        (
            "drink",
            r"drinks?|beverages?|hot chocolate|tea|coffee|espresso|latte|juices?|water|smoothies?|wine|beer|soda|milk|cocktails?|lemonade|cocoa",
            r"茶|咖啡|果汁|水$|酒|牛奶|饮料",
        ),
        (
            "food",
            r"snacks?|foods?|meals?|fruits?(?! (?:juice|punch|tea|smoothie))|nuts?|almonds|(?<!hot )chocolate|cakes?|cookies|chips|crackers|popcorn|salads?|vegetables?|cheese|bread|rice|noodles|soup|pizza|candy|candies|sandwich(?:es)?|bars?|portions?|sweets|desserts?",
            r"面|饭|菜|水果|零食|蛋糕|巧克力|火锅|沙拉",
        ),
        (
            "place",
            r"shel(?:f|ves)|drawers?|counters?|tables?|desks?|cabinets?|refrigerator|fridge|cupboards?|closets?|rooms?|seats?|storage|placement|arrangement|placed|stored|areas?",
            r"抽屉|柜|架|桌|座位",
        ),
        (
            "words",
            r"answers?|repl(?:y|ies)|explanations?|bullet points?|paragraphs|emails?|summar(?:y|ies)|tone",
            r"回答|回复|要点|表格|语气",
        ),
        ("sound", r"music|jazz|songs?|podcasts?|silence|noise|audiobooks?", r"音乐|歌|播客|安静"),
    )
)
SAME_OCCASION_FROM = 0.8  # share of the longer one's words
SAME_THING_FROM = 0.5  # share of subject words, where a frame holds many things
SAME_ALTERNATIVES_FROM = 0.3  # where it holds one, and one of the two was chosen over the other


def parse_condition(text: str) -> str:
    """When a statement holds, in one spelling: "when tired" for "Whenever I'm tired, …"; empty: always."""
    found = _condition(text[:READ_MAX])
    return _normal(found)[: limits.CONDITION_MAX] if found else ""


def _condition(text: str) -> str:
    rest = LEADS.sub("", text).lstrip()
    if tokens.detect_language(text) == "zh":
        zh = ZH_FOR.search(rest) or ZH_WHEN.search(rest)
        return (zh["when"] or zh.groupdict().get("time") or "") if zh else ""
    if found := LEADING.match(rest):
        return found["when"] or found["bare"] or found["open"]
    found = TRAILING.search(REASON.sub("", rest))
    return found["when"] if found else ""


def _normal(when: str) -> str:
    if tokens.CJK.search(when):
        return re.sub(r"^(?:如果|每当|每逢|每次|在|当|我|觉得|感到|感觉|比较|很|特别)+", "", when.strip())
    plain = tokens.normalize(when)
    first, _, rest = plain.partition(" ")
    rest = " ".join(FILLED.sub("", rest).split())
    return f"{'when' if first == 'whenever' else first} {rest}".strip() if rest else first


@dataclass(frozen=True)
class Subject:
    """`frame`: what one does with the thing; `one`: it holds one at a time. `chosen` before a contrast, `other` after it.

    `sort`: drink, food or place, where the words leave no doubt; `favourite`: favourite what, None where it is none.
    """

    condition: str
    frame: str
    one: bool
    favourite: str | None
    sort: str
    chosen: Counter[str]
    other: Counter[str]

    @property
    def tells(self) -> bool:
        """Whether anything in it could be compared."""
        return bool(self.condition or self.frame)

    @cached_property
    def occasion(self) -> frozenset[str]:
        return frozenset(tokens.word_counts(self.condition)) or frozenset(self.condition.split())

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """A text about the same has one of these in it: a cheap look before a close one."""
        things = () if self.favourite is None else ("favo", "go-to", "最")
        return (*self.occasion, *things) if self.condition or things else (*self.chosen, *self.other)

    def near(self, text: str) -> bool:
        """Whether a closer look is worth it: most texts have nothing in common with this one."""
        folded = text.casefold()
        return any(mark in folded for mark in self.marks)


def parse_subject(text: str) -> Subject:
    """The subject of one statement, as a sentence in the first or second person, or without one."""
    text = text[:READ_MAX].replace("’", "'")
    said = REASON.sub("", _without_condition(text))
    frame, one, rest = _frame(said)
    chosen, other = split_contrast(rest)
    favourite = FAVOURITE.search(text)
    return Subject(
        condition=parse_condition(text),
        frame=frame,
        one=one,
        favourite=tokens.normalize(favourite["thing"] or favourite["zh"] or "") if favourite else None,
        sort=_sort(chosen),
        chosen=tokens.word_counts(chosen),
        other=tokens.word_counts(f"{other} {_in_brackets(text)}"),
    )


def _without_condition(text: str) -> str:
    rest = LEADS.sub("", text).lstrip()
    found = LEADING.match(rest)
    return rest[found.end() :] if found else rest


def _in_brackets(text: str) -> str:
    """ "(not coffee)" says what was turned down; other brackets only say why."""
    found = TURNED_DOWN.search(text)
    return WHY.split(found[1])[0] if found else ""


def _frame(said: str) -> tuple[str, bool, str]:
    if found := ONE.search(said):
        return ("believe" if found.lastgroup == "believe" else "take"), True, said[found.end() :]
    if found := MANY.search(said):
        return "like", False, said[found.end() :]
    if found := DOES.search(said):
        verb = (found["verb"] or found["zh"]).casefold()
        verb = SAME_PRESENT.get(verb, verb)
        return ("take" if verb in TAKES else verb), False, said[found.end() :]
    return "", False, said


def split_contrast(text: str) -> tuple[str, str]:
    """What stands before and after a contrast: "tea over coffee" → tea, coffee."""
    found = CONTRAST.search(text)
    return (text[: found.start()], text[found.end() :]) if found else (text, "")


def _sort(chosen: str) -> str:
    named = {sort for sort, pattern in SORTS if pattern.search(chosen)}
    return named.pop() if len(named) == 1 else ""


def same_subject(one: str, other: str) -> bool:
    """Whether two statements of one person, category and scope are about the same, whatever each says of it."""
    return is_alike(parse_subject(one), parse_subject(other))


def is_alike(a: Subject, b: Subject, *, named_apart: bool = False) -> bool:
    """`named_apart`: somebody gave them different names; then only what they speak of can make them one."""
    if a.condition or b.condition:
        if not _same_occasion(a, b):
            return False
        return (_same_frame(a, b) and not named_apart) or _things_in_common(a, b) >= SAME_THING_FROM
    if a.favourite is not None or b.favourite is not None:
        return a.favourite == b.favourite
    if not (a.frame and b.frame):
        return False
    if a.one and b.one and a.frame == b.frame and not named_apart:
        return _turned_down(a, b) >= SAME_ALTERNATIVES_FROM or tokens.dice(a.chosen, b.chosen) >= SAME_THING_FROM
    return _turned_down(a, b) >= SAME_THING_FROM or _same_thing(a, b)


def _same_thing(a: Subject, b: Subject) -> bool:
    """Where many are held at once, another one is no change: "I like green tea" and "I like mint tea"."""
    return tokens.dice(a.chosen, b.chosen) >= SAME_THING_FROM and not _exchanged(a.chosen, b.chosen)


def _same_occasion(a: Subject, b: Subject) -> bool:
    if a.condition == b.condition:
        return True
    common = len(a.occasion & b.occasion)
    return bool(a.condition and b.condition) and common >= SAME_OCCASION_FROM * max(len(a.occasion), len(b.occasion))


def _same_frame(a: Subject, b: Subject) -> bool:
    """On one occasion one does one thing: liking, preferring, having; but drinks one thing and eats another."""
    if a.sort and b.sort and a.sort != b.sort:
        return False
    return {a.frame, b.frame} <= {"take", "like"} or (a.frame == b.frame and bool(a.frame))


def _things_in_common(a: Subject, b: Subject) -> float:
    """What one chose, or turned down, the other speaks of, too."""
    return max(tokens.dice(a.chosen, b.chosen), _turned_down(a, b))


def is_comparable(a: Subject, b: Subject) -> bool:
    """Whether two may be about one thing although they were filed apart: drinks both, or one was chosen over the other."""
    return (a.sort == b.sort != "") or _turned_down(a, b) >= SAME_THING_FROM


def _turned_down(a: Subject, b: Subject) -> float:
    return max(tokens.dice(a.chosen, b.other), tokens.dice(a.other, b.chosen))


def says_otherwise(one: str, other: str) -> bool:
    """Whether nearly the same words say another thing: one exchanged in what is chosen, or all in another order.

    "Heavy, not light" and "light, not heavy" are the same words; so are "warm in the morning, cold at night" and
    the reverse. What is only moved to the front ("when tired, tea") stays the same.
    """
    one, other = one[:READ_MAX], other[:READ_MAX]
    if any(_exchanged(a, b) for a, b in zip(_choices(one), _choices(other), strict=True)):
        return True
    a, b = tokens.subject_words(one), tokens.subject_words(other)
    return sorted(a) == sorted(b) and not any(a[i:] + a[:i] == b for i in range(len(a) or 1))


def _choices(text: str) -> tuple[Counter[str], Counter[str]]:
    return parse_subject(text).chosen, tokens.word_counts(split_contrast(text)[0])


def _exchanged(one: Counter[str], other: Counter[str]) -> bool:
    return bool(one - other) and bool(other - one)


def label_repeats_text(label: str, text: str) -> bool:
    """Whether a label is no name of its own, but words of the statement."""
    said = tokens.normalize(label)
    if " " in said or tokens.CJK.search(said):
        return said in tokens.normalize(text)
    return tokens.word_counts(label) == parse_subject(text).chosen
