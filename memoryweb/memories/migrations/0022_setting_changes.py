"""Changes of settings and of agents stand in the change log for good, written by triggers, so none is missed."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import memoryweb.people.ids
from memoryweb.rls.policies import ME, Isolate

# The app reads its person's rows and writes none: the trigger below runs with the owner's rights.
READ_ONLY = """
REVOKE INSERT, UPDATE, DELETE ON memories_settingchange FROM memoryweb_app;
DROP POLICY memories_settingchange_add ON memories_settingchange;
DROP POLICY memories_settingchange_change ON memories_settingchange;
DROP POLICY memories_settingchange_remove ON memories_settingchange
"""
WRITABLE = f"""
GRANT INSERT, UPDATE, DELETE ON memories_settingchange TO memoryweb_app;
CREATE POLICY memories_settingchange_add ON memories_settingchange FOR INSERT TO memoryweb_app
    WITH CHECK (person_id = {ME});
CREATE POLICY memories_settingchange_change ON memories_settingchange FOR UPDATE TO memoryweb_app
    USING (person_id = {ME}) WITH CHECK (person_id = {ME});
CREATE POLICY memories_settingchange_remove ON memories_settingchange FOR DELETE TO memoryweb_app
    USING (person_id = {ME})
"""

# The arguments are columns that are not kept. Of a row that changed, only the columns that differ are kept, and of what
# says which agent sees what also the columns that name it. What an agent might see goes with it, without a line. The
# lines of an agent go with its row: only removing the example month deletes one.
RECORD = """
CREATE FUNCTION memories_record_setting() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
    names CONSTANT text[] := '{agent_id,category,recorder_id}';
    left_out text[] := coalesce(TG_ARGV, '{}') || '{id,person_id}';
    row_before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
    row_after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
    whole jsonb := coalesce(row_after, row_before);
    person uuid := whole->>'person_id';
    about uuid := CASE TG_TABLE_NAME WHEN 'agents_agent' THEN whole->>'id' ELSE whole->>'agent_id' END;
    open_act jsonb := nullif(current_setting('memoryweb.act', true), '')::jsonb;
    differing text[];
    change jsonb;
BEGIN
    IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'agents_agent' THEN
        DELETE FROM memories_settingchange WHERE agent = about;
        RETURN NULL;
    END IF;
    IF EXISTS (SELECT FROM memories_deletedaccount WHERE id = person)
       OR TG_TABLE_NAME IN ('agents_sight', 'agents_conversationgrant')
          AND NOT EXISTS (SELECT FROM agents_agent WHERE id = about AND deleted_at IS NULL) THEN
        RETURN NULL;
    END IF;
    row_before := row_before - left_out;
    row_after := row_after - left_out;
    IF TG_OP = 'UPDATE' THEN
        SELECT array_agg(key) INTO differing FROM jsonb_each(row_after) WHERE row_before->key IS DISTINCT FROM value;
        IF differing IS NULL THEN
            RETURN NULL;
        END IF;
        SELECT jsonb_object_agg(key, row_before->key), jsonb_object_agg(key, value) INTO row_before, row_after
        FROM jsonb_each(row_after) WHERE key = ANY (differing || names);
    END IF;
    change := jsonb_build_object('table', TG_TABLE_NAME, 'row', coalesce(whole->>'id', whole->>'person_id'),
                                 'before', row_before, 'after', row_after);
    UPDATE memories_settingchange SET changes = changes || change
    WHERE act = (open_act->>'id')::uuid AND person_id = person AND agent IS NOT DISTINCT FROM about;
    IF NOT FOUND THEN
        INSERT INTO memories_settingchange (id, person_id, at, changed_by, act, agent, changes)
        VALUES (gen_random_uuid(), person, coalesce((open_act->>'at')::timestamptz, now()),
                coalesce(open_act->>'changed_by', ''), (open_act->>'id')::uuid, about, jsonb_build_array(change));
    END IF;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION memories_record_setting() FROM PUBLIC
"""
TRIGGERS = {
    "people_memorysettings": ("UPDATE", "'letter_sent_on'"),
    "agents_agent": (
        "INSERT OR DELETE OR UPDATE OF token_hint, trust, scopes, community_id, project, sight,"
        " reads_conversations, expires_at, paused_at, paused_until, revoked_at, deleted_at",
        "'name', 'token_hash', 'unrecorded_reads', 'trust_declined_at', 'created_at', 'last_used_at'",
    ),
    "agents_sight": ("INSERT OR UPDATE OR DELETE", ""),
    "agents_conversationgrant": ("INSERT OR UPDATE OR DELETE", ""),
}

# For a topic that is erased: what these rows say is emptied, and that there was a change stays.
EMPTY = f"""
CREATE FUNCTION memories_empty_setting_changes(ids uuid[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE memories_settingchange SET changes = '[]' WHERE id = ANY (ids) AND person_id = {ME}
$$;
REVOKE ALL ON FUNCTION memories_empty_setting_changes(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memories_empty_setting_changes(uuid[]) TO memoryweb_app
"""


def _trigger(table: str, when: str, left_out: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f"CREATE TRIGGER {table}_stays_in_the_log AFTER {when} ON {table}"
        f" FOR EACH ROW EXECUTE FUNCTION memories_record_setting({left_out})",
        f"DROP TRIGGER {table}_stays_in_the_log ON {table}",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("agents", "0009_deleted_agents"),
        ("memories", "0021_account_deletion"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SettingChange",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "changed_by",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("person", "you"),
                            ("agent", "an agent"),
                            ("clock", "the clock"),
                            ("moderator", "a moderator"),
                        ],
                        max_length=10,
                    ),
                ),
                ("act", models.UUIDField(blank=True, null=True)),
                ("agent", models.UUIDField(blank=True, null=True)),
                ("changes", models.JSONField(default=list)),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["person", "-at", "-id"], name="setting_changes_of_a_person"),
                    models.Index(
                        condition=models.Q(("agent", None)),
                        fields=["person", "-at", "-id"],
                        name="changes_of_the_settings",
                    ),
                    models.Index(
                        condition=models.Q(("agent__isnull", False)),
                        fields=["agent", "-at", "-id"],
                        name="changes_of_an_agent",
                    ),
                    models.Index(
                        condition=models.Q(("act__isnull", False)), fields=["act"], name="setting_changes_of_an_act"
                    ),
                ],
            },
        ),
        Isolate("memories_settingchange"),
        migrations.RunSQL(READ_ONLY, WRITABLE),
        migrations.RunSQL(RECORD, "DROP FUNCTION memories_record_setting()"),
        *(_trigger(table, when, left_out) for table, (when, left_out) in TRIGGERS.items()),
        migrations.RunSQL(EMPTY, "DROP FUNCTION memories_empty_setting_changes(uuid[])"),
    ]
