"""Signing in as a person does: with a passkey, with an authenticator app, by a company's provider."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Running, Visitor
from tests.browser.test_pages import PICTURES, faults_in_every_window, faults_of
from tests.people.identity_server import Identity
from tests.people.test_second_factor import code_of
from tests.rings import thorough

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def by_name(url: str) -> str:
    """Return an address on this machine by name: browsers give an address of numbers no passkey."""
    return url.replace("127.0.0.1", "localhost")


def check(page: Page, name: str) -> None:
    """Check a page with axe: as it is, and in every window where pictures are wanted."""
    assert (faults_in_every_window(page, name) if PICTURES else faults_of(page, name)) == []
    page.set_viewport_size({"width": 1280, "height": 860})


def test_an_invited_person_joins_with_a_passkey_and_signs_in_with_it(
    running: Running, chrome: Browser, visits: Callable[..., Visitor]
) -> None:
    staff = visits("staff@example.org", is_staff=True).goes_to("/invitations/")
    staff.get_by_label("Their email").fill("invited@example.org")
    staff.get_by_role("button", name="Make a link").click()
    check(staff, "invitations")
    link = by_name(staff.locator("#link").inner_text())
    context = chrome.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    page.set_default_timeout(15_000)
    developer = context.new_cdp_session(page)
    developer.send("WebAuthn.enable")
    developer.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    page.goto(link)
    check(page, "invitation")
    page.get_by_role("button", name="Join with a passkey").click()
    check(page, "add-passkey")
    page.get_by_label("Its name").fill("My laptop")
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_text("They can’t be shown again")).to_be_visible()
    check(page, "recovery-codes")
    page.goto(by_name(running.url) + "/person/passkeys/")
    expect(page.get_by_text("My laptop").first).to_be_visible()
    check(page, "passkeys")

    page.goto(by_name(running.url) + "/person/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.goto(by_name(running.url) + "/person/login/?next=/memories/")
    page.get_by_text("Sign in with a passkey").click()
    check(page, "sign-in")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(by_name(running.url) + "/memories/")  # not the address that has it as "next"

    page.goto(by_name(running.url) + "/person/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.goto(by_name(running.manage("create_person", "invited@example.org")))
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Use your passkey").click()  # the second step, after a link
    page.wait_for_url("**/review/")

    page.goto(by_name(running.url) + "/person/passkeys/")
    page.get_by_role("link", name="Remove").click()
    page.get_by_role("link", name="Use your passkey").click()
    check(page, "passkey-again")
    page.get_by_role("button", name="Use your passkey").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("heading", name="No passkeys yet")).to_be_visible()
    context.close()


@thorough
def test_an_authenticator_app_guards_a_sign_in_link(running: Running, visits: Callable[..., Visitor]) -> None:
    visitor = visits("app@example.org")
    page = visitor.goes_to("/settings/")
    check(page, "settings")
    page.get_by_role("link", name="Set up an app").click()
    check(page, "authenticator-app")
    secret = page.locator("#app-key").inner_text()
    page.get_by_label("Authenticator code").fill(code_of(secret))
    page.get_by_role("button", name="Turn it on").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    codes = Path(download.value.path()).read_text().split()
    assert len(codes) == 10
    assert download.value.suggested_filename == "memoryweb-recovery-codes.txt"

    visitor.goes_to("/person/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.goto(running.manage("create_person", "app@example.org"))
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="The second step")).to_be_visible()
    check(page, "second-step")
    visitor.goes_to("/review/")
    expect(page.get_by_role("heading", name="The second step")).to_be_visible()  # the link alone opens nothing
    page.get_by_role("textbox", name="Code").fill("000000")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("Incorrect code")).to_be_visible()
    page.get_by_role("textbox", name="Code").fill(codes[0])
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(running.url + "/review/")
    check(visitor.goes_to("/person/sessions/"), "sessions")
    check(visitor.goes_to("/person/email/"), "email")


@thorough
def test_a_companys_provider_signs_in_who_has_an_account_here(running: Running, chrome: Browser) -> None:
    running.manage("create_person", "known@example.org")
    context = chrome.new_context()
    page = context.new_page()
    page.set_default_timeout(15_000)
    running.provider.identity = Identity(sub="1", email="unknown@example.org")
    page.goto(running.url + "/person/login/")
    page.get_by_role("link", name="Sign in with Example Ltd").click()
    expect(page.get_by_role("heading", name="You have no account here")).to_be_visible()
    check(page, "no-account")
    running.provider.identity = Identity(sub="2", email="known@example.org")
    page.goto(running.url + "/person/login/?next=/settings/")
    page.get_by_role("link", name="Sign in with Example Ltd").click()
    page.wait_for_url(running.url + "/settings/")
    expect(page.get_by_text("known@example.org").first).to_be_visible()
    context.close()
