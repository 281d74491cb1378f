"""memoryweb. The Celery application is loaded here, so that every process sends its tasks to the same broker."""

import os

# On a busy machine several threads of linear algebra wait for one another, 200 ms a sentence. Set before numpy is read.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from memoryweb.celery import app as celery_app

__all__ = ["celery_app"]
