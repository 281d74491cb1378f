"""A small OpenID Connect provider on this machine: real HTTP, real PKCE, tokens signed with a real key."""

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET, KEY_ID = "memoryweb", "a secret of the provider", "1"
METADATA = "/.well-known/openid-configuration"


@dataclass
class Identity:
    """Whom the provider takes the visitor for."""

    sub: str = "4711"
    email: str = "alice@example.org"
    email_verified: bool = True


@dataclass
class Provider:
    """A running provider. It signs everybody in as `identity`, without asking."""

    issuer: str = ""
    identity: Identity = field(default_factory=Identity)
    requests: dict[str, dict[str, str]] = field(default_factory=dict)  # by code
    key: rsa.RSAPrivateKey = field(default_factory=lambda: rsa.generate_private_key(65537, 2048))

    def metadata(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "jwks_uri": f"{self.issuer}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def claims(self) -> dict[str, Any]:
        return {"sub": self.identity.sub, "email": self.identity.email, "email_verified": self.identity.email_verified}

    def authorize(self, query: dict[str, str]) -> str:
        """Return where the visitor goes next."""
        assert query["client_id"] == CLIENT
        assert query["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe()
        self.requests[code] = query
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def token(self, form: dict[str, str]) -> dict[str, Any] | None:
        """Return the tokens for a code, once, to whom it was given."""
        asked = self.requests.pop(form.get("code", ""), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if not asked or asked["code_challenge"] != challenge or form.get("client_secret") != SECRET:
            return None
        now = int(time.time())
        claims = self.claims() | {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 60}
        signed = jwt.encode(claims, self.key, algorithm="RS256", headers={"kid": KEY_ID})
        return {"access_token": "of this provider", "token_type": "Bearer", "expires_in": 60, "id_token": signed}

    def keys(self) -> dict[str, Any]:
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return {"keys": [public | {"kid": KEY_ID, "alg": "RS256", "use": "sig"}]}


@contextmanager
def running() -> Iterator[Provider]:
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            if parts.path == "/authorize":
                self.send_response(302)
                self.send_header("Location", provider.authorize(query))
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            answers = {METADATA: provider.metadata, "/keys": provider.keys, "/userinfo": provider.claims}
            self.answer(answers[parts.path]())

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self.answer(provider.token({name: values[0] for name, values in parse_qs(body).items()}))

        def answer(self, found: dict[str, Any] | None) -> None:
            content = json.dumps(found or {"error": "invalid_grant"}).encode()
            self.send_response(200 if found else 400)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        provider.issuer = f"http://127.0.0.1:{http.server_address[1]}"
        thread = Thread(target=http.serve_forever, args=[0.02], daemon=True)
        thread.start()
        try:
            yield provider
        finally:
            http.shutdown()
            thread.join()
