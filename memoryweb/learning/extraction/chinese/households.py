"""The Chinese forms of what holds for a household or a team: relatives and pets, what a company's things are."""

from memoryweb.learning.extraction.chinese.words import KIN
from memoryweb.learning.extraction.types import StatementType, forms

US = r"(?:我|咱|俺)们?"
AGAIN = r"(?:每天|每晚|每周.?|每个?月|每年|周[一二三四五六日天末]|平时|一直|从小|常年|现在|退休以?后)"
DOES = r"(?:学|练|上|去|吃|喝|看|玩|读|教|在|打|跳|唱|画|养|种|做|住|说)"

HOUSEHOLD_FORMS = forms(
    (
        StatementType.FAMILY,
        rf"{US}家?的?{KIN}(?P<about>[^，,。]{{0,3}}?{AGAIN}[^，,。]{{0,10}}?{DOES}[^，,。了]{{1,}})$",
    ),
    (
        StatementType.FAMILY,
        rf"{US}家(?:那|这)?(?:只|条|个|两只)?的?(?P<about>[^，,。他她你在]{{1,6}}(?:会说|会叫|爱|喜欢|最爱|怕|不吃|只吃|从不)[^，,。了]{{1,}})$",
    ),
    (
        StatementType.FACT,
        rf"{US}(?:团队|公司|组|小组|部门|项目|学校|单位|工作室)的(?P<about>[^，,。]{{1,8}}?(?:全部|全|都|一律|统一|主要)?(?:写在|放在|存在|"
        r"部署在|跑在|托管在|用的?是?|走|记在)[^，,。]+)$",
    ),
    (
        StatementType.WORK,
        r"(?:我|本人|俺)(?:现在|目前)?在(?P<about>(?!家|这|那|想|找|看|做|写|学)[^，,。]{2,12}(?:教|当|做|开|卖)(?!了|什么)[^，,。了吗]{1,8})$",
    ),
    (
        StatementType.FAMILY,
        rf"我(?:和|跟|与)(?P<about>(?:{KIN}|室友|同屋|家人)都(?!想|要|在|觉得|不知道)[^，,。了吗]{{2,}})$",
    ),
    (StatementType.HOME, rf"{US}(?:家|俩|两口子)?住在?(?P<about>(?!院|酒店|一起|了|的)[^，,。]{{2,}})$"),
    (
        StatementType.HABIT,
        rf"每(?:年|周|月|个?周末|逢|到)(?P<about>[^，,。]{{0,8}}{US}[^，,。]{{0,6}}都[^，,。了]{{2,}})$",
    ),
    (
        StatementType.DIRECTIVE,
        r"(?:请|麻烦)?(?:别|不要|千万别|不许)在(?P<about>[^，,。]{1,10}(?:给|帮|跟|和)我(?:安排|排|约|订|打|发|推|开)[^，,。]+)$",
    ),
    (
        StatementType.DIRECTIVE,
        r"(?:请|麻烦)?(?:一直|始终|永远|总是)用(?P<about>[^，,。]{1,10}(?:回复|回答|答复|跟我|和我|对我)[^，,。]*)$",
    ),
)
