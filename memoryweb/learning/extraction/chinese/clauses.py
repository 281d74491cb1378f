"""Reads a Chinese sentence comma by comma: where each statement begins and ends, and what it says.

A statement begins with a part in which the writer says 我 of themselves, or with a direction without a subject. It
lasts until the next one begins or a question is asked.
"""

import re
from collections.abc import Iterator

from memoryweb.learning.extraction.chinese.forms import DIRECTIVES, FORMS
from memoryweb.learning.extraction.chinese.words import KIN, OTHERS
from memoryweb.learning.extraction.types import Clause, StatementType, match_forms

COMMA = re.compile(r"[，,：:]|——|—")
LEAD = re.compile(
    r"(?:\s|\x00|其实|说实话|老实说|坦白说|说真的|顺便(?:说一(?:句|下)|提一下)?|对了|另外|还有|而且|并且|但是|但|"
    r"不过|可是|所以|因为|因此|由于|那么|那|嗯|好的|好|哦|啊|哈哈|谢谢你?|多谢|感谢|抱歉|不好意思|你好|您好|总之|"
    r"反正|一般来说|总的来说|一般|通常|平时|平常|最近|现在|目前|以前|之前|本来|毕竟|首先|其次|再说|然后|同时|虽然|"
    r"尽管|既然|考虑到|补充一下|提前说一下|备注一下|声明一下|跟你说|告诉你|如你所知|你知道|要知道|个人来说|"
    r"就我个人而言|对我来说|我觉得吧)+[，,：:]?"
)
HYPOTHETICAL = re.compile(
    r"假如|假设|假使|假定|倘若|倘使|若是我|要是我|如果我(?!没|不)|万一|就算我|即使我|设想|想象一下|想象我|"
    r"比方说我|譬如我|比如我|例如我|好比我|如果.{0,12}我(?:会|该|能|就是)"
)
ASKING = re.compile(
    r"(?:[?？]|[吗么嘛]|呢|来着)[。.!！]?$|(?:什么是|为什么|为何|怎么(?!看短|爱|喜|样都)|怎样|如何|哪(?!怕|儿都|"
    r"里都)|是不是|是否|能不能|可不可以|该不该|会不会|有没有|要不要|好不好|多少(?=[?？]|$)|谁(?=.*[?？]|$)|"
    r"什么(?=$|[?？]))"
)
REPORTED = re.compile(
    rf"(?:(?!你|您|说){OTHERS}|歌词|原文|小说|文章|剧本|台词|标题|题目|句子|口号|俗话|常言|有句话|"
    rf"反馈)[^，,。]{{0,12}}(?:说|讲|写|唱|问|道|表示|认为|觉得|回答|发)[^，,。]{{0,4}}$|(?:据报道|据说|研究发现|"
    rf"调查显示|专家建议)"
)
OTHERS_FIRST = re.compile(
    rf"(?:我们?(?:的|家)?)?(?:他|她|它|别人|有人|人家|大家|老板|同事|朋友|客户|室友|邻居|经理|老师|导师|领导|同学|"
    rf"专家|用户|市民|公司|部门|{KIN})"
)
BELONGS_TO_NEXT = re.compile(r"\s*(?:不是|不对|不|错了?|不是这个意思|从今往后|从今以后|从现在起|从现在开始|以后|今后)$")
OCCASION = re.compile(
    r"(?:\S{1,16}(?:的时候|时|以后|之后|之前|的话|方面)|(?:比起|相比|相对于|除了|为了|关于|至于|对于|因为|由于|"
    r"每当|每逢|如果)\S{1,20})$"
)


def statements(sentence: str, *, asks: bool) -> Iterator[tuple[int, int, Clause]]:
    """Yield where each statement of a sentence begins and ends, and its clause. `asks`: it ends in a question."""
    parts = _split(sentence)
    begun: tuple[int, Clause] | None = None  # the statement that goes on: its first place, its clause
    end = 0
    of_others = False  # whether the sentence speaks of somebody else
    for place, (start, stop) in enumerate(parts):
        part = sentence[start:stop]
        last = place == len(parts) - 1
        if (asks and last) or ASKING.search(part) or REPORTED.search(part):
            if begun:
                yield begun[0], end, begun[1]
            begun = None
            if REPORTED.search(part):
                return
        elif (clause := _read(part)) and not (of_others and "我" not in part):
            if begun and _is_new(part, begun[1], clause):
                yield begun[0], end, begun[1]
                begun = None
            begun = begun or (_start_with_occasion(sentence, parts, place), clause)
        elif OTHERS_FIRST.match(part):
            of_others = True
        end = stop
    if begun:
        yield begun[0], end, begun[1]


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
    """Return where a statement starts: with the part before it, if that only tells when or compared to what."""
    if place:
        start, stop = parts[place - 1]
        if OCCASION.match(sentence[start:stop].strip()):
            return start
    return parts[place][0]


def _read(part: str) -> Clause | None:
    """Return what one part says of the writer, or None."""
    whole = part.strip("。！!.;； \x00")
    lead = LEAD.match(whole)
    for text in (whole[lead.end() :], whole) if lead else (whole,):
        if clause := match_forms(FORMS, text) or match_forms(DIRECTIVES, text):
            return clause
    return None
