"""A running web process, and a site with clients' documents that it trusts."""

from collections.abc import Iterator

import pytest

from memoryweb.people.models import User
from tests.api.web_process import WebProcess, start_web_process
from tests.oauth.client_site import ClientSite, running_site
from tests.oauth.connector import Browser


@pytest.fixture(scope="session")
def site() -> Iterator[ClientSite]:
    with running_site() as site:
        yield site


@pytest.fixture(scope="session")
def web(site: ClientSite) -> Iterator[WebProcess]:
    with start_web_process(OAUTH_LOOPBACK_CLIENTS="true", SSL_CERT_FILE=str(site.certificate)) as web_process:
        yield web_process


@pytest.fixture
def anna(committed: None) -> User:
    return User.objects.create_user("anna@example.org")


@pytest.fixture
def her_browser(web: WebProcess, anna: User) -> Iterator[Browser]:
    """anna's, signed in."""
    browser = Browser(web.url)
    browser.sign_in(anna)
    yield browser
    browser.http.close()
