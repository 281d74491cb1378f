"""A person's rows are found in partitioned tables, too."""

from django.db import migrations

from memoryweb.database.apply import Apply


class Migration(migrations.Migration):
    dependencies = [("memories", "0004_words")]

    operations = [Apply("functions/memories_places_of_a_person")]
