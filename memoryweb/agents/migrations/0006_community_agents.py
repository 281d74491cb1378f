"""An agent acts for a community only if its person is a member there."""

from django.db import migrations

from memoryweb.rls.policies import MemberOnly


class Migration(migrations.Migration):
    dependencies = [("agents", "0005_trust_declined"), ("people", "0004_memberships")]

    operations = [MemberOnly("agents_agent")]
