"""What is read gives way to the pages that are made in the same process, unless somebody waits for it."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from contextvars import copy_context
from threading import Event, Thread

import pytest

from memoryweb.language import readings, sensitive

LONGEST = 600  # seconds of patience: more than a test takes


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Event]:
    monkeypatch.setattr(readings, "PATIENCE", LONGEST)

    def start(hurry: AbstractContextManager[None]) -> Event:
        done = Event()

        def read() -> None:
            with readings.kept(), hurry:
                assert sensitive.inspect("I like tea") is None
                done.set()

        Thread(target=copy_context().run, args=[read], daemon=True).start()
        return done

    return start


def test_a_reading_waits_until_no_page_is_made(reads: Callable[..., Event]) -> None:
    with readings.pages.making():
        with readings.pages.making():
            done = reads(nullcontext())
        assert not done.wait(0.2)  # the other page is still made
    assert done.wait(LONGEST)


def test_what_others_wait_for_waits_for_no_page(reads: Callable[..., Event]) -> None:
    with readings.pages.making():
        assert reads(readings.at_once()).wait(LONGEST / 2)


def test_patience_ends(reads: Callable[..., Event], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "PATIENCE", 0.05)
    with readings.pages.making():
        assert reads(nullcontext()).wait(LONGEST)


def test_what_no_call_reads_ahead_waits_for_nothing() -> None:
    with readings.pages.making():
        assert sensitive.inspect("I like tea") is None
