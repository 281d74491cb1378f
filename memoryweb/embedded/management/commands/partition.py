"""Moves the tables of people's rows to partitions by person, or with 0 back, while agents read and save."""

import os
from argparse import ArgumentParser
from typing import Any

import psycopg
from django.core.management.base import BaseCommand, CommandError

from memoryweb.database import partitions
from memoryweb.embedded.data_folder import CannotRunError
from memoryweb.embedded.processes import Installation
from memoryweb.rls.roles import OWNER


class Command(BaseCommand):
    help = f"{__doc__} It may be stopped: the next call goes on."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "number",
            type=int,
            nargs="?",
            default=os.environ.get("PARTITIONS") or None,
            help=f"of partitions, 2 to {partitions.MOST}, or 0 for plain tables (PARTITIONS where it is left out)",
        )

    def handle(self, *args: Any, number: int | None, **options: Any) -> None:
        if number is None:
            raise CommandError("Say how many partitions, 0 for plain tables, or set PARTITIONS.")
        try:
            with psycopg.connect(Installation.from_environ().database_url(OWNER), autocommit=True) as connection:
                partitions.move(connection, number, say=self.stdout.write)
        except (partitions.CannotMoveError, CannotRunError, psycopg.Error) as error:
            raise CommandError(str(error).strip().splitlines()[0]) from error
