"""Erasing covers every column that can hold a memory's text, and a topic is searched for in each of them."""

import pytest
from django.db import connection

from memoryweb.memories.erasing import erasure, topics

TEXT = "('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'tsvector', 'bytea', 'USER-DEFINED')"
NO_MEMORY_TEXT = {  # columns that erasing leaves alone, and why they hold no memory text
    "demo_examplemonth": {"agents"},  # ids
    "agents_accesslog": {"operation", "outcome"},  # names of our own
    "agents_agent": {"name", "token_hash", "token_hint", "trust", "scopes", "project", "sight"},  # about the agent
    "agents_sight": {"category"},  # the person's own word; without it the category would be open again
    # our own words, digests, enums; the reason of a row is one of our sentences or quotes nothing
    "interchange_importbatch": {"state", "digest", "acts"},
    "interchange_importrow": {"verdict", "about", "category", "outcome"},
    # where a folder is, as its person typed it in a shell, file names, our own words, keyed digests
    "interchange_folder": {"path", "host", "kind", "trouble", "findings"},
    "interchange_folderline": {"file", "digest", "state", "says"},
    "memories_act": {"verb", "changed_by", "run"},  # our own words, the agent's id of its work
    "memories_actchange": {"table_name"},
    "memories_conflict": {"detected_by", "status"},
    "memories_erasure": {
        "obs_id",
        "fingerprint",
        "removed",
        "received_by",
        "checked",  # counts
        "kept",  # ids
        "replay",  # ids, keyed digests
    },  # the receipt: keyed, counts, agents' names
    "memories_evidence": {"kind", "source"},
    "memories_historicalmemory": {
        "changed_because",
        "changed_by",
        "changed_verb",
        "history_type",
    },
    "memories_historyhead": {"row_hash"},  # of hashes
    "memories_memory": set(),
    "memories_proposal": {"kind", "topic", "status", "reason"},  # the reason is one of policy's seven sentences
    "memories_refusal": {"category"},
    "memories_settingchange": {"changed_by"},
    "memories_tombstone": {"fingerprint", "words_fingerprint", "cause"},  # keyed
    "memories_fingerprintkey": {"sealed"},  # a key
    # a client's addresses, names of our own, digests of secrets
    "oauth_connection": {"host"},
    "oauth_grant": {"code", "redirect_uri", "scope", "code_challenge", "code_challenge_method", "resource"},
    "oauth_accesstoken": {"token_checksum", "scope", "resource"},
    "oauth_refreshtoken": {"token_checksum", "scope", "resource"},
    # where the person is told, how often, and how it went: never what
    "notifications_channel": {
        "kind",
        "name",
        "address",
        "p256dh",
        "auth",
        "secret",
        "session",  # keyed
        "about",
        "frequency",
        "outcome",
    },
    "notifications_delivery": {"status"},
    "operations_answer": {"key", "operation", "arguments_digest"},  # the agent's own key; keyed digest
    "people_membership": {"role", "name"},  # what the members call the person
    "communities_contribution": {"status", "kind", "language", "fingerprint"},
    "communities_communityinvitation": {"token_hash"},
    "communities_report": {"reason", "words"},  # about what others share
    "people_invitation": {"email", "token_hash"},  # whom a staff member invited
    "people_staffaccess": {"what"},  # one of our own words
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
    "recall_wantedcase": {"beside"},  # ids
    # the agent's own ids and names of its work, keyed digests, our own words
    "learning_conversation": {"external_id", "erased_id", "project", "read_by", "trouble", "topic_digests"},
    "learning_feedback": {"run", "skill", "task_type", "project", "action", "ignored_reason", "digest"},
    "learning_signal": {"action"},
    # ids and numbers, keyed digests, names of our own
    "telegram_chatidentity": {"system", "user_id"},
    "telegram_linkcode": {"digest"},
    "telegram_chatturn": {"statements"},
    "telegram_outgoingmessage": {"method"},
    "people_memorysettings": {
        "recent_window_type",
        "long_term_update_policy",
        "confirm_new",
        "enabled_sections",
        "time_zone",
    },
}
BLANKED_WITH_THE_VERSION = {"obs_id", "horizon", "status"}  # enums and the number stay


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


NAMED_BY_AGENTS = {  # an agent chooses these names itself: they are no memory's words, but may be a topic's
    ("recall_receipt", "task_type"),
    ("recall_receipt", "skill"),
    ("recall_receipt", "project"),
    ("recall_receipt", "run"),
    ("learning_conversation", "external_id"),
    ("learning_conversation", "project"),
    ("learning_feedback", "run"),
    ("learning_feedback", "skill"),
    ("learning_feedback", "task_type"),
    ("learning_feedback", "project"),
    ("operations_answer", "key"),
    ("memories_act", "run"),
}
NOT_SEARCHED = {  # registered columns in which no topic is looked for, and why
    "memories_historylink": {"words_hash", "kept_hash", "row_hash"},  # salted; erasing removes the salt
    "memories_searchdocument": {"statement", "subject"},  # keyed digests
    "recall_embedding": {"encoder", "digest", "vector"},  # numbers
}


OF_COMMUNITIES = {  # what is shared names nobody, so its columns are not a person's; its author's hits are found
    ("communities_sharedmemory", name)
    for name in ("statement", "details", "reason", "category", "key", "appeal", "agent_name")
}


def searched() -> set[tuple[str, str]]:
    return {(source.table, column) for source in topics.SOURCES for column in source.columns}


@pytest.mark.django_db
def test_a_topic_is_searched_for_in_every_column_with_words() -> None:
    excluded = {(table, column) for table, names in NOT_SEARCHED.items() for column in names}
    assert searched() - OF_COMMUNITIES == registered() - excluded | NAMED_BY_AGENTS
    assert searched() - OF_COMMUNITIES <= columns()


@pytest.mark.django_db
def test_every_column_of_free_text_is_searched_or_explained() -> None:
    explained = {(table, column) for table, names in NO_MEMORY_TEXT.items() for column in names}
    assert columns() - searched() - (explained - NAMED_BY_AGENTS) - KNOWN_WORDS == set()
    assert explained >= NAMED_BY_AGENTS


KNOWN_WORDS = {
    (table, column) for table, names in NOT_SEARCHED.items() for column in names
} | {  # enums, numbers and digests of a memory and of its versions
    (table, column)
    for table in ("memories_memory", "memories_historicalmemory")
    for column in (
        "obs_id",
        "kind",
        "horizon",
        "section",
        "status",
        "source",
        "kind_basis",
        "language",
        "fingerprint",
        "changed_by",
        "changed_verb",
        "changed_because",
        "muted_agents",
    )
}


def test_every_source_says_where_it_is_and_how_it_is_emptied() -> None:
    for source in topics.SOURCES:
        assert source.group in ("", *topics.GROUPS)
        assert callable(source.empty)
        assert source.store
