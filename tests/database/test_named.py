"""Every statement of the ORM names the person of its tables, beside row-level security."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.database.backend import compiler
from memoryweb.memories.models import Evidence, Memory, Proposal
from memoryweb.people.models import Membership, User
from memoryweb.rls import scope
from tests.builders import person_types

OWN = "( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS \"nullif\")"
READ_POLICIES = """
SELECT tablename, bool_and(coalesce(qual, '') = '(person_id = ' || %s || ')') FROM pg_policies
WHERE cmd IN ('SELECT', 'ALL') AND roles @> ARRAY['memoryweb_app']::name[] AND tablename IN (
    SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'person_id')
GROUP BY tablename
"""
# What a queryset is asked for, and how many tables with persons' rows the statement has.
STATEMENTS: list[tuple[Callable[[], Any], int]] = [
    (lambda: list(Memory.objects.all()), 1),
    (lambda: Memory.objects.filter(category="food").count(), 1),
    (lambda: Memory.objects.filter(category="food").exists(), 1),
    (lambda: list(Evidence.objects.select_related("memory")), 2),  # an inner join
    (lambda: list(Proposal.objects.select_related("agent")), 2),  # an outer join
    (lambda: list(Memory.objects.values("category").annotate(told=Count("evidence")).filter(told__gt=0)), 2),
    (lambda: list(Memory.objects.filter(Exists(Evidence.objects.filter(memory=OuterRef("pk"))))), 2),
    (lambda: list(Memory.objects.filter(pk__in=Evidence.objects.values("memory"))), 2),
    (lambda: list(Memory.objects.filter(pinned=True).union(Memory.objects.filter(pinned=False))), 2),
    (lambda: list(Memory.objects.exclude(evidence__agent__name="Scribe")), 3),
    (lambda: Memory.objects.filter(category="food").update(category="drink"), 1),
    (lambda: Evidence.objects.filter(memory__category="food").update(quote=""), 3),  # a SELECT in an UPDATE
    (lambda: Evidence.objects.filter(quote="Never said")._raw_delete("default"), 1),
    (lambda: Evidence.objects.filter(memory__category="none")._raw_delete("default"), 3),  # a SELECT in a DELETE
    (lambda: Memory.objects.select_for_update().get(), 1),
]


def run(statement: Callable[[], Any]) -> str:
    with CaptureQueriesContext(connection) as captured:
        statement()
    (query,) = captured.captured_queries
    return str(query["sql"]).replace('"', "").replace("-", "")


def test_each_statement_names_the_person_once_for_each_table(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        person_types(alice, "Green tea", timezone.now(), category="food")
    condition = f"person_id = '{alice.pk.hex}'"
    for number, (statement, tables) in enumerate(STATEMENTS):
        with scope.acting_as(alice.pk):
            assert run(statement).count(condition) == tables, number
        if not number:
            assert condition not in run(statement)
    with scope.acting_as(alice.pk):
        assert condition not in run(lambda: list(Membership.objects.all()))  # which moderators read, too


def test_a_queryset_names_the_person_in_whose_scope_it_runs(alice: User, bob: User) -> None:
    for person, words in ((alice, "Green tea"), (bob, "Black tea")):
        with scope.acting_as(person.pk):
            person_types(person, words, timezone.now(), category="food")
    lazy: QuerySet[Memory] = Memory.objects.order_by("label")
    for person, words in ((alice, "Green tea"), (bob, "Black tea")):
        with scope.acting_as(person.pk):
            assert [str(memory.value) for memory in lazy.all()] == [words]


@pytest.mark.django_db
def test_the_tables_whose_person_is_named_are_those_that_nobody_else_reads() -> None:
    with connection.cursor() as cursor:
        cursor.execute(READ_POLICIES, [OWN])
        own = dict(cursor.fetchall())
    assert len(own) > 40
    assert {table for table, is_own in own.items() if not is_own} == compiler.READ_BY_OTHERS
    with_model = {table for table in own if compiler.is_of_one_person(table)}
    assert {table for table, is_own in own.items() if is_own} - with_model == set()
