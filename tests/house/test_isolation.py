"""Row-level security alone keeps people's rows apart, whatever the queries ask for."""

from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.db import DatabaseError, IntegrityError, ProgrammingError, connection, models, transaction

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person, store
from memoryweb.memories.models import Evidence, Memory, Use
from memoryweb.people.models import Community, Membership, User
from memoryweb.rls import scope
from memoryweb.rls.checks import PERSON_COLUMNS
from tests import servers
from tests.builders import check_constraints, memory_of, person_types
from tests.full_account import HARBOUR, NOON, fill

UNPROTECTED = {  # read before the person is known, or about nobody
    "people_user_groups",
    "people_user_user_permissions",
    "auth_group",
    "auth_group_permissions",
    "auth_permission",
    "django_session",
    "django_content_type",
    "django_migrations",
    "account_emailconfirmation",
    "socialaccount_socialapp",
    "socialaccount_socialtoken",
    "memories_upkeeprun",
    "memories_failedtask",
    "oauth_application",  # clients, which are nobody's
    "telegram_seenupdate",  # numbers of updates
}
OF_PACKAGES = {  # tests/rls attacks them
    "oauth2_provider_idtoken",
    "oauth2_provider_devicegrant",
    "django_admin_log",
    "account_emailaddress",
    "mfa_authenticator",
    "socialaccount_socialaccount",
    "usersessions_usersession",
}


def rows(statement: str, *values: str | int | UUID | list[str]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        fetched: list[tuple[Any, ...]] = cursor.fetchall()
        return fetched


def personal() -> list[type[models.Model]]:
    """Return every model with a person, history included."""
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if any(f.name == "person" for f in model._meta.fields)
    ]


@pytest.fixture
def hers(alice: User) -> User:
    """alice, with at least one row in every table that can hold one of hers."""
    fill(alice)
    return alice


@pytest.mark.django_db
def test_every_table_has_row_level_security_or_is_listed() -> None:
    protected = dict(
        rows(
            "SELECT relname, relrowsecurity AND relforcerowsecurity FROM pg_class"
            " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
    )
    assert {name for name, is_protected in protected.items() if not is_protected} == UNPROTECTED & set(protected)
    tables = {
        name
        for (name,) in rows(
            "SELECT table_name FROM information_schema.columns"
            " WHERE column_name = ANY (%s) AND table_schema = 'public'",
            PERSON_COLUMNS,
        )
    } - UNPROTECTED
    assert tables == {model._meta.db_table for model in personal()} | OF_PACKAGES
    assert {protected[name] for name in tables} == {True}


@pytest.mark.django_db
def test_no_two_policies_widen_one_another() -> None:
    """PostgreSQL combines permissive policies with OR, so a table has one for each command and role."""
    duplicates = rows(
        "SELECT tablename, cmd, roles::text, count(*) FROM pg_policies GROUP BY 1, 2, 3 HAVING count(*) > 1"
    )
    assert duplicates == []
    assert {roles for (roles,) in rows("SELECT DISTINCT roles::text FROM pg_policies")} == {
        "{memoryweb_app}",
        "{memoryweb_clock}",
    }


def test_nobody_and_a_stranger_see_none_of_her_rows(hers: User, bob: User) -> None:
    for model in personal():
        with scope.acting_as(hers.pk):
            assert model._default_manager.filter(person=hers.pk).exists(), f"the fixture leaves no {model}"
        assert model._default_manager.count() == 0, model
        with scope.acting_as(bob.pk):
            assert model._default_manager.filter(person=hers.pk).count() == 0, model
            assert rows(f"SELECT count(*) FROM {model._meta.db_table} WHERE person_id = %s", hers.pk) == [(0,)], model


def test_a_stranger_changes_and_deletes_none_of_her_rows(hers: User, bob: User) -> None:
    for table in (model._meta.db_table for model in personal()):
        for statement in (f"UPDATE {table} SET person_id = person_id", f"DELETE FROM {table}"):
            with scope.acting_as(bob.pk), connection.cursor() as cursor:
                try:
                    with transaction.atomic():
                        cursor.execute(f"{statement} WHERE person_id = %s", [hers.pk])
                        assert cursor.rowcount == 0, statement
                except DatabaseError as error:
                    assert "permission denied" in str(error), statement  # noqa: PT017  history is append-only


def test_nobody_writes_a_row_for_another_person(hers: User, bob: User) -> None:
    """Insert her own row again in bob's scope: the database refuses it before any constraint does."""
    for model in personal():
        with scope.acting_as(hers.pk):
            row = model._default_manager.filter(person=hers.pk).first()
        assert row is not None
        fields = [field for field in model._meta.concrete_fields if not field.generated]
        names = ", ".join(f'"{field.column}"' for field in fields)
        marks = ", ".join(["%s"] * len(fields))
        values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
        refused = "row-level security|permission denied for table|Only a member"
        with pytest.raises(DatabaseError, match=refused), scope.acting_as(bob.pk):
            rows(f"INSERT INTO {model._meta.db_table} ({names}) VALUES ({marks}) RETURNING 1", *values)


def test_a_key_to_another_persons_row_is_refused(hers: User, bob: User) -> None:
    """Foreign keys ignore row-level security. With the person in them they find no other person's row."""
    with scope.acting_as(hers.pk):
        memory = Memory.objects.first()
        agent = Agent.objects.get()
    assert memory
    evidence = {"source": "instruction", "weight": 5, "occurred_at": NOON}
    with pytest.raises(IntegrityError), scope.acting_as(bob.pk):  # noqa: PT012  the check raises
        Evidence.objects.create(person=bob, memory=memory, **evidence)
        check_constraints()
    with pytest.raises(IntegrityError), scope.acting_as(bob.pk):  # noqa: PT012  the check raises
        own = memory_of(person_types(bob, "PDF"))
        own.superseded_by, own.status = memory, "superseded"
        store.save(own, by=Person(bob), verb="supersede", because="", now=NOON)
        check_constraints()
    with pytest.raises(IntegrityError), scope.acting_as(bob.pk):  # noqa: PT012  the check raises
        own = memory_of(person_types(bob, "PDF"))
        Use.objects.create(person=bob, memory=own, agent=agent, first_at=NOON, last_at=NOON)
        check_constraints()


@pytest.mark.django_db
def test_every_key_between_personal_tables_includes_the_person() -> None:
    """A plain foreign key would accept, and so reveal, another person's row."""
    keys = {
        (source, target): columns
        for source, target, columns in rows(
            "SELECT conrelid::regclass::text, confrelid::regclass::text, cardinality(conkey) FROM pg_constraint"
            " WHERE contype = 'f'"
        )
    }
    tables = {model._meta.db_table for model in personal()}
    plain = {pair for pair, columns in keys.items() if set(pair) <= tables and columns < 2}
    assert plain <= {("memories_searchdocument", "memories_memory")}  # its second key includes the person


# Communities: what they share has tests of its own (tests/communities)


@pytest.fixture
def harbour(alice: User, bob: User) -> UUID:
    """A community of both."""
    servers.add_community(HARBOUR, "Harbour", alice.pk, bob.pk)
    return HARBOUR


def test_what_was_told_to_an_agent_of_a_community_is_still_ones_own(alice: User, bob: User, harbour: UUID) -> None:
    with scope.acting_as(alice.pk):
        memory = memory_of(person_types(alice, "PDF"))
        memory.community_id = harbour
        store.save(memory, by=Person(alice), verb="edit", because="", now=NOON)
    with scope.acting_as(bob.pk):
        assert Memory.objects.count() == 0
        with pytest.raises(Memory.DoesNotExist):
            actions.expire(memory.pk, by=Person(bob), now=NOON)


@pytest.mark.parametrize("role", ["member", "moderator", "owner"])
def test_nobody_makes_themselves_a_member(alice: User, bob: User, role: str) -> None:
    servers.add_community(HARBOUR, "Harbour", bob.pk)
    with scope.acting_as(alice.pk), pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        Membership.objects.create(person=alice, community_id=HARBOUR, role=role)
    with scope.acting_as(bob.pk), pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        Membership.objects.update(role=role)


def test_only_a_member_writes_into_a_community(alice: User, bob: User) -> None:
    servers.add_community(HARBOUR, "Harbour", bob.pk)
    with scope.acting_as(alice.pk):
        memory = memory_of(person_types(alice, "PDF"))
        agent = Agent.connect(alice, name="Scribe")[0]
        for change in (
            lambda: Memory.objects.filter(pk=memory.pk).update(community_id=HARBOUR),
            lambda: Agent.objects.filter(pk=agent.pk).update(community_id=HARBOUR),
            lambda: Agent(person=alice, name="Spy", token_hash=b"x", community_id=HARBOUR).save(),
        ):
            with pytest.raises(ProgrammingError, match="Only a member"), transaction.atomic():
                change()
    with scope.acting_as(bob.pk):
        assert Memory.objects.count() == 0


def test_who_left_a_community_still_changes_and_ends_what_is_there(alice: User, harbour: UUID) -> None:
    with scope.acting_as(alice.pk):
        memory, other = memory_of(person_types(alice, "PDF")), memory_of(person_types(alice, "Tea", name="drink"))
        memory.community_id = harbour
        store.save(memory, by=Person(alice), verb="edit", because="", now=NOON)
        agent = Agent.connect(alice, name="Harbour bot")[0]
        Agent.objects.filter(pk=agent.pk).update(community_id=harbour)
        Membership.objects.all().delete()
        actions.pin(memory.pk, by=Person(alice), now=NOON)
        actions.expire(memory.pk, by=Person(alice), now=NOON)
        Agent.objects.get(pk=agent.pk).revoke(now=NOON)
        with pytest.raises(ProgrammingError, match="Only a member"), transaction.atomic():
            Memory.objects.filter(pk=other.pk).update(community_id=harbour)


def test_a_community_is_known_to_its_members_only(alice: User, bob: User, mira: User, harbour: UUID) -> None:
    for person, names in ((alice, ["Harbour"]), (mira, [])):
        with scope.acting_as(person.pk):
            assert [community.name for community in Community.objects.filter(pk=harbour)] == names
