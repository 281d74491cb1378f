"""E-mail to the person's own address, in the style of the weekly letter."""

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string

from memoryweb.learning import digest_mail
from memoryweb.notifications.messages import Message
from memoryweb.notifications.models import Channel, Outcome
from memoryweb.notifications.sending.result import Result


def send(channel: Channel, message: Message) -> Result:
    if not digest_mail.is_configured():
        return Result(Outcome.NOT_SET_UP)
    context = {"message": message, "base_url": settings.BASE_URL}
    text = render_to_string("notifications/mail.txt", context)
    try:
        send_mail(message.title, text, None, [channel.person.email])
    except OSError:  # includes SMTP's errors
        return Result(Outcome.UNREACHABLE)
    return Result(Outcome.DELIVERED)
