"""Hermes Agent loads the plugin: a turn gets a recall and is recorded, and its tools search and suggest."""

import json
from collections.abc import Iterator

import pytest

from memoryweb.learning.models import Conversation
from memoryweb.rls import scope
from tests.clients.conftest import Connected
from tests.clients.with_hosts.host import Host, running

SAID = "From now on, send me every report as PDF."


@pytest.fixture
def host(alices: Connected) -> Iterator[Host]:
    with running("hermes_host", alices) as program:
        yield program


def test_a_turn_is_recorded_and_later_recalled(host: Host, alices: Connected) -> None:
    assert "memoryweb" in host.ask(do="load", context="primary")
    assert host.ask(do="prefetch", query="Write the report") == ""
    assert host.ask(do="turn", said=SAID) is True
    assert alices.says_yes() == 1
    # A turn waits 0.8 seconds for its recall, and a busy machine may need several turns.
    recalled = next(filter(None, (host.ask(do="prefetch", query="Write the report") for _ in range(10))))
    assert "PDF" in recalled


def test_a_session_that_is_resumed_goes_on_being_recorded(host: Host, alices: Connected) -> None:
    for _ in range(2):
        host.ask(do="load", context="primary")
        assert host.ask(do="turn", said=SAID) is True
    with scope.acting_as(alices.person.pk):
        assert Conversation.objects.get().messages_reported == 2


def test_the_tools_search_and_suggest(host: Host, alices: Connected) -> None:
    host.ask(do="load", context="primary")
    assert host.ask(do="tools") == ["memoryweb_remember", "memoryweb_search"]
    arguments = {"statement": "The user prefers reports as PDF"}
    assert json.loads(host.ask(do="call", name="memoryweb_remember", args=arguments))["outcome"] == "proposed"
    assert alices.says_yes() == 1
    found = json.loads(host.ask(do="call", name="memoryweb_search", args={"query": "reports"}))
    assert found == {"memories": ["The user prefers reports as PDF"]}
    assert "INVALID_ARGUMENT" in host.ask(do="call", name="memoryweb_search", args={"query": ""})


def test_what_a_schedule_says_is_not_recorded(host: Host, alices: Connected) -> None:
    host.ask(do="load", context="cron")
    host.ask(do="turn", said=SAID)
    assert alices.says_yes() == 0
