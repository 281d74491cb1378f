"""Texts that are made to cost time: no reader takes more than a moment, so that nobody can stop the server with one."""

from functools import partial

from memoryweb.interchange.formats import FORMATS
from memoryweb.interchange.reading import read_text
from tests.cases import for_each
from tests.interchange.timing import seconds
from tests.rings import ninth

LONG = 50_000  # characters
SECONDS_MAX = 2.0  # of the processor, on a busy machine; what takes the square of a text takes minutes
HOSTILE = {
    "blank lines": "\n" * LONG,
    "blank lines in a quote": "\n" * LONG + "> x",
    "spaces after a heading": "# x" + " " * LONG + "!",
    "signs after a heading": "# x" + " #" * (LONG // 2) + "!",
    "spaces in bold": "**a" + " " * LONG,
    "spaces in a bold bullet": "- **a" + " " * LONG + "!",
    "spaces in a bullet": "- " + " " * LONG + "!",
    "spaces before a reference": "- 🔴 09:00 a" + " " * LONG + "! <!-- dc:type=fact -->",
    "words and spaces": "- " + "a " * (LONG // 2) + "!",
    "many bullets": "- a b\n" * (LONG // 6),
    "many bullets of an entry": "> **a**: b\n" + "> - a\n" * (LONG // 6),
    "many ended bullets": "<!-- observed: 2026-01-01 | status: superseded -->\n- a\n" * (LONG // 54),
    "one paragraph": "a b\n" * (LONG // 8),
    "bars": "- a||||b\n" * (LONG // 27),
    "JSON that is spelt otherwise": '{"memories": ['
    + '{"id": "\\u0041", "content": "\\u0041\\/"},' * (LONG // 42)
    + '{"content": "a"}]}',
}


@for_each(lambda: ninth([*HOSTILE]))
def test_no_reader_takes_long_over_a_text_that_is_made_for_it(name: str) -> None:
    for each in FORMATS.values():
        for step in (each.recognise, each.read):
            assert seconds(partial(step, HOSTILE[name]), SECONDS_MAX) < SECONDS_MAX, each.name
    assert seconds(lambda: read_text(HOSTILE[name]), 2 * SECONDS_MAX) < 2 * SECONDS_MAX
