"""Tells of whom or what a Chinese statement without a subject speaks, and plans for one trip from what lasts."""

import re

from memoryweb.learning.extraction.types import Candidate, StatementType

LEAD = r"\A(?:而且|并且|並且|但是?|可是|不过|不過|还|還|也|又|总是?|總是?|老是?|经常|經常|常|一直|每次都?)*"
# What somebody named before does to the writer: "总是要求我重写", "对我的报告特别挑剔".
DOES_TO_ME = re.compile(
    rf"{LEAD}(?:(?:要求|让|讓|叫|逼|催|批评|批評|骂|罵|怪|嫌|劝|勸|命令|安排|指责|指責)我(?!们?来说)|"
    r"[对對]我(?:们|們)?(?:的[^，,。]{1,10}|们|們)?(?:非常|很|特别|特別|十分|太|挺|比较|比較|都|总是?|一直)*"
    r"(?:挑剔|苛刻|严格|嚴格|严厉|嚴厉|好|不好|冷淡|热情|熱情|友善|友好|满意|滿意|失望|生气|生氣|有意见|有意見))"
)
# A judgement of what came before: "但是对我来说非常困难".
HARD_FOR_ME = re.compile(
    rf"{LEAD}[对對]我(?:来说|來說|而言|来讲|來講)[，,]?(?:非常|很|太|有点|有點|比较|比較|特别|特別|真的?|挺|十分|还是|還是|"
    r"不|都)+[^，,。我是]{1,4}了?[。！!]*\Z"
)
PURPOSE = re.compile(r"\A以(?:确保|確保|便|免|防|后再|後再)")
FOR_THIS_TALK = re.compile(
    r"(?:我们|我們|咱们|咱們)[^，,。]{0,4}(?:可以|能|再|继续|繼續)[^，,。]{0,4}(?:聊|谈|談|交流)|继续聊|繼續聊"
)
PLAN = re.compile(
    r"(?:打算|计划|計劃|准备|準備)(?:先|首先|在(?:旅行|旅途|旅程|路上|那里|那裡|那边|当地|當地|假期))|"
    r"我(?:现在|現在|以后|以後|之后)会(?:尽量|盡量|多休息|注意休息)|等我[^，,。]{1,8}(?:时候|時候|之后|以后)[，,]|"
    r"(?:想|希望|打算|计划|計劃)[^，,。]{0,8}(?:尽可能|盡可能)[^，,。]{0,3}(?:体验|體驗|多去|多看|了解|游览|遊覽)|"
    r"(?:想|希望|打算|计划|計劃)[^，,。]{0,12}[当當]地"
)
PLANNED = frozenset({StatementType.HABIT, StatementType.WISH, StatementType.GOAL, StatementType.PREFERENCE,
                     StatementType.HOME, StatementType.WORK, StatementType.NEED})  # fmt: skip
THESE_OF_MINE = re.compile(r"我的?[这這那]些")


def is_of_others(candidate: Candidate) -> bool:
    """ "领导很凶，而且对我的报告特别挑剔", "这门课很有意思，但是对我来说太难了"."""
    text = candidate.text.strip()
    if candidate.clause.type is StatementType.DIRECTIVE:
        return False
    return bool(DOES_TO_ME.match(text) or HARD_FOR_ME.match(text) or THESE_OF_MINE.search(text))


def is_plan(candidate: Candidate) -> bool:
    """ "我打算先去老城区", "我会尽量早点睡", "以确保我不会忘带东西": for one trip or the moment."""
    text = candidate.text.strip()
    if PURPOSE.match(text) or FOR_THIS_TALK.search(text):
        return True
    return candidate.clause.type in PLANNED and PLAN.search(text) is not None
