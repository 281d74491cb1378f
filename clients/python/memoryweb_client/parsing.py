"""Turns arguments into what is sent, and the `data` of an answer into a typed result."""

import re
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from memoryweb_client.errors import BadAnswerError

T = TypeVar("T")
# Before a capital after a small letter, and before the last capital of several: enableLTMemoryTypes.
WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def snake_case(name: str) -> str:
    return WORD_START.sub("_", name).lower()


def given(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments without those that were left out."""
    return {name: value for name, value in arguments.items() if value not in (None, "", ())}


def build(result_type: type[T], data: object) -> T:
    """Return the result that this data describes. Fields that this version does not know are left out.

    Raises BadAnswerError if a field is missing or has another type.
    """
    return _build(result_type, data, result_type.__name__)  # type: ignore[no-any-return]


def _build(wanted: Any, value: Any, where: str) -> Any:
    if wanted is Any:
        return value
    if is_dataclass(wanted):
        return _build_dataclass(wanted, value, where)
    origin = get_origin(wanted)
    if origin in (Union, types.UnionType):
        return None if value is None else _build(get_args(wanted)[0], value, where)
    if origin is list:
        _check(list, value, where)
        return [_build(get_args(wanted)[0], item, where) for item in value]
    if origin is dict:
        _check(dict, value, where)
        return {key: _build(get_args(wanted)[1], item, where) for key, item in value.items()}
    _check(wanted, value, where)
    return float(value) if wanted is float else value


def _build_dataclass(wanted: Any, value: Any, where: str) -> Any:
    _check(Mapping, value, where)
    found = {snake_case(name): part for name, part in value.items()}
    hints, arguments = _hints(wanted), {}
    for field in fields(wanted):
        if field.name in found:
            arguments[field.name] = _build(hints[field.name], found[field.name], f"{where}.{field.name}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise BadAnswerError(f"The answer has no {where}.{field.name}. Is it another version of memoryweb?")
    return wanted(**arguments)


@cache
def _hints(wanted: Any) -> dict[str, Any]:
    return get_type_hints(wanted)


def _check(wanted: Any, value: object, where: str) -> None:
    accepted: Any = (int, float) if wanted is float else wanted
    if not isinstance(value, accepted) or (isinstance(value, bool) and wanted is not bool):
        raise BadAnswerError(f"{where} in the answer is of another type. Is it another version of memoryweb?")
