"""S2's archive: a JSON list of archived memories. It is only written."""

import json
from collections.abc import Iterable

from memoryweb.memories.archive_entry import archive_entry
from memoryweb.memories.models import Memory


def write(memories: Iterable[Memory]) -> str:
    return json.dumps([archive_entry(memory) for memory in memories], ensure_ascii=False, indent=2) + "\n"
