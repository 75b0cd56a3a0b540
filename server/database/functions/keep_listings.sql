-- Triggers do it, so that no code path (nor a person with psql) can forget. A sale from a large stock changes no list.
CREATE OR REPLACE FUNCTION keep_listings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  keys uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(DISTINCT coalesce(group_id, id)) INTO keys FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(DISTINCT coalesce(group_id, id)) INTO keys FROM old_rows;
  ELSE
    SELECT array_agg(DISTINCT key) INTO keys
    FROM old_rows o JOIN new_rows n ON n.id = o.id,
      unnest(ARRAY[coalesce(o.group_id, o.id), coalesce(n.group_id, n.id)]) AS key
    WHERE (o.group_id, o.group_name, o.group_position, o.group_value, o.name, o.description, o.category, o.featured,
        o.price, o.original_price, CASE WHEN o.group_id IS NULL THEN least(o.stock, 10) ELSE o.stock END, o.option_ids,
        o.rating_average, o.review_count, o.rating_counts, o.units_sold, o.archived_at, o.created_at)
      IS DISTINCT FROM (n.group_id, n.group_name, n.group_position, n.group_value, n.name, n.description, n.category, n.featured,
        n.price, n.original_price, CASE WHEN n.group_id IS NULL THEN least(n.stock, 10) ELSE n.stock END, n.option_ids,
        n.rating_average, n.review_count, n.rating_counts, n.units_sold, n.archived_at, n.created_at);
  END IF;
  IF keys IS NOT NULL THEN
    PERFORM refresh_listings(keys);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listings_of_added AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION keep_listings();

CREATE OR REPLACE TRIGGER listings_of_changed AFTER UPDATE ON products REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION keep_listings();

CREATE OR REPLACE TRIGGER listings_of_removed AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION keep_listings();
