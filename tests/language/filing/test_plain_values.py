"""Values of known fields in plain words, whatever label they come under, and what is no value of any."""

from pathlib import Path

from memoryweb.language.filing import known_fields, phrases
from memoryweb.rules import fields
from tests.cases import for_each

LINES = (Path(__file__).parent / "plain_values.txt").read_text().splitlines()
CASES = [tuple(map(str.strip, line.split(" | "))) for line in LINES if not line.startswith("#")]


KEPT = CASES[2::3]  # nothing was tuned on these
KEPT_READ = 24  # of 29, when they were first read


def expected(wanted: str, text: str) -> tuple[str, str] | None:
    key, _, value = wanted.partition(" = ")
    if key == "-":
        return None
    option = known_fields.find_option(key, value)
    return key, text if value.startswith("not ") else option.label if option else value


@for_each([case for case in CASES if case not in KEPT])
def test_a_value_is_read_from_plain_words(wanted: str, text: str) -> None:
    assert phrases.find_value(text) == expected(wanted, text)


def test_words_that_were_kept_aside_are_read_as_their_value_or_as_none() -> None:
    found = [(phrases.find_value(text), expected(wanted, text)) for wanted, text in KEPT]
    assert [each for each in found if each[0] not in (each[1], None)] == []
    assert sum(read == right for read, right in found) >= KEPT_READ


def test_all_phrases_are_of_known_fields_and_their_options() -> None:
    from memoryweb.language.locales.en import phrases as en_phrases

    for key, (_, values) in en_phrases.PHRASES.items():
        assert set(values) <= {option.value for option in fields.fields_by_key()[key].options}, key
