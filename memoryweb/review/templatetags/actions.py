"""Buttons that post: `{% action_form %}` is a form with one button, `{% action_button %}` a button inside a form.

Every button is in a real form, so it works without JavaScript. With htmx the answer replaces the notices.
"""

from html import escape
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from memoryweb.language.text import invisible
from memoryweb.review.direction import isolated
from memoryweb.review.links import link

register = template.Library()


@register.simple_tag
def action_button(view: str, *arguments: Any, label: str, **attributes: Any) -> SafeString:
    """Show a button that posts its form to `view` instead, in place. `_button` lists the attributes."""
    url = link(view, *arguments)
    return _button(label, formaction=url, **_in_place(url), **attributes)


@register.inclusion_tag("review/_action_form.html", takes_context=True)
def action_form(
    context: template.Context,
    view: str,
    *arguments: Any,
    label: str,
    css: str = "",
    comes_back: bool = False,
    in_place: bool = False,
    **attributes: Any,
) -> dict[str, Any]:
    """Show a form with one button. `comes_back` returns to this page, `in_place` answers by htmx without leaving it."""
    url = link(view, *arguments)
    return {
        "form": _html({"method": "post", "action": url, "class": css}),
        "next": context["request"].get_full_path() if comes_back else "",
        "button": _button(label, **(_in_place(url) if in_place else {}), **attributes),
        "csrf_token": context.get("csrf_token"),
    }


def _in_place(url: str) -> dict[str, str]:
    sync = {"hx-sync": "closest form:drop"}  # a second tap, or another answer, while the first is on its way
    return {"hx-post": url, "hx-target": "#notices", "hx-swap": "innerHTML", **sync}


def _button(
    label: str,
    *,
    style: str = "button",
    kind: str = "",
    size: str = "",
    key: str = "",
    about: str = "",
    aria_label: str = "",
    **others: Any,
) -> SafeString:
    """Return a button. `about` names for screen readers what the label alone does not."""
    named = {"class": style, "data-kind": kind, "data-size": size, "data-key": key}
    if about:
        aria_label = _("%(label)s: %(about)s") % {"label": label, "about": about}
    attributes = {**named, **others, "aria-label": aria_label}
    html = _html({name.replace("_", "-"): value for name, value in attributes.items()})
    shown = format_html("{}", isolated(label))
    if invisible.RIGHT_TO_LEFT.search(shown):  # one box of the button, in its own direction
        shown = format_html('<span dir="auto">{}</span>', shown)
    return format_html("<button{}>{}</button>", html, shown)


def _html(attributes: dict[str, Any]) -> SafeString:
    """Return ` name="value"` for each that has one. A page has hundreds, and `flatatt` takes four times as long."""
    return SafeString("".join(f' {name}="{escape(str(value))}"' for name, value in attributes.items() if value))
