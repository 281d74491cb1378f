"""Tells which Chinese statements are not worth keeping: irony, the moment, hearsay, and what a stranger cannot know.

All patterns are in simplified characters.
"""

import re

from memoryweb.learning.extraction.types import Clause, StatementType
from memoryweb.rules.languages.base import one_of

DELIGHT = one_of("""
    太好了, 真好, 真棒, 太棒了, 好棒, 好极了, 可真(?:行|棒|好), 真行, 真不错, 呵呵, 哇, 哇塞, 哇哦,
    谢谢(?:啊|老板|你啊|您嘞), 好家伙, 真会, 服了, 绝了, 厉害了, 可以啊, 爽, 赞, 好耶, 妙啊, 不愧是, 真贴心, 太贴心了,
    惊喜, 又来了
""")
LOVES_IT = r"(?:最|就|可|真|太|超|特别?|好)(?:喜欢|爱(?!人)|享受)"
NUISANCE = one_of("""
    加班, 排(?:长)?队, 排.{0,4}队, 堵车, 塞车, 晚点, 延误, 等.{0,4}(?:小时|半天|一晚),
    被(?:领导|老板|上司|客户|甲方|电话).{0,6}(?:叫|催|骂|喊|吵|改|训),
    被(?:放鸽子|骂|催|坑|批评|打扰|吵醒|甩|宰|割), 迟到, 半夜, 一改再改, 改需求, 改.{0,3}[遍版], 报错, 蓝屏, 死机,
    闪退, 宕机, 挨骂, 背锅, 裁员, 降薪, 扣钱, 罚款, 丢(?:东西|钱包|件), 返工, 重做, 临时通知, 停电, 停水, 漏水, 踩雷,
    踩坑, 掉链子
""")
IRONY = re.compile(
    rf"^\s*{DELIGHT}[，,！!~。 ].{{0,20}}{LOVES_IT}|{LOVES_IT}.{{0,8}}{NUISANCE}|{LOVES_IT}.{{0,12}}谢谢(?:老板|"
    rf"领导|啊)"
)
OTHER_TEXT = re.compile(
    r"仿写|造句|改写句|病句|例句|作文[：:，]|(?:这是|下面是|以下是)我?(?:写的|的).{0,8}[：:]|文案|主题是|题目是|"
    r"标题是|[写编改译段句首仿][^，,。]{0,6}[歌台]词|[歌台]词[：:，,是]|读后感|"
    r"演讲稿|翻译成|怎么翻译|这句话|这个句子|填空[：:]|接龙"
)
HEARSAY = re.compile(
    r"(?<!医)(?:大家|别人|人家|有人|他们?|她们?|老板|同事|朋友|妈妈?|爸爸?|老师|领导|同学|室友|老婆|老公|爱人|"
    r"网友|客户|孩子|"
    r"男友|女友|男朋友|女朋友|家里?人|父母|姐姐?|哥哥?|弟弟?|妹妹?)(?:们)?(?:都|总|老|总是|老是|常|一直|也|还|又|曾)?"
    r"(?:觉得|说|认为|以为|猜|问|嫌|劝|夸|骂|笑|知道|抱怨|怀疑|吐槽|评价|记得)我"
)
DENIED = re.compile(
    r"(?:没有?|不|并不|并没有?)(?:特别|很|那么|太|多|怎么)(?:的)?(?:喜欢|爱|讨厌|想)(?=.{0,2}(?:那|这|他|她|它))|"
    r"没有?(?:特别|很|多么|那么)(?:喜欢|"
    r"讨厌|偏好|热爱)|(?:没|没有|不是|并非|并不是)不(?:喜欢|爱|想|愿意)|不是(?:说)?我?(?:不)?(?:喜欢|讨厌)|(?:没|"
    r"从没|从来没|可没|没有)说过?我|"
    r"(?:说不上|谈不上|算不上)|喜不喜欢|爱不爱|想不想|不知道我|不(?:确定|清楚)我|忘了我|我也不知道"
)
MOMENT = re.compile(
    r"今天|今晚|今早|今儿|今日|今夜|昨天|昨晚|昨日|前天|明天|明晚|明早|后天|大后天|刚才|刚刚|这会儿|此刻|这阵子|"
    r"等会儿?|待会儿?|回头|马上|上周|"
    r"上个?(?:月|星期|礼拜)|上次|下周|下个?(?:月|星期|礼拜)|去年|前年|当时|当年|那天|那时候?|那会儿|那次|(?:这|"
    r"此)(?:一)?(?:次|回|顿|趟|场|封|份|单)|"
    r"这周|本周|(?:中午|晚上|下午|早上)想"
)
PAST = re.compile(r"小时候|以前|曾经|过去|原来|从前|年轻时|早年|那几年|上学时|大学时|当初")
STILL = re.compile(r"现在|长大|如今|改|后来|从小|以后|至今|一直|不再")
UNKNOWN = re.compile(
    r"^\s*(?:吃|喝|看|听|穿|用|去|玩)?(?:了|过|着|的)?(?:这|那)(?!种|类|样|么|方面|些年|行)|^\s*(?:它|他|她|你|您|"
    r"人家)|^\s*(?:这|那)$|^\s*上面|"
    r"(?:这里|那里|这边|那边|这儿|那儿)的|^\s*(?:听|跟|和|看|打扰|让|被|过)?(?:你|您|他|她|它|这样|那样|现在的自己)|"
    r"^\s*(?:这|那)种(?:天气|感觉|事|人$|时候|场面|结果|日子)"
)
OF_THIS = re.compile(r"^\s*(?:这|那)(?!种|类|样|些|方面)[^，,]{0,8}我")
FEELING = re.compile(
    r"(?:爱|想|烦|累|困|饿|气|笑|忙|吓|热|冷|难受|讨厌|恨)(?:死|疯|坏)|受不了了|忍不了了|(?:真|好|太|超)(?:想|累|"
    r"困|烦|饿|难|忙|无聊|爱了)|"
    r"我爱了|爱了爱了|服了|真的会谢|要疯了|崩溃了|不想上班|不想干了|不想活|不想动|不想起床|不想聊|不想说话$|"
    r"来不及|好喜欢你|爱上|喜欢上(?=他|她|你|了)"
)
FAILS = re.compile(
    r"(?:总是|老是|总|每次|一直|老|经常|又)[^，,]{0,6}(?:输(?!入|出|液)|失败|报错|出错|错误|收不到|连不上|打不开|"
    r"登不上|登录不|进不去|加载不|卡住|卡顿|"
    r"卡死|闪退|崩溃|失灵|没反应|不响应|没效果|搞错|搞不|做不|学不会|不成功|超时|丢失|找不到|下载不|安装不|等你|"
    r"等他|等她|在等)"
)
ADVICE = re.compile(
    r"自己的|梦想|放弃|相信|努力|珍惜|人生|初心|加油|保重|照顾好|难过|客气|担心|着急|生气|介意|紧张|灰心|害怕|"
    r"忘记我|开心|谢|见外|"
    r"(?:多|少)(?:喝|吃|睡|休息|运动|穿)(?!.*我)"
)
JUST_NOW = re.compile(
    r"(?:用|以)[^，,。]{1,6}(?:概括|总结|说明|描述|翻译)$|.*(?:一下|这[一二两三四五六几]|那[几两三])|别(?!再|老|"
    r"总)[^，,。]{0,6}了$|(?:你|请|就|那)*(?:直接|赶紧|快)(?:告诉|给|说|回答|写|开始|来)"
)
BARE = re.compile(r"[我俺咱](?:们)?[^对把，,]{0,6}$|^[^对把，,我]{0,5}$")
PRONOUN_ONLY = re.compile(r"^(?:它|他|她|你|这个?|那个?|这些|那些|了|啊|的|吧|呢|哦|\W)*$")
NO_TRAIT = re.compile(
    r"没(?:见|遇到?|碰到?|听说?)过[这那]|我.{0,4}(?:有点|有些|好|突然|特别)(?:疼|痛|痒|酸|肿|麻)|都?(?:丢|坏|死|"
    r"断|碎|删|毁)了$|"
    r"我是(?:个)?(?:新手|小白|菜鸟|外行|新来的)$|我是[^，,。]{0,6}(?:[复粘下拷](?:制|贴|载|贝)|手动|直接|照着|"
    r"按(?:你|照))[^，,。]*的$|"
    r"我是(?:第(?!.代)|认真|来|不会|真心|诚心|无辜|清白|开玩笑|好意|刚|昨|为|被|看|听(?!障|力)|故意|不小心|随便|"
    r"随口|瞎|"
    r"猜|最后|唯一|一定|绝对|真没|没|可以|有)|"
    r"我叫(?:了|不|得|到|起|着|醒|苦|车|人)|姓什么|换了(?:个|种)?(?:说法|衣服|话题|姿势|位置|一下)|换好|"
    r"不(?:见|动|行|到|上|出|懂|住|起|对|好|错|在|下|完|清|成|够|了|着)了$|我.{0,3}不能再|也没用|"
    r"(?:想|怀疑|在)(?:笑|哭|人生|想)|想(?:你|他|她|家)$"
)
OPINION = re.compile(
    r"^(?:其实|但是?|可是?|而且|不过|所以)*我(?:也|还|真的|一直)*(?:觉得|认为|感觉|相信|发现|"
    r"以为)(?!.{0,16}(?:喜欢|讨厌|适合我|舒服|习惯|受不了))"
)
FEELS = re.compile(
    r"(?:感到|觉得|感觉|变得|越来越|一下子|心情)[^，,。]{0,8}(?:焦虑|压力|疲惫|疲倦|难过|孤独|孤单|沮丧|迷茫|无聊|"
    r"紧张|乏味|舒畅|开心|快乐|幸福|失落|烦躁|低落|"
    r"郁闷|伤心|害怕|不安|失望|愧疚|内疚|自卑|痛苦|累|困|糟|愉快|轻松|平静|着急|无助|绝望)"
)
FEARS = re.compile(
    r"(?:害怕|怕|担心|恐惧)(?:我|自己)?(?:会|出现|发生|失败|来不及|做不好|被拒|万一|以后|将来|再|没|不|他|她|你|"
    r"错过|失去|影响)"
)
CONSIDERS = re.compile(
    r"(?<!一直在)(?<!一直)(?:思考|考虑|犹豫|纠结|想着|琢磨|讨论)[^，,。]{0,8}(?:问题|换|要不要|是否|怎么)|似乎|好像|仿佛|学到(?!能)|"
    r"学会了|"
    r"我(?:也|还|们)?(?:可以|应该|需要)(?:试|去|尝试|再|好好|多|学着|一次)|(?:可以|想要?|打算)尝试|"
    r"对我的?[^，,。]{0,10}(?:启发|帮助|影响)|下次我|有(?:空|机会|时间)我"
)
GONE = re.compile(
    r"(?:最爱|喜欢|讨厌|常去|常吃|想要|爱[吃喝看听玩])的[^，,。是]{1,10}(?:了|过)[！!。~]*$|我的最爱(?:被|没|要|不)"
)
TRUE = re.compile(r"^\s*(?:说的)?(?:是)?(?:真|实话|对|认真|没时间|没空)")
THIS_PLACE = re.compile(r"(?:当前|现在的?|目前的?|这个?|这家|那家|那个)(?:公司|行业|岗位|单位|部门|职位|工作|团队)")
NO_MORE = re.compile(
    r"^(?:那)?我?(?:就|先|也|都|真的?)?不(?:想|要|能|会)?(?:再)?(?:吃|喝|去|玩|看|说|买|要|来|聊|等|干|做|听|管|"
    r"问|陪|睡|回|走|动|写|学|跟)了$"
)
ORDINAL = re.compile(r"^\s*第.{1,3}[个张段条行页版句种款项题](?:图|话)?\W*$")
EMPTY_IF_BARE = frozenset({StatementType.PREFERENCE, StatementType.DISLIKE})
FELT = frozenset({*EMPTY_IF_BARE, StatementType.HABIT, StatementType.FACT, StatementType.CHANGE})
LASTS = frozenset(
    {StatementType.CHANGE, StatementType.NAME, StatementType.FAMILY, StatementType.IDENTITY, StatementType.HOME}
)
NEVER_KEPT = (HEARSAY, DENIED, FEELING, FAILS, NO_TRAIT, NO_MORE, CONSIDERS, FEARS, GONE)
ABOUT_ANSWER = re.compile(r"回答|回复|答复|版本|语言|英文|中文|写得|说得|讲得|格式|语气|出差|外地|休假")
NOT_WANTED = re.compile(
    r"我?(?:真的?|就是|也|都|才)?不(?:想|要)(?!被|别人|让|太|总|花|看到|听|收到|接|跟|和|谈|在|用|住|去人|错过|吃|"
    r"喝|依赖|有)"
)


def is_passing_sentence(plain: str) -> bool:
    """Return whether nothing a whole sentence says counts: it is ironic, or somebody else's text."""
    return bool(IRONY.search(plain) or OTHER_TEXT.search(plain))


def is_passing(part: str, topic: str, clause: Clause, sentence: str) -> bool:
    """Return whether a clause holds for the moment only, is denied or hearsay, or is about what nobody else knows.

    `topic` is what stands before 我 in the part of the sentence.
    """
    if any(pattern.search(part) for pattern in NEVER_KEPT):
        return True
    match clause.type:
        case StatementType.CORRECTION:
            return bool(ORDINAL.match(clause.about) or TRUE.match(clause.about))
        case StatementType.WORK if THIS_PLACE.search(part):
            return True
    return _is_over(part, clause, sentence) or _is_vague(part, topic, clause)


def _is_over(part: str, clause: Clause, sentence: str) -> bool:
    """Return whether a clause tells of one moment or of the past."""
    if MOMENT.search(part) and clause.type not in LASTS and not ABOUT_ANSWER.search(part):
        return True
    return bool(PAST.search(part)) and not STILL.search(sentence) and clause.type is not StatementType.CHANGE


def _is_vague(part: str, topic: str, clause: Clause) -> bool:
    """Return whether a clause is an opinion or a feeling, advice, or about what a stranger cannot know."""
    if clause.type in FELT and (OPINION.match(part) or (FEELS.search(part) and "让我" not in part)):
        return True
    if clause.type is StatementType.DIRECTIVE:
        return bool((ADVICE.search(part) and "我" not in part) or JUST_NOW.match(part))
    if clause.type not in EMPTY_IF_BARE:
        return False
    is_bare = bool(PRONOUN_ONLY.match(clause.about) and BARE.search(part)) and len(topic) < 2
    return is_bare or any(
        pattern.match(text) for pattern, text in ((NOT_WANTED, part), (OF_THIS, part), (UNKNOWN, clause.about))
    )
