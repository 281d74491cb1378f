-- What a transaction has to link (memories_note_versions). Unlogged: after a crash no transaction is open.
CREATE UNLOGGED TABLE memories_versionstolink (
    transaction bigint, first bigint, versions bigint[] NOT NULL, PRIMARY KEY (transaction, first)
);
