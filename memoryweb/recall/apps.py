from django.apps import AppConfig


class RecallConfig(AppConfig):
    name = "memoryweb.recall"

    def ready(self) -> None:
        from memoryweb.recall import encoders, meaning, receipts, reembed

        encoders.refuse_wrong_choice()
        meaning.register()
        reembed.register()
        receipts.register()
