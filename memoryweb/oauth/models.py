"""The toolkit's tables, without what memoryweb never uses, and with the agent that each secret belongs to.

A client is always public and always asks for a code: what the toolkit keeps in columns about that is a constant here.
The columns of a person are called person_id, as everywhere, so that row-level security and erasing find them.
"""

import hashlib
from typing import Any
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from oauth2_provider.models import AbstractAccessToken, AbstractApplication, AbstractGrant, AbstractRefreshToken
from oauthlib.oauth2.rfc6749.errors import MissingRedirectURIError

from memoryweb.agents.models import Agent
from memoryweb.oauth import client_metadata, policy, redirects
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User


class _OfPerson:
    """Gives the toolkit `person` under its own name, `user`."""

    person: User

    @property
    def user(self) -> User:
        return self.person

    @user.setter
    def user(self, person: User) -> None:
        self.person = person


class HashedField(models.CharField):  # type: ignore[type-arg]
    """Stores a secret's digest, and looks a secret up by it."""

    def get_prep_value(self, value: Any) -> Any:
        return value and hashlib.sha256(str(value).encode(errors="replace")).hexdigest()


class Application(AbstractApplication):  # type: ignore[misc]  # the toolkit ships no types
    """A client: a program that asks people for access. It is nobody's, and its name is what it calls itself."""

    client_type = AbstractApplication.CLIENT_PUBLIC
    authorization_grant_type = AbstractApplication.GRANT_AUTHORIZATION_CODE
    client_secret, hash_client_secret, skip_authorization = "", False, False
    post_logout_redirect_uris, allowed_origins, algorithm = "", "", ""
    user = None

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(redirect_uris=""), name="clients_have_an_address"),
        ]
        indexes = [
            # purge_logs: registered clients that nobody let in
            models.Index(fields=["created"], name="clients_to_purge"),
        ]

    def redirect_uri_allowed(self, uri: str) -> bool:
        return any(redirects.is_same(uri, registered) for registered in self.redirect_uris.split())

    @property
    def default_redirect_uri(self) -> str:
        """The only redirect address, if allowed. Raises MissingRedirectURIError."""
        uri = str(super().default_redirect_uri)
        if not redirects.is_allowed(uri):
            raise MissingRedirectURIError
        return uri

    def clean(self) -> None:
        """Check what is entered by hand as what a client says of itself."""
        try:
            client_metadata.read({"client_name": self.name, "redirect_uris": self.redirect_uris.split()})
        except client_metadata.ClientMetadataError as error:
            raise ValidationError(str(error)) from None

    @property
    def is_verified(self) -> bool:
        """Return whether its address vouches for its name and for where people are sent back."""
        return bool(self.registration_source == self.RegistrationSource.CIMD)


class Connection(models.Model):
    """An agent that a person let in by OAuth, where others have a token that the person pasted."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    agent = models.OneToOneField(Agent, models.CASCADE, related_name="connection", db_constraint=False)
    application = models.ForeignKey(Application, models.PROTECT, related_name="connections")
    host = models.CharField(max_length=policy.REDIRECT_MAX)  # where the person was sent back to
    connected_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.host


class Grant(_OfPerson, AbstractGrant):  # type: ignore[misc]
    """A person's yes, as a code that the client exchanges once. A used one stays a while, to notice a second use."""

    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_constraint=False)
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+", db_constraint=False)
    code = HashedField(max_length=64)
    family = models.UUIDField(default=uuid4, editable=False)  # of the tokens that it leads to
    used_at = models.DateTimeField(null=True, blank=True)
    nonce, claims = "", ""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["code", "person"], name="one_grant_per_code")]
        indexes = [
            # purge_logs: the oldest
            models.Index(fields=["expires"], name="grants_to_purge"),
        ]


class AccessToken(_OfPerson, AbstractAccessToken):  # type: ignore[misc]
    """Only its checksum is stored."""

    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_constraint=False)
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+", db_constraint=False)
    source_refresh_token = models.OneToOneField(
        "oauth.RefreshToken",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="refreshed_access_token",
        db_constraint=False,
    )
    token, id_token = "", None

    class Meta:
        indexes = [
            # purge_logs: the oldest
            models.Index(fields=["expires"], name="access_tokens_to_purge"),
        ]


class RefreshToken(_OfPerson, AbstractRefreshToken):  # type: ignore[misc]
    """Only its checksum is stored. A used one stays, to notice a second use."""

    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_constraint=False)
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+", db_constraint=False)
    access_token = models.OneToOneField(
        AccessToken, models.SET_NULL, null=True, blank=True, related_name="refresh_token", db_constraint=False
    )
    scope = models.TextField(blank=True)  # that of the access token may be narrower
    token = ""

    class Meta(AbstractRefreshToken.Meta):  # type: ignore[misc]
        abstract = False
        unique_together = ()
        constraints = [
            models.UniqueConstraint(
                fields=["token_checksum", "revoked", "person"], name="one_refresh_token_per_checksum"
            )
        ]
        indexes = [
            # end_family: a stolen token
            models.Index(fields=["token_family"], name="refresh_tokens_of_a_family"),
            # purge_logs: the oldest
            models.Index(fields=["created"], name="refresh_tokens_to_purge"),
        ]
