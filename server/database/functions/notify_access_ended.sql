-- The event streams that were opened with a session or a role end with it, in every process, at commit.
-- Triggers do it, so that no code path (nor a library, nor a person with psql) can forget.
CREATE OR REPLACE FUNCTION notify_access_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In parts: a notification carries at most 8,000 bytes.
  PERFORM pg_notify('signals', jsonb_build_object('topic', 'access-ended', 'data', jsonb_build_object('ids', jsonb_agg(id)))::text)
  FROM (SELECT to_jsonb(ended) ->> TG_ARGV[0] AS id, row_number() OVER () / 100 AS part FROM ended) AS numbered
  GROUP BY part;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER access_ended AFTER DELETE ON sessions REFERENCING OLD TABLE AS ended
FOR EACH STATEMENT EXECUTE FUNCTION notify_access_ended('id');

CREATE OR REPLACE TRIGGER access_ended AFTER DELETE ON user_roles REFERENCING OLD TABLE AS ended
FOR EACH STATEMENT EXECUTE FUNCTION notify_access_ended('user_id');

CREATE OR REPLACE TRIGGER access_changed AFTER UPDATE ON user_roles REFERENCING OLD TABLE AS ended
FOR EACH STATEMENT EXECUTE FUNCTION notify_access_ended('user_id');
