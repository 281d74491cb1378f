"""Row-level security of embeddings and receipts, and what upkeep may do there."""

from django.db import migrations

from memoryweb.rls.policies import Isolate, SamePerson

# Vectors of up to 4,000 numbers stay in the row, because fetching each from a TOAST table is slower.
VECTORS_IN_THE_ROW = "ALTER TABLE recall_embedding SET (toast_tuple_target = 8160)"
VECTORS_ANYWHERE = "ALTER TABLE recall_embedding RESET (toast_tuple_target)"


class Migration(migrations.Migration):
    dependencies = [("recall", "0001_tables")]

    operations = [
        Isolate("recall_embedding", clock="SELECT, UPDATE"),
        Isolate("recall_receipt", clock="SELECT, DELETE, UPDATE (at)"),
        Isolate("recall_receiptitem"),
        SamePerson("recall_embedding", "memory_id", "memories_memory"),
        SamePerson("recall_receipt", "agent_id", "agents_agent"),
        SamePerson("recall_receiptitem", "receipt_id", "recall_receipt"),
        SamePerson("recall_receiptitem", "memory_id", "memories_memory", on_delete="NO ACTION"),
        migrations.RunSQL(sql=VECTORS_IN_THE_ROW, reverse_sql=VECTORS_ANYWHERE),
    ]
