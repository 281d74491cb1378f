"""`manage.py create_agent --community`: an agent that works for one of its person's communities."""

import pytest
from django.core.management import CommandError, call_command

from memoryweb.agents.models import Agent
from memoryweb.communities import membership
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.cases import with_each
from tests.communities.conftest import Team


@with_each("by", ["name", "id"])
def test_an_agent_is_connected_for_a_community_by_its_name_or_id(team: Team, by: str) -> None:
    named = "team HANDBOOK" if by == "name" else str(team.community.pk)
    call_command("create_agent", "--person", team.alice.email, "--name", "Deployer", "--community", named)
    with scope.acting_as(team.alice.pk):
        assert Agent.objects.get().community_id == team.community.pk


def test_an_agent_is_connected_for_no_community_that_is_not_its_persons(team: Team) -> None:
    carl = User.objects.create_user("carl@example.org", "a long password for carl")
    with pytest.raises(CommandError, match="is in no community with the name or id Team handbook"):
        call_command("create_agent", "--person", carl.email, "--name", "Deployer", "--community", "Team handbook")
    with scope.acting_as(team.alice.pk):
        twin = membership.found("Team handbook", moderation="open", my_name="Alice")
    with pytest.raises(CommandError, match=f"several are called Team handbook.*{twin.pk}"):
        call_command("create_agent", "--person", team.alice.email, "--name", "Deployer", "--community", "Team handbook")
    with scope.acting_as(team.alice.pk):
        assert not Agent.objects.exists()
