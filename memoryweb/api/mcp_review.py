"""How a client is led to the review page: a card that hosts show beside a save, and an address for clients to open.

Both only lead there. What somebody answers inside a chat host is no proof of a human, so nothing of it is ever read.
"""

from typing import Any

from django.core.cache import cache
from django.template.loader import render_to_string
from mcp_types import (
    ClientCapabilities,
    ElicitRequest,
    ElicitRequestURLParams,
    InputRequiredResult,
    Resource,
    TextResourceContents,
)
from redis.exceptions import RedisError

from memoryweb.agents.models import Agent
from memoryweb.operations.results import review_url
from memoryweb.rules.policy import OutcomeName

EXTENSION = "io.modelcontextprotocol/ui"
CARD = Resource(
    uri="ui://memoryweb/review-card.html",
    name="review-card.html",
    description="Shows the user how many questions wait, with a button to their review page. It decides nothing.",
    mime_type="text/html;profile=mcp-app",
)
OFFERED_EVERY = 600  # seconds; one dialog for a conversation in which much is saved
WAITS = {OutcomeName.PROPOSED, OutcomeName.CONFLICT}


def card() -> TextResourceContents:
    text = render_to_string("api/review_card.html", {"review_url": review_url()})
    return TextResourceContents(
        uri=CARD.uri, mime_type=CARD.mime_type, text=text, _meta={"ui": {"prefersBorder": True}}
    )


def tool_meta() -> dict[str, Any]:
    """Return what ties a tool to the card. Only the model calls it: the card cannot."""
    return {"ui": {"resourceUri": CARD.uri, "visibility": ["model"]}}


def opens_addresses(capabilities: ClientCapabilities | None) -> bool:
    """Return whether the client says that it offers addresses to its person (URL elicitation)."""
    return bool(capabilities and capabilities.elicitation and capabilities.elicitation.url)


def count_waiting(data: dict[str, Any] | None) -> int:
    """Return how many questions a write left for the person."""
    told = [data or {}, *(data or {}).get("others", ()), *(data or {}).get("learned", ())]
    return sum(each.get("outcome") in WAITS for each in told)


def may_offer(agent: Agent) -> bool:
    """Return whether to offer the address again; never without the cache."""
    try:
        return bool(cache.add(f"review-offered:{agent.pk}", 1, OFFERED_EVERY))
    except RedisError:
        return False


def offer(count: int, key: str) -> InputRequiredResult:
    """Ask the client to offer the review page. It calls again with the key, and gets the answer of the first call."""
    waits = "A question waits" if count == 1 else f"{count} questions wait"
    params = ElicitRequestURLParams(message=f"{waits} for you in memoryweb. Only you can answer.", url=review_url())
    return InputRequiredResult(input_requests={"review": ElicitRequest(params=params)}, request_state=key)
