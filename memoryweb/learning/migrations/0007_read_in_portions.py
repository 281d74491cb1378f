"""Conversations and feedback are learned in portions: of what has begun, the row says that a worker learns the rest."""

from django.db import migrations, models
from django.db.models import F, Func, Q

from memoryweb.memories.models.enums import SHARDS

SHARD = Func(F("person"), template=f"get_byte(uuid_send(%(expressions)s), 15) & {SHARDS - 1}")


class Migration(migrations.Migration):
    dependencies = [("learning", "0006_left_by_an_agent")]

    operations = [
        migrations.AddField("conversation", "is_due", models.BooleanField(db_default=False, default=False)),
        migrations.AddField("feedback", "is_due", models.BooleanField(db_default=False, default=False)),
        migrations.AddField("feedback", "signals_read", models.PositiveSmallIntegerField(db_default=0, default=0)),
        migrations.AddField("signal", "is_due", models.BooleanField(db_default=False, default=False)),
        migrations.AddIndex(
            "feedback", models.Index(SHARD, "person", condition=Q(is_due=True), name="feedback_to_learn_from")
        ),
        # Upkeep finds what is half learned, and sees no other feedback.
        migrations.RunSQL(
            sql="CREATE POLICY learning_feedback_clock ON learning_feedback"
            " FOR SELECT TO memoryweb_clock USING (is_due)",
            reverse_sql="DROP POLICY learning_feedback_clock ON learning_feedback",
        ),
    ]
