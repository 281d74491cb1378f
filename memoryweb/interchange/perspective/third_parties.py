"""Whether a line begins with somebody else than its person: their family, or a colleague, a landlord, a Dr Voss."""

import re

from memoryweb.interchange.perspective.events import starts

FAMILY = (
    "wife|husband|(?<!business )partner|spouse|fianc[eé]e?|girlfriend|boyfriend|(?:step|grand|half-)?(?:sons?"
    "|daughters?|mother|father|mum|mom|dad|sisters?|brothers?|parents?|child(?:ren)?)|kids?|baby|twins?|uncle|aunt"
    "|cousin|niece|nephew|family|dog|cat|horse|parrot|pets?"
)
OF_FAMILY = starts(rf"(?:(?:my|your|his|her|their|(?:the )?user['’]s) )?(?:[\w-]+ ){{0,2}}(?:{FAMILY})\b")
IN_OTHER_FAMILIES = starts(
    r"(?:ihre?|seine?|meine?|deine?) (?:frau|mann)\b",
    r"(?:(?:ihre?|seine?|meine?|deine?|mon|ma|mes|son|sa|ses|votre|vos|mis?|sus?|tus?) )?"
    r"(?:ehefrau|ehemann|s[oö]hne?|t[oö]chter|kind(?:er)?|mutter|vater|eltern|br[uü]der|schwester|hund|hündin|katze"
    r"|kater|lebensgefährt\w+|verlobte\w*|oma|opa|femme|mari|fils|filles?|mère|père|parents|frère|sœur|chienne?"
    r"|chatte?|compagn(?:on|e)|conjointe?|épou(?:x|se)|esposa|marido|hij[oa]s?|madre|padres?|herman[oa]s?|perr[oa]s?"
    r"|gat[oa]s?|pareja|novi[oa]|abuel[oa]s?|jumelles|jumeaux|zwillinge|gemel[oa]s)\b",
    r"(?:mes|ses|vos|sus|mis) \w+ (?:fils|filles|enfants|hijos|hijas)\b",
    "(?:他|她|[我您你]的?|用户的)?(?:妻子|丈夫|女儿|儿子|孩子|妈妈|爸爸|母亲|父亲|父母|老婆|老公|女友|男友|宠物|奶奶|外婆)",
)
VERB = (  # an English verb in the third person, and no other word that ends like one
    r"(?!(?:as|its|this|his|less|across|times|unless|always|towards|perhaps|alles|nichts|etwas|les|des|ses|mes|pas"
    r"|plus|dans|sans|trois|depuis|mais|los|las|dos|tres|sus|als|das|was|bis|aus|muss)\b)[a-z]{2,}s"
)
OF_SOMEBODY = re.compile(  # Her studio mate Vera …; Deputy ranger Osric is …
    r"(?:(?i:my|your|his|her|their|(?:the )?user['’]s)(?: [a-z-]+){1,3}|[A-Z][a-z]+[a-rt-z](?: [a-z]+)?)"
    rf",? [A-Z][\w'’-]+,? (?:is|has|was|does|handles|{VERB})\b"
)
ROLES = (
    "colleague|co-?worker|co-?host|business partner|deputy|boss|manager|editor|supplier|roommate|flatmate|neighbou?r"
    "|student|client|customer|intern|landlord|landlady|supervisor|foreman|harbou?r master|director|teacher|coach"
    "|dentist|contractor|teammate"
)
OF_A_ROLE = re.compile(
    r"(?:(?:el|la|le|der|die) )?(?i:dr|prof|father|sister|brother|pastor|reverend|rabbi|judge|officer|nurse|pfarrer"
    r"|mrs?|ms|mme|m|herr|frau|señora?|sra?|monsieur|madame|capt)\.? [A-Z]"
    rf"|(?i:(?:(?:my|your|his|her|their|the|(?:the )?user['’]s) )?(?:\w+ )?(?:{ROLES})),? [A-Z][\w'’-]+"
)
OF_A_PLACE = re.compile(  # Ana from the library has …
    rf"[^\W\d_a-z][a-zà-ÿ]+(?<!s)(?<!ed)(?<!ing)(?: [^\W\d_a-z]\w+)? (?:at|from|of|on the|in the) [^,.]{{2,40}}?"
    rf" (?:is|has|was|{VERB})\b"
)
APPOSITION = re.compile(
    r"[^\W\d_a-z]\w+(?: [^\W\d_a-z]\w+)?, (?:(?:the|el|la|le|der|die|une?|an?|one of) |l['’])\w|(?:Der|Die|Le|La|El"
    r"|The|Il) [^,]{2,40}, (?:Frau|Herr|Mme|M\.|Mrs?|Ms|Dr|Sra?|señora?)\b"
)  # Vera, the cook
NAMED_ROLE = re.compile(  # El cocinero Juan pidió …, Pfarrer Voss hat …
    r"(?:(?:El|La|Le|Der|Die) |L['’])[^\W\d_]+ [^\W\d_a-z]\w+(?: [^\W\d_a-z]\w+)? [a-zäöüéèàñ]|(?!Ich |Mein|Unser"
    r"|Ihre? |Seine? |Der |Die |Das |Ein)[^\W\d_a-z]\w+ [^\W\d_a-z]\w+ (?:ist|hat|wird|kommt"
    r"|(?!nicht)[a-zäöüß]{3,}t) (?!ich\b)"
)
IN_CHINESE = re.compile(
    r"(?!不?喜欢|希望|请|不要|别)"
    r"(?:(?:我|用户|主人|您|你)的|[^我您你用,，。]{0,8})"
    r"(?:同事|老板|经理|编辑|客户|实习生|室友|邻居|隔壁|老师|组长|同学|搭档|供货商|供应商|房东|徒弟|店员|领导|下属)"
    r"(?!们|是我|[^。]*(?:我|用户|主人|您|你))|(?:站长|队长|店长|校长|院长|主管|主任|班长|厂长|科长|工长)(?![^。]*(?:我|用户|主人|您|你))"
    r"|[\u4e00-\u9fff]{1,3}(?:哥|姐|总|师傅|经理|叔|阿姨)(?:每|说|要|会|在|下|负责)|[^我您你用,，。]{0,6}[老小][\u4e00-\u9fff](?:下个?月|每|已|说|要|想"
    r"|会|明天|上周|负责)"
)


def of_family(text: str) -> bool:
    """Return whether a line begins with a relative or pet: those count as the person's own."""
    return bool(OF_FAMILY.match(text) or IN_OTHER_FAMILIES.match(text))


def of_a_role(text: str) -> bool:
    """Return whether a line begins with a person by what they are: "Colleague Vera", "Vera, the cook", "Dr Voss"."""
    return any(each.match(text) for each in (OF_A_ROLE, IN_CHINESE, APPOSITION, NAMED_ROLE))


def of_a_place(text: str) -> bool:
    """Return whether a line begins with a name and where its person belongs: "Ana from the library has …"."""
    return OF_A_PLACE.match(text) is not None


def of_a_relation(text: str) -> bool:
    """Return whether a line begins with a person by whose they are: "Her studio mate Vera …"."""
    return OF_SOMEBODY.match(text) is not None
