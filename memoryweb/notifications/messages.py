"""A message's text: counts of new and waiting questions, and a link. Never a word of a memory or a question."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from memoryweb.notifications.models import Topic

PATH = "/review/"


@dataclass(frozen=True, kw_only=True)
class Message:
    """Counts by topic. `id` is the delivery's, so that a receiver knows a second try of the same message."""

    id: UUID
    at: datetime
    new: Mapping[str, int]
    waiting: Mapping[str, int]
    is_test: bool = False

    @property
    def url(self) -> str:
        return settings.BASE_URL.rstrip("/") + PATH

    @property
    def title(self) -> str:
        if self.is_test:
            return _("memoryweb: a test")
        return _("memoryweb: %(new)s") % {"new": ", ".join(_counted(self.new))}

    @property
    def body(self) -> str:
        total = sum(self.waiting.values())
        waiting = ngettext("%d thing waits for you on Review.", "%d things wait for you on Review.", total) % total
        return _("Messages arrive here. %(waiting)s") % {"waiting": waiting} if self.is_test else waiting


def _counted(counts: Mapping[str, int]) -> list[str]:
    """Return each count in words, such as "2 questions"."""
    words = {
        Topic.QUESTIONS: ngettext("%d question", "%d questions", counts.get("questions", 0)),
        Topic.CONFLICTS: ngettext("%d contradiction", "%d contradictions", counts.get("conflicts", 0)),
        Topic.SHARING: ngettext("%d suggestion to share", "%d suggestions to share", counts.get("sharing", 0)),
    }
    return [words[topic] % counts[topic] for topic in Topic if counts.get(topic)]
