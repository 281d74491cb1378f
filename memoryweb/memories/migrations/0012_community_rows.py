"""A memory comes into a community only by a member."""

from django.db import migrations

from memoryweb.rls.policies import MemberOnly


class Migration(migrations.Migration):
    dependencies = [("memories", "0011_topic_erasures"), ("people", "0004_memberships")]

    operations = [MemberOnly("memories_memory", "community_id", "audience")]
