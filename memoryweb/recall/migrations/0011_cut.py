"""A receipt says from where on a memory was likely enough to be needed; those of before have no such number.

A case may also say that a memory should not have been given.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("recall", "0010_forms_of_letters")]

    operations = [
        migrations.AddField("receipt", "cut", models.FloatField(blank=True, null=True)),
        migrations.AddField("wantedcase", "is_wanted", models.BooleanField(db_default=True, default=True)),
    ]
