"""Kind, category, key, horizon and section from words: no database."""

from datetime import date
from itertools import product

from hypothesis import example, given
from hypothesis import strategies as st

from memoryweb.language.filing import classifier
from memoryweb.rules import fields, limits
from memoryweb.rules.policy import KINDS
from tests import effort, rings
from tests.cases import for_each


def read(
    name: str = "", details: str = "", *, category: str = "", key: str = "", kind: str = "", quote: str = ""
) -> classifier.Classification:
    return classifier.classify(
        category=category, name=name, details=details, value=None, key=key, kind=kind, label="", quote=quote
    )


@for_each(
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
        ("You must back up every day", "rule"),
        ("Never deploy every day at noon", "rule"),
        ("The goal is to run every day", "goal"),
        ("He always uses the rule of thirds", "habit"),
        ("Never miss the goal", "rule"),
        ("The goal for 2026-03-01", "goal"),
        ("On 2026-02-22 we decided on Django", "preference"),  # both plausible: the longer life
        ("2026-02-22: in progress, the importer", "context"),
        ("Currently prefers tea", "preference"),
        # whole words only
        ("NEVER SHOUT", "rule"),
    ],
)
def test_words_tell_the_kind(text: str, kind: str) -> None:
    assert classifier.classify_kind(text) == (kind, "", "signal")


@for_each(
    [
        # always: told, it is a rule; observed, a habit
        ("Always use tabs", "rule", "Always"),
        ("Always use metric units in reports", "rule", "Always"),
        ("Please always answer in English", "rule", "always"),
        ("Always work from the main branch", "rule", "Always"),
        ("Tests always run in CI", "rule", "always"),
        ("I always want metric units", "rule", "always"),
        ("I always need a summary", "rule", "always"),
        ("The user always wants short answers", "rule", "always"),
        ("Make sure I always get a summary", "rule", "always"),
        ("I must always carry the card", "rule", "must"),
        ("Always uses tabs", "habit", "Always uses"),
        ("Always drinks coffee", "habit", "Always drinks"),
        ("Mira always eats at noon", "habit", "always eats"),
        ("Always starts with a plan", "habit", "Always starts"),
        ("Always carefully reviews the diff", "habit", "Always carefully reviews"),
        ("He always has tea at four", "habit", "He always has"),
        ("She always went by train", "habit", "She always went"),
        ("I always drink coffee", "habit", "I always drink"),
        ("We nearly always meet on Mondays", "habit", "We nearly always meet"),
        ("I’ve always used Vim", "habit", "I’ve always used"),
        ("I'm always late", "habit", "I'm always"),
        # words that end in s are not all verbs
        ("Always discuss it first", "rule", "Always"),
        ("Always focus on the diff", "rule", "Always"),
        ("Always this font", "rule", "Always"),
        ("Always bullets, no prose", "rule", "Always"),
        ("Always PDFs", "rule", "Always"),
        ("The units should always be metres", "rule", "always"),
        # a habit phrase outranks the word in it, and no other
        ("Always uses tabs, never spaces", "rule", "never"),
        ("Always runs the tests, as the rules say", "rule", "rules"),
        ("Always works toward the goal", "goal", "works toward"),
        ("I have always wanted to learn Greek", "goal", "wanted to learn"),
        ("He always uses the rule of thirds", "habit", "He always uses"),
        ("Backs up every month", "habit", "every month"),
        ("Runs the linter every time", "habit", "every time"),
        ("Working towards a degree", "goal", "Working towards"),
        ("I always feel like reading, every day", "habit", "I always feel"),
        ("I like mazes", "preference", "like"),
        ("My parents like tea", "preference", "like"),
        ("Would like it shorter", "preference", "like"),
        ("I'd rather walk", "preference", "I'd rather"),
        ("Would rather not travel", "preference", "Would rather"),
        ("Tea rather than coffee", "preference", "rather than"),
        ("Rather tea than coffee", "preference", "Rather tea than"),
        # dates in other forms than ISO
        ("Met Chen on 22 February 2026", "event", "22 February 2026"),
        ("Met Chen on the 22nd of Feb. 2026", "event", "22nd of Feb. 2026"),
        ("Feb 22, 2026: met Chen", "event", "Feb 22, 2026"),
        ("February 22nd 2026: met Chen", "event", "February 22nd 2026"),
        ("22.02.2026 met Chen", "event", "22.02.2026"),
        ("22/2/2026 met Chen", "event", "22/2/2026"),
        ("2026/02/22 met Chen", "event", "2026/02/22"),
        ("2026-02-22T10:00 met Chen", "event", "2026-02-22"),
        ("2026年2月22日见了陈", "event", "2026年2月22日"),
        ("在 2026 年 2 月 22 号见了陈", "event", "2026 年 2 月 22 号"),
        ("在2026-02-22见了陈", "event", "2026-02-22"),
        ("We decided on it on 22 February 2026", "preference", "decided"),
        # what a date began still stands
        ("I was born on 22 February 1990", "fact", "born"),
        ("In Lisbon since 1 March 2020", "fact", "since 1 March 2020"),
        ("生日是1990年2月22日", "fact", "生日"),
        # Chinese for what English has
        ("我从不吃肉", "rule", "从不"),
        ("从来不加班", "rule", "从来不"),
        ("永远用公制单位", "rule", "永远"),
        ("始终使用公制单位", "rule", "始终"),
        ("请总是用公制单位", "rule", "总是"),
        ("务必先写测试", "rule", "务必"),
        ("一定要先写测试", "rule", "一定要"),
        ("公司政策规定不能远程", "rule", "政策"),
        ("规定每天备份", "rule", "规定"),
        ("硬性约束：两个 GB", "rule", "硬性约束"),
        ("从现在起用公制单位", "rule", "从现在起"),
        ("我总是要公制单位", "rule", "总是"),
        ("我总是喝咖啡", "habit", "我总是"),
        ("总是使用深色模式", "habit", "总是使用"),
        ("总是用深色模式，必须如此", "rule", "必须"),
        ("始终如一地先写测试", "habit", "始终如一"),
        ("每次都先写测试", "habit", "每次"),
        ("每月备份", "habit", "每月"),
        ("每个月备份", "habit", "每个月"),
        ("通常很晚才工作", "habit", "通常"),
        ("下一个里程碑是测试版", "goal", "里程碑"),
        ("我们决定用 Django", "preference", "决定"),
        ("选择了 PostgreSQL", "preference", "选择了"),
        ("迁移进行中", "context", "进行中"),
        ("临时用笔记本", "context", "临时"),
        ("每日总结：走了两万步", "event", "每日总结"),
        ("我坚决不坐红眼航班", "rule", "坚决不"),
        ("每天画画，但总是没有进步", "habit", "但总是"),
        # both in one sentence: no space between them is needed
        ("在CI里never部署", "rule", "never"),
    ],
)
def test_the_page_quotes_the_word_that_made_the_kind(text: str, kind: str, word: str) -> None:
    assert (classifier.classify_kind(text)[0], classifier.matched_signal(kind, text)) == (kind, word)


@for_each(
    [
        "The units are always metres",
        "Redis is always the caching datastore",
        "Redis 始终是缓存数据库",
        "It looks like a maze",
        "That sounds a bit like rain",
        "It is like a maze",
        "Something like a wiki",
        "The old laptop is rather slow",
        "Rather slower than the old one",
        "A Unix-like system for like-minded people",
        "Never mind the typo",
        "The build isn't always green",
        "Punctual as always",
        "Runs version 2026.1.3",
        "Listens on 10.10.2026.1",
        "从不同的角度看",
        "不一定要先写测试",
        "不规则动词",
        "要不要去",
        "他当选了主席",
        "还没决定",
        "这问题解决不了",
        "杜绝不良习气",
        "不总是准时",
        "The ruler is 30 cm",
        "Mustard with that",
        "A goalkeeper",
        "I'd like to play a nocturne",
    ]
)
def test_no_word_is_taken_for_a_signal_that_means_something_else(text: str) -> None:
    assert not classifier.signals_kind(text)


SAID = [
    "I",
    "always",
    "uses",
    "use",
    "never",
    "rule of thirds",
    "looks like",
    "like",
    "rather",
    "than",
    "goal",
    "every",
    "day",
    "decided",
    "since",
    "22 May 2026",
    "2026-02-22",
    "currently",
    "born",
    "我",
    "总是",
    "始终如一",
    "每天",
    "，",
    ".",
    "\n",
]


@given(parts=st.lists(st.sampled_from(SAID)))
def test_a_kind_that_a_word_signals_has_its_word_in_the_text(parts: list[str]) -> None:
    text = " ".join(parts)
    kind, _, _ = classifier.classify_kind(text)
    word = classifier.matched_signal(kind, text)
    assert (word in text, bool(word)) == (True, classifier.signals_kind(text))


HOSTILE = [
    "a ",
    " ",
    "always ",
    "I always ",
    "I nearly ",
    "rather ",
    "rather-",
    "rather x ",
    "every ",
    "like a ",
    "x",
    "2",
    "looks a bit ",
    "always\n\n\n",
    "22 ",
    "22.02.",
    "22 Feb ",
    "since ",
    "Feb",
    "2026-",
    "2026年",
    "请",
    "从不",
    "始终",
    "每个",
    "The server runs Debian. ",
]


@for_each(lambda: rings.third(list(product(["", "rather ", "I "], HOSTILE))))
def test_no_text_takes_long(begin: str, part: str) -> None:
    classifier.classify_kind("2026")  # compiles the patterns
    with effort.at_most(1):  # a twentieth of it is enough
        classifier.classify_kind((begin + part * 30_000)[:30_000])


@for_each(
    [
        ("reminder", "Written 2026-02-20, due 2026-02-22", date(2026, 2, 22)),
        ("reminder", "在2026-02-22开会", date(2026, 2, 22)),
        ("reminder", "Due 2026-02-31", None),
        ("reminder", "Call Chen", None),
        ("decision", "Due 2026-02-22", None),
    ],
)
def test_a_reminder_is_for_the_last_day_it_names(tag: str, text: str, day: date | None) -> None:
    assert read(details=text, kind=tag).until == day


@for_each(
    [
        *((kind, kind, "") for kind in sorted(KINDS)),
        (" Rule ", "rule", ""),
        ("decision", "preference", "decision"),
        ("reminder", "event", "reminder"),
        ("Observation", "fact", "observation"),
        ("policy", "fact", "policy"),  # S2's words are signals in a text; two tags are more
        ("note", "fact", "note"),
        ("x" * 99, "fact", "x" * 40),
    ],
)
def test_an_explicit_tag_wins(tag: str, kind: str, raw: str) -> None:
    assert classifier.classify_kind("Never on a Friday", tag=tag) == (kind, raw, "tag")


@given(text=st.text(), tag=st.text(max_size=60), key=st.sampled_from(["", "a.b", *fields.fields_by_key()]))
@example(text="Always never rule goal 2026-01-01 prefers currently every day", tag="", key="")
def test_exactly_one_of_seven_always(text: str, tag: str, key: str) -> None:
    kind, _, basis = classifier.classify_kind(text, tag=tag, key=key)
    assert (kind in KINDS, basis in {"tag", "signal"}) == (True, True)


def test_a_known_field_fixes_the_kind() -> None:
    word = read("document_format", "From now on, always Word", category="technical")
    assert (word.kind, word.key, word.value) == ("preference", "technical.formats.document", "Word")
    assert read("allergies", "I avoid kiwi", category="dietary").kind == "rule"
    assert read("daily_routine", "Tea, then mail", category="personal").kind == "habit"


@for_each(
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


KEYS = ["travel.seats.window", "travel.seat", "seat", "Travel.Seat Number", "a..b", "x" * 160]


@for_each(lambda: product(["travel", "", "c" * 60], KEYS))
def test_a_key_read_again_is_the_same_key(category: str, key: str) -> None:
    once = read("seat", "Window", category=category, key=key)
    again = read("seat", "Aisle", category=once.category, key=once.key)
    assert (once.key, once.category) == (again.key, again.category)
    assert 0 < len(once.key) <= 160


@given(category=st.text(max_size=60), name=st.text(max_size=120), key=st.text(max_size=160))
@example(category="ß" * 60, name="ß" * 120, key="")
def test_category_and_key_always_fit_their_columns(category: str, name: str, key: str) -> None:
    found = read(name, "words", category=category, key=key)
    assert len(found.category) <= limits.CATEGORY_MAX
    assert len(found.key) <= limits.KEY_MAX


@for_each(
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
    assert classifier.section_for(kind, category, key, tags, "long") == section
    assert classifier.section_for(kind, category, key, tags, "short") == ""


@for_each(
    [
        ("preference", True, False, "long"),
        ("preference", False, False, "short"),
        ("preference", True, True, "short"),
        ("event", True, False, "short"),
        ("context", True, False, "short"),
    ],
)
def test_what_was_said_is_meant_to_last(kind: str, explicit: bool, temporary: bool, horizon: str) -> None:
    assert classifier.horizon_for(kind, explicit=explicit, temporary=temporary) == horizon


@for_each(
    ["iPhone", "npm", "macOS", "eBay", "ßpringer", "ჩაი", "pnpm workspaces", "d'Artagnan", "ǆep", "Running shoes", "_"]
)
def test_a_label_stays_as_somebody_spells_it(name: str) -> None:
    assert _label_of(name) == name


def test_a_programs_name_for_a_label_is_put_in_words() -> None:
    assert _label_of("running_shoes") == "Running shoes"


def _label_of(name: str) -> str:
    said = {
        "category": "tools",
        "details": "In use since May",
        "value": None,
        "key": "",
        "kind": "",
        "label": "",
        "quote": "",
    }
    return classifier.classify(name=name, **said).label  # type: ignore[arg-type]
