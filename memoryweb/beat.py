"""When beat starts which work. It tells its supervisor that it lives, and goes on when the clock is set back."""

from datetime import timedelta
from typing import Any

from celery.beat import PersistentScheduler

from memoryweb.embedded.heartbeats import give_heartbeat
from memoryweb.embedded.probe import give_sign_of_life

TOLERANCE = timedelta(minutes=5)  # clocks are corrected by seconds all the time


class Scheduler(PersistentScheduler):  # type: ignore[misc]  # Celery ships no types
    max_interval = 10  # seconds from one look at the schedule to the next
    _heap: Any  # the next runs, the first one first

    def tick(self, *args: Any, **kwargs: Any) -> float:
        give_sign_of_life()
        give_heartbeat("beat")
        self._forget_runs_in_the_future()
        return float(super().tick(*args, **kwargs))

    def _forget_runs_in_the_future(self) -> None:
        """Without this, work that ran while the clock was 40 days ahead would start again in 40 days."""
        for entry in self.schedule.values():
            now = entry.default_now()
            if entry.last_run_at > now + TOLERANCE:
                entry.last_run_at = now
                self._heap = None  # tick makes it anew
