"""Kind, category, key, horizon and section from words: no database."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memoryweb.memories import classify, registry
from memoryweb.memories.policy import KINDS


def read(
    name: str = "", details: str = "", *, category: str = "", key: str = "", kind: str = "", quote: str = ""
) -> classify.Reading:
    return classify.read(
        category=category, name=name, details=details, value=None, key=key, kind=kind, label="", quote=quote
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        # S2's words, each alone
        ("There is a rule about commits", "rule"),
        ("Never deploy on a Friday", "rule"),
        ("Always run the tests", "rule"),
        ("Secrets must not be logged", "rule"),
        ("A hard constraint: two gigabytes", "rule"),
        ("Company policy on leave", "rule"),
        ("From now on in metric units", "rule"),
        ("The goal is to ship in May", "goal"),
        ("The target is 5 km", "goal"),
        ("The next milestone is the beta", "goal"),
        ("Working toward a degree", "goal"),
        ("Plans to move to Kyoto", "goal"),
        ("I want to learn Rust", "goal"),
        ("Walks the dog every day", "habit"),
        ("Consistently writes tests first", "habit"),
        ("Usually works late", "habit"),
        ("Meeting notes 2026-02-22", "event"),
        ("Daily summary: 22,376 steps", "event"),
        ("Met Chen yesterday", "event"),
        ("Prefers short answers", "preference"),
        ("PostgreSQL was chosen", "preference"),
        ("We decided on Django", "preference"),
        ("Likes green tea", "preference"),
        ("Migration in progress", "context"),
        ("Currently in Lisbon", "context"),
        ("Temporarily using a laptop", "context"),
        ("The server runs Debian", "fact"),
        ("", "fact"),
        # Chinese
        ("必须先写测试", "rule"),
        ("绝不在周五部署", "rule"),
        ("以后都用表格", "rule"),
        ("目标是五月发布", "goal"),
        ("打算学日语", "goal"),
        ("每天早上跑步", "habit"),
        ("总是用深色模式", "habit"),
        ("昨天见了陈", "event"),
        ("喜欢绿茶", "preference"),
        ("目前在里斯本", "context"),
        ("服务器是 Debian", "fact"),
        # precedence: habit phrases before rule words, then the longest life
        ("Always uses tabs", "habit"),
        ("He always uses the rule of thirds", "habit"),
        ("Never miss the goal", "rule"),
        ("The goal for 2026-03-01", "goal"),
        ("On 2026-02-22 we decided on Django", "preference"),  # both plausible: the longer life
        ("2026-02-22: in progress, the importer", "context"),
        ("Currently prefers tea", "preference"),
        # whole words only
        ("The ruler is 30 cm", "fact"),
        ("Mustard with that", "fact"),
        ("A goalkeeper", "fact"),
        ("NEVER SHOUT", "rule"),
    ],
)
def test_words_tell_the_kind(text: str, kind: str) -> None:
    assert classify.kind_of(text) == (kind, "", "signal")


@pytest.mark.parametrize(
    ("tag", "kind", "raw"),
    [
        *((kind, kind, "") for kind in sorted(KINDS)),
        (" Rule ", "rule", ""),
        ("decision", "preference", "decision"),
        ("reminder", "event", "reminder"),
        ("Observation", "fact", "observation"),
        ("x" * 99, "fact", "x" * 40),
    ],
)
def test_an_explicit_tag_wins(tag: str, kind: str, raw: str) -> None:
    assert classify.kind_of("Never on a Friday", tag=tag) == (kind, raw, "tag")


@given(text=st.text(), tag=st.text(max_size=60), key=st.sampled_from(["", "a.b", *registry.by_key()]))
@example(text="Always never rule goal 2026-01-01 prefers currently every day", tag="", key="")
def test_exactly_one_of_seven_always(text: str, tag: str, key: str) -> None:
    kind, _, basis = classify.kind_of(text, tag=tag, key=key)
    assert (kind in KINDS, basis in {"tag", "signal"}) == (True, True)


def test_a_known_field_fixes_the_kind() -> None:
    word = read("document_format", "From now on, always Word", category="technical")
    assert (word.kind, word.key, word.value) == ("preference", "technical.formats.document", "Word")
    assert read("allergies", "I avoid kiwi", category="dietary").kind == "rule"
    assert read("daily_routine", "Tea, then mail", category="personal").kind == "habit"


@pytest.mark.parametrize(
    ("category", "preference", "details", "key", "value"),
    [  # S4's examples: a value, a field, or its own key
        ("workstyle", "morning_person", "Works best before ten", "workstyle.time_preference", "Morning person"),
        ("dietary", "vegan", "User is vegan", "dietary.diet", "Vegan"),
        ("schedule", "morning_meetings", "Meetings before noon", "schedule.meetings", "Mornings"),
        ("technical", "document_format", "I prefer reports as PDF", "technical.formats.document", "PDF"),
        (
            "technical",
            "document_format",
            "PDF or Word, as it comes",
            "technical.formats.document",
            "PDF or Word, as it comes",
        ),
        ("communication", "language", "请用中文", "communication.language.primary", "Chinese"),
        ("travel", "Window seat!", "On long flights", "travel.window_seat", "On long flights"),
        ("travel", "窗口座位", "长途", "travel.窗口座位", "长途"),
        ("", "sourdough", "", "sourdough", "sourdough"),
    ],
)
def test_a_preference_is_a_value_a_field_or_its_own_key(
    category: str, preference: str, details: str, key: str, value: str
) -> None:
    found = read(preference, details, category=category)
    assert (found.key, found.value) == (key, value)


@pytest.mark.parametrize("key", ["travel.seats.window", "travel.seat", "seat", "Travel.Seat Number", "a..b", "x" * 160])
@pytest.mark.parametrize("category", ["travel", "", "c" * 60])
def test_a_key_read_again_is_the_same_key(category: str, key: str) -> None:
    once = read("seat", "Window", category=category, key=key)
    again = read("seat", "Aisle", category=once.category, key=once.key)
    assert (once.key, once.category) == (again.key, again.category)
    assert 0 < len(once.key) <= 160


@given(category=st.text(max_size=60), name=st.text(max_size=120), key=st.text(max_size=160))
@example(category="ß" * 60, name="ß" * 120, key="")
def test_category_and_key_always_fit_their_columns(category: str, name: str, key: str) -> None:
    found = read(name, "words", category=category, key=key)
    assert (len(found.category) <= 60, len(found.key) <= 160) == (True, True)


@pytest.mark.parametrize(
    ("kind", "category", "key", "tags", "section"),
    [
        ("preference", "communication", "communication.style", [], "response_preferences"),
        ("rule", "communication", "", [], "response_preferences"),
        ("preference", "technical", "technical.formats.data", [], "response_preferences"),
        ("fact", "communication", "", [], "user_insights"),
        ("preference", "content", "content.interests.topics", [], "topic_highlights"),
        ("fact", "work", "", ["topic"], "topic_highlights"),
        ("preference", "work", "", ["topic"], "user_insights"),
        ("goal", "work", "", [], "user_insights"),
        ("event", "work", "", [], ""),
        ("context", "communication", "", [], ""),
    ],
)
def test_sections_of_long_memories(kind: str, category: str, key: str, tags: list[str], section: str) -> None:
    assert classify.section_of(kind, category, key, tags, "long") == section
    assert classify.section_of(kind, category, key, tags, "short") == ""


@pytest.mark.parametrize(
    ("kind", "explicit", "temporary", "horizon"),
    [
        ("preference", True, False, "long"),
        ("preference", False, False, "short"),
        ("preference", True, True, "short"),
        ("event", True, False, "short"),
        ("context", True, False, "short"),
    ],
)
def test_what_was_said_is_meant_to_last(kind: str, explicit: bool, temporary: bool, horizon: str) -> None:
    assert classify.horizon_of(kind, explicit=explicit, temporary=temporary) == horizon
