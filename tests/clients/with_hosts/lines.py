"""The programs' side: answers each JSON line with one, until the input ends."""

import json
import sys
import traceback
from collections.abc import Callable
from typing import Any


def serve(handle: Callable[..., Any]) -> None:
    answers, sys.stdout = sys.stdout, sys.stderr  # what a library prints is no answer
    for line in sys.stdin:
        try:
            answer = {"result": handle(**json.loads(line))}
        except Exception:
            answer = {"failed": traceback.format_exc()}
        print(json.dumps(answer), file=answers, flush=True)
