"""When the person last said not now to trusting an agent, so that Review does not offer it again at once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("agents", "0004_refused_reads")]

    operations = [
        migrations.AddField("agent", "trust_declined_at", models.DateTimeField(blank=True, null=True)),
    ]
