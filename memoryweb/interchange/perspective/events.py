"""Whether a line tells of a moment: what was said, done or has happened, or is still to be done."""

import re


def starts(*parts: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(parts)})", re.IGNORECASE)


TALK = starts(
    r"(?:the )?(?:assistant|chatgpt|claude|gemini|copilot|the ai|the bot)(?:['’]s)?\b",
    r"(?:the )?(?:user )?(?:said|thanked|greeted|wished|asked (?:about|how|what|why|when|where|whether|if|for (?:a|an"
    r"|the|some|help)))\b",
    r"would you like\b",
    r"is there anything\b",
    r"here(?:['’]s| is| are)\b",
    r"sure[!,]",
    r"of course[!,]",
    r"thanks?\b",
    r"bonjour\b",
    r"merci\b",
    r"voici\b",
    r"hallo\b",
    r"hier (?:ist|sind)\b",
    r"hola\b",
    r"aquí (?:tienes|está)\b",
    r"con (?:mucho )?gusto\b",
    r"bien sûr\b",
    r"gern(?:e)?[!.,]",
    r"small talk\b",
    r"(?:saved memories|manage memor(?:y|ies)|memory updated|gespeicherte informationen|customi[sz]e chatgpt"
    r"|memory\W+\d+ ?% full|enable for new chats|thought starters|check important info)\W*$",
    r"interests, values, or preferences to keep\b",
    r"(?:note|notiz|nota) (?:à|zum|para)\b",
    r"(?:what|how) would you like (?:chatgpt|claude|gemini|me|us|the)\b",
    r"[\d,.]+-character limit\b",
    r"如果[您你](?:想|发现|需要)",
    r"如(?:有|果)[^,，。]{0,8}(?:错误|不对|需要|遗漏)",
    "以[下上](?:就?是|内容|为)",
    "已(?:为|帮|完成)",
    "用户向助手",
    "好的",
    "谢谢",
    "不客气",
    "你好",
    "早上好",
    "(?:今天|昨天|明天)(?!开始|起)",
    r"(?:用户|[您你]|我们?)?(?:今天|昨天|刚才|刚刚|上周|上次|本周|周[一二三四五六日天])?[,，:： ]*(?:一起)?"
    r"(?:问了|问过|修改了|修复了|完成了|更新了|讨论了|整理了|部署了|创建了|删除了|添加了|写了|聊了)",
    "帮(?:用户|[您你])",
    r"(?:ask|tell|p[ií]dele a|demandez? à|bitte) (?:gemini|chatgpt|claude)\b",
    r"(?:帮忙?|为|替)(?:用户|[您你我])?(?:把|将|写|做|查|整理|翻译|修改|修复|转换|生成|起草|润色)[^。]*(?:了|成|好|完)",
)
DONE = starts(  # a past tense that begins a line has no subject but the assistant
    r"(?:helped|fixed|drafted|graded|summari[sz]ed|booked|converted|translated|debugged|merged|deployed|released"
    r"|reviewed|refactored|installed|upgraded|scheduled|reported|replied|rewrote|rewritten|reworded|rephrased"
    r"|redrafted|wrote|generated|formatted|explained|compared|checked|corrected|edited|proofread|shortened|sorted"
    r"|cleaned|calculated|prepared|suggested|proposed|recommended|researched|looked up|looked into|exported|imported"
    r"|renamed|removed|outlined|brainstormed|compiled|listed|updated|added|created|set up|resolved|migrated"
    r"|configured|tested|pushed|committed|patched|restarted|reset|ordered|sent|emailed|uploaded|downloaded|printed"
    r"|filed|discussed|walked through|ran)\b"
    r"(?! (?:up|out|away|marathons?|(?:a|her|his|their) (?:own )?(?:business|company|marathon|shop|novel|book)))",
    r"(?!(?:adopted|completed|published|started|opened|finished|joined|lived|owned|founded|co-?founded|earned"
    r"|received|used|loved|liked|studied|visited|married|raised|retired|worked|played|moved|passed|survived|inherited"
    r"|renovated|learned|converted|attended|named|needed|wanted|watched|walked|hated|tried)\b)[a-z]+ed (?:the|an?|two"
    r"|three|some)\b",
    r"(?:rédigé|corrigé|préparé|traduit|créé|résumé|ajouté|reformulé|calculé|vérifié|mis à jour|aidé)\b",
    r"(?:redactó|corrigió|resumió|ayudé|preparé|tradujo|creó|actualizó|arregló|revisó|redactado|corregido|traducido)\b",
    r"(?:wir|ich) (?:haben|habe) [^.]*(?:ge\w+[tn]|\w+iert|\w*[üu]bersetzt|erstellt|verglichen|besprochen)\b",
)
BY_THE_ASSISTANT = starts(  # in a file that speaks to its person, "I" and "we" begin with the assistant
    r"(?:we|i)(?: have|['’]ve)?(?: just| also)? \w+ed\b",
    r"(?:we|i) (?:wrote|made|went|built|sent|spoke|had|set)\b",
    r"(?:this|these|that|those) (?:is|are|was|were)\b(?!.*\byour?\b)",
    r"just say\b",
    r"as an ai\b",
    r"i['’](?:ll|ve|m (?:happy|glad|sorry|unable|not able|an ai))\b",
    r"j['’]ai \w+é\b",
    r"(?:just )?(?:let me know|tell me)\b",
    r"if (?:anything|any of this|something|you['’]d like|you want me to)\b",
    r"si (?:une?|des|quelque|algo|alguna?|quieres|vous|tu)\b[^.]*(?:dites|dis-|dímelo|avísame|corrige)",
    r"n['’]hésitez? pas\b",
    r"dites-moi\b",
    r"dis-moi\b",
    r"si algo (?:no )?(?:es|está)\b",
    r"no dudes en\b",
    r"sag(?:e|en sie)? (?:mir )?(?:einfach )?(?:bescheid|gern)",
    r"(?:falls|wenn)(?: du)? (?:etwas|sich)\b",
    "如果[^。]*告[诉訴]我",
    r"i (?:do not|don['’]t|cannot|can['’]t|can|may|might|will|won['’]t|only|see|remember|know|keep|store|have)\b",
    r"(?:he|hemos) \w+[ai]do\b",
    "我(?:帮|已|为|给|把)",
    "(?:上[週周]|昨天|今天)我",
    "我们(?:一起|讨论|聊)",
)
_DAY = (
    r"(?:the )?(?:\d{1,2}(?:st|nd|rd|th)?\b|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|febr)uary|march|april"
    r"|may\b|june|july|august|(?:septem|octo|novem|decem)ber|tomorrow|tonight|next|end of|first|weekend|week\b"
    r"|month\b)"
)
TO_DO = starts(  # an order with a day on which it is due, or without anybody who would always follow it
    rf"(?!.*\b20\d\d\b)(?:renew|replace|order|pay|buy|call|submit|send|book|fix|finish|return|pick up|drop off|email"
    rf"|ring|cancel|confirm|register|sign|ship|file|collect|post|print|schedule|follow up|chase|write to|reply to|get"
    rf"|take|bring|clean|check|update|review|upload|prepare)\b[^.]*\b(?:by|before|until|on|till|this|for) {_DAY}",
    r"[^\W\d_]+er (?:le|la|les|l['’]|un|une|des|du|au)[^.]* avant (?:le |la |l['’]|lundi|mardi|mercredi|jeudi"
    r"|vendredi|samedi|dimanche|demain|fin)",
    r"[^\W\d_]+[aei]r [^.]* (?:antes del?|hasta el|el (?:lunes|martes|miércoles|jueves|viernes))",
    r"(?![^.]*\bich\b)(?:bis|vor) (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen"
    r"|ende)\b[^.]*en\.?$",
    r"(?!(?:will|möchte|plant)\b|[^.]*\bich\b)[^.]{1,60} bis (?:zum )?(?:\w+ende|montag|dienstag|mittwoch|donnerstag"
    r"|freitag|samstag|sonntag|\d+\.)"
    r"[^.]*en\.?$",
    r"(?:to ?do|offen|pendiente|à faire|待办|办理)\b\s*[:：]?",
    "待办",
    r"记得(?:下?周|明天|今天|今晚|\d)",
    r"(?:下?周[一二三四五六日天]|明天|月底|\d{1,2}[月号日])(?:之?前)(?:提交|完成|交|发|寄|买|给|把|联系|处理)",
)
HAPPENED = (
    re.compile(
        r"[A-Z\d][\w'’-]*(?: [\w'’-]+){0,10} (?:was|were|has been|have been) (?:\w+ly )?\w+(?:ed|en|wn|ut|ght|lt"
        r"|sent)\b"
    ),
    re.compile(  # Spanish, French, German
        r"se \w+(?:ó|aron|ieron)\b|[^,;]{1,80}\b(?:(?:a|ont) été \w+|fue(?:ron)? \w+[ai]d[oa]s?"
        r"|wurden? [^,;]{0,60}ge\w+[tn])\b",
        re.IGNORECASE,
    ),
    re.compile(r"[^我您你用主,，。]{1,30}(?:已经|已)(?:换|改|完|上|修|关|发|删)"),
)


def tells_of_talk(text: str, *, is_to_person: bool) -> bool:
    """Return whether a line was said in a conversation, reports the assistant's work, or is a task.

    `is_to_person` is whether its file speaks to the person, so that "I" is the assistant.
    """
    if text.endswith(("?", "？")):
        return True
    patterns = (TALK, DONE, TO_DO, BY_THE_ASSISTANT) if is_to_person else (TALK, DONE, TO_DO)
    return any(pattern.match(text) for pattern in patterns)


def has_happened(text: str) -> bool:
    """Return whether a line reports an event."""
    return any(pattern.match(text) for pattern in HAPPENED)
