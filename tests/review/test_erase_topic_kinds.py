"""Erasing a topic of any kind by the page: found, shown, erased and checked, and what only looks like it stays.

Each line of erase_topics.jsonl has what the person types, texts that mention it, and texts that do not.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.language.mentions.topics import Topic
from memoryweb.learning.models import Conversation, Feedback
from memoryweb.memories.erasing import topics
from memoryweb.memories.models import Erasure, Evidence, Memory, SearchDocument
from memoryweb.people.models import User
from memoryweb.recall.models import Receipt
from memoryweb.rls import scope
from memoryweb.rules import limits
from tests.builders import memory_of, person_types
from tests.cases import with_each
from tests.memories.test_erasure_topic import write_conversation, write_receipt
from tests.rings import third

PAGE = "/memories/erase-topic/"
TOPICS = Path(__file__).with_name("erase_topics.jsonl")
WHERE_SAID = (topics.MEMORIES, topics.CONVERSATIONS, topics.FEEDBACK, topics.RECEIPTS)


@cache
def kinds() -> dict[str, dict[str, Any]]:
    return {each["kind"]: each for each in map(json.loads, TOPICS.read_text().splitlines())}


def say_everywhere(person: User, agent: Agent, text: str, name: str) -> Memory:
    """Leave a text in every store that a person or an agent writes, as long as each keeps it."""
    memory = memory_of(person_types(person, text, name=name, category="personal"))
    write_conversation(agent, text)
    write_receipt(agent, line=text[-limits.LINE_MAX :], query=text[-limits.QUERY_KEPT_MAX :])
    Feedback.objects.create(
        person=person,
        agent=agent,
        action="reject",
        at=timezone.now(),
        evidence_ref={"said": text},
        note=text[-limits.NOTE_MAX :],
        digest=name.encode().ljust(32),
    )
    return memory


@with_each("kind", lambda: third(third([*kinds()])))
def test_a_topic_of_any_kind_is_found_shown_and_erased(browser: Client, alice: User, scribe: Agent, kind: str) -> None:
    words, mentions, others = (kinds()[kind][name] for name in ("topic", "mentions", "others"))
    topic = Topic.from_text(words)
    assert topic
    with scope.acting_as(alice.pk):
        for number, text in enumerate(mentions):
            say_everywhere(alice, scribe, text, f"said {number}")
        stay = {say_everywhere(alice, scribe, text, f"else {number}").pk for number, text in enumerate(others)}
        quote = mentions[0][-limits.QUOTE_MAX :]
        quoted = memory_of(person_types(alice, "Likes tea", name="drink", category="food", quote=quote)).pk

    assert browser.get(PAGE).status_code == 200
    page = browser.post(PAGE, {"words": words})
    assert page.status_code == 200
    groups = page.context["groups"]
    wanted = dict.fromkeys(WHERE_SAID, len(mentions)) | {topics.QUOTES: 1}
    assert {group.name: group.count for group in groups} == wanted
    rows = [row for group in groups for row in group.rows]
    assert [row for row in rows if not any(segment.is_topic for segment in row.segments)] == []

    sent = {"words": page.context["topic"].text, "erase": "yes", "place": [row.key for row in rows]}
    receipt = browser.post(PAGE, sent, follow=True)
    assert receipt.status_code == 200
    assert {hits for _, hits in receipt.context["stores"]} == {0}
    assert browser.post(PAGE, {"words": words}).context["count"] == 0
    with scope.acting_as(alice.pk):
        checked = Erasure.objects.get().checked
        assert set(checked) == {source.store for source in topics.SOURCES}
        assert not any(checked.values())
        assert set(Memory.objects.values_list("pk", flat=True)) == stay | {quoted}
        assert set(Evidence.objects.filter(memory=quoted).values_list("quote", flat=True)) == {""}
        excerpts = list(Conversation.objects.values_list("excerpts", flat=True))
        assert sorted(excerpts) == sorted([[]] * len(mentions) + [[other] for other in others])
        for texts in (Receipt.objects.values_list("query", flat=True), Feedback.objects.values_list("note", flat=True)):
            assert {other[-limits.QUERY_KEPT_MAX :] for other in others} <= {text[-120:] for text in texts}
            assert not any(topic.is_in(text) for text in texts)


@with_each("kind", lambda: third(["an invoice", "percent", "a UUID"]))
def test_the_page_takes_as_many_queries_for_1_as_for_40_rows(
    browser: Client, alice: User, scribe: Agent, kind: str
) -> None:
    words, said, other = kinds()[kind]["topic"], kinds()[kind]["mentions"][0], kinds()[kind]["others"][0]

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert browser.post(PAGE, {"words": words}).status_code == 200
        return len(captured)

    def add(number: int) -> None:
        with scope.acting_as(alice.pk):
            say_everywhere(alice, scribe, f"{said} {number} times", f"said {number}")
            say_everywhere(alice, scribe, f"{other} {number} times", f"else {number}")

    add(0)
    queries()
    before = queries()
    for number in range(1, 40):
        add(number)
    assert queries() == before


def test_a_search_document_that_was_not_written_again_is_counted(browser: Client, alice: User) -> None:
    """It has words that its memory does not have: the check has to say so."""
    with scope.acting_as(alice.pk):
        stale = memory_of(person_types(alice, "Works at Northwind", name="employer", category="personal"))
        document = SearchDocument.objects.get(memory=stale).words
        other = memory_of(person_types(alice, "Likes tea", name="drink", category="food"))
        SearchDocument.objects.filter(memory=other).update(words=document)
    page = browser.post(PAGE, {"words": "Northwind"})
    sent = {"words": "Northwind", "erase": "yes", "place": [row.key for row in page.context["groups"][0].rows]}
    receipt = browser.post(PAGE, sent, follow=True)
    assert [hits for _, hits in receipt.context["stores"] if hits] == [1]


@with_each("words", ["a", "茶", "-", "🎉", "%", "\\", "\u200b", "_ _"])
def test_one_letter_is_refused_with_a_sentence(browser: Client, words: str) -> None:
    page = browser.post(PAGE, {"words": words, "erase": "yes", "rest": "memories"})
    assert page.status_code == 422
    assert "Type at least two letters." in page.text
