"""Who may read and write which row of a community, and how a shared memory may change."""

from django.db import migrations

from memoryweb.database.apply import Apply
from memoryweb.database.tables import MemberOnly


class Migration(migrations.Migration):
    dependencies = [("communities", "0001_tables"), ("memories", "0002_database")]

    operations = [
        Apply(
            "functions/communities_change_shared",
            "functions/communities_deleted_contribution",
            "functions/communities_empty_lines",
            "functions/communities_found",
            "functions/communities_hand_over",
            "functions/communities_invited_to",
            "functions/communities_is_decided",
            "functions/communities_join",
            "functions/communities_left",
            "functions/communities_new_contribution",
            "functions/communities_readers",
            "functions/communities_record",
            "functions/communities_remove_member",
            "functions/communities_require_person",
            "functions/communities_retract",
            "functions/communities_set_role",
            "functions/communities_suggestions_end",
            "functions/communities_wipe",
        ),
        MemberOnly("communities_contribution", "community_id"),
        Apply(
            "policies/communities_communityinvitation",
            "policies/communities_contribution",
            "policies/communities_decision",
            "policies/communities_historicalsharedmemory",
            "policies/communities_report",
            "policies/communities_sharedmemory",
            "policies/communities_sharedmute",
        ),
        Apply(
            "triggers/communities_contribution_is_deleted",
            "triggers/communities_contribution_is_new",
            "triggers/communities_sharedmemory_changes",
            "triggers/communities_sharedmemory_is_decided",
            "triggers/people_membership_ends",
            "triggers/people_membership_ends_suggestions",
        ),
    ]
