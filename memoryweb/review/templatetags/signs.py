"""Filters that cut for every template: Django's own cut within what people see as one sign."""

from typing import Any

from django import template

from memoryweb.language.text import signs

register = template.Library()


@register.filter(is_safe=True)
def truncatechars(value: Any, most: int) -> str:
    return signs.shorten(str(value), most)


@register.filter(is_safe=True)
def initial(value: Any) -> str:
    return signs.first(str(value))
