"""The rows of communities beyond the community and its members, which the room people has."""

from memoryweb.communities.models.decisions import Decision, Reason, Report, SharedMute, Verb
from memoryweb.communities.models.invitations import CommunityInvitation
from memoryweb.communities.models.shared import (
    Contribution,
    SharedMemory,
    SharedMemoryQuerySet,
    State,
    history_of_shared,
)

__all__ = [
    "CommunityInvitation",
    "Contribution",
    "Decision",
    "Reason",
    "Report",
    "SharedMemory",
    "SharedMemoryQuerySet",
    "SharedMute",
    "State",
    "Verb",
    "history_of_shared",
]
