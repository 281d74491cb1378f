from django.apps import AppConfig


class MemoriesConfig(AppConfig):
    name = "memoryweb.memories"

    def ready(self) -> None:
        from memoryweb.memories import erasure, upkeep

        erasure.register_own_wipes()
        upkeep.register_own_sweeps()
