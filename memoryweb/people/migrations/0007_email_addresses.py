"""People confirm a new e-mail address themselves. Each has one that counts as confirmed: an operator vouched for it."""

from django.db import migrations, models
from django.db.models.functions import Lower

KNOWN = """
INSERT INTO account_emailaddress (user_id, email, verified, "primary")
SELECT id, lower(email), true, true FROM people_user
ON CONFLICT DO NOTHING
"""


class Migration(migrations.Migration):
    dependencies = [("people", "0006_sign_in_tables")]

    operations = [
        migrations.RunSQL(
            "GRANT UPDATE (email) ON people_user TO memoryweb_app",
            "REVOKE UPDATE (email) ON people_user FROM memoryweb_app",
        ),
        migrations.RunSQL(
            "GRANT INSERT, UPDATE, DELETE ON account_emailaddress TO memoryweb_app;"
            " GRANT DELETE ON account_emailconfirmation TO memoryweb_app",  # empty; Django deletes there too
            "REVOKE INSERT, UPDATE, DELETE ON account_emailaddress FROM memoryweb_app;"
            " REVOKE DELETE ON account_emailconfirmation FROM memoryweb_app",
        ),
        migrations.RunSQL(KNOWN, "DELETE FROM account_emailaddress"),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(Lower("email"), name="one_person_per_email_address"),
        ),
    ]
