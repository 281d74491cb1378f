"""Allergies and diets in Chinese, in simplified and traditional characters."""

import re
import unicodedata
from collections.abc import Iterator

from memoryweb.language.dietary.chinese_words import (
    BEFORE_DIET,
    BEFORE_NOUN,
    DIETS,
    DOUBTS,
    HOW_ALLERGIC,
    NO_ALLERGENS,
    OTHERS,
    SUBSTANCE_ENDS,
    SUBSTANCES,
    WHO,
)
from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.zh.characters import simplified

SENTENCE = LazyPattern(r"[^。！!?？；;\n]+[。！!?？；;]?")
COMMA = LazyPattern(r"[，,：:]")
SPACES = LazyPattern(r"(?<=[\u3400-\u9fff])\s+(?=[\u3400-\u9fff])")
ALLERGY = LazyPattern(r"过敏|過敏|不耐受")
ME = r"(?:我|本人|俺|咱|笔者|自己)"
AND_I = LazyPattern(
    rf"(?:{ME}(?:跟|和|与|还有).{{1,6}}|.{{1,6}}(?:跟|和|与){ME}|{ME}们(?:全|一|家|俩|两|都|大家){{0,4}}(?:人|口)?|咱们?(?:全|一|家|俩)*|"
    rf"{ME}(?:们)?(?:一家人?|全家人?|家人?|家里人?))(?:都|也|全)?$"
)
OTHER = LazyPattern(
    rf"(?:{OTHERS}|{ME}的(?!身体|皮肤|体质|过敏|$)[^，,。对]{{1,6}}$|{ME}家里?的?(?![都也全])[^，,。对都也]{{1,4}}$)"
)
DOUBT = LazyPattern(rf"(?:{DOUBTS})")
VOUCHED = LazyPattern(
    r"(?:医生|大夫|检查|化验|体检|测试|过敏原检测|医院)[^，,。]{0,6}(?:说|确认|查出|显示|发现|证实|告诉我|确诊)"
)
NEGATED = LazyPattern(r"(?:排除|不(?!锈钢)|没|(?<!特)别|无(?!花果)|未|哪)")
TO = LazyPattern(
    rf"(?:对|對)(?P<items>[^。；过]{{1,60}}?)(?P<how>{HOW_ALLERGIC})过敏(?!体质|性|原|源|药|季|症状|科|测试|检测|吗|么|的(?![，。！\s]|$|我[，,]))"
)
NOUN = LazyPattern(
    rf"^(?P<before>.{{0,12}}?(?:{ME}(?:们|家)?(?:都|也|的|从小就?|一直|真的|有|得了|患有|是)*|^))(?P<degree>(?:{BEFORE_NOUN})的?)*"
    r"(?P<items>[^，,。对\s的有会就也都很]{1,12}?)(?P<how>严重|轻微)?过敏(?!体质|性|原|源|药|季|症状|科|测试|检测|吗|么|了|的(?![，。！\s]|$))"
)
TAKES = LazyPattern(
    rf"{ME}(?:一|只要|每次|从小|要是一)?(?:吃|喝|闻到?|碰到?|摸到?|接触到?|沾到?|用)(?:了|到)?(?P<items>[^，,。不会就都也]{{1,10}}?)"
    r"(?:之后|以后|后)?(?:就|会|就会|都会|也会|是会|便会)?过敏(?!体质|性|原|源|药|吗|么)"
)
LABELED = LazyPattern(
    r"^\W*(?:老实说|说实话)?[，,]?(?:让我|我的?|本人的?)?(?:唯一|最严重|最|主要|会|目前)*的?(?:食物|药物|已知)*过敏(?:原|源|物|史|食物|药物|清单|列表|名单|的(?=是|有|"
    r"包括)|的(?:东西|食物|食材|药物?))?(?:主要|就)?(?:是|有|包括|为|：|:)+\s*(?P<items>[^。；]{1,80})"
)
# 花生我过敏
NAMED_BEFORE = LazyPattern(
    rf"^(?P<items>[^，,。对我他她你]{{1,20}}?){ME}(?:是|都|也|全|会|就|真的|一直)*(?:{HOW_ALLERGIC})过敏(?=$|[，,。！!了的\s])"
)
# 别给我推荐芒果，我过敏
CANNOT_EAT = LazyPattern(rf"^{ME}(?P<items>[^，,。的女儿]{{1,12}}?)(?:[吃喝碰用]不了|[吃喝碰用]不得)[，,]{ME}?会?过敏")
AVOIDED = LazyPattern(
    r"(?P<before>[^，,。]{0,8}?)(?:不要|别|请勿|不能|不可以|不可|不吃|不喝|不碰|不用|避免|避开|忌)(?:再)?(?:给我|帮我)?(?:推荐|吃|喝|放|加|点|买|用|碰|做|带|上|"
    r"安排|接触)*(?P<items>[^，,。我他她你]{1,16}?)(?:之类的?|类|了)?[，,：:]\s*"
    rf"(?:因为|因|毕竟)?{ME}?(?:对(?:它们?|此|这些?|这个))?(?:会|都|也|就|是)*(?:{HOW_ALLERGIC})过敏(?=$|[，,。！!的\s])"
)
ENDED = LazyPattern(
    r"(?:现在|后来|如今|目前|早就?|已经|过敏)(?:已经|早就)?(?:好了|不过敏|没事|没有了|不会了|治好|脱敏|痊愈)|脱敏成功|治好了"
)
ASKS = LazyPattern(r"(?:[吗么呢]|[?？])[。！!?？]?$|是不是|会不会|是否|有没有")
QUOTED = LazyPattern(r"[“「『\"][^”」』\"]{0,80}[”」』\"]")
QUOTES = LazyPattern(r"(?:翻译|译成|造句|改写|例句|句子|说|写道|问)[^，,。]{0,12}[:：]")
ASIDE = LazyPattern(r"\([^()]{0,40}\)")
PREFACE = LazyPattern(
    r"^(?:(?:请|麻烦|拜托)?(?:你)?(?:记住|记得|记一下|注意|留意|备注|提醒一下|提醒你)(?:一下|哦|啊)?|对了|忘了说|顺便(?:说|提)一?(?:下|句)?|顺便|补充一下|另外|其实|"
    r"说明一下|声明一下|请注意|温馨提示|你好|您好|嗨|不好意思|抱歉|打扰一下)[，,：:\s]*"
)
NAMED_FIRST = LazyPattern(
    rf"^(?P<items>[^，,。对我他她你]{{1,20}}?)(?:会|都会|都|能)?(?:(?:让|使|令|害){ME}(?:会|都|很|严重)*过敏(?=$|[，,。！!])|{ME}(?:都)?(?:不能|"
    rf"不可以|不敢|没法)(?:吃|碰|喝|用|摸)[，,]\s*(?:会|都|因为|{ME})*过敏(?=$|[，,。！!]))"
)
BELONGS = LazyPattern(
    rf"^{ME}(?:这个人)?(?:是|属于)(?:个|一个)?(?:对|對)?(?P<items>[^，,。]{{1,20}}?)过敏(?:的人|人群|者|体质的人)$"
)
ALSO = LazyPattern(r"(?:对|對)(?P<items>[^，,。]{1,12}?)(?:也是|也一样|同样如此|亦然)[。！]?$")
EXAMPLES = LazyPattern(r"(?:[，,]?(?:特别是|尤其是|尤其|比如|例如|主要是|像)).*$")
AFTER_BARE = LazyPattern(r"$|[\s。！!]|史|很?严重|比较严重|，|哦|啊")  # 虾过敏, not 虾过敏很常见
BETWEEN = LazyPattern(r"\s*(?:、|，|,|/|&|\+|以及|还有|和|跟|与|及|或者?|并且)\s*")
SUBSTANCE = LazyPattern(rf"(?:{SUBSTANCES}|{SUBSTANCE_ENDS})(?:类(?:药物?|抗生素|食物|食品)?|制品|等\w{{1,3}})?$")
NO_ALLERGEN = LazyPattern(rf"(?:{NO_ALLERGENS})")
BEFORE_ITEM = LazyPattern(
    r"^(?:所有的?|一切|各种|任意|全部|很多|某些|一些|那种|这种|诸如|比如|像|吃|喝|对|含|被诊断为|确诊|属于|有)+"
)
AFTER_ITEM = LazyPattern(
    r"(?:容易|经常|总是|老是|偶尔|这类|那类|之类(?:东西|食物)?|等(?:食物|东西)?|的(?:东西|食物|食品|产品|菜|水果)|什么的|都|也|会|有|很|非常|特别|极其|极度|严重|轻微|有点|"
    r"的)+$"
)
PAIRS_OF_ONE = LazyPattern(r"(?<![^、，和])(猫|狗|虾|鱼|蛋)(猫|狗|蟹|虾|奶)(?![^、，和都])")
LABEL_ENDS = LazyPattern(r"[，,](?=.*(?:我|请|别|不|要|吃|记))")
DIET = r"(?P<diet>" + "|".join(f"(?P<{value}>{words})" for value, words in DIETS.items()) + ")"
STARTS = rf"^(?P<before>(?:[^，,。]{{0,10}}?(?:{WHO})|{ME}(?:和|跟|与)[^，,。]{{1,6}}?|)(?:{BEFORE_DIET}){{0,5}})"
IS_DIET = LazyPattern(
    rf"{STARTS}(?:是|算是?|属于|作为|身为|成为了?|[变改转][成为]了?)(?:个|一个|一名|一位|名|位|严格|虔诚|长期|资深|坚定|标准|的)*{DIET}"
    r"(?:主义)?(?:者|的人|的(?=[，。！、\s]|$)|人士|人群|主义(?=[，。！]|$)|党|动物)"
)
EATS_DIET = LazyPattern(
    rf"{STARTS}(?:吃的是|吃|只吃|都吃|改成|改为|转为|(?:只能|必须|得|需要|要)吃)?{DIET}(?:食品|食物|饮食|主义|的?餐|肉)?(?=$|[，,。！!、\s了啦哦呢呀哈]|念佛|已经|"
    rf"第[一二三四五六七八九十\d]{{1,2}}年|快|差不多|将近|大约|有|是(?:因为|为了|出于)|因为|吃了|都|很久|好几|多年|\d|[一二两三四五六七八九十]+(?:多|几)?年|半年|的(?=[，。！]|"
    rf"$))"
)
FOLLOWS_DIET = LazyPattern(
    rf"{STARTS}(?:在|正在|一直在)?(?:的?饮食(?:方式|习惯|模式)?是|执行|采用|奉行|遵循|遵守|坚持|实行|践行|保持|进行|走|做|信奉|选择)(?:了|着)?(?:吃)?{DIET}(?:饮食|"
    rf"主义|法|食品|食物|规矩|教规|规定)*"
    r"(?=$|[，,。！!、\s了啦哦呢呀]|已经|\d|[一二两三四五六七八九十半]+(?:多|几)?年|很久|多年)"
)
NO_DIET = LazyPattern(rf"{ME}(?:现在|已经|可|并|就|才|却|倒|又)?不(?:再|是|算|吃)*(?:{'|'.join(DIETS.values())})")
LEFT_DIET = LazyPattern(
    r"(?:又|重新|开始|恢复)(?:开始)?吃(?:肉|荤)|(?:现在|后来|已经)(?:已经)?(?:不吃素?了|不吃了|放弃了|破戒)"
)
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
    plain = SPACES.sub("", unicodedata.normalize("NFKC", text))
    return ASIDE.sub("", QUOTED.sub(lambda match: "" if re.search("[我咱]", match[0]) else match[0], plain))


def _allergens_of(sentence: str) -> Iterator[str]:
    sentence = _without_question(sentence)
    plain = simplified(sentence)
    if "过敏" not in plain or QUOTES.search(plain) or ENDED.search(plain):
        return
    if match := LABELED.match(plain):
        yield from _items(sentence[slice(*match.span("items"))], labeled=True)
    elif match := _named_before(plain):
        if not OTHER.search(match.groupdict().get("before") or "") and not OTHER.search(match["items"]):
            yield from _items(sentence[slice(*match.span("items"))])
    elif TO.search(plain):
        yield from _after_to(sentence, plain)
    else:
        yield from _without_to(sentence, plain)


def _without_question(sentence: str) -> str:
    """Return the statement before a question (我对花生过敏，推荐几家餐厅？), without prefaces (请记住)."""
    plain = simplified(sentence)
    if ASKS.search(plain):
        told = plain[: max(plain.rfind("，"), plain.rfind(","), 0)]
        if ASKS.search(told) or "过敏" in plain[len(told) :]:
            return ""
        sentence, plain = sentence[: len(told)], told
    preface = PREFACE.match(plain)
    return sentence[preface.end() :] if preface and preface.end() < len(plain) else sentence


def _named_before(plain: str) -> re.Match[str] | None:
    belongs = BELONGS.match(plain.strip("。！!")) or CANNOT_EAT.match(plain)
    return NAMED_FIRST.match(plain) or belongs or NAMED_BEFORE.match(plain) or AVOIDED.search(plain)


def _after_to(sentence: str, plain: str) -> Iterator[str]:
    for match in TO.finditer(plain):
        if _is_mine(plain, match.start()) and _is_plain(match["items"] + match["how"]):
            yield from _items(sentence[slice(*match.span("items"))])
    if (also := ALSO.search(plain)) and "不" not in also[0]:
        yield from _items(sentence[slice(*also.span("items"))])


def _without_to(sentence: str, plain: str) -> Iterator[str]:
    for start, end in _parts(plain):
        part = plain[start:end]
        for pattern in (TAKES, NOUN):
            match = pattern.search(part)
            if match and _is_mine_alone(match, part):
                begin, stop = match.span("items")
                yield from _items(sentence[start + begin : start + stop])
                break


def _is_mine_alone(match: re.Match[str], part: str) -> bool:
    """Return whether a match without 对 is surely about the writer: 我花生过敏, not 我孩子花生过敏."""
    before = part[: match.start("items")]
    if DOUBT.search(part[: match.end()]) or NEGATED.search(match[0]) or OTHER.search(match["items"]):
        return False
    if not re.search(ME, before) and not AFTER_BARE.match(part[match.end() :]):
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
    """Return whether 对 at this place refers to the writer: 我 or no subject stands before it."""
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
    if OTHER.search(before) or (before and not NO_SUBJECT.fullmatch(before)):
        return False
    return start == 0 or not _others_before(sentence[: start - 1])


NO_SUBJECT = LazyPattern(
    r"(?:就是|但是|只是|还|也|又|都|就|只|更|可惜|可|一直|从小|天生|现在|同时|目前|由于|因|不仅|但|肯定|确定|确实|真的|会|尤其|特别|查出来?|发现|检查|体检|出来|结果|测过敏原)*"
)


def _others_before(text: str) -> bool:
    """Return whether the part before speaks of somebody else: its subject goes on."""
    part = text[max(text.rfind(comma) for comma in "，,：:") + 1 :]
    return bool(OTHER.search(part)) and not AND_I.search(part)


def _items(text: str, *, labeled: bool = False) -> list[str]:
    if labeled and (end := LABEL_ENDS.search(text)):
        text = text[: end.start()]
    if re.search(r"[「」“”\"『』]", text):
        return []
    text = EXAMPLES.sub("", text)
    text = PAIRS_OF_ONE.sub(r"\1、\2", text)
    items = [AFTER_ITEM.sub("", BEFORE_ITEM.sub("", part.strip())) for part in BETWEEN.split(text.strip(" 。！!"))]
    return [item for item in items if item and len(item) <= 10 and _is_allergen(simplified(item))]


def _is_allergen(item: str) -> bool:
    """Return whether an item ends as the names of substances do."""
    return bool(SUBSTANCE.search(item)) and not NO_ALLERGEN.fullmatch(item)


def find_items(text: str) -> tuple[str, ...]:
    text = _plain(text).strip(" 。")
    return tuple(_items(text)) if len(text) <= 40 and not re.search(r"[。；;！!?？我不没对對]", text) else ()


def find_diet(text: str) -> str:
    plain = simplified(_plain(text))
    if LEFT_DIET.search(plain):
        return ""
    for sentence in SENTENCE.finditer(plain):
        for start, end in _parts(sentence[0]):
            part = sentence[0][start:end].strip(" 。！!")
            if NO_DIET.search(part) or ASKS.search(part) or QUOTES.search(sentence[0][:end]):
                continue
            part = PREFACE.sub("", part)
            for pattern in (LONE_DIET, IS_DIET, EATS_DIET, FOLLOWS_DIET):
                if (match := pattern.search(part)) and not _is_no_own_diet(match):
                    return next(value.replace("_", "-") for value in DIETS if match[value])
    return ""


DIET_ADVERBS = LazyPattern(rf"(?:{BEFORE_DIET}){{1,6}}$")


def _is_no_own_diet(match: re.Match[str]) -> bool:
    before = match.groupdict().get("before") or ""
    others = OTHER.search(before) and not AND_I.search(DIET_ADVERBS.sub("", before))
    return bool(DOUBT.search(before) or NEGATED.search(before) or others)
