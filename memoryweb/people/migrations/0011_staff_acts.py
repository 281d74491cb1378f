"""Closing an account and opening it again, by staff; and a moment before which all sessions of a person have ended."""

from django.db import migrations, models

# Whoever took over one staff member's session closes no other one's account, and nobody locks themselves out.
REQUIRE_AUTHORITY = """
CREATE FUNCTION people_require_authority_over(whose uuid) RETURNS uuid
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE acting uuid := people_require_staff();
BEGIN
    IF EXISTS (SELECT FROM people_user target, people_user me WHERE target.id = whose AND me.id = acting
               AND (target.id = me.id OR (target.is_staff OR target.is_superuser) AND NOT me.is_superuser)) THEN
        RAISE insufficient_privilege
            USING MESSAGE = 'Only a superuser may do this to staff, and nobody to themselves.';
    END IF;
    RETURN acting;
END $$;
REVOKE ALL ON FUNCTION people_require_authority_over(uuid) FROM PUBLIC
"""
SET_ACTIVE = """
CREATE FUNCTION people_set_active(whose uuid, active boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM people_require_authority_over(whose);
    UPDATE people_user SET is_active = active WHERE id = whose AND is_active <> active;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    PERFORM people_note_staff_access(whose, CASE WHEN active THEN 'reactivated' ELSE 'deactivated' END);
    RETURN true;
END $$;
REVOKE ALL ON FUNCTION people_set_active(uuid, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_set_active(uuid, boolean) TO memoryweb_app
"""


class Migration(migrations.Migration):
    dependencies = [("people", "0010_overviews")]

    operations = [
        migrations.AlterModelOptions("user", {"verbose_name": "person", "verbose_name_plural": "people"}),
        migrations.AddField("user", "signed_out_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunSQL(REQUIRE_AUTHORITY, "DROP FUNCTION people_require_authority_over(uuid)"),
        migrations.RunSQL(SET_ACTIVE, "DROP FUNCTION people_set_active(uuid, boolean)"),
    ]
