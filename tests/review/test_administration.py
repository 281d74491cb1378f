"""/admin/: staff with a second factor list, open, close and revoke. Everybody they open or change sees that."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import upkeep
from memoryweb.people.models import StaffAccess, User
from memoryweb.people.signing_in.links import sign_in_link
from memoryweb.review.administration import site
from memoryweb.rls import scope
from tests.api.conftest import error, url
from tests.builders import give_second_factor, person_types, post
from tests.review.test_sign_in import follow, somebody

LISTS = sorted(f"/admin/{model._meta.app_label}/{model._meta.model_name}/" for model in site._registry)


@pytest.fixture
def staff(mira: User) -> Client:
    client = Client()
    client.force_login(mira)
    return client


def looks_at(person: User) -> list[tuple[str, str | None]]:
    with scope.acting_as(person.pk):
        rows = StaffAccess.objects.filter(person=person).order_by("at", "id").select_related("by")
        return [(row.what, row.by.email if row.by else None) for row in rows]


def page_of(person: User) -> str:
    return f"/admin/people/user/{person.pk}/"


def test_everybody_else_is_told_that_there_is_no_such_page(browser: Client, client: Client) -> None:
    for path in ("/admin/", *LISTS):
        assert browser.get(path).status_code == 404, path
        answer = client.get(path)
        assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/person/login/"), path


def test_staff_without_a_second_factor_are_refused_and_told_how_to_set_one_up(alice: User) -> None:
    alice.is_staff = True
    alice.save()
    client = Client()
    client.force_login(alice)
    run = upkeep.run_now("promote", now=timezone.now())
    in_review = ("/upkeep/", f"/upkeep/{run.pk}/", "/settings/operations/")
    for path in ("/admin/", *LISTS, f"{page_of(alice)}change/", *in_review):
        answer = client.get(path)
        assert answer.status_code == 403, path
        assert "Set up a passkey" in answer.text, path
    assert client.post("/upkeep/archive/ring/").status_code == 403
    give_second_factor(alice)
    assert client.get("/admin/").status_code == 200


def test_every_list_opens_and_none_can_be_added_to_or_deleted_from(staff: Client, scribe: Agent) -> None:
    upkeep.run_now("promote", now=timezone.now())
    assert len(LISTS) == 8
    for path in LISTS:
        assert staff.get(path).status_code == 200, path
        assert staff.get(f"{path}add/").status_code == 404, path
        assert staff.post(path, {"action": "delete_selected", "_selected_action": "1"}).status_code < 500, path
    for name in ("search", "password_change", "login", "logout", "autocomplete"):
        assert staff.get(f"/admin/{name}/").status_code == 404, name


def test_a_list_takes_no_filter_that_it_does_not_offer(staff: Client, alice: User) -> None:
    assert staff.get("/admin/people/user/", {"password__startswith": "p"}).status_code == 400
    assert staff.get("/admin/people/user/", {"is_active__exact": "1"}).status_code == 200


def test_opening_a_person_shows_counts_and_is_logged_for_them(staff: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        person_types(alice, "Zebra words")
    answer = staff.get(f"{page_of(alice)}change/")
    assert answer.status_code == 200
    assert re.search(r"memories: active</th><td>1</td>", answer.text)
    assert "ebra" not in answer.text
    assert looks_at(alice) == [("person", "mira@example.org")]


def test_opening_an_agent_tells_whose_it_is_without_its_name_and_is_logged(
    staff: Client, alice: User, scribe: Agent
) -> None:
    listed = staff.get("/admin/agents/agentoverview/").text
    assert str(scribe.pk) in listed
    assert alice.email not in listed
    answer = staff.get(f"/admin/agents/agentoverview/{scribe.pk}/change/")
    assert alice.email in answer.text
    assert "Scribe" not in answer.text
    assert looks_at(alice) == [("agent", "mira@example.org")]


def test_opening_ones_own_membership_is_not_logged(staff: Client, mira: User) -> None:
    with scope.acting_as(mira.pk):
        (membership,) = mira.memberships.all()
    answer = staff.get(f"/admin/people/membershipoverview/{membership.pk}/change/")
    assert mira.email in answer.text
    assert "Harbour" not in answer.text
    assert looks_at(mira) == []


def test_a_closed_account_signs_in_no_more_and_its_agents_get_no_answer_until_it_is_opened(
    staff: Client, browser: Client, alice: User
) -> None:
    with scope.acting_as(alice.pk):
        token = Agent.connect(alice, name="Scribe")[1]
    asked = staff.get(f"{page_of(alice)}deactivate/")
    assert "Close this account?" in asked.text
    assert looks_at(alice) == []
    assert staff.post(f"{page_of(alice)}deactivate/").status_code == 302
    assert browser.get("/review/").status_code == 302
    assert error(post(Client(), url("get_user_preferences"), token, {})) == (401, "UNAUTHENTICATED")
    assert "Nothing had to be changed." in staff.post(f"{page_of(alice)}deactivate/", follow=True).text
    staff.post(f"{page_of(alice)}reactivate/")
    assert browser.get("/review/").status_code == 200
    assert post(Client(), url("get_user_preferences"), token, {}).status_code == 200
    whats = [what for what, _ in looks_at(alice)]
    assert [what for what in whats if what != "person"] == ["deactivated", "reactivated"]


def test_revoking_everything_ends_agents_sessions_and_links(staff: Client, browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        token = Agent.connect(alice, name="Scribe")[1]
    link = sign_in_link(alice)
    assert "Revoke everything of this person?" in staff.get(f"{page_of(alice)}revoke/").text
    assert staff.post(f"{page_of(alice)}revoke/").status_code == 302
    assert browser.get("/review/").status_code == 302
    assert error(post(Client(), url("get_user_preferences"), token, {})) == (401, "UNAUTHENTICATED")
    assert follow(somebody(), link) == 403
    alice.refresh_from_db()
    assert follow(somebody(), sign_in_link(alice)) == 302
    assert looks_at(alice) == [("revoked_everything", "mira@example.org")]


def test_revoking_one_agent_leaves_the_others(staff: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        other, token = Agent.connect(alice, name="Other")
    staff.post(f"/admin/agents/agentoverview/{scribe.pk}/revoke/")
    with scope.acting_as(alice.pk):
        assert list(Agent.objects.connected()) == [other]
    assert post(Client(), url("get_user_preferences"), token, {}).status_code == 200
    assert looks_at(alice) == [("revoked_agent", "mira@example.org")]


def test_staff_do_nothing_to_themselves_or_to_other_staff(staff: Client, mira: User, bob: User) -> None:
    bob.is_staff = True
    bob.save()
    for person in (mira, bob):
        for act in ("deactivate", "revoke"):
            answer = staff.post(f"{page_of(person)}{act}/", follow=True)
            assert "Only a superuser may do this to staff" in answer.text
        person.refresh_from_db()
        assert (person.is_active, person.signed_out_at) == (True, None)


def test_an_id_that_is_nobodys_is_answered_without_a_line_in_any_log(staff: Client) -> None:
    for pk in (uuid4(), "nonsense"):
        for path in ("people/user", "agents/agentoverview", "people/membershipoverview"):
            assert staff.get(f"/admin/{path}/{pk}/change/").status_code in (302, 404)  # to the index, which says so
        for path in ("people/user", "agents/agentoverview"):
            assert staff.post(f"/admin/{path}/{pk}/revoke/").status_code == 404


def test_a_list_costs_as_many_queries_with_one_row_as_with_many(staff: Client, alice: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            staff.get("/admin/agents/agentoverview/")
        return len(captured)

    with scope.acting_as(alice.pk):
        Agent.connect(alice, name="One")
        queries()
        few = queries()
        for number in range(30):
            Agent.connect(alice, name=f"Agent {number}")
    assert queries() == few
