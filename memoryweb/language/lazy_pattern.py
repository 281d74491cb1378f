"""Regular expressions that are compiled when they are first used: compiling all took a third of a start."""

import re
from collections.abc import Callable, Iterator
from functools import cached_property

_made: "list[Beginning]" = []


def all_patterns() -> "tuple[Beginning, ...]":
    """Return every pattern that exists now."""
    return tuple(_made)


def compile_all() -> None:
    """Compile every pattern that exists now, so that the first call of a server does not wait for it."""
    for each in _made:
        _ = each.compiled


class Beginning:
    """A regular expression that is read at one place of a text, and never searched for."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern, self.flags = pattern, flags
        _made.append(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.pattern!r})"

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self.flags)

    @cached_property  # after the first use the compiled pattern's own method, without a detour
    def match(self) -> Callable[..., re.Match[str] | None]:
        return self.compiled.match

    @cached_property
    def fullmatch(self) -> Callable[..., re.Match[str] | None]:
        return self.compiled.fullmatch


class LazyPattern(Beginning):
    """A regular expression that is searched for in a text."""

    @cached_property
    def search(self) -> Callable[..., re.Match[str] | None]:
        return self.compiled.search

    @cached_property
    def finditer(self) -> Callable[..., Iterator[re.Match[str]]]:
        return self.compiled.finditer

    @cached_property
    def findall(self) -> Callable[..., list[str]]:
        return self.compiled.findall

    @cached_property
    def split(self) -> Callable[..., list[str]]:
        return self.compiled.split

    @cached_property
    def sub(self) -> Callable[..., str]:
        return self.compiled.sub
