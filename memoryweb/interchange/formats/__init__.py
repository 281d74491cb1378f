"""The table of file formats. A new format is a file in one of these folders and a row here.

Each module has the same small interface: `recognise(text)` tells from the content alone whether a file is one,
`read(text)` gives its entries and what was not understood, and `write(rows)` is there where memoryweb writes it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from memoryweb.interchange import exporting
from memoryweb.interchange.entry import Document
from memoryweb.interchange.formats.agents import (
    basic_memory,
    claude_code_index,
    claude_code_note,
    letta_agent,
    mcp_graph,
    mem0,
    memory_interchange,
    openclaw_user,
    openmemory,
    persona,
    portable_ai_memory,
    rule_files,
    section_signs,
    zep_facts,
)
from memoryweb.interchange.formats.assistants import (
    chatgpt_memories,
    claude_memories,
    conversations_export,
    librechat_memories,
    pasted_list,
    transcripts,
)
from memoryweb.interchange.formats.own import (
    archive_json,
    archive_md,
    complete_json,
    conversations,
    daily_notes,
    insights,
    memory_md,
    observations,
    portable_list,
)
from memoryweb.interchange.formats.plain import csv_table, notes, yaml_rows
from memoryweb.people.models import Section, User

MARKDOWN = "text/markdown; charset=utf-8"
NO_PAST = _("what you no longer use, where it came from, its history")


@dataclass(frozen=True, kw_only=True)
class Written:
    """How a format is written: which rows of a person go into the file, and under which name it is downloaded.

    `holds` tells the person what is in it, and `lacks` what it cannot hold.
    """

    file_name: str
    content_type: str = MARKDOWN
    holds: Any
    lacks: Any
    rows: Callable[[User], Iterable[Any]]
    write: Callable[[Iterable[Any]], str]

    def export(self, person: User) -> str:
        """Return the person's file as text."""
        return self.write(self.rows(person))


@dataclass(frozen=True, kw_only=True)
class Format:
    """One format. `title` says what it is to a person; a file is what the first row says that recognises it."""

    name: str
    title: Any
    recognise: Callable[[str], bool]
    read: Callable[[str], Document]
    written: Written | None = None  # None: it is only read


# The most particular first: the first that recognises a file reads it. Plain notes take what nothing else knows.
FORMATS: dict[str, Format] = {
    name: Format(name=name, title=title, recognise=module.recognise, read=module.read, written=written)
    for name, title, module, written in (
        ("complete_json", _("a whole account of memoryweb"), complete_json, None),
        (
            "archive_json",
            _("an archive of memoryweb"),
            archive_json,
            Written(
                file_name="archive.json",
                content_type="application/json",
                rows=exporting.archived_memories,
                write=archive_json.write,
                holds=_("what was archived"),
                lacks=_("what is in use"),
            ),
        ),
        ("claude_memories", _("Claude’s memory"), claude_memories, None),
        ("portable_ai_memory", _("a Portable AI Memory store"), portable_ai_memory, None),
        ("memory_interchange", _("a Memory Interchange Format file"), memory_interchange, None),
        ("transcripts", _("a conversation"), transcripts, None),
        ("mem0", _("memories of mem0"), mem0, None),
        ("openmemory", _("memories of OpenMemory"), openmemory, None),
        ("librechat_memories", _("memories of LibreChat"), librechat_memories, None),
        ("chatgpt_memories", _("ChatGPT’s memories"), chatgpt_memories, None),
        ("zep_facts", _("facts of Zep"), zep_facts, None),
        ("letta_agent", _("a Letta agent file"), letta_agent, None),
        ("conversations_export", _("an export of conversations"), conversations_export, None),
        ("mcp_graph", _("the graph of the MCP memory server"), mcp_graph, None),
        ("claude_code_note", _("a note of Claude Code"), claude_code_note, None),
        ("section_signs", _("entries with § between them"), section_signs, None),
        ("rule_files", _("rules for coding agents"), rule_files, None),
        ("persona", _("an agent’s persona"), persona, None),
        (
            "memory_md",
            _("a MEMORY.md with dates"),
            memory_md,
            Written(
                file_name="MEMORY.md",
                rows=exporting.long_term_entries,
                write=memory_md.write,
                holds=_("what is in use and what once was, with its dates, by category"),
                lacks=_("how important each is, who said it, who was given it"),
            ),
        ),
        ("archive_md", _("an archive of observations"), archive_md, None),
        (
            "observations",
            _("a log of observations"),
            observations,
            Written(
                file_name="observations.md",
                rows=exporting.list_in_use,
                write=observations.write,
                holds=_("what is in use, with kind, importance, how long it lasts and how sure it is"),
                lacks=NO_PAST,
            ),
        ),
        ("openclaw_user", _("OpenClaw’s USER.md"), openclaw_user, None),
        (
            "conversations",
            _("recent conversations"),
            conversations,
            Written(
                file_name="recent_conversations.md",
                rows=exporting.recent_conversations,
                write=conversations.write,
                holds=_("what you said in recent conversations"),
                lacks=_("what was learned from them"),
            ),
        ),
        ("insights", _("saved memories with dates"), insights, None),
        ("claude_code_index", _("an index of Claude Code’s notes"), claude_code_index, None),
        (
            "portable_list",
            _("a list from an assistant"),
            portable_list,
            Written(
                file_name="memories.txt",
                content_type="text/plain; charset=utf-8",
                rows=exporting.list_in_use,
                write=portable_list.write,
                holds=_("what is in use, one line each, to paste into another assistant"),
                lacks=NO_PAST,
            ),
        ),
        ("basic_memory", _("a note of basic-memory"), basic_memory, None),
        ("daily_notes", _("an agent’s notes of a day"), daily_notes, None),
        ("csv_table", _("a table of memories (CSV)"), csv_table, None),
        ("yaml_rows", _("memories or a profile as YAML"), yaml_rows, None),
        ("pasted_list", _("a list of memories"), pasted_list, None),
        ("notes", _("plain notes"), notes, None),
    )
}
SECTIONS = {
    section.value: Written(
        file_name=f"{section.value}.md",
        rows=partial(exporting.list_in_use, section=section.value),
        write=insights.write,
        lacks=NO_PAST,
        holds=format_lazy(_("what is in use under “{section}”, with dates"), section=section.label),
    )
    for section in Section
}
WRITTEN: dict[str, Written] = {name: each.written for name, each in FORMATS.items() if each.written} | SECTIONS


OWN = {
    "memory_md": memory_md,
    "observations": observations,
    "conversations": conversations,
    "insights": insights,
    "portable_list": portable_list,
    "daily_notes": daily_notes,
}


def recognise(text: str) -> Format | None:
    """Return a text's format; None if it has no words."""
    return recognise_own(as_written(text)) or next((each for each in FORMATS.values() if each.recognise(text)), None)


def recognise_own(text: str) -> Format | None:
    """Return memoryweb's own format of a text, judged by its beginning."""
    return next((FORMATS[name] for name, module in OWN.items() if module.is_own(text)), None)


def as_written(text: str) -> str:
    """Undo an editor's changes to line ends in memoryweb's own files; other texts stay."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    plain = "\n".join(map(str.rstrip, lines))
    return plain if recognise_own(plain) else text
