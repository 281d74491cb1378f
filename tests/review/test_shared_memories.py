"""The page of what a community shares: each member's own view of it, and what they can do about each."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memoryweb.communities.models import Report, SharedMemory, SharedMute
from memoryweb.people.models import Membership, User
from memoryweb.review.communities import shared_pages
from memoryweb.rls import scope
from memoryweb.rules.moderation import Reason, Verb
from tests.cases import with_each
from tests.communities.conftest import Team
from tests.review.sharing import FREEZE, client_of, decide, page, shown

FORMS = ("propose-change", "report", "reword", "appeal")
PRESSES = ("mute", "unmute", "take-back", "seen-warning")


def press(person: User, shared: SharedMemory, name: str, **sent: str) -> str:
    """Send a form about it and return the page that follows."""
    answer = client_of(person).post(f"/shared/{shared.pk}/{name}/", sent, follow=True)
    assert answer.status_code == 200
    return answer.text


def test_members_see_what_is_shown_and_nobody_else_sees_the_page(team: Team, db: None) -> None:
    shown(team, team.alice, details="Because of QA.")
    shown(team, team.alice, "Staging is cluster C.", is_named=False)
    for person in (team.alice, team.bob, team.mira, team.owen):
        text = page(team, person)
        assert FREEZE in text
        assert "Because of QA." in text
        assert "Staging is cluster C." in text
        assert "4 people and 0 agents read what is shown here." in text
    url = f"/communities/{team.community.pk}/memories/"
    stranger = User.objects.create_user("sam@example.org", "a long password for sam")
    assert client_of(stranger).get(url).status_code == 404
    assert client_of(stranger).get(f"{url}share/").status_code == 404
    assert client_of(None).get(url).status_code == 302


def test_every_community_has_a_tab_of_memories(team: Team, browser: Client) -> None:
    tab = f'<a href="/communities/{team.community.pk}/memories/"'
    assert tab in browser.get("/memories/").text
    assert f'{tab} aria-current="page">Team handbook</a>' in page(team, team.alice)
    assert (
        "/communities/"
        not in client_of(User.objects.create_user("sam@example.org", "a long password for sam")).get("/memories/").text
    )


def test_an_empty_community_says_what_to_do(team: Team) -> None:
    assert "Nothing is shared yet" in page(team, team.bob)
    shown(team, team.alice)
    assert "Nothing shared has all of these words" in page(team, team.bob, "?q=zebra")


@with_each("q, found", [("deploy", 1), ("fri", 1), ("deploys zebra", 0), ("", 2), ("?!", 0)])
def test_search_finds_every_word_where_the_last_may_be_unfinished(team: Team, q: str, found: int) -> None:
    shown(team, team.alice)
    shown(team, team.alice, "Staging is cluster C.")
    assert page(team, team.bob, f"?{urlencode({'q': q})}").count('id="shared-') == found


def test_a_long_list_has_pages_and_costs_the_same_queries(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_pages, "AT_ONCE", 2)
    counts = []
    for number in range(3):
        shown(team, team.alice, f"The number is {number}.")
        client = client_of(team.bob)
        client.get("/memories/")
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(f"/communities/{team.community.pk}/memories/")
        counts.append(len(queries))
    assert len(set(counts)) == 1
    assert "The number is 0." not in answer.text
    assert "The number is 0." in page(team, team.bob, f"?{answer.context['older']}")
    assert "The number is 2." in page(team, team.bob, "?cursor=zebra")


def test_muting_is_private_and_can_be_taken_back(team: Team) -> None:
    shared = shown(team, team.alice)
    assert "Your agents won’t get it any more." in press(team.bob, shared, "mute")
    assert "Kept from your agents" in page(team, team.bob)
    assert "Kept from your agents" not in page(team, team.alice)
    assert "Your agents can get it again." in press(team.bob, shared, "unmute")
    with scope.acting_as(team.bob.pk):
        assert not SharedMute.objects.exists()


def test_a_report_reaches_the_moderators_and_needs_a_reason(team: Team) -> None:
    shared = shown(team, team.alice)
    bob = client_of(team.bob)
    missing = bob.post(f"/shared/{shared.pk}/report/", {"words": "It is Thursday."})
    assert (missing.status_code, list(missing.context["form"].errors)) == (422, ["reason"])
    assert "It is Thursday." in missing.text
    assert "Reported. The moderators will look at it." in press(team.bob, shared, "report", reason="wrong")
    with scope.acting_as(team.mira.pk):
        assert [report.reason for report in Report.objects.all()] == ["wrong"]
    with scope.acting_as(team.alice.pk):
        assert not Report.objects.exists()


def test_a_proposed_change_waits_and_the_old_words_stay(team: Team) -> None:
    shared = shown(team, team.alice)
    sent = {"statement": "Deploys freeze on Thursday.", "shown_as": "member", "reason": "QA"}
    assert "Proposed to Team handbook." in press(team.bob, shared, "propose-change", **sent)
    assert "Deploys freeze on Thursday." in page(team, team.bob)
    assert "Waiting for the moderators" in page(team, team.bob)
    assert "Thursday" not in page(team, team.alice)
    with scope.acting_as(team.mira.pk):
        new = SharedMemory.objects.get(replaces=shared)
    decide(team, new, reason=Reason.REPLACES)
    assert FREEZE not in page(team, team.bob)


def test_a_proposed_change_shows_nobody_why_its_author_wanted_the_old_words_shared(team: Team) -> None:
    shared = shown(team, team.alice, reason="Tom forgot it twice.")
    form = client_of(team.bob).get(f"/shared/{shared.pk}/propose-change/").text
    assert FREEZE in form
    assert "Tom forgot" not in form


def test_something_new_is_shared_without_a_private_memory(team: Team) -> None:
    alice, url = client_of(team.alice), f"/communities/{team.community.pk}/memories/share/"
    assert "4 people and 0 agents of Team handbook will read this" in alice.get(url).text
    answer = alice.post(url, {"statement": FREEZE, "shown_as": "name"}, follow=True)
    assert "Proposed to Team handbook." in answer.text
    assert "Only you and the moderators read these." in answer.text
    assert alice.post(url, {"statement": "", "shown_as": "name"}).status_code == 422


def test_what_was_sent_back_says_why_and_is_proposed_again_in_other_words(team: Team) -> None:
    shared = team.share(team.alice, FREEZE)
    decide(team, shared, Verb.SEND_BACK, Reason.WRONG, "It is Thursday.")
    text = page(team, team.alice)
    assert "Sent back" in text
    assert "Wrong" in text
    assert "It is Thursday." in text
    assert "It is Thursday." in client_of(team.alice).get(f"/shared/{shared.pk}/reword/").text
    press(team.alice, shared, "reword", statement="Deploys freeze on Thursday.")
    assert team.status(shared) == "proposed"
    decide(team, shared)
    answer = client_of(team.alice).post(f"/shared/{shared.pk}/reword/", {"statement": "Never."})
    assert (answer.status_code, "can’t be changed any more" in answer.text) == (422, True)


def test_an_author_asks_once_about_each_decision(team: Team) -> None:
    shared = shown(team, team.alice)
    decide(team, shared, Verb.HIDE, Reason.PRIVATE)
    assert f"/shared/{shared.pk}/appeal/" in page(team, team.alice)
    missing = client_of(team.alice).post(f"/shared/{shared.pk}/appeal/", {"words": " "})
    assert (missing.status_code, list(missing.context["form"].errors)) == (422, ["words"])
    assert "Asked." in press(team.alice, shared, "appeal", words="It is what we decided.")
    assert f"/shared/{shared.pk}/appeal/" not in page(team, team.alice)
    again = client_of(team.alice).post(f"/shared/{shared.pk}/appeal/", {"words": "Really."})
    assert (again.status_code, "The moderators have this already." in again.text) == (422, True)


def test_what_is_taken_back_is_gone_for_everybody_at_once(team: Team) -> None:
    shared = shown(team, team.alice)
    for _ in range(2):
        assert "Taken back. Nobody gets it any more." in press(team.alice, shared, "take-back")
    for person in (team.alice, team.bob, team.mira):
        assert FREEZE not in page(team, person)


def test_who_left_can_still_take_back(team: Team) -> None:
    shared = shown(team, team.alice)
    with scope.acting_as(team.alice.pk):
        Membership.objects.get(person=team.alice, community=team.community).delete()
    for name in ("reword", "appeal", "mute", "report", "propose-change"):
        assert client_of(team.alice).post(f"/shared/{shared.pk}/{name}/", {"statement": "x"}).status_code == 404, name
    assert "Taken back." in press(team.alice, shared, "take-back")
    assert FREEZE not in page(team, team.bob)


def test_a_page_lists_all_that_one_shared_also_after_leaving(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    alice = client_of(team.alice)
    assert "Nothing of yours is shared" in alice.get("/shared/").text
    assert "/shared/" not in alice.get("/settings/").text
    shared, waiting = shown(team, team.alice), team.share(team.alice, "Staging is cluster C.")
    shown(team, team.bob, "The canteen closes at two.")
    listed = alice.get("/shared/").text
    assert FREEZE in listed
    assert "Staging is cluster C." in listed
    assert "canteen" not in listed
    assert "2 things you shared" in alice.get("/settings/").text
    with scope.acting_as(team.alice.pk):
        Membership.objects.get(person=team.alice, community=team.community).delete()
    assert alice.get("/shared/").text.count("A community that you left") == 2
    monkeypatch.setattr(shared_pages, "AT_ONCE", 1)
    first = alice.get("/shared/").text
    assert FREEZE not in first
    older = re.search(r'href="(\?cursor=[^"]+)"', first)
    assert older
    assert FREEZE in alice.get(f"/shared/{unescape(older[1])}").text
    answer = alice.post(f"/shared/{waiting.pk}/take-back/", {"next": "/shared/"}, follow=True).text
    assert "Taken back." in answer
    assert FREEZE in answer
    assert "Staging is cluster C." not in answer
    assert team.status(shared) == "shown"


def test_all_is_taken_back_before_an_account_goes(team: Team, browser: Client) -> None:
    shared = shown(team, team.alice)
    waiting = team.share(team.alice, "Staging is cluster C.")
    ask = browser.get("/account/delete/")
    browser.post(ask["Location"], {"password": "a long password for alice"})
    text = browser.get("/account/delete/").text
    assert "You shared 2 things." in text
    assert "without your name" in text
    answer = browser.post("/shared/take-back/", {"next": "/account/delete/"}, follow=True)
    assert "Took back 2 things you shared." in answer.text
    assert "What communities keep" not in answer.text
    assert [team.status(each) for each in (shared, waiting)] == ["retracted", "retracted"]


def test_a_stranger_and_somebody_elses_contribution_answer_like_what_is_missing(team: Team) -> None:
    mine, hidden = shown(team, team.alice), team.share(team.alice, "Staging is cluster C.")
    stranger = User.objects.create_user("sam@example.org", "a long password for sam")
    sent = {"statement": "x", "words": "y", "reason": "wrong", "shown_as": "member"}
    for shared, person in ((mine, stranger), (hidden, stranger), (hidden, team.bob)):
        for name in (*FORMS, *PRESSES):
            assert client_of(person).post(f"/shared/{shared.pk}/{name}/", sent).status_code == 404, name
            assert client_of(person).get(f"/shared/{shared.pk}/{name}/").status_code in (404, 405), name
    for name in ("reword", "appeal", "take-back", "seen-warning"):
        for person in (team.bob, team.mira, team.owen):
            assert client_of(person).post(f"/shared/{mine.pk}/{name}/", sent).status_code == 404, name
    for name in (*FORMS, *PRESSES):
        assert client_of(None).post(f"/shared/{mine.pk}/{name}/", sent).status_code == 302, name
    assert [team.status(each) for each in (mine, hidden)] == ["shown", "proposed"]
