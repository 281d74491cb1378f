"""What a browser keeps for itself when it subscribes: its keys, and how it reads a message (RFC 8188, RFC 8291)."""

import base64
import json
from dataclasses import dataclass, field
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.notifications.receiver import Sent


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


@dataclass(frozen=True)
class PushBrowser:
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth_secret: bytes = b"0123456789abcdef"

    @property
    def p256dh(self) -> str:
        return encoded(point(self.key.public_key()))

    @property
    def auth(self) -> str:
        return encoded(self.auth_secret)

    def read(self, body: bytes) -> Any:
        """Decrypt a message of one record, by the steps of RFC 8291 §3.4."""
        salt, size, id_length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, record = body[21 : 21 + id_length], body[21 + id_length :]
        assert (id_length, len(record) <= size) == (65, True)
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\x00" + point(self.key.public_key()) + sender
        secret = derived(shared, self.auth_secret, info, 32)
        content_key = derived(secret, salt, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\x00", 12)
        padded = AESGCM(content_key).decrypt(nonce, record, None).rstrip(b"\x00")
        assert padded.endswith(b"\x02")  # the last record
        return json.loads(padded[:-1])


def check_vapid(sent: Sent, server_key: str) -> dict[str, Any]:
    """Check as a push service does that the server with this key sent it (RFC 8292). Return what it claims."""
    scheme, _, parameters = sent.headers["Authorization"].partition(" ")
    named = dict(part.strip().split("=", 1) for part in parameters.split(","))
    assert (scheme, named["k"]) == ("vapid", server_key)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(named["k"]))
    claims: dict[str, Any] = jwt.decode(named["t"], key, algorithms=["ES256"], options={"verify_aud": False})
    return claims
