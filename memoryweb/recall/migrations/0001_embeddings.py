"""Beside each memory what it means, as numbers. What there is already is embedded by reembed."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from pgvector.django import HalfVectorField


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("memories", "0010_rights_of_the_clock"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Embedding",
            fields=[
                (
                    "memory",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="embedding",
                        serialize=False,
                        to="memories.memory",
                    ),
                ),
                ("encoder", models.CharField(blank=True, db_default="", default="", max_length=120)),
                ("digest", models.BinaryField(db_default=b"", default=b"", max_length=16)),
                ("vector", HalfVectorField(null=True)),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["person"], name="embeddings_of_a_person"),
                    models.Index(fields=["encoder"], name="embeddings_of_an_encoder"),
                ],
            },
        ),
        # Vectors stay in the row up to 4,000 numbers: fetching each from a side table costs more than reading it.
        migrations.RunSQL(
            sql="ALTER TABLE recall_embedding SET (toast_tuple_target = 8160);"
            "INSERT INTO recall_embedding (memory_id, person_id) SELECT id, person_id FROM memories_memory",
            reverse_sql=migrations.RunSQL.noop,
        ),
    ]
