"""/account/delete/ and /account/stay/: leaving, and staying after all."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.test.utils import override_settings
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.people.models import User
from memoryweb.people.signing_in.links import sign_in_link
from memoryweb.rls import scope
from tests.api.conftest import envelope
from tests.builders import agent_says, person_types, post
from tests.review.test_sign_in import follow, somebody

PASSWORD = "a long password for alice"
ADDRESS = "/account/delete/"


@pytest.fixture
def sure(browser: Client) -> Client:
    """alice, who has just typed her password again."""
    answer = browser.get(ADDRESS)
    assert answer.url.startswith("/person/reauthenticate/")  # type: ignore[attr-defined]
    answer = browser.post(answer.url, {"password": PASSWORD})  # type: ignore[attr-defined]
    assert answer.url == ADDRESS  # type: ignore[attr-defined]
    return browser


def test_it_asks_for_the_password_first_and_a_post_without_it_does_nothing(browser: Client, alice: User) -> None:
    assert browser.post(ADDRESS).status_code == 302
    alice.refresh_from_db()
    assert alice.deletion_asked_at is None


def test_the_page_counts_what_goes(sure: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        person_types(alice, "PDF")
    counts = sure.get(ADDRESS).context["account_counts"]
    assert (counts["memories"], counts["agents"], counts["conversations"]) == (1, 1, 0)


def test_the_sidebar_is_that_of_every_page(sure: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        agent_says(scribe, "I like rye")
    page = sure.get(ADDRESS)
    assert page.context["counts"].waiting == sure.get("/memories/").context["counts"].waiting == 1


def test_asking_ends_every_session_and_gives_a_receipt(sure: Client, alice: User) -> None:
    other = Client()
    other.force_login(alice)
    with override_settings(EMAIL_HOST="mail.example.org"):
        answer = sure.post(ADDRESS)
    alice.refresh_from_db()
    assert alice.deletion_number in answer.text
    assert "no-store" in answer["Cache-Control"]
    for client in (sure, other):
        assert client.get("/review/").url.startswith("/person/login/")  # type: ignore[attr-defined]


@pytest.mark.django_db(transaction=False)
def test_the_receipt_is_mailed(sure: Client, alice: User, django_capture_on_commit_callbacks: object) -> None:
    with override_settings(EMAIL_HOST="mail.example.org"), django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        sure.post(ADDRESS)
    alice.refresh_from_db()
    (receipt,) = mail.outbox
    assert alice.deletion_number in receipt.body
    assert receipt.to == [alice.email]


def test_agents_are_answered_as_revoked_ones_and_work_again_after_staying(sure: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        _, token = Agent.connect(alice, name="Scribe")
        revoked, revoked_token = Agent.connect(alice, name="Revoked")
        revoked.revoke(now=timezone.now())
    sure.post(ADDRESS)
    answers = [post(Client(), "/api/v1/tools/get_user_preferences", each, {}) for each in (token, revoked_token)]
    assert {answer.status_code for answer in answers} == {401}
    assert len({envelope(answer)["error"]["message"] for answer in answers}) == 1
    client = somebody()
    follow(client, sign_in_link(User.objects.get()))
    client.post("/account/stay/")
    assert post(Client(), "/api/v1/tools/get_user_preferences", token, {}).status_code == 200
    assert post(Client(), "/api/v1/tools/get_user_preferences", revoked_token, {}).status_code == 401


def test_signed_in_again_every_page_leads_to_the_button_to_stay(sure: Client, alice: User) -> None:
    old = Client()
    old.force_login(alice)
    sure.post(ADDRESS)
    client = somebody()
    follow(client, sign_in_link(User.objects.get()))
    for address in ("/", "/memories/", "/settings/", "/export/MEMORY.md", ADDRESS):
        assert client.get(address).url == "/account/stay/", address  # type: ignore[attr-defined]
    page = client.get("/account/stay/")
    due = User.objects.get().deletion_due_at
    assert due
    assert f"{due:%-d} {due:%B}" in page.text
    assert client.get("/export/everything.zip").status_code == 200
    assert client.post("/account/stay/").url == "/review/"  # type: ignore[attr-defined]
    assert client.get("/review/").status_code == 200
    assert old.get("/review/").status_code == 302, "a session from before comes back"
    assert client.get("/account/stay/").url == "/review/"  # type: ignore[attr-defined]


def test_who_has_no_password_must_have_signed_in_by_a_link_just_now(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice.set_unusable_password()
    alice.save(update_fields=["password"])
    client = somebody()
    client.force_login(alice)
    page = client.get(ADDRESS)
    assert "Sign in with a new link first" in page.text
    assert "manage.py create_person" in page.text  # no mail server: the command is the way to a link
    asked = client.post("/sign-in/link/", {"email": alice.email})
    assert "nothing was sent" in asked.text
    client.post(ADDRESS)
    assert User.objects.get().deletion_asked_at is None
    follow(client, sign_in_link(User.objects.get()))
    assert "Sign in with a new link first" not in client.get(ADDRESS).text
    later = timezone.now().timestamp() + timedelta(minutes=16).total_seconds()
    monkeypatch.setattr("memoryweb.review.settings.views.leaving.time.time", lambda: later)
    assert "Sign in with a new link first" in client.get(ADDRESS).text
    monkeypatch.undo()
    client.post(ADDRESS)
    assert User.objects.get().deletion_asked_at
