"""The Celery task that goes on with an import. All state is in its rows."""

from uuid import UUID

from celery import shared_task

from memoryweb.interchange.importing import batches

SECONDS = 240  # of one task, well below the time limit of all


@shared_task
def go_on(person_id: str, batch_id: str) -> None:
    if batches.run(UUID(batch_id), UUID(person_id), seconds=SECONDS):
        go_on.delay(person_id, batch_id)
