"""Which conversations are outside the window is found in the partition of their person."""

from django.db import migrations

from memoryweb.database.apply import Apply


class Migration(migrations.Migration):
    dependencies = [("learning", "0003_keys")]

    operations = [Apply("functions/learning_mark_outside")]
