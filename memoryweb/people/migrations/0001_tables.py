"""The tables of people, their settings and their communities."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models
from django.utils import timezone

from memoryweb.people.ids import uuid7
from memoryweb.people.models import all_sections, validate_time_zone


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("email", models.EmailField(max_length=254, unique=True, verbose_name="e-mail")),
                ("is_active", models.BooleanField(db_default=True, default=True)),
                ("is_staff", models.BooleanField(db_default=False, default=False)),
                ("date_joined", models.DateTimeField(default=timezone.now)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. "
                        "A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Community",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=80)),
                ("created_at", models.DateTimeField(default=timezone.now)),
            ],
            options={
                "verbose_name_plural": "communities",
            },
        ),
        migrations.CreateModel(
            name="MemorySettings",
            fields=[
                (
                    "person",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("enable_memory", models.BooleanField(db_default=True, default=True, verbose_name="Memory is on")),
                (
                    "learning_enabled",
                    models.BooleanField(
                        db_default=True, default=True, verbose_name="Agents may note what they observe"
                    ),
                ),
                ("privacy_mode", models.BooleanField(db_default=False, default=False, verbose_name="Privacy mode")),
                (
                    "confirm_new",
                    models.CharField(
                        choices=[
                            ("ask", "Ask me about everything new"),
                            ("explicit_only", "Save at once what any agent says I told it"),
                            ("never", "Save at once what any agent says or notices"),
                        ],
                        db_default="ask",
                        default="ask",
                        max_length=20,
                        verbose_name="Before something new is used",
                    ),
                ),
                (
                    "enabled_sections",
                    ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("user_insights", "About you"),
                                ("response_preferences", "How to answer you"),
                                ("topic_highlights", "Topics you return to"),
                            ],
                            max_length=24,
                        ),
                        blank=True,
                        default=all_sections,
                        size=None,
                    ),
                ),
                ("min_confidence", models.FloatField(db_default=0.6, default=0.6, verbose_name="Minimum confidence")),
                (
                    "time_zone",
                    models.CharField(
                        db_default="UTC",
                        default="UTC",
                        max_length=64,
                        validators=[validate_time_zone],
                        verbose_name="Time zone",
                    ),
                ),
                ("archive_below", models.FloatField(blank=True, null=True, verbose_name="Archive faded memories")),
                (
                    "injection_enabled",
                    models.BooleanField(
                        db_default=True, default=True, verbose_name="Agents get memories automatically"
                    ),
                ),
                (
                    "injection_max_items",
                    models.PositiveSmallIntegerField(db_default=12, default=12, verbose_name="Memories at once"),
                ),
                (
                    "injection_token_budget",
                    models.PositiveIntegerField(db_default=400, default=400, verbose_name="Token budget"),
                ),
                (
                    "learning_threshold",
                    models.PositiveSmallIntegerField(
                        db_default=3, default=3, verbose_name="Use a habit after this many accepts"
                    ),
                ),
                ("letter_sent_on", models.DateField(blank=True, editable=False, null=True)),
                (
                    "long_term_every",
                    models.PositiveSmallIntegerField(
                        db_default=1, default=1, verbose_name="After this many conversations"
                    ),
                ),
                (
                    "long_term_update_policy",
                    models.CharField(
                        choices=[
                            ("heuristic", "after every few conversations"),
                            ("schedule", "every night at 3 a.m., my time"),
                            ("manual", "only when I ask for it"),
                        ],
                        db_default="heuristic",
                        default="heuristic",
                        max_length=9,
                        verbose_name="When to look for lasting memories in conversations",
                    ),
                ),
                (
                    "model_cap_cents",
                    models.PositiveIntegerField(
                        db_default=100, default=100, verbose_name="Spend at most, in cents per month"
                    ),
                ),
                (
                    "recent_max_age_days",
                    models.PositiveSmallIntegerField(db_default=7, default=7, verbose_name="Or for this many days"),
                ),
                (
                    "recent_max_items",
                    models.PositiveSmallIntegerField(db_default=30, default=30, verbose_name="Keep the newest"),
                ),
                (
                    "recent_window_type",
                    models.CharField(
                        choices=[("count", "the newest ones"), ("time", "for some days")],
                        db_default="count",
                        default="count",
                        max_length=5,
                        verbose_name="Keep recent conversations",
                    ),
                ),
                (
                    "relevance_feedback",
                    models.BooleanField(db_default=True, default=True, verbose_name="Prefer what helped before"),
                ),
                (
                    "share_global_in_communities",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        verbose_name="A community’s agent may also get what applies everywhere",
                    ),
                ),
                (
                    "use_model",
                    models.BooleanField(
                        db_default=True, default=True, verbose_name="A language model may read my conversations"
                    ),
                ),
                (
                    "weekly_letter",
                    models.BooleanField(db_default=False, default=False, verbose_name="Send me a letter every Monday"),
                ),
            ],
            options={
                "verbose_name_plural": "memory settings",
                "indexes": [
                    models.Index(
                        condition=models.Q(("archive_below__isnull", False)),
                        fields=["person"],
                        name="settings_archive_below",
                    ),
                    models.Index(
                        condition=models.Q(("weekly_letter", True)), fields=["letter_sent_on"], name="letters_to_send"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("min_confidence__gte", 0), ("min_confidence__lte", 1)),
                        name="min_confidence_between_0_and_1",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("confirm_new__in", ["ask", "explicit_only", "never"])),
                        name="confirm_new_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "enabled_sections__contained_by",
                                ["user_insights", "response_preferences", "topic_highlights"],
                            )
                        ),
                        name="enabled_sections_are_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("archive_below", None),
                            models.Q(("archive_below__gt", 0), ("archive_below__lte", 3)),
                            _connector="OR",
                        ),
                        name="archive_below_is_off_or_among_the_dormant",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("injection_max_items__gte", 5), ("injection_max_items__lte", 12)),
                        name="agents_are_given_5_to_12_items",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("injection_token_budget__gte", 200), ("injection_token_budget__lte", 600)),
                        name="agents_are_given_200_to_600_tokens",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("recent_max_items__gte", 1), ("recent_max_items__lte", 200)),
                        name="the_window_holds_1_to_200",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("recent_max_age_days__gte", 1), ("recent_max_age_days__lte", 365)),
                        name="the_window_is_1_to_365_days",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("long_term_every__gte", 1), ("long_term_every__lte", 50)),
                        name="learned_after_1_to_50_conversations",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("learning_threshold__gte", 1), ("learning_threshold__lte", 20)),
                        name="learned_after_1_to_20_accepts",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("recent_window_type__in", ["count", "time"])), name="window_is_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("long_term_update_policy__in", ["heuristic", "schedule", "manual"])),
                        name="long_term_policy_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                (
                    "role",
                    models.CharField(
                        choices=[("member", "member"), ("moderator", "moderator"), ("owner", "owner")],
                        db_default="member",
                        default="member",
                        max_length=10,
                    ),
                ),
                (
                    "community",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="memberships", to="people.community"),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("person", "community"), name="one_membership_per_community"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["member", "moderator", "owner"])),
                        name="membership_role_is_known",
                    ),
                ],
            },
        ),
    ]
