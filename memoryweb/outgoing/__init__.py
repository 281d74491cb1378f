"""Requests from this server to addresses that somebody else named: a client, or a person in their settings."""

from memoryweb.outgoing.addresses import is_public
from memoryweb.outgoing.requests import Answer, NotPublicError, OutgoingError, SentError, ask

__all__ = ["Answer", "NotPublicError", "OutgoingError", "SentError", "ask", "is_public"]
