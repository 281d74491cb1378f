"""Whether a sentence has a subject of its own that is a thing: "The boiler is old", "Die Orgel hat 23 Register".

Statements about a person seldom have one: "Prefers tea", "Vegan", "Keep answers short", "Name is Mo".
"""

import re

SUBJECT_MAX = 8  # words before the verb
FINITE = (
    "is|are|was|were|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|has|have|had|hasn['’]t|haven['’]t|does|doesn['’]t"
    "|don['’]t|cannot|can(?:['’]t)?|will|won['’]t|goes|runs|listens|moves|reads|writes|uses|needs?|takes|costs|opens"
    "|closes|starts|ends|stops|expires|handles|supports|requires|returns|stores|sends|comes|arrives|leaves|works"
    "|stays|sits|stands|lies|holds|contains?|covers|ships|changes|fails|breaks|deploys|builds|belongs?|connects"
    "|points|serves|loses|makes|gives|shows|drops|leaks|draws|weighs|measures|lasts|turns|carries|charges|prints"
    "|scans|boots|crashes|syncs|exports|imports|throws|forms?|reports|rotates?|grows?|boils?|melts?|freezes?|hosts"
    "|publishes|answers|signs|approves|accepts|rents|orders|delivers|went|moved|left|arrived|broke|started|died"
    "|stopped|expired|failed|closed|opened"
)
CLAUSE = re.compile(
    rf"(?P<subject>[^\W_][\w'’.&/+#-]*(?: [\w'’.&/+#()-]+){{0,{SUBJECT_MAX - 1}}}?) (?P<verb>{FINITE})\b(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
# How a statement about the person may begin that names nobody, and what makes the words before a verb no subject.
NO_SUBJECT = re.compile(
    r"(?:in|on|at|for|with|without|when|where|while|if|as|because|since|after|before|during|until|by|from|to|of|about"
    r"|usually|often|sometimes|currently|also|always|never|generally|now|likely|not|no|only|please|anything"
    r"|everything|nothing|what|who|how|why|which|allergic|based|born|married|single|divorced|vegan|vegetarian"
    r"|interested|retired|fluent|left-handed|right-handed|self-employed|colou?r-?blind|afraid|passionate|proud|fond"
    r"|good|new|lives?|likes?|prefers?|loves?|hates?|wants?|thinks?|says|knows|feels|hopes|wishes|believes|finds)\b"
    r"|.*\b(?:and|or|but|that|who|which|whose|when|where|because|so|if|than|whether|to)$|.*\b(?:that|who|which|whose"
    r"|when|where|because|if|whether)\b",
    re.IGNORECASE,
)
BEGINS_WITH_VERB = re.compile(
    r"[a-z]+(?<!s)s [\w'’]|[a-z]+ing (?:\w+ )?(?:to|for|an?|the|on|in|at|with)\b", re.IGNORECASE
)
OF_A_PERSON = re.compile(  # what people have, and what they write down as "… is …"
    r"\b(?:i|i['’]\w+|me|my|mine|you|your|yours|he|she|they|we|us|our|his|her|their|user['’]?s?|name|nickname"
    r"|pronouns|birthday|age|job|role|occupation|profession|title|career|employer|diet|allerg(?:y|ies)|favou?rites?"
    r"|preferred|preferences?|goals?|aim|dream|plan|hobb(?:y|ies)|interests?|passion|languages?|tongue|time ?zone"
    r"|home(?:town)?|city|email|phone|style|tone|answers?|repl(?:y|ies)|responses?|explanations?|hours|schedule"
    r"|routine|bedtime|budget|mornings?|evenings?|afternoons?|nights?|weekends?|(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)days?|family|partner|wife|husband|spouse|sons?|daughters?|child(?:ren)?|kids?|mother|father|mum|mom|dad"
    r"|parents?|sisters?|brothers?|dog|cat|pets?|grandmother|grandfather|blood type|weight|height|shoe size)\b",
    re.IGNORECASE,
)
A_TASTE = re.compile(
    r"(?: (?:always|never|not|very|really|usually|also|a|an|the|much|totally|perfectly))*"
    r" (?:fine|ok(?:ay)?|good|great|best|better|welcome|preferr?ed|preferable|enough|important|essential"
    r"|off[- ]limits|must|no-go|unnecessary|useless|allowed|acceptable|appreciated|ideal|annoying|needed|sacred|out"
    r"|in)\b",
    re.IGNORECASE,
)
IN_GERMAN = re.compile(
    r"(?:der|die|das|ein|eine|dieser?|dieses|alle)\b[^,;]{1,80}?\b(?:ist|sind|hat|haben|wird|werden|wurden?|war|waren"
    r"|steht|läuft|liegt|braucht|kostet|geht|gehört|funktioniert|kommt|fährt|öffnet|schließt|muss|müssen|zieht|klingt"
    r"|dauert|wiegt|misst|enthält|hängt|gilt|liefert|zahlt|entscheidet|fehlt|bleibt|darf|soll|kann)\b"
    r"(?! (?:mir|für mich|okay|wichtig|tabu|erlaubt|in ordnung))",
    re.IGNORECASE,
)
IN_FRENCH = re.compile(
    r"(?:le |la |les |l['’]|une? |cet(?:te)? |ces? )[^,;]{1,80}?\b(?:est|sont|a|ont|n['’]a|n['’]est|était|sera|doit"
    r"|doivent|coûte|marche|se \w+e|ferme|ouvre|arrive|part|commence|perd|pèse|mesure|exige|demande|sert|finit|reste"
    r"|indique|affiche|coule|chauffe|manque|tient|vient|sort|pousse|donne|accepte|contient|fonctionne|tourne|prend"
    r"|dure|appartient)\b",
    re.IGNORECASE,
)
IN_SPANISH = re.compile(
    r"(?:el|la|los|las|una?|est[eao]s?)\b[^,;]{1,80}?\b(?:es|son|está|están|tiene|tienen|fue|se|cuesta|abre|cierra"
    r"|funciona|debe|deben|lleva|hay|no \w+|tarda|pesa|mide|pierde|crece|convoca|sirve|llega|sale|paga|cobra|necesita"
    r"|usa|viene|va|queda|contiene|incluye|permite|exige|aprueba|recibe|entrega|hierve)\b",
    re.IGNORECASE,
)
IN_CHINESE = re.compile(
    r"(?![^,，。]*(?:我|用户|主人|您|你|喜欢|最爱|讨厌|希望|偏好|习惯|擅长|回答|回复|语气|目标|梦想|计划|爱好|职业|名字|生日|标明|注明|不确定|家里|老家|孩子|女儿|儿子|妻子|丈夫|老婆"
    r"|老公|父|母|爸|妈|宠物|狗|猫))"
    r"(?:[^,，。:：]{1,10}的[^,，。:：]{1,10}(?:是|有|在|用|由|为|每|会|要|已|一般|通常|部署|比|只支持)"
    r"|(?![家住现常在])[^,，。:：]{2,8}在[^,，。]{2,20}(?:旁|边|附近|楼上|楼下|隔壁|门口|仓库)|[^,，。:：]{2,10}(?:设定为|只支持|型号|用来|用于|位于|放在|存放"
    r"|由[^,，。]{1,8}负责))"
)


def has_thing_as_subject(text: str) -> bool:
    """Return whether a sentence says something of a thing. It names no person by "I", "the user" or the like."""
    if IN_GERMAN.match(text) or IN_FRENCH.match(text) or IN_SPANISH.match(text) or IN_CHINESE.match(text):
        return True
    clause = CLAUSE.match(text)
    if clause is None:
        return False
    subject = clause["subject"]
    if subject.isalpha() and subject.islower():  # say died, not passed away
        return False
    if NO_SUBJECT.match(subject) or OF_A_PERSON.search(subject) or BEGINS_WITH_VERB.match(subject):
        return False
    return not A_TASTE.match(clause["rest"])
