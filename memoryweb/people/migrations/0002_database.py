"""Row-level security of the people tables: each person sees their own settings, memberships and communities."""

from django.db import migrations

from memoryweb.rls.policies import ME, Isolate

# Members see their community. Nobody may write one yet.
COMMUNITY = f"""
ALTER TABLE people_community ENABLE ROW LEVEL SECURITY;
ALTER TABLE people_community FORCE ROW LEVEL SECURITY;
CREATE POLICY people_community_read ON people_community FOR SELECT TO memoryweb_app
    USING (id IN (SELECT community_id FROM people_membership WHERE person_id = {ME}))
"""
DROP_COMMUNITY = """
DROP POLICY people_community_read ON people_community;
ALTER TABLE people_community NO FORCE ROW LEVEL SECURITY;
ALTER TABLE people_community DISABLE ROW LEVEL SECURITY
"""


class Migration(migrations.Migration):
    dependencies = [("people", "0001_tables")]

    operations = [
        Isolate("people_memorysettings", clock="SELECT"),
        Isolate("people_membership"),
        migrations.RunSQL(sql=COMMUNITY, reverse_sql=DROP_COMMUNITY),
    ]
