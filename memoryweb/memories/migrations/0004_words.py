"""The functions that are made of a memory's columns, from one description of them."""

from django.db import migrations

from memoryweb.database import memory_columns
from memoryweb.database.apply import Apply


class Migration(migrations.Migration):
    dependencies = [("memories", "0003_keys")]

    operations = [Apply(*memory_columns.FUNCTIONS)]
