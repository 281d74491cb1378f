"""Writes memoryweb/database/schema.sql: what the migrations make of an empty database."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from memoryweb.database import apply
from memoryweb.embedded.backup import dump, scratch

FILE = settings.BASE_DIR / "memoryweb" / "database" / "schema.sql"

HOW = "Add Apply(*memory_columns.FUNCTIONS) to the one that adds them."


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing, and fail where the file differs")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        if stale := apply.out_of_date():
            raise CommandError(f"Columns were added since a migration applied {', '.join(stale)}. {HOW}")
        with scratch.server(None) as server:
            environment = os.environ | {"MEMORYWEB_DATA": str(server.data), "DATABASE_URL": server.url()}
            manage = str(settings.BASE_DIR / "manage.py")
            migrate = [sys.executable, manage, "migrate", "--skip-checks", "--verbosity=0"]
            subprocess.run(migrate, env=environment, check=True)
            found = dump.schema(server.url())
        if not check:
            FILE.write_text(found)
        elif found != FILE.read_text():
            raise CommandError("The migrations make another schema. Run manage.py schema and read what changed.")
