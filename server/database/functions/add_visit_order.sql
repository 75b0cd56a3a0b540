-- Orders of visits that were counted, for visits_by_source and visits_by_product. The source first, then products in the
-- order of their key, as web processes write them.
CREATE OR REPLACE FUNCTION add_visit_order(earned orders, sign integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  day date := (earned.completed_at AT TIME ZONE shop_time_zone())::date;
BEGIN
  INSERT INTO visits_by_source AS s (day, source, shard, orders, revenue_cents)
  VALUES (day, earned.visit_source, 1 + pg_backend_pid() % 8, sign, sign * (earned.total * 100)::bigint)
  ON CONFLICT ON CONSTRAINT visits_by_source_day_source_shard_pk DO UPDATE
  SET orders = s.orders + excluded.orders, revenue_cents = s.revenue_cents + excluded.revenue_cents;

  INSERT INTO visits_by_product AS s (day, product_id, orders, units, revenue_cents)
  SELECT day, i.product_id, sign, sign * sum(i.quantity), sign * sum((i.price * 100)::bigint * i.quantity)
  FROM order_items i WHERE i.order_id = earned.id
  GROUP BY i.product_id ORDER BY i.product_id
  ON CONFLICT ON CONSTRAINT visits_by_product_day_product_id_pk DO UPDATE
  SET orders = s.orders + excluded.orders, units = s.units + excluded.units,
    revenue_cents = s.revenue_cents + excluded.revenue_cents;
END $$;
