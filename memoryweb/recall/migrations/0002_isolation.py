"""The wall around embeddings, and what the clock may do there: reembed."""

from django.db import migrations

from memoryweb.people.isolation import Isolate, SamePerson


class Migration(migrations.Migration):
    dependencies = [("recall", "0001_embeddings"), ("memories", "0010_rights_of_the_clock")]

    operations = [
        Isolate("recall_embedding", clock="SELECT, UPDATE"),
        SamePerson("recall_embedding", "memory_id", "memories_memory"),
    ]
