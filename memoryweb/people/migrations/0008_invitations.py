"""Invitations. Staff add them; whoever has the link becomes a person, once; the web process adds nobody otherwise."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from memoryweb.people.ids import uuid7
from memoryweb.rls.policies import ME, Isolate

ADD = "CREATE POLICY people_invitation_add ON people_invitation FOR INSERT TO memoryweb_app WITH CHECK"
STAFF_ONLY = f"""
DROP POLICY people_invitation_add ON people_invitation;
{ADD} (person_id = {ME} AND (SELECT is_staff AND is_active FROM people_user WHERE id = {ME}));
REVOKE UPDATE, DELETE ON people_invitation FROM memoryweb_app;
GRANT UPDATE (revoked_at) ON people_invitation TO memoryweb_app
"""
EVERYBODY = f"""
REVOKE UPDATE (revoked_at) ON people_invitation FROM memoryweb_app;
GRANT UPDATE, DELETE ON people_invitation TO memoryweb_app;
DROP POLICY people_invitation_add ON people_invitation;
{ADD} (person_id = {ME})
"""
# They run before a person is known. An invitation of somebody who is no longer of the staff is not open.
OPEN = """
    token_hash = hash AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()
    AND EXISTS (SELECT FROM people_user WHERE id = person_id AND is_active AND is_staff)
"""
LOOKUP = f"""
CREATE FUNCTION people_invited_by(hash bytea) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS 'SELECT email FROM people_invitation WHERE {OPEN}';
REVOKE ALL ON FUNCTION people_invited_by(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_invited_by(bytea) TO memoryweb_app
"""
ACCEPT = f"""
CREATE FUNCTION people_accept_invitation(hash bytea, new_id uuid, new_password text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    invited text;
BEGIN
    UPDATE people_invitation SET accepted_at = now() WHERE {OPEN} RETURNING email INTO invited;
    IF invited IS NULL THEN
        RETURN NULL;
    END IF;
    INSERT INTO people_user (id, email, password, is_superuser, is_staff, is_active, date_joined)
    VALUES (new_id, invited, new_password, false, false, true, now());
    INSERT INTO account_emailaddress (user_id, email, verified, "primary") VALUES (new_id, invited, true, true);
    RETURN new_id;
EXCEPTION WHEN unique_violation THEN
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION people_accept_invitation(bytea, uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_accept_invitation(bytea, uuid, text) TO memoryweb_app
"""


class Migration(migrations.Migration):
    dependencies = [("people", "0007_email_addresses")]

    operations = [
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("email", models.EmailField(max_length=254, verbose_name="Their email")),
                ("token_hash", models.BinaryField(unique=True)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(null=True)),
                ("accepted_at", models.DateTimeField(null=True)),
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
            options={
                "indexes": [models.Index(fields=["person", "-created_at"], name="invitations_of_a_person")],
            },
        ),
        Isolate("people_invitation"),
        migrations.RunSQL(STAFF_ONLY, EVERYBODY),
        migrations.RunSQL(LOOKUP, "DROP FUNCTION people_invited_by(bytea)"),
        migrations.RunSQL(ACCEPT, "DROP FUNCTION people_accept_invitation(bytea, uuid, text)"),
    ]
