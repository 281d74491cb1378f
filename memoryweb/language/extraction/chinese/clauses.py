"""Reads a Chinese sentence comma by comma: where each statement begins and ends, and what it says.

A statement begins with a part in which the writer says 我 of themselves, or with a direction without a subject. It
lasts until the next one begins, a question is asked, or a part tells of an event, of the hearer or of somebody else.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from memoryweb.language.extraction.chinese.elided import REQUEST_FORMS, SHARED_FORMS
from memoryweb.language.extraction.chinese.forms import DIRECTIVES, FORMS
from memoryweb.language.extraction.chinese.standing import STANDING_FORMS
from memoryweb.language.extraction.chinese.words import KIN, PEOPLE
from memoryweb.language.extraction.types import Clause, StatementType, match_forms
from memoryweb.language.locales.zh.characters import simplified

OF_ME = SHARED_FORMS + FORMS + REQUEST_FORMS + DIRECTIVES
WITHOUT_ME = FORMS + REQUEST_FORMS + DIRECTIVES
SAYS_SOMETHING_FROM = 4  # characters
PARTS_MAX = 60  # of a sentence; one with more is a list, and pasted
COMMA = re.compile(r"[，,：:]|——|—|(?<=[\u4e00-\u9fff])(?<![我咱俺己实])[ \u3000]+(?=[\u4e00-\u9fff])")
LEAD = re.compile(
    r"(?:\s|\x00|其实|说实话|老实说|坦白说|说真的|顺便(?:说一(?:句|下)|提一下)?|对了|另外|还有|而且|并且|但是|但|"
    r"不过|可是|所以|因为|因此|由于|那么|那|嗯|好的|好|哦|啊|哈哈|谢谢你?|多谢|感谢|抱歉|不好意思|你好|您好|总之|"
    r"反正|一般来说|总的来说|一般|通常|平时|平常|最近|现在|目前|以前|之前|本来|毕竟|首先|其次|再说|然后|同时|虽然|"
    r"尽管|既然|考虑到|补充一下|提前说一下|备注一下|声明一下|跟你说|告诉你|如你所知|你知道|要知道|个人来说|"
    r"就我个人而言|对我来说|我觉得吧)+[，,：:]?"
)
HYPOTHETICAL = re.compile(
    r"假如|假设|假使|假定|倘若|倘使|若是我|要是我|如果我(?!没|不)|万一|就算我|即使我|设想|想象一下|想象我|"
    r"(?:比方说|譬如|比如|例如|好比)[：:，,]?我|如果.{0,12}我(?:会|该|能|就是)"
)
ASKING = re.compile(
    r"(?:[?？]|[吗么]|(?:你|您|他|她|它|我)[呢嘛]|来着)[。.!！]?$|(?:什么是|为什么|为何|怎么(?!看短|爱|喜|样都)|"
    r"怎样|如何|哪(?!怕|儿都|"
    r"里都)|是不是|(?<!考虑)是否|能不能|可不可以|该不该|会不会|有没有|要不要|好不好|多少(?=[?？]|$)|谁(?=.*[?？]|$)|"
    r"什么(?=呢?[。!！]?$|[?？]))"
)
REPORTED = re.compile(
    rf"(?:{PEOPLE}|歌词|原文|小说|文章|剧本|台词|标题|题目|句子|口号|俗话|常言|有句话|"
    rf"反馈)[^，,。]{{0,12}}(?:说|讲|写|唱|问|道|表示|认为|觉得|回答|发)[^，,。]{{0,4}}$|(?:据报道|据说|研究发现|"
    rf"调查显示|专家建议)"
)
OTHERS_FIRST = re.compile(
    rf"(?:我们?(?:的|家)?)?(?:他|她|它|别人|有人|人家|大家|老板|同事|朋友|客户|室友|邻居|经理|老师|导师|领导|同学|"
    rf"专家|用户|市民|公司|部门|{KIN})"
)
# What does not go on with a statement: the hearer, a request, an event, something else that is described.
ENDS_STATEMENT = re.compile(
    r"\s*(?:所以|那|可是|但是?|不过|虽然)?(?:[你您他她它]|[给帮替]我|请|麻烦|拜托|想(?:请|找|要|让|问)|后来|"
    r"结果|可惜|"
    r"我(?:要|想|就|也不)|下面|这|那|别的|只有一|一年|能一?[^，,]{0,3}(?:整天|一天)|[^，,]{1,3}\s*$)|"
    r"[^，,]*(?<!就腻)(?<!就累)(?<!不)了\s*$|"
    r"\s*[^，,我都也最从就才很常不]{1,4}(?:很|挺|特别|比较|真|太|固定|明确)[^，,]{0,4}\s*$|"
    r"(?!\s*(?:请|别|不要|少))[^，,]*(?:[你您]|死了|另一个|同事|像(?:机器|是))"
)
BELONGS_TO_NEXT = re.compile(
    r"\s*(?:不是|不对|不|错了?|不是这个意思|从今往后|从今以后|从现在起|从现在开始|以后|"
    r"今后)$"
)
OCCASION = re.compile(
    r"(?:\S{1,16}(?:的时候|时|以后|之后|之前|的话|方面)|(?:比起|相比|相对于|除了|为了|关于|至于|对于|因为|由于|"
    r"每当|每逢|如果)\S{1,20})$"
)


COMMA_OR_END = re.compile(r"[^，,：:]+")
PARTICLES = re.compile(r"[呢哦喔噢耶欸哎诶啦呀啊嘛咯哈呗嘞]+(?=[。！!~；;.\s\x00]*$)")
TOPIC_PARTICLE = re.compile(
    r"(?<=我)(?:这个?人)?(?:吧|嘛|呢|啊|呀|哈)[，,]|(?<=我自己)(?:吧|嘛|呢|啊|呀)[，,]|(?<=其实)(?:吧|呢|啊)[，,]|"
    r"(?<=我)这个?人[，,]?|(?<=我)[跟和](?:你|您)一样(?=也)"
)
THIRD_PERSON = re.compile(
    r"[他她它](?!们?的)|邻居|房东|楼上|对门|隔壁|^\s*(?:人|谁|年轻人|现在的人)"
    r"[嘛啊呢都们]?\s*$"
)
MARK_OF_ME = re.compile(r"[我俺咱]|本人")


def statements(sentence: str, *, asks: bool) -> Iterator[tuple[int, int, Clause]]:
    """Yield where each statement of a sentence begins and ends, and its clause. `asks`: it ends in a question."""
    plain = _plain(sentence)
    if len(plain) < SAYS_SOMETHING_FROM:
        return
    parts = _split(plain)[:PARTS_MAX]
    begun: tuple[int, Clause] | None = None  # the statement that goes on: its first place, its clause
    end = 0
    of_others = False  # whether the sentence speaks of somebody else
    for place, (start, stop) in enumerate(parts):
        part = plain[start:stop]
        last = place == len(parts) - 1
        if not _is_standing(part) and ((asks and last) or ASKING.search(part) or REPORTED.search(part)):
            if begun:
                yield begun[0], end, begun[1]
            begun = None
            if REPORTED.search(part):
                return
        elif clause := _read(part, is_elided=not of_others):
            if begun and _is_new(part, begun[1], clause):
                yield begun[0], end, begun[1]
                begun = None
            begun = begun or (
                _start_with_occasion(plain, parts, place),
                _as_written(clause, part, sentence[start:stop]),
            )
        else:
            of_others = of_others or bool(OTHERS_FIRST.match(part.strip()) or THIRD_PERSON.search(part))
            if begun and ENDS_STATEMENT.match(part):
                yield begun[0], end, begun[1]
                begun = None
        end = stop
    if begun:
        yield begun[0], end, begun[1]


def _is_standing(part: str) -> bool:
    """Return whether a part makes a lasting request, even in question form."""
    return match_forms(STANDING_FORMS, part.strip("。！!.;；?？ \x00")) is not None


def _plain(sentence: str) -> str:
    """Return the sentence in simplified characters and without particles. It keeps its length."""
    plain = TOPIC_PARTICLE.sub(_blank, simplified(sentence))
    return COMMA_OR_END.sub(lambda part: PARTICLES.sub(_blank, part[0]), plain)


def _as_written(clause: Clause, plain: str, part: str) -> Clause:
    """Return a clause with the characters that the person wrote, where its pattern read simplified ones."""
    about = clause.about.strip()
    place = plain.rfind(about)
    return replace(clause, about=part[place : place + len(about)])


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _split(sentence: str) -> list[tuple[int, int]]:
    """Return where the parts between commas begin and end."""
    parts, start = [], 0
    for comma in COMMA.finditer(sentence):
        if BELONGS_TO_NEXT.match(sentence[start : comma.start()]):
            continue
        parts.append((start, comma.start()))
        start = comma.end()
    return [*parts, (start, len(sentence))]


def _is_new(part: str, before: Clause, clause: Clause) -> bool:
    """Return whether a new statement begins: "我讨厌跑步" is one, "不加糖不加奶" goes on about the coffee."""
    if before.type is StatementType.CORRECTION:
        return False
    return "我" in part or (clause.type is StatementType.DIRECTIVE) != (before.type is StatementType.DIRECTIVE)


def _start_with_occasion(sentence: str, parts: list[tuple[int, int]], place: int) -> int:
    """Return the start of a statement, including a part before it that just gives time or comparison."""
    if place:
        start, stop = parts[place - 1]
        if OCCASION.match(sentence[start:stop].strip()):
            return start
    return parts[place][0]


def _read(part: str, *, is_elided: bool) -> Clause | None:
    """Return a clause about the writer from one part, or None. `is_elided`: a missing subject means the writer."""
    whole = part.strip("。！!.;； \x00")
    lead = LEAD.match(whole)
    for text in (whole[lead.end() :], whole) if lead else (whole,):
        if clause := _match(text, is_elided=is_elided):
            return clause
    return None


def _match(text: str, *, is_elided: bool) -> Clause | None:
    """Return the clause of the first form that names its verb."""
    if clause := match_forms(STANDING_FORMS, text):
        return clause
    if MARK_OF_ME.search(text):
        return match_forms(OF_ME, text)
    return match_forms(WITHOUT_ME, text) if is_elided else None
