"""The settings of test_night's processes: the product's, with a beat that slept through and a broker of its own."""

import os
from datetime import UTC, datetime

from memoryweb.settings import *  # noqa: F403
from memoryweb.settings import CELERY_BEAT_SCHEDULE, CELERY_BROKER_TRANSPORT_OPTIONS

# An entry that has not rung for long rings as soon as its beat starts, and then at its own minute.
CELERY_BEAT_SCHEDULE = {"archive": CELERY_BEAT_SCHEDULE["archive"] | {"last_run_at": datetime(2026, 1, 1, tzinfo=UTC)}}
CELERY_BROKER_TRANSPORT_OPTIONS = CELERY_BROKER_TRANSPORT_OPTIONS | {"global_keyprefix": os.environ["NIGHT"]}
