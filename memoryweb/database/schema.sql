SELECT pg_catalog.set_config('search_path', '', false);
CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;
COMMENT ON EXTENSION vector IS 'vector data type and ivfflat and hnsw access methods';
CREATE FUNCTION public.agents_agentoverview_rows() RETURNS TABLE(id uuid, trust text, of_community boolean, created_at timestamp with time zone, last_used_at timestamp with time zone, expires_at timestamp with time zone, paused_at timestamp with time zone, revoked_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT people_require_staff();
    SELECT id, trust::text, community_id IS NOT NULL, created_at, last_used_at, expires_at, paused_at, revoked_at
    FROM agents_agent
$$;
CREATE FUNCTION public.agents_delete_calls(deleted uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE whose uuid := (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid);
BEGIN
    DELETE FROM agents_accesslog WHERE person_id = whose AND agent_id = deleted
    AND EXISTS (SELECT FROM agents_agent WHERE id = deleted AND person_id = whose AND deleted_at IS NOT NULL);
END $$;
CREATE FUNCTION public.agents_open(pk uuid) RETURNS TABLE(person_id uuid, calls integer, refused integer)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    PERFORM people_require_staff();
    PERFORM people_note_staff_access(agent.person_id, 'agent') FROM agents_agent agent WHERE agent.id = pk;
    RETURN QUERY SELECT agent.person_id, count(log.id)::integer,
        count(log.id) FILTER (WHERE log.outcome = 'PERMISSION_DENIED')::integer
    FROM agents_agent agent
    LEFT JOIN agents_accesslog log ON log.person_id = agent.person_id AND log.agent_id = agent.id
    WHERE agent.id = pk GROUP BY agent.person_id;
END $$;
CREATE FUNCTION public.agents_person_of_token(hash bytea) RETURNS uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
    SELECT person_id FROM agents_agent WHERE token_hash = hash
$$;
CREATE FUNCTION public.agents_revoke_by_staff(pk uuid) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE whose uuid;
BEGIN
    PERFORM people_require_staff();
    SELECT person_id INTO whose FROM agents_agent WHERE id = pk;
    PERFORM people_require_authority_over(whose);
    UPDATE agents_agent SET revoked_at = now() WHERE id = pk AND revoked_at IS NULL;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    PERFORM people_note_staff_access(whose, 'revoked_agent');
    RETURN true;
END $$;
CREATE FUNCTION public.agents_revoke_everything(whose uuid) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE revoked integer;
BEGIN
    PERFORM people_require_authority_over(whose);
    UPDATE people_user SET signed_out_at = now() WHERE id = whose;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    UPDATE agents_agent SET revoked_at = now() WHERE person_id = whose AND revoked_at IS NULL;
    GET DIAGNOSTICS revoked = ROW_COUNT;
    PERFORM people_note_staff_access(whose, 'revoked_everything');
    RETURN revoked;
END $$;
CREATE FUNCTION public.communities_change_shared() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    moderates boolean := OLD.community_id = ANY ((SELECT people_moderated_communities())::uuid[]);
    new_words boolean := (NEW.statement, NEW.details, NEW.kind, NEW.category, NEW.key, NEW.one_valued, NEW.language)
        IS DISTINCT FROM (OLD.statement, OLD.details, OLD.kind, OLD.category, OLD.key, OLD.one_valued, OLD.language);
BEGIN
    IF NOT row_security_active('communities_sharedmemory') THEN
        RETURN NEW;
    END IF;
    IF (NEW.id, NEW.community_id, NEW.author_name, NEW.agent_name, NEW.replaces_id)
        IS DISTINCT FROM (OLD.id, OLD.community_id, OLD.author_name, OLD.agent_name, OLD.replaces_id) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Whose a shared memory is, and where, does not change.';
    END IF;
    IF 'retracted' IN (OLD.status, NEW.status) THEN
        RAISE insufficient_privilege USING MESSAGE = 'What was taken back stays so.';
    END IF;
    IF moderates AND (NEW.appeal, NEW.reason) IS NOT DISTINCT FROM (OLD.appeal, OLD.reason) THEN
        RETURN NEW;
    END IF;
    IF EXISTS (SELECT FROM communities_contribution WHERE id = OLD.id AND person_id = (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid)) THEN
        IF NEW.status = OLD.status AND NOT new_words AND OLD.status IN ('sent_back', 'hidden', 'removed')
            AND NEW.shown_at IS NOT DISTINCT FROM OLD.shown_at THEN
            RETURN NEW;  -- an appeal
        END IF;
        IF OLD.status IN ('proposed', 'sent_back') AND NEW.status = 'proposed' AND NEW.shown_at IS NULL
            AND OLD.community_id = ANY ((SELECT people_my_communities())::uuid[]) THEN
            RETURN NEW;  -- in other words
        END IF;
    END IF;
    RAISE insufficient_privilege USING MESSAGE = 'Only a moderator decides this.';
END $$;
CREATE FUNCTION public.communities_deleted_contribution() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
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
CREATE FUNCTION public.communities_empty_lines(shared uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
    IF NOT EXISTS (SELECT FROM communities_sharedmemory s WHERE s.id = shared AND s.status = 'removed'
                   AND s.community_id = ANY (people_moderated_communities())) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only a moderator may do this, to what was removed.';
    END IF;
    UPDATE recall_receiptitem SET line = '', parts = '{}' WHERE shared_id = shared;
END $$;
CREATE FUNCTION public.communities_found(new_id uuid, called text, how text, my_name text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
    INSERT INTO people_community (id, name, moderation, created_at) VALUES (new_id, called, how, now());
    INSERT INTO people_membership (id, person_id, community_id, role, name, joined_at)
    VALUES (gen_random_uuid(), communities_require_person(), new_id, 'owner', my_name, now());
END $$;
CREATE FUNCTION public.communities_hand_over(membership uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE target people_membership;
BEGIN
    SELECT * INTO target FROM people_membership WHERE id = membership;
    IF NOT EXISTS (SELECT FROM people_membership WHERE person_id = communities_require_person()
                   AND community_id = target.community_id AND role = 'owner') THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only the owner of the community may do this.';
    END IF;
    UPDATE people_membership SET role = 'moderator' WHERE community_id = target.community_id AND role = 'owner';
    UPDATE people_membership SET role = 'owner' WHERE id = membership;
    IF NOT FOUND THEN
        RAISE insufficient_privilege USING MESSAGE = 'Who is to own the community has just left it.';
    END IF;
END $$;
CREATE FUNCTION public.communities_invited_to(hash bytea) RETURNS TABLE(id uuid, name text, invited_by text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY SELECT c.id, c.name::text, m.name::text
    FROM communities_communityinvitation i JOIN people_community c ON c.id = i.community_id
    JOIN people_membership m ON m.community_id = c.id AND m.person_id = i.person_id AND m.role <> 'member'
    WHERE i.token_hash = hash AND i.revoked_at IS NULL AND i.expires_at > now() AND i.uses < i.max_uses;
END $$;
CREATE FUNCTION public.communities_is_decided() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM communities_decision WHERE NEW.id IN (shared_id, other)
                   AND transaction = pg_current_xact_id()::text::bigint) THEN
        RAISE insufficient_privilege USING MESSAGE = 'A decision needs a line in the log.';
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.communities_join(hash bytea, my_name text) RETURNS uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
    me uuid;
    joined uuid;
BEGIN
    me := communities_require_person();
    SELECT c.id INTO joined FROM communities_invited_to(hash) c;
    IF joined IS NULL OR EXISTS (SELECT FROM people_membership WHERE person_id = me AND community_id = joined) THEN
        RETURN joined;
    END IF;
    UPDATE communities_communityinvitation i SET uses = i.uses + 1 WHERE i.token_hash = hash AND i.revoked_at IS NULL
        AND i.expires_at > now() AND i.uses < i.max_uses;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    INSERT INTO people_membership (id, person_id, community_id, role, name, joined_at)
    VALUES (gen_random_uuid(), me, joined, 'member', my_name, now()) ON CONFLICT DO NOTHING;
    RETURN joined;
END $$;
CREATE FUNCTION public.communities_left() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE shared uuid[];
BEGIN
    DELETE FROM communities_communityinvitation
    WHERE community_id = OLD.community_id AND person_id = OLD.person_id;
    IF NOT EXISTS (SELECT FROM people_membership WHERE community_id = OLD.community_id) THEN
        shared := ARRAY(SELECT id FROM communities_sharedmemory WHERE community_id = OLD.community_id);
        DELETE FROM communities_sharedmute WHERE shared_id = ANY (shared);
        UPDATE recall_receiptitem SET line = '', parts = '{}', shared_id = NULL WHERE shared_id = ANY (shared);
        DELETE FROM communities_contribution WHERE community_id = OLD.community_id;
        DELETE FROM communities_sharedmemory WHERE community_id = OLD.community_id;
        DELETE FROM communities_historicalsharedmemory WHERE community_id = OLD.community_id;
        DELETE FROM communities_decision WHERE community_id = OLD.community_id;
        DELETE FROM communities_report WHERE community_id = OLD.community_id;
        UPDATE people_community SET name = '' WHERE id = OLD.community_id;
    ELSIF OLD.role = 'owner' AND NOT EXISTS (
        SELECT FROM people_membership WHERE community_id = OLD.community_id AND role = 'owner'
    ) THEN
        IF OLD.person_id = (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid) THEN
            RAISE insufficient_privilege USING MESSAGE = 'An owner hands the community over before leaving it.';
        END IF;
        UPDATE people_membership SET role = 'owner' WHERE id = (
            SELECT id FROM people_membership WHERE community_id = OLD.community_id
            ORDER BY role <> 'moderator', joined_at, id LIMIT 1);
    END IF;
    RETURN OLD;
END $$;
CREATE FUNCTION public.communities_new_contribution() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF EXISTS (SELECT FROM communities_sharedmemory WHERE id = NEW.id) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Somebody else shared this.';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION public.communities_readers(of_community uuid) RETURNS TABLE(people integer, agents integer)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
    IF NOT of_community = ANY (people_my_communities()) THEN
        RETURN;
    END IF;
    RETURN QUERY SELECT
        (SELECT count(*)::integer FROM people_membership m WHERE m.community_id = of_community),
        (SELECT count(*)::integer FROM agents_agent a
         JOIN people_membership m ON m.person_id = a.person_id AND m.community_id = a.community_id
         WHERE a.community_id = of_community AND a.revoked_at IS NULL AND 'memories:read' = ANY (a.scopes));
END $$;
CREATE FUNCTION public.communities_record(shared uuid) RETURNS TABLE(approved integer, sent_back integer, removed integer, warned integer, since timestamp with time zone)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
    IF NOT EXISTS (SELECT FROM communities_sharedmemory s
                   WHERE s.id = shared AND s.community_id = ANY (people_moderated_communities())) THEN
        RETURN;
    END IF;
    RETURN QUERY
        SELECT count(*) FILTER (WHERE s.status IN ('shown', 'replaced'))::integer,
            count(*) FILTER (WHERE s.status = 'sent_back')::integer,
            count(*) FILTER (WHERE s.status IN ('hidden', 'removed'))::integer,
            (SELECT count(*)::integer FROM communities_decision d
             JOIN communities_contribution other ON other.id = d.shared_id
             WHERE d.verb = 'warn' AND d.undone_at IS NULL AND other.person_id = own.person_id
               AND d.community_id = own.community_id),
            (SELECT m.joined_at FROM people_membership m
             WHERE m.person_id = own.person_id AND m.community_id = own.community_id)
        FROM communities_contribution own
        JOIN communities_contribution c ON c.person_id = own.person_id AND c.community_id = own.community_id
        JOIN communities_sharedmemory s ON s.id = c.id
        WHERE own.id = shared GROUP BY own.id, own.person_id, own.community_id;
END $$;
CREATE FUNCTION public.communities_remove_member(membership uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
    target people_membership;
    mine text;
BEGIN
    SELECT * INTO target FROM people_membership WHERE id = membership;
    SELECT role INTO mine FROM people_membership
    WHERE person_id = communities_require_person() AND community_id = target.community_id;
    IF mine IS NULL OR target.role = 'owner'
        OR NOT (mine = 'owner' OR mine = 'moderator' AND target.role = 'member') THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only the owner, or a moderator for members, may do this.';
    END IF;
    DELETE FROM people_membership WHERE id = membership;
END $$;
CREATE FUNCTION public.communities_require_person() RETURNS uuid
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid) IS NULL OR NOT (coalesce(current_setting('app.agent_community', true), '') = '') OR NOT EXISTS (SELECT FROM people_user WHERE id = (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid)
        AND is_active) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only a person may do this.';
    END IF;
    RETURN (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid);
END $$;
CREATE FUNCTION public.communities_retract(shared uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
    target communities_sharedmemory;
BEGIN
    IF NOT EXISTS (SELECT FROM communities_contribution
                   WHERE id = shared AND person_id = communities_require_person()) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only who shared it takes it back.';
    END IF;
    SELECT s.* INTO target FROM communities_sharedmemory s WHERE s.id = shared FOR UPDATE;
    IF target.id IS NULL OR target.status = 'retracted' THEN
        RETURN;
    END IF;
    INSERT INTO communities_decision (id, community_id, shared_id, verb, reason, before, at)
    VALUES (gen_random_uuid(), target.community_id, shared, 'retract', '', target.status, now());
    PERFORM communities_wipe(shared);
END $$;
CREATE FUNCTION public.communities_set_role(membership uuid, new_role text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
    target people_membership;
BEGIN
    SELECT * INTO target FROM people_membership WHERE id = membership;
    IF NOT EXISTS (SELECT FROM people_membership WHERE person_id = communities_require_person()
                   AND community_id = target.community_id AND role = 'owner') THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only the owner of the community may do this.';
    END IF;
    IF target.role = 'owner' OR new_role NOT IN ('member', 'moderator') THEN
        RAISE insufficient_privilege USING MESSAGE = 'A community always has one owner.';
    END IF;
    UPDATE people_membership SET role = new_role WHERE id = membership;
END $$;
CREATE FUNCTION public.communities_suggestions_end() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    DELETE FROM communities_contribution
    WHERE community_id = OLD.community_id AND person_id = OLD.person_id AND status = 'suggested';
    RETURN OLD;
END $$;
CREATE FUNCTION public.communities_wipe(shared uuid) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
    UPDATE communities_sharedmemory SET status = 'retracted', statement = '', details = '', reason = '', appeal = '',
        key = '', category = '', author_name = '', agent_name = '', appealed_at = NULL, words = NULL, vector = NULL,
        encoder = '', changed_at = now() WHERE id = shared;
    UPDATE communities_historicalsharedmemory SET statement = '', details = '', reason = '', appeal = '', key = '',
        category = '', author_name = '', agent_name = '' WHERE id = shared;
    UPDATE communities_report SET words = '', resolved_at = coalesce(resolved_at, now()) WHERE shared_id = shared;
    UPDATE recall_receiptitem SET line = '', parts = '{}' WHERE shared_id = shared
$$;
CREATE FUNCTION public.learning_mark_outside() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
BEGIN
    UPDATE learning_conversation c SET outside_from = (CASE
    WHEN NOT s.enable_memory THEN NULL
    WHEN s.recent_window_type = 'time' THEN c.ended_at + make_interval(hours => 24 * s.recent_max_age_days)
    WHEN (c.ended_at, c.id) < (oldest.ended_at, oldest.id) THEN 'epoch' END)
    FROM people_memorysettings s LEFT JOIN LATERAL (
        SELECT o.ended_at, o.id FROM learning_conversation o
        WHERE o.person_id = NEW.person_id AND o.trimmed_at IS NULL
        ORDER BY o.ended_at DESC, o.id DESC OFFSET s.recent_max_items - 1 LIMIT 1
    ) AS oldest ON true
    WHERE s.person_id = NEW.person_id AND c.person_id = NEW.person_id AND c.trimmed_at IS NULL
      AND c.outside_from IS DISTINCT FROM (CASE
    WHEN NOT s.enable_memory THEN NULL
    WHEN s.recent_window_type = 'time' THEN c.ended_at + make_interval(hours => 24 * s.recent_max_age_days)
    WHEN (c.ended_at, c.id) < (oldest.ended_at, oldest.id) THEN 'epoch' END);
    RETURN NULL;
END $$;
CREATE FUNCTION public.memories_first_day_below(points integer, base double precision, kind text, as_of date, assumed boolean) RETURNS date
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN ((round((base * (100)::double precision)))::integer < points) THEN as_of WHEN ((NOT assumed) AND (kind = ANY (ARRAY['event'::text, 'fact'::text, 'context'::text, 'preference'::text]))) THEN LEAST('9999-12-31'::date, (as_of + ((((round((base * (100)::double precision)))::integer - points) / CASE kind WHEN 'event'::text THEN 50 WHEN 'fact'::text THEN 10 WHEN 'context'::text THEN 10 WHEN 'preference'::text THEN 2 ELSE NULL::integer END) + 1))) ELSE NULL::date END;
CREATE FUNCTION public.memories_archive_day(kind text, pinned boolean, base double precision, as_of date, assumed boolean, ttl_from date, ttl_days integer, valid_until date) RETURNS date
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN pinned THEN NULL::date WHEN (valid_until IS NOT NULL) THEN LEAST('9999-12-31'::date, (valid_until + 2)) WHEN ((kind = 'rule'::text) OR (ttl_days IS NULL)) THEN NULL::date WHEN ((round((base * (100)::double precision)))::integer < 900) THEN LEAST('9999-12-31'::date, ((ttl_from + ttl_days) + 1)) WHEN (public.memories_first_day_below(900, base, kind, as_of, assumed) IS NOT NULL) THEN GREATEST(LEAST('9999-12-31'::date, ((ttl_from + ttl_days) + 1)), public.memories_first_day_below(900, base, kind, as_of, assumed)) ELSE NULL::date END;
CREATE FUNCTION public.memories_blank_versions(memory uuid) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    whose uuid := (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid);
    emptied integer;
BEGIN
    UPDATE memories_historicalmemory SET
        project = '', condition = '', day = NULL, applies_to = '{}', muted_agents = '{}',
        muted_tasks = '{}', kind = '', raw_kind = '', kind_basis = '', category = '', said_category = '',
        key = '', label = '', value = 'null', details = '', tags = '{}', metadata = '{}', language = '',
        fingerprint = '\x', section = '', source = '', expire_reason = '', confidence = 0,
        importance_base = 0, said_under = '{}'
    WHERE id = memory AND person_id = whose;
    GET DIAGNOSTICS emptied = ROW_COUNT;
    IF EXISTS (SELECT FROM memories_memory WHERE id = memory AND person_id = whose) THEN
        RAISE EXCEPTION 'memory % was not erased', memory USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE memories_historylink AS link SET salt = NULL FROM memories_historicalmemory AS version
    WHERE version.id = memories_blank_versions.memory AND version.person_id = whose
      AND link.person_id = whose AND link.version = version.history_id;
    RETURN emptied;
END $$;
CREATE FUNCTION public.memories_change_has_a_version() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM memories_historicalmemory h
        WHERE h.person_id = NEW.person_id AND h.id = NEW.id AND h.transaction = pg_current_xact_id()::text::bigint
    ) AND EXISTS (SELECT 1 FROM memories_memory WHERE person_id = NEW.person_id AND id = NEW.id) THEN
        RAISE EXCEPTION 'memory % was changed without a version', NEW.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.memories_delete_person(account uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
DECLARE done record;
BEGIN
    IF NOT EXISTS (SELECT FROM memories_deletedaccount WHERE id = account) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only a deleted account can be deleted.';
    END IF;
    FOR done IN SELECT keys.child::regclass AS place, keys.child_column FROM (
    SELECT key.conrelid AS child, key.confrelid AS parent, own.attname AS child_column, own.attnotnull AS is_required,
           other.attname AS parent_column
    FROM pg_constraint AS key
    JOIN pg_attribute AS own ON own.attrelid = key.conrelid AND own.attnum = key.conkey[cardinality(key.conkey)]
    JOIN pg_attribute AS other
      ON other.attrelid = key.confrelid AND other.attnum = key.confkey[cardinality(key.confkey)]
    WHERE key.contype = 'f' AND key.connamespace = 'public'::regnamespace AND key.conrelid <> key.confrelid
) AS keys
        WHERE keys.parent = 'people_user'::regclass AND keys.child_column NOT IN ('person_id', 'user_id')
          AND NOT keys.is_required
    LOOP
        EXECUTE format('UPDATE %s SET %I = NULL WHERE %I = $1', done.place, done.child_column, done.child_column)
        USING account;
    END LOOP;
    DELETE FROM people_user WHERE id = account;
END $_$;
CREATE FUNCTION public.memories_delete_rows(account uuid, from_table text, most integer) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    whose text := (SELECT condition FROM memories_places_of_a_person() WHERE place = from_table);
    gone bigint;
BEGIN
    IF whose IS NULL OR NOT EXISTS (SELECT FROM memories_deletedaccount WHERE id = account) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only the rows of a deleted account can be deleted.';
    END IF;
    IF from_table <> 'memories_memory' THEN
        -- In another partition somebody else's row has the same ctid.
        whose := format('(%s) AND ctid = ANY (ARRAY(SELECT ctid FROM %I WHERE %s LIMIT %s))',
                        whose, from_table, whose, most);
    END IF;
    EXECUTE format('DELETE FROM %I WHERE %s', from_table, whose) USING account;
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
END $$;
CREATE FUNCTION public.memories_empty_setting_changes(ids uuid[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE whose uuid := (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid);
BEGIN
    UPDATE memories_settingchange SET changes = '[]' WHERE id = ANY (ids) AND person_id = whose;
END $$;
CREATE FUNCTION public.memories_erasure_leaves_no_words() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM memories_historicalmemory h
               WHERE h.person_id = OLD.person_id AND h.id = OLD.id AND h.label <> '') THEN
        RAISE EXCEPTION 'memory % was deleted but its versions keep its words', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.memories_explain_problem(person uuid, number bigint, found text) RETURNS text
    LANGUAGE sql STABLE
    AS $$
    SELECT CASE
        WHEN found = 'changed' AND EXISTS (
            SELECT FROM memories_historicalmemory AS other
            WHERE other.person_id = link.person_id AND other.history_id <> number
              AND link.words_hash =
                  sha256(uuid_send(link.salt) || convert_to(memories_words_of(other, link.format), 'UTF8'))
              AND link.kept_hash IN (
                  sha256(convert_to(memories_kept_of(other, link.format), 'UTF8')),
                  sha256(convert_to(memories_kept_of(jsonb_populate_record(
                      other, jsonb_build_object('history_id', number)), link.format), 'UTF8')))) THEN 'reordered'
        WHEN found IS NOT NULL THEN found
        WHEN link.row_hash = sha256(link.words_hash || link.kept_hash) OR EXISTS (
            SELECT FROM memories_historylink AS other WHERE other.person_id = link.person_id
              AND link.row_hash = sha256(other.row_hash || link.words_hash || link.kept_hash)) THEN 'reordered'
        WHEN EXISTS (
            SELECT FROM memories_historylink AS before JOIN memories_historylink AS next USING (person_id)
            WHERE person_id = link.person_id AND before.position = link.position - 1
              AND next.position = link.position + 1
              AND next.row_hash = sha256(sha256(before.row_hash || link.words_hash || link.kept_hash)
                                         || next.words_hash || next.kept_hash)) THEN 'changed'
        ELSE 'gap' END
    FROM memories_historylink AS link WHERE link.person_id = person AND link.version = number
$$;
CREATE TABLE public.memories_historicalmemory (
    transaction bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
    id uuid NOT NULL,
    obs_id character varying(20) NOT NULL,
    project character varying(80) DEFAULT ''::character varying NOT NULL,
    condition character varying(200) DEFAULT ''::character varying NOT NULL,
    day date,
    applies_to character varying(80)[] NOT NULL,
    muted_agents uuid[] NOT NULL,
    muted_tasks character varying(80)[] NOT NULL,
    kind character varying(12) NOT NULL,
    raw_kind character varying(40) DEFAULT ''::character varying NOT NULL,
    kind_basis character varying(8) DEFAULT 'signal'::character varying NOT NULL,
    category character varying(60) DEFAULT ''::character varying NOT NULL,
    said_category character varying(60) DEFAULT ''::character varying NOT NULL,
    said_under character varying(60)[] DEFAULT '{}'::character varying(60)[] NOT NULL,
    key character varying(160) DEFAULT ''::character varying NOT NULL,
    one_valued boolean DEFAULT true NOT NULL,
    label character varying(120) NOT NULL,
    value jsonb,
    details text DEFAULT ''::text NOT NULL,
    tags character varying(60)[] NOT NULL,
    metadata jsonb NOT NULL,
    language character varying(8) DEFAULT 'en'::character varying NOT NULL,
    fingerprint bytea NOT NULL,
    horizon character varying(6) NOT NULL,
    section character varying(24) DEFAULT ''::character varying NOT NULL,
    status character varying(12) NOT NULL,
    contested boolean DEFAULT false NOT NULL,
    expired_on date,
    expire_reason character varying(300) DEFAULT ''::character varying NOT NULL,
    pinned boolean DEFAULT false NOT NULL,
    source character varying(12) NOT NULL,
    source_assumed boolean DEFAULT false NOT NULL,
    confidence double precision NOT NULL,
    evidence_count integer DEFAULT 1 NOT NULL,
    repeats integer DEFAULT 1 NOT NULL,
    evidence_from date,
    evidence_to date,
    importance_base double precision NOT NULL,
    importance_as_of date NOT NULL,
    importance_assumed boolean DEFAULT false NOT NULL,
    ttl_days integer,
    ttl_from date NOT NULL,
    valid_until date,
    observed_on date NOT NULL,
    learned_on date,
    updated_on date,
    completed_at timestamp with time zone,
    confirmed_at timestamp with time zone,
    verified_at timestamp with time zone,
    unasked_at timestamp with time zone,
    changed_at timestamp with time zone NOT NULL,
    changed_by character varying(10) NOT NULL,
    changed_verb character varying(20) NOT NULL,
    changed_because character varying(120) DEFAULT ''::character varying NOT NULL,
    history_id bigint NOT NULL,
    history_date timestamp with time zone NOT NULL,
    history_type character varying(1) NOT NULL,
    changed_by_agent_id uuid,
    community_id uuid,
    person_id uuid NOT NULL,
    negates_id uuid,
    superseded_by_id uuid,
    CONSTRAINT memories_historicalmemory_evidence_count_check CHECK ((evidence_count >= 0)),
    CONSTRAINT memories_historicalmemory_repeats_check CHECK ((repeats >= 0)),
    CONSTRAINT memories_historicalmemory_ttl_days_check CHECK ((ttl_days >= 0))
);
ALTER TABLE ONLY public.memories_historicalmemory FORCE ROW LEVEL SECURITY;
CREATE FUNCTION public.memories_kept_of(version public.memories_historicalmemory, format integer) RETURNS text
    LANGUAGE sql STABLE
    AS $$
    SELECT CASE format WHEN 1 THEN
        ROW(version.history_id, version.history_date, version.history_type, version.transaction, version.id,
        version.person_id, version.obs_id, version.community_id, version.one_valued, version.horizon,
        version.status, version.contested, version.superseded_by_id, version.negates_id, version.expired_on,
        version.pinned, version.source_assumed, version.evidence_count, version.repeats,
        version.evidence_from, version.evidence_to, version.importance_as_of, version.importance_assumed,
        version.ttl_days, version.ttl_from, version.valid_until, version.observed_on, version.learned_on,
        version.updated_on, version.completed_at, version.confirmed_at, version.verified_at,
        version.unasked_at, version.changed_at, version.changed_by, version.changed_by_agent_id,
        version.changed_verb, version.changed_because)::text
    END
$$;
CREATE FUNCTION public.memories_link_at_commit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
DECLARE
    whose uuid[];
    numbers bigint[];
BEGIN
    IF NEW.first <> 0 THEN
        INSERT INTO memories_versionstolink (transaction, first, people, versions)
        VALUES (NEW.transaction, 0, '{}', '{}') ON CONFLICT DO NOTHING;
    ELSE
        WITH noted AS (
            DELETE FROM memories_versionstolink WHERE transaction = NEW.transaction RETURNING people, versions
        )
        SELECT array_agg(person), array_agg(number) INTO whose, numbers
        FROM noted, unnest(people, versions) AS each (person, number);
        PERFORM memories_link_versions(whose, numbers);
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.memories_link_versions(people uuid[], numbers bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO, YMD'
    SET extra_float_digits TO '1'
    SET bytea_output TO 'hex'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
DECLARE only_one uuid := CASE WHEN people[1] = ALL (people) THEN people[1] END;
BEGIN
    IF people IS NULL THEN
        RETURN;  -- another mark of this transaction has linked them
    END IF;
    IF only_one IS NOT NULL AND EXISTS (
        SELECT FROM pg_partitioned_table WHERE partrelid = 'memories_historyhead'::regclass
    ) THEN
        SET LOCAL plan_cache_mode TO 'force_custom_plan';
    END IF;
    INSERT INTO memories_historyhead (person_id, entries, row_hash)
    SELECT DISTINCT person, 0, ''::bytea FROM unnest(people) AS person
    WHERE NOT EXISTS (SELECT FROM memories_historyhead WHERE person_id = person AND person_id = coalesce(only_one, person))
    ORDER BY person ON CONFLICT DO NOTHING;
    PERFORM FROM memories_historyhead WHERE person_id = ANY (people) ORDER BY person_id FOR NO KEY UPDATE;
    WITH written AS (  -- a salt for each row: volatile, so the planner keeps this apart from what reads it
        SELECT found.*, gen_random_uuid() AS salt
        FROM unnest(people, numbers) AS noted (person, number) CROSS JOIN LATERAL (
            SELECT version.history_id AS version, version.person_id, version.id AS memory, version.history_date AS at,
                   memories_words_of(version, 1) AS words, memories_kept_of(version, 1) AS kept
            FROM memories_historicalmemory AS version
            WHERE version.person_id = noted.person AND version.history_id = noted.number
              AND version.person_id = coalesce(only_one, version.person_id)
            OFFSET 0) AS found  -- each is looked up by its key: nobody's whole history is walked to find them
    ), added AS (
        SELECT version, person_id, memory, at, salt, sha256(uuid_send(salt) || convert_to(words, 'UTF8')) AS words_hash,
               sha256(convert_to(kept, 'UTF8')) AS kept_hash
        FROM written
        UNION ALL
        SELECT removed_in, person_id, NULL, now(), NULL,
               sha256(convert_to(string_agg(version::text, ',' ORDER BY version), 'UTF8')),
               sha256(convert_to(memories_removal_of(removed_in, person_id, now()), 'UTF8'))
        FROM memories_historylink WHERE person_id = ANY (people) AND removed_in = ANY (numbers)
        GROUP BY removed_in, person_id
    ), linked AS (
        INSERT INTO memories_historylink
            (version, person_id, position, memory, at, format, salt, words_hash, kept_hash, row_hash)
        SELECT version, person_id, head.entries + row_number() OVER chain, memory, at, 1, salt, words_hash, kept_hash,
               memories_row_hash(words_hash || kept_hash, head.row_hash) OVER chain
        FROM added JOIN memories_historyhead AS head USING (person_id)
        WHERE head.person_id = coalesce(only_one, head.person_id)
        WINDOW chain AS (PARTITION BY person_id ORDER BY version ROWS UNBOUNDED PRECEDING)
        RETURNING person_id, position, row_hash
    )
    UPDATE memories_historyhead AS head SET entries = newest.position, row_hash = newest.row_hash
    FROM (SELECT DISTINCT ON (person_id) * FROM linked ORDER BY person_id, position DESC) AS newest
    WHERE head.person_id = newest.person_id AND head.person_id = coalesce(only_one, head.person_id);
END $$;
CREATE FUNCTION public.memories_next_row_hash(before bytea, entry bytea, first bytea) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    AS $$ SELECT sha256(coalesce(before, first) || entry) $$;
CREATE FUNCTION public.memories_no_words(format integer) RETURNS text
    LANGUAGE sql STABLE
    AS $$
    SELECT CASE format WHEN 1 THEN
        ROW('', '', NULL, '{}', '{}', '{}', '', '', '', '', '', '', '', 'null', '', '{}', '{}', '', '\x', '',
        '', '', 0, 0, '{}')::text
    END
$$;
CREATE FUNCTION public.memories_note_removal(person uuid, versions bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE number bigint := nextval(pg_get_serial_sequence('memories_historicalmemory', 'history_id'));
BEGIN
    UPDATE memories_historylink SET removed_in = number WHERE version = ANY (versions) AND person_id = person;
    IF FOUND THEN
        INSERT INTO memories_versionstolink (transaction, first, people, versions)
        VALUES (pg_current_xact_id()::text::bigint, number, ARRAY[person], ARRAY[number]);
    END IF;
END $$;
CREATE FUNCTION public.memories_note_versions() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO memories_versionstolink (transaction, first, people, versions)
    SELECT pg_current_xact_id()::text::bigint, min(history_id), array_agg(person_id), array_agg(history_id)
    FROM added HAVING count(*) > 0;
    RETURN NULL;
END $$;
CREATE FUNCTION public.memories_open_account(whose uuid) RETURNS TABLE(what text, state text, number integer, newest timestamp with time zone)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
    PERFORM people_require_staff();
    IF NOT EXISTS (SELECT FROM people_user WHERE id = whose) THEN
        RETURN;
    END IF;
    PERFORM people_note_staff_access(whose, 'person');
    RETURN QUERY
        SELECT 'memories', status::text, count(*)::integer, max(changed_at)
        FROM memories_memory WHERE person_id = whose GROUP BY status
    UNION ALL
        SELECT 'questions', status::text, count(*)::integer, max(created_at)
        FROM memories_proposal WHERE person_id = whose GROUP BY status
    UNION ALL
        SELECT 'conflicts', status::text, count(*)::integer, max(created_at)
        FROM memories_conflict WHERE person_id = whose GROUP BY status
    UNION ALL
        SELECT 'agents', CASE WHEN revoked_at IS NULL THEN 'connected' ELSE 'revoked' END,
            count(*)::integer, max(last_used_at)
        FROM agents_agent WHERE person_id = whose GROUP BY revoked_at IS NULL
    UNION ALL
        SELECT 'calls of agents', '', count(*)::integer, max(at) FROM agents_accesslog WHERE person_id = whose
    UNION ALL
        SELECT 'refused by the guard', category::text, sum(count)::integer, max(day)::timestamptz
        FROM memories_refusal WHERE person_id = whose GROUP BY category
    UNION ALL
        SELECT 'erasures', '', count(*)::integer, max(erased_at) FROM memories_erasure WHERE person_id = whose
    ORDER BY 1, 2;
END $$;
CREATE FUNCTION public.memories_open_act() RETURNS uuid
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
DECLARE act jsonb := current_setting('memoryweb.act')::jsonb;
BEGIN
    INSERT INTO memories_act (id, person_id, at, verb, changed_by, agent_id, run, request)
    SELECT id, person_id, at, verb, changed_by, agent_id, run, request
    FROM jsonb_populate_record(NULL::memories_act, act)
    ON CONFLICT (person_id, id) DO NOTHING;
    RETURN act->>'id';
END $$;
CREATE FUNCTION public.memories_places_of_a_person() RETURNS TABLE(place text, condition text)
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $_$
    WITH RECURSIVE keys AS (
    SELECT key.conrelid AS child, key.confrelid AS parent, own.attname AS child_column, own.attnotnull AS is_required,
           other.attname AS parent_column
    FROM pg_constraint AS key
    JOIN pg_attribute AS own ON own.attrelid = key.conrelid AND own.attnum = key.conkey[cardinality(key.conkey)]
    JOIN pg_attribute AS other
      ON other.attrelid = key.confrelid AND other.attnum = key.confkey[cardinality(key.confkey)]
    WHERE key.contype = 'f' AND key.connamespace = 'public'::regnamespace AND key.conrelid <> key.confrelid
), own AS (
        SELECT owner.attrelid AS place, format('%I = $1', owner.attname) AS condition
        FROM pg_attribute AS owner JOIN pg_class AS class ON class.oid = owner.attrelid
        WHERE owner.attname IN ('person_id', 'user_id') AND owner.atttypid = 'uuid'::regtype AND NOT owner.attisdropped
          AND class.relkind IN ('r', 'p') AND class.relnamespace = 'public'::regnamespace
    ), places AS (
        SELECT place, condition, 1 AS level FROM own
      UNION
        SELECT keys.child, coalesce(own.condition, format('%I IN (SELECT %I FROM %I WHERE %s)', keys.child_column,
               keys.parent_column, class.relname, places.condition)), places.level + 1
        FROM places JOIN keys ON keys.parent = places.place JOIN pg_class AS class ON class.oid = places.place
        LEFT JOIN own ON own.place = keys.child
        WHERE places.level < 12 AND (own.place IS NOT NULL OR keys.is_required)
    )
    SELECT class.relname::text, string_agg(DISTINCT places.condition, ' OR ')
    FROM places JOIN pg_class AS class ON class.oid = places.place
    GROUP BY class.relname
    ORDER BY class.relname <> 'memories_historicalmemory', max(places.level) DESC, class.relname
$_$;
CREATE FUNCTION public.memories_record_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public'
    SET "TimeZone" TO 'UTC'
    AS $$
DECLARE
    left_out text[] := coalesce(TG_ARGV, '{}');
    row_before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - left_out END;
    row_after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - left_out END;
    whole jsonb := coalesce(row_after, row_before);
    differing text[];
BEGIN
    IF TG_OP = 'UPDATE' THEN
        SELECT array_agg(key) INTO differing FROM jsonb_each(row_after) WHERE row_before->key IS DISTINCT FROM value;
        IF differing IS NULL THEN
            RETURN NULL;
        END IF;
        SELECT jsonb_object_agg(key, row_before->key), jsonb_object_agg(key, row_after->key)
        INTO row_before, row_after FROM unnest(differing) AS key;
    END IF;
    INSERT INTO memories_actchange (act_id, person_id, table_name, row_id, memory, before, after)
    VALUES (memories_open_act(), (whole->>'person_id')::uuid, TG_TABLE_NAME,
            coalesce(whole->>'id', whole->>'person_id')::uuid, (whole->>'memory_id')::uuid, row_before, row_after);
    RETURN NULL;
END $$;
CREATE FUNCTION public.memories_record_setting() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    AS $$
DECLARE
    names CONSTANT text[] := '{agent_id,category,recorder_id}';
    left_out text[] := coalesce(TG_ARGV, '{}') || '{id,person_id}';
    row_before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
    row_after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
    whole jsonb := coalesce(row_after, row_before);
    person uuid := whole->>'person_id';
    about uuid := CASE TG_TABLE_NAME WHEN 'agents_agent' THEN whole->>'id' ELSE whole->>'agent_id' END;
    open_act jsonb := nullif(current_setting('memoryweb.act', true), '')::jsonb;
    differing text[];
    change jsonb;
BEGIN
    IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'agents_agent' THEN
        DELETE FROM memories_settingchange WHERE person_id = person AND agent = about;
        RETURN NULL;
    END IF;
    IF EXISTS (SELECT FROM memories_deletedaccount WHERE id = person)
       OR TG_TABLE_NAME IN ('agents_sight', 'agents_conversationgrant')
          AND NOT EXISTS (SELECT FROM agents_agent WHERE person_id = person AND id = about AND deleted_at IS NULL) THEN
        RETURN NULL;
    END IF;
    row_before := row_before - left_out;
    row_after := row_after - left_out;
    IF TG_OP = 'UPDATE' THEN
        SELECT array_agg(key) INTO differing FROM jsonb_each(row_after) WHERE row_before->key IS DISTINCT FROM value;
        IF differing IS NULL THEN
            RETURN NULL;
        END IF;
        SELECT jsonb_object_agg(key, row_before->key), jsonb_object_agg(key, value) INTO row_before, row_after
        FROM jsonb_each(row_after) WHERE key = ANY (differing || names);
    END IF;
    change := jsonb_build_object('table', TG_TABLE_NAME, 'row', coalesce(whole->>'id', whole->>'person_id'),
                                 'before', row_before, 'after', row_after);
    UPDATE memories_settingchange SET changes = changes || change
    WHERE act = (open_act->>'id')::uuid AND person_id = person AND agent IS NOT DISTINCT FROM about;
    IF NOT FOUND THEN
        INSERT INTO memories_settingchange (id, person_id, at, changed_by, act, agent, changes)
        VALUES (gen_random_uuid(), person, coalesce((open_act->>'at')::timestamptz, now()),
                coalesce(open_act->>'changed_by', ''), (open_act->>'id')::uuid, about, jsonb_build_array(change));
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION public.memories_record_version() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
BEGIN
    INSERT INTO memories_actchange (act_id, person_id, table_name, row_id, memory, version_before, version_after)
    VALUES (memories_open_act(), NEW.person_id, 'memories_memory', NEW.id, NEW.id,
            (SELECT max(history_id) FROM memories_historicalmemory
             WHERE person_id = NEW.person_id AND id = NEW.id AND history_id < NEW.history_id),
            NEW.history_id);
    RETURN NULL;
END $$;
CREATE FUNCTION public.memories_refusaloverview_rows() RETURNS TABLE(id text, day date, category text, refused integer, people integer)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT people_require_staff();
    SELECT concat(day, ' ', category), day, category::text, sum(count)::integer, count(DISTINCT person_id)::integer
    FROM memories_refusal GROUP BY day, category
$$;
CREATE FUNCTION public.memories_removal_of(version bigint, person uuid, at timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE
    AS $$ SELECT ROW('removal', version, person, at)::text $$;
CREATE FUNCTION public.memories_remove_empty_versions(memories uuid[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    whose uuid := (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid);
    numbers bigint[];
BEGIN
    WITH removed AS (
        DELETE FROM memories_historicalmemory AS version
        WHERE version.id = ANY (memories) AND version.person_id = whose AND version.label = ''
          AND version.value = 'null' AND NOT EXISTS (
              SELECT FROM memories_memory WHERE person_id = whose AND id = version.id)
        RETURNING version.history_id)
    SELECT array_agg(history_id) INTO numbers FROM removed;
    PERFORM memories_note_removal(whose, numbers);
END $$;
CREATE FUNCTION public.memories_stand_elsewhere() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (SELECT FROM agents_agent mine JOIN agents_agent other USING (id)
                   WHERE mine.person_id = (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid) AND other.person_id <> (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid))
        OR EXISTS (SELECT FROM memories_memory mine JOIN memories_memory other USING (id)
                   WHERE mine.person_id = (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid) AND other.person_id <> (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid))
$$;
CREATE FUNCTION public.memories_verify_history(person uuid, OUT changes bigint, OUT since timestamp with time zone, OUT ending bytea, OUT problem text, OUT number bigint, OUT about uuid, OUT happened_at timestamp with time zone) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO, YMD'
    SET extra_float_digits TO '1'
    SET bytea_output TO 'hex'
    AS $$
DECLARE
    last record;
    stray record;
BEGIN
    SELECT count(*) FILTER (WHERE walk.is_change), min(walk.at) FILTER (WHERE walk.is_change),
           (array_agg(walk.version ORDER BY walk.position) FILTER (WHERE walk.is_broken))[1],
           (array_agg(walk.problem ORDER BY walk.position) FILTER (WHERE walk.is_broken))[1]
    INTO changes, since, number, problem
    FROM (SELECT each.*, each.problem IS NOT NULL OR NOT each.follows AS is_broken
          FROM memories_walk_history(person) AS each) AS walk;
    SELECT link.version, link.position, link.row_hash INTO last FROM memories_historylink AS link
    WHERE link.person_id = person ORDER BY link.position DESC LIMIT 1;
    ending := last.row_hash;
    IF number IS NOT NULL THEN
        problem := memories_explain_problem(person, number, problem);
    ELSIF NOT EXISTS (SELECT FROM memories_historyhead AS head WHERE head.person_id = person
                      AND head.entries = last.position AND head.row_hash = last.row_hash)
      AND (last.version IS NOT NULL OR EXISTS (SELECT FROM memories_historyhead WHERE person_id = person)
           OR EXISTS (SELECT FROM memories_memory WHERE person_id = person)) THEN
        problem := 'cut';
        number := last.version;
    END IF;
    SELECT link.memory, link.at INTO about, happened_at FROM memories_historylink AS link
    WHERE link.person_id = person AND link.version = number;
    SELECT version.history_id, version.id, version.history_date INTO stray FROM memories_historicalmemory AS version
    WHERE version.person_id = person
      AND NOT EXISTS (SELECT FROM memories_historylink AS link
                      WHERE link.version = version.history_id AND link.person_id = person)
    ORDER BY version.history_id LIMIT 1;
    IF stray.history_id IS NOT NULL AND (problem IS NULL OR stray.history_id < number) THEN
        problem := 'inserted';
        number := stray.history_id;
        about := stray.id;
        happened_at := stray.history_date;
    END IF;
END $$;
CREATE FUNCTION public.memories_walk_history(person uuid) RETURNS TABLE(version bigint, "position" bigint, at timestamp with time zone, is_change boolean, problem text, follows boolean)
    LANGUAGE sql STABLE
    AS $$
    SELECT link.version, link.position, link.at, link.memory IS NOT NULL AND link.removed_in IS NULL, CASE
        WHEN link.position <> link.number THEN 'gap'
        WHEN link.memory IS NULL THEN CASE
            WHEN link.kept_hash IS DISTINCT FROM
                     sha256(convert_to(memories_removal_of(link.version, person, link.at), 'UTF8'))
              OR link.words_hash IS DISTINCT FROM (
                     SELECT sha256(convert_to(string_agg(gone.version::text, ',' ORDER BY gone.version), 'UTF8'))
                     FROM memories_historylink AS gone
                     WHERE gone.person_id = person AND gone.removed_in = link.version) THEN 'changed' END
        WHEN written.history_id IS NULL THEN CASE
            WHEN NOT EXISTS (SELECT FROM memories_historylink AS removal
                             WHERE removal.version = link.removed_in AND removal.memory IS NULL
                               AND removal.person_id = person AND removal.position > link.position) THEN 'missing' END
        WHEN link.removed_in IS NOT NULL OR written.id <> link.memory OR written.history_date <> link.at
          OR link.kept_hash IS DISTINCT FROM sha256(convert_to(memories_kept_of(written, link.format), 'UTF8'))
            THEN 'changed'
        WHEN link.salt IS NULL THEN CASE
            WHEN memories_words_of(written, link.format) IS DISTINCT FROM memories_no_words(link.format) THEN 'changed'
            WHEN NOT EXISTS (SELECT FROM memories_historicalmemory AS erased
                             JOIN memories_historylink AS later
                               ON later.person_id = erased.person_id AND later.version = erased.history_id
                             WHERE erased.id = written.id AND erased.person_id = person AND erased.history_type = '-'
                               AND erased.changed_verb = 'erase' AND later.position > link.position) THEN 'emptied' END
        WHEN link.words_hash IS DISTINCT FROM
                 sha256(uuid_send(link.salt) || convert_to(memories_words_of(written, link.format), 'UTF8'))
            THEN CASE memories_words_of(written, link.format) WHEN memories_no_words(link.format) THEN 'emptied'
                 ELSE 'changed' END
        END, link.row_hash = sha256(link.before || link.words_hash || link.kept_hash)
    FROM (SELECT *, lag(row_hash, 1, '') OVER chain AS before, row_number() OVER chain AS number
          FROM memories_historylink WHERE person_id = person WINDOW chain AS (ORDER BY position)) AS link
    LEFT JOIN memories_historicalmemory AS written
      ON written.history_id = link.version AND written.person_id = person
$$;
CREATE FUNCTION public.memories_words_of(version public.memories_historicalmemory, format integer) RETURNS text
    LANGUAGE sql STABLE
    AS $$
    SELECT CASE format WHEN 1 THEN
        ROW(version.project, version.condition, version.day, version.applies_to, version.muted_agents,
        version.muted_tasks, version.kind, version.raw_kind, version.kind_basis, version.category,
        version.said_category, version.key, version.label, version.value, version.details, version.tags,
        version.metadata, version.language, version.fingerprint, version.section, version.source,
        version.expire_reason, version.confidence, version.importance_base, version.said_under)::text
    END
$$;
CREATE FUNCTION public.oauth_person_of_secret(hash bytea) RETURNS uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT person_id FROM oauth_accesstoken WHERE token_checksum = encode(hash, 'hex')
    UNION ALL SELECT person_id FROM oauth_refreshtoken WHERE token_checksum = encode(hash, 'hex')
    UNION ALL SELECT person_id FROM oauth_grant WHERE code = encode(hash, 'hex')
    LIMIT 1
$$;
CREATE FUNCTION public.operations_forget_suggestion() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    DELETE FROM operations_answer WHERE person_id = OLD.person_id AND agent_id = OLD.agent_id AND data->>'id' = OLD.id::text;
    RETURN OLD;
END $$;
CREATE FUNCTION public.people_accept_invitation(hash bytea, new_id uuid, new_password text) RETURNS uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    invited text;
BEGIN
    UPDATE people_invitation SET accepted_at = now() WHERE
    token_hash = hash AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()
    AND EXISTS (SELECT FROM people_user WHERE id = person_id AND is_active AND is_staff)
 RETURNING email INTO invited;
    IF invited IS NULL THEN
        RETURN NULL;
    END IF;
    INSERT INTO people_user (id, email, password, is_superuser, is_staff, is_active, date_joined)
    VALUES (new_id, invited, new_password, false, false, true, now());
    INSERT INTO account_emailaddress (user_id, email, verified, "primary") VALUES (new_id, invited, true, true);
    RETURN new_id;
EXCEPTION WHEN unique_violation THEN
    RETURN NULL;
END $$;
CREATE FUNCTION public.people_communityoverview_rows() RETURNS TABLE(id uuid, created_at timestamp with time zone, moderation text, members integer, moderators integer, owners integer)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT people_require_staff();
    SELECT c.id, c.created_at, c.moderation::text,
        count(m.id)::integer AS members, count(m.id) FILTER (WHERE m.role = 'moderator')::integer AS moderators,
        count(m.id) FILTER (WHERE m.role = 'owner')::integer AS owners
    FROM people_community c LEFT JOIN people_membership m ON m.community_id = c.id GROUP BY c.id
$$;
CREATE FUNCTION public.people_invited_by(hash bytea) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$SELECT email FROM people_invitation WHERE
    token_hash = hash AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()
    AND EXISTS (SELECT FROM people_user WHERE id = person_id AND is_active AND is_staff)
$$;
CREATE FUNCTION public.people_membershipoverview_rows() RETURNS TABLE(id uuid, community_id uuid, role text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT people_require_staff();
    SELECT id, community_id, role::text FROM people_membership
$$;
CREATE FUNCTION public.people_moderated_communities() RETURNS uuid[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    RETURN ARRAY(SELECT community_id FROM people_membership WHERE person_id = (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid) AND (coalesce(current_setting('app.agent_community', true), '') = '')
        AND role IN ('moderator', 'owner'));
END $$;
CREATE FUNCTION public.people_my_communities() RETURNS uuid[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    RETURN ARRAY(SELECT community_id FROM people_membership WHERE person_id = (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid) AND coalesce(current_setting('app.agent_community', true), '') IN ('',
        community_id::text));
END $$;
CREATE FUNCTION public.people_note_staff_access(whose uuid, what text) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
    INSERT INTO people_staffaccess (id, person_id, by_id, at, what)
    SELECT gen_random_uuid(), whose, people_require_staff(), clock_timestamp(), what
    WHERE whose <> people_require_staff()
$$;
CREATE FUNCTION public.people_only_members() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM people_membership WHERE person_id = NEW.person_id AND community_id = NEW.community_id
    ) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only a member writes into a community.';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION public.people_open_membership(pk uuid) RETURNS uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE whose uuid;
BEGIN
    PERFORM people_require_staff();
    SELECT person_id INTO whose FROM people_membership WHERE id = pk;
    PERFORM people_note_staff_access(whose, 'membership');
    RETURN whose;
END $$;
CREATE FUNCTION public.people_owned_communities() RETURNS uuid[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    RETURN ARRAY(SELECT community_id FROM people_membership WHERE person_id = (SELECT NULLIF(current_setting('app.person_id', true), '')::uuid) AND (coalesce(current_setting('app.agent_community', true), '') = '')
        AND role = 'owner');
END $$;
CREATE FUNCTION public.people_person_of_identity(of_provider text, its_id text) RETURNS uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$SELECT user_id FROM socialaccount_socialaccount WHERE provider = of_provider AND uid = its_id$$;
CREATE FUNCTION public.people_require_authority_over(whose uuid) RETURNS uuid
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE acting uuid := people_require_staff();
BEGIN
    IF EXISTS (SELECT FROM people_user target, people_user me WHERE target.id = whose AND me.id = acting
               AND (target.id = me.id OR (target.is_staff OR target.is_superuser) AND NOT me.is_superuser)) THEN
        RAISE insufficient_privilege
            USING MESSAGE = 'Only a superuser may do this to staff, and nobody to themselves.';
    END IF;
    RETURN acting;
END $$;
CREATE FUNCTION public.people_require_staff() RETURNS uuid
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE acting uuid := NULLIF(current_setting('app.person_id', true), '')::uuid;
BEGIN
    IF NOT EXISTS (SELECT FROM people_user WHERE id = acting AND is_staff AND is_active) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only staff may do this.';
    END IF;
    RETURN acting;
END $$;
CREATE FUNCTION public.people_set_active(whose uuid, active boolean) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    PERFORM people_require_authority_over(whose);
    UPDATE people_user SET is_active = active WHERE id = whose AND is_active <> active;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    PERFORM people_note_staff_access(whose, CASE WHEN active THEN 'reactivated' ELSE 'deactivated' END);
    RETURN true;
END $$;
CREATE FUNCTION public.telegram_community_of_group(chat bigint) RETURNS uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
        SELECT c.community_id FROM telegram_groupchat c JOIN people_user u ON u.id = c.person_id AND u.is_active
            AND u.deletion_asked_at IS NULL JOIN people_membership m ON m.person_id = c.person_id
            AND m.community_id = c.community_id WHERE c.chat_id = chat
$$;
CREATE FUNCTION public.telegram_groups_end() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    DELETE FROM telegram_groupchat WHERE community_id = OLD.community_id AND person_id = OLD.person_id;
    RETURN OLD;
END $$;
CREATE FUNCTION public.telegram_linker_of_group(chat bigint) RETURNS uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
        SELECT c.person_id FROM telegram_groupchat c JOIN people_user u ON u.id = c.person_id AND u.is_active
            AND u.deletion_asked_at IS NULL WHERE c.chat_id = chat
$$;
CREATE FUNCTION public.telegram_person_of_chat(chat_system text, chat_user text) RETURNS uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
        SELECT c.person_id FROM telegram_chatidentity c JOIN people_user u ON u.id = c.person_id AND u.is_active
            AND u.deletion_asked_at IS NULL
        WHERE c.system = chat_system AND c.user_id = chat_user AND c.community_id IS NULL
$$;
CREATE FUNCTION public.telegram_person_of_code(code bytea) RETURNS uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
        SELECT c.person_id FROM telegram_linkcode c JOIN people_user u ON u.id = c.person_id AND u.is_active
            AND u.deletion_asked_at IS NULL
        WHERE c.digest = code AND c.community_id IS NULL AND c.expires_at > now()
$$;
CREATE AGGREGATE public.memories_row_hash(entry bytea, first bytea) (
    SFUNC = public.memories_next_row_hash,
    STYPE = bytea
);
CREATE TABLE public.account_emailaddress (
    id integer NOT NULL,
    email character varying(254) NOT NULL,
    verified boolean NOT NULL,
    "primary" boolean NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE ONLY public.account_emailaddress FORCE ROW LEVEL SECURITY;
ALTER TABLE public.account_emailaddress ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailaddress_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.account_emailconfirmation (
    id integer NOT NULL,
    created timestamp with time zone NOT NULL,
    sent timestamp with time zone,
    key character varying(64) NOT NULL,
    email_address_id integer NOT NULL
);
ALTER TABLE public.account_emailconfirmation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailconfirmation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.agents_accesslog (
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    operation character varying(60) NOT NULL,
    writes boolean NOT NULL,
    outcome character varying(20) NOT NULL,
    memories integer DEFAULT 0 NOT NULL,
    milliseconds integer NOT NULL,
    request_id uuid NOT NULL,
    person_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    CONSTRAINT agents_accesslog_memories_check CHECK ((memories >= 0)),
    CONSTRAINT agents_accesslog_milliseconds_check CHECK ((milliseconds >= 0))
);
ALTER TABLE ONLY public.agents_accesslog FORCE ROW LEVEL SECURITY;
CREATE TABLE public.agents_agent (
    id uuid NOT NULL,
    name character varying(80) NOT NULL,
    token_hash bytea NOT NULL,
    token_hint character varying(4) NOT NULL,
    trust character varying(10) DEFAULT 'ask'::character varying NOT NULL,
    scopes character varying(20)[] NOT NULL,
    project character varying(80) DEFAULT ''::character varying NOT NULL,
    sight character varying(8) DEFAULT 'all_but'::character varying NOT NULL,
    reads_conversations boolean DEFAULT false NOT NULL,
    unrecorded_reads integer DEFAULT 0 NOT NULL,
    trust_declined_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    paused_at timestamp with time zone,
    paused_until timestamp with time zone,
    revoked_at timestamp with time zone,
    deleted_at timestamp with time zone,
    last_used_at timestamp with time zone,
    community_id uuid,
    person_id uuid NOT NULL,
    CONSTRAINT agent_scopes_are_known CHECK ((scopes <@ ARRAY['memories:read'::character varying(20), 'memories:write'::character varying(20)])),
    CONSTRAINT agent_sight_is_known CHECK (((sight)::text = ANY ((ARRAY['all_but'::character varying, 'only'::character varying])::text[]))),
    CONSTRAINT agent_trust_is_known CHECK (((trust)::text = ANY ((ARRAY['read_only'::character varying, 'ask'::character varying, 'trusted'::character varying])::text[]))),
    CONSTRAINT agents_agent_unrecorded_reads_check CHECK ((unrecorded_reads >= 0)),
    CONSTRAINT deleted_agents_are_revoked CHECK (((deleted_at IS NULL) OR (revoked_at IS NOT NULL)))
);
ALTER TABLE ONLY public.agents_agent FORCE ROW LEVEL SECURITY;
CREATE VIEW public.agents_agentoverview WITH (security_invoker='true') AS
 SELECT id,
    trust,
    of_community,
    created_at,
    last_used_at,
    expires_at,
    paused_at,
    revoked_at
   FROM public.agents_agentoverview_rows() agents_agentoverview_rows(id, trust, of_community, created_at, last_used_at, expires_at, paused_at, revoked_at);
CREATE TABLE public.agents_conversationgrant (
    id uuid NOT NULL,
    agent_id uuid NOT NULL,
    person_id uuid NOT NULL,
    recorder_id uuid NOT NULL
);
ALTER TABLE ONLY public.agents_conversationgrant FORCE ROW LEVEL SECURITY;
CREATE TABLE public.agents_sight (
    id uuid NOT NULL,
    category character varying(60) NOT NULL,
    allowed boolean NOT NULL,
    agent_id uuid NOT NULL,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.agents_sight FORCE ROW LEVEL SECURITY;
CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);
ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);
ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.communities_communityinvitation (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    max_uses smallint NOT NULL,
    uses smallint DEFAULT 0 NOT NULL,
    revoked_at timestamp with time zone,
    community_id uuid NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT an_invitation_has_some_uses CHECK (((max_uses >= 1) AND (max_uses <= 50))),
    CONSTRAINT communities_communityinvitation_max_uses_check CHECK ((max_uses >= 0)),
    CONSTRAINT communities_communityinvitation_uses_check CHECK ((uses >= 0)),
    CONSTRAINT no_more_uses_than_allowed CHECK ((uses <= max_uses))
);
ALTER TABLE ONLY public.communities_communityinvitation FORCE ROW LEVEL SECURITY;
CREATE TABLE public.communities_contribution (
    statement character varying(500) NOT NULL,
    details text DEFAULT ''::text NOT NULL,
    kind character varying(12) NOT NULL,
    category character varying(60) DEFAULT ''::character varying NOT NULL,
    key character varying(160) DEFAULT ''::character varying NOT NULL,
    one_valued boolean DEFAULT true NOT NULL,
    language character varying(8) DEFAULT 'en'::character varying NOT NULL,
    reason character varying(500) DEFAULT ''::character varying NOT NULL,
    id uuid NOT NULL,
    status character varying(10) NOT NULL,
    fingerprint bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    warning_seen_at timestamp with time zone,
    agent_id uuid,
    community_id uuid NOT NULL,
    memory_id uuid,
    person_id uuid NOT NULL,
    CONSTRAINT contribution_status_is_known CHECK (((status)::text = ANY ((ARRAY['suggested'::character varying, 'declined'::character varying, 'shared'::character varying])::text[]))),
    CONSTRAINT only_suggestions_keep_their_words CHECK ((((status)::text = 'suggested'::text) OR ((details = ''::text) AND ((reason)::text = ''::text) AND ((statement)::text = ''::text))))
);
ALTER TABLE ONLY public.communities_contribution FORCE ROW LEVEL SECURITY;
CREATE TABLE public.communities_decision (
    id uuid NOT NULL,
    other uuid,
    verb character varying(10) NOT NULL,
    reason character varying(16) NOT NULL,
    words character varying(500) DEFAULT ''::character varying NOT NULL,
    before character varying(10) NOT NULL,
    version bigint,
    at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone,
    transaction bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
    community_id uuid NOT NULL,
    moderator_id uuid,
    shared_id uuid NOT NULL,
    CONSTRAINT decision_verb_is_known CHECK (((verb)::text = ANY ((ARRAY['approve'::character varying, 'edit'::character varying, 'send_back'::character varying, 'hide'::character varying, 'remove'::character varying, 'warn'::character varying, 'merge'::character varying, 'undo'::character varying, 'retract'::character varying])::text[]))),
    CONSTRAINT every_decision_has_a_reason CHECK ((((verb)::text = 'retract'::text) OR ((reason)::text = ANY ((ARRAY['checked'::character varying, 'replaces'::character varying, 'duplicate'::character varying, 'not_for_everyone'::character varying, 'wrong'::character varying, 'private'::character varying, 'instruction'::character varying, 'mistake'::character varying])::text[]))))
);
ALTER TABLE ONLY public.communities_decision FORCE ROW LEVEL SECURITY;
CREATE TABLE public.communities_historicalsharedmemory (
    statement character varying(500) NOT NULL,
    details text DEFAULT ''::text NOT NULL,
    kind character varying(12) NOT NULL,
    category character varying(60) DEFAULT ''::character varying NOT NULL,
    key character varying(160) DEFAULT ''::character varying NOT NULL,
    one_valued boolean DEFAULT true NOT NULL,
    language character varying(8) DEFAULT 'en'::character varying NOT NULL,
    reason character varying(500) DEFAULT ''::character varying NOT NULL,
    id uuid NOT NULL,
    author_name character varying(40) DEFAULT ''::character varying NOT NULL,
    agent_name character varying(80) DEFAULT ''::character varying NOT NULL,
    status character varying(10) NOT NULL,
    proposed_at timestamp with time zone NOT NULL,
    shown_at timestamp with time zone,
    changed_at timestamp with time zone NOT NULL,
    appeal character varying(500) DEFAULT ''::character varying NOT NULL,
    appealed_at timestamp with time zone,
    history_id bigint NOT NULL,
    history_date timestamp with time zone NOT NULL,
    history_type character varying(1) NOT NULL,
    community_id uuid,
    replaces_id uuid
);
ALTER TABLE ONLY public.communities_historicalsharedmemory FORCE ROW LEVEL SECURITY;
ALTER TABLE public.communities_historicalsharedmemory ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.communities_historicalsharedmemory_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.communities_report (
    id uuid NOT NULL,
    reason character varying(16) NOT NULL,
    words character varying(500) DEFAULT ''::character varying NOT NULL,
    at timestamp with time zone NOT NULL,
    resolved_at timestamp with time zone,
    community_id uuid NOT NULL,
    person_id uuid NOT NULL,
    shared_id uuid NOT NULL
);
ALTER TABLE ONLY public.communities_report FORCE ROW LEVEL SECURITY;
CREATE TABLE public.communities_sharedmemory (
    statement character varying(500) NOT NULL,
    details text DEFAULT ''::text NOT NULL,
    kind character varying(12) NOT NULL,
    category character varying(60) DEFAULT ''::character varying NOT NULL,
    key character varying(160) DEFAULT ''::character varying NOT NULL,
    one_valued boolean DEFAULT true NOT NULL,
    language character varying(8) DEFAULT 'en'::character varying NOT NULL,
    reason character varying(500) DEFAULT ''::character varying NOT NULL,
    id uuid NOT NULL,
    author_name character varying(40) DEFAULT ''::character varying NOT NULL,
    agent_name character varying(80) DEFAULT ''::character varying NOT NULL,
    status character varying(10) NOT NULL,
    proposed_at timestamp with time zone NOT NULL,
    shown_at timestamp with time zone,
    changed_at timestamp with time zone NOT NULL,
    appeal character varying(500) DEFAULT ''::character varying NOT NULL,
    appealed_at timestamp with time zone,
    words tsvector,
    encoder character varying(120) DEFAULT ''::character varying NOT NULL,
    vector public.halfvec,
    community_id uuid NOT NULL,
    replaces_id uuid,
    CONSTRAINT only_what_is_shown_is_searched CHECK ((((status)::text = 'shown'::text) OR ((vector IS NULL) AND (words IS NULL)))),
    CONSTRAINT shared_status_is_known CHECK (((status)::text = ANY ((ARRAY['proposed'::character varying, 'shown'::character varying, 'sent_back'::character varying, 'hidden'::character varying, 'removed'::character varying, 'replaced'::character varying, 'retracted'::character varying])::text[]))),
    CONSTRAINT what_was_retracted_has_no_words CHECK (((NOT ((status)::text = 'retracted'::text)) OR (((appeal)::text = ''::text) AND ((author_name)::text = ''::text) AND (details = ''::text) AND ((reason)::text = ''::text) AND ((statement)::text = ''::text))))
);
ALTER TABLE ONLY public.communities_sharedmemory FORCE ROW LEVEL SECURITY;
CREATE TABLE public.communities_sharedmute (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    shared_id uuid NOT NULL
);
ALTER TABLE ONLY public.communities_sharedmute FORCE ROW LEVEL SECURITY;
CREATE TABLE public.demo_examplemonth (
    person_id uuid NOT NULL,
    agents uuid[] NOT NULL,
    loaded_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.demo_examplemonth FORCE ROW LEVEL SECURITY;
CREATE TABLE public.django_admin_log (
    id integer NOT NULL,
    action_time timestamp with time zone NOT NULL,
    object_id text,
    object_repr character varying(200) NOT NULL,
    action_flag smallint NOT NULL,
    change_message text NOT NULL,
    content_type_id integer,
    user_id uuid NOT NULL,
    CONSTRAINT django_admin_log_action_flag_check CHECK ((action_flag >= 0))
);
ALTER TABLE ONLY public.django_admin_log FORCE ROW LEVEL SECURITY;
ALTER TABLE public.django_admin_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_admin_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);
ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);
ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);
CREATE TABLE public.interchange_folder (
    id uuid NOT NULL,
    path character varying(1024) NOT NULL,
    host character varying(255) NOT NULL,
    kind character varying(10) DEFAULT 'undeclared'::character varying NOT NULL,
    standing_since timestamp with time zone,
    paused_at timestamp with time zone,
    watched_at timestamp with time zone,
    passed_at timestamp with time zone,
    trouble character varying(12) DEFAULT ''::character varying NOT NULL,
    writes_again boolean DEFAULT false NOT NULL,
    takes_deletions boolean DEFAULT false NOT NULL,
    findings jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    agent_id uuid,
    person_id uuid NOT NULL,
    CONSTRAINT folders_of_agents_have_one CHECK ((((agent_id IS NOT NULL) AND ((kind)::text = ANY ((ARRAY['agent'::character varying, 'native'::character varying])::text[]))) OR ((agent_id IS NULL) AND ((kind)::text = ANY ((ARRAY['undeclared'::character varying, 'own'::character varying])::text[]))))),
    CONSTRAINT only_own_folders_have_a_standing_yes CHECK (((standing_since IS NULL) OR ((kind)::text = 'own'::text)))
);
ALTER TABLE ONLY public.interchange_folder FORCE ROW LEVEL SECURITY;
CREATE TABLE public.interchange_folderline (
    id uuid NOT NULL,
    file character varying(1024) NOT NULL,
    number integer NOT NULL,
    digest bytea NOT NULL,
    state character varying(8) NOT NULL,
    memory uuid,
    says bytea,
    question uuid,
    replaces uuid,
    folder_id uuid NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT interchange_folderline_number_check CHECK ((number >= 0))
);
ALTER TABLE ONLY public.interchange_folderline FORCE ROW LEVEL SECURITY;
CREATE TABLE public.interchange_importbatch (
    id uuid NOT NULL,
    state character varying(10) DEFAULT 'preview'::character varying NOT NULL,
    digest character varying(64) NOT NULL,
    files jsonb NOT NULL,
    uses_explicit boolean DEFAULT false NOT NULL,
    acts uuid[] NOT NULL,
    left_as_is integer DEFAULT 0 NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    touched_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    person_id uuid NOT NULL,
    CONSTRAINT interchange_importbatch_done_check CHECK ((done >= 0)),
    CONSTRAINT interchange_importbatch_left_as_is_check CHECK ((left_as_is >= 0)),
    CONSTRAINT interchange_importbatch_total_check CHECK ((total >= 0))
);
ALTER TABLE ONLY public.interchange_importbatch FORCE ROW LEVEL SECURITY;
CREATE TABLE public.interchange_importrow (
    id uuid NOT NULL,
    number integer NOT NULL,
    file smallint NOT NULL,
    line integer NOT NULL,
    part integer DEFAULT 0 NOT NULL,
    verdict character varying(8) NOT NULL,
    about character varying(12) DEFAULT ''::character varying NOT NULL,
    is_explicit boolean DEFAULT false NOT NULL,
    is_chosen boolean DEFAULT false NOT NULL,
    entry jsonb,
    text character varying(2000) DEFAULT ''::character varying NOT NULL,
    category character varying(20) DEFAULT ''::character varying NOT NULL,
    reason character varying(300) DEFAULT ''::character varying NOT NULL,
    outcome character varying(20) DEFAULT ''::character varying NOT NULL,
    batch_id uuid NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT imported_rows_keep_no_words CHECK ((((outcome)::text = ''::text) OR (entry = 'null'::jsonb))),
    CONSTRAINT interchange_importrow_file_check CHECK ((file >= 0)),
    CONSTRAINT interchange_importrow_line_check CHECK ((line >= 0)),
    CONSTRAINT interchange_importrow_number_check CHECK ((number >= 0)),
    CONSTRAINT interchange_importrow_part_check CHECK ((part >= 0)),
    CONSTRAINT refused_import_rows_keep_no_words CHECK (((NOT ((verdict)::text = 'refused'::text)) OR ((entry = 'null'::jsonb) AND ((text)::text = ''::text))))
);
ALTER TABLE ONLY public.interchange_importrow FORCE ROW LEVEL SECURITY;
CREATE TABLE public.learning_conversation (
    id uuid NOT NULL,
    external_id character varying(120) NOT NULL,
    project character varying(80) DEFAULT ''::character varying NOT NULL,
    started_at timestamp with time zone,
    ended_at timestamp with time zone NOT NULL,
    topic character varying(120) DEFAULT ''::character varying NOT NULL,
    summary character varying(500) DEFAULT ''::character varying NOT NULL,
    titles_removed boolean DEFAULT false NOT NULL,
    project_removed boolean DEFAULT false NOT NULL,
    erased_id bytea,
    excerpts character varying(500)[] NOT NULL,
    messages_reported integer DEFAULT 0 NOT NULL,
    excerpts_read integer DEFAULT 0 NOT NULL,
    withheld integer DEFAULT 0 NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    trimmed_at timestamp with time zone,
    outside_from timestamp with time zone,
    is_due boolean DEFAULT false NOT NULL,
    topic_digests bytea[] DEFAULT '{}'::bytea[] NOT NULL,
    topics_due boolean DEFAULT false NOT NULL,
    claimed_at timestamp with time zone,
    learned_at timestamp with time zone,
    read_by character varying(10) DEFAULT ''::character varying NOT NULL,
    trouble character varying(12) DEFAULT ''::character varying NOT NULL,
    agent_id uuid NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT learning_conversation_excerpts_read_check CHECK ((excerpts_read >= 0)),
    CONSTRAINT learning_conversation_messages_reported_check CHECK ((messages_reported >= 0)),
    CONSTRAINT learning_conversation_withheld_check CHECK ((withheld >= 0)),
    CONSTRAINT trimmed_conversations_are_not_trimmed_again CHECK (((outside_from IS NULL) OR (trimmed_at IS NULL))),
    CONSTRAINT trimmed_conversations_keep_no_words CHECK (((trimmed_at IS NULL) OR ((excerpts = '{}'::character varying(500)[]) AND ((summary)::text = ''::text) AND ((topic)::text = ''::text))))
);
ALTER TABLE ONLY public.learning_conversation FORCE ROW LEVEL SECURITY;
CREATE TABLE public.learning_feedback (
    id uuid NOT NULL,
    run character varying(120) DEFAULT ''::character varying NOT NULL,
    skill character varying(80) DEFAULT ''::character varying NOT NULL,
    task_type character varying(80) DEFAULT ''::character varying NOT NULL,
    project character varying(80) DEFAULT ''::character varying NOT NULL,
    action character varying(8) NOT NULL,
    evidence_ref jsonb NOT NULL,
    note character varying(500) DEFAULT ''::character varying NOT NULL,
    rating smallint,
    ignored_reason character varying(12) DEFAULT ''::character varying NOT NULL,
    standing_yes boolean DEFAULT false NOT NULL,
    is_due boolean DEFAULT false NOT NULL,
    signals_read smallint DEFAULT 0 NOT NULL,
    digest bytea NOT NULL,
    at timestamp with time zone NOT NULL,
    agent_id uuid NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT action_is_known CHECK (((action)::text = ANY ((ARRAY['accept'::character varying, 'reject'::character varying, 'partial'::character varying])::text[]))),
    CONSTRAINT learning_feedback_rating_check CHECK ((rating >= 0)),
    CONSTRAINT learning_feedback_signals_read_check CHECK ((signals_read >= 0)),
    CONSTRAINT ratings_are_1_to_5 CHECK (((rating IS NULL) OR ((rating >= 1) AND (rating <= 5))))
);
ALTER TABLE ONLY public.learning_feedback FORCE ROW LEVEL SECURITY;
CREATE TABLE public.learning_signal (
    id uuid NOT NULL,
    action character varying(8) NOT NULL,
    named boolean NOT NULL,
    is_due boolean DEFAULT false NOT NULL,
    feedback_id uuid NOT NULL,
    memory_id uuid NOT NULL,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.learning_signal FORCE ROW LEVEL SECURITY;
CREATE TABLE public.learning_spend (
    id uuid NOT NULL,
    month date NOT NULL,
    calls integer DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    input_tokens bigint DEFAULT 0 NOT NULL,
    output_tokens bigint DEFAULT 0 NOT NULL,
    micros bigint DEFAULT 0 NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT learning_spend_calls_check CHECK ((calls >= 0)),
    CONSTRAINT learning_spend_failures_check CHECK ((failures >= 0)),
    CONSTRAINT learning_spend_input_tokens_check CHECK ((input_tokens >= 0)),
    CONSTRAINT learning_spend_micros_check CHECK ((micros >= 0)),
    CONSTRAINT learning_spend_output_tokens_check CHECK ((output_tokens >= 0))
);
ALTER TABLE ONLY public.learning_spend FORCE ROW LEVEL SECURITY;
CREATE TABLE public.memories_act (
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    verb character varying(60) NOT NULL,
    changed_by character varying(10) NOT NULL,
    run character varying(120) DEFAULT ''::character varying NOT NULL,
    request uuid,
    undone_at timestamp with time zone,
    undone_by uuid,
    erased_at timestamp with time zone,
    agent_id uuid,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.memories_act FORCE ROW LEVEL SECURITY;
CREATE TABLE public.memories_actchange (
    id bigint NOT NULL,
    table_name character varying(40) NOT NULL,
    row_id uuid NOT NULL,
    memory uuid,
    before jsonb,
    after jsonb,
    version_before bigint,
    version_after bigint,
    act_id uuid NOT NULL,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.memories_actchange FORCE ROW LEVEL SECURITY;
ALTER TABLE public.memories_actchange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.memories_actchange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.memories_conflict (
    id uuid NOT NULL,
    detected_by character varying(10) NOT NULL,
    question text NOT NULL,
    status character varying(10) DEFAULT 'open'::character varying NOT NULL,
    answer jsonb NOT NULL,
    later_until date,
    created_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    person_id uuid NOT NULL,
    winner_id uuid,
    CONSTRAINT conflict_status_is_known CHECK (((status)::text = ANY ((ARRAY['open'::character varying, 'answered'::character varying, 'dismissed'::character varying])::text[])))
);
ALTER TABLE ONLY public.memories_conflict FORCE ROW LEVEL SECURITY;
CREATE TABLE public.memories_conflictmember (
    id uuid NOT NULL,
    conflict_id uuid NOT NULL,
    person_id uuid NOT NULL,
    memory_id uuid NOT NULL
);
ALTER TABLE ONLY public.memories_conflictmember FORCE ROW LEVEL SECURITY;
CREATE TABLE public.memories_deletedaccount (
    id uuid NOT NULL,
    number character varying(20) NOT NULL,
    erasures integer NOT NULL,
    deleted_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    purged_at timestamp with time zone,
    CONSTRAINT memories_deletedaccount_erasures_check CHECK ((erasures >= 0))
);
ALTER TABLE ONLY public.memories_deletedaccount FORCE ROW LEVEL SECURITY;
CREATE TABLE public.memories_erasure (
    id uuid NOT NULL,
    obs_id character varying(20) NOT NULL,
    fingerprint bytea NOT NULL,
    memories integer DEFAULT 1 NOT NULL,
    places integer,
    checked jsonb DEFAULT '{}'::jsonb NOT NULL,
    kept jsonb DEFAULT '[]'::jsonb NOT NULL,
    removed jsonb NOT NULL,
    received_by jsonb NOT NULL,
    erased_at timestamp with time zone NOT NULL,
    replay jsonb DEFAULT '{}'::jsonb NOT NULL,
    purged_at timestamp with time zone,
    person_id uuid NOT NULL,
    CONSTRAINT memories_erasure_memories_check CHECK ((memories >= 0)),
    CONSTRAINT memories_erasure_places_check CHECK ((places >= 0))
);
ALTER TABLE ONLY public.memories_erasure FORCE ROW LEVEL SECURITY;
CREATE TABLE public.memories_evidence (
    id uuid NOT NULL,
    kind character varying(12) NOT NULL,
    source character varying(12) NOT NULL,
    quote character varying(240) DEFAULT ''::character varying NOT NULL,
    ref jsonb NOT NULL,
    statement jsonb DEFAULT '{}'::jsonb NOT NULL,
    conversation uuid,
    polarity smallint DEFAULT 1 NOT NULL,
    weight smallint NOT NULL,
    standing_yes boolean DEFAULT false NOT NULL,
    told_to_wait boolean,
    occurred_at timestamp with time zone NOT NULL,
    agent_id uuid,
    person_id uuid NOT NULL,
    memory_id uuid NOT NULL,
    CONSTRAINT polarity_is_for_or_against CHECK ((polarity = ANY (ARRAY['-1'::integer, 1])))
);
ALTER TABLE ONLY public.memories_evidence FORCE ROW LEVEL SECURITY;
CREATE TABLE public.memories_failedtask (
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    task character varying(120) NOT NULL,
    error character varying(120) NOT NULL
);
CREATE TABLE public.memories_fingerprintkey (
    id uuid NOT NULL,
    sealed character varying(300) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.memories_fingerprintkey FORCE ROW LEVEL SECURITY;
ALTER TABLE public.memories_historicalmemory ALTER COLUMN history_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.memories_historicalmemory_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.memories_historyhead (
    person_id uuid NOT NULL,
    entries bigint NOT NULL,
    row_hash bytea NOT NULL
);
ALTER TABLE ONLY public.memories_historyhead FORCE ROW LEVEL SECURITY;
CREATE TABLE public.memories_historylink (
    version bigint NOT NULL,
    "position" bigint NOT NULL,
    memory uuid,
    at timestamp with time zone NOT NULL,
    format smallint NOT NULL,
    salt uuid,
    words_hash bytea NOT NULL,
    kept_hash bytea NOT NULL,
    row_hash bytea NOT NULL,
    removed_in bigint,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.memories_historylink FORCE ROW LEVEL SECURITY;
CREATE TABLE public.memories_memory (
    id uuid NOT NULL,
    obs_id character varying(20) NOT NULL,
    project character varying(80) DEFAULT ''::character varying NOT NULL,
    condition character varying(200) DEFAULT ''::character varying NOT NULL,
    day date,
    applies_to character varying(80)[] NOT NULL,
    muted_agents uuid[] NOT NULL,
    muted_tasks character varying(80)[] NOT NULL,
    kind character varying(12) NOT NULL,
    raw_kind character varying(40) DEFAULT ''::character varying NOT NULL,
    kind_basis character varying(8) DEFAULT 'signal'::character varying NOT NULL,
    category character varying(60) DEFAULT ''::character varying NOT NULL,
    said_category character varying(60) DEFAULT ''::character varying NOT NULL,
    said_under character varying(60)[] DEFAULT '{}'::character varying(60)[] NOT NULL,
    key character varying(160) DEFAULT ''::character varying NOT NULL,
    one_valued boolean DEFAULT true NOT NULL,
    label character varying(120) NOT NULL,
    value jsonb,
    details text DEFAULT ''::text NOT NULL,
    tags character varying(60)[] NOT NULL,
    metadata jsonb NOT NULL,
    language character varying(8) DEFAULT 'en'::character varying NOT NULL,
    fingerprint bytea NOT NULL,
    horizon character varying(6) NOT NULL,
    section character varying(24) DEFAULT ''::character varying NOT NULL,
    status character varying(12) NOT NULL,
    contested boolean DEFAULT false NOT NULL,
    expired_on date,
    expire_reason character varying(300) DEFAULT ''::character varying NOT NULL,
    pinned boolean DEFAULT false NOT NULL,
    source character varying(12) NOT NULL,
    source_assumed boolean DEFAULT false NOT NULL,
    confidence double precision NOT NULL,
    evidence_count integer DEFAULT 1 NOT NULL,
    repeats integer DEFAULT 1 NOT NULL,
    evidence_from date,
    evidence_to date,
    importance_base double precision NOT NULL,
    importance_as_of date NOT NULL,
    importance_assumed boolean DEFAULT false NOT NULL,
    ttl_days integer,
    ttl_from date NOT NULL,
    valid_until date,
    archive_on date GENERATED ALWAYS AS (public.memories_archive_day((kind)::text, pinned, importance_base, importance_as_of, importance_assumed, ttl_from, ttl_days, valid_until)) STORED,
    dormant_on date GENERATED ALWAYS AS (public.memories_first_day_below(300, importance_base, (kind)::text, importance_as_of, importance_assumed)) STORED,
    observed_on date NOT NULL,
    learned_on date,
    updated_on date,
    completed_at timestamp with time zone,
    confirmed_at timestamp with time zone,
    verified_at timestamp with time zone,
    unasked_at timestamp with time zone,
    changed_at timestamp with time zone NOT NULL,
    changed_by character varying(10) NOT NULL,
    changed_verb character varying(20) NOT NULL,
    changed_because character varying(120) DEFAULT ''::character varying NOT NULL,
    changed_by_agent_id uuid,
    community_id uuid,
    negates_id uuid,
    person_id uuid NOT NULL,
    superseded_by_id uuid,
    CONSTRAINT at_most_20_tags CHECK ((
CASE
    WHEN (tags IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(tags, 1), 0)
END <= 20)),
    CONSTRAINT confidence_between_0_and_1 CHECK (((confidence >= (0.0)::double precision) AND (confidence <= (1.0)::double precision))),
    CONSTRAINT importance_between_0_and_10 CHECK (((importance_base >= (0.0)::double precision) AND (importance_base <= (10.0)::double precision))),
    CONSTRAINT memories_memory_evidence_count_check CHECK ((evidence_count >= 0)),
    CONSTRAINT memories_memory_repeats_check CHECK ((repeats >= 0)),
    CONSTRAINT memories_memory_ttl_days_check CHECK ((ttl_days >= 0)),
    CONSTRAINT memory_changed_by_is_known CHECK (((changed_by)::text = ANY ((ARRAY['person'::character varying, 'agent'::character varying, 'clock'::character varying, 'moderator'::character varying])::text[]))),
    CONSTRAINT memory_horizon_is_known CHECK (((horizon)::text = ANY ((ARRAY['short'::character varying, 'long'::character varying])::text[]))),
    CONSTRAINT memory_kind_is_known CHECK (((kind)::text = ANY ((ARRAY['preference'::character varying, 'fact'::character varying, 'habit'::character varying, 'goal'::character varying, 'rule'::character varying, 'context'::character varying, 'event'::character varying])::text[]))),
    CONSTRAINT memory_section_is_known CHECK (((section)::text = ANY ((ARRAY['user_insights'::character varying, 'response_preferences'::character varying, 'topic_highlights'::character varying, ''::character varying])::text[]))),
    CONSTRAINT memory_source_is_known CHECK (((source)::text = ANY ((ARRAY['instruction'::character varying, 'correction'::character varying, 'behaviour'::character varying, 'pattern'::character varying, 'inference'::character varying, 'weak'::character varying, 'uncertain'::character varying])::text[]))),
    CONSTRAINT memory_status_is_known CHECK (((status)::text = ANY ((ARRAY['candidate'::character varying, 'active'::character varying, 'superseded'::character varying, 'expired'::character varying, 'archived'::character varying])::text[]))),
    CONSTRAINT rules_are_never_archived_by_age CHECK (((NOT ((kind)::text = 'rule'::text)) OR (ttl_days IS NULL))),
    CONSTRAINT short_memories_have_no_section CHECK ((((horizon)::text = 'long'::text) OR ((section)::text = ''::text))),
    CONSTRAINT what_ended_has_its_date CHECK (((NOT ((status)::text = ANY ((ARRAY['expired'::character varying, 'archived'::character varying])::text[]))) OR (expired_on IS NOT NULL))),
    CONSTRAINT what_is_for_one_day_has_a_last_day CHECK (((day IS NULL) OR (valid_until IS NOT NULL)))
);
ALTER TABLE ONLY public.memories_memory FORCE ROW LEVEL SECURITY;
CREATE TABLE public.memories_observationcounter (
    id uuid NOT NULL,
    day date NOT NULL,
    last integer NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT memories_observationcounter_last_check CHECK ((last >= 0))
);
ALTER TABLE ONLY public.memories_observationcounter FORCE ROW LEVEL SECURITY;
CREATE TABLE public.memories_proposal (
    id uuid NOT NULL,
    kind character varying(10) NOT NULL,
    topic character varying(10) DEFAULT ''::character varying NOT NULL,
    change jsonb NOT NULL,
    based_on bigint NOT NULL,
    question text NOT NULL,
    reason character varying(200) DEFAULT ''::character varying NOT NULL,
    replaces uuid,
    choice_group uuid,
    status character varying(10) DEFAULT 'open'::character varying NOT NULL,
    created_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    agent_id uuid,
    memory_id uuid NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT decided_proposals_have_a_date CHECK ((((decided_at IS NULL) AND ((status)::text = 'open'::text)) OR ((decided_at IS NOT NULL) AND ((status)::text = ANY ((ARRAY['accepted'::character varying, 'declined'::character varying, 'withdrawn'::character varying, 'stale'::character varying])::text[]))))),
    CONSTRAINT proposal_kind_is_known CHECK (((kind)::text = ANY ((ARRAY['remember'::character varying, 'update'::character varying, 'promote'::character varying, 'merge'::character varying, 'expire'::character varying])::text[]))),
    CONSTRAINT proposal_topic_is_known CHECK (((topic)::text = ANY ((ARRAY[''::character varying, 'goal'::character varying])::text[])))
);
ALTER TABLE ONLY public.memories_proposal FORCE ROW LEVEL SECURITY;
CREATE TABLE public.memories_refusal (
    id uuid NOT NULL,
    day date NOT NULL,
    category character varying(20) NOT NULL,
    count integer NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT memories_refusal_count_check CHECK ((count >= 0))
);
ALTER TABLE ONLY public.memories_refusal FORCE ROW LEVEL SECURITY;
CREATE VIEW public.memories_refusaloverview WITH (security_invoker='true') AS
 SELECT id,
    day,
    category,
    refused,
    people
   FROM public.memories_refusaloverview_rows() memories_refusaloverview_rows(id, day, category, refused, people);
CREATE TABLE public.memories_searchdocument (
    memory_id uuid NOT NULL,
    words tsvector NOT NULL,
    subject bytea,
    negative boolean DEFAULT false NOT NULL,
    statement bytea,
    compared boolean DEFAULT false NOT NULL,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.memories_searchdocument FORCE ROW LEVEL SECURITY;
CREATE TABLE public.memories_settingchange (
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    changed_by character varying(10) NOT NULL,
    act uuid,
    agent uuid,
    changes jsonb NOT NULL,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.memories_settingchange FORCE ROW LEVEL SECURITY;
CREATE TABLE public.memories_upkeeprun (
    id uuid NOT NULL,
    name character varying(40) NOT NULL,
    for_hour timestamp with time zone,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    milliseconds integer DEFAULT 0 NOT NULL,
    counts jsonb NOT NULL,
    kinds jsonb NOT NULL,
    open_shards smallint[] NOT NULL,
    dry_run boolean DEFAULT false NOT NULL,
    CONSTRAINT finished_runs_have_no_open_shards CHECK (((finished_at IS NULL) OR (open_shards = '{}'::smallint[]))),
    CONSTRAINT memories_upkeeprun_milliseconds_check CHECK ((milliseconds >= 0))
);
CREATE VIEW public.memories_sweepoverview WITH (security_invoker='true') AS
 SELECT name,
    max(started_at) AS last_started_at,
    max(finished_at) AS last_finished_at,
    (count(*) FILTER (WHERE (started_at > (now() - '24:00:00'::interval))))::integer AS runs_today,
    (count(*) FILTER (WHERE (finished_at IS NULL)))::integer AS unfinished,
    min(started_at) FILTER (WHERE (finished_at IS NULL)) AS oldest_unfinished_at
   FROM public.memories_upkeeprun
  WHERE (NOT dry_run)
  GROUP BY name;
CREATE TABLE public.memories_tombstone (
    id uuid NOT NULL,
    fingerprint bytea NOT NULL,
    words_fingerprint bytea NOT NULL,
    cause character varying(10) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    has_own_key boolean DEFAULT true NOT NULL,
    brought_id uuid,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.memories_tombstone FORCE ROW LEVEL SECURITY;
CREATE TABLE public.memories_use (
    id uuid NOT NULL,
    times integer NOT NULL,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    agent_id uuid NOT NULL,
    memory_id uuid NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT memories_use_times_check CHECK ((times >= 0))
);
ALTER TABLE ONLY public.memories_use FORCE ROW LEVEL SECURITY;
CREATE UNLOGGED TABLE public.memories_versionstolink (
    transaction bigint NOT NULL,
    first bigint NOT NULL,
    versions bigint[] NOT NULL,
    people uuid[] DEFAULT '{}'::uuid[] NOT NULL
);
ALTER TABLE ONLY public.memories_versionstolink FORCE ROW LEVEL SECURITY;
CREATE TABLE public.mfa_authenticator (
    id bigint NOT NULL,
    type character varying(20) NOT NULL,
    data jsonb NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);
ALTER TABLE ONLY public.mfa_authenticator FORCE ROW LEVEL SECURITY;
ALTER TABLE public.mfa_authenticator ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.mfa_authenticator_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.notifications_announcement (
    id uuid NOT NULL,
    question uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    person_id uuid NOT NULL,
    channel_id uuid NOT NULL,
    delivery_id uuid
);
ALTER TABLE ONLY public.notifications_announcement FORCE ROW LEVEL SECURITY;
CREATE TABLE public.notifications_channel (
    id uuid NOT NULL,
    kind character varying(10) NOT NULL,
    name character varying(60) DEFAULT ''::character varying NOT NULL,
    address character varying(1000) DEFAULT ''::character varying NOT NULL,
    p256dh character varying(100) DEFAULT ''::character varying NOT NULL,
    auth character varying(40) DEFAULT ''::character varying NOT NULL,
    secret character varying(200) DEFAULT ''::character varying NOT NULL,
    session bytea,
    about character varying(10)[] NOT NULL,
    frequency character varying(10) NOT NULL,
    is_on boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    told_at timestamp with time zone,
    tried_at timestamp with time zone,
    outcome character varying(12) DEFAULT ''::character varying NOT NULL,
    status smallint,
    failures smallint DEFAULT 0 NOT NULL,
    paused_at timestamp with time zone,
    person_id uuid NOT NULL,
    CONSTRAINT browsers_have_keys CHECK (((NOT ((kind)::text = 'push'::text)) OR ((NOT ((p256dh)::text = ''::text)) AND (NOT ((auth)::text = ''::text))))),
    CONSTRAINT channel_frequency_is_known CHECK (((frequency)::text = ANY ((ARRAY['at_once'::character varying, 'hourly'::character varying, 'daily'::character varying])::text[]))),
    CONSTRAINT channel_kind_is_known CHECK (((kind)::text = ANY ((ARRAY['push'::character varying, 'telegram'::character varying, 'ntfy'::character varying, 'email'::character varying, 'webhook'::character varying])::text[]))),
    CONSTRAINT channel_topics_are_known CHECK ((about <@ ARRAY['questions'::character varying(10), 'conflicts'::character varying(10), 'sharing'::character varying(10)])),
    CONSTRAINT notifications_channel_failures_check CHECK ((failures >= 0)),
    CONSTRAINT notifications_channel_status_check CHECK ((status >= 0)),
    CONSTRAINT only_browsers_have_sessions CHECK ((((kind)::text = 'push'::text) OR (session IS NULL))),
    CONSTRAINT only_the_persons_own_have_no_address CHECK (((((address)::text = ''::text) AND ((kind)::text = ANY ((ARRAY['email'::character varying, 'telegram'::character varying])::text[]))) OR ((NOT ((kind)::text = ANY ((ARRAY['email'::character varying, 'telegram'::character varying])::text[]))) AND (NOT ((address)::text = ''::text))))),
    CONSTRAINT webhooks_are_signed CHECK (((NOT ((kind)::text = 'webhook'::text)) OR (NOT ((secret)::text = ''::text))))
);
ALTER TABLE ONLY public.notifications_channel FORCE ROW LEVEL SECURITY;
CREATE TABLE public.notifications_delivery (
    id uuid NOT NULL,
    status character varying(10) DEFAULT 'waiting'::character varying NOT NULL,
    is_test boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    next_at timestamp with time zone NOT NULL,
    rung_at timestamp with time zone,
    claimed_at timestamp with time zone,
    channel_id uuid NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT delivery_status_is_known CHECK (((status)::text = ANY ((ARRAY['waiting'::character varying, 'sending'::character varying, 'delivered'::character varying, 'unanswered'::character varying, 'failed'::character varying, 'dropped'::character varying])::text[])))
);
ALTER TABLE ONLY public.notifications_delivery FORCE ROW LEVEL SECURITY;
CREATE TABLE public.notifications_quiethours (
    person_id uuid NOT NULL,
    starts time without time zone NOT NULL,
    ends time without time zone NOT NULL,
    CONSTRAINT quiet_hours_end_at_another_time CHECK ((NOT (starts = ends)))
);
ALTER TABLE ONLY public.notifications_quiethours FORCE ROW LEVEL SECURITY;
CREATE TABLE public.oauth2_provider_devicegrant (
    id bigint NOT NULL,
    device_code character varying(100) NOT NULL,
    user_code character varying(100) NOT NULL,
    scope text NOT NULL,
    "interval" integer NOT NULL,
    expires timestamp with time zone NOT NULL,
    status character varying(64) NOT NULL,
    client_id character varying(100) NOT NULL,
    last_checked timestamp with time zone NOT NULL,
    user_id uuid
);
ALTER TABLE ONLY public.oauth2_provider_devicegrant FORCE ROW LEVEL SECURITY;
ALTER TABLE public.oauth2_provider_devicegrant ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.oauth2_provider_devicegrant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.oauth2_provider_idtoken (
    id bigint NOT NULL,
    jti uuid NOT NULL,
    expires timestamp with time zone NOT NULL,
    scope text NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    application_id bigint,
    user_id uuid
);
ALTER TABLE ONLY public.oauth2_provider_idtoken FORCE ROW LEVEL SECURITY;
ALTER TABLE public.oauth2_provider_idtoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.oauth2_provider_idtoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.oauth_accesstoken (
    id bigint NOT NULL,
    token_checksum character varying(64) NOT NULL,
    expires timestamp with time zone NOT NULL,
    scope text NOT NULL,
    resource jsonb NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    agent_id uuid NOT NULL,
    person_id uuid NOT NULL,
    application_id bigint,
    source_refresh_token_id bigint
);
ALTER TABLE ONLY public.oauth_accesstoken FORCE ROW LEVEL SECURITY;
ALTER TABLE public.oauth_accesstoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.oauth_accesstoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.oauth_application (
    id bigint NOT NULL,
    client_id character varying(255) NOT NULL,
    redirect_uris text NOT NULL,
    name character varying(255) NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    registration_source character varying(32) NOT NULL,
    cimd_expires_at timestamp with time zone,
    CONSTRAINT clients_have_an_address CHECK ((NOT (redirect_uris = ''::text)))
);
ALTER TABLE public.oauth_application ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.oauth_application_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.oauth_connection (
    id uuid NOT NULL,
    host character varying(1000) NOT NULL,
    connected_at timestamp with time zone NOT NULL,
    agent_id uuid NOT NULL,
    application_id bigint NOT NULL,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.oauth_connection FORCE ROW LEVEL SECURITY;
CREATE TABLE public.oauth_grant (
    id bigint NOT NULL,
    expires timestamp with time zone NOT NULL,
    redirect_uri text NOT NULL,
    scope text NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    code_challenge character varying(128) NOT NULL,
    code_challenge_method character varying(10) NOT NULL,
    resource jsonb NOT NULL,
    code character varying(64) NOT NULL,
    family uuid NOT NULL,
    used_at timestamp with time zone,
    agent_id uuid NOT NULL,
    application_id bigint NOT NULL,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.oauth_grant FORCE ROW LEVEL SECURITY;
ALTER TABLE public.oauth_grant ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.oauth_grant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.oauth_refreshtoken (
    id bigint NOT NULL,
    token_checksum character varying(64) NOT NULL,
    token_family uuid,
    resource jsonb NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    revoked timestamp with time zone,
    scope text NOT NULL,
    access_token_id bigint,
    agent_id uuid NOT NULL,
    application_id bigint NOT NULL,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.oauth_refreshtoken FORCE ROW LEVEL SECURITY;
ALTER TABLE public.oauth_refreshtoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.oauth_refreshtoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.operations_answer (
    id uuid NOT NULL,
    key character varying(120) NOT NULL,
    operation character varying(60) NOT NULL,
    arguments_digest bytea NOT NULL,
    data jsonb NOT NULL,
    memory_count integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    agent_id uuid NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT operations_answer_memory_count_check CHECK ((memory_count >= 0))
);
ALTER TABLE ONLY public.operations_answer FORCE ROW LEVEL SECURITY;
CREATE TABLE public.people_community (
    id uuid NOT NULL,
    name character varying(80) NOT NULL,
    moderation character varying(8) DEFAULT 'reviewed'::character varying NOT NULL,
    agents_may character varying(7) DEFAULT 'suggest'::character varying NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT agents_may_is_known CHECK (((agents_may)::text = ANY ((ARRAY['suggest'::character varying, 'read'::character varying])::text[]))),
    CONSTRAINT moderation_is_known CHECK (((moderation)::text = ANY ((ARRAY['reviewed'::character varying, 'open'::character varying])::text[])))
);
ALTER TABLE ONLY public.people_community FORCE ROW LEVEL SECURITY;
CREATE VIEW public.people_communityoverview WITH (security_invoker='true') AS
 SELECT id,
    created_at,
    moderation,
    members,
    moderators,
    owners
   FROM public.people_communityoverview_rows() people_communityoverview_rows(id, created_at, moderation, members, moderators, owners);
CREATE TABLE public.people_invitation (
    id uuid NOT NULL,
    email character varying(254) NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    accepted_at timestamp with time zone,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.people_invitation FORCE ROW LEVEL SECURITY;
CREATE TABLE public.people_membership (
    id uuid NOT NULL,
    role character varying(10) DEFAULT 'member'::character varying NOT NULL,
    name character varying(40) DEFAULT ''::character varying NOT NULL,
    joined_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    community_id uuid NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT membership_role_is_known CHECK (((role)::text = ANY ((ARRAY['member'::character varying, 'moderator'::character varying, 'owner'::character varying])::text[])))
);
ALTER TABLE ONLY public.people_membership FORCE ROW LEVEL SECURITY;
CREATE VIEW public.people_membershipoverview WITH (security_invoker='true') AS
 SELECT id,
    community_id,
    role
   FROM public.people_membershipoverview_rows() people_membershipoverview_rows(id, community_id, role);
CREATE TABLE public.people_memorysettings (
    person_id uuid NOT NULL,
    enable_memory boolean DEFAULT true NOT NULL,
    learning_enabled boolean DEFAULT true NOT NULL,
    privacy_mode boolean DEFAULT false NOT NULL,
    confirm_new character varying(20) DEFAULT 'ask'::character varying NOT NULL,
    enabled_sections character varying(24)[] NOT NULL,
    min_confidence double precision DEFAULT 0.6 NOT NULL,
    injection_enabled boolean DEFAULT true NOT NULL,
    injection_max_items smallint DEFAULT 12 NOT NULL,
    injection_token_budget integer DEFAULT 400 NOT NULL,
    recent_window_type character varying(5) DEFAULT 'count'::character varying NOT NULL,
    recent_max_items smallint DEFAULT 30 NOT NULL,
    recent_max_age_days smallint DEFAULT 7 NOT NULL,
    long_term_update_policy character varying(9) DEFAULT 'heuristic'::character varying NOT NULL,
    long_term_every smallint DEFAULT 1 NOT NULL,
    learning_threshold smallint DEFAULT 3 NOT NULL,
    relevance_feedback boolean DEFAULT true NOT NULL,
    share_global_in_communities boolean DEFAULT false NOT NULL,
    use_model boolean DEFAULT true NOT NULL,
    model_cap_cents integer DEFAULT 100 NOT NULL,
    weekly_letter boolean DEFAULT false NOT NULL,
    letter_sent_on date,
    archive_below double precision,
    single_keys boolean DEFAULT true NOT NULL,
    time_zone character varying(64) DEFAULT 'UTC'::character varying NOT NULL,
    time_zone_chosen boolean DEFAULT false NOT NULL,
    CONSTRAINT agents_are_given_200_to_600_tokens CHECK (((injection_token_budget >= 200) AND (injection_token_budget <= 600))),
    CONSTRAINT agents_are_given_5_to_12_items CHECK (((injection_max_items >= 5) AND (injection_max_items <= 12))),
    CONSTRAINT archive_below_is_off_or_among_the_dormant CHECK (((archive_below IS NULL) OR ((archive_below > (0.0)::double precision) AND (archive_below <= (3.0)::double precision)))),
    CONSTRAINT confirm_new_is_known CHECK (((confirm_new)::text = ANY ((ARRAY['ask'::character varying, 'explicit_only'::character varying, 'never'::character varying])::text[]))),
    CONSTRAINT enabled_sections_are_known CHECK ((enabled_sections <@ ARRAY['user_insights'::character varying(24), 'response_preferences'::character varying(24), 'topic_highlights'::character varying(24)])),
    CONSTRAINT learned_after_1_to_20_accepts CHECK (((learning_threshold >= 1) AND (learning_threshold <= 20))),
    CONSTRAINT learned_after_1_to_50_conversations CHECK (((long_term_every >= 1) AND (long_term_every <= 50))),
    CONSTRAINT long_term_policy_is_known CHECK (((long_term_update_policy)::text = ANY ((ARRAY['heuristic'::character varying, 'schedule'::character varying, 'manual'::character varying])::text[]))),
    CONSTRAINT min_confidence_between_0_and_1 CHECK (((min_confidence >= (0.0)::double precision) AND (min_confidence <= (1.0)::double precision))),
    CONSTRAINT people_memorysettings_injection_max_items_check CHECK ((injection_max_items >= 0)),
    CONSTRAINT people_memorysettings_injection_token_budget_check CHECK ((injection_token_budget >= 0)),
    CONSTRAINT people_memorysettings_learning_threshold_check CHECK ((learning_threshold >= 0)),
    CONSTRAINT people_memorysettings_long_term_every_check CHECK ((long_term_every >= 0)),
    CONSTRAINT people_memorysettings_model_cap_cents_check CHECK ((model_cap_cents >= 0)),
    CONSTRAINT people_memorysettings_recent_max_age_days_check CHECK ((recent_max_age_days >= 0)),
    CONSTRAINT people_memorysettings_recent_max_items_check CHECK ((recent_max_items >= 0)),
    CONSTRAINT the_window_holds_1_to_200 CHECK (((recent_max_items >= 1) AND (recent_max_items <= 200))),
    CONSTRAINT the_window_is_1_to_365_days CHECK (((recent_max_age_days >= 1) AND (recent_max_age_days <= 365))),
    CONSTRAINT window_is_known CHECK (((recent_window_type)::text = ANY ((ARRAY['count'::character varying, 'time'::character varying])::text[])))
);
ALTER TABLE ONLY public.people_memorysettings FORCE ROW LEVEL SECURITY;
CREATE TABLE public.people_staffaccess (
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    what character varying(24) NOT NULL,
    by_id uuid,
    person_id uuid NOT NULL,
    CONSTRAINT staff_access_is_known CHECK (((what)::text = ANY ((ARRAY['person'::character varying, 'agent'::character varying, 'membership'::character varying, 'deactivated'::character varying, 'reactivated'::character varying, 'revoked_agent'::character varying, 'revoked_everything'::character varying, 'second_factor_removed'::character varying])::text[])))
);
ALTER TABLE ONLY public.people_staffaccess FORCE ROW LEVEL SECURITY;
CREATE TABLE public.people_user (
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    id uuid NOT NULL,
    email character varying(254) NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    is_staff boolean DEFAULT false NOT NULL,
    date_joined timestamp with time zone NOT NULL,
    signed_out_at timestamp with time zone,
    deletion_asked_at timestamp with time zone,
    deletion_number character varying(20) DEFAULT ''::character varying NOT NULL
);
ALTER TABLE ONLY public.people_user FORCE ROW LEVEL SECURITY;
CREATE TABLE public.people_user_groups (
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    group_id integer NOT NULL
);
ALTER TABLE public.people_user_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_user_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.people_user_user_permissions (
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.people_user_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_user_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.recall_embedding (
    memory_id uuid NOT NULL,
    encoder character varying(120) DEFAULT ''::character varying NOT NULL,
    digest bytea DEFAULT '\x'::bytea NOT NULL,
    vector public.halfvec,
    person_id uuid NOT NULL
)
WITH (toast_tuple_target='8160');
ALTER TABLE ONLY public.recall_embedding FORCE ROW LEVEL SECURITY;
CREATE TABLE public.recall_receipt (
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    operation character varying(14) DEFAULT 'recall'::character varying NOT NULL,
    times integer DEFAULT 1 NOT NULL,
    question bytea,
    asked character varying(64)[] NOT NULL,
    excerpts integer DEFAULT 0 NOT NULL,
    task_type character varying(80) DEFAULT ''::character varying NOT NULL,
    skill character varying(80) DEFAULT ''::character varying NOT NULL,
    project character varying(80) DEFAULT ''::character varying NOT NULL,
    run character varying(120) DEFAULT ''::character varying NOT NULL,
    query character varying(120) DEFAULT ''::character varying NOT NULL,
    max_items smallint NOT NULL,
    budget integer NOT NULL,
    tokens integer NOT NULL,
    sha256 character varying(64) NOT NULL,
    nothing_because character varying(20) DEFAULT ''::character varying NOT NULL,
    undone_at timestamp with time zone,
    only_new boolean DEFAULT false NOT NULL,
    cut double precision,
    agent_id uuid NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT recall_receipt_budget_check CHECK ((budget >= 0)),
    CONSTRAINT recall_receipt_excerpts_check CHECK ((excerpts >= 0)),
    CONSTRAINT recall_receipt_max_items_check CHECK ((max_items >= 0)),
    CONSTRAINT recall_receipt_times_check CHECK ((times >= 0)),
    CONSTRAINT recall_receipt_tokens_check CHECK ((tokens >= 0))
);
ALTER TABLE ONLY public.recall_receipt FORCE ROW LEVEL SECURITY;
CREATE TABLE public.recall_receiptitem (
    id uuid NOT NULL,
    version bigint,
    rank smallint NOT NULL,
    line character varying(360) DEFAULT ''::character varying NOT NULL,
    why character varying(12) DEFAULT ''::character varying NOT NULL,
    left_out character varying(12) DEFAULT ''::character varying NOT NULL,
    score double precision NOT NULL,
    parts jsonb NOT NULL,
    tokens integer DEFAULT 0 NOT NULL,
    helped boolean,
    memory_id uuid,
    person_id uuid NOT NULL,
    receipt_id uuid NOT NULL,
    shared_id uuid,
    CONSTRAINT recall_receiptitem_rank_check CHECK ((rank >= 0)),
    CONSTRAINT recall_receiptitem_tokens_check CHECK ((tokens >= 0))
);
ALTER TABLE ONLY public.recall_receiptitem FORCE ROW LEVEL SECURITY;
CREATE TABLE public.recall_wantedcase (
    id uuid NOT NULL,
    receipt uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    is_wanted boolean DEFAULT true NOT NULL,
    work character varying(80) DEFAULT ''::character varying NOT NULL,
    query character varying(120) DEFAULT ''::character varying NOT NULL,
    beside uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    memory_id uuid NOT NULL,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.recall_wantedcase FORCE ROW LEVEL SECURITY;
CREATE TABLE public.socialaccount_socialaccount (
    id integer NOT NULL,
    provider character varying(200) NOT NULL,
    uid character varying(191) NOT NULL,
    last_login timestamp with time zone NOT NULL,
    date_joined timestamp with time zone NOT NULL,
    extra_data jsonb NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE ONLY public.socialaccount_socialaccount FORCE ROW LEVEL SECURITY;
ALTER TABLE public.socialaccount_socialaccount ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.socialaccount_socialaccount_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.socialaccount_socialapp (
    id integer NOT NULL,
    provider character varying(30) NOT NULL,
    name character varying(40) NOT NULL,
    client_id character varying(191) NOT NULL,
    secret character varying(191) NOT NULL,
    key character varying(191) NOT NULL,
    provider_id character varying(200) NOT NULL,
    settings jsonb NOT NULL
);
ALTER TABLE public.socialaccount_socialapp ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.socialaccount_socialapp_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.socialaccount_socialtoken (
    id integer NOT NULL,
    token text NOT NULL,
    token_secret text NOT NULL,
    expires_at timestamp with time zone,
    account_id integer NOT NULL,
    app_id integer
);
ALTER TABLE public.socialaccount_socialtoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.socialaccount_socialtoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.telegram_chatidentity (
    id uuid NOT NULL,
    system character varying(10) NOT NULL,
    user_id character varying(64) NOT NULL,
    linked_at timestamp with time zone NOT NULL,
    agent_id uuid NOT NULL,
    community_id uuid,
    person_id uuid NOT NULL,
    CONSTRAINT a_telegram_user_is_a_number CHECK (((NOT ((system)::text = 'telegram'::text)) OR ((user_id)::text ~ '^[1-9][0-9]{0,18}$'::text))),
    CONSTRAINT chat_system_is_known CHECK (((system)::text = ANY ((ARRAY['telegram'::character varying, 'webhook'::character varying])::text[])))
);
ALTER TABLE ONLY public.telegram_chatidentity FORCE ROW LEVEL SECURITY;
CREATE TABLE public.telegram_chatturn (
    id uuid NOT NULL,
    chat_id bigint NOT NULL,
    message_id bigint NOT NULL,
    statements uuid[] NOT NULL,
    at timestamp with time zone NOT NULL,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.telegram_chatturn FORCE ROW LEVEL SECURITY;
CREATE TABLE public.telegram_communitytools (
    community_id uuid NOT NULL,
    tools character varying(30)[] NOT NULL,
    CONSTRAINT community_tools_are_known CHECK ((tools <@ ARRAY['search_memory'::character varying(30), 'save_memory'::character varying(30), 'save_user_preference'::character varying(30)]))
);
ALTER TABLE ONLY public.telegram_communitytools FORCE ROW LEVEL SECURITY;
CREATE TABLE public.telegram_groupchat (
    id uuid NOT NULL,
    chat_id bigint NOT NULL,
    linked_at timestamp with time zone NOT NULL,
    community_id uuid NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT a_group_has_a_negative_id CHECK ((chat_id < 0))
);
ALTER TABLE ONLY public.telegram_groupchat FORCE ROW LEVEL SECURITY;
CREATE TABLE public.telegram_linkcode (
    id uuid NOT NULL,
    digest bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    community_id uuid,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.telegram_linkcode FORCE ROW LEVEL SECURITY;
CREATE TABLE public.telegram_outgoingmessage (
    id uuid NOT NULL,
    method character varying(30) NOT NULL,
    payload jsonb NOT NULL,
    at timestamp with time zone NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    claimed_at timestamp with time zone,
    person_id uuid NOT NULL,
    CONSTRAINT telegram_outgoingmessage_attempts_check CHECK ((attempts >= 0))
);
ALTER TABLE ONLY public.telegram_outgoingmessage FORCE ROW LEVEL SECURITY;
CREATE TABLE public.telegram_seenupdate (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.telegram_unreadmessage (
    id uuid NOT NULL,
    update_id bigint NOT NULL,
    chat_id bigint NOT NULL,
    message_id bigint NOT NULL,
    text text NOT NULL,
    at timestamp with time zone NOT NULL,
    claimed_at timestamp with time zone,
    agent_id uuid NOT NULL,
    person_id uuid NOT NULL
);
ALTER TABLE ONLY public.telegram_unreadmessage FORCE ROW LEVEL SECURITY;
CREATE TABLE public.usersessions_usersession (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ip inet NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    session_key character varying(40) NOT NULL,
    user_agent character varying(200) NOT NULL,
    data jsonb NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE ONLY public.usersessions_usersession FORCE ROW LEVEL SECURITY;
ALTER TABLE public.usersessions_usersession ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.usersessions_usersession_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY public.telegram_chatidentity
    ADD CONSTRAINT a_chat_user_is_one_person UNIQUE NULLS NOT DISTINCT (system, user_id, community_id);
ALTER TABLE ONLY public.learning_signal
    ADD CONSTRAINT a_feedback_says_one_thing_of_a_memory UNIQUE (person_id, memory_id, feedback_id);
ALTER TABLE ONLY public.telegram_linkcode
    ADD CONSTRAINT a_link_code_is_one_persons UNIQUE (digest, person_id);
ALTER TABLE ONLY public.memories_conflictmember
    ADD CONSTRAINT a_memory_joins_a_conflict_once UNIQUE (person_id, conflict_id, memory_id);
ALTER TABLE ONLY public.notifications_announcement
    ADD CONSTRAINT a_question_is_announced_once UNIQUE (person_id, channel_id, question);
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_email_987c8728_uniq UNIQUE (user_id, email);
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_key_key UNIQUE (key);
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.agents_accesslog
    ADD CONSTRAINT agents_accesslog_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.agents_agent
    ADD CONSTRAINT agents_agent_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.agents_conversationgrant
    ADD CONSTRAINT agents_conversationgrant_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.agents_sight
    ADD CONSTRAINT agents_sight_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.communities_communityinvitation
    ADD CONSTRAINT communities_communityinvitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.communities_communityinvitation
    ADD CONSTRAINT communities_communityinvitation_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.communities_contribution
    ADD CONSTRAINT communities_contribution_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.communities_decision
    ADD CONSTRAINT communities_decision_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.communities_historicalsharedmemory
    ADD CONSTRAINT communities_historicalsharedmemory_pkey PRIMARY KEY (history_id);
ALTER TABLE ONLY public.communities_report
    ADD CONSTRAINT communities_report_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.communities_sharedmemory
    ADD CONSTRAINT communities_sharedmemory_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.communities_sharedmute
    ADD CONSTRAINT communities_sharedmute_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.demo_examplemonth
    ADD CONSTRAINT demo_examplemonth_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);
ALTER TABLE ONLY public.memories_historylink
    ADD CONSTRAINT history_is_one_chain_per_person UNIQUE (person_id, "position");
ALTER TABLE ONLY public.interchange_importrow
    ADD CONSTRAINT import_rows_are_numbered UNIQUE (person_id, batch_id, number);
ALTER TABLE ONLY public.interchange_folder
    ADD CONSTRAINT interchange_folder_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.interchange_folderline
    ADD CONSTRAINT interchange_folderline_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.interchange_importbatch
    ADD CONSTRAINT interchange_importbatch_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.interchange_importrow
    ADD CONSTRAINT interchange_importrow_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.learning_conversation
    ADD CONSTRAINT learning_conversation_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.learning_feedback
    ADD CONSTRAINT learning_feedback_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.learning_signal
    ADD CONSTRAINT learning_signal_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.learning_spend
    ADD CONSTRAINT learning_spend_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_act
    ADD CONSTRAINT memories_act_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_actchange
    ADD CONSTRAINT memories_actchange_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_conflict
    ADD CONSTRAINT memories_conflict_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_conflictmember
    ADD CONSTRAINT memories_conflictmember_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_deletedaccount
    ADD CONSTRAINT memories_deletedaccount_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.memories_erasure
    ADD CONSTRAINT memories_erasure_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_evidence
    ADD CONSTRAINT memories_evidence_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_failedtask
    ADD CONSTRAINT memories_failedtask_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.memories_fingerprintkey
    ADD CONSTRAINT memories_fingerprintkey_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_historicalmemory
    ADD CONSTRAINT memories_historicalmemory_pkey PRIMARY KEY (person_id, history_id);
ALTER TABLE ONLY public.memories_historyhead
    ADD CONSTRAINT memories_historyhead_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.memories_historylink
    ADD CONSTRAINT memories_historylink_pkey PRIMARY KEY (person_id, version);
ALTER TABLE ONLY public.memories_memory
    ADD CONSTRAINT memories_memory_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_observationcounter
    ADD CONSTRAINT memories_observationcounter_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_proposal
    ADD CONSTRAINT memories_proposal_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_refusal
    ADD CONSTRAINT memories_refusal_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_searchdocument
    ADD CONSTRAINT memories_searchdocument_pkey PRIMARY KEY (person_id, memory_id);
ALTER TABLE ONLY public.memories_settingchange
    ADD CONSTRAINT memories_settingchange_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_tombstone
    ADD CONSTRAINT memories_tombstone_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_upkeeprun
    ADD CONSTRAINT memories_upkeeprun_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.memories_use
    ADD CONSTRAINT memories_use_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_versionstolink
    ADD CONSTRAINT memories_versionstolink_pkey PRIMARY KEY (transaction, first);
ALTER TABLE ONLY public.mfa_authenticator
    ADD CONSTRAINT mfa_authenticator_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.notifications_announcement
    ADD CONSTRAINT notifications_announcement_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.notifications_channel
    ADD CONSTRAINT notifications_channel_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.notifications_delivery
    ADD CONSTRAINT notifications_delivery_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.notifications_quiethours
    ADD CONSTRAINT notifications_quiethours_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.oauth2_provider_devicegrant
    ADD CONSTRAINT oauth2_provider_devicegrant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.oauth2_provider_devicegrant
    ADD CONSTRAINT oauth2_provider_devicegrant_unique_device_code UNIQUE (device_code);
ALTER TABLE ONLY public.oauth2_provider_idtoken
    ADD CONSTRAINT oauth2_provider_idtoken_jti_key UNIQUE (jti);
ALTER TABLE ONLY public.oauth2_provider_idtoken
    ADD CONSTRAINT oauth2_provider_idtoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.oauth_accesstoken
    ADD CONSTRAINT oauth_accesstoken_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.oauth_accesstoken
    ADD CONSTRAINT oauth_accesstoken_source_refresh_token_id_key UNIQUE (source_refresh_token_id, person_id);
ALTER TABLE ONLY public.oauth_accesstoken
    ADD CONSTRAINT oauth_accesstoken_token_checksum_key UNIQUE (token_checksum, person_id);
ALTER TABLE ONLY public.oauth_application
    ADD CONSTRAINT oauth_application_client_id_key UNIQUE (client_id);
ALTER TABLE ONLY public.oauth_application
    ADD CONSTRAINT oauth_application_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.oauth_connection
    ADD CONSTRAINT oauth_connection_agent_id_key UNIQUE (agent_id, person_id);
ALTER TABLE ONLY public.oauth_connection
    ADD CONSTRAINT oauth_connection_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.oauth_grant
    ADD CONSTRAINT oauth_grant_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.oauth_refreshtoken
    ADD CONSTRAINT oauth_refreshtoken_access_token_id_key UNIQUE (access_token_id, person_id);
ALTER TABLE ONLY public.oauth_refreshtoken
    ADD CONSTRAINT oauth_refreshtoken_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.memories_memory
    ADD CONSTRAINT obs_id_is_never_reused UNIQUE (person_id, obs_id);
ALTER TABLE ONLY public.agents_agent
    ADD CONSTRAINT one_agent_per_token UNIQUE (token_hash, person_id);
ALTER TABLE ONLY public.operations_answer
    ADD CONSTRAINT one_answer_per_idempotency_key UNIQUE (person_id, agent_id, key);
ALTER TABLE ONLY public.notifications_channel
    ADD CONSTRAINT one_channel_for_an_address UNIQUE (person_id, kind, address);
ALTER TABLE ONLY public.telegram_chatidentity
    ADD CONSTRAINT one_chat_user_per_person UNIQUE NULLS NOT DISTINCT (person_id, system, community_id);
ALTER TABLE ONLY public.telegram_linkcode
    ADD CONSTRAINT one_code_per_purpose UNIQUE NULLS NOT DISTINCT (person_id, community_id);
ALTER TABLE ONLY public.learning_conversation
    ADD CONSTRAINT one_conversation_per_agents_own_id UNIQUE (person_id, agent_id, external_id);
ALTER TABLE ONLY public.memories_observationcounter
    ADD CONSTRAINT one_counter_per_day UNIQUE (person_id, day);
ALTER TABLE ONLY public.learning_feedback
    ADD CONSTRAINT one_feedback_per_delivery UNIQUE (person_id, agent_id, digest);
ALTER TABLE ONLY public.interchange_folder
    ADD CONSTRAINT one_folder_of_a_path UNIQUE (person_id, host, path);
ALTER TABLE ONLY public.oauth_grant
    ADD CONSTRAINT one_grant_per_code UNIQUE (code, person_id);
ALTER TABLE ONLY public.agents_conversationgrant
    ADD CONSTRAINT one_grant_per_reader_and_recorder UNIQUE (person_id, agent_id, recorder_id);
ALTER TABLE ONLY public.people_invitation
    ADD CONSTRAINT one_invitation_per_token UNIQUE (token_hash, person_id);
ALTER TABLE ONLY public.people_membership
    ADD CONSTRAINT one_membership_per_community UNIQUE (person_id, community_id);
ALTER TABLE ONLY public.learning_spend
    ADD CONSTRAINT one_meter_per_person_and_month UNIQUE (person_id, month);
ALTER TABLE ONLY public.communities_sharedmute
    ADD CONSTRAINT one_mute_per_member UNIQUE (person_id, shared_id);
ALTER TABLE ONLY public.oauth_refreshtoken
    ADD CONSTRAINT one_refresh_token_per_checksum UNIQUE (token_checksum, revoked, person_id);
ALTER TABLE ONLY public.memories_refusal
    ADD CONSTRAINT one_refusal_row_per_day_and_category UNIQUE (person_id, day, category);
ALTER TABLE ONLY public.interchange_folderline
    ADD CONSTRAINT one_row_of_a_folder_line UNIQUE (person_id, folder_id, file, digest);
ALTER TABLE ONLY public.memories_tombstone
    ADD CONSTRAINT one_tombstone_per_statement UNIQUE (person_id, fingerprint);
ALTER TABLE ONLY public.telegram_chatturn
    ADD CONSTRAINT one_turn_per_message UNIQUE (person_id, chat_id, message_id);
ALTER TABLE ONLY public.memories_upkeeprun
    ADD CONSTRAINT one_upkeep_run_per_hour UNIQUE (name, for_hour);
ALTER TABLE ONLY public.memories_use
    ADD CONSTRAINT one_use_per_memory_and_agent UNIQUE (person_id, memory_id, agent_id);
ALTER TABLE ONLY public.recall_wantedcase
    ADD CONSTRAINT one_wanted_case_per_memory_and_receipt UNIQUE (person_id, memory_id, receipt);
ALTER TABLE ONLY public.agents_sight
    ADD CONSTRAINT one_word_per_agent_and_category UNIQUE (person_id, agent_id, category);
ALTER TABLE ONLY public.operations_answer
    ADD CONSTRAINT operations_answer_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.people_community
    ADD CONSTRAINT people_community_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_invitation
    ADD CONSTRAINT people_invitation_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.people_membership
    ADD CONSTRAINT people_membership_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_memorysettings
    ADD CONSTRAINT people_memorysettings_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.people_staffaccess
    ADD CONSTRAINT people_staffaccess_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.people_user
    ADD CONSTRAINT people_user_email_key UNIQUE (email);
ALTER TABLE ONLY public.people_user_groups
    ADD CONSTRAINT people_user_groups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_user_groups
    ADD CONSTRAINT people_user_groups_user_id_group_id_60378d34_uniq UNIQUE (user_id, group_id);
ALTER TABLE ONLY public.people_user
    ADD CONSTRAINT people_user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_user_user_permissions
    ADD CONSTRAINT people_user_user_permiss_user_id_permission_id_a7ac6748_uniq UNIQUE (user_id, permission_id);
ALTER TABLE ONLY public.people_user_user_permissions
    ADD CONSTRAINT people_user_user_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.recall_embedding
    ADD CONSTRAINT recall_embedding_pkey PRIMARY KEY (person_id, memory_id);
ALTER TABLE ONLY public.recall_receipt
    ADD CONSTRAINT recall_receipt_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.recall_receiptitem
    ADD CONSTRAINT recall_receiptitem_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.recall_wantedcase
    ADD CONSTRAINT recall_wantedcase_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.socialaccount_socialaccount
    ADD CONSTRAINT socialaccount_socialaccount_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.socialaccount_socialaccount
    ADD CONSTRAINT socialaccount_socialaccount_provider_uid_fc810c6e_uniq UNIQUE (provider, uid);
ALTER TABLE ONLY public.socialaccount_socialapp
    ADD CONSTRAINT socialaccount_socialapp_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_socialtoken_app_id_account_id_fca4e0ac_uniq UNIQUE (app_id, account_id);
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_socialtoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.telegram_chatidentity
    ADD CONSTRAINT telegram_chatidentity_agent_id_key UNIQUE (agent_id);
ALTER TABLE ONLY public.telegram_chatidentity
    ADD CONSTRAINT telegram_chatidentity_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.telegram_chatturn
    ADD CONSTRAINT telegram_chatturn_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.telegram_communitytools
    ADD CONSTRAINT telegram_communitytools_pkey PRIMARY KEY (community_id);
ALTER TABLE ONLY public.telegram_groupchat
    ADD CONSTRAINT telegram_groupchat_chat_id_key UNIQUE (chat_id);
ALTER TABLE ONLY public.telegram_groupchat
    ADD CONSTRAINT telegram_groupchat_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.telegram_linkcode
    ADD CONSTRAINT telegram_linkcode_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.telegram_outgoingmessage
    ADD CONSTRAINT telegram_outgoingmessage_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.telegram_seenupdate
    ADD CONSTRAINT telegram_seenupdate_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.telegram_unreadmessage
    ADD CONSTRAINT telegram_unreadmessage_pkey PRIMARY KEY (person_id, id);
ALTER TABLE ONLY public.usersessions_usersession
    ADD CONSTRAINT usersessions_usersession_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.usersessions_usersession
    ADD CONSTRAINT usersessions_usersession_session_key_key UNIQUE (session_key);
CREATE INDEX access_log_of_agent ON public.agents_accesslog USING btree (agent_id, at DESC);
CREATE INDEX access_log_of_person ON public.agents_accesslog USING btree (person_id, at DESC);
CREATE INDEX access_log_to_purge ON public.agents_accesslog USING btree (at);
CREATE INDEX access_tokens_to_purge ON public.oauth_accesstoken USING btree (expires);
CREATE INDEX account_emailaddress_email_03be32b2 ON public.account_emailaddress USING btree (email);
CREATE INDEX account_emailaddress_email_03be32b2_like ON public.account_emailaddress USING btree (email varchar_pattern_ops);
CREATE INDEX account_emailaddress_user_id_2c513194 ON public.account_emailaddress USING btree (user_id);
CREATE INDEX account_emailconfirmation_email_address_id_5b7f8c58 ON public.account_emailconfirmation USING btree (email_address_id);
CREATE INDEX account_emailconfirmation_key_f43612bd_like ON public.account_emailconfirmation USING btree (key varchar_pattern_ops);
CREATE INDEX accounts_to_delete ON public.people_user USING btree (deletion_asked_at) WHERE (deletion_asked_at IS NOT NULL);
CREATE INDEX acts_of_a_person ON public.memories_act USING btree (person_id, at DESC, id DESC);
CREATE INDEX acts_of_a_run ON public.memories_act USING btree (agent_id, run) WHERE (NOT ((run)::text = ''::text));
CREATE INDEX acts_on_a_memory ON public.memories_actchange USING btree (memory) WHERE (memory IS NOT NULL);
CREATE INDEX acts_that_wrote_a_version ON public.memories_actchange USING btree (version_after) WHERE (version_after IS NOT NULL);
CREATE INDEX acts_to_purge ON public.memories_act USING btree (at);
CREATE INDEX agents_agent_community_id_e7ab587a ON public.agents_agent USING btree (community_id);
CREATE INDEX agents_conversationgrant_recorder_id_88f62050 ON public.agents_conversationgrant USING btree (recorder_id);
CREATE INDEX agents_for_staff ON public.agents_agent USING btree (id);
CREATE INDEX announcements_of_a_delivery ON public.notifications_announcement USING btree (delivery_id);
CREATE INDEX announcements_to_purge ON public.notifications_announcement USING btree (at);
CREATE INDEX answers_to_purge ON public.operations_answer USING btree (created_at);
CREATE UNIQUE INDEX at_most_one_active_memory_per_key ON public.memories_memory USING btree (person_id, community_id, project, condition, day, key) NULLS NOT DISTINCT WHERE ((NOT contested) AND one_valued AND ((status)::text = 'active'::text) AND (NOT ((key)::text = ''::text)));
CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);
CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);
CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);
CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);
CREATE INDEX changes_of_an_act ON public.memories_actchange USING btree (act_id, id);
CREATE INDEX changes_of_an_agent ON public.memories_settingchange USING btree (agent, at DESC, id DESC) WHERE (agent IS NOT NULL);
CREATE INDEX changes_of_the_settings ON public.memories_settingchange USING btree (person_id, at DESC, id DESC) WHERE (agent IS NULL);
CREATE INDEX channels_to_tell ON public.notifications_channel USING btree (id) WHERE (is_on AND (paused_at IS NULL));
CREATE INDEX chat_turns_to_purge ON public.telegram_chatturn USING btree (at);
CREATE INDEX clients_to_purge ON public.oauth_application USING btree (created);
CREATE INDEX communities_historicalsharedmemory_history_date_0f5de396 ON public.communities_historicalsharedmemory USING btree (history_date);
CREATE INDEX communities_historicalsharedmemory_id_a3f1660c ON public.communities_historicalsharedmemory USING btree (id);
CREATE INDEX conflicts_to_review ON public.memories_conflict USING btree (person_id, created_at) WHERE ((status)::text = 'open'::text);
CREATE INDEX contributions_of_a_memory ON public.communities_contribution USING btree (memory_id) WHERE (memory_id IS NOT NULL);
CREATE INDEX contributions_of_a_person ON public.communities_contribution USING btree (person_id, status, created_at DESC);
CREATE INDEX conversations_by_erased_id ON public.learning_conversation USING btree (erased_id) WHERE (erased_id IS NOT NULL);
CREATE INDEX conversations_of_an_agent ON public.learning_conversation USING btree (agent_id, id);
CREATE INDEX conversations_recent ON public.learning_conversation USING btree (person_id, ended_at DESC, id DESC) WHERE (trimmed_at IS NULL);
CREATE INDEX conversations_to_compare ON public.learning_conversation USING btree (((get_byte(uuid_send(person_id), 15) & 7)), person_id) WHERE topics_due;
CREATE INDEX conversations_to_learn_from ON public.learning_conversation USING btree (((get_byte(uuid_send(person_id), 15) & 7)), person_id) WHERE ((learned_at IS NULL) AND (trimmed_at IS NULL));
CREATE INDEX conversations_to_purge ON public.learning_conversation USING btree (trimmed_at) WHERE (trimmed_at IS NOT NULL);
CREATE INDEX conversations_to_trim ON public.learning_conversation USING btree (outside_from, ((get_byte(uuid_send(person_id), 15) & 7)), person_id) WHERE (outside_from IS NOT NULL);
CREATE INDEX course_of_memories ON public.memories_historicalmemory USING btree (person_id, id, history_id) INCLUDE (history_date, status, category, changed_verb) WHERE ((label)::text <> ''::text);
CREATE INDEX decisions_about_one ON public.communities_decision USING btree (shared_id, at DESC);
CREATE INDEX decisions_of_a_community ON public.communities_decision USING btree (community_id, at DESC, id DESC);
CREATE INDEX deleted_accounts_to_purge ON public.memories_deletedaccount USING btree (finished_at) WHERE (purged_at IS NULL);
CREATE INDEX deliveries_of_a_channel ON public.notifications_delivery USING btree (channel_id);
CREATE INDEX deliveries_to_purge ON public.notifications_delivery USING btree (created_at);
CREATE INDEX deliveries_to_send ON public.notifications_delivery USING btree (next_at) WHERE ((status)::text = ANY ((ARRAY['waiting'::character varying, 'sending'::character varying])::text[]));
CREATE INDEX django_admin_log_content_type_id_c4bce8eb ON public.django_admin_log USING btree (content_type_id);
CREATE INDEX django_admin_log_user_id_c564eba6 ON public.django_admin_log USING btree (user_id);
CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);
CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);
CREATE INDEX done_by_upkeep ON public.memories_historicalmemory USING btree (person_id, history_date, changed_verb) WHERE ((changed_by)::text = 'clock'::text);
CREATE INDEX embeddings_of_an_encoder ON public.recall_embedding USING btree (encoder);
CREATE INDEX erased_memories ON public.memories_historicalmemory USING btree (person_id, history_date DESC, history_id DESC) INCLUDE (id) WHERE ((history_type)::text = '-'::text);
CREATE INDEX erasures_of_a_person ON public.memories_erasure USING btree (person_id, erased_at DESC);
CREATE INDEX erasures_to_purge ON public.memories_erasure USING btree (erased_at) WHERE (purged_at IS NULL);
CREATE INDEX evidence_of_a_conversation ON public.memories_evidence USING btree (person_id, conversation) WHERE (conversation IS NOT NULL);
CREATE INDEX evidence_of_an_agent ON public.memories_evidence USING btree (agent_id, id);
CREATE INDEX evidence_told_to_wait ON public.memories_evidence USING btree (agent_id, id) WHERE (told_to_wait IS NOT NULL);
CREATE INDEX evidence_with_a_note ON public.memories_evidence USING btree (agent_id) WHERE (statement ? 'metadata'::text);
CREATE INDEX failed_tasks_to_purge ON public.memories_failedtask USING btree (at);
CREATE INDEX feedback_of_a_person ON public.learning_feedback USING btree (person_id, at DESC);
CREATE INDEX feedback_of_a_run ON public.learning_feedback USING btree (agent_id, run) WHERE (NOT ((run)::text = ''::text));
CREATE INDEX feedback_of_an_agent ON public.learning_feedback USING btree (agent_id, id);
CREATE INDEX feedback_to_learn_from ON public.learning_feedback USING btree (((get_byte(uuid_send(person_id), 15) & 7)), person_id) WHERE is_due;
CREATE INDEX goals_to_ask_about ON public.memories_memory USING btree (archive_on, ((get_byte(uuid_send(person_id), 15) & 7)), person_id) WHERE (((status)::text = ANY ((ARRAY['candidate'::character varying, 'active'::character varying])::text[])) AND (archive_on IS NOT NULL) AND (NOT contested) AND (completed_at IS NULL) AND ((kind)::text = 'goal'::text));
CREATE INDEX grants_to_purge ON public.oauth_grant USING btree (expires);
CREATE INDEX history_of_a_memory ON public.memories_historicalmemory USING btree (person_id, id, history_id DESC) INCLUDE (history_date);
CREATE INDEX history_of_a_person ON public.memories_historicalmemory USING btree (person_id, history_date DESC, history_id DESC);
CREATE INDEX import_rows_of_a_verdict ON public.interchange_importrow USING btree (batch_id, verdict, number);
CREATE INDEX import_rows_to_import ON public.interchange_importrow USING btree (batch_id, number) WHERE (is_chosen AND ((outcome)::text = ''::text));
CREATE INDEX imports_of_a_person ON public.interchange_importbatch USING btree (person_id, created_at DESC, id DESC);
CREATE INDEX imports_to_go_on ON public.interchange_importbatch USING btree (((get_byte(uuid_send(person_id), 15) & 7)), person_id, touched_at) WHERE ((state)::text = ANY ((ARRAY['importing'::character varying, 'undoing'::character varying])::text[]));
CREATE INDEX imports_to_purge ON public.interchange_importbatch USING btree (created_at);
CREATE INDEX invitations_of_a_community ON public.communities_communityinvitation USING btree (community_id, created_at DESC);
CREATE INDEX invitations_of_a_person ON public.people_invitation USING btree (person_id, created_at DESC);
CREATE INDEX learning_signal_feedback_id_e88fbfc9 ON public.learning_signal USING btree (feedback_id);
CREATE INDEX letters_to_send ON public.people_memorysettings USING btree (letter_sent_on) WHERE weekly_letter;
CREATE INDEX link_codes_to_purge ON public.telegram_linkcode USING btree (expires_at);
CREATE INDEX links_of_a_removal ON public.memories_historylink USING btree (removed_in) WHERE (removed_in IS NOT NULL);
CREATE INDEX memories_before ON public.memories_memory USING btree (superseded_by_id) WHERE (superseded_by_id IS NOT NULL);
CREATE INDEX memories_by_name ON public.memories_memory USING btree (person_id, status, lower((label)::text), id DESC);
CREATE INDEX memories_conflict_winner_id_57352d15 ON public.memories_conflict USING btree (winner_id);
CREATE INDEX memories_conflictmember_memory_id_b9ff7176 ON public.memories_conflictmember USING btree (memory_id);
CREATE INDEX memories_ended_by_person ON public.memories_memory USING btree (person_id, key) WHERE ((NOT ((status)::text = ANY ((ARRAY['candidate'::character varying, 'active'::character varying])::text[]))) AND ((changed_by)::text = 'person'::text));
CREATE INDEX memories_evidence_memory_id_e401df97 ON public.memories_evidence USING btree (memory_id);
CREATE INDEX memories_facet_category ON public.memories_memory USING btree (person_id, status, category, kind) INCLUDE (source, community_id);
CREATE INDEX memories_facet_kind ON public.memories_memory USING btree (person_id, status, kind, source) INCLUDE (category, community_id);
CREATE INDEX memories_fading ON public.memories_memory USING btree (person_id, dormant_on) WHERE ((dormant_on IS NOT NULL) AND ((status)::text = 'active'::text));
CREATE INDEX memories_historicalmemory_history_date_1f243765 ON public.memories_historicalmemory USING btree (history_date);
CREATE INDEX memories_memory_changed_by_agent_id_07d7bb76 ON public.memories_memory USING btree (changed_by_agent_id);
CREATE INDEX memories_memory_community_id_01597f16 ON public.memories_memory USING btree (community_id);
CREATE INDEX memories_must_have ON public.memories_memory USING btree (person_id) WHERE (((status)::text = ANY ((ARRAY['candidate'::character varying, 'active'::character varying])::text[])) AND (pinned OR ((kind)::text = 'rule'::text) OR ((key)::text = ANY ((ARRAY['dietary.allergies'::character varying, 'communication.forbidden_words'::character varying])::text[]))));
CREATE INDEX memories_of_a_condition ON public.memories_memory USING btree (person_id, condition) WHERE (((status)::text = ANY ((ARRAY['candidate'::character varying, 'active'::character varying])::text[])) AND (NOT ((condition)::text = ''::text)));
CREATE INDEX memories_of_a_day ON public.memories_memory USING btree (person_id, observed_on) WHERE ((horizon)::text = 'short'::text);
CREATE INDEX memories_of_a_key ON public.memories_memory USING btree (person_id, key) WHERE ((status)::text = ANY ((ARRAY['candidate'::character varying, 'active'::character varying])::text[]));
CREATE INDEX memories_of_a_kind ON public.memories_memory USING btree (person_id, status, kind, category, changed_at DESC) WHERE ((status)::text = ANY ((ARRAY['candidate'::character varying, 'active'::character varying])::text[]));
CREATE INDEX memories_of_a_project ON public.memories_memory USING btree (person_id, project) WHERE (((status)::text = ANY ((ARRAY['candidate'::character varying, 'active'::character varying])::text[])) AND (NOT ((project)::text = ''::text)));
CREATE INDEX memories_page ON public.memories_memory USING btree (person_id, status, changed_at DESC, id DESC);
CREATE INDEX memories_proposal_memory_id_3bca611b ON public.memories_proposal USING btree (memory_id);
CREATE INDEX memories_surest ON public.memories_memory USING btree (person_id, confidence DESC, changed_at DESC, id) WHERE ((status)::text = ANY ((ARRAY['candidate'::character varying, 'active'::character varying])::text[]));
CREATE INDEX memories_that_apply ON public.memories_memory USING btree (person_id) WHERE (((status)::text = ANY ((ARRAY['candidate'::character varying, 'active'::character varying])::text[])) AND (NOT (applies_to = '{}'::character varying(80)[])));
CREATE INDEX memories_to_archive ON public.memories_memory USING btree (archive_on, ((get_byte(uuid_send(person_id), 15) & 7)), person_id) WHERE (((status)::text = ANY ((ARRAY['candidate'::character varying, 'active'::character varying])::text[])) AND (archive_on IS NOT NULL) AND (NOT contested) AND (NOT ((completed_at IS NULL) AND ((kind)::text = 'goal'::text))));
CREATE INDEX memories_to_promote ON public.memories_memory USING btree (((get_byte(uuid_send(person_id), 15) & 7)), id) WHERE ((NOT contested) AND ((horizon)::text = 'short'::text) AND ((status)::text = 'active'::text) AND (NOT ((kind)::text = ANY ((ARRAY['event'::character varying, 'context'::character varying])::text[]))) AND ((repeats >= 3) OR (evidence_to > (evidence_from + 14))));
CREATE INDEX memories_tombstone_brought_id_8502233c ON public.memories_tombstone USING btree (brought_id);
CREATE INDEX memories_unasked ON public.memories_memory USING btree (person_id, unasked_at DESC, id DESC) WHERE (((status)::text = 'active'::text) AND (unasked_at IS NOT NULL));
CREATE INDEX memories_use_agent_id_59aaeffa ON public.memories_use USING btree (agent_id);
CREATE INDEX memories_withdrawn ON public.memories_memory USING btree (changed_at) WHERE (((changed_by)::text = 'agent'::text) AND ((changed_verb)::text = 'withdraw'::text) AND (confirmed_at IS NULL) AND ((status)::text = 'expired'::text));
CREATE INDEX mfa_authenticator_user_id_0c3a50c0 ON public.mfa_authenticator USING btree (user_id);
CREATE INDEX newest_upkeep_runs ON public.memories_upkeeprun USING btree (started_at DESC, id DESC);
CREATE INDEX oauth2_provider_devicegrant_client_id_229dd06d ON public.oauth2_provider_devicegrant USING btree (client_id);
CREATE INDEX oauth2_provider_devicegrant_client_id_229dd06d_like ON public.oauth2_provider_devicegrant USING btree (client_id varchar_pattern_ops);
CREATE INDEX oauth2_provider_devicegrant_user_id_1cec5156 ON public.oauth2_provider_devicegrant USING btree (user_id);
CREATE INDEX oauth2_provider_idtoken_application_id_08c5ff4f ON public.oauth2_provider_idtoken USING btree (application_id);
CREATE INDEX oauth2_provider_idtoken_user_id_dd512b59 ON public.oauth2_provider_idtoken USING btree (user_id);
CREATE INDEX oauth_accesstoken_agent_id_9adfe0a6 ON public.oauth_accesstoken USING btree (agent_id);
CREATE INDEX oauth_accesstoken_application_id_4d794332 ON public.oauth_accesstoken USING btree (application_id);
CREATE INDEX oauth_accesstoken_person_id_3c794b6b ON public.oauth_accesstoken USING btree (person_id);
CREATE INDEX oauth_accesstoken_token_checksum_f8942397_like ON public.oauth_accesstoken USING btree (token_checksum varchar_pattern_ops);
CREATE INDEX oauth_application_client_id_fb48309e_like ON public.oauth_application USING btree (client_id varchar_pattern_ops);
CREATE INDEX oauth_connection_application_id_43960543 ON public.oauth_connection USING btree (application_id);
CREATE INDEX oauth_grant_agent_id_d7ef1b0f ON public.oauth_grant USING btree (agent_id);
CREATE INDEX oauth_grant_application_id_6a8fba0d ON public.oauth_grant USING btree (application_id);
CREATE INDEX oauth_grant_person_id_5f3deee0 ON public.oauth_grant USING btree (person_id);
CREATE INDEX oauth_refreshtoken_agent_id_4ea04c54 ON public.oauth_refreshtoken USING btree (agent_id);
CREATE INDEX oauth_refreshtoken_application_id_65d24bc0 ON public.oauth_refreshtoken USING btree (application_id);
CREATE INDEX oauth_refreshtoken_person_id_b967efdb ON public.oauth_refreshtoken USING btree (person_id);
CREATE UNIQUE INDEX one_live_memory_per_statement ON public.memories_memory USING btree (person_id, fingerprint) WHERE ((status)::text = ANY ((ARRAY['candidate'::character varying, 'active'::character varying])::text[]));
CREATE UNIQUE INDEX one_open_delivery_of_a_channel ON public.notifications_delivery USING btree (person_id, channel_id, is_test) WHERE ((status)::text = ANY ((ARRAY['waiting'::character varying, 'sending'::character varying])::text[]));
CREATE UNIQUE INDEX one_open_question_of_a_kind_per_memory ON public.memories_proposal USING btree (person_id, memory_id, kind) WHERE ((status)::text = 'open'::text);
CREATE UNIQUE INDEX one_open_report_per_person ON public.communities_report USING btree (person_id, shared_id) WHERE (resolved_at IS NULL);
CREATE UNIQUE INDEX one_owner_per_community ON public.people_membership USING btree (community_id) WHERE ((role)::text = 'owner'::text);
CREATE UNIQUE INDEX one_person_per_email_address ON public.people_user USING btree (lower((email)::text));
CREATE UNIQUE INDEX one_preview_of_the_same_files ON public.interchange_importbatch USING btree (person_id, digest) WHERE ((state)::text = 'preview'::text);
CREATE INDEX outgoing_messages_to_purge ON public.telegram_outgoingmessage USING btree (at);
CREATE INDEX people_membership_community_id_85702f6c ON public.people_membership USING btree (community_id);
CREATE INDEX people_staffaccess_by_id_1b890e3c ON public.people_staffaccess USING btree (by_id);
CREATE INDEX people_user_email_1f424fe4_like ON public.people_user USING btree (email varchar_pattern_ops);
CREATE INDEX people_user_groups_group_id_1f0237d0 ON public.people_user_groups USING btree (group_id);
CREATE INDEX people_user_groups_user_id_290df956 ON public.people_user_groups USING btree (user_id);
CREATE INDEX people_user_user_permissions_permission_id_55f01ef0 ON public.people_user_user_permissions USING btree (permission_id);
CREATE INDEX people_user_user_permissions_user_id_7d19557b ON public.people_user_user_permissions USING btree (user_id);
CREATE INDEX proposals_of_an_agent ON public.memories_proposal USING btree (agent_id, id);
CREATE INDEX proposals_to_expire ON public.memories_proposal USING btree (created_at) WHERE ((status)::text = 'open'::text);
CREATE INDEX proposals_to_review ON public.memories_proposal USING btree (person_id, created_at, id) WHERE ((status)::text = 'open'::text);
CREATE INDEX recall_receiptitem_receipt_id_ba5965fa ON public.recall_receiptitem USING btree (receipt_id);
CREATE INDEX receipts_of_a_memory ON public.recall_receiptitem USING btree (memory_id, id DESC);
CREATE INDEX receipts_of_a_person ON public.recall_receipt USING btree (person_id, at DESC, id DESC);
CREATE INDEX receipts_of_a_run ON public.recall_receipt USING btree (agent_id, run) WHERE (NOT ((run)::text = ''::text));
CREATE INDEX receipts_of_a_shared_one ON public.recall_receiptitem USING btree (shared_id) WHERE (shared_id IS NOT NULL);
CREATE INDEX receipts_of_an_agent ON public.recall_receipt USING btree (agent_id, at DESC, id DESC);
CREATE INDEX receipts_that_helped ON public.recall_receiptitem USING btree (person_id, id DESC) WHERE helped;
CREATE INDEX receipts_to_purge ON public.recall_receipt USING btree (at);
CREATE INDEX refresh_tokens_of_a_family ON public.oauth_refreshtoken USING btree (token_family);
CREATE INDEX refresh_tokens_to_purge ON public.oauth_refreshtoken USING btree (created);
CREATE INDEX refused_reads_of_a_person ON public.agents_accesslog USING btree (person_id, at DESC, id DESC) WHERE (((outcome)::text = 'PERMISSION_DENIED'::text) AND (NOT writes));
CREATE INDEX reports_of_one ON public.communities_report USING btree (shared_id);
CREATE INDEX reports_to_look_at ON public.communities_report USING btree (community_id, at) WHERE (resolved_at IS NULL);
CREATE INDEX rules_against_a_memory ON public.memories_memory USING btree (negates_id) WHERE (negates_id IS NOT NULL);
CREATE INDEX search_documents_of_a_subject ON public.memories_searchdocument USING btree (person_id, subject);
CREATE INDEX search_documents_of_words ON public.memories_searchdocument USING btree (person_id, statement) WHERE (statement IS NOT NULL);
CREATE INDEX search_documents_to_compare ON public.memories_searchdocument USING btree (((get_byte(uuid_send(person_id), 15) & 7)), memory_id) WHERE (NOT compared);
CREATE INDEX seen_updates_to_purge ON public.telegram_seenupdate USING btree (at);
CREATE INDEX setting_changes_of_a_person ON public.memories_settingchange USING btree (person_id, at DESC, id DESC);
CREATE INDEX setting_changes_of_an_act ON public.memories_settingchange USING btree (act) WHERE (act IS NOT NULL);
CREATE INDEX settings_archive_below ON public.people_memorysettings USING btree (person_id) WHERE (archive_below IS NOT NULL);
CREATE INDEX shared_appeals ON public.communities_sharedmemory USING btree (community_id) WHERE (appealed_at IS NOT NULL);
CREATE INDEX shared_desk ON public.communities_sharedmemory USING btree (community_id, proposed_at, id) WHERE ((status)::text = 'proposed'::text);
CREATE INDEX shared_list ON public.communities_sharedmemory USING btree (community_id, shown_at DESC, id DESC) WHERE ((status)::text = 'shown'::text);
CREATE INDEX socialaccount_socialaccount_user_id_8146e70c ON public.socialaccount_socialaccount USING btree (user_id);
CREATE INDEX socialaccount_socialtoken_account_id_951f210e ON public.socialaccount_socialtoken USING btree (account_id);
CREATE INDEX socialaccount_socialtoken_app_id_636a42d7 ON public.socialaccount_socialtoken USING btree (app_id);
CREATE INDEX staff_access_of_a_person ON public.people_staffaccess USING btree (person_id, at DESC, id DESC);
CREATE INDEX telegram_groupchat_person_id_75d1a9cb ON public.telegram_groupchat USING btree (person_id);
CREATE INDEX telegram_outgoingmessage_person_id_6fcadc43 ON public.telegram_outgoingmessage USING btree (person_id);
CREATE INDEX telegram_unreadmessage_person_id_ffe507ee ON public.telegram_unreadmessage USING btree (person_id);
CREATE UNIQUE INDEX unique_authenticator_type ON public.mfa_authenticator USING btree (user_id, type) WHERE ((type)::text = ANY ((ARRAY['totp'::character varying, 'recovery_codes'::character varying])::text[]));
CREATE UNIQUE INDEX unique_primary_email ON public.account_emailaddress USING btree (user_id, "primary") WHERE "primary";
CREATE UNIQUE INDEX unique_verified_email ON public.account_emailaddress USING btree (email) WHERE verified;
CREATE INDEX unread_messages_to_purge ON public.telegram_unreadmessage USING btree (at);
CREATE INDEX usersessions_usersession_session_key_fd35de43_like ON public.usersessions_usersession USING btree (session_key varchar_pattern_ops);
CREATE INDEX usersessions_usersession_user_id_af5e0a6d ON public.usersessions_usersession USING btree (user_id);
CREATE INDEX versions_of_an_agent ON public.memories_historicalmemory USING btree (changed_by_agent_id, history_date) WHERE (changed_by_agent_id IS NOT NULL);
CREATE INDEX wanted_cases_of_a_kind_of_work ON public.recall_wantedcase USING btree (person_id, work);
CREATE TRIGGER agents_agent_added_by_member BEFORE INSERT ON public.agents_agent FOR EACH ROW WHEN ((new.community_id IS NOT NULL)) EXECUTE FUNCTION public.people_only_members();
CREATE TRIGGER agents_agent_is_recorded AFTER UPDATE OF trust, paused_at, paused_until, sight, reads_conversations ON public.agents_agent FOR EACH ROW WHEN ((COALESCE(current_setting('memoryweb.act'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION public.memories_record_change();
CREATE TRIGGER agents_agent_moved_by_member BEFORE UPDATE ON public.agents_agent FOR EACH ROW WHEN (((new.community_id IS NOT NULL) AND (new.community_id IS DISTINCT FROM old.community_id))) EXECUTE FUNCTION public.people_only_members();
CREATE TRIGGER agents_agent_stays_in_the_log AFTER INSERT OR DELETE OR UPDATE OF token_hint, trust, scopes, community_id, project, sight, reads_conversations, expires_at, paused_at, paused_until, revoked_at, deleted_at ON public.agents_agent FOR EACH ROW EXECUTE FUNCTION public.memories_record_setting('name', 'token_hash', 'unrecorded_reads', 'trust_declined_at', 'created_at', 'last_used_at');
CREATE TRIGGER agents_conversationgrant_is_recorded AFTER INSERT OR DELETE OR UPDATE ON public.agents_conversationgrant FOR EACH ROW WHEN ((COALESCE(current_setting('memoryweb.act'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION public.memories_record_change();
CREATE TRIGGER agents_conversationgrant_stays_in_the_log AFTER INSERT OR DELETE OR UPDATE ON public.agents_conversationgrant FOR EACH ROW EXECUTE FUNCTION public.memories_record_setting();
CREATE TRIGGER agents_sight_is_recorded AFTER INSERT OR DELETE OR UPDATE ON public.agents_sight FOR EACH ROW WHEN ((COALESCE(current_setting('memoryweb.act'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION public.memories_record_change();
CREATE TRIGGER agents_sight_stays_in_the_log AFTER INSERT OR DELETE OR UPDATE ON public.agents_sight FOR EACH ROW EXECUTE FUNCTION public.memories_record_setting();
CREATE TRIGGER communities_contribution_added_by_member BEFORE INSERT ON public.communities_contribution FOR EACH ROW WHEN ((new.community_id IS NOT NULL)) EXECUTE FUNCTION public.people_only_members();
CREATE TRIGGER communities_contribution_is_answered AFTER UPDATE OF status ON public.communities_contribution FOR EACH ROW WHEN ((((old.status)::text = 'suggested'::text) AND ((new.status)::text <> 'suggested'::text))) EXECUTE FUNCTION public.operations_forget_suggestion();
CREATE TRIGGER communities_contribution_is_deleted AFTER DELETE ON public.communities_contribution FOR EACH ROW EXECUTE FUNCTION public.communities_deleted_contribution();
CREATE TRIGGER communities_contribution_is_dropped AFTER DELETE ON public.communities_contribution FOR EACH ROW WHEN (((old.status)::text = 'suggested'::text)) EXECUTE FUNCTION public.operations_forget_suggestion();
CREATE TRIGGER communities_contribution_is_new BEFORE INSERT ON public.communities_contribution FOR EACH ROW EXECUTE FUNCTION public.communities_new_contribution();
CREATE TRIGGER communities_contribution_moved_by_member BEFORE UPDATE ON public.communities_contribution FOR EACH ROW WHEN (((new.community_id IS NOT NULL) AND (new.community_id IS DISTINCT FROM old.community_id))) EXECUTE FUNCTION public.people_only_members();
CREATE TRIGGER communities_sharedmemory_changes BEFORE UPDATE ON public.communities_sharedmemory FOR EACH ROW EXECUTE FUNCTION public.communities_change_shared();
CREATE CONSTRAINT TRIGGER communities_sharedmemory_is_decided AFTER UPDATE ON public.communities_sharedmemory DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((new.status)::text <> 'proposed'::text) AND ((((old.status)::text IS DISTINCT FROM (new.status)::text) OR ((old.statement)::text IS DISTINCT FROM (new.statement)::text)) OR (old.details IS DISTINCT FROM new.details)))) EXECUTE FUNCTION public.communities_is_decided();
CREATE TRIGGER interchange_folder_stays_in_the_log AFTER DELETE OR UPDATE OF kind, standing_since, paused_at ON public.interchange_folder FOR EACH ROW EXECUTE FUNCTION public.memories_record_setting('path', 'host', 'watched_at', 'passed_at', 'trouble', 'writes_again', 'takes_deletions', 'findings', 'created_at');
CREATE TRIGGER learning_conversation_changed AFTER INSERT OR UPDATE OF ended_at, trimmed_at ON public.learning_conversation FOR EACH ROW WHEN ((new.trimmed_at IS NULL)) EXECUTE FUNCTION public.learning_mark_outside();
CREATE TRIGGER learning_feedback_is_recorded AFTER INSERT OR DELETE OR UPDATE ON public.learning_feedback FOR EACH ROW WHEN ((COALESCE(current_setting('memoryweb.act'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION public.memories_record_change('note', 'evidence_ref');
CREATE TRIGGER learning_signal_is_recorded AFTER INSERT OR DELETE OR UPDATE ON public.learning_signal FOR EACH ROW WHEN ((COALESCE(current_setting('memoryweb.act'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION public.memories_record_change();
CREATE TRIGGER learning_window_settings_changed AFTER INSERT OR UPDATE OF enable_memory, recent_window_type, recent_max_items, recent_max_age_days ON public.people_memorysettings FOR EACH ROW EXECUTE FUNCTION public.learning_mark_outside();
CREATE CONSTRAINT TRIGGER memories_change_has_a_version AFTER INSERT OR UPDATE ON public.memories_memory DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.memories_change_has_a_version();
CREATE TRIGGER memories_conflict_is_recorded AFTER INSERT OR DELETE OR UPDATE ON public.memories_conflict FOR EACH ROW WHEN ((COALESCE(current_setting('memoryweb.act'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION public.memories_record_change();
CREATE TRIGGER memories_conflictmember_is_recorded AFTER INSERT OR DELETE OR UPDATE ON public.memories_conflictmember FOR EACH ROW WHEN ((COALESCE(current_setting('memoryweb.act'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION public.memories_record_change();
CREATE CONSTRAINT TRIGGER memories_erasure_leaves_no_words AFTER DELETE ON public.memories_memory DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.memories_erasure_leaves_no_words();
CREATE TRIGGER memories_evidence_is_recorded AFTER INSERT OR DELETE OR UPDATE ON public.memories_evidence FOR EACH ROW WHEN ((COALESCE(current_setting('memoryweb.act'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION public.memories_record_change();
CREATE TRIGGER memories_memory_added_by_member BEFORE INSERT ON public.memories_memory FOR EACH ROW WHEN ((new.community_id IS NOT NULL)) EXECUTE FUNCTION public.people_only_members();
CREATE TRIGGER memories_memory_moved_by_member BEFORE UPDATE ON public.memories_memory FOR EACH ROW WHEN (((new.community_id IS NOT NULL) AND (new.community_id IS DISTINCT FROM old.community_id))) EXECUTE FUNCTION public.people_only_members();
CREATE TRIGGER memories_proposal_is_recorded AFTER INSERT OR DELETE OR UPDATE ON public.memories_proposal FOR EACH ROW WHEN ((COALESCE(current_setting('memoryweb.act'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION public.memories_record_change();
CREATE TRIGGER memories_tombstone_is_recorded AFTER INSERT OR DELETE OR UPDATE ON public.memories_tombstone FOR EACH ROW WHEN ((COALESCE(current_setting('memoryweb.act'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION public.memories_record_change();
CREATE TRIGGER memories_version_is_recorded AFTER INSERT ON public.memories_historicalmemory FOR EACH ROW WHEN ((COALESCE(current_setting('memoryweb.act'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION public.memories_record_version();
CREATE CONSTRAINT TRIGGER memories_versions_are_linked AFTER INSERT ON public.memories_versionstolink DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.memories_link_at_commit();
CREATE TRIGGER memories_versions_are_noted AFTER INSERT ON public.memories_historicalmemory REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.memories_note_versions();
CREATE TRIGGER people_membership_ends AFTER DELETE ON public.people_membership FOR EACH ROW EXECUTE FUNCTION public.communities_left();
CREATE TRIGGER people_membership_ends_groups AFTER DELETE ON public.people_membership FOR EACH ROW EXECUTE FUNCTION public.telegram_groups_end();
CREATE TRIGGER people_membership_ends_suggestions AFTER DELETE ON public.people_membership FOR EACH ROW EXECUTE FUNCTION public.communities_suggestions_end();
CREATE TRIGGER people_memorysettings_is_recorded AFTER UPDATE ON public.people_memorysettings FOR EACH ROW WHEN ((COALESCE(current_setting('memoryweb.act'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION public.memories_record_change();
CREATE TRIGGER people_memorysettings_stays_in_the_log AFTER UPDATE ON public.people_memorysettings FOR EACH ROW EXECUTE FUNCTION public.memories_record_setting('letter_sent_on');
CREATE TRIGGER recall_wantedcase_is_recorded AFTER INSERT OR DELETE OR UPDATE ON public.recall_wantedcase FOR EACH ROW WHEN ((COALESCE(current_setting('memoryweb.act'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION public.memories_record_change();
CREATE TRIGGER telegram_groupchat_added_by_member BEFORE INSERT ON public.telegram_groupchat FOR EACH ROW WHEN ((new.community_id IS NOT NULL)) EXECUTE FUNCTION public.people_only_members();
CREATE TRIGGER telegram_groupchat_moved_by_member BEFORE UPDATE ON public.telegram_groupchat FOR EACH ROW WHEN (((new.community_id IS NOT NULL) AND ((new.community_id IS DISTINCT FROM old.community_id) OR (new.chat_id IS DISTINCT FROM old.chat_id)))) EXECUTE FUNCTION public.people_only_members();
CREATE TRIGGER telegram_linkcode_added_by_member BEFORE INSERT ON public.telegram_linkcode FOR EACH ROW WHEN ((new.community_id IS NOT NULL)) EXECUTE FUNCTION public.people_only_members();
CREATE TRIGGER telegram_linkcode_moved_by_member BEFORE UPDATE ON public.telegram_linkcode FOR EACH ROW WHEN (((new.community_id IS NOT NULL) AND (new.community_id IS DISTINCT FROM old.community_id))) EXECUTE FUNCTION public.people_only_members();
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_2c513194_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirm_email_address_id_5b7f8c58_fk_account_e FOREIGN KEY (email_address_id) REFERENCES public.account_emailaddress(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.agents_accesslog
    ADD CONSTRAINT agents_accesslog_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.agents_agent
    ADD CONSTRAINT agents_agent_community_id_e7ab587a_fk_people_community_id FOREIGN KEY (community_id) REFERENCES public.people_community(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.agents_agent
    ADD CONSTRAINT agents_agent_person_id_32aa8aec_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.agents_conversationgrant
    ADD CONSTRAINT agents_conversationgrant_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.agents_conversationgrant
    ADD CONSTRAINT agents_conversationgrant_recorder_id_of_same_person FOREIGN KEY (person_id, recorder_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.agents_sight
    ADD CONSTRAINT agents_sight_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.communities_communityinvitation
    ADD CONSTRAINT communities_communit_community_id_9e6d9423_fk_people_co FOREIGN KEY (community_id) REFERENCES public.people_community(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.communities_communityinvitation
    ADD CONSTRAINT communities_communit_person_id_92bbcc64_fk_people_us FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.communities_contribution
    ADD CONSTRAINT communities_contribu_community_id_050f6738_fk_people_co FOREIGN KEY (community_id) REFERENCES public.people_community(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.communities_contribution
    ADD CONSTRAINT communities_contribution_person_id_71a869a3_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.communities_decision
    ADD CONSTRAINT communities_decision_community_id_0161adef_fk_people_co FOREIGN KEY (community_id) REFERENCES public.people_community(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.communities_decision
    ADD CONSTRAINT communities_decision_moderator_id_8f6acaae_fk_people_user_id FOREIGN KEY (moderator_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.communities_report
    ADD CONSTRAINT communities_report_community_id_e71d1d73_fk_people_community_id FOREIGN KEY (community_id) REFERENCES public.people_community(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.communities_report
    ADD CONSTRAINT communities_report_person_id_1233c330_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.communities_sharedmemory
    ADD CONSTRAINT communities_sharedme_community_id_fa0fb229_fk_people_co FOREIGN KEY (community_id) REFERENCES public.people_community(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.communities_sharedmute
    ADD CONSTRAINT communities_sharedmute_person_id_092e11cb_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.demo_examplemonth
    ADD CONSTRAINT demo_examplemonth_person_id_8c24dd3f_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_content_type_id_c4bce8eb_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_user_id_c564eba6_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.interchange_folder
    ADD CONSTRAINT interchange_folder_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.interchange_folder
    ADD CONSTRAINT interchange_folder_person_id_1e32fd32_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.interchange_folderline
    ADD CONSTRAINT interchange_folderline_folder_id_of_same_person FOREIGN KEY (person_id, folder_id) REFERENCES public.interchange_folder(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.interchange_importbatch
    ADD CONSTRAINT interchange_importbatch_person_id_1b7bafaf_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.interchange_importrow
    ADD CONSTRAINT interchange_importrow_batch_id_of_same_person FOREIGN KEY (person_id, batch_id) REFERENCES public.interchange_importbatch(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.learning_conversation
    ADD CONSTRAINT learning_conversation_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.learning_conversation
    ADD CONSTRAINT learning_conversation_person_id_d5f95f0f_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.learning_feedback
    ADD CONSTRAINT learning_feedback_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.learning_signal
    ADD CONSTRAINT learning_signal_feedback_id_of_same_person FOREIGN KEY (person_id, feedback_id) REFERENCES public.learning_feedback(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.learning_signal
    ADD CONSTRAINT learning_signal_memory_id_of_same_person FOREIGN KEY (person_id, memory_id) REFERENCES public.memories_memory(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.learning_spend
    ADD CONSTRAINT learning_spend_person_id_5a724d61_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_act
    ADD CONSTRAINT memories_act_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_act
    ADD CONSTRAINT memories_act_person_id_467f9d25_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_actchange
    ADD CONSTRAINT memories_actchange_act_id_of_same_person FOREIGN KEY (person_id, act_id) REFERENCES public.memories_act(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_conflict
    ADD CONSTRAINT memories_conflict_person_id_760baea0_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_conflictmember
    ADD CONSTRAINT memories_conflictmember_conflict_id_of_same_person FOREIGN KEY (person_id, conflict_id) REFERENCES public.memories_conflict(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_conflictmember
    ADD CONSTRAINT memories_conflictmember_memory_id_of_same_person FOREIGN KEY (person_id, memory_id) REFERENCES public.memories_memory(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_erasure
    ADD CONSTRAINT memories_erasure_person_id_30b3f3b4_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_evidence
    ADD CONSTRAINT memories_evidence_memory_id_of_same_person FOREIGN KEY (person_id, memory_id) REFERENCES public.memories_memory(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_memory
    ADD CONSTRAINT memories_memory_community_id_01597f16_fk_people_community_id FOREIGN KEY (community_id) REFERENCES public.people_community(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_memory
    ADD CONSTRAINT memories_memory_negates_id_of_same_person FOREIGN KEY (person_id, negates_id) REFERENCES public.memories_memory(person_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_memory
    ADD CONSTRAINT memories_memory_person_id_fbf76cb8_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_memory
    ADD CONSTRAINT memories_memory_superseded_by_id_of_same_person FOREIGN KEY (person_id, superseded_by_id) REFERENCES public.memories_memory(person_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_observationcounter
    ADD CONSTRAINT memories_observation_person_id_06539aac_fk_people_us FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_proposal
    ADD CONSTRAINT memories_proposal_memory_id_of_same_person FOREIGN KEY (person_id, memory_id) REFERENCES public.memories_memory(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_refusal
    ADD CONSTRAINT memories_refusal_person_id_596d805a_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_searchdocument
    ADD CONSTRAINT memories_searchdocument_memory_id_of_same_person FOREIGN KEY (person_id, memory_id) REFERENCES public.memories_memory(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_tombstone
    ADD CONSTRAINT memories_tombstone_brought_id_of_same_person FOREIGN KEY (person_id, brought_id) REFERENCES public.memories_fingerprintkey(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_tombstone
    ADD CONSTRAINT memories_tombstone_person_id_f6ea4c8f_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_use
    ADD CONSTRAINT memories_use_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.memories_use
    ADD CONSTRAINT memories_use_memory_id_of_same_person FOREIGN KEY (person_id, memory_id) REFERENCES public.memories_memory(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.mfa_authenticator
    ADD CONSTRAINT mfa_authenticator_user_id_0c3a50c0_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.notifications_announcement
    ADD CONSTRAINT notifications_announcement_channel_id_of_same_person FOREIGN KEY (person_id, channel_id) REFERENCES public.notifications_channel(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.notifications_announcement
    ADD CONSTRAINT notifications_announcement_delivery_id_of_same_person FOREIGN KEY (person_id, delivery_id) REFERENCES public.notifications_delivery(person_id, id) ON DELETE SET NULL (delivery_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.notifications_channel
    ADD CONSTRAINT notifications_channel_person_id_54b8da7b_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.notifications_delivery
    ADD CONSTRAINT notifications_delivery_channel_id_of_same_person FOREIGN KEY (person_id, channel_id) REFERENCES public.notifications_channel(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.notifications_quiethours
    ADD CONSTRAINT notifications_quiethours_person_id_509703fd_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_devicegrant
    ADD CONSTRAINT oauth2_provider_devicegrant_user_id_1cec5156_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_idtoken
    ADD CONSTRAINT oauth2_provider_idto_application_id_08c5ff4f_fk_oauth_app FOREIGN KEY (application_id) REFERENCES public.oauth_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_idtoken
    ADD CONSTRAINT oauth2_provider_idtoken_user_id_dd512b59_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth_accesstoken
    ADD CONSTRAINT oauth_accesstoken_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth_accesstoken
    ADD CONSTRAINT oauth_accesstoken_application_id_4d794332_fk_oauth_app FOREIGN KEY (application_id) REFERENCES public.oauth_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth_accesstoken
    ADD CONSTRAINT oauth_accesstoken_source_refresh_token_id_of_same_person FOREIGN KEY (person_id, source_refresh_token_id) REFERENCES public.oauth_refreshtoken(person_id, id) ON DELETE SET NULL (source_refresh_token_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth_connection
    ADD CONSTRAINT oauth_connection_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth_connection
    ADD CONSTRAINT oauth_connection_application_id_43960543_fk_oauth_app FOREIGN KEY (application_id) REFERENCES public.oauth_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth_grant
    ADD CONSTRAINT oauth_grant_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth_grant
    ADD CONSTRAINT oauth_grant_application_id_6a8fba0d_fk_oauth_application_id FOREIGN KEY (application_id) REFERENCES public.oauth_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth_refreshtoken
    ADD CONSTRAINT oauth_refreshtoken_access_token_id_of_same_person FOREIGN KEY (person_id, access_token_id) REFERENCES public.oauth_accesstoken(person_id, id) ON DELETE SET NULL (access_token_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth_refreshtoken
    ADD CONSTRAINT oauth_refreshtoken_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth_refreshtoken
    ADD CONSTRAINT oauth_refreshtoken_application_id_65d24bc0_fk_oauth_app FOREIGN KEY (application_id) REFERENCES public.oauth_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.operations_answer
    ADD CONSTRAINT operations_answer_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_invitation
    ADD CONSTRAINT people_invitation_person_id_d00204d6_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_membership
    ADD CONSTRAINT people_membership_community_id_85702f6c_fk_people_community_id FOREIGN KEY (community_id) REFERENCES public.people_community(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_membership
    ADD CONSTRAINT people_membership_person_id_dd6d28d1_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_memorysettings
    ADD CONSTRAINT people_memorysettings_person_id_58d97247_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_staffaccess
    ADD CONSTRAINT people_staffaccess_person_id_314e0aeb_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_user_groups
    ADD CONSTRAINT people_user_groups_group_id_1f0237d0_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_user_groups
    ADD CONSTRAINT people_user_groups_user_id_290df956_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_user_user_permissions
    ADD CONSTRAINT people_user_user_per_permission_id_55f01ef0_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_user_user_permissions
    ADD CONSTRAINT people_user_user_permissions_user_id_7d19557b_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recall_embedding
    ADD CONSTRAINT recall_embedding_memory_id_of_same_person FOREIGN KEY (person_id, memory_id) REFERENCES public.memories_memory(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recall_receipt
    ADD CONSTRAINT recall_receipt_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recall_receiptitem
    ADD CONSTRAINT recall_receiptitem_memory_id_of_same_person FOREIGN KEY (person_id, memory_id) REFERENCES public.memories_memory(person_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recall_receiptitem
    ADD CONSTRAINT recall_receiptitem_receipt_id_of_same_person FOREIGN KEY (person_id, receipt_id) REFERENCES public.recall_receipt(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recall_wantedcase
    ADD CONSTRAINT recall_wantedcase_memory_id_of_same_person FOREIGN KEY (person_id, memory_id) REFERENCES public.memories_memory(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_social_account_id_951f210e_fk_socialacc FOREIGN KEY (account_id) REFERENCES public.socialaccount_socialaccount(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_social_app_id_636a42d7_fk_socialacc FOREIGN KEY (app_id) REFERENCES public.socialaccount_socialapp(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.socialaccount_socialaccount
    ADD CONSTRAINT socialaccount_socialaccount_user_id_8146e70c_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_staffaccess
    ADD CONSTRAINT staff_access_by_a_person FOREIGN KEY (by_id) REFERENCES public.people_user(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.telegram_chatidentity
    ADD CONSTRAINT telegram_chatidentit_community_id_51c3a462_fk_people_co FOREIGN KEY (community_id) REFERENCES public.people_community(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.telegram_chatidentity
    ADD CONSTRAINT telegram_chatidentity_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.telegram_chatturn
    ADD CONSTRAINT telegram_chatturn_person_id_339d6027_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.telegram_communitytools
    ADD CONSTRAINT telegram_communityto_community_id_4c62e1f1_fk_people_co FOREIGN KEY (community_id) REFERENCES public.people_community(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.telegram_groupchat
    ADD CONSTRAINT telegram_groupchat_community_id_31fb4a9d_fk_people_community_id FOREIGN KEY (community_id) REFERENCES public.people_community(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.telegram_groupchat
    ADD CONSTRAINT telegram_groupchat_person_id_75d1a9cb_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.telegram_linkcode
    ADD CONSTRAINT telegram_linkcode_community_id_585f4604_fk_people_community_id FOREIGN KEY (community_id) REFERENCES public.people_community(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.telegram_linkcode
    ADD CONSTRAINT telegram_linkcode_person_id_d3012dec_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.telegram_outgoingmessage
    ADD CONSTRAINT telegram_outgoingmessage_person_id_6fcadc43_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.telegram_unreadmessage
    ADD CONSTRAINT telegram_unreadmessage_agent_id_of_same_person FOREIGN KEY (person_id, agent_id) REFERENCES public.agents_agent(person_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.telegram_unreadmessage
    ADD CONSTRAINT telegram_unreadmessage_person_id_ffe507ee_fk_people_user_id FOREIGN KEY (person_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.usersessions_usersession
    ADD CONSTRAINT usersessions_usersession_user_id_af5e0a6d_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE public.account_emailaddress ENABLE ROW LEVEL SECURITY;
CREATE POLICY account_emailaddress_add ON public.account_emailaddress FOR INSERT TO memoryweb_app WITH CHECK ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY account_emailaddress_change ON public.account_emailaddress FOR UPDATE TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY account_emailaddress_read ON public.account_emailaddress FOR SELECT TO memoryweb_app USING (true);
CREATE POLICY account_emailaddress_remove ON public.account_emailaddress FOR DELETE TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.agents_accesslog ENABLE ROW LEVEL SECURITY;
CREATE POLICY agents_accesslog_add ON public.agents_accesslog FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY agents_accesslog_clock ON public.agents_accesslog TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY agents_accesslog_read ON public.agents_accesslog FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.agents_agent ENABLE ROW LEVEL SECURITY;
CREATE POLICY agents_agent_add ON public.agents_agent FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY agents_agent_change ON public.agents_agent FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY agents_agent_read ON public.agents_agent FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY agents_agent_remove ON public.agents_agent FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.agents_conversationgrant ENABLE ROW LEVEL SECURITY;
CREATE POLICY agents_conversationgrant_add ON public.agents_conversationgrant FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY agents_conversationgrant_change ON public.agents_conversationgrant FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY agents_conversationgrant_read ON public.agents_conversationgrant FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY agents_conversationgrant_remove ON public.agents_conversationgrant FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.agents_sight ENABLE ROW LEVEL SECURITY;
CREATE POLICY agents_sight_add ON public.agents_sight FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY agents_sight_change ON public.agents_sight FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY agents_sight_read ON public.agents_sight FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY agents_sight_remove ON public.agents_sight FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.communities_communityinvitation ENABLE ROW LEVEL SECURITY;
CREATE POLICY communities_communityinvitation_add ON public.communities_communityinvitation FOR INSERT TO memoryweb_app WITH CHECK (((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND (community_id = ANY (( SELECT public.people_moderated_communities() AS people_moderated_communities)::uuid[])) AND (uses = 0)));
CREATE POLICY communities_communityinvitation_change ON public.communities_communityinvitation FOR UPDATE TO memoryweb_app USING ((community_id = ANY (( SELECT public.people_moderated_communities() AS people_moderated_communities)::uuid[])));
CREATE POLICY communities_communityinvitation_read ON public.communities_communityinvitation FOR SELECT TO memoryweb_app USING ((community_id = ANY (( SELECT public.people_moderated_communities() AS people_moderated_communities)::uuid[])));
ALTER TABLE public.communities_contribution ENABLE ROW LEVEL SECURITY;
CREATE POLICY communities_contribution_add ON public.communities_contribution FOR INSERT TO memoryweb_app WITH CHECK (((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND ((COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text) OR (((status)::text = 'suggested'::text) AND ((community_id)::text = COALESCE(current_setting('app.agent_community'::text, true), ''::text))))));
CREATE POLICY communities_contribution_change ON public.communities_contribution FOR UPDATE TO memoryweb_app USING (((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND (COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text))) WITH CHECK (((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND (COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text)));
CREATE POLICY communities_contribution_clock ON public.communities_contribution FOR SELECT TO memoryweb_clock USING (((status)::text = 'suggested'::text));
CREATE POLICY communities_contribution_read ON public.communities_contribution FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.communities_decision ENABLE ROW LEVEL SECURITY;
CREATE POLICY communities_decision_add ON public.communities_decision FOR INSERT TO memoryweb_app WITH CHECK (((moderator_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND (community_id = ANY (( SELECT public.people_moderated_communities() AS people_moderated_communities)::uuid[])) AND ((verb)::text <> 'retract'::text) AND (community_id = ( SELECT s.community_id
   FROM public.communities_sharedmemory s
  WHERE (s.id = communities_decision.shared_id)))));
CREATE POLICY communities_decision_change ON public.communities_decision FOR UPDATE TO memoryweb_app USING (((moderator_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND (community_id = ANY (( SELECT public.people_moderated_communities() AS people_moderated_communities)::uuid[])) AND ((verb)::text <> 'retract'::text)));
CREATE POLICY communities_decision_read ON public.communities_decision FOR SELECT TO memoryweb_app USING ((community_id = ANY (( SELECT public.people_my_communities() AS people_my_communities)::uuid[])));
ALTER TABLE public.communities_historicalsharedmemory ENABLE ROW LEVEL SECURITY;
CREATE POLICY communities_historicalsharedmemory_add ON public.communities_historicalsharedmemory FOR INSERT TO memoryweb_app WITH CHECK (((community_id = ANY (( SELECT public.people_moderated_communities() AS people_moderated_communities)::uuid[])) OR ((id IN ( SELECT communities_contribution.id
   FROM public.communities_contribution
  WHERE (communities_contribution.person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")))) AND (COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text))));
CREATE POLICY communities_historicalsharedmemory_read ON public.communities_historicalsharedmemory FOR SELECT TO memoryweb_app USING (((community_id = ANY (( SELECT public.people_moderated_communities() AS people_moderated_communities)::uuid[])) OR ((id IN ( SELECT communities_contribution.id
   FROM public.communities_contribution
  WHERE (communities_contribution.person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")))) AND (COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text))));
ALTER TABLE public.communities_report ENABLE ROW LEVEL SECURITY;
CREATE POLICY communities_report_add ON public.communities_report FOR INSERT TO memoryweb_app WITH CHECK (((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND (COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text) AND (community_id = ANY (( SELECT public.people_my_communities() AS people_my_communities)::uuid[])) AND (resolved_at IS NULL) AND (community_id = ( SELECT s.community_id
   FROM public.communities_sharedmemory s
  WHERE (s.id = communities_report.shared_id)))));
CREATE POLICY communities_report_change ON public.communities_report FOR UPDATE TO memoryweb_app USING ((community_id = ANY (( SELECT public.people_moderated_communities() AS people_moderated_communities)::uuid[])));
CREATE POLICY communities_report_read ON public.communities_report FOR SELECT TO memoryweb_app USING ((((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND (COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text)) OR (community_id = ANY (( SELECT public.people_moderated_communities() AS people_moderated_communities)::uuid[]))));
CREATE POLICY communities_report_remove ON public.communities_report FOR DELETE TO memoryweb_app USING (((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND (COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text)));
ALTER TABLE public.communities_sharedmemory ENABLE ROW LEVEL SECURITY;
CREATE POLICY communities_sharedmemory_add ON public.communities_sharedmemory FOR INSERT TO memoryweb_app WITH CHECK (((community_id = ANY (( SELECT public.people_my_communities() AS people_my_communities)::uuid[])) AND (COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text) AND (NOT (shown_at IS DISTINCT FROM
CASE status
    WHEN 'shown'::text THEN proposed_at
    ELSE NULL::timestamp with time zone
END)) AND (((status)::text = 'proposed'::text) OR (((status)::text = 'shown'::text) AND ((( SELECT c.moderation
   FROM public.people_community c
  WHERE (c.id = communities_sharedmemory.community_id)))::text = 'open'::text))) AND (EXISTS ( SELECT
   FROM public.communities_contribution c
  WHERE ((c.id = communities_sharedmemory.id) AND (c.person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND (c.community_id = communities_sharedmemory.community_id) AND ((c.status)::text = 'shared'::text))))));
CREATE POLICY communities_sharedmemory_change ON public.communities_sharedmemory FOR UPDATE TO memoryweb_app USING (((community_id = ANY (( SELECT public.people_moderated_communities() AS people_moderated_communities)::uuid[])) OR ((id IN ( SELECT communities_contribution.id
   FROM public.communities_contribution
  WHERE (communities_contribution.person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")))) AND (COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text))));
CREATE POLICY communities_sharedmemory_read ON public.communities_sharedmemory FOR SELECT TO memoryweb_app USING (((((status)::text = 'shown'::text) AND (community_id = ANY (( SELECT public.people_my_communities() AS people_my_communities)::uuid[]))) OR (community_id = ANY (( SELECT public.people_moderated_communities() AS people_moderated_communities)::uuid[])) OR ((id IN ( SELECT communities_contribution.id
   FROM public.communities_contribution
  WHERE (communities_contribution.person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")))) AND (COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text))));
ALTER TABLE public.communities_sharedmute ENABLE ROW LEVEL SECURITY;
CREATE POLICY communities_sharedmute_add ON public.communities_sharedmute FOR INSERT TO memoryweb_app WITH CHECK (((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND (COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text) AND (shared_id IN ( SELECT communities_sharedmemory.id
   FROM public.communities_sharedmemory))));
CREATE POLICY communities_sharedmute_read ON public.communities_sharedmute FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY communities_sharedmute_remove ON public.communities_sharedmute FOR DELETE TO memoryweb_app USING (((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND (COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text)));
ALTER TABLE public.demo_examplemonth ENABLE ROW LEVEL SECURITY;
CREATE POLICY demo_examplemonth_add ON public.demo_examplemonth FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY demo_examplemonth_change ON public.demo_examplemonth FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY demo_examplemonth_read ON public.demo_examplemonth FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY demo_examplemonth_remove ON public.demo_examplemonth FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.django_admin_log ENABLE ROW LEVEL SECURITY;
CREATE POLICY django_admin_log_add ON public.django_admin_log FOR INSERT TO memoryweb_app WITH CHECK ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY django_admin_log_change ON public.django_admin_log FOR UPDATE TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY django_admin_log_read ON public.django_admin_log FOR SELECT TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY django_admin_log_remove ON public.django_admin_log FOR DELETE TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.interchange_folder ENABLE ROW LEVEL SECURITY;
CREATE POLICY interchange_folder_add ON public.interchange_folder FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY interchange_folder_change ON public.interchange_folder FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY interchange_folder_clock ON public.interchange_folder TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY interchange_folder_read ON public.interchange_folder FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY interchange_folder_remove ON public.interchange_folder FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.interchange_folderline ENABLE ROW LEVEL SECURITY;
CREATE POLICY interchange_folderline_add ON public.interchange_folderline FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY interchange_folderline_change ON public.interchange_folderline FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY interchange_folderline_read ON public.interchange_folderline FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY interchange_folderline_remove ON public.interchange_folderline FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.interchange_importbatch ENABLE ROW LEVEL SECURITY;
CREATE POLICY interchange_importbatch_add ON public.interchange_importbatch FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY interchange_importbatch_change ON public.interchange_importbatch FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY interchange_importbatch_clock ON public.interchange_importbatch TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY interchange_importbatch_read ON public.interchange_importbatch FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY interchange_importbatch_remove ON public.interchange_importbatch FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.interchange_importrow ENABLE ROW LEVEL SECURITY;
CREATE POLICY interchange_importrow_add ON public.interchange_importrow FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY interchange_importrow_change ON public.interchange_importrow FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY interchange_importrow_read ON public.interchange_importrow FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY interchange_importrow_remove ON public.interchange_importrow FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.learning_conversation ENABLE ROW LEVEL SECURITY;
CREATE POLICY learning_conversation_add ON public.learning_conversation FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY learning_conversation_change ON public.learning_conversation FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY learning_conversation_clock ON public.learning_conversation TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY learning_conversation_read ON public.learning_conversation FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY learning_conversation_remove ON public.learning_conversation FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.learning_feedback ENABLE ROW LEVEL SECURITY;
CREATE POLICY learning_feedback_add ON public.learning_feedback FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY learning_feedback_change ON public.learning_feedback FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY learning_feedback_clock ON public.learning_feedback FOR SELECT TO memoryweb_clock USING (is_due);
CREATE POLICY learning_feedback_read ON public.learning_feedback FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY learning_feedback_remove ON public.learning_feedback FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.learning_signal ENABLE ROW LEVEL SECURITY;
CREATE POLICY learning_signal_add ON public.learning_signal FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY learning_signal_change ON public.learning_signal FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY learning_signal_read ON public.learning_signal FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY learning_signal_remove ON public.learning_signal FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.learning_spend ENABLE ROW LEVEL SECURITY;
CREATE POLICY learning_spend_add ON public.learning_spend FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY learning_spend_change ON public.learning_spend FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY learning_spend_read ON public.learning_spend FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY learning_spend_remove ON public.learning_spend FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_act ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_act_add ON public.memories_act FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_act_change ON public.memories_act FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_act_clock ON public.memories_act TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY memories_act_read ON public.memories_act FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_act_remove ON public.memories_act FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_actchange ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_actchange_add ON public.memories_actchange FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_actchange_change ON public.memories_actchange FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_actchange_read ON public.memories_actchange FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_actchange_remove ON public.memories_actchange FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_conflict ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_conflict_add ON public.memories_conflict FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_conflict_change ON public.memories_conflict FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_conflict_clock ON public.memories_conflict TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY memories_conflict_read ON public.memories_conflict FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_conflict_remove ON public.memories_conflict FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_conflictmember ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_conflictmember_add ON public.memories_conflictmember FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_conflictmember_change ON public.memories_conflictmember FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_conflictmember_clock ON public.memories_conflictmember TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY memories_conflictmember_read ON public.memories_conflictmember FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_conflictmember_remove ON public.memories_conflictmember FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_deletedaccount ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_deletedaccount_clock ON public.memories_deletedaccount TO memoryweb_clock USING (true) WITH CHECK (true);
ALTER TABLE public.memories_erasure ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_erasure_add ON public.memories_erasure FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_erasure_change ON public.memories_erasure FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_erasure_clock ON public.memories_erasure TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY memories_erasure_read ON public.memories_erasure FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_erasure_remove ON public.memories_erasure FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_evidence ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_evidence_add ON public.memories_evidence FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_evidence_change ON public.memories_evidence FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_evidence_read ON public.memories_evidence FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_evidence_remove ON public.memories_evidence FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_fingerprintkey ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_fingerprintkey_add ON public.memories_fingerprintkey FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_fingerprintkey_change ON public.memories_fingerprintkey FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_fingerprintkey_read ON public.memories_fingerprintkey FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_fingerprintkey_remove ON public.memories_fingerprintkey FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_historicalmemory ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_historicalmemory_add ON public.memories_historicalmemory FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_historicalmemory_clock ON public.memories_historicalmemory TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY memories_historicalmemory_read ON public.memories_historicalmemory FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_historyhead ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_historyhead_clock ON public.memories_historyhead TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY memories_historyhead_read ON public.memories_historyhead FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_historylink ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_historylink_clock ON public.memories_historylink TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY memories_historylink_read ON public.memories_historylink FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_memory ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_memory_add ON public.memories_memory FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_memory_change ON public.memories_memory FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_memory_clock ON public.memories_memory TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY memories_memory_read ON public.memories_memory FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_memory_remove ON public.memories_memory FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_observationcounter ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_observationcounter_add ON public.memories_observationcounter FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_observationcounter_change ON public.memories_observationcounter FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_observationcounter_read ON public.memories_observationcounter FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_observationcounter_remove ON public.memories_observationcounter FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_proposal ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_proposal_add ON public.memories_proposal FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_proposal_change ON public.memories_proposal FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_proposal_clock ON public.memories_proposal TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY memories_proposal_read ON public.memories_proposal FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_proposal_remove ON public.memories_proposal FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_refusal ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_refusal_add ON public.memories_refusal FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_refusal_change ON public.memories_refusal FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_refusal_read ON public.memories_refusal FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_refusal_remove ON public.memories_refusal FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_searchdocument ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_searchdocument_add ON public.memories_searchdocument FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_searchdocument_change ON public.memories_searchdocument FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_searchdocument_clock ON public.memories_searchdocument TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY memories_searchdocument_read ON public.memories_searchdocument FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_searchdocument_remove ON public.memories_searchdocument FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_settingchange ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_settingchange_clock ON public.memories_settingchange TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY memories_settingchange_read ON public.memories_settingchange FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_tombstone ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_tombstone_add ON public.memories_tombstone FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_tombstone_change ON public.memories_tombstone FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_tombstone_read ON public.memories_tombstone FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_tombstone_remove ON public.memories_tombstone FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_use ENABLE ROW LEVEL SECURITY;
CREATE POLICY memories_use_add ON public.memories_use FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_use_change ON public.memories_use FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_use_read ON public.memories_use FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY memories_use_remove ON public.memories_use FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.memories_versionstolink ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.mfa_authenticator ENABLE ROW LEVEL SECURITY;
CREATE POLICY mfa_authenticator_add ON public.mfa_authenticator FOR INSERT TO memoryweb_app WITH CHECK ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY mfa_authenticator_change ON public.mfa_authenticator FOR UPDATE TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY mfa_authenticator_read ON public.mfa_authenticator FOR SELECT TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY mfa_authenticator_remove ON public.mfa_authenticator FOR DELETE TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.notifications_announcement ENABLE ROW LEVEL SECURITY;
CREATE POLICY notifications_announcement_add ON public.notifications_announcement FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY notifications_announcement_change ON public.notifications_announcement FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY notifications_announcement_clock ON public.notifications_announcement TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY notifications_announcement_read ON public.notifications_announcement FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY notifications_announcement_remove ON public.notifications_announcement FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.notifications_channel ENABLE ROW LEVEL SECURITY;
CREATE POLICY notifications_channel_add ON public.notifications_channel FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY notifications_channel_change ON public.notifications_channel FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY notifications_channel_clock ON public.notifications_channel TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY notifications_channel_read ON public.notifications_channel FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY notifications_channel_remove ON public.notifications_channel FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.notifications_delivery ENABLE ROW LEVEL SECURITY;
CREATE POLICY notifications_delivery_add ON public.notifications_delivery FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY notifications_delivery_change ON public.notifications_delivery FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY notifications_delivery_clock ON public.notifications_delivery TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY notifications_delivery_read ON public.notifications_delivery FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY notifications_delivery_remove ON public.notifications_delivery FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.notifications_quiethours ENABLE ROW LEVEL SECURITY;
CREATE POLICY notifications_quiethours_add ON public.notifications_quiethours FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY notifications_quiethours_change ON public.notifications_quiethours FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY notifications_quiethours_clock ON public.notifications_quiethours TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY notifications_quiethours_read ON public.notifications_quiethours FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY notifications_quiethours_remove ON public.notifications_quiethours FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.oauth2_provider_devicegrant ENABLE ROW LEVEL SECURITY;
CREATE POLICY oauth2_provider_devicegrant_add ON public.oauth2_provider_devicegrant FOR INSERT TO memoryweb_app WITH CHECK ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth2_provider_devicegrant_change ON public.oauth2_provider_devicegrant FOR UPDATE TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth2_provider_devicegrant_read ON public.oauth2_provider_devicegrant FOR SELECT TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth2_provider_devicegrant_remove ON public.oauth2_provider_devicegrant FOR DELETE TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.oauth2_provider_idtoken ENABLE ROW LEVEL SECURITY;
CREATE POLICY oauth2_provider_idtoken_add ON public.oauth2_provider_idtoken FOR INSERT TO memoryweb_app WITH CHECK ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth2_provider_idtoken_change ON public.oauth2_provider_idtoken FOR UPDATE TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth2_provider_idtoken_read ON public.oauth2_provider_idtoken FOR SELECT TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth2_provider_idtoken_remove ON public.oauth2_provider_idtoken FOR DELETE TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.oauth_accesstoken ENABLE ROW LEVEL SECURITY;
CREATE POLICY oauth_accesstoken_add ON public.oauth_accesstoken FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth_accesstoken_change ON public.oauth_accesstoken FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth_accesstoken_clock ON public.oauth_accesstoken TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY oauth_accesstoken_read ON public.oauth_accesstoken FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth_accesstoken_remove ON public.oauth_accesstoken FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.oauth_connection ENABLE ROW LEVEL SECURITY;
CREATE POLICY oauth_connection_add ON public.oauth_connection FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth_connection_change ON public.oauth_connection FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth_connection_clock ON public.oauth_connection TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY oauth_connection_read ON public.oauth_connection FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth_connection_remove ON public.oauth_connection FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.oauth_grant ENABLE ROW LEVEL SECURITY;
CREATE POLICY oauth_grant_add ON public.oauth_grant FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth_grant_change ON public.oauth_grant FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth_grant_clock ON public.oauth_grant TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY oauth_grant_read ON public.oauth_grant FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth_grant_remove ON public.oauth_grant FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.oauth_refreshtoken ENABLE ROW LEVEL SECURITY;
CREATE POLICY oauth_refreshtoken_add ON public.oauth_refreshtoken FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth_refreshtoken_change ON public.oauth_refreshtoken FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth_refreshtoken_clock ON public.oauth_refreshtoken TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY oauth_refreshtoken_read ON public.oauth_refreshtoken FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY oauth_refreshtoken_remove ON public.oauth_refreshtoken FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.operations_answer ENABLE ROW LEVEL SECURITY;
CREATE POLICY operations_answer_add ON public.operations_answer FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY operations_answer_change ON public.operations_answer FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY operations_answer_clock ON public.operations_answer TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY operations_answer_read ON public.operations_answer FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY operations_answer_remove ON public.operations_answer FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.people_community ENABLE ROW LEVEL SECURITY;
CREATE POLICY people_community_change ON public.people_community FOR UPDATE TO memoryweb_app USING ((id = ANY (( SELECT public.people_owned_communities() AS people_owned_communities)::uuid[]))) WITH CHECK ((id = ANY (( SELECT public.people_owned_communities() AS people_owned_communities)::uuid[])));
CREATE POLICY people_community_read ON public.people_community FOR SELECT TO memoryweb_app USING ((id = ANY (( SELECT public.people_my_communities() AS people_my_communities)::uuid[])));
ALTER TABLE public.people_invitation ENABLE ROW LEVEL SECURITY;
CREATE POLICY people_invitation_add ON public.people_invitation FOR INSERT TO memoryweb_app WITH CHECK (((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND ( SELECT (people_user.is_staff AND people_user.is_active)
   FROM public.people_user
  WHERE (people_user.id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")))));
CREATE POLICY people_invitation_change ON public.people_invitation FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY people_invitation_read ON public.people_invitation FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY people_invitation_remove ON public.people_invitation FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.people_membership ENABLE ROW LEVEL SECURITY;
CREATE POLICY people_membership_change ON public.people_membership FOR UPDATE TO memoryweb_app USING (((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND (COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text))) WITH CHECK (((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND (COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text)));
CREATE POLICY people_membership_read ON public.people_membership FOR SELECT TO memoryweb_app USING (
CASE
    WHEN (person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) THEN true
    ELSE (community_id = ANY (( SELECT public.people_my_communities() AS people_my_communities)::uuid[]))
END);
CREATE POLICY people_membership_remove ON public.people_membership FOR DELETE TO memoryweb_app USING (((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")) AND (COALESCE(current_setting('app.agent_community'::text, true), ''::text) = ''::text)));
ALTER TABLE public.people_memorysettings ENABLE ROW LEVEL SECURITY;
CREATE POLICY people_memorysettings_add ON public.people_memorysettings FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY people_memorysettings_change ON public.people_memorysettings FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY people_memorysettings_clock ON public.people_memorysettings TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY people_memorysettings_read ON public.people_memorysettings FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY people_memorysettings_remove ON public.people_memorysettings FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.people_staffaccess ENABLE ROW LEVEL SECURITY;
CREATE POLICY people_staffaccess_add ON public.people_staffaccess FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY people_staffaccess_read ON public.people_staffaccess FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.people_user ENABLE ROW LEVEL SECURITY;
CREATE POLICY people_user_add ON public.people_user FOR INSERT TO memoryweb_app WITH CHECK (true);
CREATE POLICY people_user_change ON public.people_user FOR UPDATE TO memoryweb_app USING ((id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY people_user_clock ON public.people_user FOR SELECT TO memoryweb_clock USING (true);
CREATE POLICY people_user_read ON public.people_user FOR SELECT TO memoryweb_app USING (true);
ALTER TABLE public.recall_embedding ENABLE ROW LEVEL SECURITY;
CREATE POLICY recall_embedding_add ON public.recall_embedding FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY recall_embedding_change ON public.recall_embedding FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY recall_embedding_clock ON public.recall_embedding TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY recall_embedding_read ON public.recall_embedding FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY recall_embedding_remove ON public.recall_embedding FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.recall_receipt ENABLE ROW LEVEL SECURITY;
CREATE POLICY recall_receipt_add ON public.recall_receipt FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY recall_receipt_change ON public.recall_receipt FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY recall_receipt_clock ON public.recall_receipt TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY recall_receipt_read ON public.recall_receipt FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY recall_receipt_remove ON public.recall_receipt FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.recall_receiptitem ENABLE ROW LEVEL SECURITY;
CREATE POLICY recall_receiptitem_add ON public.recall_receiptitem FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY recall_receiptitem_change ON public.recall_receiptitem FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY recall_receiptitem_read ON public.recall_receiptitem FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY recall_receiptitem_remove ON public.recall_receiptitem FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.recall_wantedcase ENABLE ROW LEVEL SECURITY;
CREATE POLICY recall_wantedcase_add ON public.recall_wantedcase FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY recall_wantedcase_change ON public.recall_wantedcase FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY recall_wantedcase_read ON public.recall_wantedcase FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY recall_wantedcase_remove ON public.recall_wantedcase FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.socialaccount_socialaccount ENABLE ROW LEVEL SECURITY;
CREATE POLICY socialaccount_socialaccount_add ON public.socialaccount_socialaccount FOR INSERT TO memoryweb_app WITH CHECK ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY socialaccount_socialaccount_change ON public.socialaccount_socialaccount FOR UPDATE TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY socialaccount_socialaccount_read ON public.socialaccount_socialaccount FOR SELECT TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY socialaccount_socialaccount_remove ON public.socialaccount_socialaccount FOR DELETE TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.telegram_chatidentity ENABLE ROW LEVEL SECURITY;
CREATE POLICY telegram_chatidentity_add ON public.telegram_chatidentity FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_chatidentity_change ON public.telegram_chatidentity FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_chatidentity_read ON public.telegram_chatidentity FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_chatidentity_remove ON public.telegram_chatidentity FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.telegram_chatturn ENABLE ROW LEVEL SECURITY;
CREATE POLICY telegram_chatturn_add ON public.telegram_chatturn FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_chatturn_change ON public.telegram_chatturn FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_chatturn_clock ON public.telegram_chatturn TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY telegram_chatturn_read ON public.telegram_chatturn FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_chatturn_remove ON public.telegram_chatturn FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.telegram_communitytools ENABLE ROW LEVEL SECURITY;
CREATE POLICY telegram_communitytools_add ON public.telegram_communitytools FOR INSERT TO memoryweb_app WITH CHECK ((community_id = ANY (( SELECT public.people_moderated_communities() AS people_moderated_communities)::uuid[])));
CREATE POLICY telegram_communitytools_change ON public.telegram_communitytools FOR UPDATE TO memoryweb_app USING ((community_id = ANY (( SELECT public.people_moderated_communities() AS people_moderated_communities)::uuid[]))) WITH CHECK ((community_id = ANY (( SELECT public.people_moderated_communities() AS people_moderated_communities)::uuid[])));
CREATE POLICY telegram_communitytools_read ON public.telegram_communitytools FOR SELECT TO memoryweb_app USING ((community_id = ANY (( SELECT public.people_my_communities() AS people_my_communities)::uuid[])));
ALTER TABLE public.telegram_groupchat ENABLE ROW LEVEL SECURITY;
CREATE POLICY telegram_groupchat_add ON public.telegram_groupchat FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_groupchat_change ON public.telegram_groupchat FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_groupchat_read ON public.telegram_groupchat FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_groupchat_remove ON public.telegram_groupchat FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.telegram_linkcode ENABLE ROW LEVEL SECURITY;
CREATE POLICY telegram_linkcode_add ON public.telegram_linkcode FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_linkcode_change ON public.telegram_linkcode FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_linkcode_clock ON public.telegram_linkcode TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY telegram_linkcode_read ON public.telegram_linkcode FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_linkcode_remove ON public.telegram_linkcode FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.telegram_outgoingmessage ENABLE ROW LEVEL SECURITY;
CREATE POLICY telegram_outgoingmessage_add ON public.telegram_outgoingmessage FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_outgoingmessage_change ON public.telegram_outgoingmessage FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_outgoingmessage_clock ON public.telegram_outgoingmessage TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY telegram_outgoingmessage_read ON public.telegram_outgoingmessage FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_outgoingmessage_remove ON public.telegram_outgoingmessage FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.telegram_unreadmessage ENABLE ROW LEVEL SECURITY;
CREATE POLICY telegram_unreadmessage_add ON public.telegram_unreadmessage FOR INSERT TO memoryweb_app WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_unreadmessage_change ON public.telegram_unreadmessage FOR UPDATE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_unreadmessage_clock ON public.telegram_unreadmessage TO memoryweb_clock USING (true) WITH CHECK (true);
CREATE POLICY telegram_unreadmessage_read ON public.telegram_unreadmessage FOR SELECT TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY telegram_unreadmessage_remove ON public.telegram_unreadmessage FOR DELETE TO memoryweb_app USING ((person_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
ALTER TABLE public.usersessions_usersession ENABLE ROW LEVEL SECURITY;
CREATE POLICY usersessions_usersession_add ON public.usersessions_usersession FOR INSERT TO memoryweb_app WITH CHECK ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY usersessions_usersession_change ON public.usersessions_usersession FOR UPDATE TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY usersessions_usersession_read ON public.usersessions_usersession FOR SELECT TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
CREATE POLICY usersessions_usersession_remove ON public.usersessions_usersession FOR DELETE TO memoryweb_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.person_id'::text, true), ''::text))::uuid AS "nullif")));
REVOKE USAGE ON SCHEMA public FROM PUBLIC;
GRANT ALL ON SCHEMA public TO memoryweb_owner;
GRANT USAGE ON SCHEMA public TO memoryweb_app;
GRANT USAGE ON SCHEMA public TO memoryweb_worker;
GRANT USAGE ON SCHEMA public TO memoryweb_clock;
GRANT USAGE ON SCHEMA public TO memoryweb_backup;
REVOKE ALL ON FUNCTION pg_catalog.lo_close(integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.lo_creat(integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.lo_create(oid) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.lo_from_bytea(oid, bytea) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.lo_get(oid) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.lo_get(oid, bigint, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.lo_lseek(integer, integer, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.lo_lseek64(integer, bigint, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.lo_open(oid, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.lo_put(oid, bigint, bytea) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.lo_tell(integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.lo_tell64(integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.lo_truncate(integer, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.lo_truncate64(integer, bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.lo_unlink(oid) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.loread(integer, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.lowrite(integer, bytea) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_lock(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_lock(bigint) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_lock(bigint) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_lock(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_lock(integer, integer) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_lock(integer, integer) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_lock_shared(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_lock_shared(bigint) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_lock_shared(bigint) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_lock_shared(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_lock_shared(integer, integer) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_lock_shared(integer, integer) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_unlock(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_unlock(bigint) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_unlock(bigint) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_unlock(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_unlock(integer, integer) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_unlock(integer, integer) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_unlock_all() FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_unlock_all() TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_unlock_all() TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_unlock_shared(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_unlock_shared(bigint) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_unlock_shared(bigint) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_unlock_shared(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_unlock_shared(integer, integer) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_unlock_shared(integer, integer) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock(bigint) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock(bigint) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock(integer, integer) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock(integer, integer) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock_shared(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock_shared(bigint) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock_shared(bigint) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock_shared(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock_shared(integer, integer) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock_shared(integer, integer) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_cancel_backend(integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.pg_logical_emit_message(transactional boolean, prefix text, message bytea, flush boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.pg_logical_emit_message(transactional boolean, prefix text, message text, flush boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_ls_waldir(OUT name text, OUT size bigint, OUT modification timestamp with time zone) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_notify(text, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.pg_stat_get_activity(pid integer, OUT datid oid, OUT pid integer, OUT usesysid oid, OUT application_name text, OUT state text, OUT query text, OUT wait_event_type text, OUT wait_event text, OUT xact_start timestamp with time zone, OUT query_start timestamp with time zone, OUT backend_start timestamp with time zone, OUT state_change timestamp with time zone, OUT client_addr inet, OUT client_hostname text, OUT client_port integer, OUT backend_xid xid, OUT backend_xmin xid, OUT backend_type text, OUT ssl boolean, OUT sslversion text, OUT sslcipher text, OUT sslbits integer, OUT ssl_client_dn text, OUT ssl_client_serial numeric, OUT ssl_issuer_dn text, OUT gss_auth boolean, OUT gss_princ text, OUT gss_enc boolean, OUT gss_delegation boolean, OUT leader_pid integer, OUT query_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_stat_get_activity(pid integer, OUT datid oid, OUT pid integer, OUT usesysid oid, OUT application_name text, OUT state text, OUT query text, OUT wait_event_type text, OUT wait_event text, OUT xact_start timestamp with time zone, OUT query_start timestamp with time zone, OUT backend_start timestamp with time zone, OUT state_change timestamp with time zone, OUT client_addr inet, OUT client_hostname text, OUT client_port integer, OUT backend_xid xid, OUT backend_xmin xid, OUT backend_type text, OUT ssl boolean, OUT sslversion text, OUT sslcipher text, OUT sslbits integer, OUT ssl_client_dn text, OUT ssl_client_serial numeric, OUT ssl_issuer_dn text, OUT gss_auth boolean, OUT gss_princ text, OUT gss_enc boolean, OUT gss_delegation boolean, OUT leader_pid integer, OUT query_id bigint) TO memoryweb_owner;
GRANT ALL ON FUNCTION pg_catalog.pg_stat_get_activity(pid integer, OUT datid oid, OUT pid integer, OUT usesysid oid, OUT application_name text, OUT state text, OUT query text, OUT wait_event_type text, OUT wait_event text, OUT xact_start timestamp with time zone, OUT query_start timestamp with time zone, OUT backend_start timestamp with time zone, OUT state_change timestamp with time zone, OUT client_addr inet, OUT client_hostname text, OUT client_port integer, OUT backend_xid xid, OUT backend_xmin xid, OUT backend_type text, OUT ssl boolean, OUT sslversion text, OUT sslcipher text, OUT sslbits integer, OUT ssl_client_dn text, OUT ssl_client_serial numeric, OUT ssl_issuer_dn text, OUT gss_auth boolean, OUT gss_princ text, OUT gss_enc boolean, OUT gss_delegation boolean, OUT leader_pid integer, OUT query_id bigint) TO pg_monitor;
REVOKE ALL ON FUNCTION pg_catalog.pg_stat_get_backend_activity(integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_stat_get_backend_activity(integer) TO memoryweb_owner;
GRANT ALL ON FUNCTION pg_catalog.pg_stat_get_backend_activity(integer) TO pg_monitor;
GRANT ALL ON FUNCTION pg_catalog.pg_switch_wal() TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_terminate_backend(pid integer, timeout bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_lock(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_lock(bigint) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_lock(bigint) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_lock(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_lock(integer, integer) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_lock(integer, integer) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_lock_shared(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_lock_shared(bigint) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_lock_shared(bigint) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_lock_shared(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_lock_shared(integer, integer) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_lock_shared(integer, integer) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock(bigint) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock(bigint) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock(integer, integer) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock(integer, integer) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock_shared(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock_shared(bigint) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock_shared(bigint) TO memoryweb_clock;
REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock_shared(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock_shared(integer, integer) TO memoryweb_worker;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock_shared(integer, integer) TO memoryweb_clock;
REVOKE ALL ON FUNCTION public.agents_agentoverview_rows() FROM PUBLIC;
GRANT ALL ON FUNCTION public.agents_agentoverview_rows() TO memoryweb_app;
REVOKE ALL ON FUNCTION public.agents_delete_calls(deleted uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.agents_delete_calls(deleted uuid) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.agents_open(pk uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.agents_open(pk uuid) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.agents_person_of_token(hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.agents_person_of_token(hash bytea) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.agents_revoke_by_staff(pk uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.agents_revoke_by_staff(pk uuid) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.agents_revoke_everything(whose uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.agents_revoke_everything(whose uuid) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.communities_empty_lines(shared uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.communities_empty_lines(shared uuid) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.communities_found(new_id uuid, called text, how text, my_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.communities_found(new_id uuid, called text, how text, my_name text) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.communities_hand_over(membership uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.communities_hand_over(membership uuid) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.communities_invited_to(hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.communities_invited_to(hash bytea) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.communities_join(hash bytea, my_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.communities_join(hash bytea, my_name text) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.communities_readers(of_community uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.communities_readers(of_community uuid) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.communities_record(shared uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.communities_record(shared uuid) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.communities_remove_member(membership uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.communities_remove_member(membership uuid) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.communities_require_person() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.communities_retract(shared uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.communities_retract(shared uuid) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.communities_set_role(membership uuid, new_role text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.communities_set_role(membership uuid, new_role text) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.communities_wipe(shared uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.memories_blank_versions(memory uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.memories_blank_versions(memory uuid) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.memories_delete_person(account uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.memories_delete_person(account uuid) TO memoryweb_clock;
REVOKE ALL ON FUNCTION public.memories_delete_rows(account uuid, from_table text, most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.memories_delete_rows(account uuid, from_table text, most integer) TO memoryweb_clock;
REVOKE ALL ON FUNCTION public.memories_empty_setting_changes(ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.memories_empty_setting_changes(ids uuid[]) TO memoryweb_app;
GRANT SELECT,INSERT ON TABLE public.memories_historicalmemory TO memoryweb_app;
GRANT SELECT,INSERT ON TABLE public.memories_historicalmemory TO memoryweb_clock;
REVOKE ALL ON FUNCTION public.memories_link_versions(people uuid[], numbers bigint[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.memories_note_removal(person uuid, versions bigint[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.memories_open_account(whose uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.memories_open_account(whose uuid) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.memories_record_setting() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.memories_refusaloverview_rows() FROM PUBLIC;
GRANT ALL ON FUNCTION public.memories_refusaloverview_rows() TO memoryweb_app;
REVOKE ALL ON FUNCTION public.memories_remove_empty_versions(memories uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.memories_remove_empty_versions(memories uuid[]) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.memories_stand_elsewhere() FROM PUBLIC;
GRANT ALL ON FUNCTION public.memories_stand_elsewhere() TO memoryweb_app;
REVOKE ALL ON FUNCTION public.oauth_person_of_secret(hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.oauth_person_of_secret(hash bytea) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.people_accept_invitation(hash bytea, new_id uuid, new_password text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.people_accept_invitation(hash bytea, new_id uuid, new_password text) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.people_communityoverview_rows() FROM PUBLIC;
GRANT ALL ON FUNCTION public.people_communityoverview_rows() TO memoryweb_app;
REVOKE ALL ON FUNCTION public.people_invited_by(hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.people_invited_by(hash bytea) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.people_membershipoverview_rows() FROM PUBLIC;
GRANT ALL ON FUNCTION public.people_membershipoverview_rows() TO memoryweb_app;
REVOKE ALL ON FUNCTION public.people_moderated_communities() FROM PUBLIC;
GRANT ALL ON FUNCTION public.people_moderated_communities() TO memoryweb_app;
REVOKE ALL ON FUNCTION public.people_my_communities() FROM PUBLIC;
GRANT ALL ON FUNCTION public.people_my_communities() TO memoryweb_app;
REVOKE ALL ON FUNCTION public.people_note_staff_access(whose uuid, what text) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.people_open_membership(pk uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.people_open_membership(pk uuid) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.people_owned_communities() FROM PUBLIC;
GRANT ALL ON FUNCTION public.people_owned_communities() TO memoryweb_app;
REVOKE ALL ON FUNCTION public.people_person_of_identity(of_provider text, its_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.people_person_of_identity(of_provider text, its_id text) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.people_require_authority_over(whose uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.people_require_staff() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.people_set_active(whose uuid, active boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.people_set_active(whose uuid, active boolean) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.telegram_community_of_group(chat bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.telegram_community_of_group(chat bigint) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.telegram_linker_of_group(chat bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.telegram_linker_of_group(chat bigint) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.telegram_person_of_chat(chat_system text, chat_user text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.telegram_person_of_chat(chat_system text, chat_user text) TO memoryweb_app;
REVOKE ALL ON FUNCTION public.telegram_person_of_code(code bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.telegram_person_of_code(code bytea) TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.account_emailaddress TO memoryweb_app;
GRANT SELECT ON TABLE public.account_emailaddress TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.account_emailaddress_id_seq TO memoryweb_app;
GRANT SELECT,DELETE ON TABLE public.account_emailconfirmation TO memoryweb_app;
GRANT SELECT ON TABLE public.account_emailconfirmation TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.account_emailconfirmation_id_seq TO memoryweb_app;
GRANT SELECT,INSERT ON TABLE public.agents_accesslog TO memoryweb_app;
GRANT SELECT,DELETE ON TABLE public.agents_accesslog TO memoryweb_clock;
GRANT UPDATE(at) ON TABLE public.agents_accesslog TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.agents_agent TO memoryweb_app;
GRANT SELECT ON TABLE public.agents_agent TO memoryweb_clock;
GRANT SELECT ON TABLE public.agents_agentoverview TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.agents_conversationgrant TO memoryweb_app;
GRANT SELECT ON TABLE public.agents_conversationgrant TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.agents_sight TO memoryweb_app;
GRANT SELECT ON TABLE public.agents_sight TO memoryweb_clock;
GRANT SELECT ON TABLE public.auth_group TO memoryweb_app;
GRANT SELECT ON TABLE public.auth_group TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.auth_group_id_seq TO memoryweb_app;
GRANT SELECT ON TABLE public.auth_group_permissions TO memoryweb_app;
GRANT SELECT ON TABLE public.auth_group_permissions TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.auth_group_permissions_id_seq TO memoryweb_app;
GRANT SELECT ON TABLE public.auth_permission TO memoryweb_app;
GRANT SELECT ON TABLE public.auth_permission TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.auth_permission_id_seq TO memoryweb_app;
GRANT SELECT,INSERT ON TABLE public.communities_communityinvitation TO memoryweb_app;
GRANT SELECT ON TABLE public.communities_communityinvitation TO memoryweb_clock;
GRANT UPDATE(revoked_at) ON TABLE public.communities_communityinvitation TO memoryweb_app;
GRANT SELECT,INSERT ON TABLE public.communities_contribution TO memoryweb_app;
GRANT UPDATE(statement) ON TABLE public.communities_contribution TO memoryweb_app;
GRANT UPDATE(details) ON TABLE public.communities_contribution TO memoryweb_app;
GRANT UPDATE(category) ON TABLE public.communities_contribution TO memoryweb_app;
GRANT UPDATE(key) ON TABLE public.communities_contribution TO memoryweb_app;
GRANT UPDATE(reason) ON TABLE public.communities_contribution TO memoryweb_app;
GRANT SELECT(id) ON TABLE public.communities_contribution TO memoryweb_clock;
GRANT UPDATE(status) ON TABLE public.communities_contribution TO memoryweb_app;
GRANT SELECT(status) ON TABLE public.communities_contribution TO memoryweb_clock;
GRANT UPDATE(fingerprint) ON TABLE public.communities_contribution TO memoryweb_app;
GRANT UPDATE(decided_at) ON TABLE public.communities_contribution TO memoryweb_app;
GRANT UPDATE(warning_seen_at) ON TABLE public.communities_contribution TO memoryweb_app;
GRANT UPDATE(memory_id) ON TABLE public.communities_contribution TO memoryweb_app;
GRANT SELECT(person_id) ON TABLE public.communities_contribution TO memoryweb_clock;
GRANT SELECT,INSERT ON TABLE public.communities_decision TO memoryweb_app;
GRANT SELECT ON TABLE public.communities_decision TO memoryweb_clock;
GRANT UPDATE(undone_at) ON TABLE public.communities_decision TO memoryweb_app;
GRANT SELECT,INSERT ON TABLE public.communities_historicalsharedmemory TO memoryweb_app;
GRANT SELECT ON TABLE public.communities_historicalsharedmemory TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.communities_historicalsharedmemory_history_id_seq TO memoryweb_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.communities_report TO memoryweb_app;
GRANT SELECT ON TABLE public.communities_report TO memoryweb_clock;
GRANT UPDATE(resolved_at) ON TABLE public.communities_report TO memoryweb_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.communities_sharedmemory TO memoryweb_app;
GRANT SELECT ON TABLE public.communities_sharedmemory TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE ON TABLE public.communities_sharedmute TO memoryweb_app;
GRANT SELECT ON TABLE public.communities_sharedmute TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.demo_examplemonth TO memoryweb_app;
GRANT SELECT ON TABLE public.demo_examplemonth TO memoryweb_clock;
GRANT SELECT ON TABLE public.django_admin_log TO memoryweb_app;
GRANT SELECT ON TABLE public.django_admin_log TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.django_admin_log_id_seq TO memoryweb_app;
GRANT SELECT ON TABLE public.django_content_type TO memoryweb_app;
GRANT SELECT ON TABLE public.django_content_type TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.django_content_type_id_seq TO memoryweb_app;
GRANT SELECT ON TABLE public.django_migrations TO memoryweb_app;
GRANT SELECT ON TABLE public.django_migrations TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.django_migrations_id_seq TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.django_session TO memoryweb_app;
GRANT SELECT ON TABLE public.django_session TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.interchange_folder TO memoryweb_app;
GRANT SELECT ON TABLE public.interchange_folder TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.interchange_folderline TO memoryweb_app;
GRANT SELECT ON TABLE public.interchange_folderline TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.interchange_importbatch TO memoryweb_app;
GRANT SELECT,DELETE ON TABLE public.interchange_importbatch TO memoryweb_clock;
GRANT UPDATE(touched_at) ON TABLE public.interchange_importbatch TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.interchange_importrow TO memoryweb_app;
GRANT SELECT ON TABLE public.interchange_importrow TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.learning_conversation TO memoryweb_app;
GRANT SELECT,DELETE,UPDATE ON TABLE public.learning_conversation TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.learning_feedback TO memoryweb_app;
GRANT SELECT ON TABLE public.learning_feedback TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.learning_signal TO memoryweb_app;
GRANT SELECT ON TABLE public.learning_signal TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.learning_spend TO memoryweb_app;
GRANT SELECT ON TABLE public.learning_spend TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memories_act TO memoryweb_app;
GRANT SELECT,DELETE ON TABLE public.memories_act TO memoryweb_clock;
GRANT UPDATE(at) ON TABLE public.memories_act TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memories_actchange TO memoryweb_app;
GRANT SELECT ON TABLE public.memories_actchange TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.memories_actchange_id_seq TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memories_conflict TO memoryweb_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.memories_conflict TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memories_conflictmember TO memoryweb_app;
GRANT SELECT,INSERT ON TABLE public.memories_conflictmember TO memoryweb_clock;
GRANT SELECT ON TABLE public.memories_deletedaccount TO memoryweb_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.memories_deletedaccount TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memories_erasure TO memoryweb_app;
GRANT SELECT ON TABLE public.memories_erasure TO memoryweb_clock;
GRANT UPDATE(purged_at) ON TABLE public.memories_erasure TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memories_evidence TO memoryweb_app;
GRANT SELECT ON TABLE public.memories_evidence TO memoryweb_clock;
GRANT SELECT ON TABLE public.memories_failedtask TO memoryweb_app;
GRANT SELECT,DELETE ON TABLE public.memories_failedtask TO memoryweb_clock;
GRANT INSERT ON TABLE public.memories_failedtask TO memoryweb_worker;
GRANT UPDATE(at) ON TABLE public.memories_failedtask TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memories_fingerprintkey TO memoryweb_app;
GRANT SELECT ON TABLE public.memories_fingerprintkey TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.memories_historicalmemory_history_id_seq TO memoryweb_app;
GRANT SELECT ON TABLE public.memories_historyhead TO memoryweb_app;
GRANT SELECT ON TABLE public.memories_historyhead TO memoryweb_clock;
GRANT SELECT ON TABLE public.memories_historylink TO memoryweb_app;
GRANT SELECT ON TABLE public.memories_historylink TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memories_memory TO memoryweb_app;
GRANT SELECT,UPDATE ON TABLE public.memories_memory TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memories_observationcounter TO memoryweb_app;
GRANT SELECT ON TABLE public.memories_observationcounter TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memories_proposal TO memoryweb_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.memories_proposal TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memories_refusal TO memoryweb_app;
GRANT SELECT ON TABLE public.memories_refusal TO memoryweb_clock;
GRANT SELECT ON TABLE public.memories_refusaloverview TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memories_searchdocument TO memoryweb_app;
GRANT SELECT ON TABLE public.memories_searchdocument TO memoryweb_clock;
GRANT UPDATE(subject) ON TABLE public.memories_searchdocument TO memoryweb_clock;
GRANT UPDATE(negative) ON TABLE public.memories_searchdocument TO memoryweb_clock;
GRANT UPDATE(compared) ON TABLE public.memories_searchdocument TO memoryweb_clock;
GRANT SELECT ON TABLE public.memories_settingchange TO memoryweb_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.memories_settingchange TO memoryweb_clock;
GRANT SELECT ON TABLE public.memories_upkeeprun TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memories_upkeeprun TO memoryweb_clock;
GRANT SELECT ON TABLE public.memories_sweepoverview TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memories_tombstone TO memoryweb_app;
GRANT SELECT ON TABLE public.memories_tombstone TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memories_use TO memoryweb_app;
GRANT SELECT ON TABLE public.memories_use TO memoryweb_clock;
GRANT SELECT ON TABLE public.memories_versionstolink TO memoryweb_app;
GRANT SELECT ON TABLE public.memories_versionstolink TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mfa_authenticator TO memoryweb_app;
GRANT SELECT ON TABLE public.mfa_authenticator TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.mfa_authenticator_id_seq TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notifications_announcement TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notifications_announcement TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notifications_channel TO memoryweb_app;
GRANT SELECT,UPDATE ON TABLE public.notifications_channel TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notifications_delivery TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notifications_delivery TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notifications_quiethours TO memoryweb_app;
GRANT SELECT ON TABLE public.notifications_quiethours TO memoryweb_clock;
GRANT SELECT ON TABLE public.oauth2_provider_devicegrant TO memoryweb_app;
GRANT SELECT ON TABLE public.oauth2_provider_devicegrant TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.oauth2_provider_devicegrant_id_seq TO memoryweb_app;
GRANT SELECT ON TABLE public.oauth2_provider_idtoken TO memoryweb_app;
GRANT SELECT ON TABLE public.oauth2_provider_idtoken TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.oauth2_provider_idtoken_id_seq TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oauth_accesstoken TO memoryweb_app;
GRANT SELECT,DELETE ON TABLE public.oauth_accesstoken TO memoryweb_clock;
GRANT UPDATE(expires) ON TABLE public.oauth_accesstoken TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.oauth_accesstoken_id_seq TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oauth_application TO memoryweb_app;
GRANT SELECT,DELETE ON TABLE public.oauth_application TO memoryweb_clock;
GRANT UPDATE(updated) ON TABLE public.oauth_application TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.oauth_application_id_seq TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oauth_connection TO memoryweb_app;
GRANT SELECT ON TABLE public.oauth_connection TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oauth_grant TO memoryweb_app;
GRANT SELECT,DELETE ON TABLE public.oauth_grant TO memoryweb_clock;
GRANT UPDATE(expires) ON TABLE public.oauth_grant TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.oauth_grant_id_seq TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oauth_refreshtoken TO memoryweb_app;
GRANT SELECT,DELETE ON TABLE public.oauth_refreshtoken TO memoryweb_clock;
GRANT UPDATE(created) ON TABLE public.oauth_refreshtoken TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.oauth_refreshtoken_id_seq TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.operations_answer TO memoryweb_app;
GRANT SELECT,DELETE ON TABLE public.operations_answer TO memoryweb_clock;
GRANT UPDATE(created_at) ON TABLE public.operations_answer TO memoryweb_clock;
GRANT SELECT ON TABLE public.people_community TO memoryweb_app;
GRANT SELECT ON TABLE public.people_community TO memoryweb_clock;
GRANT UPDATE(name) ON TABLE public.people_community TO memoryweb_app;
GRANT UPDATE(moderation) ON TABLE public.people_community TO memoryweb_app;
GRANT UPDATE(agents_may) ON TABLE public.people_community TO memoryweb_app;
GRANT SELECT ON TABLE public.people_communityoverview TO memoryweb_app;
GRANT SELECT,INSERT ON TABLE public.people_invitation TO memoryweb_app;
GRANT SELECT ON TABLE public.people_invitation TO memoryweb_clock;
GRANT UPDATE(revoked_at) ON TABLE public.people_invitation TO memoryweb_app;
GRANT SELECT,DELETE ON TABLE public.people_membership TO memoryweb_app;
GRANT SELECT ON TABLE public.people_membership TO memoryweb_clock;
GRANT UPDATE(name) ON TABLE public.people_membership TO memoryweb_app;
GRANT SELECT ON TABLE public.people_membershipoverview TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.people_memorysettings TO memoryweb_app;
GRANT SELECT ON TABLE public.people_memorysettings TO memoryweb_clock;
GRANT SELECT ON TABLE public.people_staffaccess TO memoryweb_app;
GRANT SELECT ON TABLE public.people_staffaccess TO memoryweb_clock;
GRANT INSERT ON TABLE public.people_staffaccess TO memoryweb_worker;
GRANT SELECT ON TABLE public.people_user TO memoryweb_app;
GRANT SELECT ON TABLE public.people_user TO memoryweb_clock;
GRANT INSERT,UPDATE ON TABLE public.people_user TO memoryweb_worker;
GRANT UPDATE(password) ON TABLE public.people_user TO memoryweb_app;
GRANT UPDATE(last_login) ON TABLE public.people_user TO memoryweb_app;
GRANT UPDATE(email) ON TABLE public.people_user TO memoryweb_app;
GRANT UPDATE(deletion_asked_at) ON TABLE public.people_user TO memoryweb_app;
GRANT UPDATE(deletion_number) ON TABLE public.people_user TO memoryweb_app;
GRANT SELECT ON TABLE public.people_user_groups TO memoryweb_app;
GRANT SELECT ON TABLE public.people_user_groups TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.people_user_groups_id_seq TO memoryweb_app;
GRANT SELECT ON TABLE public.people_user_user_permissions TO memoryweb_app;
GRANT SELECT ON TABLE public.people_user_user_permissions TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.people_user_user_permissions_id_seq TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recall_embedding TO memoryweb_app;
GRANT SELECT,UPDATE ON TABLE public.recall_embedding TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recall_receipt TO memoryweb_app;
GRANT SELECT,DELETE ON TABLE public.recall_receipt TO memoryweb_clock;
GRANT UPDATE(at) ON TABLE public.recall_receipt TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recall_receiptitem TO memoryweb_app;
GRANT SELECT ON TABLE public.recall_receiptitem TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recall_wantedcase TO memoryweb_app;
GRANT SELECT ON TABLE public.recall_wantedcase TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.socialaccount_socialaccount TO memoryweb_app;
GRANT SELECT ON TABLE public.socialaccount_socialaccount TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.socialaccount_socialaccount_id_seq TO memoryweb_app;
GRANT SELECT ON TABLE public.socialaccount_socialapp TO memoryweb_app;
GRANT SELECT ON TABLE public.socialaccount_socialapp TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.socialaccount_socialapp_id_seq TO memoryweb_app;
GRANT SELECT ON TABLE public.socialaccount_socialtoken TO memoryweb_app;
GRANT SELECT ON TABLE public.socialaccount_socialtoken TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.socialaccount_socialtoken_id_seq TO memoryweb_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.telegram_chatidentity TO memoryweb_app;
GRANT SELECT ON TABLE public.telegram_chatidentity TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.telegram_chatturn TO memoryweb_app;
GRANT SELECT,DELETE ON TABLE public.telegram_chatturn TO memoryweb_clock;
GRANT UPDATE(at) ON TABLE public.telegram_chatturn TO memoryweb_clock;
GRANT SELECT,INSERT,UPDATE ON TABLE public.telegram_communitytools TO memoryweb_app;
GRANT SELECT ON TABLE public.telegram_communitytools TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.telegram_groupchat TO memoryweb_app;
GRANT SELECT ON TABLE public.telegram_groupchat TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.telegram_linkcode TO memoryweb_app;
GRANT SELECT,DELETE ON TABLE public.telegram_linkcode TO memoryweb_clock;
GRANT UPDATE(expires_at) ON TABLE public.telegram_linkcode TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.telegram_outgoingmessage TO memoryweb_app;
GRANT DELETE ON TABLE public.telegram_outgoingmessage TO memoryweb_clock;
GRANT SELECT(id) ON TABLE public.telegram_outgoingmessage TO memoryweb_clock;
GRANT SELECT(at),UPDATE(at) ON TABLE public.telegram_outgoingmessage TO memoryweb_clock;
GRANT SELECT(attempts) ON TABLE public.telegram_outgoingmessage TO memoryweb_clock;
GRANT SELECT(claimed_at) ON TABLE public.telegram_outgoingmessage TO memoryweb_clock;
GRANT SELECT(person_id) ON TABLE public.telegram_outgoingmessage TO memoryweb_clock;
GRANT SELECT,INSERT ON TABLE public.telegram_seenupdate TO memoryweb_app;
GRANT SELECT,DELETE ON TABLE public.telegram_seenupdate TO memoryweb_clock;
GRANT UPDATE(at) ON TABLE public.telegram_seenupdate TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.telegram_unreadmessage TO memoryweb_app;
GRANT DELETE ON TABLE public.telegram_unreadmessage TO memoryweb_clock;
GRANT SELECT(id) ON TABLE public.telegram_unreadmessage TO memoryweb_clock;
GRANT SELECT(at),UPDATE(at) ON TABLE public.telegram_unreadmessage TO memoryweb_clock;
GRANT SELECT(claimed_at) ON TABLE public.telegram_unreadmessage TO memoryweb_clock;
GRANT SELECT(person_id) ON TABLE public.telegram_unreadmessage TO memoryweb_clock;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.usersessions_usersession TO memoryweb_app;
GRANT SELECT ON TABLE public.usersessions_usersession TO memoryweb_clock;
GRANT SELECT,USAGE ON SEQUENCE public.usersessions_usersession_id_seq TO memoryweb_app;
ALTER DEFAULT PRIVILEGES FOR ROLE memoryweb_owner IN SCHEMA public GRANT SELECT,USAGE ON SEQUENCES TO memoryweb_app;
ALTER DEFAULT PRIVILEGES FOR ROLE memoryweb_owner IN SCHEMA public GRANT SELECT,INSERT,DELETE,UPDATE ON TABLES TO memoryweb_app;
ALTER DEFAULT PRIVILEGES FOR ROLE memoryweb_owner IN SCHEMA public GRANT SELECT ON TABLES TO memoryweb_clock;
