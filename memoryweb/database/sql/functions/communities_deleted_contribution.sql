-- With its person's account a contribution goes. What the community shows stays, and names nobody; all else goes too.
CREATE OR REPLACE FUNCTION communities_deleted_contribution()
    RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
BEGIN
    DELETE FROM communities_sharedmemory WHERE id = OLD.id AND status <> 'shown';
    IF FOUND THEN
        DELETE FROM communities_historicalsharedmemory WHERE id = OLD.id;
        DELETE FROM communities_decision WHERE shared_id = OLD.id;
        DELETE FROM communities_report WHERE shared_id = OLD.id;
        DELETE FROM communities_sharedmute WHERE shared_id = OLD.id;
        UPDATE recall_receiptitem SET line = '', parts = '{}', shared_id = NULL WHERE shared_id = OLD.id;
    ELSE
        UPDATE communities_sharedmemory SET author_name = '', agent_name = '', reason = '', appeal = ''
        WHERE id = OLD.id;
        UPDATE communities_historicalsharedmemory SET author_name = '', agent_name = '', reason = '', appeal = '',
            statement = '', details = ''
        WHERE id = OLD.id;
    END IF;
    RETURN OLD;
END $$;
