-- For a transaction that changes several products by several statements: products before their groups, each in id order, so that
-- nobody deadlocks with a sale (refresh_listings).
CREATE OR REPLACE FUNCTION lock_products(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM products WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM product_groups WHERE id IN (SELECT group_id FROM products WHERE id = ANY (ids))
  ORDER BY id FOR NO KEY UPDATE;
END $$;
