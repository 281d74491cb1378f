"""A memory belongs to a community only if its person is a member there."""

from django.db import migrations

from memoryweb.rls.policies import MemberOnly


class Migration(migrations.Migration):
    dependencies = [("memories", "0011_topic_erasures"), ("people", "0004_memberships")]

    operations = [MemberOnly("memories_memory")]
