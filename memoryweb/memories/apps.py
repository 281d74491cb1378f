from django.apps import AppConfig


class MemoriesConfig(AppConfig):
    name = "memoryweb.memories"

    def ready(self) -> None:
        from memoryweb.memories import upkeep
        from memoryweb.memories.erasing import wipes

        wipes.register_wipes()
        wipes.register_sources()
        upkeep.register_own_sweeps()
