"""What staff may list of agents, open of one, and revoke."""

from django.db import migrations, models

from memoryweb.rls.policies import StaffView

AGENTS = """
    SELECT id, trust::text, community_id IS NOT NULL, created_at, last_used_at, expires_at, paused_at, revoked_at
    FROM agents_agent
"""
OPEN = """
CREATE FUNCTION agents_open(pk uuid) RETURNS TABLE (person_id uuid, calls integer, refused integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM people_require_staff();
    PERFORM people_note_staff_access(agent.person_id, 'agent') FROM agents_agent agent WHERE agent.id = pk;
    RETURN QUERY SELECT agent.person_id, count(log.id)::integer,
        count(log.id) FILTER (WHERE log.outcome = 'PERMISSION_DENIED')::integer
    FROM agents_agent agent LEFT JOIN agents_accesslog log ON log.agent_id = agent.id
    WHERE agent.id = pk GROUP BY agent.id;
END $$;
REVOKE ALL ON FUNCTION agents_open(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION agents_open(uuid) TO memoryweb_app
"""
REVOKE = """
CREATE FUNCTION agents_revoke_by_staff(pk uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE whose uuid;
BEGIN
    PERFORM people_require_staff();
    SELECT person_id INTO whose FROM agents_agent WHERE id = pk;
    PERFORM people_require_authority_over(whose);
    UPDATE agents_agent SET revoked_at = now() WHERE id = pk AND revoked_at IS NULL;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    PERFORM people_note_staff_access(whose, 'revoked_agent');
    RETURN true;
END $$;
REVOKE ALL ON FUNCTION agents_revoke_by_staff(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION agents_revoke_by_staff(uuid) TO memoryweb_app
"""
# Every session and every sign-in link from before ends with signed_out_at (people.User).
REVOKE_EVERYTHING = """
CREATE FUNCTION agents_revoke_everything(whose uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE revoked integer;
BEGIN
    PERFORM people_require_authority_over(whose);
    UPDATE people_user SET signed_out_at = now() WHERE id = whose;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    UPDATE agents_agent SET revoked_at = now() WHERE person_id = whose AND revoked_at IS NULL;
    GET DIAGNOSTICS revoked = ROW_COUNT;
    PERFORM people_note_staff_access(whose, 'revoked_everything');
    RETURN revoked;
END $$;
REVOKE ALL ON FUNCTION agents_revoke_everything(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION agents_revoke_everything(uuid) TO memoryweb_app
"""


class Migration(migrations.Migration):
    dependencies = [("agents", "0007_written_once"), ("people", "0011_staff_acts")]

    operations = [
        StaffView(
            "agents_agentoverview", AGENTS,
            "id uuid, trust text, of_community boolean, created_at timestamptz, last_used_at timestamptz,"
            " expires_at timestamptz, paused_at timestamptz, revoked_at timestamptz",
        ),
        migrations.RunSQL(OPEN, "DROP FUNCTION agents_open(uuid)"),
        migrations.RunSQL(REVOKE, "DROP FUNCTION agents_revoke_by_staff(uuid)"),
        migrations.RunSQL(REVOKE_EVERYTHING, "DROP FUNCTION agents_revoke_everything(uuid)"),
        migrations.CreateModel(
            name="AgentOverview",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("trust", models.CharField(max_length=10, verbose_name="trust")),
                ("of_community", models.BooleanField(verbose_name="of a community")),
                ("created_at", models.DateTimeField(verbose_name="connected")),
                ("last_used_at", models.DateTimeField(null=True, verbose_name="last used")),
                ("expires_at", models.DateTimeField(null=True, verbose_name="expires")),
                ("paused_at", models.DateTimeField(null=True, verbose_name="paused")),
                ("revoked_at", models.DateTimeField(null=True, verbose_name="revoked")),
            ],
            options={"verbose_name": "agent", "verbose_name_plural": "agents", "managed": False},
        ),
    ]  # fmt: skip
