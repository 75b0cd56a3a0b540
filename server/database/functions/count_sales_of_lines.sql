-- For lines that are added to an order that already counts, as imports do.
CREATE OR REPLACE FUNCTION count_sales_of_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_by_product AS s (period, starts_on, product_id, units, revenue_cents)
  SELECT p.period, date_trunc(p.period, o.completed_at AT TIME ZONE shop_time_zone())::date AS starts_on, i.product_id,
    sum(i.quantity), sum((i.price * 100)::bigint * i.quantity)
  FROM added i JOIN orders o ON o.id = i.order_id, unnest(ARRAY['day', 'month', 'year']) AS p (period)
  WHERE o.completed_at IS NOT NULL AND o.status <> 'cancelled'
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (period, starts_on, product_id) DO UPDATE
  SET units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents;

  INSERT INTO sales_by_category AS s (period, starts_on, category_id, shard, units, revenue_cents)
  SELECT p.period, date_trunc(p.period, o.completed_at AT TIME ZONE shop_time_zone())::date, i.category_id, pg_backend_pid() % 8,
    sum(i.quantity), sum((i.price * 100)::bigint * i.quantity)
  FROM added i JOIN orders o ON o.id = i.order_id, unnest(ARRAY['day', 'month', 'year']) AS p (period)
  WHERE o.completed_at IS NOT NULL AND o.status <> 'cancelled'
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT ON CONSTRAINT sales_by_category_once DO UPDATE
  SET units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_items_sales AFTER INSERT ON order_items REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_sales_of_lines();
