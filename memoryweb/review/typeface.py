"""The pages' typeface: fonts/inter.woff2, cut once out of the package that ships Inter.

The package's file has 877 kB of every script it knows. Pages need Latin letters, punctuation, arrows and signs; other
scripts come from the reader's system. The cut file has about 74 kB and takes a second to make.
"""

import sys
import tempfile
from functools import cache
from importlib.metadata import version
from importlib.resources import as_file, files
from pathlib import Path

from django.contrib.staticfiles.finders import BaseStorageFinder
from django.core.files.storage import FileSystemStorage

NAME = "fonts/inter.woff2"
CHARACTERS = [  # as in @font-face of static/css/tokens.css
    *range(0x20, 0x180),
    *range(0x2000, 0x2070),
    0x20AC,
    0x2122,
    *range(0x2190, 0x2194),
    0x2212,
    0x2215,
]
FEATURES = ["calt", "case", "ccmp", "kern", "liga", "locl", "mark", "mkmk", "tnum"]


@cache
def folder() -> Path:
    """Return the folder with the font, which is made if it is missing: beside the packages, else a temporary one."""
    kept = Path(sys.prefix) / "share" / "memoryweb" / f"inter-{version('fontpkg-inter')}"
    if not (kept / NAME).is_file():
        try:
            _cut(kept / NAME)
        except OSError:  # not ours to write
            kept = Path(tempfile.mkdtemp(prefix="memoryweb-font-"))
            _cut(kept / NAME)
    return kept


def _cut(target: Path) -> None:
    """Write the font with CHARACTERS only. A half-written file never has the name."""
    from fontTools import subset  # type: ignore[import-untyped]  # half a second, and the file is made once

    options = subset.Options(flavor="woff2", layout_features=FEATURES)
    target.parent.mkdir(parents=True, exist_ok=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=CHARACTERS)
    source = files("fontpkg_inter") / "files" / "Inter[opsz,wght].ttf"
    with as_file(source) as whole, subset.load_font(str(whole), options) as font:
        cutter.subset(font)
        with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as unfinished:
            subset.save_font(font, unfinished.name, options)
    Path(unfinished.name).chmod(0o644)
    Path(unfinished.name).replace(target)


class TypefaceFinder(BaseStorageFinder):
    """Finds the font among the static files."""

    def __init__(self) -> None:
        super().__init__(FileSystemStorage(location=folder()))
