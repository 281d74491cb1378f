"""A person can ask for the deletion of their account, and take that back for some days."""

from django.db import migrations, models

# The web process writes two more columns, and only of the person in scope (0005).
GRANT = "GRANT UPDATE (deletion_asked_at, deletion_number) ON people_user TO memoryweb_app"


class Migration(migrations.Migration):
    dependencies = [("people", "0011_staff_acts")]

    operations = [
        migrations.AddField("user", "deletion_asked_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField(
            "user", "deletion_number", models.CharField(blank=True, db_default="", default="", max_length=20)
        ),
        migrations.AddIndex(
            "user",
            models.Index(
                condition=models.Q(("deletion_asked_at__isnull", False)),
                fields=["deletion_asked_at"],
                name="accounts_to_delete",
            ),
        ),
        migrations.RunSQL(GRANT, GRANT.replace("GRANT", "REVOKE").replace(" TO ", " FROM ")),
    ]
