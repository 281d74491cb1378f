-- Indexes of the history, whose model is made by django-simple-history.
-- Activity: a person's newest changes.
CREATE INDEX IF NOT EXISTS history_of_a_person ON memories_historicalmemory
    (person_id, history_date DESC, history_id DESC);
-- A memory's timeline; and history.as_of: which version was the newest on a day, told from the index alone.
CREATE INDEX IF NOT EXISTS history_of_a_memory ON memories_historicalmemory (person_id, id, history_id DESC)
    INCLUDE (history_date);
-- memories.months and memories.comparison: the course of each memory, told from the index alone.
CREATE INDEX IF NOT EXISTS course_of_memories ON memories_historicalmemory (person_id, id, history_id)
    INCLUDE (history_date, status, category, changed_verb) WHERE label <> '';
-- The same, of what was erased since: a few.
CREATE INDEX IF NOT EXISTS erased_memories ON memories_historicalmemory
    (person_id, history_date DESC, history_id DESC) INCLUDE (id) WHERE history_type = '-';
-- Clock: what upkeep did.
CREATE INDEX IF NOT EXISTS done_by_upkeep ON memories_historicalmemory (person_id, history_date, changed_verb)
    WHERE changed_by = 'clock';
-- operations.rate: the versions that an agent wrote within a day
CREATE INDEX IF NOT EXISTS versions_of_an_agent ON memories_historicalmemory (changed_by_agent_id, history_date)
    WHERE changed_by_agent_id IS NOT NULL;
