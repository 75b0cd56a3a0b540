-- The counts of a product's shown reviews, and what follows from them, change in the transaction that changes the
-- reviews. The row lock of the UPDATE makes concurrent changes wait; several products are locked first, so none deadlock.
-- Whatever changed, the pages about these products and their groups are dropped.
CREATE OR REPLACE FUNCTION reviews_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added text := 'SELECT product_id, rating, hidden_at, 1 AS change FROM new_rows';
  removed text := 'SELECT product_id, rating, hidden_at, -1 AS change FROM old_rows';
  changes text := CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END;
  changed record;
BEGIN
  EXECUTE format(
    'SELECT lock_products(array_agg(DISTINCT product_id)) FROM (%s) rows HAVING count(DISTINCT product_id) > 1', changes);
  FOR changed IN EXECUTE format($query$
    SELECT product_id, array_agg(sum ORDER BY star) AS stars
    FROM (
      SELECT product_id, star, coalesce(sum(change) FILTER (WHERE rating = star AND hidden_at IS NULL), 0) AS sum
      FROM (%s) rows CROSS JOIN generate_series(1, 5) star
      GROUP BY product_id, star
    ) by_star GROUP BY product_id ORDER BY product_id $query$, changes)
  LOOP
    PERFORM pg_notify('shop_changed', id::text) FROM products
    WHERE id = changed.product_id OR group_id = (SELECT group_id FROM products WHERE id = changed.product_id);
    CONTINUE WHEN changed.stars = '{0,0,0,0,0}';
    UPDATE products p SET (rating_counts, review_count, rating_average) = (
      SELECT array_agg(n ORDER BY star), sum(n), coalesce(round(sum(n * star) / nullif(sum(n), 0), 1), 0)
      FROM (
        SELECT star, p.rating_counts[star] + changed.stars[star] AS n FROM generate_series(1, 5) star
      ) counts
    ) WHERE p.id = changed.product_id;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER reviews_added AFTER INSERT ON reviews REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION reviews_changed();

CREATE OR REPLACE TRIGGER reviews_changed AFTER UPDATE ON reviews REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION reviews_changed();

CREATE OR REPLACE TRIGGER reviews_removed AFTER DELETE ON reviews REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION reviews_changed();
