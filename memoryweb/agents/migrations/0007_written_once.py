"""A line of the access log is written once: the web process neither changes nor deletes one.

Upkeep deletes old lines. The lines of an agent that is deleted go with it by the table's own foreign key, so Django
deletes none itself.
"""

import django.db.models.deletion
from django.db import migrations, models

from memoryweb.rls.policies import ME

WRITE_ONCE = """
REVOKE UPDATE, DELETE ON agents_accesslog FROM memoryweb_app;
DROP POLICY agents_accesslog_change ON agents_accesslog;
DROP POLICY agents_accesslog_remove ON agents_accesslog
"""
WRITE_OFTEN = f"""
GRANT UPDATE, DELETE ON agents_accesslog TO memoryweb_app;
CREATE POLICY agents_accesslog_change ON agents_accesslog FOR UPDATE TO memoryweb_app
    USING (person_id = {ME}) WITH CHECK (person_id = {ME});
CREATE POLICY agents_accesslog_remove ON agents_accesslog FOR DELETE TO memoryweb_app USING (person_id = {ME})
"""


class Migration(migrations.Migration):
    dependencies = [("agents", "0006_community_agents")]

    operations = [
        migrations.AlterField(
            "accesslog",
            "agent",
            models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="agents.agent",
            ),
        ),
        migrations.RunSQL(WRITE_ONCE, WRITE_OFTEN),
    ]
