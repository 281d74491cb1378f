"""What the pages about signing in show: a QR code, a browser's name, the address at which passkeys work."""

from ipaddress import ip_address
from typing import Any

import qrcode
from django import template
from django.conf import settings
from django.http.request import split_domain_port
from django.utils.translation import gettext as _

from memoryweb.review import console

register = template.Library()
# A part of what a browser says of itself, and its name. The first that fits: they all imitate one another.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrome/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
    "curl/": "curl",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


@register.filter
def browser_name(user_agent: str) -> str:
    """Return a browser's name for people, such as “Firefox on Linux”."""
    browser = next((name for part, name in BROWSERS.items() if part in user_agent), _("A browser"))
    system = next((name for part, name in SYSTEMS.items() if part in user_agent), "")
    return _("%(browser)s on %(system)s") % {"browser": browser, "system": system} if system else browser


@register.inclusion_tag("review/_qr_code.html")
def qr_code(text: str) -> dict[str, Any]:
    """Draw a QR code as one path: our pages may not load an image from a data: address."""
    code = qrcode.QRCode(border=4)
    code.add_data(text)
    rows = code.get_matrix()
    squares = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark)
    return {"size": len(rows), "squares": squares}


@register.inclusion_tag("mfa/_passkey_address.html", takes_context=True)
def passkey_address(context: template.Context) -> dict[str, Any]:
    """Say where to open this page instead, if its address is a number: browsers give such an address no passkey."""
    request = context["request"]
    host, port = split_domain_port(request.get_host())
    try:
        number = ip_address(host.strip("[]"))
    except ValueError:
        return {"is_named": True}
    address = f"http://localhost{f':{port}' if port else ''}{request.path}"
    return {"is_named": False, "named": address if number.is_loopback else ""}


@register.simple_tag
def how_to_change_email(email: str) -> dict[str, Any]:
    """Return whether a new address can be confirmed by mail, and the command for where it cannot."""
    return {"by_mail": bool(settings.EMAIL_HOST), "command": console.command(f"change_email {email} NEW")}
