"""The Celery application. A task only starts work; what is due is decided from the rows.

A worker, like the web process, refuses to start on a database that would not keep people apart.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import heartbeat_sent, task_failure, worker_init

from memoryweb.embedded.heartbeats import give_heartbeat
from memoryweb.embedded.probe import give_sign_of_life

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryweb.settings")

app = Celery("memoryweb")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_scheduler = "memoryweb.beat:Scheduler"


@heartbeat_sent.connect
def tell_supervisor(**_: Any) -> None:
    give_sign_of_life()
    give_heartbeat("worker")


@task_failure.connect
def note_failure(sender: Any, exception: BaseException, **_: Any) -> None:
    """Record that a task failed, without its arguments and the error's words, which may be a person's."""
    from memoryweb.memories.failed_tasks import note

    note(sender.name, type(exception).__name__)


@worker_init.connect
def refuse_unsafe_database(**_: Any) -> None:
    from memoryweb.rls import checks

    checks.refuse_unsafe_database()
