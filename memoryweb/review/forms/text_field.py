"""A field for text of several lines."""

from typing import Any

from django import forms

from memoryweb.review.forms.value import newlines


class TextField(forms.CharField):
    """Text with its line breaks, which count as one character each, as in the browser."""

    def __init__(self, *, rows: int, **kwargs: Any) -> None:
        super().__init__(widget=forms.Textarea({"rows": rows}), required=False, **kwargs)

    def to_python(self, value: Any) -> Any:
        return super().to_python(newlines(value) if isinstance(value, str) else value)
