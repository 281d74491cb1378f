from django.apps import AppConfig


class LearningConfig(AppConfig):
    name = "memoryweb.learning"

    def ready(self) -> None:
        from memoryweb.learning import llm, sweeps, wipes

        llm.check_settings()
        wipes.register()
        sweeps.register()
