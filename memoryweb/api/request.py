"""What both of the agents' doors ask of a request before they look inside: a token, and a sane length."""

BODY_MAX = 256 * 1024  # bytes; the longest valid arguments are about 60 kB


def bearer(header: str) -> str:
    """The token in an Authorization header; "none", which nobody has, where there is no token."""
    scheme, _, token = header.partition(" ")
    return token.strip() or "none" if scheme.lower() == "bearer" else "none"
