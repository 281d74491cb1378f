from django.apps import AppConfig


class CommunitiesConfig(AppConfig):
    name = "memoryweb.communities"

    def ready(self) -> None:
        from memoryweb.communities import wipes

        wipes.register()
