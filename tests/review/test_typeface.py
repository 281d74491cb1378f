"""The typeface: cut once from its package, small, and served by this server only."""

from io import BytesIO
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from memoryweb.review import typeface

LARGEST = 120_000  # bytes


def test_the_font_is_small_and_has_the_letters_of_the_pages() -> None:
    path = finders.find(typeface.NAME)
    assert path
    data = Path(path).read_bytes()
    assert len(data) < LARGEST
    font = TTFont(BytesIO(data))
    assert {axis.axisTag for axis in font["fvar"].axes} == {"opsz", "wght"}
    assert set(map(ord, "Žluťoučký kůň—“”’…→€×ß")) <= set(font.getBestCmap())


def test_the_stylesheet_asks_for_the_font_by_the_same_name() -> None:
    css = (Path(__file__).parents[2] / "static" / "css" / "tokens.css").read_text()
    assert f'url("../{typeface.NAME}")' in css


def test_where_the_folder_beside_the_packages_is_not_writable_a_temporary_one_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.prefix", "/proc")
    folder = typeface.folder.__wrapped__()
    assert not str(folder).startswith("/proc")
    assert (folder / typeface.NAME).stat().st_size < LARGEST
