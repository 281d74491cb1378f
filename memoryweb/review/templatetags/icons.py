"""`{% icon "review" %}` shows a symbol of static/icons.svg. It is decoration: the words beside it say what it means."""

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        static("icons.svg"),
        name,
    )
