from django.apps import AppConfig


class InterchangeConfig(AppConfig):
    name = "memoryweb.interchange"

    def ready(self) -> None:
        from memoryweb.interchange import sweeps, wipes

        wipes.register()
        sweeps.register()
