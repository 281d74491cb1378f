"""Who may read and write accounts, communities and what signing in keeps."""

from django.db import migrations

from memoryweb.database.apply import Apply
from memoryweb.database.tables import Isolate


class Migration(migrations.Migration):
    dependencies = [
        ("account", "0009_emailaddress_unique_primary_email"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("people", "0001_tables"),
        ("sessions", "0001_initial"),
        ("socialaccount", "0006_alter_socialaccount_extra_data"),
        ("usersessions", "0001_initial"),
    ]

    operations = [
        Apply(
            "functions/people_accept_invitation",
            "functions/people_communityoverview_rows",
            "functions/people_invited_by",
            "functions/people_membershipoverview_rows",
            "functions/people_moderated_communities",
            "functions/people_my_communities",
            "functions/people_note_staff_access",
            "functions/people_only_members",
            "functions/people_open_membership",
            "functions/people_owned_communities",
            "functions/people_person_of_identity",
            "functions/people_require_authority_over",
            "functions/people_require_staff",
            "functions/people_set_active",
        ),
        Isolate("people_memorysettings", clock="SELECT"),
        Isolate("mfa_authenticator", column="user_id"),
        Isolate("usersessions_usersession", column="user_id"),
        Isolate("socialaccount_socialaccount", column="user_id"),
        migrations.RunSQL(
            "ALTER TABLE people_staffaccess ADD CONSTRAINT staff_access_by_a_person FOREIGN KEY (by_id)"
            " REFERENCES people_user (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED"
        ),
        Apply(
            "policies/account_emailaddress",
            "policies/account_emailconfirmation",
            "policies/auth_group",
            "policies/auth_group_permissions",
            "policies/auth_permission",
            "policies/django_admin_log",
            "policies/django_content_type",
            "policies/django_migrations",
            "policies/people_community",
            "policies/people_invitation",
            "policies/people_membership",
            "policies/people_staffaccess",
            "policies/people_user",
            "policies/people_user_groups",
            "policies/people_user_user_permissions",
            "policies/socialaccount_socialapp",
            "policies/socialaccount_socialtoken",
        ),
        Apply("views/people_communityoverview", "views/people_membershipoverview"),
    ]
