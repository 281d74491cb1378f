"""What Review shows of communities: what agents suggest to share, and the moderators' warnings."""

import re

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memoryweb.communities.models import Contribution
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.rules.moderation import Reason, Verb
from tests.communities.conftest import Team
from tests.review.sharing import FREEZE, client_of, decide, shown, suggestion


def badge(client: Client) -> int:
    found = re.search(r'<span class="count">(\d+)', client.get("/review/").text)
    return int(found[1]) if found else 0


def test_a_suggestion_waits_on_review_and_is_counted(team: Team, browser: Client) -> None:
    suggestion(team)
    page = browser.get("/review/").text
    assert FREEZE in page
    assert "Scribe, for Team handbook" in page
    assert "It also says that Scribe wrote it" in page
    assert "All answered" not in page
    assert badge(browser) == 1
    assert FREEZE not in client_of(team.mira).get("/review/").text


def test_it_is_shared_in_the_persons_words_and_named_only_with_them(team: Team, browser: Client) -> None:
    desk = f"/communities/{team.community.pk}/desk/"
    for shown_as, wrote in (("name", "Written by Scribe, an agent."), ("member", "Written by an agent.")):
        waiting = suggestion(team, f"{FREEZE} Said by a {shown_as}.")
        sent = {"statement": f"Deploys freeze on Friday, says a {shown_as}.", "shown_as": shown_as}
        answer = browser.post(f"/suggestions/{waiting.pk}/share/", sent, follow=True)
        assert "Proposed to Team handbook." in answer.text
        assert badge(browser) == 0
        again = browser.post(f"/suggestions/{waiting.pk}/share/", sent, follow=True)
        assert "You already answered this." in again.text
        assert wrote in client_of(team.mira).get(desk, {"item": str(waiting.pk)}).text


def test_bad_words_come_back_on_a_page_of_their_own(team: Team, browser: Client) -> None:
    waiting = suggestion(team)
    answer = browser.post(
        f"/suggestions/{waiting.pk}/share/", {"statement": "", "details": "Kept.", "shown_as": "name"}
    )
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["statement"])
    assert "Kept." in answer.text
    assert browser.get(f"/suggestions/{waiting.pk}/share/").status_code == 200
    less = browser.post(f"/suggestions/{waiting.pk}/share/", {"statement": "Ask a@b.org", "leave_out": "a@b.org"})
    assert (less.status_code, less.context["form"]["statement"].value()) == (200, "Ask …")


def test_it_is_declined_and_its_words_go(team: Team, browser: Client) -> None:
    waiting = suggestion(team)
    answer = browser.post(f"/suggestions/{waiting.pk}/decline/", follow=True)
    assert "Not shared. You won’t be asked about it again." in answer.text
    assert FREEZE not in answer.text
    with scope.acting_as(team.alice.pk):
        assert [str(row) for row in Contribution.objects.all()] == [""]
    again = browser.post(f"/suggestions/{waiting.pk}/decline/", follow=True)
    assert "You already answered this." in again.text


def test_nobody_else_answers_it(team: Team) -> None:
    waiting = suggestion(team)
    for name in ("share", "decline"):
        for person in (team.bob, team.mira, team.owen):
            answer = client_of(person).post(f"/suggestions/{waiting.pk}/{name}/", {"statement": "x"})
            assert answer.status_code == 404, name
        assert client_of(None).post(f"/suggestions/{waiting.pk}/{name}/").status_code == 302


def test_a_warning_waits_until_it_is_read_and_a_later_one_waits_again(team: Team, browser: Client) -> None:
    shared = shown(team, team.alice)
    for words in ("Too early.", "Still too early."):
        decide(team, shared, Verb.WARN, Reason.WRONG, words)
        page = browser.get("/review/").text
        assert "The moderators of Team handbook warn you about this." in page
        assert words in page
        assert badge(browser) == 1
        assert "warn you" not in client_of(team.bob).get("/review/").text
        answer = browser.post(f"/shared/{shared.pk}/seen-warning/", follow=True)
        assert "Marked as read." in answer.text
        assert words not in answer.text
        assert badge(browser) == 0


def test_review_costs_one_query_more_for_who_is_in_no_community_and_the_same_for_any_number(team: Team) -> None:
    sam = client_of(User.objects.create_user("sam@example.org", "a long password for sam"))

    def queries(client: Client) -> list[str]:
        client.get("/review/")
        with CaptureQueriesContext(connection) as captured:
            client.get("/review/")
        tables = ("FROM communities_", 'FROM "communities_', 'FROM "people_membership"', "communities_readers")
        return [query["sql"] for query in captured if any(table in query["sql"] for table in tables)]

    assert len(queries(sam)) == 2  # the counts of the badge, which are one query, and the memberships
    alice, counts = client_of(team.alice), []
    for number in range(3):
        suggestion(team, f"The number is {number}.")
        decide(team, shown(team, team.alice, f"The other is {number}."), Verb.WARN, Reason.WRONG)
        counts.append(len(queries(alice)))
    assert len(set(counts)) == 1
