from django.apps import AppConfig


class InterchangeConfig(AppConfig):
    name = "memoryweb.interchange"
