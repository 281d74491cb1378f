"""The people and agents of the tests. Tests reach states through actions, not by setting columns."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.test.utils import override_settings
from django.utils import timezone

from memoryweb.agents.models import Agent, Trust
from memoryweb.operations import dispatch
from memoryweb.people.models import Community, Membership, User
from memoryweb.rls import scope
from tests import builders, servers
from tests.waiting import PATIENCE

told, typed, post = builders.agent_says, builders.person_types, builders.post  # tests/review imports these from here


@pytest.fixture(scope="session")
def django_db_setup() -> Iterator[None]:
    """Keep the database that tests.servers made for this worker, hash passwords fast, and be patient with the cache.

    Each test client would also read the list of static files again, which takes longer than most requests.
    """
    fast_hashes = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    patient = {"OPTIONS": {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}}  # on a busy machine
    caches = {"default": settings.CACHES["default"] | patient}
    with override_settings(PASSWORD_HASHERS=fast_hashes, WHITENOISE_AUTOREFRESH=True, CACHES=caches):
        yield


@pytest.fixture
def committed(django_db_blocker: Any) -> Iterator[None]:
    """Allow real commits, for tests with threads or other processes, and empty the tables afterwards."""
    from django.db import connections

    with django_db_blocker.unblock():
        yield
        connections.close_all()
        servers.empty_tables()


@pytest.fixture
def now() -> datetime:
    return timezone.now()


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice@example.org", "a long password for alice")


@pytest.fixture
def bob(db: None) -> User:
    """A stranger: has an account and may see none of alice's rows."""
    return User.objects.create_user("bob@example.org", "a long password for bob")


@pytest.fixture
def mira(db: None) -> User:
    """A moderator and staff member with a second factor, who may see no private memory either."""
    mira = User.objects.create_user("mira@example.org", "a long password for mira", is_staff=True)
    builders.give_second_factor(mira)
    community = Community(name="Harbour")
    servers.add_community(community.pk, community.name, mira.pk, role=Membership.Role.MODERATOR)
    return mira


@pytest.fixture
def scribe(alice: User) -> Agent:
    """alice's agent, with the default trust: ask."""
    with scope.acting_as(alice.pk):
        return Agent.connect(alice, name="Scribe")[0]


@pytest.fixture
def trusted(alice: User) -> Agent:
    with scope.acting_as(alice.pk):
        return Agent.connect(alice, name="Trusty", trust=Trust.TRUSTED)[0]


@pytest.fixture
def as_alice(alice: User) -> Iterator[User]:
    """Run the rest of the test in alice's scope, as her browser's requests do."""
    with scope.acting_as(alice.pk):
        yield alice


@pytest.fixture
def browser(alice: User) -> Client:
    """alice, signed in, without JavaScript."""
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture
def call(scribe: Agent) -> Callable[..., dispatch.CallResult]:
    """Return a function that calls an operation as scribe, in this process."""

    def call_operation(name: str, *, key: str = "", agent: Agent = scribe, **arguments: Any) -> dispatch.CallResult:
        return dispatch.run(
            dispatch.Call(agent=agent, name=name, arguments=arguments, now=timezone.now(), idempotency_key=key)
        )

    return call_operation
