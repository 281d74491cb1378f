"""What an agent may be given of its community: beside its person's own memories, which go first.

Only what is shown there, not muted by the person, and in a category that the person lets this agent read. A shared
memory is never a rule, never pinned and never a hard fact: it goes into a block for the work that it is about.
"""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.agents.models import Agent, SightMode
from memoryweb.communities import indexing
from memoryweb.communities.models import SharedMemory
from memoryweb.memories import visibility
from memoryweb.people.models import MemorySettings
from memoryweb.recall import encoders, search
from memoryweb.recall.candidates import GROUP_MAX, CandidateRow, of_the_task_sql
from memoryweb.recall.ranking import Corpus, Hit, Readable, rescored
from memoryweb.recall.request import RecallContext
from memoryweb.rls import rows

SHOWN = "m.community_id = %(community)s AND m.status = 'shown'"
HIDDEN = (
    ("muted", "EXISTS (SELECT FROM communities_sharedmute x WHERE x.shared_id = m.id AND x.person_id = %(person)s)"),
    ("blocked", visibility.IS_BLOCKED.format(category="m.category")),
)
LEFT_OUT = visibility.reason_sql(HIDDEN)
ASKED_FOR = "m.id <> ALL(%(without)s::uuid[])"
READABLE = f"{SHOWN} AND {ASKED_FOR} AND {LEFT_OUT} = ''"
CORPUS = Corpus(
    words="communities_sharedmemory",
    vectors="communities_sharedmemory",
    key="id",
    owned="community_id = %(community)s AND status = 'shown'",
)
CANDIDATES = f"""
SELECT m.id, {LEFT_OUT}, m.kind, m.category, m.key, m.one_valued, '', NULL::date, '', 'uncertain', 1.0::float8, false,
    false, '{{{{}}}}'::varchar[], m.shown_at::date, m.language, '', to_json(m.statement)::text, m.details, c.name
FROM communities_sharedmemory m JOIN people_community c ON c.id = m.community_id
WHERE {SHOWN} AND {ASKED_FOR} AND ({{matches}})
ORDER BY m.id = ANY(%(found)s) DESC, {LEFT_OUT} = '' DESC, m.shown_at DESC, m.id LIMIT %(shared_max)s
"""
MATCHES = "{of_the_task} OR m.id = ANY(%(found)s)"


def find(context: RecallContext) -> list[Hit]:
    """Return the query's hits in the agent's community; none without one."""
    if not (context.agent.community_id and context.request.query):
        return []
    return _find(context.request.query, context.values, limit=GROUP_MAX)[:GROUP_MAX]


def fetch_candidates(context: RecallContext, found: Collection[UUID]) -> list[CandidateRow]:
    """Return what the work may need of the agent's community: what the query finds, then the newest."""
    if not context.agent.community_id:
        return []
    values = context.values | {
        "found": f"{{{','.join(map(str, found))}}}",
        "shared_max": GROUP_MAX + len(found),
    }
    matches = "true" if context.request.is_open else MATCHES.format(of_the_task=of_the_task_sql(context.tasks))
    statement = CANDIDATES.format(matches=matches)
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [CandidateRow(*row) for row in cursor.fetchall()]


def search_community(agent: Agent, settings: MemorySettings, query: str, *, limit: int) -> list[SharedMemory]:
    """Return what an agent's community shares that has to do with the query, the best first (S4 search_memory)."""
    values: dict[str, Any] = {
        "person": agent.person_id,
        "community": agent.community_id,
        "agent": agent.pk,
        "only": agent.sight == SightMode.ONLY,
        "without": [],
    }
    if not settings.enable_memory:
        return []
    hits = rescored(_find(query, values, limit=limit))
    ids = [hit.memory_id for hit in hits if hit.relevant][:limit]
    found = {row.pk: row for row in rows.fetch(SharedMemory, "m.id = ANY(%s)", [ids])} if ids else {}
    return [found[pk] for pk in ids if pk in found]


def _find(query: str, values: dict[str, Any], *, limit: int) -> list[Hit]:
    readable = Readable(f"SELECT m.id FROM communities_sharedmemory m WHERE {READABLE}")
    return search.find(query, readable, values=values, limit=limit, corpus=CORPUS)


def register() -> None:
    """Make the vectors of what communities show."""
    indexing.ENCODERS.append(_encode)


def _encode(text: str) -> tuple[str, list[float] | None]:
    """Return the encoder's name and its vector; nothing if it does not answer, and then words alone find it."""
    try:
        encoder = encoders.current_encoder()
        return encoder.name, [float(number) for number in encoder.encode([text])[0]]
    except encoders.UnreachableError:
        return "", None
