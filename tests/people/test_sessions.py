"""Where a person is signed in: listed, ended one by one or all but this one, and nobody else's."""

from allauth.usersessions.models import UserSession
from django.test import Client

from memoryweb.people.models import User
from memoryweb.review.templatetags.sign_in import browser_name
from memoryweb.rls import scope
from tests.people.test_identities import is_signed_in
from tests.people.test_second_step import first_step

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 (KHTML) Version/18.0 Safari/604.1"


def key_of_only_other(client: Client, person: User) -> int:
    with scope.acting_as(person.pk):
        other = UserSession.objects.exclude(session_key=client.session.session_key).get()
    return int(other.pk)


def test_each_sign_in_is_listed_and_the_others_can_be_ended_at_once(alice: User) -> None:
    here, there, elsewhere = (first_step(alice, way) for way in ("a link", "a password", "a password"))
    page = here.get("/person/sessions/").text
    assert page.count("Signed in on") == 3
    assert page.count(">here<") == 1
    assert "3 browsers are signed in" in here.get("/settings/").text
    here.post("/person/sessions/")
    assert [is_signed_in(client) for client in (here, there, elsewhere)] == [True, False, False]
    assert here.get("/person/sessions/").text.count("Signed in on") == 1


def test_one_browser_is_signed_out(alice: User) -> None:
    here, there = first_step(alice, "a link"), first_step(alice, "a password")
    answer = here.post(f"/settings/sessions/{key_of_only_other(here, alice)}/end/")
    assert answer["Location"] == "/person/sessions/"
    assert (is_signed_in(here), is_signed_in(there)) == (True, False)


def test_nobody_ends_or_sees_somebody_elses_session(alice: User, bob: User) -> None:
    hers, his = first_step(alice, "a link"), first_step(bob, "a link")
    with scope.acting_as(alice.pk):
        key = UserSession.objects.get().pk
    assert his.post(f"/settings/sessions/{key}/end/").status_code == 404
    his.post("/person/sessions/")
    assert is_signed_in(hers)
    assert his.get("/person/sessions/").text.count("Signed in on") == 1


def test_a_session_that_has_ended_is_not_listed(alice: User) -> None:
    here, there = first_step(alice, "a link"), first_step(alice, "a password")
    there.post("/person/logout/")
    assert here.get("/person/sessions/").text.count("Signed in on") == 1


def test_a_browser_is_named_for_people() -> None:
    assert browser_name(FIREFOX) == "Firefox on Linux"
    assert browser_name(IPHONE) == "Safari on iPhone"
    assert browser_name("") == "A browser"
