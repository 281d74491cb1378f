"""An off switch for shortcuts of a single key (WCAG 2.1.4)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0002_database")]

    operations = [
        migrations.AddField(
            model_name="memorysettings",
            name="single_keys",
            field=models.BooleanField(db_default=True, default=True, verbose_name="Single keys answer questions"),
        ),
    ]
