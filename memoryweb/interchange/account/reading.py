"""Reads a complete JSON row by row, at constant memory."""

from collections.abc import Iterator
from typing import Any, BinaryIO

import ijson
from ijson.common import IncompleteJSONError, JSONError, ObjectBuilder


class BadFileError(ValueError):
    """The file is no complete JSON, or a broken one. The text says where and why."""


def rows_in(file: BinaryIO) -> Iterator[tuple[str, Any]]:
    """Yield the rows of a complete JSON by table, after the head's values and before the seal.

    Raises BadFileError.
    """
    building: ObjectBuilder | None = None
    depth, prefix_of_it = 0, ""
    try:
        for prefix, event, value in ijson.parse(file, use_float=True):
            if building is None and event in ("start_map", "start_array"):
                is_row = prefix.startswith("tables.") and prefix.endswith(".item")
                if not (is_row or prefix in ("person", "sealed")):
                    continue
                building, depth, prefix_of_it = ObjectBuilder(), 0, prefix
            if building is not None:
                building.event(event, value)
                depth += event.startswith("start_") - event.startswith("end_")
                if depth == 0:
                    yield prefix_of_it.removeprefix("tables.").removesuffix(".item"), building.value
                    building = None
            elif prefix.count(".") == 2 and prefix.endswith(".item"):
                raise BadFileError(f"{prefix.split('.')[1]}: a row is no object.")
            elif event in ("string", "number", "boolean", "null"):
                yield prefix, value
    except (JSONError, IncompleteJSONError, UnicodeDecodeError, RecursionError) as error:
        raise BadFileError(f"It is no JSON: {first_line(error)}") from error


def first_line(error: Exception) -> str:
    return str(error).splitlines()[0]
