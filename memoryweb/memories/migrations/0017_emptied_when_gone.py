"""The versions of a memory are emptied only once it is gone.

memories_blank_versions could be called for a memory that is still there, and would have taken its past without a trace.
"""

from django.db import migrations

EMPTIED_WHEN_GONE = """
CREATE FUNCTION memories_emptied_when_gone() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
    IF EXISTS (SELECT FROM memories_memory WHERE id = NEW.id) THEN
        RAISE EXCEPTION 'memory % is still there, so its versions keep their words', NEW.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER memories_emptied_when_gone AFTER UPDATE ON memories_historicalmemory
    FOR EACH ROW WHEN (OLD.label <> '' AND NEW.label = '') EXECUTE FUNCTION memories_emptied_when_gone()
"""
DROP_EMPTIED_WHEN_GONE = """
DROP TRIGGER memories_emptied_when_gone ON memories_historicalmemory;
DROP FUNCTION memories_emptied_when_gone()
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0016_replay")]

    operations = [migrations.RunSQL(EMPTIED_WHEN_GONE, DROP_EMPTIED_WHEN_GONE)]
