"""Who may read and write channels and what was sent."""

from django.db import migrations

from memoryweb.database.tables import Isolate, SamePerson


class Migration(migrations.Migration):
    dependencies = [("notifications", "0001_tables"), ("people", "0002_database")]

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
    ]
