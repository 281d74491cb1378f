"""Web Push: encrypted for one browser (RFC 8291), from a server that proves who it is (VAPID, RFC 8292)."""

import base64
import json
from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from memoryweb.notifications import addresses
from memoryweb.notifications.messages import PATH, Message
from memoryweb.notifications.models import Channel
from memoryweb.notifications.sending.result import GONE, Result, post

KEY_FOR = b"memoryweb: the key by which push services know this server"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


@cache
def _private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """Derive the key from the installation's secret: every process and every restored backup has the same.

    48 bytes for a number of 32 leave no number likelier than another (FIPS 186-5, A.2.1).
    """
    drawn = HKDF(algorithm=SHA256(), length=48, salt=None, info=KEY_FOR).derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(drawn) % (ORDER - 1) + 1, ec.SECP256R1())


def public_key() -> str:
    """Return what a browser wants to know when it subscribes: the uncompressed point, in base64url."""
    point = _private_key(settings.VAPID_KEY).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def are_keys(p256dh: str, auth: str) -> bool:
    """Return whether these are a browser's keys: a point of the curve, and 16 bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(p256dh))
        return len(_decoded(auth)) == 16
    except ValueError:
        return False


def _decoded(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def send(channel: Channel, message: Message) -> Result:
    from memoryweb.notifications.sending import encrypting  # every process loads this module, and few of them push

    private = _private_key(settings.VAPID_KEY)
    content = json.dumps({"title": message.title, "body": message.body, "url": PATH})
    encrypted = encrypting.for_browser(channel.address, content, p256dh=channel.p256dh, auth=channel.auth, key=private)
    headers = {
        **encrypted.headers,
        "Content-Type": "application/octet-stream",
        "Urgency": "normal",
        "Topic": "waiting",  # of several that wait for a browser that is closed, the newest is enough
    }
    return post(addresses.parse(channel.address), headers, encrypted.encrypted, gone=GONE)
