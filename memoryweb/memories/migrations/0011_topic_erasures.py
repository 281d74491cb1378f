"""One receipt can be about several memories, or about a topic and everything that mentioned it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0010_history_page")]

    operations = [
        migrations.AlterField("erasure", "obs_id", models.CharField(max_length=20, blank=True)),
        migrations.AddField("erasure", "memories", models.PositiveIntegerField(default=1, db_default=1)),
        migrations.AddField("erasure", "places", models.PositiveIntegerField(null=True, blank=True)),
        migrations.AddField("erasure", "checked", models.JSONField(default=dict, blank=True, db_default={})),
        migrations.AddField("erasure", "kept", models.JSONField(default=list, blank=True, db_default=[])),
    ]
