"""memoryweb. The Celery application is loaded here, so that every process sends its tasks to the same broker."""

from memoryweb.celery import app as celery_app

__all__ = ["celery_app"]
