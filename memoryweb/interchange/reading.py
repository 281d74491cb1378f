"""Reads what a person brings: a text, a file, or a zip with files. No reader raises past here.

Everything is bounded before it is read, for all files of a request together: bytes, how many files, how many lines.
"""

import hashlib
import logging
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from io import BytesIO
from pathlib import PurePosixPath
from traceback import format_tb

from django.utils.translation import gettext_lazy as _

from memoryweb.interchange.deleted_files import why_left_out
from memoryweb.interchange.entry import About, Document, Entry, UnknownLine, texts_of
from memoryweb.interchange.formats import Format, as_written, recognise, recognise_own
from memoryweb.interchange.formats.own import portable_list
from memoryweb.interchange.formats.plain import csv_table, yaml_rows
from memoryweb.interchange.parsing import days, json_text, machine_text, markdown, taken_back
from memoryweb.language.text import invisible, unstorable

logger = logging.getLogger(__name__)

FILE_MAX = 12_000_000  # bytes of one file
FILES_MAX = 4000  # in one import, those in zips counted: ten years with a file a day
UNPACKED_MAX = 24_000_000  # bytes of all files together
LINES_MAX = 200_000  # of all files together; of JSON, its objects and lists
RATIO_MAX = 200  # a file that unpacks to more than so many times its size is a bomb
BEGINNING, NULS_MAX = 4000, 4  # characters of a file, and how many of them may be NUL if it is a text
LINE_SHOWN_MAX = 2000  # characters of a line that is reported
NAME_MAX = 200  # characters of a file's name
LINE_ENDS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"  # where splitlines ends a line
ENCODINGS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}

WORD = re.compile(r"[^\W\d_]{3,}")
COMMENTS = re.compile(r"<!--[^>]{0,1500}-->")
# What gives files their form and says nothing.
FRAME = re.compile(
    r"^(?:>?\s*-{3}|Auto-generated\b|Consolidated\b|Last (?:reflection|update)|Archived by\b|<!--[^>]*-->\s*$"
    r"|\*\*(?:Time|User Messages|Key Conclusions|Summary|Original date|Impact|Archived)[\w ]*\*?\*?:"
    rf"|\"?sep=.\"?$|Date\s*:|\|\s*Date\s*\|\s*Change\b|(?:title|type|tags|permalink):|{re.escape(portable_list.OWN)}$)",
    re.IGNORECASE,
)
FRAME_WORDS = (
    "learned updated expired explicit instruction observation user feedback reason replaced unknown only when project",
    "filed under category monday tuesday wednesday thursday friday saturday sunday january february march april may",
    "june july august september october november december think thinking critical high medium low minimal info ref",
    "archive implicit inference weak uncertain untitled assistant chatgpt claude gemini copilot human said",
)

JSON_LINES = ("mcp_graph", "transcripts")  # whose lines are read as a whole
FIELD_NAME = re.compile(r"^\s*(?:- )?[\w-]+:")  # of YAML
KEPT_AS_IT_IS = ("complete_json", "archive_json")  # memoryweb's own: what is in use has its marks as words

README_FILE, OWN_ZIP = "README.txt", "Everything that memoryweb keeps of you"  # how its README begins
COMPLETE = "memoryweb.json"

ONLY_README = _("It only tells what the other files are.")
IN_COMPLETE = _("memoryweb.json, in the same zip, has all of it.")
TOO_LARGE = _("It is larger than memoryweb reads at once.")
NO_TEXT = _("It is no text.")
NOT_READ = _("It could not be read.")
BAD_PATH = _("Its name leads out of the zip.")
BOMB = _("It unpacks to far more than it is.")
ENCRYPTED = _("It is locked with a password.")
TOO_MANY = _("There are more files than memoryweb reads at once.")
ZIP_IN_ZIP = _("It is a zip in a zip.")
BROKEN_ZIP = _("The zip is broken.")


@dataclass
class Budget:
    """The remaining bytes, files and lines for one request or command."""

    bytes: int = UNPACKED_MAX
    files: int = FILES_MAX
    lines: int = LINES_MAX


@dataclass
class Reading:
    """A file with its format and content, or the reason for refusing it."""

    name: str
    digest: str = ""  # of its content, hexadecimal SHA-256; it is stored only keyed
    format: Format | None = None
    document: Document = field(default_factory=Document)
    refused: object = ""  # a sentence; empty if it was read


def read_text(text: str, name: str = "", budget: Budget | None = None) -> Reading:
    """Read a text. The file name only supplies a date for entries without one."""
    budget = budget or Budget()
    reading = Reading(
        name=_shown(name[-NAME_MAX:]), digest=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    )
    text = _clean(text.lstrip("\ufeff"))
    if (lines := _count_lines(text)) > budget.lines:
        return _too_large(reading)
    text = as_written(text)
    try:
        text, taken = _in_force(text)
        reading.format = recognise(text)
        if reading.format:
            reading.document = reading.format.read(text) if not _is_broken_json(text) else Document()
            _leave_out_taken_back(reading)
        reading.document.unknown += taken
    except json_text.TooLongError:
        return _too_large(reading)
    except Exception as error:
        logger.error("file not read: %s\n%s", type(error).__name__, "".join(format_tb(error.__traceback__)))
        reading.document, reading.format = Document(), None
    if (
        not reading.document.entries
        and not reading.document.unknown
        and (reading.format is None or _is_broken_json(text))
    ):
        _report_all(reading, text)
    _report_rest(reading, text)
    _clean_document(reading.document)
    budget.lines -= max(lines, len(reading.document.entries) + len(reading.document.unknown))
    if budget.lines < 0:
        return _too_large(reading)
    if day := days.find_day(PurePosixPath(name).name):
        _set_day(reading.document, day)
    return reading


def _in_force(text: str) -> tuple[str, list[UnknownLine]]:
    """Return a text without code and what its author took back, and these. Of data each entry is looked at alone."""
    own = recognise_own(text)
    if own and own.name == "memory_md":
        return taken_back.take_out(text, keeps_quotes=True)
    if own or json_text.may_be(text) or csv_table.recognise(text):
        return text, []
    text, taken = taken_back.take_out(text)
    if yaml_rows.recognise(text):
        return text, taken
    text, code = machine_text.take_out(text)
    return text, taken + code


def _leave_out_taken_back(reading: Reading) -> None:
    """Report what was taken back in the words of an entry, as JSON and tables have them."""
    document = reading.document
    if reading.format and reading.format.name in KEPT_AS_IT_IS:
        return
    entries, document.entries = document.entries, []
    for entry in entries:
        texts = {name: taken_back.take_out(text) for name in ("label", "value") if (text := getattr(entry, name))}
        details = [taken_back.take_out(each) for each in entry.details]
        gone = [each for _, lines in (*texts.values(), *details) for each in lines]
        document.unknown += [each._replace(line=entry.line) for each in gone]
        said = {name: text.strip() for name, (text, lines) in texts.items() if lines}
        more = tuple(text.strip() if lines else text for text, lines in details if text.strip())
        if not gone:
            document.entries.append(entry)
        elif any(said.values()) or more:
            document.entries.append(replace(entry, **said, details=more))  # type: ignore[arg-type]


def _too_large(reading: Reading) -> Reading:
    return replace(reading, format=None, document=Document(), refused=TOO_LARGE)


def _count_lines(text: str) -> int:
    """Return the number of lines or, for JSON, of objects and lists if larger."""
    lines = sum(text.count(end) for end in LINE_ENDS) - text.count("\r\n")
    is_json = text.lstrip()[:1] in ("{", "[")
    return max(lines, text.count("{") + text.count("[")) if is_json else lines


def _clean(text: str) -> str:
    """Return the text without what no database can hold: NUL, and halves of characters. Two halves become one."""
    if text.isascii():
        return text.replace("\x00", "")
    return text.replace("\x00", "").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")


def _clean_document(document: Document) -> None:
    """Clean what JSON said with escapes, and show what is invisible."""
    document.entries = [replace(entry, **_cleaned(entry)) for entry in document.entries]  # type: ignore[arg-type]
    document.unknown = [UnknownLine(line, _shown(text), reason) for line, text, reason in document.unknown]


def _shown(text: str) -> str:
    return invisible.show_invisible(_clean(text))


def _cleaned(entry: Entry) -> dict[str, object]:
    values: dict[str, object] = {name: value for name, value in vars(entry).items() if not isinstance(value, About)}
    texts = {name: _shown(value) for name, value in values.items() if isinstance(value, str)}
    lists = {name: tuple(map(_shown, value)) for name, value in values.items() if isinstance(value, tuple)}
    return {**texts, **lists}


def _is_broken_json(text: str) -> bool:
    """Return whether a text starts like JSON but parses neither whole nor by lines."""
    start = text.lstrip()[:2]
    if start[:1] not in ("{", "[") or not (start[:1] == "{" or start in ("[{", "[]", '["', "[\n", "[ ", "[\r")):
        return False
    if json_text.load(text) is not None:
        return False
    return next((data for _, _, data in json_text.load_lines(text[:4000])), None) is None


def _report_all(reading: Reading, text: str) -> None:
    """Report all lines of a text in unknown format."""
    reading.format = None
    reason = "It looks like JSON, but it is broken." if _is_broken_json(text) else ""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            reading.document.add_unknown(number, line[:LINE_SHOWN_MAX], reason)


def _report_rest(reading: Reading, text: str) -> None:
    """Report every line, or every long text of JSON, of which words are in no entry and in no report.

    So no reader can lose words silently, however broken the file is. Headings are no statements.
    """
    document, name = reading.document, reading.format.name if reading.format else ""
    known = _words(" ".join([*_texts(document), *FRAME_WORDS]))
    if (data := json_text.load(text)) is not None:
        places = json_text.Places(text)
        rest = [(places.line_of(said), said) for said in json_text.memories_in(data)]
    else:
        lines = enumerate(text.splitlines(), start=1)
        plain = (
            (number, COMMENTS.sub(" ", FIELD_NAME.sub("", line) if name == "yaml_rows" else line))
            for number, line in lines
            if not (name in JSON_LINES and json_text.load(line) is not None)
        )
        rest = [
            (number, line) for number, line in plain if not (markdown.HEADING.match(line) or FRAME.match(line.lstrip()))
        ]
    for number, said in rest:
        if not _words(said) <= known:
            document.add_unknown(number, said[:LINE_SHOWN_MAX], "It is no part of anything that was understood.")


def _texts(document: Document) -> Iterator[str]:
    for entry in document.entries:
        yield from texts_of(entry)
    for unknown in document.unknown:
        yield unknown.text


def _words(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(text)}


def _set_day(document: Document, day: date) -> None:
    document.entries = [each if each.learned else replace(each, learned=day) for each in document.entries]


def read_bytes(content: bytes, name: str = "", budget: Budget | None = None) -> Iterator[Reading]:
    """Read a file, or every file of a zip. What it costs is taken from the budget."""
    budget, name = budget or Budget(), _shown(name[-NAME_MAX:])
    if content[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        yield from _read_zip(content, name, budget)
    elif budget.files <= 0:
        yield Reading(name=name, refused=TOO_MANY)
    else:
        budget.files -= 1
        yield _read_file(content, name, budget)


def _read_file(content: bytes, name: str, budget: Budget) -> Reading:
    budget.bytes -= len(content)
    if len(content) > FILE_MAX or budget.bytes < 0:
        return Reading(name=name, refused=TOO_LARGE)
    encoding = next((each for mark, each in ENCODINGS.items() if content.startswith(mark)), "utf-8")
    if (text := decode(content, encoding)) is None:
        return Reading(name=name, refused=NO_TEXT)
    return read_text(text, name, budget)


def decode(content: bytes, encoding: str) -> str | None:
    """Return a file's text; None for other data. A few odd characters are left for the reader to drop."""
    try:
        text = content.decode(encoding, "surrogatepass")
    except UnicodeDecodeError:
        return None
    return None if text[:BEGINNING].count(unstorable.NUL) > NULS_MAX else text


def _read_zip(content: bytes, name: str, budget: Budget) -> Iterator[Reading]:
    """Read the files of a zip in memory; nothing is ever unpacked to the disk."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            infos = [info for info in archive.infolist() if info.filename and not info.is_dir()]
            if len(infos) > budget.files:
                yield Reading(name=name, refused=TOO_MANY)
                return
            budget.files -= len(infos)
            said_by_others = _said_by_others(archive, infos)
            for info in infos:
                inner = _shown(info.filename[-NAME_MAX:])
                if left_out := said_by_others.get(info.filename) or why_left_out(info.filename):
                    yield Reading(name=inner, refused=left_out)
                    continue
                if refused := _why_refused(info, budget.bytes):
                    yield Reading(name=inner, refused=refused)
                    continue
                with archive.open(info) as member:
                    unpacked = member.read(min(FILE_MAX, budget.bytes) + 1)
                yield _read_file(unpacked, inner, budget)
                if budget.bytes < 0:
                    return
    except (
        zipfile.BadZipFile,
        NotImplementedError,
        RuntimeError,
        EOFError,
        OSError,
        ValueError,
        IndexError,
        zlib.error,
    ):
        yield Reading(name=name, refused=BROKEN_ZIP)


def _said_by_others(archive: zipfile.ZipFile, infos: list[zipfile.ZipInfo]) -> Mapping[str, object]:
    """Return the redundant files of memoryweb's own zip with the reason for skipping each."""
    by_name = {info.filename: info for info in infos}
    readme, complete = by_name.get(README_FILE), by_name.get(COMPLETE)
    if readme is None or _why_refused(readme, FILE_MAX):
        return {}
    with archive.open(readme) as member:
        if member.read(len(OWN_ZIP)) != OWN_ZIP.encode():
            return {}
    if complete is None or complete.file_size > FILE_MAX:
        return {README_FILE: ONLY_README}
    return dict.fromkeys(by_name.keys() - {COMPLETE}, IN_COMPLETE) | {README_FILE: ONLY_README}


def _why_refused(info: zipfile.ZipInfo, left: int) -> object:
    """Return why a zip member is not unpacked; empty if accepted."""
    path = PurePosixPath(info.filename.replace("\\", "/"))
    if (
        not path.parts
        or path.is_absolute()
        or ".." in path.parts
        or ":" in path.parts[0]
        or stat.S_ISLNK(info.external_attr >> 16)
    ):
        return BAD_PATH
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return BROKEN_ZIP
    if info.flag_bits & 1:
        return ENCRYPTED
    if info.file_size > max(info.compress_size, 1) * RATIO_MAX and info.file_size > 1_000_000:
        return BOMB
    if info.file_size > min(FILE_MAX, left):
        return TOO_LARGE
    return ZIP_IN_ZIP if path.suffix.lower() == ".zip" else ""
