"""No column that could carry a memory's words may be forgotten by erase."""

import pytest
from django.db import connection

from memoryweb.memories import erasure

TEXT = "('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'tsvector', 'bytea', 'USER-DEFINED')"
NO_WORDS = {  # who may keep its text, and why it is nobody's memory
    "agents_accesslog": {"operation", "outcome"},  # names of ours
    "agents_agent": {"name", "token_hash", "token_hint", "trust", "scopes", "project"},  # typed about the agent
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
    "memories_tombstone": {"fingerprint", "cause"},  # keyed
    "operations_answer": {"key", "operation", "arguments_digest"},  # the agent's own key; keyed digest
    "people_membership": {"role"},
    # names the agent gives its own work, a digest, our own words, numbers
    "recall_receipt": {"task_type", "skill", "project", "run", "sha256", "nothing_because"},
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
BLANKED_WITH_THE_VERSION = {"audience", "obs_id", "horizon", "status"}  # enums and the number stay; the rest is emptied


def columns() -> set[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.table_name, c.column_name FROM information_schema.columns c"
            " JOIN information_schema.columns p USING (table_schema, table_name)"
            f" WHERE table_schema = 'public' AND p.column_name = 'person_id' AND c.data_type IN {TEXT}"
        )
        return set(cursor.fetchall())


def named() -> set[tuple[str, str]]:
    return {(each.split(".")[0], each.split(".")[1]) for wipe in erasure.WIPES.values() for each in wipe.columns}


def blanked() -> set[str]:
    """What the owner's function empties in every version."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = 'memories_blank_versions'")
        source = cursor.fetchone()[0]
    return {part.split("=")[0].strip() for part in source.split("SET", 1)[1].split("WHERE")[0].split(",")}


@pytest.mark.django_db
def test_every_text_column_is_wiped_or_explained() -> None:
    explained = {(table, column) for table, names in NO_WORDS.items() for column in names}
    of_the_row = {(table, column) for table, column in columns() if table == "memories_memory"}  # the row is deleted
    of_versions = {("memories_historicalmemory", column) for column in blanked() | BLANKED_WITH_THE_VERSION}
    assert columns() - named() - explained - of_the_row - of_versions == set()


@pytest.mark.django_db
def test_no_wipe_and_no_excuse_names_what_is_not_there() -> None:
    explained = {(table, column) for table, names in NO_WORDS.items() for column in names}
    assert named() <= columns()
    assert explained <= columns()
    assert not explained & named()


@pytest.mark.django_db
def test_every_registered_word_of_a_version_is_blanked() -> None:
    of_versions = {column for table, column in named() if table == "memories_historicalmemory"}
    assert of_versions <= blanked()
