"""What staff may list of everybody's communities and memberships: ids, dates, roles and counts. Never a name.

Views of the owner's functions (migrations 0010 and 0014), which answer staff only. Whose a membership is, staff see by
opening it, and that is logged.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from memoryweb.people.memberships import Community


class CommunityOverview(models.Model):
    id = models.UUIDField(primary_key=True)
    created_at = models.DateTimeField(_("founded"))
    moderation = models.CharField(_("before something is shown"), max_length=8, choices=Community.Moderation)
    members = models.IntegerField(_("members"))
    moderators = models.IntegerField(_("moderators"))
    owners = models.IntegerField(_("owners"))

    class Meta:
        managed = False
        verbose_name = _("community")
        verbose_name_plural = _("communities")

    def __str__(self) -> str:
        return str(self.id)


class MembershipOverview(models.Model):
    id = models.UUIDField(primary_key=True)
    community_id = models.UUIDField(_("community"))
    role = models.CharField(_("role"), max_length=10)

    class Meta:
        managed = False
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")

    def __str__(self) -> str:
        return str(self.id)
