"""The wall around receipts, and the clock's right to drop the old ones."""

from django.db import migrations

from memoryweb.people.isolation import Isolate, SamePerson


class Migration(migrations.Migration):
    dependencies = [("recall", "0003_receipts"), ("memories", "0010_rights_of_the_clock")]

    operations = [
        Isolate("recall_receipt", clock="SELECT, DELETE, UPDATE (at)"),
        Isolate("recall_receiptitem"),
        SamePerson("recall_receipt", "agent_id", "agents_agent"),
        SamePerson("recall_receiptitem", "receipt_id", "recall_receipt"),
        SamePerson("recall_receiptitem", "memory_id", "memories_memory", on_delete="NO ACTION"),
    ]
