"""Erasing covers every column that can hold a memory's text."""

import pytest
from django.db import connection

from memoryweb.memories import erasure

TEXT = "('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'tsvector', 'bytea', 'USER-DEFINED')"
NO_MEMORY_TEXT = {  # columns that erasing leaves alone, and why they hold no memory text
    "demo_examplemonth": {"agents"},  # ids
    "agents_accesslog": {"operation", "outcome"},  # names of our own
    "agents_agent": {"name", "token_hash", "token_hint", "trust", "scopes", "project", "sight"},  # about the agent
    "agents_sight": {"category"},  # the person's own word; without it the category would be open again
    "memories_act": {"verb", "changed_by", "run"},  # our own words, the agent's id of its work
    "memories_actchange": {"table_name"},
    "memories_conflict": {"detected_by", "status"},
    "memories_erasure": {
        "obs_id",
        "fingerprint",
        "removed",
        "received_by",
    },  # the receipt: keyed, counts, agents' names
    "memories_evidence": {"kind", "source"},
    "memories_historicalmemory": {
        "changed_because",
        "changed_by",
        "changed_verb",
        "history_type",
    },
    "memories_memory": set(),
    "memories_proposal": {"kind", "topic", "status", "reason"},  # the reason is one of policy's seven sentences
    "memories_refusal": {"category"},
    "memories_tombstone": {"fingerprint", "words_fingerprint", "cause"},  # keyed
    "operations_answer": {"key", "operation", "arguments_digest"},  # the agent's own key; keyed digest
    "people_membership": {"role"},
    # names the agent gives its own work, a digest, our own words, numbers
    "recall_receipt": {
        "task_type",
        "skill",
        "project",
        "run",
        "sha256",
        "nothing_because",
        "operation",
        "question",  # keyed digests
        "asked",
    },
    "recall_receiptitem": {"why", "left_out", "parts"},
    # the agent's own ids and names of its work, keyed digests, our own words
    "learning_conversation": {"external_id", "project", "read_by", "trouble"},
    "learning_feedback": {"run", "skill", "task_type", "project", "action", "ignored_reason", "digest"},
    "learning_signal": {"action"},
    "people_memorysettings": {
        "recent_window_type",
        "long_term_update_policy",
        "confirm_new",
        "enabled_sections",
        "time_zone",
    },
}
BLANKED_WITH_THE_VERSION = {"audience", "obs_id", "horizon", "status"}  # enums and the number stay


def columns() -> set[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.table_name, c.column_name FROM information_schema.columns c"
            " JOIN information_schema.columns p USING (table_schema, table_name)"
            f" WHERE table_schema = 'public' AND p.column_name = 'person_id' AND c.data_type IN {TEXT}"
        )
        return set(cursor.fetchall())


def registered() -> set[tuple[str, str]]:
    return {(column.split(".")[0], column.split(".")[1]) for wipe in erasure.WIPES.values() for column in wipe.columns}


def blanked() -> set[str]:
    """Return the columns that the database function empties in every version."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = 'memories_blank_versions'")
        source = cursor.fetchone()[0]
    return {part.split("=")[0].strip() for part in source.split("SET", 1)[1].split("WHERE")[0].split(",")}


@pytest.mark.django_db
def test_every_text_column_is_wiped_or_explained() -> None:
    explained = {(table, column) for table, names in NO_MEMORY_TEXT.items() for column in names}
    of_the_row = {(table, column) for table, column in columns() if table == "memories_memory"}  # the row is deleted
    of_versions = {("memories_historicalmemory", column) for column in blanked() | BLANKED_WITH_THE_VERSION}
    assert columns() - registered() - explained - of_the_row - of_versions == set()


@pytest.mark.django_db
def test_no_wipe_and_no_exception_names_a_column_that_does_not_exist() -> None:
    explained = {(table, column) for table, names in NO_MEMORY_TEXT.items() for column in names}
    assert registered() <= columns()
    assert explained <= columns()
    assert not explained & registered()


@pytest.mark.django_db
def test_every_registered_column_of_a_version_is_blanked() -> None:
    of_versions = {column for table, column in registered() if table == "memories_historicalmemory"}
    assert of_versions <= blanked()
