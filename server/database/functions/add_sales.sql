-- Rows are written in the order of their key, those of products first, then categories, then the day: two orders of
-- (A,B) and (B,A) cannot deadlock. Products are locked before the status changes.
CREATE OR REPLACE FUNCTION add_sales(earned orders, sign integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  day date := (earned.completed_at AT TIME ZONE shop_time_zone())::date;
BEGIN
  INSERT INTO sales_by_product AS s (period, starts_on, product_id, units, revenue_cents)
  SELECT p.period, date_trunc(p.period, day::timestamp)::date AS starts_on, i.product_id,
    sign * i.quantity, sign * (i.price * 100)::bigint * i.quantity
  FROM order_items i, unnest(ARRAY['day', 'month', 'year']) AS p (period)
  WHERE i.order_id = earned.id
  ORDER BY p.period, starts_on, i.product_id
  ON CONFLICT (period, starts_on, product_id) DO UPDATE
  SET units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents;

  INSERT INTO sales_by_category AS s (period, starts_on, category_id, shard, units, revenue_cents)
  SELECT p.period, date_trunc(p.period, day::timestamp)::date, i.category_id, pg_backend_pid() % 8,
    sign * sum(i.quantity), sign * sum((i.price * 100)::bigint * i.quantity)
  FROM order_items i, unnest(ARRAY['day', 'month', 'year']) AS p (period)
  WHERE i.order_id = earned.id
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT ON CONSTRAINT sales_by_category_once DO UPDATE
  SET units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents;

  INSERT INTO sales_by_day AS s (day, shard, orders, revenue_cents, discount_cents, shipping_cents, tax_cents, coupon_orders, returning_orders)
  VALUES (day, pg_backend_pid() % 8, sign, sign * (earned.total * 100)::bigint, sign * (earned.discount * 100)::bigint,
    sign * (earned.shipping * 100)::bigint, sign * (earned.tax * 100)::bigint,
    sign * (earned.coupon_code IS NOT NULL)::integer, sign * earned.is_returning::integer)
  ON CONFLICT ON CONSTRAINT sales_by_day_day_shard_pk DO UPDATE
  SET orders = s.orders + excluded.orders, revenue_cents = s.revenue_cents + excluded.revenue_cents,
    discount_cents = s.discount_cents + excluded.discount_cents,
    shipping_cents = s.shipping_cents + excluded.shipping_cents, tax_cents = s.tax_cents + excluded.tax_cents,
    coupon_orders = s.coupon_orders + excluded.coupon_orders,
    returning_orders = s.returning_orders + excluded.returning_orders;
END $$;
