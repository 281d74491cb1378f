-- The hash of several entries, each with what came before.
CREATE OR REPLACE AGGREGATE memories_row_hash(entry bytea, first bytea) (sfunc = memories_next_row_hash, stype = bytea);
