from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "memoryweb.notifications"

    def ready(self) -> None:
        from memoryweb.notifications import browsers, logs

        browsers.register()
        logs.register()
