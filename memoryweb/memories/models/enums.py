"""The values of a memory's columns, and the conditions that indexes, filters and upkeep share."""

from django.db import models
from django.db.models import F, Func, Q
from django.utils.translation import gettext_lazy as _

from memoryweb.rules import policy


class Kind(models.TextChoices):
    PREFERENCE = policy.Kind.PREFERENCE.value, _("Preference")
    FACT = policy.Kind.FACT.value, _("Fact")
    HABIT = policy.Kind.HABIT.value, _("Habit")
    GOAL = policy.Kind.GOAL.value, _("Goal")
    RULE = policy.Kind.RULE.value, _("Rule")
    CONTEXT = policy.Kind.CONTEXT.value, _("Context")
    EVENT = policy.Kind.EVENT.value, _("Event")


class Source(models.TextChoices):
    INSTRUCTION = policy.Source.INSTRUCTION.value, _("told")
    CORRECTION = policy.Source.CORRECTION.value, _("corrected")
    BEHAVIOUR = policy.Source.BEHAVIOUR.value, _("noticed")
    PATTERN = policy.Source.PATTERN.value, _("noticed several times")
    INFERENCE = policy.Source.INFERENCE.value, _("worked out")
    WEAK = policy.Source.WEAK.value, _("guessed")
    UNCERTAIN = policy.Source.UNCERTAIN.value, _("not sure")


class Status(models.TextChoices):
    CANDIDATE = policy.Status.CANDIDATE.value, _("suggested")
    ACTIVE = policy.Status.ACTIVE.value, _("in use")
    SUPERSEDED = policy.Status.SUPERSEDED.value, _("replaced")
    EXPIRED = policy.Status.EXPIRED.value, _("stopped")
    ARCHIVED = policy.Status.ARCHIVED.value, _("archived")


class Horizon(models.TextChoices):
    SHORT = policy.Horizon.SHORT.value, _("short")
    LONG = policy.Horizon.LONG.value, _("long")


class ChangedBy(models.TextChoices):
    PERSON = "person", _("you")
    AGENT = "agent", _("an agent")
    CLOCK = "clock", _("the clock")
    MODERATOR = "moderator", _("a moderator")


def value_is_known(field: str, choices: type[models.TextChoices], *more: str) -> models.CheckConstraint:
    """Return a check constraint that limits a field to these choices and `more`."""
    return models.CheckConstraint(
        condition=Q(**{f"{field}__in": [*choices.values, *more]}), name=f"memory_{field}_is_known"
    )


LIVE = Q(status__in=["candidate", "active"])
WITHDRAWN = Q(status="expired", changed_verb="withdraw", changed_by="agent", confirmed_at=None)  # an agent took it back
ENDED_BY_PERSON = ~LIVE & Q(changed_by="person")
# What must not be missed, for the index and, word for word, for statements that are to use it; Memory.is_must_have.
MUST_HAVE = Q(pinned=True) | Q(kind="rule") | Q(key__in=policy.HARD_KEYS)
MUST_HAVE_SQL = f"pinned OR kind = 'rule' OR key IN {policy.HARD_KEYS}"
UNASKED = Q(status="active", unasked_at__isnull=False)  # in use by a standing yes
UNFINISHED_GOAL = Q(kind="goal", completed_at=None)
# What is archived on its archive_on; an unfinished goal is asked about instead.
AGES = LIVE & Q(contested=False, archive_on__isnull=False)
ARCHIVED_BY_AGE = AGES & ~UNFINISHED_GOAL
ASKED_ABOUT_BY_AGE = AGES & UNFINISHED_GOAL
# Enough evidence to ask the person whether to keep a short memory for good.
EARNS_PROMOTION = Q(repeats__gte=policy.PROMOTE_REPEATS) | Q(
    evidence_to__gt=Func(F("evidence_from"), template=f"(%(expressions)s + {policy.PROMOTE_DAYS})")
)
RIPE = (
    Q(status="active", horizon="short", contested=False)
    & ~Q(kind__in=[kind.value for kind in policy.NEVER_PROMOTED])
    & EARNS_PROMOTION
)

SHARDS = 8  # parts of a sweep, a power of two: that many workers can share it
# A person's shard, by the last, random byte of their id.
SHARD = Func(F("person"), template=f"get_byte(uuid_send(%(expressions)s), 15) & {SHARDS - 1}")
DUE = (F("archive_on"), SHARD, F("person"))  # a sweep reads one shard of the days that have come
