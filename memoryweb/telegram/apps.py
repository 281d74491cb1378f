from django.apps import AppConfig


class TelegramConfig(AppConfig):
    name = "memoryweb.telegram"

    def ready(self) -> None:
        from memoryweb.notifications.models import Channel
        from memoryweb.notifications.sending import SENDERS, Sender
        from memoryweb.telegram import configuration, digest, wipes

        configuration.check_settings()
        SENDERS[Channel.Kind.TELEGRAM] = Sender(digest.send, configuration.is_configured, digest.has_chat)
        wipes.register()
