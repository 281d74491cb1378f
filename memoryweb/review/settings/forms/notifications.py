"""The forms of Notifications: a channel's address, what it is about and how often, quiet hours.

Addresses and tokens are not checked for secrets: they are some, and the person wants them kept.
"""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from memoryweb.language.text import signs
from memoryweb.notifications import addresses, policy
from memoryweb.notifications.channels import Address
from memoryweb.notifications.models import Channel, QuietHours, Topic
from memoryweb.notifications.sending import push


class _Form(forms.Form):
    # A form that asks for an address stands on the page under its title, with its button.
    title: str | Promise = ""
    button: str | Promise = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class EmailForm(_Form):
    """Needs nothing: mail goes to the person's own address."""

    def address(self, browser: str) -> Address:
        return Address(kind=Channel.Kind.EMAIL)


class TelegramForm(_Form):
    """Needs nothing: messages go to the person's own chat with the bot."""

    def address(self, browser: str) -> Address:
        return Address(kind=Channel.Kind.TELEGRAM)


class WebhookForm(_Form):
    title = _("Webhook, for a program of yours")
    button = _("Add the webhook")

    webhook = forms.CharField(
        label=_("Address"),
        max_length=policy.ADDRESS_MAX,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
        help_text=_("A program of yours that takes a POST. Each message is signed."),
    )

    def clean_webhook(self) -> str:
        address: str = self.cleaned_data["webhook"]
        addresses.parse(address)
        return address

    def address(self, browser: str) -> Address:
        return Address(kind=Channel.Kind.WEBHOOK, address=self.cleaned_data["webhook"])


class NtfyForm(_Form):
    title = _("ntfy, an app for phone and desk")
    button = _("Add the topic")

    topic = forms.CharField(
        label=_("Address of the topic"),
        max_length=policy.ADDRESS_MAX,
        widget=forms.URLInput(attrs={"placeholder": "https://ntfy.sh/…", "autocomplete": "off"}),
        help_text=_("Choose a name that nobody guesses: whoever knows it can read the counts."),
    )
    access_token = forms.CharField(
        label=_("Access token"),
        max_length=policy.TOKEN_MAX,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=_("Only for a protected topic."),
    )

    def clean_topic(self) -> str:
        address: str = self.cleaned_data["topic"]
        addresses.parse_topic(address)
        return address

    def clean_access_token(self) -> str:
        token: str = self.cleaned_data["access_token"]
        if token and not addresses.PLAIN.fullmatch(token):
            raise ValidationError(_("This is no access token."))
        return token

    def address(self, browser: str) -> Address:
        data = self.cleaned_data
        return Address(kind=Channel.Kind.NTFY, address=data["topic"], secret=data["access_token"])


class PushForm(_Form):
    """What the browser gives when it subscribes. JavaScript fills it."""

    endpoint = forms.CharField(max_length=policy.ADDRESS_MAX, widget=forms.HiddenInput)
    p256dh = forms.CharField(max_length=100, widget=forms.HiddenInput)
    auth = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not self.errors:
            addresses.parse(data["endpoint"])
            if not push.are_keys(data["p256dh"], data["auth"]):
                raise ValidationError(_("This is no subscription of a browser."))
        return data

    def address(self, browser: str) -> Address:
        data = self.cleaned_data
        return Address(
            kind=Channel.Kind.PUSH,
            address=data["endpoint"],
            p256dh=data["p256dh"],
            auth=data["auth"],
            name=signs.cut(browser, policy.NAME_MAX),
        )


ADD_FORMS: dict[str, type[EmailForm | NtfyForm | PushForm | TelegramForm | WebhookForm]] = {
    Channel.Kind.PUSH: PushForm,
    Channel.Kind.TELEGRAM: TelegramForm,
    Channel.Kind.NTFY: NtfyForm,
    Channel.Kind.EMAIL: EmailForm,
    Channel.Kind.WEBHOOK: WebhookForm,
}


class ChannelForm(_Form):
    """A channel's subjects and frequency."""

    about = forms.MultipleChoiceField(
        label=_("Tell me about"),
        choices=Topic,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one, or turn the channel off.")},
    )
    frequency = forms.ChoiceField(label=_("How often"), choices=Channel.Frequency, widget=forms.RadioSelect)

    @classmethod
    def from_channel(cls, channel: Channel, sent: Any = None) -> "ChannelForm":
        initial = {"about": channel.about, "frequency": channel.frequency}
        return cls(sent, initial=initial, auto_id=f"id_{channel.pk}_%s")

    def save(self, channel: Channel) -> None:
        channel.about, channel.frequency = self.cleaned_data["about"], self.cleaned_data["frequency"]
        channel.save(update_fields=["about", "frequency"])


class QuietHoursForm(_Form):
    """Both or none. Hours that end earlier than they start end on the next day."""

    starts = forms.TimeField(
        label=_("From"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    ends = forms.TimeField(
        label=_("Until"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )

    @classmethod
    def from_hours(cls, hours: QuietHours | None) -> "QuietHoursForm":
        return cls(initial={"starts": hours.starts, "ends": hours.ends} if hours else {})

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        starts, ends = data.get("starts"), data.get("ends")
        if not self.errors and (starts is None) != (ends is None):
            raise ValidationError(_("Give both times, or leave both empty."))
        if starts is not None and starts == ends:
            raise ValidationError(_("Choose two different times."))
        return data
