"""Row-level security of channels and of what is sent there. The clock decides who is told, in everybody's rows."""

from django.db import migrations

from memoryweb.rls.policies import Isolate, SamePerson

# What an agent suggests to share is one of the things to tell about. The clock reads that it waits, and no words.
READS_SUGGESTIONS = """
REVOKE SELECT ON communities_contribution FROM memoryweb_clock;
GRANT SELECT (id, person_id, status) ON communities_contribution TO memoryweb_clock;
CREATE POLICY communities_contribution_clock ON communities_contribution FOR SELECT TO memoryweb_clock
    USING (status = 'suggested')
"""
READS_NONE = """
DROP POLICY communities_contribution_clock ON communities_contribution;
REVOKE SELECT (id, person_id, status) ON communities_contribution FROM memoryweb_clock;
GRANT SELECT ON communities_contribution TO memoryweb_clock
"""


class Migration(migrations.Migration):
    dependencies = [("notifications", "0001_tables"), ("communities", "0003_functions"), ("memories", "0003_database")]

    operations = [
        Isolate("notifications_channel", clock="SELECT, UPDATE"),
        Isolate("notifications_quiethours", clock="SELECT"),
        Isolate("notifications_delivery", clock="SELECT, INSERT, UPDATE, DELETE"),
        Isolate("notifications_announcement", clock="SELECT, INSERT, UPDATE, DELETE"),
        SamePerson("notifications_delivery", "channel_id", "notifications_channel"),
        SamePerson("notifications_announcement", "channel_id", "notifications_channel"),
        SamePerson(
            "notifications_announcement", "delivery_id", "notifications_delivery", on_delete="SET NULL (delivery_id)"
        ),
        migrations.RunSQL(READS_SUGGESTIONS, READS_NONE),
    ]
