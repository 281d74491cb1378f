"""Signs in whom a proxy names in a header, where the operator says which header and which proxies (off by default)."""

from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import perform_login
from allauth.account.models import Login
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from memoryweb.people.models import User

GetResponse = Callable[[HttpRequest], HttpResponse]
NOT_FOR_PEOPLE = ("/api/", "/hooks/", "/healthz", "/static/")
SIGNING_IN = ("/person/", "/sign-in/")  # these go on: the second step, and signing out


def sign_in_by_proxy(get_response: GetResponse) -> GetResponse:
    """Sign in the person whose e-mail address is in the header, unless it comes from any other address than a proxy's.

    It takes the place of a password: whoever set up a second factor is still asked for it. Nobody is created.
    """
    if not (settings.TRUSTED_PROXY_HEADER and settings.TRUSTED_PROXIES):
        raise MiddlewareNotUsed
    proxies = [ip_network(each) for each in settings.TRUSTED_PROXIES]

    def middleware(request: HttpRequest) -> HttpResponse:
        email = request.headers.get(settings.TRUSTED_PROXY_HEADER, "").strip().lower()
        if (
            not email.isprintable()
            or not email
            or request.path.startswith(NOT_FOR_PEOPLE)
            or not _is_from(request, proxies)
        ):
            return get_response(request)
        if request.user.is_authenticated and request.user.email.lower() != email:
            get_adapter(request).logout(request)  # the proxy knows who is there now
        if request.user.is_authenticated or request.path.startswith(SIGNING_IN):
            return get_response(request)
        person = User.objects.filter(email__iexact=email).first()
        if person is None:
            return get_response(request)
        back = request.get_full_path() if request.method == "GET" else None
        response: HttpResponse = perform_login(request, Login(user=person, redirect_url=back))
        return response

    return middleware


def _is_from(request: HttpRequest, proxies: list[IPv4Network | IPv6Network]) -> bool:
    """Return whether the connection itself comes from one of the proxies, whatever any header says."""
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(address in network for network in proxies)
