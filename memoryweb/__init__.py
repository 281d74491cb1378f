"""memoryweb. The Celery application is loaded with it, so that every process rings the same doorbell."""

from memoryweb.celery import app as celery_app

__all__ = ["celery_app"]
