from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "memoryweb.operations"

    def ready(self) -> None:
        from memoryweb.operations import idempotency

        idempotency.register_wipe()
        idempotency.register_log()
