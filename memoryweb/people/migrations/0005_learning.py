"""What a person decides about learning: the window, when conversations are read, what that may cost."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0004_injection"),
    ]

    operations = [
        migrations.AddField(
            model_name="memorysettings",
            name="learning_threshold",
            field=models.PositiveSmallIntegerField(
                db_default=3, default=3, verbose_name="Accepted so often before it counts"
            ),
        ),
        migrations.AddField(
            model_name="memorysettings",
            name="letter_sent_on",
            field=models.DateField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="memorysettings",
            name="long_term_every",
            field=models.PositiveSmallIntegerField(db_default=1, default=1, verbose_name="After so many conversations"),
        ),
        migrations.AddField(
            model_name="memorysettings",
            name="long_term_update_policy",
            field=models.CharField(
                choices=[
                    ("heuristic", "after every few conversations"),
                    ("schedule", "every night at three, my time"),
                    ("manual", "only when I say so"),
                ],
                db_default="heuristic",
                default="heuristic",
                max_length=9,
                verbose_name="When agents’ conversations are read for what lasts",
            ),
        ),
        migrations.AddField(
            model_name="memorysettings",
            name="model_cap_cents",
            field=models.PositiveIntegerField(db_default=100, default=100, verbose_name="It may cost at most, a month"),
        ),
        migrations.AddField(
            model_name="memorysettings",
            name="recent_max_age_days",
            field=models.PositiveSmallIntegerField(db_default=7, default=7, verbose_name="Days"),
        ),
        migrations.AddField(
            model_name="memorysettings",
            name="recent_max_items",
            field=models.PositiveSmallIntegerField(db_default=30, default=30, verbose_name="So many"),
        ),
        migrations.AddField(
            model_name="memorysettings",
            name="recent_window_type",
            field=models.CharField(
                choices=[("count", "the newest ones"), ("time", "for some days")],
                db_default="count",
                default="count",
                max_length=5,
                verbose_name="Recent conversations are kept",
            ),
        ),
        migrations.AddField(
            model_name="memorysettings",
            name="relevance_feedback",
            field=models.BooleanField(db_default=True, default=True, verbose_name="What helped before goes first"),
        ),
        migrations.AddField(
            model_name="memorysettings",
            name="share_global_in_communities",
            field=models.BooleanField(
                db_default=False,
                default=False,
                verbose_name="A community’s agent may also be given what counts everywhere",
            ),
        ),
        migrations.AddField(
            model_name="memorysettings",
            name="use_model",
            field=models.BooleanField(
                db_default=True, default=True, verbose_name="A language model may read my conversations"
            ),
        ),
        migrations.AddField(
            model_name="memorysettings",
            name="weekly_letter",
            field=models.BooleanField(db_default=False, default=False, verbose_name="Send me a letter every Monday"),
        ),
        migrations.AddIndex(
            model_name="memorysettings",
            index=models.Index(
                condition=models.Q(("weekly_letter", True)), fields=["letter_sent_on"], name="letters_to_send"
            ),
        ),
        migrations.AddConstraint(
            model_name="memorysettings",
            constraint=models.CheckConstraint(
                condition=models.Q(("recent_max_items__gte", 1), ("recent_max_items__lte", 200)),
                name="the_window_holds_1_to_200",
            ),
        ),
        migrations.AddConstraint(
            model_name="memorysettings",
            constraint=models.CheckConstraint(
                condition=models.Q(("recent_max_age_days__gte", 1), ("recent_max_age_days__lte", 365)),
                name="the_window_is_1_to_365_days",
            ),
        ),
        migrations.AddConstraint(
            model_name="memorysettings",
            constraint=models.CheckConstraint(
                condition=models.Q(("long_term_every__gte", 1), ("long_term_every__lte", 50)),
                name="learned_after_1_to_50_conversations",
            ),
        ),
        migrations.AddConstraint(
            model_name="memorysettings",
            constraint=models.CheckConstraint(
                condition=models.Q(("learning_threshold__gte", 1), ("learning_threshold__lte", 20)),
                name="learned_after_1_to_20_accepts",
            ),
        ),
        migrations.AddConstraint(
            model_name="memorysettings",
            constraint=models.CheckConstraint(
                condition=models.Q(("recent_window_type__in", ["count", "time"])), name="window_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="memorysettings",
            constraint=models.CheckConstraint(
                condition=models.Q(("long_term_update_policy__in", ["heuristic", "schedule", "manual"])),
                name="long_term_policy_is_known",
            ),
        ),
    ]
