"""How a form shows a value of any JSON type as text and reads it back: as words, lines, a number or JSON."""

import json
from enum import StrEnum
from typing import Any, NoReturn

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryweb.rules import fields, limits

ROWS_MOST = 14  # lines of a value that are shown at once
YES_NO = {"yes": True, "no": False}


class ValueAs(StrEnum):
    WORDS = "words"
    LINES = "lines"
    NUMBER = "number"
    JSON = "json"


LABELS = {ValueAs.JSON: gettext_lazy("Value (JSON)")}
HELP = {
    ValueAs.LINES: gettext_lazy("One per line."),
    ValueAs.NUMBER: gettext_lazy("A number. Anything else is kept as text."),
    ValueAs.JSON: gettext_lazy("This value has parts. Change what is between the quotes, and keep the brackets."),
}
ROWS = {ValueAs.WORDS: 2, ValueAs.LINES: 3, ValueAs.JSON: 4}


def newlines(text: str) -> str:
    """Return the text with the line breaks that a browser shows: it sends each as CR LF, and keeps no lone CR."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def choose_input(value: Any, field: fields.Field | None) -> ValueAs:
    """Return how this value is shown; true and false are shown as a choice, with no words beside it."""
    match value:
        case bool():
            return ValueAs.WORDS
        case int() | float():
            return ValueAs.NUMBER
        case dict():
            return ValueAs.JSON
        case list():
            return ValueAs.LINES if all(map(_is_line, value)) else ValueAs.JSON
    takes_list = field is not None and field.shape == fields.Shape.LIST
    return ValueAs.LINES if takes_list and len(newlines(value or "").split("\n")) == 1 else ValueAs.WORDS


def _is_line(item: object) -> bool:
    return isinstance(item, str) and bool(item.strip()) and item == item.strip() and "\n" not in newlines(item)


def to_text(value: Any, value_as: ValueAs) -> str:
    """Return the text that the input shows."""
    if value is None or isinstance(value, bool):
        return ""
    if value_as == ValueAs.LINES and isinstance(value, list):
        return "\n".join(value)
    if isinstance(value, str) and value_as != ValueAs.JSON:
        return value
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return text if len(text) <= limits.DETAILS_MAX else json.dumps(value, ensure_ascii=False)


def from_text(text: str, value_as: ValueAs, *, makes_list: bool = False) -> Any:
    """Read what was typed; None for nothing. One line is a list only if `makes_list`. Raises ValidationError."""
    text = newlines(text)
    if not text.strip():
        return None
    if value_as == ValueAs.JSON:
        return _from_json(text)
    if value_as == ValueAs.NUMBER:
        return _number(text.strip())
    if value_as == ValueAs.LINES:
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        return lines if makes_list or len(lines) > 1 else lines[0]
    return text.strip()


def _from_json(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno, "why": error.msg}
        raise forms.ValidationError(
            _("This is not valid JSON. Look at line %(line)d, column %(column)d: %(why)s."), params=where
        ) from None
    except (ValueError, RecursionError):
        raise forms.ValidationError(_("This is not valid JSON.")) from None


def _number(text: str) -> int | float | str:
    try:
        number = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return text
    is_number = isinstance(number, int | float) and not isinstance(number, bool) and abs(number) != float("inf")
    return number if is_number else text


def _refuse(_name: str) -> NoReturn:
    raise ValueError("JSON has no such number")


def make_widget(value_as: ValueAs, text: str) -> forms.Widget:
    """Return an input as high as its text, within reason."""
    if value_as == ValueAs.NUMBER:
        return forms.TextInput({"inputmode": "decimal"})
    rows = min(max(ROWS[value_as], text.count("\n") + 1), ROWS_MOST)
    return forms.Textarea({"rows": rows} | ({"spellcheck": "false"} if value_as == ValueAs.JSON else {}))


def choices_for(value: Any, field: fields.Field | None, chosen: str = "") -> list[tuple[str, Any]]:
    """Return the options that a radio group offers for this value, or for what was chosen; none for free text."""
    options: list[tuple[str, Any]] = [(option.label, option.label) for option in field.options] if field else []
    if isinstance(value, bool) or chosen in YES_NO or (field and field.shape == fields.Shape.BOOLEAN):
        options += [("yes", _("Yes")), ("no", _("No"))]
    return options


def chosen_option(value: Any, choices: list[tuple[str, Any]]) -> str:
    """Return the option that the radio group shows as chosen; empty if the value is in other words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) and value not in YES_NO and value in dict(choices) else ""
