-- All of it anew, for example after orders were changed by hand.
CREATE OR REPLACE FUNCTION rebuild_sales() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE orders, order_items IN SHARE MODE;
  DELETE FROM sales_by_day;
  DELETE FROM sales_by_product;
  DELETE FROM sales_by_category;
  INSERT INTO sales_by_day (day, shard, orders, revenue_cents, discount_cents, shipping_cents, tax_cents, coupon_orders, returning_orders)
  SELECT (completed_at AT TIME ZONE shop_time_zone())::date, 0, count(*), sum((total * 100)::bigint), sum((discount * 100)::bigint),
    sum((shipping * 100)::bigint), sum((tax * 100)::bigint),
    count(coupon_code), count(*) FILTER (WHERE is_returning)
  FROM orders WHERE completed_at IS NOT NULL AND status <> 'cancelled'
  GROUP BY 1;
  INSERT INTO sales_by_product (period, starts_on, product_id, units, revenue_cents)
  SELECT p.period, date_trunc(p.period, o.completed_at AT TIME ZONE shop_time_zone())::date, i.product_id,
    sum(i.quantity), sum((i.price * 100)::bigint * i.quantity)
  FROM order_items i JOIN orders o ON o.id = i.order_id, unnest(ARRAY['day', 'month', 'year']) AS p (period)
  WHERE o.completed_at IS NOT NULL AND o.status <> 'cancelled'
  GROUP BY 1, 2, 3;
  INSERT INTO sales_by_category (period, starts_on, category_id, shard, units, revenue_cents)
  SELECT p.period, date_trunc(p.period, o.completed_at AT TIME ZONE shop_time_zone())::date, i.category_id, 0,
    sum(i.quantity), sum((i.price * 100)::bigint * i.quantity)
  FROM order_items i JOIN orders o ON o.id = i.order_id, unnest(ARRAY['day', 'month', 'year']) AS p (period)
  WHERE o.completed_at IS NOT NULL AND o.status <> 'cancelled'
  GROUP BY 1, 2, 3;
END $$;
