"""Caches by digest: the result of a text is cached, the text is not."""

from memoryweb.memories.models.fingerprints import text_digest
from memoryweb.people.models import User
from memoryweb.recall import prompt_block, search
from tests.recall.embeddings_server import Server


def test_equal_texts_have_equal_digests() -> None:
    assert text_digest("zebrafinch") == text_digest("zebrafinch")
    assert text_digest("zebrafinch") != text_digest("owl")


def test_a_question_is_embedded_once_and_its_text_is_not_cached(server: Server, as_alice: User) -> None:
    first = search.analyze_question("a zebrafinch")
    requests = len(server.requests)
    assert search.analyze_question("a zebrafinch") == first
    assert len(server.requests) == requests
    cache = search._vector.cache
    assert cache is not None
    assert first[1].vector in cache.values()
    assert "zebrafinch" not in repr(cache)


def test_a_lines_tokens_are_counted_once_and_its_text_is_not_cached() -> None:
    prompt_block.count_tokens.cache_clear()
    assert prompt_block.count_tokens("zebrafinch") == prompt_block.count_tokens("zebrafinch")
    cache = prompt_block.count_tokens.cache
    assert cache is not None
    assert len(cache) == 1
    assert "zebrafinch" not in repr(cache)


def test_a_full_cache_drops_the_least_recently_used_entry() -> None:
    prompt_block.count_tokens.cache_clear()
    for n in range(prompt_block.CACHED + 1):
        prompt_block.count_tokens(f"{n}")
        prompt_block.count_tokens("often used")
    cache = prompt_block.count_tokens.cache
    assert cache is not None
    assert len(cache) == prompt_block.CACHED
    assert text_digest("often used") in cache
    assert text_digest("0") not in cache
