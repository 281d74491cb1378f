"""Which kinds of work a request asks for, as learned from labelled requests in five languages."""

from memoryweb.language import readings
from memoryweb.language.heads import heads
from memoryweb.language.heads.features import features_of_texts
from memoryweb.language.requests.named_tasks import find_task
from memoryweb.rules.task_types import TaskType

THRESHOLD = 0.4  # docs/learning.md has the precision and recall at each
END_MAX = 400  # characters of a long request that are read once more: what is asked may stand behind what was pasted


def tasks_in(request: str) -> tuple[TaskType, ...]:
    """Return the kinds of work that a request asks for, in the order of the table; several may hold, or none."""
    if not request.strip():
        return ()
    return readings.once(("work", request), lambda: _tasks_in(request))


def _tasks_in(request: str) -> tuple[TaskType, ...]:
    head = heads.load("task")
    texts = [request] if len(request) <= END_MAX else [request, request[-END_MAX:]]
    likely = head.judge(features_of_texts(texts)).max(axis=0)
    found = (find_task(name) for name, share in zip(head.answers, likely, strict=True) if share >= THRESHOLD)
    return tuple(task for task in found if task)
