"""When beat starts which work, for settings.py."""

from datetime import timedelta
from typing import Any

from celery.schedules import crontab

START_UPKEEP = "memoryweb.memories.tasks.start_upkeep"
# A run that finds nothing takes milliseconds, so upkeep runs every hour and does not depend on a machine that
# is on at night. The minutes are fixed, so that two beat processes start the same run and not two.
BEAT: dict[str, dict[str, Any]] = {
    name: {"task": START_UPKEEP, "args": [name], "schedule": crontab(**times)}
    for name, times in {
        "archive": {"minute": 5},
        "promote": {"minute": 10},
        "detect_conflicts": {"minute": 15},
        "expire_proposals": {"minute": 20},
        "purge_logs": {"minute": 25},
        "purge_withdrawn": {"minute": 27},
        "reembed": {"minute": 30},
        "trim_conversations": {"minute": 35},
        "import": {"minute": 55},
        "weekly_letter": {"minute": 45},
        "delete_accounts": {"minute": 50},
        "update_long_term": {"minute": 2},  # it is three o'clock in some time zone every hour
        "purge_erased": {"minute": 40, "hour": 3},  # rewrites tables, so only at night
    }.items()
}
# Two beat processes may start this together: each question is announced once, whoever comes first.
BEAT["announce"] = {
    "task": "memoryweb.notifications.tasks.announce",
    "args": [],
    "schedule": timedelta(seconds=15),
}
# What a lost task has left is rung again, twice or once: whoever claims a message first sends it.
BEAT["ring_chats"] = {
    "task": "memoryweb.telegram.tasks.ring",
    "args": [],
    "schedule": timedelta(minutes=1),
}
