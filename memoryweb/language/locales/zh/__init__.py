"""Chinese. It has no word breaks, so its signals are phrases."""

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.base import Language, alternatives
from memoryweb.language.locales.zh.fields import FIELD_LABELS
from memoryweb.language.locales.zh.told import TOLD
from memoryweb.rules.policy import Kind

SOMEONE_ALWAYS = (
    r"(?:我|我们|他|她|他们|她们|用户|但|却)(?:几乎)?(?:总是|始终|永远)(?!要|想要|需要|希望)"
    r"|(?<![请你您要该])总是(?:使用|用)"
)
SIGNALS = {
    # 从不同 is "from different", 不一定要 "need not", 要不要 "whether", 解决不了 "cannot be solved", 杜绝不良 "no bad"
    Kind.RULE: alternatives("""
        必须, 务必, (?<!不)一定要, 禁止, 严禁, 切勿, (?<![拒杜断隔])绝不, 坚决不, (?<!解)决不, 永不, 从来不,
        (?<!自)从不(?![同远]), (?<!要)不要(?!紧), 总是, 始终, 永远, 一律, 规则, 规定, 政策, 硬性?约束, 以后都,
        从今以后, 从现在(?:起|开始)
    """),
    Kind.GOAL: (
        "目标|里程碑|计划|打算|致力于"
        "|在自?学习?(?:英|法|德|日|韩|俄|意大利|西班牙|葡萄牙|阿拉伯|荷兰|泰|越南|拉丁|手)语"
    ),
    Kind.HABIT: ("每(?:天|周|晚|早|月|年|次|日(?!总结|小结)|个(?:月|星期|礼拜|周末|工作日|早上|晚上))|习惯|通常|一贯"),
    # 没决定 is undecided, 决定性 decisive, 当选了 "was elected"
    Kind.PREFERENCE: alternatives("""
        喜欢, 偏好, 讨厌, 宁愿, 宁可, 更爱, (?<![没未出做])决定(?!性), 选择了, 选定, 选用, (?<![当入落])选了
    """),
    Kind.FACT: "出生|生日",
    Kind.CONTEXT: "暂时|临时|目前|正在|进行中",
    Kind.EVENT: "每日(?:总结|小结)|昨天|昨晚|今早",
}

WHEN = LazyPattern(
    r"(?:^|[，,、。；]|我|，我)(?P<when>(?:(?!喜欢|希望|想|要|爱|提前|请|记得)[^，,。；！？我]){1,16}?)"
    r"(?:的时候|的时侯|(?<![小平有随按及准同当暂定])时(?=[，,我]|更|会|都|请|喜|爱|想|喝|吃|用|只|就|总)|的话|之后|之前)"
    r"|(?:^|[，,])(?P<time>早上|早晨|上午|中午|下午|晚上|夜里|周末|工作日|夏天|冬天|春天|秋天|出差|加班|旅行|长途)"
    r"(?=[，,我]|喜|爱|更)"
)
FOR = LazyPattern(
    r"^(?P<when>报告|邮件|周报|会议纪要|代码|文档|合同|简历|论文|数据|表格|图片)(?:请|都|一律|就|要|用|最好)"
)
FILLED = LazyPattern(r"^(?:如果|每当|每逢|每次|在|当|我|觉得|感到|感觉|比较|很|特别)+")


def find_condition(text: str, without_reason: str) -> str:
    found = FOR.search(text) or WHEN.search(text)
    return (found[found.lastgroup] or "") if found and found.lastgroup else ""


def normalize_condition(condition: str) -> str:
    return FILLED.sub("", condition)


# What may differ in two statements that say the same: who speaks, "please", "very", and "I like" before a thing.
TIMES = "(早上|早晨|上午|中午|下午|晚上|夜里|周末|工作日|平时|每天)?"
POLITE = LazyPattern(r"^(?:请|麻烦)|真的|(?:非常|特别|很)(?=喜|爱|想)")
SPEAKER = LazyPattern(rf"^{TIMES}(?:我|用户|本人)(?!们)")
LIKES = LazyPattern(rf"^{TIMES}(?:喜欢|喜爱|偏好|偏爱)")


def without_fillers(clause: str) -> str:
    """Return a clause without speaker and verbs of liking: 喝绿茶 for 我很喜欢喝绿茶."""
    clause = SPEAKER.sub(r"\1", POLITE.sub("", clause))
    return LIKES.sub(r"\1", clause)


def remember_question(sentence: str, memory: str) -> str:
    return f"要我记住“{sentence or memory}”吗？"


CHINESE = Language(
    code="zh",
    word_breaks=False,
    filler_pattern="用户|喜欢|喜爱|偏好|偏爱|想要|非常|特别|总是|真的|[我爱很的了有]",
    # Not in 差不多, 不错, 不过, 不但, 不仅, 不管, 不论, 不断;
    # nor in 特别, 区别, 分别, 个别, 级别, 类别, 性别, 别人, 别的.
    negation_pattern="(?<!差)不(?![错过但仅管论断])|没|(?<![特区分个级类性])别(?![人的])|避免|讨厌|禁止",
    change="改成|改为|改用|以后|不再|从现在起|现在",
    always="总是|以后|记住|永远|每次|始终|务必|一律|从不",
    only_now="这次|今天|暂时|这一次|目前先",
    signals=SIGNALS,
    told=TOLD,
    habit_phrases=f"{SOMEONE_ALWAYS}|始终如一",
    other_uses="不规则|不总是|(?<![须要请])(?:总是|始终|永远)都?(?:是|在|很|会|有)",
    rule_words="总是|始终|永远|规则",
    reasons="(?:，|,)?(?:因为|由于|毕竟).*",
    contrasts="而不是|不是|不要|，不|,不|胜过|多过",
    holds_one="更喜欢|更爱|偏好|偏爱|首选|倾向|宁愿|最喜欢|最爱",
    holds_many="喜欢|爱|讨厌|不吃|不喝|不碰|受不了|反感|避免|过敏|不再|戒",
    does="(?P<zh>喝|吃|用|看|听|穿|玩|住|坐|买|读|写|回答|回复)",
    speaker=(
        "(?:我|您|你|用户)(?!们|[妈爸爷奶哥姐弟妹儿女朋同老丈妻爱家公外舅叔姑姨孩表堂岳领]"
        "|的(?=.*[妈爸爷奶哥姐弟妹儿女朋同老丈妻爱家公外舅叔姑姨孩表堂岳领猫狗]))"
    ),
    adverbs=(
        rf"^.{{1,16}}(?:的时候|时|的话|之后|之前)|{TIMES[1:-2]}|通常|一般|经常|常常|有时|现在|已经|比较|更|最|也|都|就|还"
        "|只|会"
    ),
    same_present={},
    takes=frozenset({"喝", "吃", "用"}),
    favorite="最(?:喜欢|爱)(?:吃|喝|看|听|玩)?的(?P<zh>[^是，。]{1,12})是",
    favorite_marks=("最",),
    not_chosen="不是|而不是",
    sorts={
        "drink": "茶|咖啡|果汁|水$|酒|牛奶|饮料",
        "food": "面|饭|菜|水果|零食|蛋糕|巧克力|火锅|沙拉",
        "place": "抽屉|柜|架|桌|座位",
        "words": "回答|回复|要点|表格|语气",
        "sound": "音乐|歌|播客|安静",
    },
    find_condition=find_condition,
    normalize_condition=normalize_condition,
    promote_question="以后也要记住这一点吗？",
    goal_question="这还是你的目标吗？",
    topic_statement="我常常聊到{topic}",
    remember_question=remember_question,
    update_question="“{label}”要从“{old}”改成“{new}”吗？",
    details_question="要修改“{memory}”的说明吗？",
    answer_question="{agent} 说你选了“{value}”。要用它吗？",
    conflict_question="{label}：{first}还是{last}，哪一个对？",
    file_is_older="文件里的比较旧，是{file}的。现在用的是{yours}的。",
    file_is_newer="文件里的比较新，是{file}的。现在用的是{yours}的。",
    file_of_same_day="两个都是{yours}的。",
    file_without_date="文件里没有日期。现在用的是{yours}的。",
    list_separator="、",
    which_now_question="{label}：现在是哪一种？",
    which_wanted_question="这次想要哪种{label}？",
    avoid="避免{thing}",
    rule_line=("- 规则: ", "（confidence={confidence:.2f}, source={source}）"),  # S3's, with its own parentheses
    field_labels=FIELD_LABELS,
)
