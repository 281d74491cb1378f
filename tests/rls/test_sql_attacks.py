"""SQL as the web process's role, in bob's scope, reads, widens, forges and outlives nothing.

Every attempt is committed, and then all rows, rights and roles must be as before. What PostgreSQL lets any role do
cannot be refused here and is named in docs/operate.md: the role chooses the person of its transaction, sets its own
timeouts and its own password, and may LISTEN, NOTIFY and wait.
"""

import os
import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from uuid import UUID

import psycopg
import pytest
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from psycopg_pool import ConnectionPool

from memoryweb import environment
from memoryweb.agents.models import AccessLog, Agent
from memoryweb.memories.models import Proposal
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User
from memoryweb.rls import roles, scope
from tests import servers
from tests.builders import agent_says, person_types
from tests.rls.attempts import ATTEMPTS, HIS_OWN, NEW_IN_18, NOTHING, Attempt

CANARY = "zebra"
HARBOUR, MEMBERSHIP = UUID("018f0000-0000-7000-8000-00000000000a"), UUID("018f0000-0000-7000-8000-00000000000b")
RIGHTS = """
SELECT concat(relname, relacl, relrowsecurity, relforcerowsecurity, obj_description(oid, 'pg_class'))
FROM pg_class WHERE relnamespace = 'public'::regnamespace
UNION ALL SELECT concat(proname, proacl, prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
UNION ALL SELECT r::text FROM pg_authid r UNION ALL SELECT m::text FROM pg_auth_members m
UNION ALL SELECT s::text FROM pg_db_role_setting s JOIN pg_database d
    ON setdatabase = 0 OR (setdatabase = d.oid AND datname = current_database())  -- other workers set theirs
UNION ALL SELECT p::text FROM pg_policy p
UNION ALL SELECT l::text FROM pg_largeobject_metadata l UNION ALL SELECT n::text FROM pg_namespace n
UNION ALL SELECT x::text FROM pg_prepared_xacts x ORDER BY 1
"""
PERSONAL_TABLES = """
SELECT c.relname, a.attname FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname IN ('person_id', 'user_id')
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1
"""
READ_BEFORE_A_PERSON_IS_KNOWN = {"account_emailaddress"}


@pytest.fixture
def ids(committed: None) -> dict[str, str]:
    """alice, with rows full of the canary and a community of her own, and bob, who runs the attempts."""
    people = {name: User.objects.create_user(f"{name}@example.org", "a long password") for name in ("alice", "bob")}
    found: dict[str, Any] = {"community": HARBOUR, "membership": MEMBERSHIP, "act": uuid7()}
    for name, person in people.items():
        words = CANARY if name == "alice" else "plain"
        with scope.acting_as(person.pk):
            agent = Agent.connect(person, name=f"{words}scribe")[0]
            memory = person_types(person, f"{words}pdf").memory
            agent_says(agent, f"I prefer {words}tea", name="drink", category="personal")
            assert memory
            assert Proposal.objects.exists()
            AccessLog.objects.create(
                person=person,
                agent=agent,
                operation="x",
                writes=False,
                outcome="ok",
                milliseconds=1,
                request_id=uuid7(),
            )
            Authenticator.objects.create(user=person, type="totp", data={"secret": words})
            UserSession.objects.create(user=person, ip="192.0.2.1", session_key=words, user_agent=words)
            SocialAccount.objects.create(user=person, provider="company", uid=words)
            if name == "alice":
                found |= {"memory": memory.pk, "agent": agent.pk}
            else:
                found["own"] = memory.pk
    servers.as_owner(
        f"INSERT INTO people_community (id, name, created_at) VALUES ('{HARBOUR}', '{CANARY} harbour', now());"
        " INSERT INTO people_membership (id, person_id, community_id, role)"
        f" VALUES ('{MEMBERSHIP}', '{people['alice'].pk}', '{HARBOUR}', 'owner')"
    )
    database = os.environ["APP_DATABASE_URL"].partition("?")[0].rpartition("/")[2]
    return {name: str(value) for name, value in found.items()} | {
        "alice": str(people["alice"].pk),
        "bob": str(people["bob"].pk),
        "database": database,
    }


@pytest.fixture
def superuser() -> Iterator[psycopg.Connection]:
    with psycopg.connect(servers.superuser_url(), autocommit=True) as connection:
        yield connection


def as_bob(ids: dict[str, str], sql: str) -> list[tuple[Any, ...]]:
    """Run SQL as the web process's role in bob's scope, and commit. Return the rows of the last result."""
    with closing(psycopg.connect(os.environ["APP_DATABASE_URL"])) as connection:
        if sql.startswith("ALTER SYSTEM"):
            connection.autocommit = True  # PostgreSQL runs it outside of transactions only
        connection.execute("SELECT set_config('app.person_id', %s, true)", [ids["bob"]])
        if sql.endswith("TO STDOUT"):
            with connection.cursor().copy(sql.encode()) as copied:
                return [(bytes(row),) for row in copied]
        cursor = connection.execute(sql.encode())
        while cursor.nextset():
            pass
        found = cursor.fetchall() if cursor.description else [()] * max(cursor.rowcount, 0)
        connection.commit()
        return found


def ends_otherwise(ids: dict[str, str], attempt: Attempt) -> str:
    """Return how an attempt ended, if not as it must; empty if it failed."""
    try:
        rows = as_bob(ids, attempt.sql.format(**ids))
    except psycopg.Error as error:
        if attempt.end == HIS_OWN:
            return str(error) if CANARY in str(error) else ""
        return "" if re.search(attempt.end, str(error)) else str(error)
    if attempt.end == NOTHING:
        return f"it found {len(rows)} rows" if rows else ""
    if attempt.end == HIS_OWN:
        return "it told her words" if CANARY in str(rows) else ""
    return "it was not refused"


def test_every_attempt_fails_and_leaves_nothing(ids: dict[str, str], superuser: psycopg.Connection) -> None:
    def state() -> tuple[object, ...]:
        return sorted(servers.dump().splitlines()), superuser.execute(RIGHTS).fetchall()

    before, wrong = state(), {}
    of_18 = NEW_IN_18 if superuser.info.server_version < 180000 else set()
    for name, attempt in ATTEMPTS.items():
        if name in of_18:
            continue
        if (end := ends_otherwise(ids, attempt)) or state() != before:
            wrong[name] = end or "it changed something"
            before = state()
    assert wrong == {}
    assert len(ATTEMPTS) >= 60


def test_every_table_with_a_person_is_closed_to_him(ids: dict[str, str], superuser: psycopg.Connection) -> None:
    """Generated from the catalog: reading, taking over, changing and deleting her rows, and adding a copy of one."""
    before = sorted(servers.dump().splitlines())
    for table, column in superuser.execute(PERSONAL_TABLES).fetchall():
        hers = f"WHERE {column} = '{ids['alice']}'"
        for sql in (
            f"SELECT * FROM {table} {hers}",
            f"UPDATE {table} SET {column} = '{ids['bob']}' {hers}",
            f"UPDATE {table} SET {column} = {column} {hers}",
            f"DELETE FROM {table} {hers}",
        ):
            if sql.startswith("SELECT") and table in READ_BEFORE_A_PERSON_IS_KNOWN:
                continue
            try:
                assert as_bob(ids, sql) == [], sql
            except psycopg.errors.InsufficientPrivilege:
                assert not sql.startswith("SELECT"), sql
        with pytest.raises(psycopg.Error, match=r"row-level security|permission denied|violates not-null"):
            as_bob(ids, f"INSERT INTO {table} ({column}) VALUES ('{ids['alice']}')")
    assert sorted(servers.dump().splitlines()) == before


# What the role may call of ours, and what a stranger gets from it. A function that is not here fails the test.
OUR_FUNCTIONS = {
    "agents_person_of_token(bytea)": "SELECT agents_person_of_token(sha256('guess'::bytea)) IS NULL",
    "memories_blank_versions(uuid)": "SELECT memories_blank_versions('{memory}') = 0",
    "memories_remove_empty_versions(uuid[])": (
        "SELECT memories_remove_empty_versions(ARRAY['{memory}'::uuid])::text = ''"
    ),
    "memories_first_day_below(integer,double precision,text,date,boolean)": "",  # computes from its arguments alone
    "memories_archive_day(text,boolean,double precision,date,boolean,date,integer,date)": "",
    "memories_open_act()": "",  # runs with the caller's rights: it writes what the caller may write
    "memories_words_of(memories_historicalmemory,integer)": "",
    "memories_kept_of(memories_historicalmemory,integer)": "",
    "memories_no_words(integer)": "",
    "memories_removal_of(bigint,uuid,timestamp with time zone)": "",
    "memories_next_row_hash(bytea,bytea,bytea)": "",
    "memories_row_hash(bytea,bytea)": "",
    "memories_walk_history(uuid)": "SELECT count(*) = 0 FROM memories_walk_history('{alice}')",
    "memories_explain_problem(uuid,bigint,text)": "SELECT memories_explain_problem('{alice}', 1, 'changed') IS NULL",
    "memories_stand_elsewhere()": "SELECT NOT memories_stand_elsewhere()",
    "memories_verify_history(uuid)": "SELECT changes = 0 AND number IS NULL FROM memories_verify_history('{alice}')",
    "oauth_person_of_secret(bytea)": "SELECT oauth_person_of_secret(sha256('guess'::bytea)) IS NULL",
    "telegram_person_of_code(bytea)": "SELECT telegram_person_of_code(sha256('guess'::bytea)) IS NULL",
    "telegram_person_of_chat(text,text)": "SELECT telegram_person_of_chat('telegram', '0') IS NULL",
    "telegram_community_of_group(bigint)": "SELECT telegram_community_of_group(0) IS NULL",
    "telegram_linker_of_group(bigint)": "SELECT telegram_linker_of_group(0) IS NULL",
    "people_person_of_identity(text,text)": "SELECT people_person_of_identity('company', 'guess') IS NULL",
    "people_invited_by(bytea)": "SELECT people_invited_by('guess') IS NULL",
    "people_accept_invitation(bytea,uuid,text)": (
        "SELECT people_accept_invitation('guess', gen_random_uuid(), '') IS NULL"
    ),
    # what staff may see and do: everybody else is refused
    "people_communityoverview_rows()": "staff SELECT * FROM people_communityoverview_rows()",
    "people_membershipoverview_rows()": "staff SELECT * FROM people_membershipoverview_rows()",
    "people_open_membership(uuid)": "staff SELECT people_open_membership('{community}')",
    "people_set_active(uuid,boolean)": "staff SELECT people_set_active('{alice}', false)",
    "agents_agentoverview_rows()": "staff SELECT * FROM agents_agentoverview_rows()",
    "agents_open(uuid)": "staff SELECT * FROM agents_open('{agent}')",
    "agents_revoke_by_staff(uuid)": "staff SELECT agents_revoke_by_staff('{agent}')",
    "agents_revoke_everything(uuid)": "staff SELECT agents_revoke_everything('{alice}')",
    "memories_open_account(uuid)": "staff SELECT * FROM memories_open_account('{alice}')",
    "memories_refusaloverview_rows()": "staff SELECT * FROM memories_refusaloverview_rows()",
    "memories_places_of_a_person()": "",  # names of tables and columns, from the catalog
    "memories_empty_setting_changes(uuid[])": (
        "SELECT memories_empty_setting_changes(ARRAY['{memory}'::uuid])::text = ''"
    ),
    "agents_delete_calls(uuid)": "SELECT agents_delete_calls('{agent}')::text = ''",
    "people_my_communities()": "SELECT cardinality(people_my_communities()) = 0",
    "people_moderated_communities()": "SELECT cardinality(people_moderated_communities()) = 0",
    "people_owned_communities()": "SELECT cardinality(people_owned_communities()) = 0",
    "communities_found(uuid,text,text,text)": "",  # he founds one of his own: tests/communities
    "communities_invited_to(bytea)": "SELECT count(*) = 0 FROM communities_invited_to('guess')",
    "communities_join(bytea,text)": "SELECT communities_join('guess', 'Bob') IS NULL",
    "communities_set_role(uuid,text)": "owner SELECT communities_set_role('{membership}', 'member')",
    "communities_hand_over(uuid)": "owner SELECT communities_hand_over('{membership}')",
    "communities_remove_member(uuid)": "owner SELECT communities_remove_member('{membership}')",
    "communities_readers(uuid)": "SELECT count(*) = 0 FROM communities_readers('{community}')",
    "communities_record(uuid)": "SELECT count(*) = 0 FROM communities_record('{memory}')",
    "communities_retract(uuid)": "owner SELECT communities_retract('{memory}')",
    "communities_empty_lines(uuid)": "owner SELECT communities_empty_lines('{memory}')",
    "communities_new_contribution()": "trigger",
    "communities_change_shared()": "trigger",
    "communities_is_decided()": "trigger",
    "communities_deleted_contribution()": "trigger",
    "communities_left()": "trigger",
    "communities_suggestions_end()": "trigger",
    "telegram_groups_end()": "trigger",
    "operations_forget_suggestion()": "trigger",
    "people_only_members()": "trigger",
    "memories_note_versions()": "trigger",
    "memories_link_at_commit()": "trigger",
    "memories_change_has_a_version()": "trigger",
    "memories_erasure_leaves_no_words()": "trigger",
    "memories_record_version()": "trigger",
    "memories_record_change()": "trigger",
    "learning_mark_outside()": "trigger",
}
CALLABLE = """
SELECT p.oid::regprocedure::text, p.prosecdef, coalesce(array_to_string(p.proconfig, ' '), '')
FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.proname NOT LIKE 'tests\\_%'
  AND has_function_privilege('memoryweb_app', p.oid, 'EXECUTE')
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
"""


def test_every_function_he_may_call_gives_him_nothing_of_hers(
    ids: dict[str, str], superuser: psycopg.Connection
) -> None:
    found = {name: (definer, config) for name, definer, config in superuser.execute(CALLABLE)}
    assert found.keys() == OUR_FUNCTIONS.keys()
    before = sorted(servers.dump().splitlines())
    for name, (is_definer, config) in found.items():
        assert not is_definer or "search_path=public" in config, name
        call = OUR_FUNCTIONS[name].format(**ids)
        if call == "trigger":
            with pytest.raises(psycopg.Error, match="can only be called as triggers"):
                as_bob(ids, f"SELECT {name}")
        elif call.startswith("staff "):
            with pytest.raises(psycopg.errors.InsufficientPrivilege, match="Only staff"):
                as_bob(ids, call.removeprefix("staff "))
        elif call.startswith("owner "):
            with pytest.raises(psycopg.errors.InsufficientPrivilege, match="Only "):
                as_bob(ids, call.removeprefix("owner "))
        elif call:
            assert as_bob(ids, call) == [(True,)], name
    assert sorted(servers.dump().splitlines()) == before


def test_as_staff_he_gets_counts_and_none_of_her_words(ids: dict[str, str], superuser: psycopg.Connection) -> None:
    """Every function and view that answers staff, and every table with a person: nothing of it holds a word of hers."""
    servers.as_owner(f"UPDATE people_user SET is_staff = true, is_superuser = true WHERE id = '{ids['bob']}'")
    calls = [call.removeprefix("staff ") for call in OUR_FUNCTIONS.values() if call.startswith("staff ")]
    views = superuser.execute(
        "SELECT relname FROM pg_class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace"
    ).fetchall()
    assert len(views) >= 5
    answers = {sql: as_bob(ids, sql) for sql in [f"SELECT * FROM {view}" for (view,) in views]}
    answers |= {sql: as_bob(ids, sql.format(**ids)) for sql in calls}
    assert [sql for sql, rows in answers.items() if CANARY in str(rows).lower()] == []
    assert any(ids["alice"] in str(rows) for rows in answers.values())  # whose an opened agent is
    for table, column in superuser.execute(PERSONAL_TABLES).fetchall():
        if table != "account_emailaddress":  # which the web process reads to sign anybody in
            assert as_bob(ids, f"SELECT * FROM {table} WHERE {column} = '{ids['alice']}'") == [], table


def test_what_staff_looked_at_is_logged_with_the_read_and_cannot_be_taken_back(
    ids: dict[str, str], superuser: psycopg.Connection
) -> None:
    servers.as_owner(f"UPDATE people_user SET is_staff = true WHERE id = '{ids['bob']}'")
    read = "SELECT * FROM memories_open_account('{alice}'); SELECT * FROM agents_open('{agent}')".format(**ids)
    as_bob(ids, read)
    logged = "SELECT what, by_id::text FROM people_staffaccess WHERE person_id = %s ORDER BY what"
    lines = superuser.execute(logged, [ids["alice"]]).fetchall()
    assert lines == [("agent", ids["bob"]), ("person", ids["bob"])]
    for sql in (
        "DELETE FROM people_staffaccess",
        "UPDATE people_staffaccess SET what = 'agent'",
        "SELECT people_note_staff_access('{alice}', 'person')",
        "SELECT people_require_staff()",
        "INSERT INTO people_staffaccess (id, person_id, at, what) VALUES (gen_random_uuid(), '{bob}', now(), 'person')",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            as_bob(ids, sql.format(**ids))
    assert superuser.execute(logged, [ids["alice"]]).fetchall() == lines


def test_staff_close_no_other_staff_member_and_not_themselves(ids: dict[str, str]) -> None:
    people = f"'{ids['bob']}', '{ids['alice']}'"
    servers.as_owner(f"UPDATE people_user SET is_staff = true WHERE id IN ({people})")
    for sql in (
        "SELECT people_set_active('{alice}', false)",
        "SELECT people_set_active('{bob}', false)",
        "SELECT agents_revoke_everything('{alice}')",
        "SELECT agents_revoke_by_staff('{agent}')",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="Only a superuser"):
            as_bob(ids, sql.format(**ids))
    servers.as_owner(f"UPDATE people_user SET is_superuser = true WHERE id = '{ids['bob']}'")
    assert as_bob(ids, "SELECT people_set_active('{alice}', false)".format(**ids)) == [(True,)]


def test_he_may_call_none_of_the_functions_that_are_not_for_everybody(superuser: psycopg.Connection) -> None:
    for pattern, callers in roles.NOT_FOR_EVERYBODY.items():
        names = [name for (name,) in superuser.execute(roles.FUNCTIONS, [pattern.replace("_", r"\_")])]
        assert names, pattern
        for name in names:
            row = superuser.execute(
                "SELECT array_agg(r) FROM unnest(%s::text[]) r WHERE has_function_privilege(r, %s, 'EXECUTE')",
                [["memoryweb_app", "memoryweb_worker", "memoryweb_clock", "memoryweb_backup"], name],
            ).fetchone()
            assert row
            assert set(row[0] or ()) == set(callers) - {"memoryweb_owner", "pg_monitor"}, name


def test_no_definer_function_of_anyone_else_is_callable(superuser: psycopg.Connection) -> None:
    definers = superuser.execute(
        "SELECT oid::regprocedure::text FROM pg_proc WHERE prosecdef AND pronamespace <> 'public'::regnamespace"
        " AND has_function_privilege('memoryweb_app', oid, 'EXECUTE')"
    ).fetchall()
    assert definers == []


def test_the_role_may_write_few_columns_of_a_person(superuser: psycopg.Connection) -> None:
    columns = superuser.execute(
        "SELECT attname FROM pg_attribute WHERE attrelid = 'people_user'::regclass AND attnum > 0"
        " AND has_column_privilege('memoryweb_app', attrelid, attnum, 'UPDATE') ORDER BY 1"
    ).fetchall()
    names = ["deletion_asked_at", "deletion_number", "email", "last_login", "password"]
    assert columns == [(name,) for name in names]


# A pooled connection goes from alice's request to bob's. What her SQL may have left in it is gone.
LEFT = {
    "a cursor that keeps her rows": (
        "DECLARE spy CURSOR WITH HOLD FOR SELECT details FROM memories_memory",
        "FETCH ALL FROM spy",
    ),
    "her scope for the session": (
        "SELECT set_config('app.person_id', '{alice}', false)",
        "SELECT details FROM memories_memory",
    ),
    "an act of hers": (
        "SELECT set_config('memoryweb.act', '{{}}', false)",
        "SELECT current_setting('memoryweb.act', true)",
    ),
    "her statements": ("PREPARE spy AS SELECT details FROM memories_memory", "EXECUTE spy"),
    "no timeout": ("SET statement_timeout = 0", "SELECT 'zebra' WHERE current_setting('statement_timeout') = '0'"),
    "another way to find tables": (
        "SET search_path = pg_catalog",
        "SELECT 'zebra' WHERE current_setting('search_path') = 'pg_catalog'",
    ),
    "another time zone": ("SET TIME ZONE 'Asia/Tokyo'", "SELECT 'zebra' WHERE current_setting('TimeZone') <> 'UTC'"),
    "an ear": ("LISTEN spy", "SELECT 'zebra' FROM pg_listening_channels()"),
}


@servers.with_own_sessions
def test_a_pooled_connection_leaves_nothing_to_the_next_request(
    ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_POOL", "1")
    url = os.environ["APP_DATABASE_URL"]
    options: Any = environment.database(url)["OPTIONS"]
    with ConnectionPool(url, open=True, **options["pool"]) as pool:
        for what, (leave, use) in LEFT.items():
            with pool.connection() as of_alice:
                of_alice.execute("SELECT set_config('app.person_id', %s, true)", [ids["alice"]])
                of_alice.execute(leave.format(**ids).encode())
                session = of_alice.info.backend_pid
            with pool.connection() as of_bob:
                assert of_bob.info.backend_pid == session
                try:
                    told = str(of_bob.execute(use.encode()).fetchall())
                except psycopg.Error as error:
                    told = str(error)
                    of_bob.rollback()
                assert CANARY not in told, what
