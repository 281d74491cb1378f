"""Who may read and write vectors, receipts and cases."""

from django.db import migrations

from memoryweb.database.tables import Isolate, RecordChanges, SamePerson


class Migration(migrations.Migration):
    dependencies = [("memories", "0002_database"), ("recall", "0001_tables")]

    operations = [
        Isolate("recall_embedding", clock="SELECT, UPDATE"),
        Isolate("recall_receipt", clock="SELECT, DELETE, UPDATE (at)"),
        Isolate("recall_receiptitem"),
        SamePerson("recall_embedding", "memory_id", "memories_memory"),
        SamePerson("recall_receipt", "agent_id", "agents_agent"),
        SamePerson("recall_receiptitem", "receipt_id", "recall_receipt"),
        SamePerson("recall_receiptitem", "memory_id", "memories_memory", on_delete="NO ACTION"),
        Isolate("recall_wantedcase"),
        SamePerson("recall_wantedcase", "memory_id", "memories_memory"),
        RecordChanges("recall_wantedcase"),
        # Vectors of up to 4,000 numbers stay in the row, because fetching each from a TOAST table is slower.
        migrations.RunSQL("ALTER TABLE recall_embedding SET (toast_tuple_target = 8160)"),
    ]
