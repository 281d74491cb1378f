"""Tells what a line of somebody's notes is about: the person, a project, a log of work, or an agent's own persona.

Notes have no marks for that, so the words of the line (voice.py) and of the headings above it decide.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from memoryweb.interchange.entry import About, Document, Entry
from memoryweb.interchange.parsing import json_text, markdown
from memoryweb.interchange.perspective.voice import Voice, detect_voice
from memoryweb.language.filing import classifier
from memoryweb.rules.policy import Kind

NOT_FILLED_IN = "It is a template that nobody has filled in."
LASTING = (Kind.RULE, Kind.GOAL, Kind.HABIT, Kind.PREFERENCE)


def _words(*parts: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{'|'.join(parts)})(?![a-z])", re.IGNORECASE)


HEADINGS = (  # the nearest heading with one of these words decides; the first row that matches counts
    (
        About.PERSON,
        _words(
            "who you(?:['’]re| are) (?:working|helping|talking)",
            r"^\W*me\b",
            "myself",
            "call you",
            "what do you do",
            "traits",
            "so (?:will|möchte|mag|hätte) (?:sie|er|ich)",
            r"^\W*(?:über|about|à propos d[e'’]|sobre|acerca de|关于)\s?"
            r"(?!this|the\b|das\b|dies|ce|la?e?\b|el\b|est|本|项目)[^\W\d_]+(?: [^\W\d_]+)?\W*$",
        ),
    ),
    (
        About.PERSONA,
        _words(
            "persona",
            "soul",
            "identity",
            "who you are",
            "who i am as an? (?:agent|assistant)",
            "your role",
            "人设",
            "性格设定",
            "系统提示",
            "your name",
            "core truths",
            "vibe",
            "boundaries of the agent",
            "agent identity",
            "system prompt",
        ),
    ),
    (
        About.PERSON,
        _words(
            "about me",
            "about the user",
            "about you",
            "who i am",
            "user",
            "user profile",
            "profile",
            "personal",
            "preferences?",
            "likes",
            "dislikes",
            "habits?",
            "routines?",
            "goals?",
            "interests?",
            "hobbies",
            "family",
            "friends?",
            "contacts?",
            "people",
            "health and diet",
            "diet",
            "food",
            "communication",
            "working style",
            "work style",
            "workstyle",
            "how i work",
            "how i like",
            "instructions",
            "durable rules",
            "top of mind",
            "work context",
            "personal context",
            "brief history",
            "long-term background",
            "background",
            "demographics",
            "response style",
            "tone",
            "schedule",
            "travel",
            "content",
            "insights",
            "saved memories",
            "how you like",
            "how you work",
            "working with me",
            "respond",
            "career",
            "education",
            "health",
            "my work",
            r"^\W*work\W*$",
            r"^\W*context\W*$",
            r"^\W*(?:my |general |personal )?rules\W*$",
            "earlier context",
            "working with",
            "关于(?:我|主人|用户|您|你)",
            "我是谁",
            "个人",
            "偏好",
            "喜好",
            "习惯",
            "兴趣",
            "基本情况",
            "基本信息",
            "家庭",
            "健康",
            "饮食",
            "目标",
            "职业",
            "要求",
            "合作",
            "über mich",
            r"^\W*(?:mein )?mensch\W*$",
            "vorlieben",
            "eckdaten",
            "ziele",
            "so arbeite ich",
            "beruf",
            "privat(?:es|leben)?",
            "persönliches",
            "familie",
            "gesundheit",
            "ernährung",
            "gewohnheiten",
            "zur person",
            "sobre m[ií]",
            "preferencias",
            "trabajo",
            "estudios",
            "vida personal",
            "gustos",
            "familia",
            "salud",
            "hábitos",
            "cómo prefieres",
            "datos personales",
            "objetivos",
            "à propos de moi",
            "préférences",
            "travail",
            "vie personnelle",
            "études",
            "famille",
            "santé",
            "habitudes",
            "objectifs",
            r"^\W*my (?:life|story|timeline|history|family|home|health|job|career|bio)\W*$",
            "biography",
            "lebenslauf",
            r"^\W*mein leben\W*$",
            r"^\W*mi vida\W*$",
            r"^\W*ma vie\W*$",
            "עליי",
            "על (?:עצמי|המשתמש(?:ת)?)",
            "העדפות",
            "אודותיי",
            "פרטים אישיים",
            "משפחה",
            "בריאות",
            "הרגלים",
            "מטרות",
            "عني",
            "نبذة عني",
            "عن المستخدم",
            "المستخدم",
            "تفضيلات",
            "التفضيلات",
            "معلومات شخصية",
            "العائلة",
            "الصحة",
            "عادات",
            "أهداف",
            "درباره(?:ٔ| ی)? من",
            "کاربر",
            "ترجیحات",
            "علایق",
            "обо мне",
            "о пользователе",
            "предпочтения",
            "привычки",
        ),
    ),
    (
        About.LOG,
        _words(
            "log",
            "logs",
            "session",
            "tasks?",
            "todos?",
            "to do",
            "done",
            "status",
            "progress",
            "lessons? learned",
            "learnings?",
            "issues?",
            "end of day",
            "changelog",
            "history of changes",
            "incidents?",
            "decisions log",
            "daily notes?",
            "summary of the day",
            "deployments?",
            "what happened",
            "next steps",
            "recent conversations",
            "recent topics",
            "carry over",
            "laufendes",
            "offen",
            "open",
            "日志",
            "待办",
            "经验教训",
            "进展",
            "近期",
            "最近",
            "pendiente",
        ),
    ),
    (
        About.PROJECT,
        _words(
            "architecture",
            "projects?",
            "project overview",
            "overview",
            "setup",
            "build",
            "commands?",
            "testing",
            "tests?",
            "deploy(?:ment)?",
            "code style",
            "structure",
            "repository",
            "repo",
            "conventions",
            "dependencies",
            "environment",
            "installation",
            "api",
            "database",
            "development",
            "technical details",
            "tech stack",
            "files",
            "directory",
            "guidelines",
            "commit",
            "pull requests?",
            "infrastructure",
            "servers?",
            "tools? available",
            "code",
            "系统",
            "架构",
            "部署",
            "命令",
            "环境",
            "项目",
        ),
    ),
)
OF_CODE = re.compile(
    r"\b(?:(?:named|default) exports?|linters?|unit tests?|pull requests?|endpoints?|dataclass(?:es)?|migrations?"
    r"|docstrings?|type hints?)\b|`[^`]*`|(?:\b\w+/){1,}\w+|\b\w+\.(?:py|js|ts|md|json|ya?ml|toml|sh|go|rs|sql)\b|\$ "
    r"|--\w"
)
OF_TALK = _words(
    "answers?",
    "respond",
    "repl(?:y|ies)",
    "explain",
    "explanations?",
    "address me",
    "call me",
    "tone",
    "language",
    "bullet points?",
    "prose",
    "concise",
    "brief",
    "verbose",
    "emojis?",
    "ask before",
    "ask me",
    "metric",
    "apologi[sz]e",
    "honest(?:ly)?",
    "jargon",
    "disclaimers?",
    "回答",
    "回复",
    "语气",
    "解释",
    "标明",
    "注释",
    "表格",
    "列表",
    "不要",
    "请",
)
LABEL_OF_THE_PERSON = re.compile(
    r"\W*(?:(?:preferred|full|first|last|primary|main|native|second|current|spoken|programming|working|usual"
    r"|favou?rite) )*"
    r"(?:name|nickname|what to call (?:me|them)|pronouns|time ?zone|location|city|age|job"
    r"|occupation|profession|role|languages?|hobb(?:y|ies)|interests?|diet|allerg(?:y|ies)|birthday|family|pets?"
    r"|health|likes|dislikes|goals?|preferences?|home(?:town)?|country|nationality|education|studies|employer"
    r"|marital status|children|kids|partner|sports?|instruments?|music|food|drinks?|editor|shell|keyboard|reading"
    r"|background|about me|lives in|based in|works? (?:as|at)|vorname|spitzname|alter|geburtstag|wohnort|beruf"
    r"|sprachen?|vorlieben|ziele?|familie|prénom"
    r"|métier|objectifs?|loisirs|langues?|famille|santé|nombre|oficio|objetivos?|aficiones|idiomas?|familia|salud|edad|ciudad|trabajo"
    r"|âge|ville|الاسم|اسمي|المدينة|العمل|المهنة|العمر|اللغات?|الهوايات?|العائلة|الصحة|السكن|שם|עיר|גיל|עבודה|מקצוע|שפות?|תחביבים?"
    r"|משפחה|בריאות|مهنة|نام|شهر|شغل|سن|زبان|سرگرمی|имя|город|возраст|работа|язык|хобби|姓名"
    r"|名字|称呼|职业|爱好|居住地|住址|饮食|年龄|生日|家庭|语言|兴趣|健康|过敏)\W*",
    re.IGNORECASE,
)
BEGINS_WITH_DAY = re.compile(r"\W*(?:19|20)\d\d[-/.]\d\d?")
PLACEHOLDER = re.compile(  # the last ones stand in OpenClaw's templates
    r"YYYY|\b(?:19|20)XX\b|<[a-z][a-z _-]*>|\{\{|\[(?:your|insert|name|todo)\b|learn about the person you['’]re helping"
    r"|update this as you go|the more you know, the better you can help|not building a dossier"
    r"|^respect the difference|build this over time|what do they care about|what (?:projects are they|annoys them"
    r"|makes them)|\(optional\)|\bfill (?:this |it )?in (?:later|this|your)\b|\bfill this in\b|了解得越多"
    r"|不是在建(?:立)?档案",
    re.IGNORECASE,
)
FILL_IN = re.compile(  # what stands for a value
    r"\W*|\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*\}|\((?:e\.?g\.?|i\.e|for example|z\.? ?b\.|p\. ?ej|par ex|optional|your"
    r"|例如|如)[^()]*\)"
    r"|tb[dac]|todo|n/?a|x{3,}|\?+|to be (?:defined|added|filled in)|fill (?:me )?in|not (?:yet )?(?:set|specified"
    r"|filled in)"
    r"|(?:noch )?offen|ausfüllen|à (?:compléter|remplir)|(?:por|a) (?:completar|rellenar)|待(?:填|填写|补充|定)"
    r"|לא מולא|لم يُ?حدد",
    re.IGNORECASE,
)
LABEL_OF_THE_FILE = re.compile(  # status, version and the like: nobody says them of themselves
    r"\W*(?:status|version|alias(?:es)?|cssclass(?:es)?|publish|uid|slug|layout|date (?:created|modified)|revision"
    r"|last (?:updated?|modified|changed|edited|reviewed|reflection|sync(?:ed)?)|updated"
    r"|modified|generated(?: by| on)?|created(?: by| on| at)?|author|maintainer|source|file(?:name)?|path|format"
    r"|encoding"
    r"|license|tags?|permalink|checksum|draft|reviewed|page|stand|zuletzt (?:aktualisiert|geändert)|erstellt(?: am)?"
    r"|dernière mise à jour|mis à jour|última (?:actualización|modificación)|actualizado|更新时间|最后更新|版本"
    r"|状态|آخر تحديث"
    r"|עודכן(?: לאחרונה)?)\W*",
    re.IGNORECASE,
)
FOOTER = re.compile(
    r"\W*(?:(?:last|zuletzt|generated|created|exported|written|made|powered|erstellt|exportiert|généré|exporté|generado"
    r"|exportado) (?:updated?|modified|aktualisiert|geändert|on|by|with|from|at|am|von|mit|aus|par|le|avec|por|con"
    r"|el|de)\b"
    r"|©|copyright\b|all rights reserved|page \d+ of \d+|end of (?:file|document|list|memory)|(?:gemini|chatgpt|claude"
    r"|copilot) can make mistakes|manage your (?:saved info|memories)|info you asked \w+ to save|do not edit\b"
    r"|auto-?generated\b)",
    re.IGNORECASE,
)


def is_placeholder(text: str) -> bool:
    """Return whether a line is an unfilled template, or a label without value."""
    if PLACEHOLDER.search(text):
        return True
    label, words = markdown.split_label(text)
    value = words.strip("*_ \t")
    return (value.endswith((":", "：")) and not label) or FILL_IN.fullmatch(value) is not None


def is_of_file(text: str) -> bool:
    """Return whether a line says something of its file: a footer, a version, when it was changed."""
    label, words = markdown.split_label(text)
    return bool(FOOTER.match(text) or (label and words and LABEL_OF_THE_FILE.fullmatch(label)))


def of_heading(heading: str) -> About | None:
    """Return what stands below a heading; None if its words do not tell."""
    return next((about for about, words in HEADINGS if words.search(heading)), None)


def judge(text: str, headings: Sequence[str] = (), *, otherwise: About, voice: Voice | None = None) -> About:
    """Return a line's subject. `headings` are those above it, the nearest last; `voice` is that of its file."""
    label, words = markdown.split_label(text)
    known = voice or Voice()
    own = _own_subject(known, text, words) if label else known.subject(words)
    above = next((about for heading in reversed(headings) if (about := of_heading(heading))), None)
    if by_form := _by_form(text, label, above, headings):
        return by_form
    if own == About.PERSONA:
        return own
    if above in (About.PERSONA, About.PERSON):
        return own if above == About.PERSON and own and voice else above
    is_of_code = OF_CODE.search(text) is not None
    if own == About.PERSON and not (above and is_of_code):
        return About.PERSON
    if above or is_of_code or (own and voice):
        return above or (own if own and not is_of_code else otherwise)
    return About.PERSON if OF_TALK.search(text) or _is_lasting(text) else otherwise


def _by_form(text: str, label: str, above: About | None, headings: Sequence[str]) -> About | None:
    """Return a line's subject by its form: a footer, a task, a dated log line, a field of the person."""
    if is_of_file(text):
        return About.FILE
    is_of_log = BEGINS_WITH_DAY.match(text) and any(of_heading(each) == About.LOG for each in headings)
    if is_of_log or markdown.BOX.match(text):
        return About.LOG
    is_of_person = above in (None, About.PERSON) and label and LABEL_OF_THE_PERSON.fullmatch(label)
    return About.PERSON if is_of_person else None


def _own_subject(voice: Voice, text: str, words: str) -> About | None:
    """Return the subject of a line with a label: the somebody named by the label, else the words' subject."""
    whole = voice.subject(text)
    return whole if whole == About.SOMEBODY else voice.subject(words) or whole


def leave_out_others(entries: list[Entry], *, is_summary: bool = False) -> list[Entry]:
    """Say of the entries of a list, or a summary, about its person which ones are plainly about something else."""
    lines = (each.value or " ".join(each.details) for each in entries if each.about == About.PERSON)
    voice = detect_voice(lines, is_summary=is_summary)
    return [replace(each, about=_in_a_list(each, voice)) if each.about == About.PERSON else each for each in entries]


def read_list(
    text: str, found: list[dict[str, Any]] | None, to_entry: Callable[[dict[str, Any]], Entry | None]
) -> Document:
    """Read a list of objects about the person, some of which may be about something else (json_text.read_rows)."""
    document = json_text.read_rows(text, found, to_entry)
    document.entries = leave_out_others(document.entries)
    return document


def _in_a_list(entry: Entry, voice: Voice) -> About:
    words = entry.value or " ".join(entry.details)
    if is_of_file(words):
        return About.FILE
    if LABEL_OF_THE_PERSON.fullmatch(entry.label or markdown.split_label(words)[0]):
        return About.PERSON
    own = voice.subject(words)
    if own is None and (OF_CODE.search(words) or not voice.may_be_about_person(words)):
        return About.PROJECT
    return own or About.PERSON


def _is_lasting(text: str) -> bool:
    """Return whether words of the text signal a rule, a goal, a habit or a preference."""
    return classifier.signals_kind(text) and classifier.classify_kind(text)[0] in LASTING
