"""The room's Django configuration."""

import gc

from django.apps import AppConfig


class EmbeddedConfig(AppConfig):
    name = "memoryweb.embedded"
    label = "embedded"

    def ready(self) -> None:
        """Look for garbage from now on (settings.py), but never among what was loaded: it stays."""
        gc.freeze()
        gc.enable()
