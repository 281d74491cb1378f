"""A deleted agent leaves an empty row, so that receipts of what it was given still say that an agent got it."""

from django.db import migrations, models

from memoryweb.rls.policies import ME

# The lines of the access log are written once, so the app deletes none. Those of a deleted agent go by this.
DELETE_CALLS = f"""
CREATE FUNCTION agents_delete_calls(deleted uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DELETE FROM agents_accesslog WHERE person_id = {ME} AND agent_id = deleted
    AND EXISTS (SELECT FROM agents_agent WHERE id = deleted AND person_id = {ME} AND deleted_at IS NOT NULL)
$$;
REVOKE ALL ON FUNCTION agents_delete_calls(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION agents_delete_calls(uuid) TO memoryweb_app
"""


class Migration(migrations.Migration):
    dependencies = [("agents", "0008_staff")]

    operations = [
        migrations.AddField("agent", "deleted_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddConstraint(
            "agent",
            models.CheckConstraint(
                condition=models.Q(("deleted_at", None), ("revoked_at__isnull", False), _connector="OR"),
                name="deleted_agents_are_revoked",
            ),
        ),
        migrations.RunSQL(DELETE_CALLS, "DROP FUNCTION agents_delete_calls(uuid)"),
    ]
