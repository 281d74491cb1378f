"""Marks what a moderator should look at twice in a shared text: orders to agents, hidden characters, links.

A mark refuses nothing. It shows where a text may be written for an agent instead of for the members. Each pattern is
linear: its parts cannot match the same characters in two ways.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.text import invisible


class Flag(StrEnum):
    INSTRUCTION = "instruction"
    HIDDEN = "hidden"
    LINK = "link"


@dataclass(frozen=True)
class Mark:
    """A flagged part of a text, end exclusive."""

    flag: Flag
    start: int
    end: int


AGENTS = "agents?|assistants?|ai|bots?|chatbots?|llms?|models?|claude|chatgpt|gpt|copilot|gemini"
FORGET = "ignore|disregard|forget|override|bypass|skip"
EARLIER = "previous|prior|earlier|above|all|any|other|system|your|these|those|the"
ORDERS = "instructions?|prompts?|rules?|guidelines?|directions?|messages?|memor(?:y|ies)|polic(?:y|ies)"
SECRET = "tell|inform|mention|reveal|show|ask|notify|warn|alert"  # noqa: S105  verbs
WHOM = "the user|the users|users?|anyone|anybody|them|the human|humans?|the person|your user"
SEND = "send|post|upload|forward|exfiltrate|e-?mail|submit|leak|copy|paste"
WHAT = "conversations?|memor(?:y|ies)|passwords?|secrets?|tokens?|keys?|credentials?|files?|data|prompts?|everything"
ACT = "run|execute|call|invoke|open|visit|fetch|download|install|click|curl"
TARGET = "commands?|scripts?|code|tools?|functions?|urls?|links?|shell|terminal"
FEW = r"(?:\W+\w+){0,4}?\W+"  # up to four words in between
INSTRUCTION = LazyPattern(
    "|".join(
        (
            rf"\b(?:{FORGET})\b{FEW}(?:{EARLIER})?\s?(?:{ORDERS})\b",
            rf"\b(?:do not|don't|don’t|never|without)\s(?:{SECRET})(?:ing)?\s(?:{WHOM})\b",
            rf"\b(?:{SEND})\b{FEW}(?:{WHAT})\b{FEW}?to\b",
            rf"\b(?:{ACT})\b{FEW}(?:{TARGET})\b",
            rf"\b(?:all|any|every|dear|attention|note to|instructions? (?:for|to))\s(?:{AGENTS})\b",
            rf"\b(?:{AGENTS})\s(?:must|should|shall|has to|have to|needs? to|will now|are to|is to)\b",
            r"\byou (?:must|are now|are an?|will now|shall|have to)\b",
            r"\b(?:act|behave|respond|reply|answer) (?:as|like) (?:an?|the|if)\b",
            r"\b(?:from now on|in every (?:answer|reply|response)|whenever (?:you|a user)|when(?:ever)? asked)\b",
            r"\b(?:system|developer) ?(?:prompt|message|override)\b|\bjailbreak\b|\bDAN mode\b",
            r"(?:^|\n)\s{0,4}(?:system|assistant|developer|user|human)\s?:",
            r"</?(?:system|assistant|user|instructions?|tool|im_start|im_end)\b|<\|[a-z_]{2,20}\|>|\[/?INST\]",
            r"(?:忽略|无视|忘记|忘掉)[^。！？\n]{0,12}(?:指令|指示|提示|规则|要求|内容)",
            r"(?:不要|别|切勿|不得)(?:告诉|提醒|通知|透露给)(?:用户|任何人|对方|别人)",
            r"你(?:必须|现在是|将扮演|要扮演)|(?:所有|每个)(?:智能体|助手|代理|机器人|模型)(?:都)?(?:必须|应该|要)",
            r"(?:发送|上传|转发|泄露)[^。！？\n]{0,12}(?:对话|记忆|密码|密钥|数据|文件)",
        )
    ),
    re.IGNORECASE,
)
LINK = LazyPattern(
    r"\b(?:https?|ftp|file|javascript|data|mailto)\s?:\s?(?://)?[^\s<>\"'“”、。，）)\]⟨]{2,200}"
    r"|\bwww\.[^\s<>\"'“”、。，）)\]⟨]{2,200}"
    r"|(?<![\w@.-])(?:[a-z0-9-]{1,63}\.){1,4}(?:com|org|net|io|dev|app|ai|co|me|xyz|info|biz|ru|cn|tk|top|link|site|zip)"
    r"(?![\w.-]*@)\b(?:/[^\s<>\"'“”⟨]{0,200})?",
    re.IGNORECASE,
)


def marks(text: str) -> list[Mark]:
    """Return the marks of a text, in its order; where two overlap, the first one only."""
    found = [Mark(Flag.LINK, *match.span()) for match in LINK.finditer(text)]
    found += [Mark(Flag.HIDDEN, *match.span()) for match in invisible.SHOWN.finditer(text)]
    found += [Mark(Flag.INSTRUCTION, *match.span()) for match in INSTRUCTION.finditer(text)]
    kept: list[Mark] = []
    for mark in sorted(found, key=lambda mark: (mark.start, -mark.end)):
        if not kept or mark.start >= kept[-1].end:
            kept.append(mark)
    return kept


def flags(*texts: str) -> list[Flag]:
    """Return the texts' flags, most dangerous first."""
    found = {mark.flag for text in texts for mark in marks(invisible.show_invisible(text))}
    return [flag for flag in Flag if flag in found]
