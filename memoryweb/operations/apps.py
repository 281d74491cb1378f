from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "memoryweb.operations"

    def ready(self) -> None:
        from memoryweb.operations import kept_answers

        kept_answers.register_wipe()
        kept_answers.register_log()
