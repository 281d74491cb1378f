"""Kept answers go after a month: the clock may see and delete them, the oldest first."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("operations", "0002_isolation")]

    operations = [
        migrations.RunSQL(
            sql="""
                GRANT DELETE, UPDATE (created_at) ON operations_answer TO memoryweb_clock;
                CREATE POLICY operations_answer_clock ON operations_answer TO memoryweb_clock
                    USING (true) WITH CHECK (true)
            """,
            reverse_sql="""
                DROP POLICY operations_answer_clock ON operations_answer;
                REVOKE DELETE, UPDATE (created_at) ON operations_answer FROM memoryweb_clock
            """,
        ),
        migrations.AddIndex(
            model_name="answer",
            index=models.Index(fields=["created_at"], name="answers_to_purge"),
        ),
    ]
