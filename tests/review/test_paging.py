"""Cursors: what a page's last row becomes in a URL, and what is no cursor."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from memoryweb.review.paging import format_cursor, parse_cursor, parse_ids, parse_version
from tests.cases import with_each

AT = datetime(2026, 2, 22, 9, 30, 0, 123456, tzinfo=UTC)
PK = UUID("0192f0c1-2b3d-7c4e-8f50-617283940516")


def test_a_cursor_comes_back_as_it_was() -> None:
    assert parse_cursor(format_cursor(AT, PK), UUID) == (AT, PK)
    assert parse_cursor(format_cursor(AT, 7), parse_version) == (AT, 7)


@with_each(
    "text",
    [
        "",
        "|",
        "then",
        f"then|{PK}",
        f"{AT.isoformat()}|",
        f"{AT.isoformat()}|x",
        f"2026-02-22T09:30:00|{PK}",
        "\x00|\x00",
    ],
)
def test_anything_else_is_no_cursor(text: str) -> None:
    assert parse_cursor(text, UUID) is None
    assert parse_cursor(text, parse_version) is None


@with_each("text", ["-1", str(2**63), "1.5"])
def test_a_version_no_column_could_hold_is_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_version(text)


def test_ids_that_are_malformed_are_ignored() -> None:
    assert parse_ids(["nonsense", str(PK), ""]) == [PK]
