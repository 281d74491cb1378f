"""Records background tasks that failed, for staff: the task's name and the error's class, never its words."""

import logging

from django.db import DatabaseError
from django.utils import timezone

from memoryweb.memories.models import FailedTask
from memoryweb.memories.models.overviews import NAME_MAX

logger = logging.getLogger(__name__)


def note(task: str, error: str) -> None:
    """Add a line. Where the database is what failed, the worker's log has the error all the same."""
    try:
        FailedTask.objects.create(at=timezone.now(), task=task[:NAME_MAX], error=error[:NAME_MAX])
    except DatabaseError:
        logger.warning("the failed task could not be recorded")
