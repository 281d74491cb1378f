"""Vectors of texts that are folded to another form now count as missing, and reembed makes them (memories 0036)."""

from importlib import import_module

from django.db import migrations

FOLDED = import_module("memoryweb.recall.migrations.0008_folded_texts")


class Migration(migrations.Migration):
    dependencies = [("recall", "0009_beside_wanted"), ("memories", "0036_forms_of_letters")]

    operations = [migrations.RunPython(FOLDED.ask_for_vectors, migrations.RunPython.noop)]
