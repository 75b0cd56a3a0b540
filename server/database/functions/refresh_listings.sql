-- Groups are locked first, in id order, and read by the next statement: of two who sell two sizes at once, the second
-- sees what the first one did. Every writer locks products before groups, each in id order, so none deadlock; a
-- transaction that changes products one by one calls lock_products first.
CREATE OR REPLACE FUNCTION refresh_listings(keys uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM product_groups WHERE id = ANY (keys) ORDER BY id FOR NO KEY UPDATE;
  WITH computed AS MATERIALIZED (
    SELECT * FROM compute_listings(keys)
  ), written AS (
    INSERT INTO listings AS l (id, product_id, category, featured, price, stock, on_sale, option_ids, rating_average, review_count, units_sold, created_at, search_words)
    SELECT id, product_id, category, featured, price, stock, on_sale, option_ids, rating_average, review_count, units_sold, created_at, search_words
    FROM computed ORDER BY id
    ON CONFLICT (id) DO UPDATE SET product_id = excluded.product_id, category = excluded.category,
      featured = excluded.featured, price = excluded.price, stock = excluded.stock, on_sale = excluded.on_sale,
      option_ids = excluded.option_ids, rating_average = excluded.rating_average, review_count = excluded.review_count,
      units_sold = excluded.units_sold, created_at = excluded.created_at, search_words = excluded.search_words
    WHERE (l.id, l.product_id, l.category, l.featured, l.price, l.stock, l.on_sale, l.option_ids, l.rating_average, l.review_count, l.units_sold, l.created_at, l.search_words)
      IS DISTINCT FROM (excluded.id, excluded.product_id, excluded.category, excluded.featured, excluded.price, excluded.stock, excluded.on_sale, excluded.option_ids, excluded.rating_average, excluded.review_count, excluded.units_sold, excluded.created_at, excluded.search_words)
  )
  DELETE FROM listings WHERE id = ANY (keys) AND id NOT IN (SELECT id FROM computed);
END $$;

-- Version 1 of what a listing says. All of them, whenever this text is applied: what changed between the migration and
-- its triggers, and what another version of compute_listings says. Give it another number together with that one.
SELECT refresh_listings(ARRAY(
  SELECT coalesce(group_id, id) FROM products UNION SELECT id FROM listings
));
