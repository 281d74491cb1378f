"""An id in a URL's query: one, or nothing."""

from uuid import UUID


def parse_id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
