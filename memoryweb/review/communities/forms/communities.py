"""The forms of a community: found and change it, invite, join, and what one is called there."""

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from memoryweb.language.text import invisible
from memoryweb.people.models import Community, Membership, User
from memoryweb.review.forms.guarded import GuardedForm
from memoryweb.rules.moderation import INVITATION_DAYS, INVITATION_USES_MAX, MEMBER_NAME_MAX, NAME_MAX

TOO_LONG = _("Use at most %(longest)d characters.")


class NameField(forms.CharField):
    """A name read by others: invisible characters are written out."""

    def clean(self, value: Any) -> str:
        shown = invisible.show_invisible(super().clean(value)).replace("\n", " ").replace("\t", " ")
        if self.max_length and len(shown) > self.max_length:
            raise forms.ValidationError(TOO_LONG, params={"longest": self.max_length})
        return shown


class MyNameForm(GuardedForm):
    """What the others call me."""

    my_name = NameField(
        label=_("Your name there"),
        max_length=MEMBER_NAME_MAX,
        help_text=_("The others see this name and never your email."),
    )

    @classmethod
    def from_membership(cls, own: Membership, person: User) -> "MyNameForm":
        return cls(person=person, initial={"my_name": own.name})


class FoundForm(MyNameForm):
    """A new community and what its founder is called in it."""

    name = NameField(label=_("Name"), max_length=NAME_MAX, help_text=_("Such as “Team handbook” or “Our household”."))
    moderation = forms.ChoiceField(
        label=_("Before something is shown"),
        choices=Community.Moderation,
        initial=Community.Moderation.REVIEWED,
        widget=forms.RadioSelect,
        help_text=_("You can change this at any time."),
    )
    field_order = ("name", "moderation", "my_name")


class ChangeCommunityForm(GuardedForm):
    """What its owner decides about a community."""

    name = NameField(label=_("Name"), max_length=NAME_MAX)
    moderation = forms.ChoiceField(
        label=_("Before something is shown"),
        choices=Community.Moderation,
        widget=forms.RadioSelect,
        help_text=_("What waits now still waits for a moderator."),
    )
    agents_may = forms.ChoiceField(label=_("What agents may do"), choices=Community.AgentsMay, widget=forms.RadioSelect)

    @classmethod
    def from_community(cls, community: Community, person: User) -> "ChangeCommunityForm":
        return cls(person=person, initial={name: getattr(community, name) for name in cls.base_fields})

    def save(self, community: Community) -> None:
        """Write the columns that an owner may."""
        Community.objects.filter(pk=community.pk).update(**{name: self.cleaned_data[name] for name in self.fields})


class InviteForm(forms.Form):
    """An invitation link: number of uses and duration."""

    uses = forms.IntegerField(
        label=_("How many can join with it"), min_value=1, max_value=INVITATION_USES_MAX, initial=1
    )
    days = forms.TypedChoiceField(
        label=_("It works for"),
        coerce=int,
        initial=7,
        choices=[
            (days, ngettext_lazy("%(days)d day", "%(days)d days", "days") % {"days": days}) for days in INVITATION_DAYS
        ],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class JoinForm(MyNameForm):
    """Display name of the new member."""

    def __init__(self, sent: QueryDict | None, **kwargs: Any) -> None:
        if sent is not None:  # the guard would take the token for a secret, which it is
            sent = sent.copy()
            cast(dict[str, Any], sent).pop("token", None)
        super().__init__(sent, **kwargs)
        self.fields["my_name"].label = _("How should the members call you?")


def suggested_name(person: User) -> str:
    """Return a default display name: the email address up to the @."""
    return person.email.partition("@")[0][:MEMBER_NAME_MAX]
