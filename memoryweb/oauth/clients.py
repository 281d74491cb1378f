"""Clients: known by their document's address, or registered by themselves."""

import hashlib
import logging
import secrets
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.utils import timezone
from redis.exceptions import RedisError

from memoryweb.oauth import client_metadata, documents, policy
from memoryweb.oauth.client_metadata import ClientMetadataError
from memoryweb.oauth.models import Application

logger = logging.getLogger(__name__)
Source = Application.RegistrationSource


class TooManyClientsError(Exception):
    """Too many clients registered themselves in these days."""


def find_stored(client_id: str | None) -> Application | None:
    """Return a stored client; None if unknown. Fetches nothing."""
    if not client_id or "\x00" in client_id or len(client_id) > policy.CLIENT_ID_MAX:
        return None
    client: Application | None = Application.objects.filter(client_id=client_id).first()
    return client


def resolve(client_id: str) -> Application | None:
    """Return the client that a signed-in person was sent by. If its id is an address, its document is fetched.

    A document that cannot be had now is answered like one that never was: what it said before may be taken back.
    """
    client = find_stored(client_id)
    if not documents.is_address(client_id):
        return client
    if client and client.cimd_expires_at and client.cimd_expires_at > timezone.now():
        return client
    if _failed_lately(client_id):
        return None
    try:
        return _fetch(client_id)
    except (documents.DocumentError, ClientMetadataError) as error:
        logger.info("a client's document was not taken: %s", error)
        _note_failure(client_id)
        return None


def register(sent: Any) -> Application:
    """Add a client that tells us about itself (RFC 7591). Nothing of it is checked, and people are told so."""
    told = client_metadata.read(sent)
    since = timezone.now() - timedelta(days=policy.UNUSED_CLIENT_DAYS)  # nobody's connections can be seen here
    recent = Application.objects.filter(registration_source=Source.DCR, created__gte=since)
    if recent.count() >= policy.CLIENTS_MAX:
        raise TooManyClientsError
    client: Application = Application.objects.create(
        client_id=secrets.token_urlsafe(24),
        name=told.name,
        redirect_uris=" ".join(told.redirect_uris),
        registration_source=Source.DCR,
    )
    return client


def _fetch(client_id: str) -> Application:
    document = documents.fetch(client_id)
    told = client_metadata.read(document.content)
    if document.content.get("client_id") != client_id:
        raise ClientMetadataError("The document is about another client.")
    if document.content.get("token_endpoint_auth_method", "none") != "none" or "client_secret" in document.content:
        raise ClientMetadataError("Clients here have no secret: token_endpoint_auth_method is none.")
    client: Application
    client, _ = Application.objects.update_or_create(
        client_id=client_id,
        defaults={
            "name": told.name,
            "redirect_uris": " ".join(told.redirect_uris),
            "registration_source": Source.CIMD,
            "cimd_expires_at": timezone.now() + timedelta(seconds=document.seconds),
        },
    )
    return client


def _place(client_id: str) -> str:
    return f"oauth-document:{hashlib.sha256(client_id.encode(errors='replace')).hexdigest()}"


def _failed_lately(client_id: str) -> bool:
    try:
        return bool(cache.get(_place(client_id)))
    except RedisError:
        return False


def _note_failure(client_id: str) -> None:
    try:
        cache.set(_place(client_id), "failed", policy.DOCUMENT_FAILED)
    except RedisError:
        return
