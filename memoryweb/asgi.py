"""The web process: refuses to start on a database that would not keep people apart."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryweb.settings")

from django.core.asgi import get_asgi_application

application = get_asgi_application()

from memoryweb.local.checks import refuse_unsafe_database

refuse_unsafe_database()
