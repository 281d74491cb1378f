"""Splits a message into sentences and blanks what is not the person's own words: quotes, code, pasted text.

Blanked, not cut out, so that a statement can be quoted from the message as it was written.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

READ_MAX = 12_000  # characters; longer messages contain pasted text
SENTENCE_MAX = 1000
TITLE_MAX = 60  # characters of a quotation that a label has
BLANK = "\x00"

# Lines of a prompt block, as recall/prompt_block.py writes them in any language. The numbers identify them.
INJECTED = re.compile(r"confidence\s{0,3}=\s{0,3}[01](?:\.\d+)?\s{0,3}[,，]\s{0,3}source\s{0,3}=", re.IGNORECASE)
INJECTED_BEGINS = re.compile(r"[\s>*|`]{0,20}-\s{0,3}(?:Rule|规则)\s{0,3}[:：]", re.IGNORECASE)
WRAPPED_MAX = 4  # lines one injected item may have been broken into
FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
QUOTED_LINE = re.compile(r"^[ \t]*+(?:>|&gt;)[^\n]*", re.MULTILINE)
CODE_LINE = re.compile(
    r"^[ \t]*+(?:(?:def|class|import|from \S+ import|return|const|let|var|public|private|function|#include|using|"
    r"SELECT|elif|else:|for \w+ in|while \(|if \()\b[^\n]*|(?:#|//|/\*|\*|<!--|<\w)[^\n]*|[^\n]*(?:[{};]|\):|"
    r"=>)[ \t]*+)$",
    re.MULTILINE,
)
SAID_BY = re.compile(
    r"^[ \t]*+(?:[A-Z][\w.]{0,20}(?: [A-Z]\w{0,20})?|用户|助手|客服|[甲乙丙丁AB])[:：][^\n]*", re.MULTILINE
)
LETTER = re.compile(
    r"^[ \t]*+(?:Dear \w[^\n]{0,60},|(?:From|To|Sent|Subject|发件人|收件人|主题)\s?[:：]).*\Z", re.MULTILINE | re.DOTALL
)
IN_QUOTES = re.compile(
    r"\"[^\"\n]{1,600}\"|“[^”\n]{1,600}”|「[^」\n]{1,600}」|『[^』\n]{1,600}』|‘[^’\n]{1,300}’(?!\w)"
    r"|(?<![\w'])'(?=[^\s'])(?:[^'\n]|(?<=\w)'(?=\w)){1,300}'(?!\w)"
)
WHOLE_IN_QUOTES = re.compile(r"\s*(?:\"([^\"]+)\"|“([^”]+)”|'([^']+(?:'[a-z][^']*)*)')\s*\Z")

# From here on to the end, the message speaks as someone else.
ROLE_PLAY = re.compile(
    r"\b(?:pretend(?:ing)?|(?:let's |we )role-?play|(?:^|[.!?\n] ?)role-?play|act(?:ing)? (?:as|like) (?=an?\b|if|"
    r"the\b|my\b)|you are now|imagine (?:that )?(?:you|i|we)(?:'re| are|'m| am)?\b|play the (?:role|part)|"
    r"take on the (?:role|persona)|stay in character|in the voice of|from the (?:perspective|point of view) of|"
    r"as if (?:you|i) were|speak(?:ing)? as|dungeon ?(?:master|gpt)|text[- ](?:based )?adventure|interactive (?:story|"
    r"fiction)|i(?:'ll| will)? play (?:as )?(?-i:[A-Z]\w+(?: [A-Z]\w+)?), (?:an?|the)|(?:master|narrator) of "
    r"an? (?:\w+ ){0,3}(?:world|realm|kingdom)|you(?:'re| are) (?:an?|the|my) (?:\w+ ){0,3}?(?:from the "
    r"(?:year|future)|narrator|innkeeper|wizard|vampire|pirate|knight|ghost|alien|goddess|demon|elf|villain))\b|"
    r"扮演|假装|假扮|的口吻|的语气写|以.{1,12}的(?:身份|视角)|代入|推进剧情|文字冒险|"
    r"你是[^，,。]{0,10}(?:世界|江湖)的|虚拟(?:女友|男友|恋人)",
    re.IGNORECASE,
)
REQUEST = (
    r"(?:^|[.!?,，。\n][^\S\n]{0,5})(?:(?:please|pls|kindly|now|just|can you|could you|would you|help me(?: to)?|"
    r"i (?:want|need)(?: you)? to|i(?:'d| would) like(?: you)? to)\s{1,3}){0,3}"
)
WORK_ON = (
    r"(?:translat\w+|rewrit\w+|re-?phras\w+|paraphras\w+|proof-?read\w*|reword\w*|polish|summari[sz]\w+|tl;?dr|"
    r"critique|analy[sz]e|classify|annotate|grammar|spell-?check|edit|improve|correct|fix|review|extract|explain|"
    r"continue|identify|complete|convert|shorten|respond to|reply to|answer|is this sentence|other way to say|"
    r"what does|find a title)\b"
)
PASTED = re.compile(
    rf"{REQUEST}{WORK_ON}[^\n:：]{{0,160}}[:：]|{REQUEST}(?:{WORK_ON}|use\b|based on\b|here(?: is|'s)\b|"
    rf"given\b)[^\n]{{0,120}}\b(?:the following|below|the text|this (?:text|email|letter|essay|paragraph|message|"
    rf"article|passage|review|post|story|abstract|bio|sentence|summary))\b[^\n]{{0,120}}(?:\n|[.:]\s)|(?:翻译|"
    rf"润色|改写|改成|总结|概括|校对|修改|缩写|扩写|分析|检查|回复|整理|解释|据此)[^\n:：。]{{0,40}}[:：]|(?:以下|"
    rf"下面|如下)[^\n]{{0,40}}(?:\n|[:：])|^[^\n]{{0,20}}(?:文档|制度|原文|材料|需求|歌词|引文|reference|context|"
    rf"transcript|prompt|system)\s?[:：]",
    re.IGNORECASE | re.MULTILINE,
)
ABOVE = re.compile(
    r"(?:^|[.!?\n][ \t]{0,5})(?:(?:can|could|would) you |please |now )*(?:translate|re-?phrase|paraphrase|"
    r"proofread|reword|rewrite|summari[sz]e) (?:this|that|it|the (?:above|text|"
    r"sentence))\b[^.!?\n:]{0,60}[.!?]?\s*\Z|(?:翻译|润色|改写)(?:一下)?(?:上面|以上|这(?:句|"
    r"段)话?)[^。\n]{0,20}[。？！]?\s*\Z",
    re.IGNORECASE,
)
INVENTED = re.compile(
    r"\b(?:(?<!i'm )(?<!i am )(?<!been )writ\w+|compose|draft|create|make up|invent|tell|generate|give)\b"
    r"(?: me| us)? (?:an?|the|some|my(?= (?:[\w-]+ )?(?:bio|essay|speech|letter|novel|story|song|poem)\b)|another|"
    r"one|two|three|\d+) (?:[\w-]+ ){0,4}(?:stor(?:y|ies)|poem|song|novel|dialogue|script|scene|monologue|diary|letter|"
    r"essay|speech|lyrics|joke|haiku|bio|character|tweet|post|play|prompt|tale|limerick|rap|cover letter|email|e-mail|"
    r"paragraph|sentence|conversation)s?\b|(?:写|编|来|作|创作|生成)(?:一|两|几|个|篇|首|段|封|则|"
    r"出)[^。\n]{0,20}(?:诗|故事|小说|歌|对话|台词|剧本|短篇|日记|独白|信|文案|自我介绍|笑话|作文|段子)",
    re.IGNORECASE,
)

TAG = re.compile(
    r",? (?:ok|okay|alright|all right|please|got it|understood|deal)\?$|[，,](?:好吗|可以吗|行吗|好不好)？$",
    re.IGNORECASE,
)
STOP = re.compile(r"[.!?。！？\n]")
ABOUT_ME = re.compile(r"\b(?:where|in which) (?:I|we)\b", re.IGNORECASE)
COLON = re.compile(r"[:：]")
NOT_AN_END = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|prof|st|no|approx|u\.s|u\.k|a\.m|p\.m)|\b[A-Z])\.\Z", re.IGNORECASE
)
END = re.compile(r"[.!?](?=[\s\"'”’)\x00]|\Z)[\"'”’)]*|[。！？!?；;…]+[”」』]?|\n+")


@dataclass(frozen=True)
class Sentence:
    """`own_text` has the length of `text`, with the words of others blanked."""

    text: str
    own_text: str

    @property
    def asks(self) -> bool:
        text = self.text.rstrip("\"'”’)」 ")
        return text.endswith(("?", "？")) and not TAG.search(text)


def without_injected(message: str) -> str:
    """Return the message without the lines of a prompt block, wherever and however they are quoted."""
    if not INJECTED.search(message):
        return message
    lines = message.split("\n")
    injected: set[int] = set()
    for place, line in enumerate(lines):
        if INJECTED.search(line):
            injected.update(range(_first_of_item(lines, place), place + 1))
    return "\n".join(line for place, line in enumerate(lines) if place not in injected)


def _first_of_item(lines: list[str], last: int) -> int:
    """Return the first line of a block item: a long one may have been wrapped, with its numbers lines below."""
    for place in range(last, max(-1, last - WRAPPED_MAX), -1):
        if INJECTED_BEGINS.match(lines[place]):
            return place
    return last


def sentences(message: str) -> Iterator[Sentence]:
    """Yield the sentences that contain the person's own words, in order."""
    text = _unwrapped(without_injected(message)[:READ_MAX])
    own_text = _blank_others(text).replace("’", "'")
    start = 0
    for end in _ends(own_text):
        yield from _sentence(text, own_text, start, end)
        start = end
    yield from _sentence(text, own_text, start, len(text))


def _sentence(text: str, own_text: str, start: int, end: int) -> Iterator[Sentence]:
    while start < end and text[start].isspace():
        start += 1
    whole = text[start:end].rstrip()
    if 1 < len(whole) <= SENTENCE_MAX and own_text[start:end].strip(BLANK + " \n\t"):
        yield Sentence(whole, own_text[start : start + len(whole)])


def _ends(text: str) -> Iterator[int]:
    for match in END.finditer(text):
        if match[0] != "." or not NOT_AN_END.search(text[max(0, match.start() - 6) : match.start() + 1]):
            yield match.end()


def _unwrapped(text: str) -> str:
    """Return a wholly quoted message without its quotes, since it quotes nobody."""
    match = WHOLE_IN_QUOTES.match(text)
    return next(part for part in match.groups() if part) if match else text


def _blank_others(text: str) -> str:
    """Return the text with everything blanked that is code, quoted, pasted, invented or said in another role."""
    for pattern in (FENCE, QUOTED_LINE, CODE_LINE, LETTER):
        text = pattern.sub(_blank, text)
    if len(SAID_BY.findall(text)) > 1:
        text = SAID_BY.sub(_blank, text)
    text = IN_QUOTES.sub(_blank, text)
    if ABOVE.search(text):
        return BLANK * len(text)
    return _blank_from(PASTED, _blank_from(ROLE_PLAY, _without_invented(text)))


def _blank_from(announcement: re.Pattern[str], text: str) -> str:
    """Blank the text from the sentence on that announces another's text."""
    match = announcement.search(text)
    if not match:
        return text
    start = _start(text, match.start())
    return text[:start] + BLANK * (len(text) - start)


def _without_invented(text: str) -> str:
    """Blank the sentences that ask for a story or a poem; after a colon, and where "I" is in it, all the rest too."""
    place = 0
    while match := INVENTED.search(text, place):
        start, stop = _start(text, match.start()), STOP.search(text, match.end())
        end = stop.start() if stop else len(text)
        if COLON.search(text, start, end) or ABOUT_ME.search(text, start, end):
            end = len(text)
        text, place = text[:start] + BLANK * (end - start) + text[end:], end
    return text


def _start(text: str, place: int) -> int:
    """Return where the sentence around a place begins."""
    return max(text.rfind(stop, 0, place) for stop in ".!?。！？\n") + 1


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", BLANK, match[0])


def with_titles(own_text: str, written: str) -> str:
    """Return the writer's words with a short quotation, such as a title, filled in, for use in labels."""
    if BLANK not in own_text:
        return own_text
    if own_text.count(BLANK) <= TITLE_MAX:
        pattern = "".join("." if each == BLANK else re.escape(each) for each in own_text)
        if found := re.search(pattern, written.replace("’", "'")):
            return found[0]
    return own_text.replace(BLANK, " ")
