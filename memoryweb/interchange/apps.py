from django.apps import AppConfig


class InterchangeConfig(AppConfig):
    name = "memoryweb.interchange"

    def ready(self) -> None:
        from memoryweb.interchange import batches, sweeps, wipes
        from memoryweb.memories import undo

        wipes.register()
        sweeps.register()
        undo.FOLLOWERS.append(batches.follow_undo)
