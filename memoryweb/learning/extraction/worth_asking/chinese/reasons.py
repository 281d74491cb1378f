"""Tells reports, denials, irony, the moment, advice and mere pointing from what a Chinese statement says for good."""

import re

from memoryweb.learning.extraction.chinese.words import WAY
from memoryweb.learning.extraction.types import Candidate, StatementType
from memoryweb.rules.languages.base import one_of

LASTS = frozenset({StatementType.NAME, StatementType.FAMILY, StatementType.IDENTITY, StatementType.FACT,
                   StatementType.HOME, StatementType.CHANGE})  # fmt: skip
POINTING = frozenset({StatementType.PREFERENCE, StatementType.DISLIKE, StatementType.HABIT, StatementType.WISH,
                      StatementType.GOAL, StatementType.IDENTITY, StatementType.WORK})  # fmt: skip
LIKES = frozenset({StatementType.PREFERENCE, StatementType.DISLIKE})

OTHER_SPEAKER = (
    r"(?:他们?|她们?|它|你|您|人家|别人|别人家|有人|大家|网友|医生|老师|朋友|同事|老板|领导|室友|同学|邻居|客户|专家|"
    r"我?(?:爸妈|爸爸?|妈妈?|哥哥?|姐姐?|弟弟?|妹妹?|爷爷|奶奶|老婆|老公|媳妇|太太|先生|女儿|儿子|孩子|男友|女友|"
    r"对象|家人))"
)
REPORTED = re.compile(
    rf"{OTHER_SPEAKER}[^，,。我]{{0,6}}(?:说|講|讲|觉得|覺得|认为|認為|以为|以為|告诉|告訴|猜|嫌|夸|笑话|问|"
    rf"問)[^，,。我]{{0,4}}[，,：:]?\Z|"
    r"(?:听说|聽說|据说|據說|传说|歌里|歌词|歌詞|书里|小说里|课文|作文|台词|台詞|剧本|例句|造句|病句|改错|例如|比如|"
    r"标题|题目|"
    r"选项|第.{1,2}句|这句话?|"
    r"這句話?|句子|怎么说|翻译|測驗|测试|星座|算命)[^。！]{0,12}\Z"
)
REPORTED_AFTER = re.compile(
    rf"\A[，,]?\s*{OTHER_SPEAKER}(?:总|老|常|一直|都)?(?:说|讲|講|觉得|认为)(?:的|道)?[。！!]?\s*\Z|(?:用|翻译成|"
    rf"译成).{{1,4}}(?:语|文)怎么说"
)
DENIED = re.compile(
    r"(?:没|沒|没有|沒有|又没|從沒|从没)(?:跟.{1,4})?(?:说|說|讲|講|提)过?|不是(?:说|說|不)|并不是|並不是|"
    r"(?:没有|沒有|没|沒)(?:特别|特別|很|太|那么|那麼|多|什么|什麼|啥)?(?:喜欢|喜歡|讨厌|討厭|爱|愛|偏好|偏爱|讲究|"
    r"要求|忌口)|不(?:讨厌|討厭|反感|排斥|介意|抗拒)|"
    r"(?:谈|談|算|说|說)不上|(?:都行|都可以|无所谓|無所謂|随便)[。！!]?\Z"
)
UNSURE = re.compile(
    r"(?<!尽)(?<!盡)可能(?!性)|也许|也許|或许|或許|大概(?=会|是|喜|我)|说不定|說不定|不知道|不确定|不確定|不清楚|"
    r"好像|似乎|以为|以為|不一定|不敢说|应该会|喜不喜[欢歡]|"
    r"爱不爱|想不想|是不是|要不要"
)
MOODS = one_of("""
    焦虑, 焦慮, 紧张, 緊張, 难过, 難過, 开心, 開心, 高兴, 高興, 兴奋, 興奮, 疲惫, 疲憊, 疲倦, 累, 无聊, 無聊, 困惑,
    迷茫, 孤独, 孤獨, 孤单, 沮丧, 沮喪, 舒畅, 舒暢, 烦躁, 煩躁, 烦, 压力, 壓力, 轻松, 輕鬆, 好多了, 好些了, 满足,
    滿足, 幸福, 不舒服, 难受, 難受, 头疼, 頭疼, 失落, 低落, 无助, 無助, 郁闷, 鬱悶, 激动, 激動, 感动, 感動, 乏味,
    吃力, 困, 饿, 餓, 渴, 冷, 热, 晕, 不安, 担心, 擔心, 纠结, 崩溃, 愉快, 平静, 温暖, 荣幸, 欣慰, 惊讶, 后悔, 期待,
    迷惘, 生气, 生氣, 委屈
""")
TRIGGER = re.compile(
    r"(?:时|時|时候|時候|的话|的話|之后|之前|后|前|每次|一旦|只要|每当|遇到|面对|一.{1,6}就)|.{2,}(?:让|令|使)我"
)
MOOD = re.compile(
    rf"我[^，,。]{{0,8}}?(?:感到|觉得|覺得|感觉|感覺|变得|變得|心情|情绪|情緒|有点|有點|有些)[^，,。]{{0,8}}{MOODS}|"
    rf"我(?:们|們)?(?:现在|現在|今天|最近|也|还|還|就|都|真的?|实在|實在|一下子|特别|特別|非常|很|好|太|挺|超|超级|"
    rf"真是|有点|有點|有些|总是|經常|经常|常常)*{MOODS}(?:了|极了|死了|得很)?(?:[，,。！!]|\Z)"
)
MOMENT = re.compile(
    r"今天|今晚|今早|今儿|今夜|今日|明天|明晚|明早|后天|後天|昨天|昨晚|前天|刚才|剛才|刚刚|剛剛|"
    r"刚(?=[^好性需强上满入毕结出])|"
    r"剛(?=[^好性需強上滿入畢結出])|这次|這次|这回|這回|这一次|"
    r"这会儿|這會兒|(?:这|這|上|下)(?:个|個)?(?:周末|週末|星期|礼拜|禮拜|月|下午|上午|晚上|周|週)|(?:现在|現在)(?=想|"
    r"有点|有點|好|很|就想|只想|要|不想)|此刻|眼下|暂时|暫時|待会|等会|等會|"
    r"(?:等|过|過)一(?:会儿|會兒)|一(?:会儿|會兒)(?=我|要|去|再|见|見)|等下|当时|當時|那时|那時|那天|正在(?!学|學|"
    r"备考|備考|减|減|练|練|戒|存|准备|準備|攒)|一下子|突然|"
    r"马上就要"
)
OF_LATE = re.compile(
    r"(?:最近|近来|近來|这几天|這幾天|这两天|这阵子|這陣子)[^，,。]{0,6}(?:看|读|讀|思考|考虑|考慮|忙|纠结|感到|觉得|"
    r"覺得|感觉|感覺|想|追|听|聽|玩|用)"
)
ONLY_THIS = re.compile(
    r"(?:就|只)?(?:这|這)(?:封|段|篇|句|份|张|張|条|條|首|幅|次|回|一)|本(?:文|次|邮件|封)|上面|下面|以下|附件|(?:这|"
    r"這)个(?:文|邮|任|表|函|文件|程序|脚本)|(?:先|再)(?:帮|給|给)我|一下[。！!]?\Z"
)
FORMERLY = re.compile(
    r"(?:以前|曾经|曾經|曾|过去|過去|小时候|小時候|那会儿|年轻时)(?!的)[^，,。]{0,8}(?:喜[欢歡]|爱|愛|讨厌|討厭|住|"
    r"在|是|怕|想|吃|喝)"
)
STILL = re.compile(r"现在|現在|一直|至今|到现在|还是|還是|依然|仍")
# One event, an impression, or a promise to the other.
NARRATED = re.compile(
    r"[被把][^，,。]{1,14}了(?:[一两兩三几幾]次)?(?:[，,。！!]|\Z)|(?:查|找|等|想|弄|换|換)了[^，,。]|"
    r"(?:\A|[，,。])[^，,。欢歡厌厭]{0,8}[听聽看]起[来來]|我会(?:坚持|把|努力|试着|好好|试试|尝试|尽力)|"
    r"我會(?:堅持|把|努力|試著|嘗試|盡力)"
)
STATE_OF_OTHERS = re.compile(
    r"睡着|睡著|睡了|在?哭|在叫|在吵|一直叫|打电话|打電話|来电话|出差|加班|生病|发烧|發燒|回来了|回家了|出门|出門|"
    r"来了|來了|走了|不在家|迟到|遲到|生气|生氣|"
    r"在(?:睡|玩|吃|看|洗|写|寫|打|闹|鬧|等|开会|做饭|路上|外面|楼下|门口|旁边)"
)
# A part of a text that only the two of them have before their eyes.
PART_OF_TEXT = re.compile(
    r"(?:(?:方案|选项|選項|版本|选|選)[一二三四五六甲乙丙丁A-Fa-f\d]|[这這那](?:句|段|个版本|個版本|版|种写法|"
    r"部分)|(?:第.|上一|前一|前面|开头|開頭|结尾|結尾|后面|後面)"
    r"[个個句段版]?(?:那|这)?[句段版个個]|"
    r"(?:原本|原来|原來|刚才|剛才|之前|前面|后面|上面)的?(?:语气|語氣|版本|写法|寫法|说法|說法|标题|標題|结构|"
    r"結構|开头|開頭|那.))"
)
ASKED = re.compile(r"[?？]\s*\Z")
# The thing itself is only pointed at.
POINTS = re.compile(
    r"\A(?:了|吃|喝|看|听|聽|玩|用|和|跟|与|對|对|过|過|着|著|死|极了|的?就?是|去|在|住在|穿|买|買|做|上|那么|"
    r"這麼|这么|像)*"
    r"(?:这|這|那|它们?|[他她]们?|你们?|您|此|里[面头边]|裡[面頭]|其中|第[一二三四五六七八九十\d]+[个個种種款条條首部张張])"
)
DESCRIBED = re.compile(r"\A[^，,。]{0,3}[这這那](?:种|種|类|類|些)[^，,。]{2,}的[^，,。]+")
POINTS_BEFORE = re.compile(
    r"(?:觉得|覺得|认为|認為|感觉|感覺|喜欢|喜歡|讨厌|討厭)[这這那它他她你您](?!种[^，,。]{2,}的)|[对對](?:此|它|"
    r"他们?|她们?|你们?|您|[这這那])|"
    r"[这這那](?:部|本|首|个(?!行业|月|年|人|世)|個|家店|款|篇|段|张|張|幅|道|位|件|座|里|裡|边|邊|儿|兒|家)"
    r"(?!年|人)|"
    r"当前公司|[这這]个行业|(?:和|跟|與|与|陪|同)(?:你|您)(?:聊|说|說|讲|講|交流|分享|一起|见|見|谈|談|认识|認識)"
)
ONLY_POINTING = re.compile(
    r"(?:这|這|那|如)(?:样|樣|此|么|麼)(?:做|想|说|說|的|了)?[。！!吧呢啊]*\Z|\A我?也是[的呢啊]?[。！!]*\Z|"
    r"\A我?(?:也|都|就)?(?:一样|一樣|同意|觉得)[。！!]*\Z"
)
WORDLESS = re.compile(
    r"我|们|們|自己|其实|真的|真|已经|已經|基本上?|基本|完全|彻底|非常|特别|特別|很|也|都|就|太|挺|超|好|比较|比較|"
    r"更|最|总是|總是|总|老|老是|一直|会|會|是|还|還|可|的|了|呢|啊|呀|吧|哦|"
    r"着迷|著迷|沉迷|痴迷|喜欢|喜歡|爱|愛|讨厌|討厭|享受|在意|在乎|害怕|怕|习惯|習慣|反感|受不了|感兴趣|感興趣|上瘾|"
    r"心动|输|輸|赢|贏|哭|笑|失败|错|忘|想|说|每次|每天|開心|所启发|启发|帮助|有"
)
CHANGED_TOWARDS = re.compile(
    r"(?:受不了|不想(?:理|见|見)?|不(?:喜欢|喜歡|爱|愛|信))[他她它你您][们們]?|(?:时间|時間|钱|錢|机会|機會)不多了"
)
NOTHING_NAMED = re.compile(
    r"\A对我的|[学學][习習]?(?:了|着)?(?:一[门門些个項项])?(?:新的?|很多|不少)(?:技能|东西|東西|知识|知識|事物)"
)
HAN = re.compile(r"[\u3400-\u9fff]|[A-Za-z0-9\x00《]")
WORRIES = re.compile(
    r"(?:不会|不會|绝不|絕不|永不)(?:放弃|放棄|认输|後悔|后悔|再.{0,3}了|忘记|辜负)|(?:不想|害怕|怕|不愿|"
    r"不希望)(?:因为|因為|让|讓|再|要是|失去|失败|失敗|错过|錯過|放弃|放棄|辜负|辜負|输|出现|"
    r"出現|发生|發生|万一|自己|会|明天|出错|去想|承认|走|上班$)"
)
POLITE = re.compile(
    r"(?:很?想|希望|期待)(?:能)?(?:再)?(?:听|聽|看|和|跟|与|见|見|认识|知道|了解)(?:听|聽|看)?(?:你|您|更多|多|一下|"
    r"下一)|谢谢|謝謝|感谢|(?:希望|想|期待)[^，,。]{0,6}(?:你|您)|"
    r"\A[^我]{0,4}[为為给給]我(?:提供|帮助|幫助|支持|鼓励|鼓勵)|在我[^，,。]{1,8}(?:时候|時候|时|時)[^我]{0,6}[为為给給]我"
)
# Irony: praise of what nobody likes
PRAISE = re.compile(r"喜欢|喜歡|爱|愛|享受|期待|开心|快乐|幸福")
NO_PRAISE = re.compile(r"不(?:太|怎么|是很|大)?(?:喜欢|喜歡|爱|愛)|讨厌|討厭|反感|受不了")
MARKS = re.compile(r"呵呵|🙄|🙃|才怪|（反话）|\(反话\)|狗头|你信吗|谢谢您嘞|服了")
EXCLAIMS = re.compile(
    r"太好了|太棒了|真棒|好极了|好極了|真好啊?|真不错|真是(?:太|够)|哇|哟|喲|嚯|是是是|对对对|行吧|好家伙|好傢伙|"
    r"绝了|絕了|谢谢啊|棒棒|厉害了|可不是?嘛?|真行|妙啊|完美|真会挑|不愧|可不|好好好|开心死"
)
EXAGGERATES = re.compile(
    r"可太?(?:喜欢|喜歡|爱)|最(?:喜欢|喜歡|爱|愛|享受)|就(?:爱|愛|喜欢|喜歡)|超(?:级)?(?:爱|喜欢|喜歡)|太(?:喜欢|"
    r"喜歡|爱|愛|享受)|真(?:的)?(?:喜欢|爱|享受)|巴不得|特别(?:喜欢|爱|享受)|好(?:喜欢|爱)|简直"
)
MISFORTUNE = re.compile(
    r"排(?:队|隊).{0,4}(?:小时|小時|半天|一天|分钟|了)|(?:小时|小時|半天)的?(?:队|隊)|排(?:队|隊)|加班|堵车|塞车|"
    r"塞車|堵在|被[^，,。]{0,8}(?:骂|罵|吵|坑|放鸽子|放鴿子|催|训|訓|打断|打斷|骗|騙|偷|淋|挤|擠|拒|误会|忽视|无视|"
    r"無視|批|扣|甩|吐槽|冤枉|当|怼|溅|踩|咬|插队)|"
    r"改.{0,6}(?:方案|稿|版|需求|简历)|填.{0,4}表|写(?:周报|检讨|日报|总结)|周一|週一|开会|開會|延误|延誤|晚点|誤點|"
    r"取消|罚|罰|扣(?:钱|工资)|等.{0,4}(?:小时|小時|半天|一天)|挤(?:地铁|公交)|擠捷運|熬夜|停电|停電|停水|死机|死機|"
    r"卡(?:死|顿|住)|"
    r"崩(?:溃|了)|漏水|漏雨|迟到|遲到|丢(?:钱|手机|钱包)|广告|廣告|催婚|电钻|電鑽|装修|裝修|重做|返工|背锅|背鍋|蚊子|"
    r"蟑螂|交(?:税|罚款|房租|作业)|考试|体检|打针|早起|值夜班|报错|修bug|改bug|背单词|调休|相亲|踩(?:坑|雷|水)|搬砖|"
    r"人挤人|没信号|断网|斷網|冷掉|凉透|通知开会"
)
# Directions: to an assistant, or asked of others for oneself. The rest is advice to the other.
ASSISTANTS = re.compile(
    rf"{WAY}|我|咱|俺|会议|會議|开会|日程|推荐|推薦|安排|代码|代碼|程序|函数|变量|文件|檔案|邮件|郵件|提交|测试|測試|"
    rf"翻译|翻譯|总结|總結|提醒|价格|價格|货币|语言|語言|预订|预定|预约|外卖|座位|电话|電話|"
    r"消息|通知|排班|文档|文件名|命名|缩进|縮進|分支|图表|圖表|数据|數據|来源|网址|出现|出現|用词|用詞|个词|個詞|"
    r"周报|日报|报告|報告|香菜|葱|蒜|辣|糖|冰|花生"
)
TO_THE_OTHER = re.compile(
    r"梦想|夢想|放弃|放棄|坚持|堅持|(?<!我)自己|休息|加油|相信|乐观|樂觀|保重|照顾好|照顧好|别太累|多喝水|身体|身體|"
    r"快乐|微笑|努力|勇敢|善良|初心|人生|幸福|早点睡|早睡|保暖|带伞|帶傘|注意安全|洁厕|漂白|开车|喝酒|熬夜|"
    r"吃饭|好好(?:学|吃|睡|休|生活|照)|珍惜|享受(?:生活|当下)|陪(?:陪)?(?:家|父母)|爱你|支持你|陪(?:着)?你|胜利|胜"
)
COMMA = re.compile(r"[，,]")
EXHORTS = re.compile(
    r"[记記](?:住|得|着|牢)|[别別]忘|不要忘|永[远遠不]|千万|千萬|一定要|务必|務必|始[终終]|任何[时時]候"
)
ME = re.compile(r"我|咱|俺")
COURTESY = re.compile(
    r"\A[^，,。]{0,4}(?:(?:别|不用|不要|不必)(?:客气|客氣|介意|担心|擔心|急|着急|著急|谢|謝|怕|难过|難過|生气|生氣|"
    r"紧张|緊張)|先(?:别|不要|不用))|\A(?:按照?[你您](?:说|說|讲|教|建议)的|"
    r"[^，,。]{0,4}请多多?(?:关照|指教|包涵)|[你您]?别嫌|(?:不用|别)(?:安慰|管|陪|理|等|送)我(?!.*(?:建议|回答|直接)))"
)
STANDING = re.compile(
    r"以后|以後|今后|今後|往后|之后|之後|每次|一律|统一|統一|永远|永遠|默认|默認|都|别老|別老|别再|別再|从不|"
    r"所有|凡|始终|始終|"
    r"总是|尽量|盡量|优先|優先|时候|時候"
)
WITHOUT_OBJECT = re.compile(
    r"(?:时候?|時候?|以后|以後|今后)[，,]?[请也]?[记記]得(?:避开|避開|注意|小心|省略|去掉|跳过|跳過|改|加上)(?:一下)?[哦喔啊呀吧呢哈]*[。！!]*\Z"
)
NOT_A_DIRECTION = re.compile(
    r"\A[^，,。]{0,6}(?:下次|以后|下回|今后)[，,]?我(?:们)?(?:可以|会|要(?!求)|想|再|去|试|一定|也)"
)


def _first_part(text: str) -> str:
    """Return a statement up to the comma after its subject: what follows only adds to it."""
    subject = ME.search(text)
    comma = COMMA.search(text, subject.end() if subject else 0)
    return text[: comma.start()] if comma else text


def is_reported(candidate: Candidate) -> bool:
    """ "我妈说我喜欢热闹", "作文第一句是我讨厌下雨天"."""
    if candidate.clause.type is StatementType.DIRECTIVE:
        return False
    speaker = ME.search(candidate.text)
    head = (candidate.before + candidate.text[: speaker.start() if speaker else 0])[-40:]
    return bool(REPORTED.search(head) or REPORTED_AFTER.search(candidate.after) or ECHO.search(candidate.text))


ECHO = re.compile(rf"[，,]{OTHER_SPEAKER}(?:总|老|常)?(?:说|讲)[。！!]?\Z|用.{{1,4}}语怎么说")


def is_denied(candidate: Candidate) -> bool:
    """ "我没说过我喜欢跑步", "我没有特别喜欢狗", "我可能会喜欢歌剧吧"."""
    if candidate.clause.type is StatementType.DIRECTIVE:
        return False
    first = _first_part(candidate.text)
    return bool(DENIED.search(first) or UNSURE.search(first) or UNSURE.search(candidate.before[-12:]))


def is_ironic(candidate: Candidate) -> bool:
    """ "太好了，我最喜欢排队两小时了", "呵呵，我就爱加班"."""
    around = candidate.previous[-20:] + candidate.sentence + candidate.following[:12]
    if not PRAISE.search(candidate.text) or NO_PRAISE.search(candidate.text):
        return False
    if MARKS.search(around):
        return True
    if not MISFORTUNE.search(candidate.text):
        return False
    return bool(EXCLAIMS.search(around) or EXAGGERATES.search(candidate.text))


def is_passing(candidate: Candidate) -> bool:
    """ "今天我想吃泰国菜", "最近我经常感到焦虑", "我以前喜欢打篮球"."""
    statement_type, text = candidate.clause.type, candidate.text
    first = candidate.before[-8:] + _first_part(text)
    if statement_type is StatementType.FAMILY:
        return bool(STATE_OF_OTHERS.search(first) or MOMENT.search(first))
    if statement_type in (StatementType.DIRECTIVE, StatementType.WISH) and (
        ONLY_THIS.search(candidate.before[-15:] + text) or MOMENT.search(candidate.sentence)
    ):
        return True
    is_over = FORMERLY.search(first) is not None and not STILL.search(candidate.sentence)
    is_mood = MOOD.search(first) is not None and not TRIGGER.search(first)
    is_for_now = statement_type not in LASTS and bool(
        MOMENT.search(first) or WORRIES.search(first) or NARRATED.search(first)
    )
    return is_over or is_mood or is_for_now or OF_LATE.search(first) is not None


def is_polite(candidate: Candidate) -> bool:
    """ "很想听你多说一点"."""
    return candidate.clause.type not in (*LASTS, StatementType.DIRECTIVE) and POLITE.search(candidate.text) is not None


def is_advice(candidate: Candidate) -> bool:
    """ "永远不要放弃你的梦想": neither for an assistant nor about the person."""
    if candidate.clause.type is not StatementType.DIRECTIVE:
        return False
    text = candidate.text
    if ASKED.search(candidate.previous) and not ME.search(text) and not STANDING.search(text):
        return True
    if WITHOUT_OBJECT.search(text) or NOT_A_DIRECTION.match(text) or COURTESY.match(text):
        return True
    if TO_THE_OTHER.search(text) and not ME.search(text):
        return True
    return EXHORTS.search(text) is not None and not ASSISTANTS.search(text)


def lacks_referent(candidate: Candidate) -> bool:
    """ "我喜欢这个", "我觉得这部电影非常有意思", "我基本上已经着迷了"."""
    clause = candidate.clause
    if clause.type is StatementType.CHANGE:
        return CHANGED_TOWARDS.search(candidate.text) is not None
    if clause.type not in POINTING:
        return False
    first = _first_part(candidate.text)
    is_of_a_text = clause.type in LIKES and PART_OF_TEXT.search(first) is not None
    if is_of_a_text or ONLY_POINTING.search(first.strip()) or NOTHING_NAMED.search(first):
        return True
    if POINTS.match(clause.about.strip()) and not DESCRIBED.match(clause.about.strip()):
        return True
    if POINTS_BEFORE.search(first) and not DESCRIBED.match(clause.about.strip()):
        return True
    return clause.type in (*LIKES, StatementType.HABIT) and not HAN.search(WORDLESS.sub("", first + clause.about))
