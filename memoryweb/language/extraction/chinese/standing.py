"""Directions in Chinese that hold from now on, also those in the form of a question."""

from memoryweb.language.extraction.types import StatementType, forms

STANDING_FORMS = forms(
    (
        StatementType.DIRECTIVE,
        r"(?!.*(?:这|那|上面|下面))(?:请|麻烦)?(?:你)?(?:以后)?(?:回答|回复|写|改|翻译|动手|提交|推荐|跟我说|做)"
        r"[^，,。了他她]{0,6}(?:之前|前)"
        r"(?:请|都|务必)?(?:先|要先|都|要)(?P<about>[^，,。了]{2,})$",
    ),
    (
        StatementType.DIRECTIVE,
        r"(?!.*(?:这|那|上面|下面))[^，,。我你他她]{1,6}(?:请|麻烦|帮我|给我|拜托)都?(?:尽量|一律|统一|都|只)"
        r"(?:挑|选|用|按|写|"
        r"列|放|做|推荐|找|标|配|发|安排|给|订|买|排)(?P<about>[^，,。了]{2,})$",
    ),
    (
        StatementType.DIRECTIVE,
        r"(?:请|麻烦|拜托)?(?:你)?(?:能不能|可不可以|可以|能)(?:请)?(?:别|不要|少)(?:再|老是?|总是?|动不动就|"
        r"每次都)(?P<about>(?!吵|"
        r"闹|哭|这样)[^，,。]{1,})$",
    ),
    (
        StatementType.DIRECTIVE,
        r"(?:请|麻烦)?(?:以后|今后|往后|之后|从现在起)也?(?:请)?(?:一律|都|全|全部|统统|一概)(?:给我|用|按|换|"
        r"改|写|叫|以|照|别|不要|"
        r"要|发|走|放|不)(?P<about>[^，,。我他她]{1,})$",
    ),
    (
        StatementType.DIRECTIVE,
        r"(?:请|麻烦)?(?:回答|回复|答|解释|写|讲|给|推荐|跟)(?:我|给我)?[^，,。这那]{0,8}?(?:请|"
        r"都)?一律(?P<about>[^，,。这那]{2,})$",
    ),
)
