"""Prepares a database: roles, grants, extension. A superuser runs it once, before migrating."""

import os
from argparse import ArgumentParser
from typing import Any

import psycopg
from django.core.management.base import BaseCommand, CommandError

from memoryweb.rls import roles


def passwords() -> dict[str, str]:
    """Return the passwords of the environment: MEMORYWEB_APP_PASSWORD for memoryweb_app, and so on."""
    return {role: password for role in roles.LOGIN_ROLES if (password := os.environ.get(f"{role.upper()}_PASSWORD"))}


class Command(BaseCommand):
    help = f"{__doc__} Passwords: {', '.join(f'{role.upper()}_PASSWORD' for role in roles.LOGIN_ROLES)}."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--superuser-url",
            default=os.environ.get("SUPERUSER_URL"),
            help="postgresql://… of the database, or SUPERUSER_URL to keep it off the process list",
        )

    def handle(self, *args: Any, superuser_url: str | None, **options: Any) -> None:
        if not superuser_url:
            raise CommandError("Give --superuser-url, or set SUPERUSER_URL.")
        try:
            with psycopg.connect(superuser_url) as connection:
                roles.prepare_cluster(connection, passwords())
                roles.prepare_database(connection)
        except psycopg.Error as error:
            raise CommandError(str(error).strip().splitlines()[0]) from error
        for role in sorted(set(roles.LOGIN_ROLES) - passwords().keys()):
            self.stdout.write(f"{role}: no {role.upper()}_PASSWORD given. Its password is unchanged.")
        self.stdout.write("Ready. Migrate as memoryweb_owner, serve as memoryweb_app.")
