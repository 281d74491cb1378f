"""Runs one check over a list of cases, and says of all of them which ones failed."""

from collections.abc import Callable, Iterable
from typing import Any

SHOWN_MOST = 20


def check_each(check: Callable[..., None], cases: Iterable[Any]) -> None:
    """Call the check with each case, a tuple as its arguments, and fail with those that raised.

    A case is named by its arguments. What is thrown beside AssertionError is a failure, too, and named with its kind.
    """
    count, failures = 0, []
    for case in cases:
        count += 1
        arguments = case if isinstance(case, tuple) else (case,)
        try:
            check(*arguments)
        except Exception as error:
            failures.append(f"{', '.join(map(ascii_short, arguments))}: {type(error).__name__} {error}".rstrip())
    assert count, "there are no cases"
    shown = "\n".join(failures[:SHOWN_MOST])
    more = f"\n… and {len(failures) - SHOWN_MOST} more" if len(failures) > SHOWN_MOST else ""
    assert not failures, f"{len(failures)} of {count} cases failed:\n{shown}{more}"


def ascii_short(value: object) -> str:
    """Return how a value is named in a list of failures."""
    text = ascii(value)
    return text if len(text) <= 200 else f"{text[:200]}… ({len(text)} characters)"


def for_each(cases: Iterable[Any] | Callable[[], Iterable[Any]]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Make one test of a check and its cases, which may be made by a function, when the test runs."""

    def join(check: Callable[..., None]) -> Callable[[], None]:
        def test() -> None:
            check_each(check, cases() if callable(cases) else cases)

        test.__name__, test.__qualname__ = check.__name__, check.__qualname__
        test.__module__, test.__doc__ = check.__module__, check.__doc__
        return test

    return join
