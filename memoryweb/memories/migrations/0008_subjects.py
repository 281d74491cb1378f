"""What the clock compares memories by, and whether it has since they changed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0007_upkeep_runs")]

    operations = [
        migrations.AddField(
            model_name="searchdocument",
            name="negative",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="searchdocument",
            name="subject",
            field=models.BinaryField(max_length=32, null=True),
        ),
        migrations.AddField(
            model_name="searchdocument",
            name="weighed",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name="searchdocument",
            index=models.Index(
                models.Func(models.F("person"), template="get_byte(uuid_send(%(expressions)s), 15) & 7"),
                models.F("memory"),
                condition=models.Q(("weighed", False)),
                name="search_documents_to_weigh",
            ),
        ),
        migrations.AddIndex(
            model_name="searchdocument",
            index=models.Index(fields=["person", "subject"], name="search_documents_of_a_subject"),
        ),
    ]
