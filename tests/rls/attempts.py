"""What SQL as the web process's role tries in bob's scope: to read, widen, forge or outlive. Each must fail.

An attempt fails when PostgreSQL refuses it, or when it finds and changes nothing of alice's. `{alice}` and the others
are filled in with her ids.
"""

from dataclasses import dataclass

DENIED = "permission denied|must be owner|must be superuser|row-level security|Only a member"
NOTHING = "no row"  # it runs, and finds and changes no row
HIS_OWN = "his own"  # it runs or fails on his own rows, and tells nothing of hers


@dataclass(frozen=True)
class Attempt:
    """`end` is a pattern of PostgreSQL's message, or NOTHING or HIS_OWN."""

    sql: str
    end: str = DENIED


READ = {
    "her memories by id": Attempt("SELECT label FROM memories_memory WHERE id = '{memory}'", NOTHING),
    "everybody's with a condition that is always true": Attempt(
        "SELECT label FROM memories_memory WHERE person_id = '{alice}' OR true", HIS_OWN
    ),
    "her rows through a join": Attempt(
        "SELECT e.* FROM people_user u JOIN memories_evidence e ON e.person_id = u.id WHERE u.id = '{alice}'", NOTHING
    ),
    "her words by an error that names them": Attempt(
        "SELECT 1 FROM memories_memory WHERE person_id = '{alice}' AND (label || details)::integer = 1", HIS_OWN
    ),
    "her words by a division by zero": Attempt(
        "SELECT 1 FROM memories_memory WHERE 1 / CASE WHEN label LIKE '%zebra%' OR details LIKE '%zebra%'"
        " THEN 0 ELSE 1 END = 2",
        NOTHING,
    ),
    "her words by a plan": Attempt(
        "EXPLAIN (VERBOSE, FORMAT JSON) SELECT label FROM memories_memory WHERE person_id = '{alice}'", HIS_OWN
    ),
    "her words by statistics": Attempt("SELECT * FROM pg_stats WHERE tablename LIKE 'memories%'", NOTHING),
    "her words by extended statistics": Attempt("SELECT * FROM pg_stats_ext_exprs", NOTHING),
    "her words by the raw statistics": Attempt("SELECT stavalues1 FROM pg_statistic"),
    "her words by what other sessions run": Attempt("SELECT query FROM pg_stat_activity"),
    "her words by one other session": Attempt("SELECT pg_stat_get_backend_activity(1)"),
    "her rows with row-level security off": Attempt("SET row_security = off; SELECT * FROM memories_memory"),
    "her rows in COPY": Attempt("COPY (SELECT * FROM memories_memory WHERE person_id = '{alice}') TO STDOUT", NOTHING),
    "her rows as XML": Attempt(
        "SELECT query_to_xml('SELECT * FROM memories_memory WHERE person_id = ''{alice}''', false, true, '')::text",
        HIS_OWN,
    ),
    "her rows by a text search of everything": Attempt(
        "SELECT * FROM ts_stat('SELECT to_tsvector(details) FROM memories_memory') WHERE word LIKE '%zebra%'", NOTHING
    ),
    "her rows by their place in the file": Attempt("SELECT * FROM memories_memory WHERE ctid = '(0,1)'", HIS_OWN),
    "her rows by locking them": Attempt("SELECT id FROM memories_memory WHERE id = '{memory}' FOR UPDATE", NOTHING),
    "her agent's token": Attempt("SELECT token_hash FROM agents_agent WHERE id = '{agent}'", NOTHING),
    "whose a made-up token is": Attempt("SELECT agents_person_of_token(NULL), agents_person_of_token('')", HIS_OWN),
    "her authenticator app's secret": Attempt("SELECT data FROM mfa_authenticator WHERE user_id = '{alice}'", NOTHING),
    "where she is signed in": Attempt("SELECT * FROM usersessions_usersession WHERE user_id = '{alice}'", NOTHING),
    "her identity elsewhere": Attempt("SELECT * FROM socialaccount_socialaccount WHERE uid = 'zebra'", NOTHING),
    "her history": Attempt("SELECT * FROM memories_historicalmemory WHERE id = '{memory}'", NOTHING),
    "what she was asked": Attempt("SELECT question FROM memories_proposal WHERE person_id = '{alice}'", NOTHING),
    "her communities": Attempt("SELECT name FROM people_community WHERE id = '{community}'", NOTHING),
    "who is in a community of hers": Attempt(
        "SELECT person_id FROM people_membership WHERE community_id = '{community}'", NOTHING
    ),
    "the roles' passwords": Attempt("SELECT rolpassword FROM pg_authid"),
    "the server's files": Attempt("SELECT pg_read_file('postgresql.conf')"),
    "the server's folders": Attempt("SELECT pg_ls_dir('.')"),
    "where the server's files are": Attempt("SHOW data_directory"),
    "who may sign in where": Attempt("SELECT * FROM pg_hba_file_rules"),
    "a file as a large object": Attempt("SELECT lo_import('/etc/passwd')"),
    "a file by COPY": Attempt("COPY memories_memory FROM '/etc/passwd'"),
    "the write-ahead log": Attempt("SELECT pg_create_physical_replication_slot('spy')"),
}

WIDEN = {
    "be the owner": Attempt("SET ROLE memoryweb_owner"),
    "be the clock": Attempt("SET ROLE memoryweb_clock"),
    "be the worker": Attempt("SET ROLE memoryweb_worker"),
    "be the backup": Attempt("SET ROLE memoryweb_backup"),
    "be the superuser": Attempt("SET ROLE postgres"),
    "sign in as the owner in this session": Attempt("SET SESSION AUTHORIZATION memoryweb_owner"),
    "be given a role": Attempt("GRANT memoryweb_owner TO memoryweb_app"),
    "read everything": Attempt("GRANT pg_read_all_data TO memoryweb_app"),
    "bypass the policies": Attempt("ALTER ROLE memoryweb_app BYPASSRLS"),
    "make a role": Attempt("CREATE ROLE spy LOGIN SUPERUSER"),
    "give others a right": Attempt("GRANT SELECT ON memories_memory TO PUBLIC", HIS_OWN),
    "turn a policy off": Attempt("ALTER TABLE memories_memory DISABLE ROW LEVEL SECURITY"),
    "unforce the policies": Attempt("ALTER TABLE memories_memory NO FORCE ROW LEVEL SECURITY"),
    "add a policy": Attempt("CREATE POLICY spy ON memories_memory USING (true)"),
    "change a policy": Attempt("ALTER POLICY memories_memory_read ON memories_memory USING (true)"),
    "drop a policy": Attempt("DROP POLICY memories_memory_read ON memories_memory"),
    "turn the triggers off": Attempt("ALTER TABLE memories_memory DISABLE TRIGGER ALL"),
    "turn all triggers off in the session": Attempt("SET session_replication_role = replica"),
    "make a view of the owner": Attempt("CREATE VIEW public.spy AS SELECT * FROM memories_memory"),
    "make a table": Attempt("CREATE TABLE public.spy (words text)"),
    "make a temporary table that hides one": Attempt("CREATE TEMP TABLE people_membership (LIKE people_membership)"),
    "make a temporary function": Attempt("CREATE FUNCTION pg_temp.now() RETURNS int LANGUAGE sql AS 'SELECT 1'"),
    "make a function": Attempt("CREATE FUNCTION public.spy() RETURNS int LANGUAGE sql AS 'SELECT 1'"),
    "replace an owner's function": Attempt(
        "CREATE OR REPLACE FUNCTION public.agents_person_of_token(bytea) RETURNS uuid LANGUAGE sql AS 'SELECT NULL'"
    ),
    "make a schema that is searched first": Attempt("CREATE SCHEMA memoryweb_app"),
    "make a trigger": Attempt(
        "CREATE TRIGGER spy AFTER INSERT ON memories_memory FOR EACH ROW EXECUTE FUNCTION memories_record_change()"
    ),
    "make a rule": Attempt("CREATE RULE spy AS ON SELECT TO memories_memory DO INSTEAD NOTHING"),
    "make an event trigger": Attempt("CREATE EVENT TRIGGER spy ON ddl_command_end EXECUTE FUNCTION spy()"),
    "make an operator": Attempt("CREATE OPERATOR public.=== (FUNCTION = texteq, LEFTARG = text, RIGHTARG = text)"),
    "make a publication": Attempt("CREATE PUBLICATION spy FOR TABLE memories_memory"),
    "make an extension": Attempt("CREATE EXTENSION file_fdw", "permission denied|not available"),
    "connect elsewhere": Attempt("SELECT * FROM dblink('dbname=postgres', 'SELECT 1') AS t(a int)", "does not exist"),
    "run a program": Attempt("COPY (SELECT 1) TO PROGRAM 'id'"),
    "write a file": Attempt("COPY (SELECT 1) TO '/tmp/spy'"),
    "write a large object": Attempt("SELECT lo_from_bytea(0, 'words')"),
    "change the server's settings": Attempt("ALTER SYSTEM SET log_statement = 'all'"),
    "change the database's settings": Attempt("ALTER DATABASE {database} SET row_security = off"),
    "log every statement": Attempt("SET log_statement = 'all'"),
    "give every later session a person": Attempt("ALTER ROLE memoryweb_app SET app.person_id = '{alice}'"),
    "read a large object": Attempt("SELECT lo_get(1)"),
}

FORGE = {
    "a memory of hers": Attempt("UPDATE memories_memory SET label = 'forged' WHERE id = '{memory}'", NOTHING),
    "hers becomes his": Attempt("UPDATE memories_memory SET person_id = '{bob}' WHERE id = '{memory}'", NOTHING),
    "his becomes hers": Attempt("UPDATE memories_memory SET person_id = '{alice}' WHERE person_id = '{bob}'"),
    "his agent becomes hers": Attempt("UPDATE agents_agent SET person_id = '{alice}' WHERE person_id = '{bob}'"),
    "a version of hers": Attempt("UPDATE memories_historicalmemory SET label = 'forged'"),
    "a version less": Attempt("DELETE FROM memories_historicalmemory"),
    "a version of his own": Attempt("UPDATE memories_historicalmemory SET label = 'forged' WHERE person_id = '{bob}'"),
    "a version for her": Attempt(
        'INSERT INTO memories_historicalmemory SELECT (jsonb_populate_record(h, \'{{"person_id": "{alice}",'
        ' "history_id": 999999}}\')).* FROM memories_historicalmemory h LIMIT 1',
        "row-level security|generated column",
    ),
    "her versions emptied": Attempt("SELECT memories_blank_versions('{memory}')", HIS_OWN),
    "versions of a memory of his that is still there": Attempt(
        "SELECT memories_blank_versions('{own}')", "was not erased"
    ),
    "her versions removed": Attempt("SELECT memories_remove_empty_versions(ARRAY['{memory}'::uuid])", HIS_OWN),
    "an act of hers": Attempt(
        'SELECT set_config(\'memoryweb.act\', \'{{"id": "{act}", "person_id": "{alice}", "at": "2026-01-01",'
        ' "verb": "x", "changed_by": "person", "run": ""}}\', true), memories_open_act()'
    ),
    "a line of her log": Attempt(
        "INSERT INTO agents_accesslog"
        " (id, person_id, agent_id, at, operation, writes, outcome, milliseconds, request_id)"
        " VALUES (gen_random_uuid(), '{alice}', '{agent}', now(), 'x', true, 'ok', 1, gen_random_uuid())"
    ),
    "a line of his log, changed": Attempt("UPDATE agents_accesslog SET outcome = 'ok'"),
    "a line of his log, deleted": Attempt("DELETE FROM agents_accesslog"),
    "a session's rights": Attempt("UPDATE people_user SET is_staff = true WHERE id = '{bob}'"),
    "a superuser of Django": Attempt("UPDATE people_user SET is_superuser = true"),
    "her password": Attempt("UPDATE people_user SET password = 'forged' WHERE id = '{alice}'", NOTHING),
    "her address": Attempt("UPDATE people_user SET email = 'bob@example.net' WHERE id = '{alice}'", NOTHING),
    "her address in capitals for him": Attempt(
        "UPDATE people_user SET email = 'ALICE@example.org' WHERE id = '{bob}'", "one_person_per_email_address"
    ),
    "her confirmed address": Attempt("UPDATE account_emailaddress SET email = 'x' WHERE user_id = '{alice}'", NOTHING),
    "her confirmed address for him": Attempt(
        "UPDATE account_emailaddress SET email = 'alice@example.org' WHERE user_id = '{bob}'", "unique_verified_email"
    ),
    "her account closed": Attempt("UPDATE people_user SET is_active = false WHERE id = '{alice}'"),
    "her account deleted": Attempt("DELETE FROM people_user WHERE id = '{alice}'"),
    "a new account": Attempt(
        "INSERT INTO people_user (id, email, password, is_superuser, date_joined)"
        " VALUES (gen_random_uuid(), 'spy@example.org', '', false, now())"
    ),
    "an invitation, though he is not of the staff": Attempt(
        "INSERT INTO people_invitation (id, person_id, email, token_hash, created_at, expires_at)"
        " VALUES (gen_random_uuid(), '{bob}', 'spy@example.org', 'x', now(), now() + interval '1 day')"
    ),
    "an account by an invitation he made up": Attempt(
        "SELECT people_accept_invitation('guess', gen_random_uuid(), 'x')", HIS_OWN
    ),
    "a right of Django's": Attempt(
        "INSERT INTO people_user_user_permissions (user_id, permission_id) VALUES ('{bob}', 1)"
    ),
    "a migration that ran": Attempt("DELETE FROM django_migrations"),
    "her token": Attempt("UPDATE agents_agent SET token_hash = 'x', revoked_at = NULL WHERE id = '{agent}'", NOTHING),
    "a token of hers that he knows": Attempt(
        "INSERT INTO agents_agent (id, person_id, name, token_hash, token_hint, scopes, created_at)"
        " VALUES (gen_random_uuid(), '{alice}', 'Spy', 'x', '', '{{}}', now())"
    ),
    "a passkey of his for her": Attempt(
        "INSERT INTO mfa_authenticator (user_id, type, data, created_at) VALUES ('{alice}', 'webauthn', '{{}}', now())"
    ),
    "her account without its second factor": Attempt(
        "DELETE FROM mfa_authenticator WHERE user_id = '{alice}'", NOTHING
    ),
    "his secret in her authenticator app": Attempt("UPDATE mfa_authenticator SET user_id = '{alice}'"),
    "his identity elsewhere for her": Attempt("UPDATE socialaccount_socialaccount SET user_id = '{alice}'"),
    "her session ended": Attempt("DELETE FROM usersessions_usersession WHERE user_id = '{alice}'", NOTHING),
    "a provider of identities": Attempt(
        "INSERT INTO socialaccount_socialapp (provider, provider_id, name, client_id, secret, key, settings)"
        " VALUES ('openid_connect', 'spy', 'Spy', 'x', 'x', '', '{{}}')"
    ),
    "his membership": Attempt(
        "INSERT INTO people_membership (id, person_id, community_id, role)"
        " VALUES (gen_random_uuid(), '{bob}', '{community}', 'owner')"
    ),
    "her role in it": Attempt("UPDATE people_membership SET role = 'member'"),
    "a community": Attempt(
        "INSERT INTO people_community (id, name, created_at) VALUES (gen_random_uuid(), 'Spies', now())"
    ),
    "a community's name": Attempt("UPDATE people_community SET name = 'Spies'", NOTHING),
    "a memory for a community": Attempt(
        "UPDATE memories_memory SET community_id = '{community}' WHERE person_id = '{bob}'"
    ),
    "a memory without a version": Attempt(
        "UPDATE memories_memory SET label = 'unseen' WHERE person_id = '{bob}'", "changed without a version"
    ),
    "his evidence for her memory": Attempt(
        "UPDATE memories_evidence SET memory_id = '{memory}' WHERE person_id = '{bob}'", "foreign key"
    ),
    "a number that others get next": Attempt("SELECT setval('memories_historicalmemory_history_id_seq', 1)"),
    "what upkeep did": Attempt("DELETE FROM memories_upkeeprun"),
    "everything at once": Attempt("TRUNCATE memories_memory CASCADE"),
    "the statistics": Attempt("SELECT pg_clear_relation_stats('public', 'memories_memory')"),
}

NEW_IN_18 = {"forge: the statistics"}  # PostgreSQL 16 has no such function

OUTLIVE = {
    "a prepared transaction": Attempt("PREPARE TRANSACTION 'spy'", "prepared transactions are disabled"),
    "a lock for the session": Attempt("SELECT pg_advisory_lock(2718281, -1)"),
    "a lock that upkeep tries": Attempt("SELECT pg_try_advisory_xact_lock(2718281, -1)"),
    "the end of others' sessions": Attempt("SELECT pg_terminate_backend(pg_backend_pid())"),
    "the end of others' statements": Attempt("SELECT pg_cancel_backend(pg_backend_pid())"),
    "words in the write-ahead log": Attempt("SELECT pg_logical_emit_message(false, 'spy', 'words')"),
    "a lock of everybody's sign-in": Attempt("LOCK TABLE people_user IN ACCESS EXCLUSIVE MODE"),
    "a comment": Attempt("COMMENT ON TABLE memories_memory IS 'words'"),
    "a subscription": Attempt("CREATE SUBSCRIPTION spy CONNECTION 'dbname=x' PUBLICATION y WITH (connect = false)"),
    "a message to every session": Attempt("SELECT pg_notify('spy', 'words')"),
    "the history's end": Attempt("DROP TABLE memories_historicalmemory"),
}

ATTEMPTS = {
    f"{goal}: {name}": attempt
    for goal, attempts in (("read", READ), ("widen", WIDEN), ("forge", FORGE), ("outlive", OUTLIVE))
    for name, attempt in attempts.items()
}
