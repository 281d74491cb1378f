from django.apps import AppConfig


class InterchangeConfig(AppConfig):
    name = "memoryweb.interchange"

    def ready(self) -> None:
        from memoryweb.interchange import sweeps, wipes
        from memoryweb.interchange.importing import batches
        from memoryweb.memories.acts import undo

        wipes.register()
        sweeps.register()
        undo.FOLLOWERS.append(batches.follow_undo)
