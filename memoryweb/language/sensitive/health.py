"""Finds what tells of somebody's health: conditions, medicines and their doses, tests and treatments.

A word for an illness counts unless the sentence is about work, study, art or an animal: "a cancer researcher".
"""

import re

from memoryweb.language.lazy_pattern import Beginning, LazyPattern
from memoryweb.language.sensitive.texts import WORD
from memoryweb.language.sensitive.word_lists import Form, alternatives, either, lines, words

AHEAD, BEHIND = 40, 90  # characters read around a word
MATCHES_MOST = 200  # words judged by what stands around them; a text with more is about health
# What nobody has a real allergy to
IDIOMS = (
    r"(?! to (?:long |endless |all )?(?:trailing|commas|whitespace|tabs|semicolons|bureaucracy|meetings|mondays"
    r"|nonsense|small talk|buzzwords|jargon|clutter|commitment|losing|failure|bad|legacy|change|risk|paperwork"
    r"|boredom"
    r"|hard work)\b)"
)
ALLERGY = Form(
    rf"(?<!\w)(?:al{{1,2}}er?g(?:y|ies|ic){IDIOMS}|alergi(?:a|as|co|ca|k|ya|m)|allergi(?:e|en|que|co|ca|sch"
    rf"|schen)|\w{{2,14}}-?allergien?"
    r"|uczulon[ya]|аллерги[яюик]\w*|alerjim?)(?!\w)|(?<![“\"「'])[过過]敏|アレルギー|알레르기|알러지"
)
# What somebody says to be allergic to who only dislikes it: meetings, working late, red tape, phrases.
DISLIKED = LazyPattern(
    r"(?<![a-z])(?:meetings?|stand-?ups|besprechung\w*|sitzungen|montage?|lundi|lunes|reunion\w*|riunion\w*"
    r"|reuni(?:ao|oes)"
    r"|vergader\w*|spotkan\w*|zebran\w*|toplanti\w*|burokrat\w*|bureaucrat\w*|buroc?rac\w*|biurokracj\w*|small-?talk"
    r"|powerpoint|excel|ppt|floskeln|ausreden|excuses|excusas|scuse|dummheit|stupid\w*|uberstunden)(?![a-z])"
    r"|совещани|созвон|понедельник|бюрократ|会议|會議|早会|晨会|开会|開會|加班|周一|废话|套话|黑话|官僚|鸡汤|会議"
    r"|残業|朝会|회의|야근|월요일"
)
CONDITIONS, MEDICINES, NO_MEDICINES = words("conditions"), words("medicines"), words("no_medicines")
MEDICINE_ENDINGS = tuple(words("medicine_endings"))
# Beginnings of words for conditions, and how many letters a language adds to one
STEMS, ENDING_MOST = words("condition_stems"), 4
STEM_LEAST, ENDING_LEAST = min(map(len, STEMS)), min(map(len, MEDICINE_ENDINGS))
STEM_STARTS = frozenset(stem[:STEM_LEAST] for stem in STEMS)
ENDING_TAILS = frozenset(ending[-ENDING_LEAST:] for ending in MEDICINE_ENDINGS)
NAMES = CONDITIONS | MEDICINES
NOT_AFTER = r"\w"
TOLD = lines("health_phrases") + lines("health_states") + lines("health_ways") + lines("health_abroad")
TOPICS = lines("health_topics") + lines("health_abroad_topics")
PHRASES = LazyPattern(rf"(?:{alternatives(TOLD, not_after=NOT_AFTER)})(?!\w)")
ELSEWHERE = LazyPattern(rf"(?:{alternatives(lines('health_elsewhere'), not_after=NOT_AFTER)})(?!\w)")
EASTERN = LazyPattern(alternatives(lines("health_eastern")))
EASTERN_SUBJECTS = LazyPattern(
    r"研究|医院|醫院|护士|護士|我是[^，。]{0,6}(?:医生|醫生|医师|醫師|咨询师|諮商師)|写一本|写书|小说|"
    r"小說|电影|電影|纪录片|紀錄片|论文|論文|公益|志愿|義工|软件|系统|app|医疗剧|巨蟹|科普|讲座|文章"
    r"|新闻|新聞|报道|報導|写一篇|写关于|撰写|翻译|翻譯|剧本|小程序|节目|记者|記事|小説|映画|取材|翻訳|書いて"
    r"|소설|기사를|논문|연구|영화|번역"
)
EASTERN_OWN = LazyPattern(
    r"我有|我得|我患|我的|我被|我在吃|我媽|我妈|我爸|确诊|確診|诊断|診斷"
    r"|私は|私の|妻|夫|父|母|息子|娘|저는|제가|아내|남편|엄마|아빠|아버지|어머니"
)
CASED = LazyPattern(r"(?<!\w)(?:AIDS|STDs?|STIs|OCD(?! about| over)|COPD|ALS)(?!\w)")
DOSE = Form(
    r"(?<!\w)(?:take|takes|taking|took|on|prescribed|dose|dosage|inject|injects|swallow|need|needs|"
    r"daily|twice|tomo|prends|nehme|prendo|tablets?|pills?)\s(?:[\w-]{1,12}\s){0,4}?"
    r"\d{1,5}(?:[.,]\d{1,3})?\s?(?:mg|mcg|ug|μg|µg|iu|milligrams?|micrograms?|"
    r"毫克)(?!\w)(?!\s(?:of\s)?(?:saffron|salt|sodium|sugar|caffeine|vitamin c))"
    r"|(?<![\d.,])\d{1,5}(?:[.,]\d{1,3})?\s?(?:mg|mcg|ug|μg|µg|iu|毫克)\s(?:of\s)?[\w "
    r"]{0,24}\b(?:daily|twice|a day|per day|each (?:day|night|morning)|every (?:day|night|morning|"
    r"evening)|at (?:night|bedtime)|once|tablets?|pills?)"
    r"|(?:每天|每日|早晚)(?:吃|服|打)[^，。]{0,6}(?:片|粒|毫克|针|針)|吃[^，。]{0,3}[片粒颗顆](?:药|藥)"
)
FOLLOWED = Beginning(
    rf"(?:'s|s)?(?: (?:disease|patients?|syndrome|disorder|cancer))?[ -](?:{either('health_subjects')}"
    rf"|{either('health_abroad_after')})(?!\w)"
)
ABOUT = LazyPattern(rf"(?:{alternatives(TOPICS, not_after=NOT_AFTER)})(?!\w)[^.!?\n]{{0,48}}$")
OWN = LazyPattern(
    r"(?<!\w)(?:i have|i've|i've got|i had|i got|i'm|i am|i was|i suffer from|i live with|i struggle "
    r"with|with my|has|my own|despite my|because of my|"
    r"(?:mom|mum|dad|mother|father|wife|husband|son|daughter|brother|sister|partner|he|she) (?:has|had|"
    r"is|was)|(?:doctors?|gp|psychiatrist|neurologist|consultant) (?:calls?|called|says?|said|thinks?|told me|found|"
    r"confirmed|suspects?)(?: it| me| i| it's| that)?)\s(?:[\w-]{1,12}\s){0,2}$"
)
MY = LazyPattern(r"(?<!\w)(?:my|our|his|her)\s(?:[\w-]{1,12}\s){0,1}$")
PROFESSION = LazyPattern(
    r"(?<!\w)(?:i'm|i am|is|was|are|were|she's|he's|work as|works as|worked as|become|becoming|am|"
    r"as|training as|to be)\s(?:an? |the )?(?:[\w-]{1,14}\s){0,2}$"
)
STAR_SIGNS = frozenset(["cancer", "krebs", "cancro", "kreeft"])  # illnesses too
PRACTITIONERS = frozenset(
    [
        "therapist",
        "psychologist",
        "psychiatrist",
        "psychiatrists",
        "oncologist",
        "cardiologist",
        "neurologist",
        "endocrinologist",
        "rheumatologist",
        "nephrologist",
        "psychotherapist",
        "a-therapist",
    ]
)
# "gave me a heart attack"
FIGURE = LazyPattern(r"(?<!\w)(?:giv\w{1,3}|gave) (?:me|us|him|her|you|them|everyone) (?:an? )?$")
PERSON = LazyPattern(
    r"(?<!\w)(?:i(?:'m| am| have)?|ich|je|j'ai|yo|tengo|io|eu|tenho|ik|mam|jag|я|у меня|ben)\s[^.]{0,20}$"
)
ANIMAL = LazyPattern(rf"(?:{alternatives(lines('animals'), not_after=NOT_AFTER)})(?!\w)")
STAR_SIGN = LazyPattern(
    r"zodiac|horoscope|star sign|sun sign|moon sign|rising|astrolog|\bleo\b|virgo|gemini|scorpio|"
    r"sagittarius|capricorn|aquarius|pisces|tropic of|sternzeichen|aszendent|signe (?:astro|du zodia)|"
    r"signo (?:zodiacal|del zodiaco|e cancer|es cancer)|segno zodiacale|ascendente|sterrenbeeld"
)


def has_health(text: str, lower: str, used: set[str]) -> bool:
    """Return whether a plain text without marks tells of somebody's health, allergies aside. `used` are its words."""
    if any(DOSE.found_in(lower)) or CASED.search(text) or ELSEWHERE.search(lower):
        return True
    if not lower.isascii() and _has_eastern(lower):
        return True
    found = _health_words(used)
    spans = [match.span() for match in PHRASES.finditer(lower)]
    if found:
        spans += [match.span() for match in WORD.finditer(lower) if match[0] in found]
    return len(spans) > MATCHES_MOST or any(_is_somebodys(lower, *span) for span in spans)


def has_allergy(lower: str) -> bool:
    """Return whether a plain text in lower case tells of an allergy."""
    return any(
        not DISLIKED.search(lower, max(0, found.start() - 20), found.end() + 30) for found in ALLERGY.found_in(lower)
    )


def _health_words(used: set[str]) -> set[str]:
    """Return the words that name a condition, a medicine or a treatment."""
    found = used & NAMES
    for word in used:
        if (
            (word[:STEM_LEAST] in STEM_STARTS and _has_stem(word))
            or (word[-ENDING_LEAST:] in ENDING_TAILS and _is_medicine(word))
            or ("'" in word and not CONDITIONS.isdisjoint(word.split("'")))  # "l'asthme", "cancer's"
        ):
            found.add(word)
    return found


def _has_stem(word: str) -> bool:
    length = len(word)
    return any(word[:end] in STEMS for end in range(max(STEM_LEAST, length - ENDING_MOST), length + 1))


def _is_medicine(word: str) -> bool:
    return len(word) > 6 and word.endswith(MEDICINE_ENDINGS) and word not in NO_MEDICINES


def _is_somebodys(lower: str, start: int, end: int) -> bool:
    """Return whether the word at this position, in its context, is about a person's own health."""
    before, after, word = lower[max(0, start - BEHIND) : start], lower[end : end + AHEAD], lower[start:end]
    before = re.split(r"[.!?;\n]", before)[-1]
    is_practitioner = word in PRACTITIONERS or word.endswith(("therapist", "psychologist", "psychiatrist"))
    if (
        FOLLOWED.match(after)
        or FIGURE.search(before)
        or (word in STAR_SIGNS and STAR_SIGN.search(lower))
        or (is_practitioner and PROFESSION.search(before))
        or (ANIMAL.search(before[-40:]) and not PERSON.search(before))
    ):
        return False
    return bool(OWN.search(before) or MY.search(before)) or not ABOUT.search(before)


def _has_eastern(lower: str) -> bool:
    if not EASTERN.search(lower):
        return False
    return not EASTERN_SUBJECTS.search(lower) or bool(EASTERN_OWN.search(lower))
