-- A review without a name of its own shows the author's.
CREATE OR REPLACE FUNCTION notify_author_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changed', product_id::text) FROM reviews WHERE user_id = NEW.id AND reviewer_name IS NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER author_renamed AFTER UPDATE OF full_name ON profiles
FOR EACH ROW WHEN (OLD.full_name IS DISTINCT FROM NEW.full_name) EXECUTE FUNCTION notify_author_renamed();
