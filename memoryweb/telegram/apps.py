from django.apps import AppConfig


class TelegramConfig(AppConfig):
    name = "memoryweb.telegram"

    def ready(self) -> None:
        from memoryweb.telegram import configuration, wipes

        configuration.check_settings()
        wipes.register()
