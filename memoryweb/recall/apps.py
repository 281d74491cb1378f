from django.apps import AppConfig


class RecallConfig(AppConfig):
    name = "memoryweb.recall"

    def ready(self) -> None:
        from memoryweb.memories.acts import undo
        from memoryweb.recall import close_ones, embedding_index, encoders, receipts, reembed, shared, wanted_cases

        encoders.check_settings()
        embedding_index.register()
        close_ones.register()
        reembed.register()
        receipts.register()
        wanted_cases.register()  # after receipts: its wipe runs before theirs, and reads them
        undo.FOLLOWERS.append(receipts.follow_undo)
        shared.register()
