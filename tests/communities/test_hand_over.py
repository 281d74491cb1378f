"""Handing a community over while the next owner leaves it: it keeps the owner it has."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import DatabaseError, connection

from memoryweb.communities import membership
from memoryweb.people.models import Membership, User
from memoryweb.rls import scope
from tests.communities.conftest import Team
from tests.waiting import PATIENCE, wait_for

BLOCKS_ANOTHER = """
SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))
"""


@pytest.fixture
def alice(committed: None) -> User:
    return User.objects.create_user("alice@example.org")


@pytest.fixture
def bob(committed: None) -> User:
    return User.objects.create_user("bob@example.org")


def test_a_member_who_leaves_at_that_moment_does_not_take_the_ownership_along(team: Team) -> None:
    has_left = Event()

    def blocks_another() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(BLOCKS_ANOTHER)
            return bool(cursor.fetchone() == (True,))

    def leave() -> None:
        try:
            with scope.acting_as(team.bob.pk):
                membership.leave(team.membership(team.bob))
                has_left.set()
                wait_for(blocks_another)
        finally:
            connection.close()

    with scope.acting_as(team.owen.pk):
        heir = team.membership(team.bob)
    with ThreadPoolExecutor(1) as threads:
        leaving = threads.submit(leave)
        assert has_left.wait(PATIENCE)
        with pytest.raises(DatabaseError, match="has just left"), scope.acting_as(team.owen.pk):
            membership.hand_over(heir)
        leaving.result(PATIENCE)
    with scope.acting_as(team.owen.pk):
        roles = dict(Membership.objects.filter(community=team.community).values_list("name", "role"))
    assert roles == {"Owen": "owner", "Mira": "moderator", "Alice": "member"}
