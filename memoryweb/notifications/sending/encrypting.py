"""Encrypts a Web Push for one browser, and signs for this server. Imported with the first one that is sent."""

from types import SimpleNamespace
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from django.conf import settings
from webpush import WebPush, WebPushSubscription
from webpush.types import WebPushKeys, WebPushMessage
from webpush.vapid import VAPID

from memoryweb.notifications import policy

PORTS = {"https": 443, "http": 80}


class _Vapid(VAPID):  # type: ignore[misc]  # the package ships no types
    def get_authorization_header(self, endpoint: Any, subscriber: str, expiration: int) -> str:
        """Name the whole origin of the push service. The package leaves out the port (RFC 8292 §2)."""
        host = endpoint.host if endpoint.port == PORTS.get(endpoint.scheme) else f"{endpoint.host}:{endpoint.port}"
        origin = SimpleNamespace(scheme=endpoint.scheme, host=host)
        return str(super().get_authorization_header(origin, subscriber, expiration))


def for_browser(
    address: str, content: str, *, p256dh: str, auth: str, key: ec.EllipticCurvePrivateKey
) -> WebPushMessage:
    """Return the headers and the encrypted body of a push, signed with the server's key."""
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    sender = WebPush(private, public, subscriber=settings.VAPID_CONTACT, ttl=policy.PUSH_SECONDS)
    sender.vapid = _Vapid(private, public)
    keys = WebPushKeys(auth=auth, p256dh=p256dh)
    return sender.get(content, WebPushSubscription(endpoint=address, keys=keys))
