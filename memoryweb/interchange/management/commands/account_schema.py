"""Prints the JSON Schema of the complete JSON, as docs/account.schema.json has it."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from memoryweb.interchange.account.schema import schema


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(schema(), indent=1))
