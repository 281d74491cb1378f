"""Seals what was erased or declined with a passphrase, so that it stays unlearnable on another machine.

It travels as keyed digests with their key. Whoever opens the seal can test guesses, so the passphrase is what protects
it: scrypt makes each guess cost 32 MB and about a tenth of a second.
"""

import json
import os
from base64 import b64decode, b64encode, urlsafe_b64encode
from datetime import datetime
from typing import Any
from uuid import UUID

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from django.db.models import Q

from memoryweb.memories.erasing import tombstones
from memoryweb.memories.models import FingerprintKey, Tombstone

PASSPHRASE_MIN = 10  # characters
COST = {"n": 2**15, "r": 8, "p": 1}  # 32 MB
COST_MAX = 2**18  # of a file that is opened: 256 MB
SALT_BYTES = 16


class WrongPassphraseError(ValueError):
    """The passphrase does not open the seal, or the seal was changed."""


def sealed(person_id: UUID, passphrase: str) -> dict[str, Any]:
    """Return the person's tombstones, sealed. Needs their scope.

    Those from before 0.12 stay out: their key is that of everybody on this server.
    """
    keys: dict[UUID | None, str] = {None: tombstones.key_of(person_id).hex()}
    for pk, brought in FingerprintKey.objects.filter(person=person_id).values_list("pk", "sealed"):
        keys[pk] = tombstones.unseal(brought).hex()
    numbers = {pk: number for number, pk in enumerate(keys)}
    portable = Tombstone.objects.filter(Q(has_own_key=True) | Q(brought__isnull=False), person=person_id)
    named = "fingerprint", "words_fingerprint", "cause", "created_at", "brought"
    content = {
        "keys": list(keys.values()),
        "tombstones": [
            [bytes(value).hex(), bytes(words).hex(), cause, at.isoformat(), numbers[key]]
            for value, words, cause, at, key in portable.order_by("pk").values_list(*named)
        ],
    }
    salt = os.urandom(SALT_BYTES)
    box = _box(passphrase, salt, COST).encrypt(json.dumps(content).encode())
    return {"how": "scrypt, Fernet", **COST, "salt": b64encode(salt).decode(), "box": box.decode()}


def bring(person_id: UUID, seal: dict[str, Any], passphrase: str, *, now: datetime) -> int:
    """Keep what the seal holds, and return how many tombstones there are. Needs the person's scope.

    Raises WrongPassphraseError.
    """
    content = _opened(seal, passphrase)
    brought = [
        FingerprintKey(person_id=person_id, sealed=tombstones.seal(bytes.fromhex(key)), created_at=now)
        for key in content["keys"]
    ]
    FingerprintKey.objects.bulk_create(brought)
    stones = [
        Tombstone(
            person_id=person_id,
            fingerprint=bytes.fromhex(value),
            words_fingerprint=bytes.fromhex(words),
            cause=Tombstone.Cause(cause),
            created_at=datetime.fromisoformat(at),
            brought=brought[key],
            has_own_key=False,
        )
        for value, words, cause, at, key in content["tombstones"]
    ]
    Tombstone.objects.bulk_create(stones, batch_size=1000)
    return len(stones)


def _opened(seal: dict[str, Any], passphrase: str) -> dict[str, Any]:
    try:
        cost = {name: int(seal[name]) for name in COST}
        if not 2 <= cost["n"] * cost["r"] * cost["p"] <= COST_MAX * COST["r"]:
            raise WrongPassphraseError
        content = _box(passphrase, b64decode(seal["salt"]), cost).decrypt(seal["box"].encode())
        opened: dict[str, Any] = json.loads(content)
    except (KeyError, TypeError, ValueError, AttributeError, InvalidToken) as error:
        raise WrongPassphraseError from error
    return opened


def _box(passphrase: str, salt: bytes, cost: dict[str, int]) -> Fernet:
    return Fernet(urlsafe_b64encode(Scrypt(salt=salt, length=32, **cost).derive(passphrase.encode())))
