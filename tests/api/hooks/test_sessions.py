"""A session as its host reports it: what is put into it, and what of it is kept (docs/hooks.md)."""

from typing import Any

import pytest
from django.test import Client

from memoryweb.agents.models import AccessLog, Agent, Trust
from memoryweb.api.hooks.hosts import HOSTS
from memoryweb.learning.models import Conversation
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import User
from memoryweb.recall.models import Receipt
from memoryweb.rls import scope
from tests.api.conftest import url
from tests.api.hooks.conftest import Send
from tests.api.hooks.payloads import ANSWERED, CLAUDE, ENDS, SESSION, STARTS, prompt_of
from tests.builders import person_types, post

CONCISE, TABS, TEA = "I prefer concise answers", "Use tabs for indentation", "Green tea"
ASKS_FOR_TEA = "Which drink should we order for me?"
ASKS_FOR_CODE = "Fix the indentation in main.py"
SAYS = "I prefer PDF for reports."
WITH_PROMPTS = [host for host in HOSTS if host != "cursor"]


def text_of(host: str, event: dict[str, Any], answer: Any) -> str:
    """Return what an answer adds to the conversation, in the form that this host reads."""
    if not answer:
        return ""
    if host == "cursor":
        assert set(answer) == {"additional_context"}
        return str(answer["additional_context"])
    assert set(answer) == {"hookSpecificOutput"}
    assert set(answer["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
    assert answer["hookSpecificOutput"]["hookEventName"] == event["hook_event_name"]
    return str(answer["hookSpecificOutput"]["additionalContext"])


@pytest.mark.usefixtures("memories")
@pytest.mark.parametrize("host", HOSTS)
def test_a_session_begins_with_what_matters_and_a_receipt(host: str, send: Send, alice: User) -> None:
    text = text_of(host, STARTS[host], send(host, STARTS[host]))
    assert text.startswith("<memoryweb>\n")
    assert text.endswith("\n</memoryweb>")
    assert CONCISE in text
    assert (TABS in text) == (host == "cursor")  # which cannot be told more later
    assert TEA not in text
    with scope.acting_as(alice.pk):
        tasks = ["any_work", "code_task"] if host == "cursor" else ["any_work"]
        receipts = Receipt.objects.order_by("at").values_list("operation", "run", "project", "task_type")
        assert list(receipts) == [("recall", SESSION, "boat", task) for task in tasks]
        assert set(AccessLog.objects.values_list("operation", flat=True)) == {"recall_preferences"}


@pytest.mark.usefixtures("memories")
@pytest.mark.parametrize("host", WITH_PROMPTS)
def test_a_prompt_brings_what_it_is_about_once(host: str, send: Send, alice: User) -> None:
    send(host, STARTS[host])
    event = prompt_of(host, ASKS_FOR_TEA)
    text = text_of(host, event, send(host, event))
    assert TEA in text
    assert CONCISE not in text
    assert TABS not in text
    code = prompt_of(host, ASKS_FOR_CODE)
    assert TABS in text_of(host, code, send(host, code))
    for again in (ASKS_FOR_TEA, "And indentation? Tabs?", "Which drink did I say?", "go on"):
        assert send(host, prompt_of(host, again)) == {}
    with scope.acting_as(alice.pk):
        assert Receipt.objects.count() == 7  # one for each turn


@pytest.mark.usefixtures("memories")
@pytest.mark.parametrize("host", WITH_PROMPTS)
def test_a_prompt_that_says_nothing_of_the_work_is_about_code(host: str, send: Send) -> None:
    event = prompt_of(host, "go on")
    text = text_of(host, event, send(host, event))
    assert TABS in text
    assert CONCISE in text
    assert TEA not in text


@pytest.mark.usefixtures("memories")
def test_a_session_that_lost_its_beginning_gets_it_again_and_a_resumed_one_does_not(send: Send) -> None:
    first = send("claude-code", STARTS["claude-code"])
    assert send("claude-code", STARTS["claude-code"] | {"source": "resume"}) == {}
    assert send("claude-code", STARTS["claude-code"] | {"source": "compact"}) == first
    assert send("claude-code", STARTS["claude-code"] | {"session_id": "another"}) == first


@pytest.mark.usefixtures("memories")
def test_gemini_cli_keeps_nothing_of_a_session_that_is_taken_up_again(send: Send) -> None:
    first = send("gemini-cli", STARTS["gemini-cli"])
    assert send("gemini-cli", STARTS["gemini-cli"] | {"source": "resume"}) == first


@pytest.mark.usefixtures("memories")
def test_after_a_compaction_a_prompt_brings_again_what_was_lost(send: Send) -> None:
    send("claude-code", STARTS["claude-code"])
    first = send("claude-code", prompt_of("claude-code", ASKS_FOR_TEA))
    send("claude-code", STARTS["claude-code"] | {"source": "compact"})
    assert send("claude-code", prompt_of("claude-code", ASKS_FOR_TEA)) == first


@pytest.mark.parametrize("host", HOSTS)
def test_the_persons_words_are_kept_and_read_when_the_session_ends(host: str, send: Send, alice: User) -> None:
    assert send(host, prompt_of(host, SAYS)) == {}
    with scope.acting_as(alice.pk):
        conversation = Conversation.objects.get()
        assert (conversation.external_id, conversation.excerpts, conversation.project) == (SESSION, [SAYS], "boat")
        assert not Proposal.objects.exists()
    assert send(host, ENDS[host]) == {}
    with scope.acting_as(alice.pk):
        assert Proposal.objects.get().status == "open"  # asked, never approved
        assert Memory.objects.get().status == "candidate"


@pytest.mark.parametrize("host", ["codex", "gemini-cli", "cursor"])
def test_a_turn_that_is_reported_twice_counts_once(host: str, send: Send, alice: User) -> None:
    for _ in range(2):
        send(host, prompt_of(host, SAYS))
    with scope.acting_as(alice.pk):
        assert Conversation.objects.get().messages_reported == 1


@pytest.mark.parametrize(("host", "event"), ANSWERED)
def test_what_the_agent_answers_is_not_kept(host: str, event: dict[str, Any], send: Send, alice: User) -> None:
    assert send(host, event) == {}
    with scope.acting_as(alice.pk):
        assert not Conversation.objects.exists()
        assert not AccessLog.objects.exists()


@pytest.mark.usefixtures("memories")
@pytest.mark.parametrize("host", WITH_PROMPTS)
def test_what_was_put_into_the_session_is_never_taken_for_the_persons_words(host: str, send: Send, alice: User) -> None:
    text = text_of(host, STARTS[host], send(host, STARTS[host]))
    escaped = text.replace("<", "&lt;").replace(">", "&gt;")
    for copy in (
        text,
        escaped,
        f"<hook_context>{escaped}</hook_context>",
        text.replace("memoryweb>", "system-reminder>"),
    ):
        send(host, prompt_of(host, f"{copy}\n\n{SAYS}"))
    send(host, prompt_of(host, text))
    send(host, ENDS[host])
    with scope.acting_as(alice.pk):
        assert set(Conversation.objects.get().excerpts) == {SAYS}
        assert Proposal.objects.count() == 1


# Whatever is wrong, the host goes on


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"hook_event_name": "Later"},
        {"hook_event_name": 5, "prompt": ["x"]},
        CLAUDE | {"hook_event_name": "UserPromptSubmit", "prompt": None},
        {"hook_event_name": "SessionStart"},
    ],
)
def test_an_event_that_says_nothing_is_answered_with_nothing(event: Any, send: Send) -> None:
    assert send("claude-code", event) == {}


def test_an_agent_that_may_only_read_records_nothing(send: Send, connect: Any, alice: User) -> None:
    token = connect(name="Reader", trust=Trust.READ_ONLY)[1]
    assert send("claude-code", prompt_of("claude-code", SAYS), token=token) == {}
    assert send("claude-code", ENDS["claude-code"], token=token) == {}
    with scope.acting_as(alice.pk):
        assert set(AccessLog.objects.values_list("operation", "outcome")) == {("recall_preferences", "ok")}


@pytest.mark.usefixtures("memories")
def test_a_paused_agent_is_told_nothing(send: Send, alice: User, now: Any) -> None:
    with scope.acting_as(alice.pk):
        Agent.objects.get().pause(now=now)
    assert send("claude-code", STARTS["claude-code"]) == {}


def test_a_wrong_token_host_or_body_is_an_error_in_an_envelope(send: Send) -> None:
    assert send("claude-code", STARTS["claude-code"], token="guess", status=401)["error"]["code"] == "UNAUTHENTICATED"
    assert send("vim", STARTS["claude-code"], status=404)["error"]["code"] == "NOT_FOUND"
    assert send("claude-code", [1], status=400)["error"]["code"] == "INVALID_ARGUMENT"


@pytest.mark.usefixtures("memories")
def test_a_hook_and_http_give_the_same_and_leave_the_same(send: Send, token: str, alice: User) -> None:
    """The same request as one of an agent that calls the operation itself: same block, same receipt, same log."""
    text = text_of("codex", STARTS["codex"], send("codex", STARTS["codex"]))
    arguments = {"task_type": "any_work", "run": "other", "project": "boat"}
    answer = post(Client(), url("recall_preferences"), token, arguments).json()["data"]
    assert answer["block"] in text
    told = [{"conversation_id": "other", "messages": [SAYS], "project": "boat"}]
    post(Client(), url("record_conversation"), token, told[0])
    send("codex", prompt_of("codex", SAYS))
    send("codex", ENDS["codex"])
    with scope.acting_as(alice.pk):
        first, second = Receipt.objects.filter(only_new=False).order_by("at")
        same = ("operation", "task_type", "project", "sha256", "tokens", "max_items", "budget", "agent_id")
        assert [getattr(first, name) for name in same] == [getattr(second, name) for name in same]
        lines = [list(each.items.values_list("memory", "line", "why", "left_out", "score")) for each in (first, second)]
        assert lines[0] == lines[1]
        over_http, of_hook = Conversation.objects.order_by("recorded_at")
        assert (over_http.excerpts, over_http.project) == (of_hook.excerpts, of_hook.project)
        proposal = Proposal.objects.get()  # the same statement twice is asked about once
        assert proposal.memory
        assert proposal.memory.evidence_count >= 1


def test_no_answer_ever_approves_or_blocks_anything(send: Send, alice: User) -> None:
    with scope.acting_as(alice.pk):
        person_types(alice, TEA)
    for host in HOSTS:
        for event in (STARTS[host], prompt_of(host, ASKS_FOR_TEA), ENDS[host]):
            assert set(send(host, event)) <= {"hookSpecificOutput", "additional_context"}
