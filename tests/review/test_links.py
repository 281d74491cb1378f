"""Addresses of pages about one row are those that Django's `reverse` and `{% url %}` give."""

from uuid import uuid4

import pytest
from django.template import Context, Template, engines
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from memoryweb.people.ids import uuid7
from memoryweb.review.links import link
from memoryweb.review.templatetags.links import _RowURLNode
from tests.cases import with_each


def views_of_one_row(resolver: URLResolver, namespace: str = "") -> list[str]:
    """Return the names of all views whose address has one UUID and nothing else."""
    found = []
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            below = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            found += views_of_one_row(pattern, below)
        elif isinstance(pattern, URLPattern) and pattern.name:
            found.append(f"{namespace}{pattern.name}")
    return [name for name in found if has_one_row(name)]


def has_one_row(view: str) -> bool:
    try:
        return bool(reverse(view, args=[uuid4()]))
    except NoReverseMatch:
        return False


def test_every_page_about_one_row_has_the_address_that_django_gives_it() -> None:
    views = views_of_one_row(get_resolver())
    assert len(views) > 50
    for view in views:
        row = uuid7()
        assert link(view, row) == reverse(view, args=[row]), view


def rendered(template: str, **context: object) -> str:
    return engines["django"].from_string(template).render(context)


def test_the_tag_takes_all_that_djangos_takes() -> None:
    row = uuid7()
    address = reverse("review:memory", args=[row])
    assert rendered("{% url 'review:memory' row %}", row=row) == address
    assert rendered("{% url 'review:memory' pk=row %}", row=row) == address
    assert rendered("{% url 'review:memory' row %}", row=str(row)) == address
    assert rendered("{% url 'review:memory' row as here %}[{{ here }}]", row=row) == f"[{address}]"
    assert rendered("{% url 'review:memories' %}") == reverse("review:memories")
    assert rendered("{% url 'review:nowhere' row as here %}[{{ here }}]", row=row) == "[]"


@with_each("row", [None, "", "not a row", 7])
def test_what_is_no_row_fails_as_it_does_with_djangos(row: object) -> None:
    with pytest.raises(NoReverseMatch):
        rendered("{% url 'review:memory' row %}", row=row)


def test_a_view_without_a_row_fails_too() -> None:
    with pytest.raises(NoReverseMatch):
        rendered("{% url 'review:memories' row %}", row=uuid7())


def test_templates_use_it_without_loading_it() -> None:
    template = Template("{% url 'review:memory' row %}")
    assert isinstance(template.nodelist[0], _RowURLNode)
    assert template.render(Context({"row": uuid7()})).startswith("/memories/")
