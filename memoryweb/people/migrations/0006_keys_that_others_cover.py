"""Keys to the person that a key to another row of theirs implies, and indexes that are the beginning of another, go."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0005_learning"),
    ]

    operations = [
        migrations.AlterField(
            model_name="membership",
            name="person",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="memberships",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
