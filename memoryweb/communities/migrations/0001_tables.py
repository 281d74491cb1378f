"""The tables of communities: what is shared, by whom, what was decided, reported, muted, and who is invited."""

import django.contrib.postgres.search
import django.db.models.deletion
import django.db.models.functions.comparison
import pgvector.django.halfvec
import simple_history.models
from django.conf import settings
from django.db import migrations, models

import memoryweb.people.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("agents", "0009_deleted_agents"),
        ("memories", "0022_setting_changes"),
        ("people", "0013_communities"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SharedMemory",
            fields=[
                ("statement", models.CharField(max_length=500)),
                ("details", models.TextField(blank=True, db_default="", default="", max_length=2000)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("preference", "Preference"),
                            ("fact", "Fact"),
                            ("habit", "Habit"),
                            ("goal", "Goal"),
                            ("rule", "Rule"),
                            ("context", "Context"),
                            ("event", "Event"),
                        ],
                        max_length=12,
                    ),
                ),
                ("category", models.CharField(blank=True, db_default="", default="", max_length=60)),
                ("key", models.CharField(blank=True, db_default="", default="", max_length=160)),
                ("one_valued", models.BooleanField(db_default=True, default=True)),
                ("language", models.CharField(db_default="en", default="en", max_length=8)),
                ("reason", models.CharField(blank=True, db_default="", default="", max_length=500)),
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("author_name", models.CharField(blank=True, db_default="", default="", max_length=40)),
                ("agent_name", models.CharField(blank=True, db_default="", default="", max_length=80)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("proposed", "waiting for the moderators"),
                            ("shown", "shown to members"),
                            ("sent_back", "sent back"),
                            ("hidden", "hidden"),
                            ("removed", "removed"),
                            ("replaced", "replaced by a newer one"),
                            ("retracted", "taken back by its author"),
                        ],
                        max_length=10,
                    ),
                ),
                ("proposed_at", models.DateTimeField()),
                ("shown_at", models.DateTimeField(null=True)),
                ("changed_at", models.DateTimeField()),
                ("appeal", models.CharField(blank=True, db_default="", default="", max_length=500)),
                ("appealed_at", models.DateTimeField(null=True)),
                ("words", django.contrib.postgres.search.SearchVectorField(null=True)),
                ("encoder", models.CharField(blank=True, db_default="", default="", max_length=120)),
                ("vector", pgvector.django.halfvec.HalfVectorField(null=True)),
                (
                    "community",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="people.community",
                    ),
                ),
                (
                    "replaces",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="communities.sharedmemory",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "shared memories",
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "shown")),
                        fields=["community", "-shown_at", "-id"],
                        name="shared_list",
                    ),
                    models.Index(
                        condition=models.Q(("status", "proposed")),
                        fields=["community", "proposed_at", "id"],
                        name="shared_desk",
                    ),
                    models.Index(
                        condition=models.Q(("appealed_at__isnull", False)), fields=["community"], name="shared_appeals"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "status__in",
                                ["proposed", "shown", "sent_back", "hidden", "removed", "replaced", "retracted"],
                            )
                        ),
                        name="shared_status_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "retracted"), _negated=True),
                            models.Q(
                                ("appeal", ""), ("author_name", ""), ("details", ""), ("reason", ""), ("statement", "")
                            ),
                            _connector="OR",
                        ),
                        name="what_was_retracted_has_no_words",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status", "shown"), models.Q(("vector", None), ("words", None)), _connector="OR"
                        ),
                        name="only_what_is_shown_is_searched",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("checked", "Checked and true"),
                            ("replaces", "Replaces an old one"),
                            ("duplicate", "Duplicate"),
                            ("not_for_everyone", "Not for everyone"),
                            ("wrong", "Wrong"),
                            ("private", "Says something private"),
                            ("instruction", "Tells agents what to do"),
                            ("mistake", "Decided by mistake"),
                        ],
                        max_length=16,
                    ),
                ),
                ("words", models.CharField(blank=True, db_default="", default="", max_length=500)),
                ("at", models.DateTimeField()),
                ("resolved_at", models.DateTimeField(null=True)),
                (
                    "community",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="people.community",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "shared",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="communities.sharedmemory",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("resolved_at", None)), fields=["community", "at"], name="reports_to_look_at"
                    ),
                    models.Index(fields=["shared"], name="reports_of_one"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("resolved_at", None)),
                        fields=("person", "shared"),
                        name="one_open_report_per_person",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricalSharedMemory",
            fields=[
                ("statement", models.CharField(max_length=500)),
                ("details", models.TextField(blank=True, db_default="", default="", max_length=2000)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("preference", "Preference"),
                            ("fact", "Fact"),
                            ("habit", "Habit"),
                            ("goal", "Goal"),
                            ("rule", "Rule"),
                            ("context", "Context"),
                            ("event", "Event"),
                        ],
                        max_length=12,
                    ),
                ),
                ("category", models.CharField(blank=True, db_default="", default="", max_length=60)),
                ("key", models.CharField(blank=True, db_default="", default="", max_length=160)),
                ("one_valued", models.BooleanField(db_default=True, default=True)),
                ("language", models.CharField(db_default="en", default="en", max_length=8)),
                ("reason", models.CharField(blank=True, db_default="", default="", max_length=500)),
                ("id", models.UUIDField(db_index=True, editable=False)),
                ("author_name", models.CharField(blank=True, db_default="", default="", max_length=40)),
                ("agent_name", models.CharField(blank=True, db_default="", default="", max_length=80)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("proposed", "waiting for the moderators"),
                            ("shown", "shown to members"),
                            ("sent_back", "sent back"),
                            ("hidden", "hidden"),
                            ("removed", "removed"),
                            ("replaced", "replaced by a newer one"),
                            ("retracted", "taken back by its author"),
                        ],
                        max_length=10,
                    ),
                ),
                ("proposed_at", models.DateTimeField()),
                ("shown_at", models.DateTimeField(null=True)),
                ("changed_at", models.DateTimeField()),
                ("appeal", models.CharField(blank=True, db_default="", default="", max_length=500)),
                ("appealed_at", models.DateTimeField(null=True)),
                ("history_id", models.BigAutoField(editable=False, primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                (
                    "history_type",
                    models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1),
                ),
                (
                    "community",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="people.community",
                    ),
                ),
                (
                    "replaces",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="communities.sharedmemory",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical shared memory",
                "verbose_name_plural": "historical shared memories",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Decision",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("other", models.UUIDField(null=True)),
                (
                    "verb",
                    models.CharField(
                        choices=[
                            ("approve", "approved"),
                            ("edit", "edited"),
                            ("send_back", "sent back"),
                            ("hide", "hid"),
                            ("remove", "removed"),
                            ("warn", "warned the author about"),
                            ("merge", "merged into another one"),
                            ("undo", "took back the last decision about"),
                            ("retract", "taken back by its author"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("checked", "Checked and true"),
                            ("replaces", "Replaces an old one"),
                            ("duplicate", "Duplicate"),
                            ("not_for_everyone", "Not for everyone"),
                            ("wrong", "Wrong"),
                            ("private", "Says something private"),
                            ("instruction", "Tells agents what to do"),
                            ("mistake", "Decided by mistake"),
                        ],
                        max_length=16,
                    ),
                ),
                ("words", models.CharField(blank=True, db_default="", default="", max_length=500)),
                ("before", models.CharField(max_length=10)),
                ("version", models.BigIntegerField(null=True)),
                ("at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(null=True)),
                (
                    "transaction",
                    models.BigIntegerField(
                        db_default=django.db.models.functions.comparison.Cast(
                            django.db.models.functions.comparison.Cast(
                                models.Func(function="pg_current_xact_id"), models.TextField()
                            ),
                            models.BigIntegerField(),
                        ),
                        editable=False,
                    ),
                ),
                (
                    "community",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="people.community",
                    ),
                ),
                (
                    "moderator",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "shared",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="communities.sharedmemory",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["community", "-at", "-id"], name="decisions_of_a_community"),
                    models.Index(fields=["shared", "-at"], name="decisions_about_one"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "verb__in",
                                ["approve", "edit", "send_back", "hide", "remove", "warn", "merge", "undo", "retract"],
                            )
                        ),
                        name="decision_verb_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("verb", "retract"),
                            (
                                "reason__in",
                                [
                                    "checked",
                                    "replaces",
                                    "duplicate",
                                    "not_for_everyone",
                                    "wrong",
                                    "private",
                                    "instruction",
                                    "mistake",
                                ],
                            ),
                            _connector="OR",
                        ),
                        name="every_decision_has_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SharedMute",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "shared",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="communities.sharedmemory",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("person", "shared"), name="one_mute_per_member")],
            },
        ),
        migrations.CreateModel(
            name="CommunityInvitation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("token_hash", models.BinaryField(unique=True)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("max_uses", models.PositiveSmallIntegerField()),
                ("uses", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "community",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="people.community",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["community", "-created_at"], name="invitations_of_a_community")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("max_uses__gte", 1), ("max_uses__lte", 50)),
                        name="an_invitation_has_some_uses",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("uses__lte", models.F("max_uses"))), name="no_more_uses_than_allowed"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Contribution",
            fields=[
                ("statement", models.CharField(max_length=500)),
                ("details", models.TextField(blank=True, db_default="", default="", max_length=2000)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("preference", "Preference"),
                            ("fact", "Fact"),
                            ("habit", "Habit"),
                            ("goal", "Goal"),
                            ("rule", "Rule"),
                            ("context", "Context"),
                            ("event", "Event"),
                        ],
                        max_length=12,
                    ),
                ),
                ("category", models.CharField(blank=True, db_default="", default="", max_length=60)),
                ("key", models.CharField(blank=True, db_default="", default="", max_length=160)),
                ("one_valued", models.BooleanField(db_default=True, default=True)),
                ("language", models.CharField(db_default="en", default="en", max_length=8)),
                ("reason", models.CharField(blank=True, db_default="", default="", max_length=500)),
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("suggested", "suggested by an agent"),
                            ("declined", "not shared"),
                            ("shared", "shared"),
                        ],
                        max_length=10,
                    ),
                ),
                ("fingerprint", models.BinaryField(max_length=32)),
                ("created_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(null=True)),
                ("warning_seen_at", models.DateTimeField(null=True)),
                (
                    "agent",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="agents.agent",
                    ),
                ),
                (
                    "community",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="people.community",
                    ),
                ),
                (
                    "memory",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="memories.memory",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["person", "status", "-created_at"], name="contributions_of_a_person"),
                    models.Index(
                        condition=models.Q(("memory__isnull", False)),
                        fields=["memory"],
                        name="contributions_of_a_memory",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["suggested", "declined", "shared"])),
                        name="contribution_status_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status", "suggested"),
                            models.Q(("details", ""), ("reason", ""), ("statement", "")),
                            _connector="OR",
                        ),
                        name="only_suggestions_keep_their_words",
                    ),
                ],
            },
        ),
    ]
