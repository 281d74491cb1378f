"""An erasure keeps, in ids and keyed digests, what it takes to do it again on a restored backup."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0015_ended_by_person")]

    operations = [
        migrations.AddField("erasure", "replay", models.JSONField(default=dict, blank=True, db_default={})),
    ]
