"""What a process caches of a text: a result under a digest, never the words."""

from memoryweb.people.models import User
from memoryweb.recall import search, tokens
from memoryweb.recall.text_digest import text_digest
from tests.recall.endpoint_server import Server


def test_equal_texts_have_equal_digests() -> None:
    assert text_digest("zebrafinch") == text_digest("zebrafinch")
    assert text_digest("zebrafinch") != text_digest("owl")


def test_a_question_is_embedded_once_and_not_kept(server: Server, as_alice: User) -> None:
    first = search.analyze_question("a zebrafinch")
    requests = len(server.asked)
    assert search.analyze_question("a zebrafinch") == first
    assert len(server.asked) == requests
    assert first[1].vector in search._vector.cache.values()
    assert "zebrafinch" not in repr(search._vector.cache)


def test_a_line_is_counted_once_and_not_kept() -> None:
    tokens.count_tokens.cache_clear()
    assert tokens.count_tokens("zebrafinch") == tokens.count_tokens("zebrafinch")
    assert len(tokens.count_tokens.cache) == 1
    assert "zebrafinch" not in repr(tokens.count_tokens.cache)


def test_a_full_cache_forgets_what_was_used_longest_ago() -> None:
    tokens.count_tokens.cache_clear()
    for n in range(tokens.CACHED + 1):
        tokens.count_tokens(f"{n}")
        tokens.count_tokens("often used")
    assert len(tokens.count_tokens.cache) == tokens.CACHED
    assert text_digest("often used") in tokens.count_tokens.cache
    assert text_digest("0") not in tokens.count_tokens.cache
