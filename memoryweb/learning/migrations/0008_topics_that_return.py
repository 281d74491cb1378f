"""What a conversation is about, as keyed digests: a topic is found again after the words have left the window."""

import django.contrib.postgres.fields
from django.db import migrations, models
from django.db.models import F, Func, Q

from memoryweb.memories.models.enums import SHARDS

SHARD = Func(F("person"), template=f"get_byte(uuid_send(%(expressions)s), 15) & {SHARDS - 1}")


class Migration(migrations.Migration):
    dependencies = [("learning", "0007_read_in_portions")]

    operations = [
        migrations.AddField(
            "conversation",
            "topic_digests",
            django.contrib.postgres.fields.ArrayField(
                models.BinaryField(max_length=32), blank=True, db_default=[], default=list, size=None
            ),
        ),
        migrations.AddField("conversation", "topics_due", models.BooleanField(db_default=False, default=False)),
        migrations.AddIndex(
            "conversation", models.Index(SHARD, "person", condition=Q(topics_due=True), name="conversations_to_compare")
        ),
    ]
