"""A note of basic-memory: observations `- [category] words #tag (context)` and relations `- how [[Other note]]`."""

import re

from memoryweb.interchange.entry import About, Document, Entry
from memoryweb.interchange.parsing import markdown
from memoryweb.interchange.perspective import line_subject
from memoryweb.interchange.perspective.voice import Voice, detect_voice

OBSERVATION = re.compile(r"^\s*[-*]\s+\[([^\]\s][^\]]{0,40})\]\s+(\S.*)$")
CHECKBOX = re.compile(r"^\s*[-*]\s+\[[ xX-]\]")
RELATION = re.compile(r"^\s*[-*]\s++([\w-][\w -]{0,59}?)\s++\[\[([^\]]{1,200})\]\]")
OF_RELATIVES = re.compile(
    r"(?:is_)?(?:married|mother|father|parent|child|son|daughter|sibling|sister|brother|partner|spouse)", re.IGNORECASE
)
TAG = re.compile(r"(?:^|\s)#([\w/-]+)")
FRONT_FIELD = re.compile(r"^(title|type|permalink|tags)\s*:", re.MULTILINE)
# What people call an observation about themselves, whatever its words.
PERSONAL = frozenset(
    """
    role health family goal habit preference personal diet background bio interest name job hobby
    métier habitude santé famille préférence objectif goût loisir beruf gewohnheit gesundheit familie vorliebe ziel
    oficio hábito salud familia preferencia objetivo gusto afición 偏好 习惯 家庭 健康 目标 爱好 职业
""".split()  # noqa: SIM905
)
# What they call one about something else, unless its words say otherwise.
OF_OTHERS = frozenset(
    """
    equipment fact colleague contact todo task document project tech tool tools server decision log event meeting issue
    bug customer client supplier team reference matériel fournisseur équipe tâche gerät kollege aufgabe projekt
    equipo tarea proveedor cliente compañero 设备 同事 任务 项目 文档
""".split()  # noqa: SIM905
)
KINDS = {"preference", "goal", "habit", "rule", "decision"}


def recognise(text: str) -> bool:
    return (
        text.lstrip().startswith("---")
        and FRONT_FIELD.search(text) is not None
        and any(OBSERVATION.match(line) and not CHECKBOX.match(line) for line in text.splitlines())
    )


def read(text: str) -> Document:
    document, title, lines = Document(), "", text.splitlines()
    front_end = markdown.front_matter_end(lines)
    observed = (found[2] for line in lines if (found := OBSERVATION.match(line)))
    voice = detect_voice(observed, title=" ".join(markdown.titles(text)))
    for number, raw in enumerate(lines, start=1):
        said = raw.strip()
        if number <= front_end and not OBSERVATION.match(raw):
            title = said.partition(":")[2].strip() if said.startswith("title:") else title
        elif not said or markdown.RULE.match(said):
            continue
        elif heading := markdown.HEADING.match(raw):
            title = title or markdown.heading_text(heading)
        elif observation := OBSERVATION.match(raw):
            document.entries.append(_entry(observation[1], observation[2], title, number, voice))
        elif relation := RELATION.match(raw):
            words = f"{title} {relation[1].replace('_', ' ')} {relation[2]}"
            subject = About.PERSON if OF_RELATIVES.match(relation[1]) else About.POINTER
            document.entries.append(Entry(details=(words.strip(),), about=subject, line=number))
        else:
            document.add_unknown(number, raw, "It is no observation and no relation.")
    return document


def _entry(category: str, words: str, title: str, line: int, voice: Voice) -> Entry:
    kind = category.strip().lower()
    return Entry(
        details=(TAG.sub("", words).strip() or words,),
        tags=(kind, *TAG.findall(words)[:19]),
        source="inference",
        kind=kind if kind in KINDS else "",
        line=line,
        about=_about(kind, words, title, voice),
    )


def _about(kind: str, words: str, title: str, voice: Voice) -> About:
    if kind in OF_OTHERS and voice.subject(words) != About.PERSON:
        return About.PROJECT
    subject = line_subject.judge(words, (title,) if title else (), otherwise=About.PROJECT, voice=voice)
    return About.PERSON if kind in PERSONAL and subject == About.PROJECT else subject
