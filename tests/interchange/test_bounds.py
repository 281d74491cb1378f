"""What memoryweb reads at once is bounded, and what no database can hold is replaced. No database."""

import io
import json
import zipfile
from typing import Any

from memoryweb.interchange import reading
from memoryweb.interchange.entry import texts_of
from memoryweb.interchange.parsing import json_text
from memoryweb.interchange.reading import Budget, read_bytes, read_text
from tests.cases import with_each


def refusals(*files: bytes, **left: Any) -> list[object]:
    budget = Budget(**left)
    return [each.refused for file in files for each in read_bytes(file, "a.md", budget)]


def zipped(*names: str, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", compression) as archive:
        for name in names:
            archive.writestr(name or "?", b"- Likes tea")
    return content.getvalue()


def test_all_files_of_a_request_share_one_budget() -> None:
    file = b"- Likes tea\n- Likes rye\n"
    assert refusals(file, file) == ["", ""]
    assert refusals(file, file, bytes=30) == ["", reading.TOO_LARGE]
    assert refusals(file, file, lines=3) == ["", reading.TOO_LARGE]
    assert refusals(file, file, files=1) == ["", reading.TOO_MANY]
    assert refusals(zipped("a", "b"), zipped("c"), files=2) == ["", "", reading.TOO_MANY]
    assert refusals(zipped("a"), zipped("b"), bytes=15) == ["", reading.TOO_LARGE]


def test_a_zip_with_a_file_for_each_day_of_years_is_read() -> None:
    assert set(refusals(zipped(*(f"memory/{day}.md" for day in range(1500))))) == {""}


@with_each("end", ["\n", "\r", "\u2028"])
def test_a_file_of_too_many_lines_is_not_read(end: str) -> None:
    assert read_text(end.join(["- a"] * 30), "", Budget(lines=20)).refused == reading.TOO_LARGE


def test_json_on_one_line_counts_by_what_is_in_it() -> None:
    rows = json.dumps({"memories": [{"content": f"Likes tea {number}"} for number in range(30)]})
    assert read_text(rows, "", Budget(lines=20)).refused == reading.TOO_LARGE
    said = json.dumps({"type": "entity", "name": "user", "entityType": "user", "observations": ["Likes tea"] * 30})
    refused = read_text(said, "", Budget(lines=20))
    assert (refused.refused, refused.document.entries) == (reading.TOO_LARGE, [])
    too_long = json.dumps([{"id": "1", "memory": "Likes tea", "categories": ["a"] * (json_text.ROWS_MAX + 1)}])
    assert read_text(too_long).refused == reading.TOO_LARGE


@with_each("odd", [b"\x00", b"\xed\xa0\xbd", b"\x00\xed\xb8\x80\x00", b"\\u0000", b"\\ud83d"])
def test_an_odd_character_loses_only_itself(odd: bytes) -> None:
    (plain,) = read_bytes(b"- I like" + odd + b" tea\n- I own a canoe \xf0\x9f\x98\x80\n- I row" + odd, "a.md")
    (rows,) = read_bytes(b'{"memories":[{"content":"I like' + odd + b' tea"},{"content":"I row"}]}', "a.json")
    lists = [[entry.title for entry in each.document.entries] for each in (plain, rows)]
    if odd.startswith(b"\\"):  # the escape of JSON, which is words in any other file
        assert lists[1] == ["I like tea", "I row"]
    else:
        assert lists[0] == ["I like tea", "I own a canoe \U0001f600", "I row"]


@with_each("binary", [b"\x00" * 50, b"a\x00b\x00c\x00d\x00e\x00f\x00", b"\xff\xfa", b"Caf\xe9"])
def test_what_is_no_text_is_refused(binary: bytes) -> None:
    assert refusals(binary) == [reading.NO_TEXT]


def test_what_no_database_can_hold_is_left_out() -> None:
    rows = [
        {"id": "1", "memory": "Likes \x00 tea", "categories": ["a\ud800"], "replaced_by": "2"},
        {"id": "2", "memory": "Likes \udfff rye"},
        {"id": "3", "memory": "", "note": "b\x00\ud800"},
    ]
    document = read_text(json.dumps({"results": rows})).document
    texts = [text for entry in document.entries for text in texts_of(entry)] + [each.text for each in document.unknown]
    assert len(document.entries) == 2
    assert document.unknown
    for text in texts:
        assert "\x00" not in text
        text.encode()


@with_each("name", [".", "./", "//", "\\", " "])
def test_a_name_in_a_zip_that_is_none_is_refused(name: str) -> None:
    assert set(refusals(zipped(name))) <= {reading.BAD_PATH, ""}


def test_a_member_without_a_name_or_in_another_compression_is_refused() -> None:
    content = zipped("a")
    assert refusals(content.replace(b"\x01\x00\x00\x00a", b"\x00\x00\x00\x00a")) in ([], [reading.BROKEN_ZIP])
    assert refusals(zipped("a.md", compression=zipfile.ZIP_LZMA)) == [reading.BROKEN_ZIP]
