"""The server's state: background work, stored data and problems, in sentences for staff."""

import os
import platform
import shutil
import tomllib
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import django
from django.conf import settings
from django.db import connection
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from kombu.connection import Connection
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from memoryweb.embedded import addresses
from memoryweb.embedded.backup import backup_status
from memoryweb.embedded.heartbeats import Part, last_heartbeat
from memoryweb.memories.models import FailedTask, SweepOverview

SILENT_AFTER = timedelta(seconds=60)  # worker and beat show that they are alive every 10 seconds
QUEUE_LONG = 1_000  # tasks; a worker does hundreds a minute
RUN_LATE = timedelta(hours=2)  # sweeps start every hour
BACKUP_LATE = timedelta(hours=36)
FREE_LOW = 1_000_000_000  # bytes; with 64 million left the server no longer counts as healthy
QUEUE, BROKER_TIMEOUT = "celery", 0.5  # seconds
NIGHTLY = {"purge_erased"}


@dataclass(frozen=True)
class Fact:
    """One line of the page. `problem` names the fault and the remedy; empty if fine."""

    name: str
    value: str
    problem: str = ""


@dataclass(frozen=True)
class Group:
    title: str
    facts: list[Fact]


def groups() -> list[Group]:
    now = timezone.now()
    background = [*_heartbeats(now), _queue(), _sweeps(now), _failed_tasks(now)]
    storage = [_database(), *_data_folder(), _backup(now)]
    return [
        Group(_("In the background"), background),
        Group(_("Storage"), storage),
        Group(_("This installation"), [*_parts(), *_versions()]),
    ]


def ago(moment: datetime, now: datetime) -> str:
    if now - moment < timedelta(minutes=1):
        return _("less than a minute ago")
    return _("%(time)s ago") % {"time": timesince(moment, now, depth=1)}


def _heartbeats(now: datetime) -> list[Fact]:
    return [
        _heartbeat("worker", _("Worker"), _("Nothing is learned or archived until it runs. Start it again."), now),
        _heartbeat("beat", _("Beat"), _("No sweep starts until it runs. Start it again."), now),
    ]


def _heartbeat(part: Part, name: str, advice: str, now: datetime) -> Fact:
    try:
        last = last_heartbeat(part)
    except RedisError:
        return Fact(name, _("not known"), _("The broker doesn’t answer, and the signs of life are kept there."))
    if last is None:
        return Fact(name, _("no sign of life for a week"), advice)
    value = _("alive %(ago)s") % {"ago": ago(last, now)}
    return Fact(name, value, advice if now - last > SILENT_AFTER else "")


def _queue() -> Fact:
    name, limits = _("Queue"), {"socket_timeout": BROKER_TIMEOUT, "socket_connect_timeout": BROKER_TIMEOUT}
    try:
        with Connection(  # type: ignore[no-untyped-call]
            settings.CELERY_BROKER_URL, connect_timeout=BROKER_TIMEOUT, transport_options=limits
        ) as link:
            waiting = _count_waiting(link)
    except (OperationalError, RedisError, OSError):
        advice = _("Pages and agents are served without it, and no work is lost, but none is done. Start it again.")
        return Fact(name, _("the broker doesn’t answer"), advice)
    value = ngettext("%(n)d task waits", "%(n)d tasks wait", waiting) % {"n": waiting}
    advice = _("More comes in than is done. Start another worker, or look whether one hangs.")
    return Fact(name, value, advice if waiting > QUEUE_LONG else "")


def _count_waiting(link: Connection) -> int:
    """Ask for the queue without making it: any broker answers this. One that does not exist is empty."""
    try:
        queue = link.default_channel.queue_declare(QUEUE, passive=True)  # type: ignore[no-untyped-call]
        return int(queue.message_count)
    except link.channel_errors:
        return 0


def _sweeps(now: datetime) -> Fact:
    """Tell the oldest work that was started and is not finished, or which sweeps are late."""
    name, sweeps = _("Oldest waiting work"), list(SweepOverview.objects.order_by("oldest_unfinished_at", "name"))
    if not sweeps:
        return Fact(name, _("no sweep has run yet. They start every hour."))
    oldest = next((sweep for sweep in sweeps if sweep.oldest_unfinished_at), None)
    if oldest and oldest.oldest_unfinished_at:
        value = _("%(sweep)s, started %(ago)s") % {"sweep": oldest.name, "ago": ago(oldest.oldest_unfinished_at, now)}
        is_late = now - oldest.oldest_unfinished_at > RUN_LATE
        advice = _("It should have ended within the hour. Look at its run under Upkeep, and at the failed tasks.")
        return Fact(name, value, advice if is_late else "")
    late = [sweep.name for sweep in sweeps if sweep.name not in NIGHTLY and now - sweep.last_started_at > RUN_LATE]
    advice = _("These did not start in two hours: %(names)s. Look whether beat runs.") % {"names": ", ".join(late)}
    return Fact(name, _("none: every run has ended"), advice if late else "")


def _failed_tasks(now: datetime) -> Fact:
    failed = FailedTask.objects.filter(at__gt=now - timedelta(hours=24)).count()
    advice = _("Look at the list of failed tasks in the administration, then at the worker’s log of that time.")
    return Fact(_("Failed tasks in 24 hours"), str(failed), advice if failed else "")


def _database() -> Fact:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return Fact(_("Database"), filesizeformat(cursor.fetchone()[0]))


def _data_folder() -> list[Fact]:
    """Return the size of the data folder and what is free on its disk; nothing is known of an external server's."""
    data = Path(settings.DATA)
    if not data.exists():
        return []
    disk = shutil.disk_usage(data)
    value = _("%(free)s of %(total)s") % {"free": filesizeformat(disk.free), "total": filesizeformat(disk.total)}
    advice = _("Make room: with 64 MB left, writes fail. Reads still work then.")
    free = Fact(_("Free on its disk"), value, advice if disk.free < FREE_LOW else "")
    size = _size_of(data)
    unknown = _("not known: this process may not read all of it")
    return [Fact(_("Data folder"), unknown if size is None else filesizeformat(size)), free]


def _size_of(folder: Path) -> int | None:
    """Return a folder's size in bytes, or None if this process can't read all of it."""
    total, is_whole = 0, True

    def is_closed(error: OSError) -> None:
        nonlocal is_whole
        is_whole = is_whole and not isinstance(error, PermissionError)  # a file that is gone by now is none

    for path, _folders, names in os.walk(folder, onerror=is_closed):
        for name in names:
            try:
                total += os.lstat(os.path.join(path, name)).st_size  # noqa: PTH118  thousands of files
            except OSError as error:
                is_closed(error)
    return total if is_whole else None


def _backup(now: datetime) -> Fact:
    name = _("Last backup")
    if not settings.EMBEDDED_DATABASE:
        return Fact(name, _("made by whoever runs the database, and not known here"))
    status = backup_status.read(settings.DATA)
    if not settings.BACKUPS_KEPT:
        return Fact(name, _("none is made at night: BACKUPS_KEPT is 0"), status.error)
    if not status.taken:
        return Fact(name, _("none yet: it is made at night"), status.error)
    value = _("%(ago)s, %(size)s") % {"ago": ago(status.taken, now), "size": filesizeformat(status.size)}
    late = _("It is made every night while memoryweb runs. Let it run at night, or look at the supervisor’s log.")
    return Fact(name, value, status.error or (late if now - status.taken > BACKUP_LATE else ""))


def _parts() -> list[Fact]:
    def where(is_embedded: bool) -> str:
        return _("embedded: memoryweb runs it") if is_embedded else _("external")

    # before a data folder's first start there is no socket, and nothing embedded
    is_own_broker = Path(settings.DATA).exists() and addresses.broker_url(settings.DATA) == settings.CELERY_BROKER_URL
    return [Fact("PostgreSQL", where(settings.EMBEDDED_DATABASE)), Fact(_("Broker"), where(is_own_broker))]


def _versions() -> list[Fact]:
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        server = str(cursor.fetchone()[0]).split()[0]
    parts = {"Python": platform.python_version(), "Django": django.get_version(), "PostgreSQL": server}
    return [
        Fact("memoryweb", project["version"]),
        Fact(_("Runs on"), ", ".join(f"{name} {version}" for name, version in parts.items())),
    ]
