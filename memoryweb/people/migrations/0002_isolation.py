"""The wall around people's own tables. A community is seen by its members."""

from django.db import migrations

from memoryweb.people.isolation import ME, Isolate


class Migration(migrations.Migration):
    dependencies = [("people", "0001_initial")]

    operations = [
        Isolate("people_memorysettings"),
        Isolate("people_membership"),
        migrations.RunSQL(
            sql=f"""
                ALTER TABLE people_community ENABLE ROW LEVEL SECURITY;
                ALTER TABLE people_community FORCE ROW LEVEL SECURITY;
                CREATE POLICY people_community_read ON people_community FOR SELECT TO memoryweb_app
                    USING (id IN (SELECT community_id FROM people_membership WHERE person_id = {ME}))
            """,
            reverse_sql="""
                DROP POLICY people_community_read ON people_community;
                ALTER TABLE people_community NO FORCE ROW LEVEL SECURITY;
                ALTER TABLE people_community DISABLE ROW LEVEL SECURITY
            """,
        ),
    ]
