"""The room's Django configuration."""

from django.apps import AppConfig


class EmbeddedConfig(AppConfig):
    name = "memoryweb.embedded"
    label = "embedded"
