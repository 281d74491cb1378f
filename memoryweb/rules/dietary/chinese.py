"""Allergies and diets in Chinese, in simplified and traditional characters."""

import re
import unicodedata
from collections.abc import Iterator

from memoryweb.rules.dietary.chinese_words import (
    BEFORE_DIET,
    BEFORE_NOUN,
    DIETS,
    DOUBTS,
    HOW_ALLERGIC,
    NO_ALLERGENS,
    OTHERS,
    WHO,
)
from memoryweb.rules.languages.zh_characters import simplified
from memoryweb.rules.lazy_pattern import LazyPattern

SENTENCE = LazyPattern(r"[^。！!?？；;\n]+[。！!?？；;]?")
COMMA = LazyPattern(r"[，,：:]")
SPACES = LazyPattern(r"(?<=[\u3400-\u9fff])\s+(?=[\u3400-\u9fff])")
ALLERGY = LazyPattern(r"过敏|過敏|不耐受")
ME = r"(?:我|本人|俺|咱|笔者|自己)"
AND_I = LazyPattern(
    rf"(?:{ME}(?:跟|和|与|还有).{{1,6}}|.{{1,6}}(?:跟|和|与){ME}|{ME}们.{{0,4}}|咱们?.{{0,4}}"
    rf"|{ME}(?:们)?(?:一家人?|全家人?|家人?|家里人?))(?:都|也|全)?$"
)
OTHER = LazyPattern(rf"(?:{OTHERS})")
DOUBT = LazyPattern(rf"(?:{DOUBTS})")
VOUCHED = LazyPattern(
    r"(?:医生|大夫|检查|化验|体检|测试|过敏原检测|医院)[^，,。]{0,6}(?:说|确认|查出|显示|发现|证实|告诉我|确诊)"
)
NEGATED = LazyPattern(r"(?:不(?!锈钢)|没|(?<!特)别|无(?!花果)|未|哪)")
TO = LazyPattern(
    rf"(?:对|對)(?P<items>[^。；过]{{1,60}}?)(?P<how>{HOW_ALLERGIC})过敏(?!体质|性|原|源|药|季|症状|科|测试|检测|"
    rf"吗|么|的(?![，。！\s]|$))"
)
NOUN = LazyPattern(
    rf"^(?P<before>.{{0,12}}?(?:{ME}(?:们|家)?(?:都|也|从小就?|一直|真的|有|得了|患有|是)*|"
    rf"^))(?P<degree>(?:{BEFORE_NOUN})的?)*"
    r"(?P<items>[^，,。对\s的有会就也都很]{1,12}?)(?P<how>严重|轻微)?过敏(?!体质|性|原|源|药|季|症状|科|测试|检测|"
    r"吗|么|了|的(?![，。！\s]|$))"
)
TAKES = LazyPattern(
    rf"{ME}(?:一|只要|每次|从小|要是一)?(?:吃|喝|闻到?|碰到?|摸到?|接触到?|沾到?|用)(?:了|"
    rf"到)?(?P<items>[^，,。不会就都也]{{1,10}}?)"
    r"(?:之后|以后|后)?(?:就|会|就会|都会|也会|是会|便会)?过敏(?!体质|性|原|源|药|吗|么)"
)
LABELED = LazyPattern(
    r"^\W*(?:我的?|本人的?)?(?:食物|药物|已知)*过敏(?:原|源|物|史|食物|药物|清单|列表|名单|的(?:东西|食物|食材|药物?))?"
    r"(?:主要)?(?:是|有|包括|为|：|:)+\s*(?P<items>[^。；]{1,80})"
)
# 花生我过敏
NAMED_BEFORE = LazyPattern(
    rf"^(?P<items>[^，,。对我他她你]{{1,20}}?){ME}(?:是|都|也|全|会|就|真的|一直)*(?:{HOW_ALLERGIC})过敏(?=$|[，,。！!了的\s])"
)
# 别给我推荐芒果，我过敏
AVOIDED = LazyPattern(
    r"(?P<before>[^，,。]{0,8}?)(?:不要|别|请勿|不能|不可以|不可|不吃|不喝|不碰|不用|避免|避开|忌)(?:再)?(?:给我|帮我)?"
    r"(?:推荐|吃|喝|放|加|点|买|用|碰|做|带|上|安排|接触)*(?P<items>[^，,。我他她你]{1,16}?)(?:之类的?|类|了)?[，,：:]\s*"
    rf"(?:因为|因|毕竟)?{ME}?(?:对(?:它们?|此|这些?|这个))?(?:会|都|也|就|是)*(?:{HOW_ALLERGIC})过敏(?=$|[，,。！!的\s])"
)
ENDED = LazyPattern(
    r"(?:现在|后来|如今|目前|早就?|已经)(?:已经)?(?:好了|不过敏|没事|没有了|不会了|治好|脱敏|痊愈)|脱敏成功|治好了"
)
ASKS = LazyPattern(r"(?:[吗么呢]|[?？])[。！!?？]?$|是不是|会不会|是否|有没有")
BETWEEN = LazyPattern(r"\s*(?:、|，|,|/|&|\+|以及|还有|和|跟|与|及|或者?|并且)\s*")
NO_ALLERGEN = LazyPattern(rf"(?:{NO_ALLERGENS})")
BEFORE_ITEM = LazyPattern(r"^(?:所有的?|一切|各种|任意|全部|很多|某些|一些|那种|这种|诸如|比如|像|吃|喝|对)+")
AFTER_ITEM = LazyPattern(
    r"(?:容易|经常|总是|老是|偶尔|这类|那类|之类的?(?:东西|食物)?|等等?(?:食物|东西)?|什么的|都|也|会|有|很|非常|"
    r"特别|极其|极度|严重|轻微|有点|的)+$"
)
PAIRS_OF_ONE = LazyPattern(r"(?<![^、，和])(猫|狗|虾|鱼|蛋)(猫|狗|蟹|虾|奶)(?![^、，和都])")
LABEL_ENDS = LazyPattern(r"[，,](?=.*(?:我|请|别|不|要|吃|记))")

DIET = r"(?P<diet>" + "|".join(f"(?P<{value}>{words})" for value, words in DIETS.items()) + ")"
STARTS = rf"^(?P<before>(?:[^，,。]{{0,10}}?(?:{WHO})|)(?:{BEFORE_DIET})*)"
IS_DIET = LazyPattern(
    rf"{STARTS}(?:是|算是?|属于|作为|身为|成为了?|变成了?)(?:个|一个|一名|一位|名|位|严格的?|虔诚的?|长期|资深|"
    rf"坚定的?|标准的?|的)*{DIET}"
    r"(?:主义)?(?:者|的人|的(?=[，。！、\s]|$)|人士|人群|主义(?=[，。！]|$)|党|动物)"
)
EATS_DIET = LazyPattern(
    rf"{STARTS}(?:吃|只吃|都吃)?{DIET}(?:食品|食物|饮食|主义|的?餐|肉)?(?=$|[，,。！!、\s了啦哦呢呀哈]|已经|吃了|"
    rf"都|很久|好几|多年|\d|[一二两三四五六七八九十]+(?:多|几)?年|的(?=[，。！]|$))"
)
FOLLOWS_DIET = LazyPattern(
    rf"{STARTS}(?:在|正在|一直在)?(?:执行|采用|奉行|遵循|坚持|实行|践行|保持|进行|走|做|信奉|选择)(?:了|"
    rf"着)?(?:吃)?{DIET}(?:饮食|主义|法|食品|食物)*"
    r"(?=$|[，,。！!、\s了啦哦呢呀]|已经|\d|[一二两三四五六七八九十]+(?:多|几)?年|很久|多年)"
)
NO_DIET = LazyPattern(rf"{ME}(?:现在|已经|可|并|就|才|却|倒|又)?不(?:再|是|算|吃)*(?:{'|'.join(DIETS.values())})")
LONE_DIET = LazyPattern(rf"^\W*{DIET}(?:主义)?者(?:一枚|一个|一名|路过|，|。|$)")
NO_OWN_DIET = LazyPattern(
    rf"{DOUBTS}|不|没|别|{OTHERS}|餐厅|餐馆|馆|店|皮革|食谱|菜谱|蛋糕|市场|吗|[?？]|偶尔|有时|初一|十五"
)


def find_allergens(text: str) -> Iterator[str]:
    text = _plain(text)
    for sentence in SENTENCE.finditer(text):
        yield from _allergens_of(sentence[0])


def _plain(text: str) -> str:
    """Return the text with plain widths and no spaces between characters; its characters stay as they are."""
    return SPACES.sub("", unicodedata.normalize("NFKC", text))


def _allergens_of(sentence: str) -> Iterator[str]:
    plain = simplified(sentence)
    if "过敏" not in plain or ASKS.search(plain) or ENDED.search(plain):
        return
    if match := LABELED.match(plain):
        yield from _items(sentence[slice(*match.span("items"))], labeled=True)
        return
    if match := NAMED_BEFORE.match(plain) or AVOIDED.search(plain):
        if not OTHER.search(match.groupdict().get("before") or "") and not OTHER.search(match["items"]):
            yield from _items(sentence[slice(*match.span("items"))])
        return
    seen = False
    for match in TO.finditer(plain):
        seen = True
        if _is_mine(plain, match.start()) and _is_plain(match["items"] + match["how"]):
            yield from _items(sentence[slice(*match.span("items"))])
    if seen:
        return
    for start, end in _parts(plain):
        part = plain[start:end]
        for pattern in (TAKES, NOUN):
            match = pattern.search(part)
            if match and _is_mine_alone(match, part):
                begin, stop = match.span("items")
                yield from _items(sentence[start + begin : start + stop])
                break


def _is_mine_alone(match: re.Match[str], part: str) -> bool:
    """Return whether a match without 对 speaks of the writer, and surely: 我花生过敏, not 我孩子花生过敏."""
    before = part[: match.start("items")]
    if DOUBT.search(part[: match.end()]) or NEGATED.search(match[0]) or OTHER.search(match["items"]):
        return False
    return bool(AND_I.search(before)) or not OTHER.search(before)


def _is_plain(words: str) -> bool:
    """Return whether the words between 对 and 过敏 deny nothing and name a substance, not 开会."""
    return not NEGATED.search(words) and not NO_ALLERGEN.fullmatch(words)


def _parts(sentence: str) -> Iterator[tuple[int, int]]:
    start = 0
    for comma in COMMA.finditer(sentence):
        yield start, comma.start()
        start = comma.end()
    yield start, len(sentence)


def _is_mine(sentence: str, place: int) -> bool:
    """Return whether 对 at this place speaks of the writer: 我 stands before it, or nobody, in a part that goes on."""
    start = max(sentence.rfind(comma, 0, place) for comma in "，,：:") + 1
    before = re.sub(
        r"^(?:但是?|而是?|不过|因为|所以|而且|并且|另外|还有|请?(?:记住|注意)|其实|是|也|还|都|只)+",
        "",
        sentence[start:place].strip(),
    )
    if DOUBT.search(before) and not VOUCHED.search(before):
        return False
    before = VOUCHED.sub("", before)
    if re.search(r"不(?:是|算)?$|并非$|没有?$", before):
        return False
    if re.search(ME, before):
        return bool(AND_I.search(before)) or not OTHER.search(before)
    if OTHER.search(before):
        return False
    return start == 0 or not _others_before(sentence[: start - 1])


def _others_before(text: str) -> bool:
    """Return whether the part before speaks of somebody else: its subject goes on."""
    part = text[max(text.rfind(comma) for comma in "，,：:") + 1 :]
    return bool(OTHER.search(part)) and not AND_I.search(part)


def _items(text: str, *, labeled: bool = False) -> list[str]:
    if labeled and (end := LABEL_ENDS.search(text)):
        text = text[: end.start()]
    if re.search(r"[「」“”\"『』]", text):
        return []
    text = PAIRS_OF_ONE.sub(r"\1、\2", text)
    items = [AFTER_ITEM.sub("", BEFORE_ITEM.sub("", part.strip())) for part in BETWEEN.split(text.strip(" 。！!"))]
    return [item for item in items if item and len(item) <= 10 and not NO_ALLERGEN.fullmatch(simplified(item))]


def find_items(text: str) -> tuple[str, ...]:
    text = _plain(text).strip(" 。")
    return tuple(_items(text)) if len(text) <= 40 and not re.search(r"[。；;！!?？我不没对對]", text) else ()


def find_diet(text: str) -> str:
    plain = simplified(_plain(text))
    if NO_DIET.search(plain):
        return ""
    for sentence in SENTENCE.finditer(plain):
        if ASKS.search(sentence[0]) or DOUBT.search(sentence[0][:6]):
            continue
        for start, end in _parts(sentence[0]):
            part = sentence[0][start:end].strip(" 。！!")
            for pattern in (LONE_DIET, IS_DIET, EATS_DIET, FOLLOWS_DIET):
                if (match := pattern.search(part)) and not _is_no_own_diet(match):
                    return next(value.replace("_", "-") for value in DIETS if match[value])
    return ""


def _is_no_own_diet(match: re.Match[str]) -> bool:
    before = match.groupdict().get("before") or ""
    others = OTHER.search(before) and not AND_I.search(before)
    return bool(DOUBT.search(before) or NEGATED.search(before) or others)
