"""Memories remove emptied versions themselves, for whoever removes a memory without a trace."""

from importlib import import_module

from django.db import migrations

BEFORE = import_module("memoryweb.demo.migrations.0002_removal_is_linked").WITH_LINKS


class Migration(migrations.Migration):
    dependencies = [("demo", "0002_removal_is_linked"), ("memories", "0030_rows_with_an_end")]

    operations = [migrations.RunSQL("DROP FUNCTION demo_remove_empty_versions(uuid[])", BEFORE)]
