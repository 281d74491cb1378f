"""The Celery application: the clock's doorbell. What is due lives in the rows."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryweb.settings")

app = Celery("memoryweb")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
