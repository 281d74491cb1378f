"""To whom a request says that something is written: no database."""

from memoryweb.language.requests import addressees
from tests.cases import for_each


@for_each(
    [
        ("Write a letter to my sister", {"family"}),
        ("Formal when writing to the trustees", {"superiors"}),
        ("给奶奶写信", {"family"}),
        ("Answer the customer", {"customers"}),
        ("Fix the failing test", set()),
    ],
)
def test_a_text_names_the_circles_that_it_is_written_to(text: str, circles: set[str]) -> None:
    assert addressees.circles_in(text) == circles
