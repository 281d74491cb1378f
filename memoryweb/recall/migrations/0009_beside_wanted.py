"""A wanted case names the memories on its receipt, which it outlives: when one of them is erased, its words go."""

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models

FILL = """
UPDATE recall_wantedcase c SET beside = found.memories FROM (
    SELECT receipt_id, array_agg(memory_id ORDER BY id) AS memories
    FROM recall_receiptitem WHERE memory_id IS NOT NULL GROUP BY receipt_id
) AS found WHERE found.receipt_id = c.receipt
"""
# Of what has lost its receipt nobody knows what else its words were about.
EMPTY = "UPDATE recall_wantedcase SET query = '' WHERE beside = '{}'"


class Migration(migrations.Migration):
    dependencies = [("recall", "0008_folded_texts")]

    operations = [
        migrations.AddField(
            model_name="wantedcase",
            name="beside",
            field=ArrayField(base_field=models.UUIDField(), blank=True, db_default=[], default=list, size=None),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.RunSQL(EMPTY, migrations.RunSQL.noop),
    ]
