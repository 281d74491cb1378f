from django.apps import AppConfig


class OauthConfig(AppConfig):
    name = "memoryweb.oauth"

    def ready(self) -> None:
        from memoryweb.oauth import logs

        logs.register()
