"""A kept answer is written with its data, in one statement."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("operations", "0002_database")]

    operations = [migrations.AlterField("answer", "data", models.JSONField())]
