"""A language model reads conversations, over real HTTP: nothing is lost, nothing doubled, and the person sees it."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from memoryweb.learning import budget, learner, llm, tasks
from memoryweb.learning.models import Conversation, Spend
from memoryweb.memories import upkeep
from memoryweb.memories.models import Evidence, Memory, Proposal
from memoryweb.people.models import MemorySettings, User
from tests.learning import model_server
from tests.learning.conftest import NOW, Call, decide

SAID = "By the way: green tea, always. And my favourite colour is blue."


@pytest.fixture
def model(settings: Any) -> Iterator[model_server.Model]:
    with model_server.running() as (running, address):
        settings.EXTRACTION, settings.EXTRACTION_MODEL, settings.EXTRACTION_KEY = address, "small", "key-1"
        settings.EXTRACTION_TIMEOUT, settings.EXTRACTION_PRICES = 1.0, (1.0, 4.0)
        yield running


def recorded(ask: Call, name: str = "chat", said: str = SAID) -> Conversation:
    answer = ask("record_conversation", conversation_id=name, messages=[said])
    assert answer["waiting"]
    return Conversation.objects.get(external_id=name)


def read(person: User, conversation: Conversation, now: datetime = NOW) -> Conversation:
    learner.learn_from_conversation(person.pk, conversation.pk, now=now)
    conversation.refresh_from_db()
    return conversation


def labels() -> list[str]:
    return sorted(str(memory) for memory in Memory.objects.live())


def meter() -> Spend:
    return Spend.objects.get()


def test_what_it_finds_is_asked_about_like_anyone_elses_word(ask: Call, as_alice: User, model: Any) -> None:
    kept = read(as_alice, recorded(ask))
    assert (kept.read_by, kept.trouble, kept.learned_at) == ("model", "", NOW)
    assert labels() == ["Favourite drink: green tea"]
    assert (Proposal.objects.count(), Evidence.objects.get().quote) == (1, "green tea, always")
    assert (meter().calls, meter().input_tokens, meter().output_tokens, meter().micros) == (1, 400, 100, 800)
    asked = model.asked[0]
    assert (asked["model"], asked["response_format"]["type"], model.keys) == ("small", "json_schema", ["Bearer key-1"])


def test_read_again_nothing_is_doubled(ask: Call, as_alice: User, model: Any) -> None:
    kept = read(as_alice, recorded(ask))
    tasks.read(str(as_alice.pk), str(kept.pk))
    ask("record_conversation", conversation_id="chat", messages=[SAID])
    assert (len(model.asked), Evidence.objects.count(), Memory.objects.count()) == (1, 1, 1)


@pytest.mark.parametrize(
    ("moods", "trouble"),
    [
        ([2.0, 2.0, 2.0], "timeout"),
        ([429, 429, 429], "busy"),
        ([500, 500, 500], "unreachable"),
        ([401], "unreachable"),
        (["no JSON", '{"items": [{"quote": 1}]}'], "malformed"),
    ],
)
def test_where_it_fails_patterns_read_and_the_person_sees_why(
    ask: Call, as_alice: User, model: Any, moods: list[Any], trouble: str
) -> None:
    model.moods = moods
    kept = read(as_alice, recorded(ask))
    assert (kept.read_by, kept.trouble) == ("patterns", trouble)
    assert labels() == ["Favourite colour: blue"]
    paid = 1600 if trouble == "malformed" else 0  # it answered, if nonsense
    assert (meter().calls, meter().failures, meter().micros) == (1, 1, paid)


def test_a_failure_that_passes_is_only_a_retry(ask: Call, as_alice: User, model: Any) -> None:
    model.moods = [429, 503]
    kept = read(as_alice, recorded(ask))
    assert (kept.read_by, kept.trouble, len(model.asked)) == ("model", "", 3)


def test_an_answer_that_is_none_is_asked_for_once_more(ask: Call, as_alice: User, model: Any) -> None:
    model.moods = ["Sure! Here you are."]
    kept = read(as_alice, recorded(ask))
    assert (kept.read_by, meter().input_tokens, meter().micros) == ("model", 800, 1600)


def test_nobody_there_is_a_trouble_like_another(ask: Call, as_alice: User, model: Any, settings: Any) -> None:
    settings.EXTRACTION = "http://127.0.0.1:9/v1"
    assert read(as_alice, recorded(ask)).trouble == "unreachable"


def test_a_month_costs_no_more_than_the_person_allows(ask: Call, as_alice: User, model: Any) -> None:
    decide(as_alice, model_cap_cents=1)  # 10,000 millionths; a call may cost 8,000 and more, and costs 800
    for n in range(6):
        read(as_alice, recorded(ask, f"chat {n}"))
    by = list(Conversation.objects.order_by("external_id").values_list("read_by", "trouble"))
    assert by[0] == ("model", "")
    assert by[-1] == ("patterns", "cap")
    assert meter().micros <= 10_000
    decide(as_alice, model_cap_cents=0)
    assert read(as_alice, recorded(ask, "next")).trouble == "cap"
    assert len(model.asked) == sum(read_by == "model" for read_by, _ in by)


def test_nothing_allowed_is_nothing_asked_whatever_it_costs(
    ask: Call, as_alice: User, model: Any, settings: Any
) -> None:
    settings.EXTRACTION_PRICES = (0.0, 0.0)
    decide(as_alice, model_cap_cents=0)
    assert read(as_alice, recorded(ask)).trouble == "cap"
    assert model.asked == []


@pytest.mark.parametrize("field", ["details", "subject", "condition", "value", "category"])
@pytest.mark.parametrize("text", ["\x00", " ", "\u200b" * 119, "\ud800"])
def test_whatever_a_model_answers_the_conversation_is_read(
    ask: Call, as_alice: User, model: Any, field: str, text: str
) -> None:
    model.items = [model_server.TEA | {field: text}, model_server.TEA]
    kept = read(as_alice, recorded(ask))
    assert kept.learned_at == NOW
    assert Memory.objects.exists()


def test_next_month_is_a_new_meter(ask: Call, as_alice: User, model: Any) -> None:
    read(as_alice, recorded(ask))
    april = NOW.replace(month=4)
    assert budget.month_meter(as_alice.pk, MemorySettings.for_person(as_alice.pk), now=april).micros == 0


def test_it_reads_nothing_for_a_person_who_does_not_want_that(ask: Call, as_alice: User, model: Any) -> None:
    decide(as_alice, use_model=False)
    answer = ask("record_conversation", conversation_id="chat", messages=[SAID])
    assert (answer["waiting"], model.asked, labels()) == (False, [], ["Favourite colour: blue"])


def test_a_quote_that_nobody_wrote_is_no_evidence(ask: Call, as_alice: User, model: Any) -> None:
    model.items = [{**model_server.TEA, "quote": "I love coffee"}, {**model_server.TEA, "quote": "green tea, always"}]
    read(as_alice, recorded(ask))
    assert labels() == ["Favourite drink: green tea"]


def test_what_it_says_that_is_never_stored_is_not(ask: Call, as_alice: User, model: Any) -> None:
    model.items = [{**model_server.TEA, "details": "My password is hunter2hunter2."}]
    read(as_alice, recorded(ask))
    assert labels() == []


def test_a_bell_that_was_lost_is_made_up_for_by_the_clock(ask: Call, as_alice: User, model: Any) -> None:
    recorded(ask)
    assert upkeep.run_now("update_long_term", now=NOW).counts == {"conversations": 1, "learned": 1}
    assert labels() == ["Favourite drink: green tea"]
    assert not upkeep.run_now("update_long_term", now=NOW).counts


def test_a_wrong_choice_is_told_at_the_start(settings: Any) -> None:
    settings.EXTRACTION = "gpt"
    with pytest.raises(ImproperlyConfigured, match="address"):
        llm.check_settings()
    settings.EXTRACTION, settings.EXTRACTION_MODEL = "https://models.example.org/v1", ""
    with pytest.raises(ImproperlyConfigured, match="EXTRACTION_MODEL"):
        llm.check_settings()
