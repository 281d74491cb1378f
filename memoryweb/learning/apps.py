from django.apps import AppConfig


class LearningConfig(AppConfig):
    name = "memoryweb.learning"

    def ready(self) -> None:
        from memoryweb.learning import endpoint, forgetting, sweeps

        endpoint.refuse_wrong_choice()
        forgetting.register()
        sweeps.register()
