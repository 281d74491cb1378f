"""An agent comes to act for a community only by a member."""

from django.db import migrations

from memoryweb.rls.policies import MemberOnly


class Migration(migrations.Migration):
    dependencies = [("agents", "0005_trust_declined"), ("people", "0004_memberships")]

    operations = [MemberOnly("agents_agent", "community_id")]
