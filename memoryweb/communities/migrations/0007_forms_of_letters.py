"""What communities show is searched by more forms of a text, as memories are (memories 0036)."""

from importlib import import_module

from django.db import migrations

FOLDED = import_module("memoryweb.communities.migrations.0006_folded_words")


class Migration(migrations.Migration):
    dependencies = [("communities", "0006_folded_words")]

    operations = [migrations.RunPython(FOLDED.fold_words, migrations.RunPython.noop)]
