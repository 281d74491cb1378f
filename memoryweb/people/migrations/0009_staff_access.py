"""The log of what staff looked at and did about one person, and the two functions that every such read begins with."""

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone

from memoryweb.people.ids import uuid7
from memoryweb.rls.policies import Isolate

WHAT = [
    ("person", "looked at your account: its dates, its state and how much there is of what"),
    ("agent", "looked at one of your agents: its dates, its state and how many calls it made"),
    ("membership", "looked at one of your memberships: which community, and your role"),
    ("deactivated", "closed your account"),
    ("reactivated", "opened your account again"),
    ("revoked_agent", "revoked one of your agents"),
    ("revoked_everything", "revoked all your agents and signed you out everywhere"),
    ("second_factor_removed", "removed your second factor, so that you can set up another"),
]

# Only the owner's functions and the worker's commands add a line, and nobody changes one.
WRITTEN_ONCE = """
REVOKE INSERT, UPDATE, DELETE ON people_staffaccess FROM memoryweb_app;
GRANT INSERT ON people_staffaccess TO memoryweb_worker;
DROP POLICY people_staffaccess_change ON people_staffaccess;
DROP POLICY people_staffaccess_remove ON people_staffaccess
"""
BY_NOBODY_LATER = """
ALTER TABLE people_staffaccess ADD CONSTRAINT staff_access_by_a_person FOREIGN KEY (by_id) REFERENCES people_user (id)
    ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
"""

# Called by the owner's functions only. Both stay out of the web process's reach.
REQUIRE_STAFF = """
CREATE FUNCTION people_require_staff() RETURNS uuid
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE acting uuid := NULLIF(current_setting('app.person_id', true), '')::uuid;
BEGIN
    IF NOT EXISTS (SELECT FROM people_user WHERE id = acting AND is_staff AND is_active) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only staff may do this.';
    END IF;
    RETURN acting;
END $$;
REVOKE ALL ON FUNCTION people_require_staff() FROM PUBLIC
"""
NOTE_ACCESS = """
CREATE FUNCTION people_note_staff_access(whose uuid, what text) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
    INSERT INTO people_staffaccess (id, person_id, by_id, at, what)
    SELECT gen_random_uuid(), whose, people_require_staff(), clock_timestamp(), what
    WHERE whose <> people_require_staff()
$$;
REVOKE ALL ON FUNCTION people_note_staff_access(uuid, text) FROM PUBLIC
"""

# The package of the administration brings a log of its own, in the words of whatever was changed. Nothing writes it.
NO_OTHER_LOG = "REVOKE INSERT, UPDATE, DELETE ON django_admin_log FROM memoryweb_app"
OTHER_LOG = "GRANT INSERT, UPDATE, DELETE ON django_admin_log TO memoryweb_app"


class Migration(migrations.Migration):
    dependencies = [("admin", "0003_logentry_add_action_flag_choices"), ("people", "0008_invitations")]

    operations = [
        migrations.CreateModel(
            name="StaffAccess",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("at", models.DateTimeField(default=timezone.now)),
                ("what", models.CharField(choices=WHAT, max_length=24)),
                (
                    "by",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="people.user",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="people.user",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["person", "-at", "-id"], name="staff_access_of_a_person")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(what__in=[name for name, _ in WHAT]), name="staff_access_is_known"
                    )
                ],
            },
        ),
        Isolate("people_staffaccess"),
        Isolate("django_admin_log", column="user_id"),  # of the administration's package: nothing writes it
        migrations.RunSQL(WRITTEN_ONCE, migrations.RunSQL.noop),
        migrations.RunSQL(BY_NOBODY_LATER, "ALTER TABLE people_staffaccess DROP CONSTRAINT staff_access_by_a_person"),
        migrations.RunSQL(REQUIRE_STAFF, "DROP FUNCTION people_require_staff()"),
        migrations.RunSQL(NOTE_ACCESS, "DROP FUNCTION people_note_staff_access(uuid, text)"),
        migrations.RunSQL(NO_OTHER_LOG, OTHER_LOG),
    ]
