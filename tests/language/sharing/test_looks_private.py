"""What reads private in a text: each sort once, and what only looks like it."""

from memoryweb.language.sharing.looks_private import leave_out, private_parts
from tests.cases import for_each


@for_each(
    [
        ("Ask anna@example.org first.", ["anna@example.org"]),
        ("Call +49 30 1234567 on Monday", ["+49 30 1234567"]),
        ("See https://wiki.example.com/x", ["https://wiki.example.com/x"]),
        ("We asked Anna Berg, then Tom.", ["Anna Berg", "Tom"]),
        ("Deploys freeze on Friday at 12:00.", []),
        ("Document format: PDF", []),
        ("Use British spelling. Write in English.", ["British"]),
        ("Release 2026-11-23 ends 1.2.3", ["2026-11-23"]),
        ("She is in on Mondays, not in August.", []),
        ("", []),
    ],
)
def test_what_reads_private(text: str, parts: list[str]) -> None:
    assert private_parts(text) == parts


def test_each_part_once_and_not_endlessly_many() -> None:
    assert private_parts("Ask Anna.", "Then ask Anna", also=("harbour", "then", "")) == ["Anna"]
    assert private_parts("the harbour plan", also=("harbour",)) == ["harbour"]
    assert len(private_parts(" ".join(f"a{n}@example.org" for n in range(50)))) == 12


def test_a_part_is_left_out_wherever_it_stands() -> None:
    assert leave_out("Anna", "Ask Anna, or Anna’s team") == "Ask …, or …’s team"
    assert leave_out("", "Ask Anna") == "Ask Anna"
