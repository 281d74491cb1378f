"""The settings of test_upkeep_workers' processes: the product's, with a beat that is overdue and queues of its own."""

import os
from datetime import UTC, datetime

from memoryweb import settings

globals().update({name: value for name, value in vars(settings).items() if name.isupper()})

# An entry that has not run for long runs as soon as its beat starts, and then at its own minute.
CELERY_BEAT_SCHEDULE = {
    "archive": settings.CELERY_BEAT_SCHEDULE["archive"] | {"last_run_at": datetime(2026, 1, 1, tzinfo=UTC)}
}
CELERY_BROKER_TRANSPORT_OPTIONS = {
    **settings.CELERY_BROKER_TRANSPORT_OPTIONS,
    "global_keyprefix": os.environ["CELERY_KEY_PREFIX"],
}
CELERY_TASK_DEFAULT_QUEUE = os.environ["CELERY_KEY_PREFIX"] + "celery"  # RabbitMQ knows no prefix of keys
