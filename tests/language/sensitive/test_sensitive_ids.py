"""Ids that programs draw at random are no secrets: no write is refused by chance."""

import string
import uuid
from random import Random

import pytest

from memoryweb.language import sensitive
from tests import rings
from tests.cases import for_each

LETTERS = string.ascii_letters + string.digits


@pytest.fixture
def chance() -> Random:
    return Random(20_261_127)  # the same ids in every run and in any order


def some_uuid(chance: Random) -> str:
    return str(uuid.UUID(int=chance.getrandbits(128), version=4))


def test_many_uuids_sent_together_are_no_code(chance: Random) -> None:
    """A form sends every ticked row's id; "2fa" between digits of one was read as a word before a code."""
    forms = [[some_uuid(chance) for _ in range(12)] for _ in range(300)]
    for ids in rings.third(forms):
        sent = [*ids, str(chance.randint(1000, 4000)), "pdf", "name"]
        assert sensitive.inspect(sent) is None, sent


def test_a_code_beside_a_uuid_is_found(chance: Random) -> None:
    assert sensitive.inspect([some_uuid(chance), "my 2fa code is 482913", some_uuid(chance)])
    assert sensitive.inspect(f"{some_uuid(chance)} the gate code is 4829")
    assert sensitive.inspect("the password is 550e8400-e29b-41d4-a716-446655440000")


@pytest.mark.parametrize("shape", ["toolu_01 22", "chatcmpl- 29", "msg- 16", "call_ 24", " 22", "resp_ 32"])
def test_an_id_drawn_at_random_passes_as_an_id(shape: str, chance: Random) -> None:
    """All but the few without a digit or with seven in a row, which are read like any other text."""
    start, length = shape.split(" ")
    ids = [start + "".join(chance.choices(LETTERS, k=int(length))) for _ in range(300)]
    assert sum(sensitive.is_random_id(each) for each in ids) > 255


@for_each(
    [
        "sk-proj-" + "a8Kd03mXz91QpLw7Tn2R" * 2,
        "ghp_" + "a8Kd03mXz91QpLw7Tn2RbV5yHs4JcE6fGu1i"[:36],
        "AKIAIOSFODNN7EXAMPLE",
        "GB82WEST12345698765432",
        "order-4111111111111111",
        "078-05-1120",
        "my-password-is-hunter2",
        "hunter2",
        "MyBankPasswordIsHunterTwo",
        "2fa-482913-from-the-bank",
        "",
    ]
)
def test_a_key_and_a_number_are_no_random_id(text: str) -> None:
    assert not sensitive.is_random_id(text)
