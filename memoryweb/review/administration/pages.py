"""What all lists of the administration share: they are read only, and an act is done after a page that asks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db import ProgrammingError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, reverse
from django.utils.translation import gettext as _
from psycopg.errors import InsufficientPrivilege
from unfold.admin import ModelAdmin


class Overview(ModelAdmin):  # type: ignore[misc]  # unfold ships no types
    """A list that staff may read and nobody changes.

    `opens`, given an id, reads what a row's own page shows besides, as `row.opened`, and logs that for its person.
    Without it rows have no page.
    """

    opens: Callable[[UUID], Any] | None = None
    change_list_template = "administration/change_list.html"
    actions = None
    list_per_page = 50
    show_full_result_count = False
    list_filter_sheet = False

    def get_urls(self) -> list[URLPattern]:
        """Leave out adding, deleting and the package's log of changes."""
        wanted = {"changelist"} | ({"change"} if self.opens else set())
        acts = {f"{self.opts.app_label}_{self.opts.model_name}_{name}" for name in self.actions_detail}
        names = {f"{self.opts.app_label}_{self.opts.model_name}_{name}" for name in wanted} | acts
        return [each for each in super().get_urls() if each.name in names]

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        row = super().get_object(request, object_id, from_field)
        if row and self.opens:
            row.opened = self.opens(row.pk)
        return row

    def get_list_display_links(self, request: HttpRequest, list_display: Any) -> Any:
        return super().get_list_display_links(request, list_display) if self.opens else None

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Filter by what the page offers. Others, such as an id's beginning, would be a search."""
        return lookup.partition("__")[0] in self.list_filter

    def has_module_permission(self, request: HttpRequest) -> bool:
        return True  # site.admin_view has asked who it is

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@dataclass(frozen=True)
class Act:
    """Texts for staff before and after an act."""

    title: str
    consequences: str
    button: str
    done: str


def parse_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Http404 from None


def confirm(request: HttpRequest, admin: Overview, about: Any, act: Act, do: Callable[[], object]) -> HttpResponse:
    """Ask on GET, do it on POST, and go back to the page of the row, which says what happened."""
    page = reverse(f"admin:{admin.opts.app_label}_{admin.opts.model_name}_change", args=[about.pk])
    if request.method != "POST":
        context = admin.admin_site.each_context(request) | {"opts": admin.opts, "title": act.title, "back": page}
        return TemplateResponse(request, "administration/confirm.html", context | {"about": about, "act": act})
    try:
        with transaction.atomic():
            did = do()
    except ProgrammingError as error:
        if not isinstance(error.__cause__, InsufficientPrivilege):
            raise
        messages.warning(request, _("Only a superuser may do this to staff, and nobody to themselves."))
        return redirect(page)
    messages.success(request, act.done if did else _("Nothing had to be changed."))
    return redirect(page)
