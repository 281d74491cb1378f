"""Every memory is private: no policy shows others. What a community shares is a row of its own (room communities)."""

from django.db import migrations, models
from django.db.models import Q

from memoryweb.rls.policies import ME

BEFORE = (
    f"CASE WHEN person_id = {ME} THEN true"
    " ELSE audience = 'community' AND community_id = ANY ((SELECT people_my_communities())::uuid[]) END"
)
ALTER = "ALTER POLICY memories_memory_read ON memories_memory USING ({})"


class Migration(migrations.Migration):
    dependencies = [("memories", "0022_setting_changes"), ("communities", "0003_functions")]

    operations = [
        migrations.RemoveConstraint("memory", "community_memory_has_a_community"),
        migrations.AddConstraint(
            "memory", models.CheckConstraint(condition=Q(audience="private"), name="memories_are_private")
        ),
        migrations.RunSQL(ALTER.format(f"person_id = {ME}"), ALTER.format(BEFORE)),
    ]
