"""People, what they have decided about their memory, and the communities they belong to."""

from datetime import datetime, timedelta
from functools import cache
from typing import Any, ClassVar, Self
from uuid import UUID
from zoneinfo import ZoneInfo, available_timezones

from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import connection, models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from memoryweb.people.ids import uuid7
from memoryweb.people.invitations import Invitation as Invitation  # noqa: PLC0414  Django looks here
from memoryweb.people.memberships import Community as Community  # noqa: PLC0414  Django looks here
from memoryweb.people.memberships import Membership as Membership  # noqa: PLC0414
from memoryweb.people.overviews import CommunityOverview as CommunityOverview  # noqa: PLC0414  Django looks here
from memoryweb.people.overviews import MembershipOverview as MembershipOverview  # noqa: PLC0414
from memoryweb.people.staff_access import StaffAccess as StaffAccess  # noqa: PLC0414
from memoryweb.rls import rows, scope
from memoryweb.rules import policy

NO_ZONE = "UTC"  # of an account whose person has not said where they are
ACCOUNT_DELETION_AFTER = timedelta(days=policy.ACCOUNT_DELETION_DAYS)


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        user.confirm_email()
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):
    """A person with an account. Django calls this class User; everywhere else the word is person."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    email = models.EmailField(_("e-mail"), unique=True)
    is_active = models.BooleanField(default=True, db_default=True)
    is_staff = models.BooleanField(default=False, db_default=False)
    date_joined = models.DateTimeField(default=timezone.now)
    signed_out_at = models.DateTimeField(null=True, blank=True)  # ends every session and link from before
    deletion_asked_at = models.DateTimeField(null=True, blank=True)  # the account goes ACCOUNT_DELETION_DAYS later
    # of the receipt; it stays when the person stays, so that sessions from before do not come back
    deletion_number = models.CharField(max_length=20, blank=True, default="", db_default="")

    objects: ClassVar[UserManager] = UserManager()
    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="one_person_per_email_address")]
        verbose_name = _("person")
        verbose_name_plural = _("people")
        indexes = [
            # upkeep.delete_accounts
            models.Index(
                fields=["deletion_asked_at"], condition=Q(deletion_asked_at__isnull=False), name="accounts_to_delete"
            ),
        ]

    def __str__(self) -> str:
        return self.email

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save in the person's own scope, because row-level security lets nobody else write the row.

        Signing in does this before any scope is set: it writes `last_login`, and a password in a newer hash.
        """
        with scope.acting_as(self.pk):
            super().save(*args, **kwargs)

    def change_email(self, email: str) -> None:
        """Give the person another e-mail address. Whoever calls this vouches for it."""
        with scope.acting_as(self.pk):
            self.email = email.lower()
            self.save(update_fields=["email"])
            self.confirm_email()

    def confirm_email(self) -> None:
        """Make the e-mail address the person's one confirmed address in allauth, which keeps a table of its own."""
        with scope.acting_as(self.pk):
            EmailAddress.objects.filter(user=self).delete()
            EmailAddress.objects.create(user=self, email=self.email, primary=True, verified=True)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return what ends a session when it changes: password, being of the staff, ending all, asking for deletion.

        It is Django's own hash for everybody else, so that they stay signed in.
        """
        hashed = str(super()._get_session_auth_hash(secret=secret))  # type: ignore[misc]  # the stubs leave it out
        signed_out = self.signed_out_at and self.signed_out_at.isoformat()
        for change in filter(None, (self.is_staff and "staff", signed_out, self.deletion_number)):
            hashed = salted_hmac("memoryweb.people", f"{hashed}{change}", secret=secret, algorithm="sha256").hexdigest()
        return hashed

    @property
    def deletion_due_at(self) -> datetime | None:
        """Return the account's deletion time; None if not requested."""
        return self.deletion_asked_at + ACCOUNT_DELETION_AFTER if self.deletion_asked_at else None


class Section(models.TextChoices):
    """The three kinds of long-term memory that a person can turn on or off."""

    USER_INSIGHTS = "user_insights", _("About you")
    RESPONSE_PREFERENCES = "response_preferences", _("How to answer you")
    TOPIC_HIGHLIGHTS = "topic_highlights", _("Topics you return to")


def all_sections() -> list[str]:
    return [str(section) for section in Section.values]


@cache
def time_zones() -> frozenset[str]:
    """Return the time zones that Python and the database both know: upkeep reckons in SQL, for all people at once."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pg_timezone_names")
        return frozenset(available_timezones()) & {name for (name,) in cursor.fetchall()}


def validate_time_zone(name: str) -> None:
    if name not in time_zones():
        raise ValidationError(_("Choose a time zone from the list."))


def _range_constraint(field: str, least: int, most: int, *, name: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=Q(**{f"{field}__gte": least, f"{field}__lte": most}), name=name)


class MemorySettings(models.Model):
    """One person's settings. The row is created when it is first needed."""

    class Window(models.TextChoices):
        COUNT = "count", _("the newest ones")
        TIME = "time", _("for some days")

    class LongTerm(models.TextChoices):
        HEURISTIC = "heuristic", _("after every few conversations")
        SCHEDULE = "schedule", _("every night at 3 a.m., my time")
        MANUAL = "manual", _("only when I ask for it")

    class ConfirmNew(models.TextChoices):
        ASK = "ask", _("Ask me about everything new")
        EXPLICIT_ONLY = "explicit_only", _("Save at once what any agent says I told it")
        NEVER = "never", _("Save at once what any agent says or notices")

    person = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="+")
    enable_memory = models.BooleanField(_("Memory is on"), default=True, db_default=True)
    learning_enabled = models.BooleanField(_("Agents may note what they observe"), default=True, db_default=True)
    privacy_mode = models.BooleanField(_("Privacy mode"), default=False, db_default=False)
    confirm_new = models.CharField(
        _("Before something new is used"),
        max_length=20,
        choices=ConfirmNew,
        default=ConfirmNew.ASK,
        db_default=ConfirmNew.ASK,
    )
    enabled_sections = ArrayField(models.CharField(max_length=24, choices=Section), default=all_sections, blank=True)
    min_confidence = models.FloatField(_("Minimum confidence"), default=0.60, db_default=0.60)
    injection_enabled = models.BooleanField(_("Agents get memories automatically"), default=True, db_default=True)
    injection_max_items = models.PositiveSmallIntegerField(_("Memories at once"), default=12, db_default=12)
    injection_token_budget = models.PositiveIntegerField(_("Token budget"), default=400, db_default=400)
    recent_window_type = models.CharField(
        _("Keep recent conversations"), max_length=5, choices=Window, default=Window.COUNT, db_default=Window.COUNT
    )
    recent_max_items = models.PositiveSmallIntegerField(_("Keep the newest"), default=30, db_default=30)
    recent_max_age_days = models.PositiveSmallIntegerField(_("Or for this many days"), default=7, db_default=7)
    long_term_update_policy = models.CharField(
        _("When to look for lasting memories in conversations"),
        max_length=9,
        choices=LongTerm,
        default=LongTerm.HEURISTIC,
        db_default=LongTerm.HEURISTIC,
    )
    long_term_every = models.PositiveSmallIntegerField(_("After this many conversations"), default=1, db_default=1)
    learning_threshold = models.PositiveSmallIntegerField(
        _("Use a habit after this many accepts"), default=3, db_default=3
    )
    relevance_feedback = models.BooleanField(_("Prefer what helped before"), default=True, db_default=True)
    share_global_in_communities = models.BooleanField(
        _("A community’s agent may also get what applies everywhere"), default=False, db_default=False
    )
    use_model = models.BooleanField(_("A language model may read my conversations"), default=True, db_default=True)
    model_cap_cents = models.PositiveIntegerField(_("Spend at most, in cents per month"), default=100, db_default=100)
    weekly_letter = models.BooleanField(_("Send me a letter every Monday"), default=False, db_default=False)
    letter_sent_on = models.DateField(null=True, blank=True, editable=False)
    archive_below = models.FloatField(_("Archive faded memories"), null=True, blank=True)  # importance; empty: off
    single_keys = models.BooleanField(_("Single keys answer questions"), default=True, db_default=True)
    time_zone = models.CharField(
        _("Time zone"), max_length=64, default=NO_ZONE, db_default=NO_ZONE, validators=[validate_time_zone]
    )
    # or kept when they were asked: a new account stands on UTC, which says nothing about its person
    time_zone_chosen = models.BooleanField(
        _("Asked for the time zone"), default=False, db_default=False, editable=False
    )

    class Meta:
        verbose_name_plural = "memory settings"
        constraints = [
            models.CheckConstraint(
                condition=Q(min_confidence__gte=0, min_confidence__lte=1),
                name="min_confidence_between_0_and_1",
            ),
            models.CheckConstraint(
                condition=Q(injection_max_items__gte=5, injection_max_items__lte=12),
                name="agents_are_given_5_to_12_items",
            ),
            models.CheckConstraint(
                condition=Q(injection_token_budget__gte=200, injection_token_budget__lte=600),
                name="agents_are_given_200_to_600_tokens",
            ),
            _range_constraint("recent_max_items", 1, 200, name="the_window_holds_1_to_200"),
            _range_constraint("recent_max_age_days", 1, 365, name="the_window_is_1_to_365_days"),
            _range_constraint("long_term_every", 1, 50, name="learned_after_1_to_50_conversations"),
            _range_constraint("learning_threshold", 1, 20, name="learned_after_1_to_20_accepts"),
            models.CheckConstraint(condition=Q(recent_window_type__in=["count", "time"]), name="window_is_known"),
            models.CheckConstraint(
                condition=Q(long_term_update_policy__in=["heuristic", "schedule", "manual"]),
                name="long_term_policy_is_known",
            ),
            models.CheckConstraint(
                condition=Q(archive_below=None) | Q(archive_below__gt=0, archive_below__lte=3),
                name="archive_below_is_off_or_among_the_dormant",
            ),
            models.CheckConstraint(
                condition=Q(confirm_new__in=["ask", "explicit_only", "never"]),
                name="confirm_new_is_known",
            ),
            models.CheckConstraint(
                condition=Q(
                    enabled_sections__contained_by=[
                        "user_insights",
                        "response_preferences",
                        "topic_highlights",
                    ]
                ),
                name="enabled_sections_are_known",
            ),
        ]
        indexes = [
            # upkeep.archive: the few people who have faded memories archived
            models.Index(fields=["person"], condition=Q(archive_below__isnull=False), name="settings_archive_below"),
            # upkeep.weekly_letter: the people who want the letter
            models.Index(fields=["letter_sent_on"], condition=Q(weekly_letter=True), name="letters_to_send"),
        ]

    def __str__(self) -> str:
        return f"settings of {self.person_id}"

    @classmethod
    def for_person(cls, person_id: UUID, *, is_locked: bool = False) -> Self:
        """Return the person's settings, created with the defaults the first time. Needs the person's scope.

        Locked, the row is held until the transaction ends.
        """
        lock = " FOR NO KEY UPDATE" if is_locked else ""
        if settings := rows.fetch_one(cls, f"person_id = %s{lock}", [person_id]):  # every request runs this
            return settings
        return cls.objects.select_for_update(no_key=True).get_or_create(person_id=person_id)[0]

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def zone_is_known(self) -> bool:
        """Return whether this is the person's own time zone, and not just that of every new account."""
        return self.time_zone_chosen or self.time_zone != NO_ZONE
