"""A test is a delivery of its own, a browser is linked to its session, and a linked chat is a channel."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0002_database"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="channel",
            name="channel_kind_is_known",
        ),
        migrations.RemoveConstraint(
            model_name="channel",
            name="only_e_mail_has_no_address",
        ),
        migrations.RemoveConstraint(
            model_name="delivery",
            name="one_open_delivery_of_a_channel",
        ),
        migrations.AddField(
            model_name="channel",
            name="session",
            field=models.BinaryField(blank=True, max_length=32, null=True),
        ),
        migrations.AddField(
            model_name="delivery",
            name="is_test",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name="channel",
            name="kind",
            field=models.CharField(
                choices=[
                    ("push", "Browser"),
                    ("telegram", "Telegram"),
                    ("ntfy", "ntfy"),
                    ("email", "E-mail"),
                    ("webhook", "Webhook"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="channel",
            name="outcome",
            field=models.CharField(
                blank=True,
                choices=[
                    ("delivered", "delivered"),
                    ("refused", "refused"),
                    ("gone", "gone"),
                    ("unreachable", "unreachable"),
                    ("not_public", "not a public address"),
                    ("unanswered", "unanswered"),
                    ("not_set_up", "not set up"),
                    ("not_linked", "not linked"),
                ],
                db_default="",
                default="",
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="channel",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["push", "telegram", "ntfy", "email", "webhook"])),
                name="channel_kind_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="channel",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("address", ""), ("kind__in", ["email", "telegram"])),
                    models.Q(
                        models.Q(("kind__in", ["email", "telegram"]), _negated=True),
                        models.Q(("address", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="only_the_persons_own_have_no_address",
            ),
        ),
        migrations.AddConstraint(
            model_name="channel",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind", "push"), ("session", None), _connector="OR"),
                name="only_browsers_have_sessions",
            ),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status__in", ["waiting", "sending"])),
                fields=("channel", "is_test"),
                name="one_open_delivery_of_a_channel",
            ),
        ),
    ]
