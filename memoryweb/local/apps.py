from django.apps import AppConfig


class LocalConfig(AppConfig):
    name = "memoryweb.local"
