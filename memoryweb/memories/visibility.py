"""What an agent may be told: one definition for every door."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Conflict, Memory, MemoryQuerySet, Source
from memoryweb.people.models import MemorySettings
from memoryweb.rules import policy


def readable_by(agent: Agent, settings: MemorySettings, *, now: datetime, project: str = "") -> MemoryQuerySet:
    """What this agent may be told, everywhere and in this project: every read obeys mute, pause,
    section and confidence (SPEC §11)."""
    mine, today = Memory.objects.of(agent.person_id), timezone.localdate(now, settings.zone)
    if not settings.enable_memory or agent.is_paused(now):
        return mine.none()
    found = mine.active().filter(
        Q(valid_until=None) | Q(valid_until__gte=today),
        Q(section="") | Q(section__in=settings.enabled_sections),
        Q(project__in={"", project}),
        confidence__gte=settings.min_confidence,
    )
    found = found.exclude(muted_agents__contains=[agent.pk])
    winning = Conflict.objects.filter(winner=OuterRef("pk"), status=Conflict.Status.OPEN)
    found = found.filter(Q(contested=False) | Exists(winning))
    if settings.privacy_mode:
        found = found.filter(source__in=[s for s in Source.values if policy.is_explicit(s)])
    return found.filter(community_filter(agent, settings)) if agent.community_id else found


def community_filter(agent: Agent, settings: MemorySettings) -> Q:
    """What a community's agent is about: its community, and what counts everywhere where the person shares that."""
    there = Q(community=agent.community_id)
    return there | Q(audience="private", project="") if settings.share_global_in_communities else there
