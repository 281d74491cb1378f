"""A conversation whose own id was erased is known by a keyed digest of it, so that no report brings its words back."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("learning", "0004_titles_removed")]

    operations = [
        migrations.AddField(
            model_name="conversation",
            name="erased_id",
            field=models.BinaryField(max_length=32, null=True),
        ),
        migrations.AddField(
            model_name="conversation",
            name="project_removed",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name="conversation",
            index=models.Index(
                fields=["erased_id"], condition=Q(erased_id__isnull=False), name="conversations_by_erased_id"
            ),
        ),
    ]
