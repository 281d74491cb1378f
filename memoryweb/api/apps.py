from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "memoryweb.api"
