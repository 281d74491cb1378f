"""The labelled rows of corpora/, and which of them are kept aside from all training."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def is_kept_aside(text: str) -> bool:
    return int(sha256(text.encode("utf-8", "surrogatepass")).hexdigest(), 16) % 3 == 0


def lines(name: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file of corpora/."""
    for line in (ROOT / "corpora" / f"{name}.jsonl").read_text().splitlines():
        yield json.loads(line)
