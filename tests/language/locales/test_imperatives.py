"""Whether "always" or "never" says what somebody wants: no database."""

from memoryweb.language.locales.en.imperatives import WORD, is_wanted, without_facts
from tests import effort
from tests.cases import for_each

WANTED = (
    "Always use tabs",
    "Never explain hooks",
    "Please always answer in English",
    "please never use emojis",
    "For reports always use PDF",
    "In emails never use exclamation marks",
    "You should always cite sources",
    "I want you to always ask first",
    "Make sure you always run the tests",
    "always reply in spanish",
    "no spaces, and never on fridays",
    "Commit messages: always in English",
    "Always PDFs",
    "Never before 10 am",
    "Reports always in PDF",
    "The assistant must never share my address",
    "I always want metric units",
    "I never want to see spoilers",
    "Meetings never before 10",
    "When you write code, always add type hints",
    "Agents should never push to main",
    "Tests always run in CI",
    "I must always carry the card",
    "Make sure I always get a summary",
    "Never deploy every day at noon",
    "seat\nAlways the window seat",
    "indentation\nalways use tabs",
    "If a test fails never skip it",
    "I never eat pork",
    "Always be brief",
    "never call me before nine",
    "Emails to clients always signed with my full name",
    "my rule: never on sundays",
    "On weekends never send me work mail",
    "Releases never on Fridays",
    "ok so never ever guess",
)
SO = (
    "Redis is always the caching datastore",
    "The server never sleeps",
    "My dog never barks",
    "The build is always green",
    "Postgres, always the primary datastore",
    "Redis, always the cache, runs on port 6379",
    "It never rains here",
    "The meeting is never longer than it should",
    "I've never been to Japan",
    "I have never tried sushi",
    "She never went by train",
    "Never heard of it",
    "The cache never expires",
    "In our stack Redis is always the cache",
    "My kid's school always closes early",
    "This never works",
    "Nothing ever works and it always fails",
    "I never said that",
    "The deploy script always pushed to staging",
    "He has always been kind",
    "There is always hope",
    "the api is always the slow part",
    "Our CEO never answers",
    "life always finds a way",
    "My son never sleeps through the night",
    "redis always the caching datastore",
    "that never happened",
    "I never knew my grandfather",
    "They're always late",
    "You know what, it never stops",
    "The old laptop never boots",
    "I never finished my degree",
)
# Written after the patterns; they were not changed for these.
WANTED_HELD_OUT = (
    "never put my phone number in a document",
    "Dates always in ISO format",
    "when booking flights always pick an aisle seat",
    "I'd like you to always double check the sums",
    "Never more than three bullets",
    "Please never shorten my name to Rob",
    "Docs: never without an example",
    "always ask me before you delete anything",
    "You're to never reveal the ending",
    "In reviews, always start with what is good",
    "Invoices always as PDF",
    "It is essential that you always back up first",
    "we never deploy on fridays",
    "I always need subtitles",
    "Never, ever use Comic Sans",
    "always two spaces after a full stop",
)
SO_HELD_OUT = (
    "The east gate always jams in winter",
    "PostgreSQL has never lost a row for us",
    "My wife never forgets a birthday",
    "Kafka is always our event bus",
    "I never saw that film",
    "That bug always comes back",
    "The parser never sees comments",
    "Always been a night owl",
    "My commute never takes less than an hour",
    "Never seen snow in my life",
    "The tests were always flaky",
    "Everything always takes longer",
    "our cat never leaves the house",
    "Nginx, always the front door, terminates TLS",
    "there was never a second release",
    "grandma always knew best",
)


@for_each([(WANTED, True), (WANTED_HELD_OUT, True), (SO, False), (SO_HELD_OUT, False)])
def test_what_stands_before_the_word_tells_a_wish_from_a_fact(texts: tuple[str, ...], wanted: bool) -> None:
    wrong = [text for text in texts if any(is_wanted(text, word) for word in WORD.finditer(text)) != wanted]
    assert wrong == []


def test_a_text_keeps_its_length_and_its_wishes() -> None:
    text = "Redis is always the cache. Always use it."
    assert without_facts(text) == "Redis is \x00\x00\x00\x00\x00\x00 the cache. Always use it."


@for_each(["always " * 14_000, "the never " * 10_000, "a," * 50_000, "and " * 25_000])
def test_a_hostile_text_is_read_fast(text: str) -> None:
    with effort.at_most(2):
        without_facts(text)
