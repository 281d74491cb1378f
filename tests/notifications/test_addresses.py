"""Which addresses a person may enter."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from memoryweb.notifications import addresses

BAD = [
    "",
    "ntfy.sh/topic",
    "http://ntfy.sh/topic",
    "ftp://ntfy.sh/topic",
    "https:///topic",
    "https://me@ntfy.sh/topic",
    "https://me:secret@ntfy.sh/topic",
    "https://ntfy.sh/topic#x",
    "https://ntfy.sh:0/topic",
    "https://ntfy.sh:x/topic",
    "https://ntfy.sh\\@evil.example/topic",
    "https://ntfy.sh/a b",
    "https://ntfy.sh/\r\nX: y",
    "https://nt%66y.sh/topic",
    "https://ntfÿ.sh/topic",
    "https://[::1/topic",
    f"https://ntfy.sh/{'x' * 1000}",
]


@pytest.mark.parametrize("address", BAD)
def test_an_address_with_more_than_one_reading_is_refused(address: str) -> None:
    with pytest.raises(ValidationError):
        addresses.parse(address)


@pytest.mark.parametrize(
    "address", ["https://ntfy.sh/", "https://ntfy.sh/a/", "https://ntfy.sh/a?b=c", "https://ntfy.sh/ä"]
)
def test_an_ntfy_address_names_a_topic(address: str) -> None:
    with pytest.raises(ValidationError):
        addresses.parse_topic(address)


def test_a_server_of_ones_own_may_have_http_where_the_operator_allows_it(settings: Any) -> None:
    settings.NOTIFY_PRIVATE_ADDRESSES = True
    server, topic = addresses.parse_topic("http://192.168.1.9:8080/ntfy/topic")
    assert (server.geturl(), topic) == ("http://192.168.1.9:8080/ntfy/", "topic")
