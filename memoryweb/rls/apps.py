from django.apps import AppConfig


class RlsConfig(AppConfig):
    name = "memoryweb.rls"
