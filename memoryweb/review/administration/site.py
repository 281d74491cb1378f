"""The administration site: its addresses, its visitors, and the scripts its pages load."""

from collections.abc import Callable
from typing import Any

from csp.constants import UNSAFE_EVAL
from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponseBase
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver
from django.views.decorators.cache import never_cache
from unfold.sites import UnfoldAdminSite

from memoryweb.review.staff.staff_pages import staff_only

# Its pages are built with Alpine, which turns the attributes of a page into functions: that is "eval". Only the
# templates of the package and ours hold such attributes, and no text of a person or an agent reaches these pages.
# Everything else stays as on all pages: no other host, and nothing inline.
ALSO_ALLOWED = {"script-src": [UNSAFE_EVAL]}

# No signing in, passwords, search or history of its own: the first two are at /person/, and there is no act-as.
ADDRESSES = {"index", "app_list", "jsi18n"}


class Administration(UnfoldAdminSite):  # type: ignore[misc]  # unfold ships no types
    final_catch_all_view = False
    index_template = "administration/index.html"

    def get_urls(self) -> list[URLPattern | URLResolver]:
        urls = super().get_urls()
        return [each for each in urls if isinstance(each, URLResolver) or each.name in ADDRESSES]

    def has_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_authenticated and request.user.is_staff)

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Callable[..., HttpResponseBase]:
        """Guard every page of the site. This replaces Django's own check, which would show a form to sign in."""
        guarded = staff_only(never_cache(view))
        return csp_update(ALSO_ALLOWED)(guarded)

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Leave out the colors, which the package writes inline; static/css/administration.css has them."""
        context: dict[str, Any] = super().each_context(request)
        icon = {"rel": "icon", "href": static("icon.svg"), "type": "image/svg+xml"}
        return context | {"colors": {}, "styles": [static("css/administration.css")], "site_favicons": [icon]}


site = Administration()
