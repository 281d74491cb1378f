"""Runs one check over a list of cases, and says of all of them which ones failed."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from django.db import connection, transaction

SHOWN_MOST = 20
Check = Callable[..., None]


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


def with_each(names: str, cases: Iterable[Any] | Callable[[], Iterable[Any]]) -> Callable[[Check], Check]:
    """Make one test of a check and its cases, whose other arguments are fixtures, which all cases share.

    The names are written as for parametrize, and it can be stacked like it. In a test's transaction each case finds
    the database as the fixtures left it. What a case changes elsewhere, in an object or the cache, stays.
    """
    arguments = [name.strip() for name in names.split(",")]

    def join(check: Check) -> Check:
        @wraps(check)
        def test(**fixtures: Any) -> None:
            def check_case(*case: Any) -> None:
                with undone():
                    check(**fixtures, **dict(zip(arguments, case, strict=True)))

            rows = cases() if callable(cases) else cases
            check_each(check_case, rows if len(arguments) > 1 else ((each,) for each in rows))

        signature = inspect.signature(check)
        left = [each for name, each in signature.parameters.items() if name not in arguments]
        assert len(left) + len(arguments) == len(signature.parameters), f"{check.__name__} takes no {names}"
        test.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return test

    return join


@contextmanager
def undone() -> Iterator[None]:
    """Undo what is done to the database meanwhile, unless the test commits, or has none."""
    if not connection.in_atomic_block:
        yield
        return
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
