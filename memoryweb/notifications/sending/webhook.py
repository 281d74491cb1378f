"""A webhook, signed as https://www.standardwebhooks.com describes: over its id, its time and its body."""

import base64
import hashlib
import hmac
import json
import secrets

from django.utils import timezone

from memoryweb.notifications import addresses
from memoryweb.notifications.messages import Message
from memoryweb.notifications.models import Channel, Topic
from memoryweb.notifications.sending.result import Result, post

PREFIX = "whsec_"


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def sign(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """Return the signature: HMAC-SHA256, keyed with the bytes that the secret stands for."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{message_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def send(channel: Channel, message: Message) -> Result:
    """Send the counts. A second try has the same id and the time of that try."""
    content = {
        "type": "test" if message.is_test else "waiting",
        "timestamp": message.at.isoformat(),
        "data": {
            "new": {str(topic): message.new.get(topic, 0) for topic in Topic},
            "waiting": {str(topic): message.waiting.get(topic, 0) for topic in Topic},
            "url": message.url,
        },
    }
    body, message_id, timestamp = json.dumps(content).encode(), f"msg_{message.id}", int(timezone.now().timestamp())
    headers = {
        "Content-Type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": sign(channel.secret, message_id, timestamp, body),
    }
    return post(addresses.parse(channel.address), headers, body, gone={410})
