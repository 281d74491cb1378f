"""Acts, and the triggers that record what each of them changed (SPEC §3, Undo)."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import memoryweb.people.ids
from memoryweb.rls.policies import Isolate, RecordChanges, SamePerson

# The setting memoryweb.act holds the open act as JSON. Its row is written with its first change, so an act that changed
# nothing leaves none. A memory's change names its versions, so its words stay in the history alone.
RECORD_CHANGES = """
CREATE FUNCTION memories_open_act() RETURNS uuid
LANGUAGE plpgsql SET search_path = public AS $$
DECLARE act jsonb := current_setting('memoryweb.act')::jsonb;
BEGIN
    INSERT INTO memories_act (id, person_id, at, verb, changed_by, agent_id, run, request)
    SELECT id, person_id, at, verb, changed_by, agent_id, run, request
    FROM jsonb_populate_record(NULL::memories_act, act)
    ON CONFLICT (id) DO NOTHING;
    RETURN act->>'id';
END $$;

CREATE FUNCTION memories_record_version() RETURNS trigger
LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
    INSERT INTO memories_actchange (act_id, person_id, table_name, row_id, memory, version_before, version_after)
    VALUES (memories_open_act(), NEW.person_id, 'memories_memory', NEW.id, NEW.id,
            (SELECT max(history_id) FROM memories_historicalmemory WHERE id = NEW.id AND history_id < NEW.history_id),
            NEW.history_id);
    RETURN NULL;
END $$;
CREATE TRIGGER memories_version_is_recorded AFTER INSERT ON memories_historicalmemory
    FOR EACH ROW WHEN (coalesce(current_setting('memoryweb.act', true), '') <> '')
    EXECUTE FUNCTION memories_record_version();

-- The arguments are columns that are not kept: words that Undo does not need.
CREATE FUNCTION memories_record_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = public SET timezone = 'UTC' AS $$
DECLARE
    left_out text[] := coalesce(TG_ARGV, '{}');
    row_before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - left_out END;
    row_after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - left_out END;
    whole jsonb := coalesce(row_after, row_before);
    differing text[];
BEGIN
    IF TG_OP = 'UPDATE' THEN
        SELECT array_agg(key) INTO differing FROM jsonb_each(row_after) WHERE row_before->key IS DISTINCT FROM value;
        IF differing IS NULL THEN
            RETURN NULL;
        END IF;
        SELECT jsonb_object_agg(key, row_before->key), jsonb_object_agg(key, row_after->key)
        INTO row_before, row_after FROM unnest(differing) AS key;
    END IF;
    INSERT INTO memories_actchange (act_id, person_id, table_name, row_id, memory, before, after)
    VALUES (memories_open_act(), (whole->>'person_id')::uuid, TG_TABLE_NAME,
            coalesce(whole->>'id', whole->>'person_id')::uuid, (whole->>'memory_id')::uuid, row_before, row_after);
    RETURN NULL;
END $$
"""
DROP_RECORD_CHANGES = """
DROP TRIGGER memories_version_is_recorded ON memories_historicalmemory;
DROP FUNCTION memories_record_change();
DROP FUNCTION memories_record_version();
DROP FUNCTION memories_open_act()
"""


class Migration(migrations.Migration):
    dependencies = [
        ("agents", "0002_database"),
        ("learning", "0002_database"),
        ("memories", "0004_consent"),
        ("people", "0002_database"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Act",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("at", models.DateTimeField()),
                ("verb", models.CharField(max_length=60)),
                (
                    "changed_by",
                    models.CharField(
                        choices=[
                            ("person", "you"),
                            ("agent", "an agent"),
                            ("clock", "the clock"),
                            ("moderator", "a moderator"),
                        ],
                        max_length=10,
                    ),
                ),
                ("run", models.CharField(blank=True, db_default="", default="", max_length=120)),
                ("request", models.UUIDField(blank=True, null=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("undone_by", models.UUIDField(blank=True, null=True)),
                ("erased_at", models.DateTimeField(blank=True, null=True)),
                (
                    "agent",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="agents.agent",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ActChange",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("table_name", models.CharField(max_length=40)),
                ("row_id", models.UUIDField()),
                ("memory", models.UUIDField(blank=True, null=True)),
                ("before", models.JSONField(blank=True, null=True)),
                ("after", models.JSONField(blank=True, null=True)),
                ("version_before", models.BigIntegerField(blank=True, null=True)),
                ("version_after", models.BigIntegerField(blank=True, null=True)),
                (
                    "act",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="memories.act",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="act",
            index=models.Index(
                condition=models.Q(("run", ""), _negated=True), fields=["agent", "run"], name="acts_of_a_run"
            ),
        ),
        migrations.AddIndex(
            model_name="act",
            index=models.Index(fields=["at"], name="acts_to_purge"),
        ),
        migrations.AddConstraint(
            model_name="act",
            constraint=models.UniqueConstraint(fields=("person", "id"), name="acts_of_one_person"),
        ),
        migrations.AddIndex(
            model_name="actchange",
            index=models.Index(fields=["act", "id"], name="changes_of_an_act"),
        ),
        migrations.AddIndex(
            model_name="actchange",
            index=models.Index(
                condition=models.Q(("version_after__isnull", False)),
                fields=["version_after"],
                name="acts_that_wrote_a_version",
            ),
        ),
        migrations.AddIndex(
            model_name="actchange",
            index=models.Index(
                condition=models.Q(("memory__isnull", False)), fields=["memory"], name="acts_on_a_memory"
            ),
        ),
        # Upkeep deletes old acts, and with them their changes. To lock a row it needs the right to update a column.
        Isolate("memories_act", clock="DELETE, UPDATE (at)"),
        Isolate("memories_actchange"),
        SamePerson("memories_act", "agent_id", "agents_agent"),
        SamePerson("memories_actchange", "act_id", "memories_act"),
        migrations.RunSQL(sql=RECORD_CHANGES, reverse_sql=DROP_RECORD_CHANGES),
        RecordChanges("memories_evidence"),
        RecordChanges("memories_proposal"),
        RecordChanges("memories_conflict"),
        RecordChanges("memories_conflictmember"),
        RecordChanges("memories_tombstone"),
        RecordChanges("learning_feedback", left_out=["note", "evidence_ref"]),
        RecordChanges("learning_signal"),
        RecordChanges("people_memorysettings", when="UPDATE"),
        RecordChanges("agents_agent", when="UPDATE OF trust, paused_at, paused_until"),
    ]
