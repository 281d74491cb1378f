"""What the toolkit asks about clients, codes and tokens: only known clients, usable agents and our own resource."""

from datetime import timedelta
from typing import Any

from django.utils import timezone
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2.rfc6749 import errors

from memoryweb.agents.models import Agent
from memoryweb.oauth import clients, pkce, policy, tokens
from memoryweb.oauth.models import AccessToken, Application, Grant, RefreshToken
from memoryweb.oauth.origins import is_our_resource, resource
from memoryweb.oauth.toolkit import SCOPES


def is_usable(agent: Agent) -> bool:
    person = agent.person
    return agent.is_usable(timezone.now()) and person.is_active and person.deletion_asked_at is None


class Validator(OAuth2Validator):  # type: ignore[misc]  # the toolkit ships no types
    """Runs in the scope of the person whom a request's secret belongs to (views), and sees no other's rows."""

    def _load_application(self, client_id: str, request: Any) -> Application | None:
        """Find a client that is known. A request from anybody makes us fetch nothing."""
        client = request.client = clients.find_stored(client_id)
        return client

    def validate_scopes(self, client_id: str, scopes: list[str], client: Any, request: Any, *_: Any, **__: Any) -> bool:
        """Drop unknown scopes such as offline_access; with nothing left, request all."""
        request.scopes = [scope for scope in SCOPES if scope in scopes] or list(SCOPES)
        return True

    # Codes

    def _create_authorization_code(self, request: Any, code: dict[str, str], expires: Any = None) -> Grant:
        made: Grant = Grant.objects.create(
            application=request.client,
            person=request.user,
            agent=request.agent,
            code=code["code"],
            expires=timezone.now() + timedelta(seconds=policy.CODE_SECONDS),
            redirect_uri=request.redirect_uri,
            scope=" ".join(request.scopes),
            code_challenge=request.code_challenge,
            code_challenge_method=request.code_challenge_method,
            resource=[resource()],
        )
        return made

    def validate_code(self, client_id: str, code: str, client: Any, request: Any, *_: Any, **__: Any) -> bool:
        """Find the yes of a code, and lock it. A code that comes a second time ends all tokens of the first."""
        grant = Grant.objects.select_for_update().filter(code=code, application=client).first()
        if grant is None:
            return False
        if grant.used_at:
            tokens.end_family(grant.family)
            return False
        request.user, request.agent, request.family = grant.person, grant.agent, grant.family
        request.granted, request.is_second_use = grant.scope, False
        request.scopes = grant.scope.split()
        return not grant.is_expired() and is_usable(grant.agent)

    def get_code_challenge(self, code: str, request: Any) -> str:
        """Return the challenge of a code, which every code here has, after looking at the verifier's form."""
        challenge = super().get_code_challenge(code, request)
        if not pkce.is_challenge(challenge):
            raise errors.InvalidGrantError(request=request)
        if request.code_verifier is not None and not pkce.is_verifier(request.code_verifier):
            raise errors.InvalidGrantError("code_verifier has 43 to 128 characters of RFC 7636.", request=request)
        return challenge

    def confirm_redirect_uri(self, *args: Any, **kwargs: Any) -> bool:
        """Refuse another address than the code was asked for with as a code that is not valid (RFC 6749 §5.2)."""
        if not super().confirm_redirect_uri(*args, **kwargs):
            raise errors.InvalidGrantError("This code was asked for with another redirect_uri.")
        return True

    def invalidate_authorization_code(self, client_id: str, code: str, request: Any, *_: Any, **__: Any) -> None:
        unused = Grant.objects.filter(code=code, application=request.client, used_at=None)
        if not unused.update(used_at=timezone.now()):
            raise errors.InvalidGrantError(request=request)

    # Tokens

    def validate_refresh_token(self, refresh_token: str, client: Any, request: Any, *_: Any, **__: Any) -> bool:
        """Lock the token first, so that of two uses at once the second finds it used.

        For a moment the token that was used last may come again, and gets tokens of the same family. After that a
        second use ends the family.
        """
        checksum = tokens.digest(refresh_token).hex()
        token = RefreshToken.objects.select_for_update().filter(token_checksum=checksum).first()
        if token is None or token.application_id != client.pk:
            return False
        request.is_second_use = tokens.is_in_grace(token, now=timezone.now())
        if request.is_second_use:
            request.user, request.refresh_token_instance = token.person, token
        elif not super().validate_refresh_token(refresh_token, client, request):
            return False
        request.agent, request.family = token.agent, token.token_family
        return is_usable(token.agent) and not (request.is_second_use and tokens.led_to_enough(token))

    def get_original_scopes(self, refresh_token: str, request: Any, *_: Any, **__: Any) -> str:
        """Return the granted scopes, and limit the request to them; an empty rest means all of them."""
        request.granted = str(request.refresh_token_instance.scope)
        wanted = (request.scope or "").split()
        request.scope = " ".join(each for each in request.granted.split() if each in wanted)
        return str(request.granted)

    def save_bearer_token(self, token: dict[str, Any], request: Any, *args: Any, **kwargs: Any) -> None:
        """Make new tokens beside the first use's: those are stored as digests, and cannot be given again."""
        if request.is_second_use:
            request.refresh_token_instance = None
        super().save_bearer_token(token, request, *args, **kwargs)

    def _check_and_set_request_resource(self, request: Any) -> None:
        """Bind every token to our one resource; refuse to make one for another."""
        asked = [value for name, value in request.decoded_body or [] if name == "resource" and value]
        if not all(is_our_resource(uri) for uri in asked):
            raise errors.CustomOAuth2Error("invalid_target", "Tokens are for this server’s /mcp only.", request=request)
        request.resource = [resource()]

    def _create_access_token(
        self, expires: Any, request: Any, token: dict[str, Any], source_refresh_token: Any = None
    ) -> AccessToken:
        made = AccessToken(
            person=request.user,
            agent=request.agent,
            application=request.client,
            scope=token["scope"],
            expires=expires,
            source_refresh_token=source_refresh_token,
            resource=request.resource,
        )
        self._set_token_value(made, token["access_token"])
        made.save()
        return made

    def _create_refresh_token(
        self, request: Any, refresh_token_code: str, access_token: AccessToken, previous_refresh_token: Any
    ) -> RefreshToken:
        made = RefreshToken(
            person=request.user,
            agent=request.agent,
            application=request.client,
            access_token=access_token,
            token_family=request.family,
            scope=request.granted,
            resource=request.resource,
        )
        self._set_token_value(made, refresh_token_code)
        made.save()
        return made

    def revoke_token(self, token: str, token_type_hint: str, request: Any, *_: Any, **__: Any) -> None:
        """End what belongs together with a token of this client."""
        checksum = tokens.digest(token).hex()
        mine = RefreshToken.objects.filter(application=request.client)
        found = mine.filter(token_checksum=checksum) | mine.filter(access_token__token_checksum=checksum)
        for family in set(found.values_list("token_family", flat=True)):
            tokens.end_family(family)
