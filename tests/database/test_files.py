"""Every file of database/sql is put in place by a migration, and schema.sql is what comes of all of them."""

import os
from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader
from django.db.models import TextField

from memoryweb.database import apply
from memoryweb.embedded.backup import dump
from memoryweb.embedded.postgres import VERSION, Postgres
from memoryweb.rls.roles import OWNER
from tests.rings import on_plain_tables
from tests.servers import FOLDER, TEMPLATE


def test_every_file_is_put_in_place_by_a_migration_and_no_other_is_named() -> None:
    files = {str(path.relative_to(apply.FOLDER).with_suffix("")) for path in apply.FOLDER.rglob("*.sql")}
    assert apply.last_to_apply().keys() == files


def test_what_is_made_of_columns_was_applied_again_since_the_last_one_was_added() -> None:
    assert apply.out_of_date() == []


def test_a_column_that_was_added_without_applying_it_again_is_noticed() -> None:
    state = MigrationLoader(None).project_state()
    state.add_field("memories", "historicalmemory", "of_this_test", TextField(default=""), preserve_default=True)
    assert apply.out_of_date(state) == ["functions/memories_blank_versions", "functions/memories_words_of"]


@pytest.mark.skipif(os.environ.get("TEST_POSTGRES", VERSION) != VERSION, reason="another PostgreSQL, another text")
@on_plain_tables
def test_the_schema_file_is_what_the_migrations_make() -> None:
    """`manage.py schema` writes it."""
    found = dump.schema(Postgres(Path(os.environ[FOLDER])).url(OWNER, TEMPLATE))
    assert found == (apply.FOLDER.parent / "schema.sql").read_text(), "run manage.py schema, and read what changed"
