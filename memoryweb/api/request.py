"""What HTTP and MCP check in a request before they read it: the token and the length of the body."""

BODY_MAX = 256 * 1024  # bytes; the longest valid arguments are about 60 kB


def bearer_token(header: str) -> str:
    """Return the token of an Authorization header; "none", which is nobody's token, if there is no token."""
    scheme, _, token = header.partition(" ")
    return token.strip() or "none" if scheme.lower() == "bearer" else "none"
