"""An index by which the Memories page lists one state by name, without sorting all of the person's memories."""

import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0008_recorded_sight")]

    operations = [
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                models.F("person"),
                models.F("status"),
                django.db.models.functions.text.Lower("label"),
                models.OrderBy(models.F("id"), descending=True),
                name="memories_by_name",
            ),
        ),
    ]
