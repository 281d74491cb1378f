"""Client-id documents: which addresses are asked, and which answers count. Nothing here reaches the network."""

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from memoryweb.oauth import clients, documents, policy
from memoryweb.oauth.documents import DocumentError
from memoryweb.oauth.models import Application
from tests.oauth.client_site import ClientSite
from tests.waiting import PATIENCE


@pytest.mark.parametrize(
    "address",
    [
        "http://desk.example/client.json",
        "HTTPS://",
        "https://",
        "https://desk.example",
        "https://desk.example/",
        "https://user@desk.example/client.json",
        "https://user:secret@desk.example/client.json",
        "https://@desk.example/client.json",
        "https://desk.example/client.json#x",
        "https://desk.example/a/../client.json",
        "https://desk.example/./client.json",
        "https://desk.example:0/client.json",
        "https://desk.example:99999/client.json",
        "https://desk.example:x/client.json",
        "https://desk.example/a b",
        "https://desk.example/\r\nX: y",
        "https://desk.example\\@evil.example/client.json",
        "https://desk%2eexample/client.json",
        "https://dësk.example/client.json",
        "https://[::1/client.json",
        "https://desk.example/" + "x" * 300,
        "file:///etc/passwd",
        "gopher://desk.example/x",
    ],
)
def test_an_address_with_more_than_one_reading_is_not_asked(address: str, lookups: list[Any]) -> None:
    with pytest.raises(DocumentError):
        documents.fetch(address)
    assert lookups == []


@pytest.fixture
def lookups(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Note every lookup and every connection, and refuse it."""
    noted: list[Any] = []

    def note(*arguments: Any, **more: Any) -> Any:
        noted.append(arguments)
        raise OSError("no network here")

    monkeypatch.setattr(socket, "getaddrinfo", note)
    monkeypatch.setattr(socket, "create_connection", note)
    return noted


def names(*addresses: str) -> list[Any]:
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]


@pytest.mark.parametrize(
    "host",
    ["localhost", "127.0.0.1", "[::1]", "2130706433", "0x7f.1", "127.1", "0177.0.0.1", "[::ffff:169.254.169.254]"],
)
def test_no_spelling_of_this_computer_is_asked(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    connected: list[Any] = []
    monkeypatch.setattr(socket, "create_connection", lambda *arguments, **more: connected.append(arguments))
    with pytest.raises(DocumentError):
        documents.fetch(f"https://{host}/client.json")
    assert connected == []


def test_one_inner_address_among_public_ones_refuses_the_name(
    lookups: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *arguments, **more: names("1.1.1.1", "10.0.0.1"))
    with pytest.raises(DocumentError, match="not a public address"):
        documents.fetch("https://desk.example/client.json")
    assert lookups == []


def test_the_address_that_was_checked_is_the_one_that_is_asked(
    lookups: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS rebinding: the name leads outside when it is checked, and inside from then on."""
    answers = [names("1.1.1.1"), names("127.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *arguments, **more: answers.pop(0))
    with pytest.raises(DocumentError):
        documents.fetch("https://desk.example/client.json")
    assert [address for address, _ in lookups] == [("1.1.1.1", 443)]


# Answers, by a site on this computer that the setting allows


@pytest.fixture
def own(settings: Any) -> None:
    settings.OAUTH_LOOPBACK_CLIENTS = True


@contextmanager
def answering(*pieces: bytes, pause: float = 0, sent: list[bytes] | None = None) -> Iterator[str]:
    """Answer each request with these bytes, and yield the address. What was sent is added to the list."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            try:
                connection, _ = server.accept()
                with connection:
                    connection.recv(4096)
                    for piece in pieces:
                        connection.sendall(piece)
                        (sent if sent is not None else []).append(piece)
                        time.sleep(pause)
            except OSError:
                return

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/client.json"
    thread.join(PATIENCE)


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"


def test_a_document_is_read(own: None) -> None:
    head = HEAD.replace(b"\r\n\r\n", b"\r\nCache-Control: max-age=600\r\n\r\n")
    with answering(head, b'{"client_', b'name": "x"}') as address:
        assert documents.fetch(address) == documents.Document({"client_name": "x"}, 600)
    chunked = HEAD.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n")
    with answering(chunked, b"2\r\n{}\r\n0\r\n\r\n") as address:
        assert documents.fetch(address) == documents.Document({}, policy.DOCUMENT_FRESH[1])


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"no HTTP",
        HEAD,
        HEAD + b"no JSON",
        HEAD + b"[" * 20_000,
        HEAD + b"{}" + b" " * policy.DOCUMENT_MAX,
        b"HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\n\r\n{}",
        b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Type: application/json\r\n\r\n{}",
        HEAD.replace(b"application/json", b"text/html") + b"{}",
        HEAD.replace(b"\r\n\r\n", b"\r\nX: y" * 9000 + b"\r\n\r\n"),
    ],
)
def test_an_answer_that_is_no_document_does_not_count(own: None, answer: bytes) -> None:
    with answering(answer) as address, pytest.raises(DocumentError):
        documents.fetch(address)


def test_an_answer_in_drops_ends_in_time(own: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "DOCUMENT_TIMEOUT", 0.5)
    drops, sent = [b"H"] * 3000, list[bytes]()
    with answering(*drops, pause=0.1, sent=sent) as address, pytest.raises(DocumentError):
        documents.fetch(address)
    assert len(sent) < len(drops)
    assert documents.slots.acquire(blocking=False)  # it was given back
    documents.slots.release()


def test_a_certificate_that_nobody_vouches_for_does_not_count(own: None, site: ClientSite) -> None:
    address = site.publish("/unknown.json")
    with pytest.raises(DocumentError, match="SSL"):
        documents.fetch(address)
    assert ssl.create_default_context().verify_mode == ssl.CERT_REQUIRED


@pytest.fixture
def trusted(own: None, site: ClientSite, monkeypatch: pytest.MonkeyPatch) -> ClientSite:
    monkeypatch.setenv("SSL_CERT_FILE", str(site.certificate))
    return site


@pytest.mark.parametrize(
    "changed",
    [
        {"client_id": "https://elsewhere.example/client.json"},
        {"client_id": None},
        {"client_secret": "x"},
        {"token_endpoint_auth_method": "client_secret_basic"},
        {"redirect_uris": []},
        {"redirect_uris": ["http://evil.example/"]},
        {"grant_types": ["implicit"]},
    ],
)
@pytest.mark.django_db
def test_a_document_that_does_not_fit_makes_no_client(trusted: ClientSite, changed: dict[str, Any]) -> None:
    address = trusted.publish(f"/bad-{abs(hash(str(changed)))}.json", **changed)
    assert clients.resolve(address) is None
    assert not Application.objects.exists()


@pytest.mark.django_db
def test_a_document_is_asked_for_once_while_it_is_fresh_and_only_by_people(trusted: ClientSite) -> None:
    address = trusted.publish("/fresh.json")
    assert clients.find_stored(address) is None
    assert "/fresh.json" not in trusted.asked
    for _ in range(3):
        client = clients.resolve(address)
        assert client
        assert (client.name, client.is_verified) == ("Sample Desk", True)
    assert trusted.asked.count("/fresh.json") == 1


@pytest.mark.django_db
def test_a_document_that_is_gone_lets_nobody_in_and_is_left_alone_for_a_while(trusted: ClientSite) -> None:
    address = trusted.publish("/gone.json")
    assert clients.resolve(address)
    Application.objects.update(cimd_expires_at="2026-01-01T00:00Z")
    del trusted.documents["/gone.json"]
    assert clients.resolve(address) is None
    assert clients.resolve(address) is None
    assert trusted.asked.count("/gone.json") == 2


@pytest.mark.django_db
def test_a_document_with_new_addresses_counts_from_the_next_time(trusted: ClientSite) -> None:
    address = trusted.publish("/moved.json")
    clients.resolve(address)
    Application.objects.update(cimd_expires_at="2026-01-01T00:00Z")
    trusted.publish("/moved.json", redirect_uris=["https://desk.example/new"])
    client = clients.resolve(address)
    assert client
    assert client.redirect_uris == "https://desk.example/new"


def test_without_the_setting_this_computer_is_never_asked(site: ClientSite) -> None:
    with pytest.raises(DocumentError, match="not a public address"):
        documents.fetch(site.publish("/mine.json"))
    assert "/mine.json" not in site.asked
