"""ntfy: a topic on ntfy.sh or on one's own server, read by its apps (https://docs.ntfy.sh/publish/, as JSON)."""

import json

from memoryweb.notifications import addresses
from memoryweb.notifications.messages import Message
from memoryweb.notifications.models import Channel
from memoryweb.notifications.sending.result import Result, post


def send(channel: Channel, message: Message) -> Result:
    server, topic = addresses.parse_topic(channel.address)
    body = {"topic": topic, "title": message.title, "message": message.body, "click": message.url}
    headers = {"Content-Type": "application/json"}
    if channel.secret:
        headers["Authorization"] = f"Bearer {channel.secret}"
    return post(server, headers, json.dumps(body).encode(), gone=set())
