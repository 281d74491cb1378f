"""Whether a line speaks of its person: by "I" or "the user", or because it has no subject but them."""

import re

from memoryweb.interchange.perspective.events import starts


def has_word(*parts: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w/.-])(?:{'|'.join(parts)})(?![\w/-])", re.IGNORECASE)


USER = starts(
    r"(?:the )?(?:user|human|owner)(?:['’]s)?\b",
    r"l['’]utilisat(?:eur|rice)\b",
    r"המשתמש(?:ת)?(?!\w)",
    r"المستخدمة?(?!\w)",
    r"کاربر(?!\w)",
    r"пользовател(?:ь|ница)\b",
    r"(?:der|die|des)? ?(?:be)?nutzer(?:in|s)?\b",
    r"(?:el|la|o|a) usu[aá]ri[oa]\b",
)
FIRST_PERSON = has_word("i", "i['’]m", "i['’]ve", "my", "mine", "me", "myself")
WITHOUT_SUBJECT = starts(  # Prefers tea, Based in Lima, Moved to Oslo
    r"(?:prefers?|likes?|loves?|hates?|dislikes?|enjoys?|wants?|needs?|avoids?|lives?|works? (?:at|as|in|for|with)"
    r"|owns?|has|is|was|speaks?|studies|plays?|uses?|drinks?|eats?|hopes?|plans? to|does(?: not|n['’]t)|goes by|gets"
    r"|takes|can(?:not|['’]t)?|would (?:like|rather)|learns|wakes)\b",
    r"(?:based|born|raised|married|divorced|retired|single|vegetarian|vegan|allergic|fluent|currently|originally"
    r"|name is|full name|afraid|interested|passionate|self-employed|left-handed|colou?r-?blind|native|coeliac|celiac"
    r"|diabetic|deaf|blind|hard of hearing)\b",
    r"a (?:un|une|deux|trois)\b",
    r"(?:drove|took|grew|went|came|got|left|moved|met|won|lost|gave|bought|sold|became|began|spent|taught|quit|broke"
    r"|fell|graduated|joined|finished|completed|studied|worked|lived|used to|adopted)\b",
)
GERUND_FIRST = starts(r"[a-z]+ing (?:\w+(?<!s) )?(?:to|for|an?|the|on|in|at|with|as|towards?|out)\b")
VERB_FIRST = starts(  # Sings bass in a choir; but not: Lichens grow on stone
    r"(?!(?:\w+ ){1,8}(?:is|are|was|were)\b)(?!\w+ (?:grow|form|have|need|use|run|come|go|live|work|make|take|get"
    r"|stay|cost|keep|contain|must|should|can|will|rotate|boil|melt)\b)[a-z]+(?<![su])s (?:[a-z]+(?<!s) )?(?:an?|the"
    r"|in|on|at|to|for|with|from|every|each|no|not|his|her|their|own|as|about|out|only|around|into|over|\d+)\b"
)
IN_CHINESE = re.compile(
    r".*(?:用户|我|主人|私|僕|ユーザー|사용자)|(?:저|제|나|내|우리)[는가의]? ?|[他她](?!们)|(?:正在|住在|不?喜欢"
    r"|讨厌|爱好|习惯|不吃|不喝|打算|计划|希望|想要|需要|从事|毕业|养了|周末|每[天周晚早])|(?:姓名|名字|称呼|职业"
    r"|工作|目标"
    r"|爱好|生日|年龄|家乡|籍贯|学历|专业|昵称|性格|口味|梦想)(?:是|为|叫|在)|对[^,，。]{1,12}过敏|在[^,，。]{1,12}(?:工作|上班|做|担任|读书|教书|开店)|胃"
    r"|有[^,，。]{0,8}(?:孩子|女儿|儿子|病|症|炎)",
    re.DOTALL,
)
MON = r"mon(?= [^\W\d])(?! (?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*|to|and|or|through)\b)"  # no Monday
# German, French, Spanish, Portuguese, Italian: I, my, me, and verbs that need no "I" before them.
IN_OTHER_LANGUAGES = has_word(
    "ich",
    "mir",
    "mich",
    "mein(?:e[mnrs]?)?",
    "je",
    r"j['’]\w+",
    r"(?:\w+-)?moi",
    r"m['’]\w+",
    MON,
    "yo",
    "mi",
    r"mis(?= \w+s\b)",
    "conmigo",
    "nuestr[oa]s?",
    "unser(?:e[mnrs]?)?",
    "notre",
    "padezco",
    "tomo",
    "cultivo",
    "duermo",
    "hago",
    "soy",
    "estoy",
    "tengo",
    "vivo",
    "trabajo",
    "toco",
    "prefiero",
    "quiero",
    "necesito",
    "odio",
    "hablo",
    "estudio",
    "bebo",
    "llevo",
    "d[aá]me",
    "dime",
    "tr[aá]tame",
    "h[aá]blame",
    "resp[oó]ndeme",
    "cont[eé]stame",
    "av[ií]same",
    "expl[ií]came",
    "ll[aá]mame",
    "eu",
    "meus?",
    "minhas?",
    "moro",
    "gosto",
    "sou",
    "tenho",
    "prefiro",
    "quero",
    "mio",
    "mia",
    "sono",
    "abito",
    "lavoro",
    "preferisco",
    "voglio",
    "אני",
    "שלי",
    "לי",
    "אותי",
    "עליי",
    "אוהב(?:ת)? אותי",
    "أنا",
    "إنني",
    "عندي",
    "لديّ?",
    "أحبّ?",
    "أفضّ?ل",
    "أعيش",
    "أسكن",
    "أعمل",
    "أكره",
    "أريد",
    "أدرس",
    "أتعلّ?م",
    "أستخدم",
    "أشرب",
    "آكل",
    "أملك",
    "أتحد[ثّ]ث?",
    "من (?:در|یک|به|از)",
    "دارم",
    "هستم",
    "می‌خواهم",
    "دوست دارم",
    "زندگی می‌کنم",
    "ترجیح می‌دهم",
    "я",
    "мне",
    "меня",
    "мой",
    "моя",
    "мои",
    "моё",
)
WITHOUT_SUBJECT_ELSEWHERE = starts(  # how statements begin in German, French and Spanish that name nobody
    r"(?:(?:spiel|leb|wohn|lieb|lern|brauch|schreib|studier|sing|plan|koch|trink|frühstück|träum|sprech|geh|steh)"
    r"(?:e|t)|arbeite|arbeitet|esse|isst|mag|hasse|hasst|habe|hat|bin|ist|möchte|will|nutze|nutzt|bevorzuge|bevorzugt"
    r"|fahre|fährt|lese|liest|sammle|sammelt|laufe|läuft|trage|trägt|spricht|reise|reist|schlafe|schläft"
    r"|alleinerziehend|verheiratet|ledig|geschieden|vegetarier(?:in)?|veganer(?:in)?)\b",
    r"[A-ZÄÖÜ](?!\w*(?:heit|keit|schaft)\b)[a-zäöüß]+t (?:seit|kein\w*|gerne?|am|im|mit|nie|immer|jede[nms]?|nur|viel"
    r"|ihre?[nm]?|seine?[nm]?|sich|lieber|täglich|abends|morgens|nicht)\b(?![^,.]* (?:ist|hat|sind|war)\b)",
    r"(?!(?:le|la|les|une?|cette)\b)[^\W\d_]+(?:e|it|rt|d) (?:une?|le|la|les|son|sa|ses|depuis|chaque|toujours"
    r"|souvent|jamais|chez)\b",
    r"(?!(?:la|una|este|esta)\b)[^\W\d_]+[ae] (?:un|una|el|la|los|las|sus?|cada|siempre|nunca|desde)\b",
    r"(?:ne )?(?:habite|vit|travaille|est|aime|déteste|préfère|souhaite|veut|pratique|parle|mange|boit|joue|envisage"
    r"|apprend|végétarien(?:ne)?|végane|mariée?|divorcée?|mère|père|née?|adore|rêve|collectionne|élève|s['’]\w+)\b",
    r"(?:vive|trabaja|es|tiene|prefiere|le gustan?|quiere|pide|conduce|toca|habla|estudia|come|bebe|odia|padre|madre"
    r"|vegetarian[oa]|vegan[oa]|casad[oa]|alérgic[oa]|nació|juega|sueña|colecciona|cría|aprende|necesita)\b",
)


IN_SEMITIC = starts(  # how statements begin in Hebrew and Arabic that name nobody, or a he or she who is the person
    r"(?:הוא|היא) ",
    r"(?:לא )?(?:גר(?:ה)?|עובד(?:ת)?|אוהב(?:ת)?|מעדיפ(?:ה)|מעדיף|לומד(?:ת)?|שותה|אוכל(?:ת)?"
    r"|שונא(?:ת)?|רוצה|מדבר(?:ת)?|נשוי|נשואה"
    r"|צמחוני(?:ת)?|טבעוני(?:ת)?|אלרגי(?:ת)?) ",
    r"יש (?:לו|לה|לי) ",
    r"אין (?:לו|לה|לי) ",
    r"(?:لا )?(?:ي|ت)(?:عمل|سكن|عيش|فضّ?ل|حبّ?|كره|تعلّ?م|درس|شرب|أكل|ريد|تحدث|ستخدم|ملك"
    r"|هتم)\b",
    r"لديه[ا]? ",
    r"(?:هو|هي) ",
)


def is_of_user(text: str) -> bool:
    """Return whether a line begins with "the user"."""
    return USER.match(text) is not None or text.startswith(("用户", "主人"))


def names_person(text: str) -> bool:
    """Return whether a line names the person, by "I", "me" or "the user"."""
    return is_of_user(text) or bool(FIRST_PERSON.search(text) or IN_OTHER_LANGUAGES.search(text))


def begins_without_subject(text: str) -> bool:
    """Return whether a German, French or Spanish line begins with a verb or what somebody is."""
    return WITHOUT_SUBJECT_ELSEWHERE.match(text) is not None


def speaks_of_person(text: str) -> bool:
    """Return whether a line is about the person: "I", "the user", or no subject."""
    begins = (USER, WITHOUT_SUBJECT, GERUND_FIRST, VERB_FIRST, IN_CHINESE, WITHOUT_SUBJECT_ELSEWHERE, IN_SEMITIC)
    return any(each.match(text) for each in begins) or bool(
        FIRST_PERSON.search(text) or IN_OTHER_LANGUAGES.search(text)
    )
