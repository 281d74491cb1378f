"""A person's rows are found and deleted in partitioned tables, and nobody else's."""

from django.db import migrations

from memoryweb.database.apply import Apply


class Migration(migrations.Migration):
    dependencies = [("memories", "0004_words")]

    operations = [Apply("functions/memories_places_of_a_person", "functions/memories_delete_rows")]
