ALTER TABLE "site_settings" DROP CONSTRAINT "site_settings_key_known";--> statement-breakpoint
ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_key_known" CHECK ("site_settings"."setting_key" in ('facebook_url', 'instagram_url', 'twitter_url', 'support_email', 'site_title', 'site_description', 'contact_phone', 'contact_address', 'contact_city', 'business_hours_sun_thu', 'business_hours_friday', 'business_hours_saturday', 'opening_hours', 'time_zone', 'logo_url', 'accent_colour'));
--> statement-breakpoint
-- Days of the shop are those of its time zone; without one, of UTC.
CREATE FUNCTION shop_time_zone() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT nullif(setting_value, '') FROM site_settings WHERE setting_key = 'time_zone'), 'UTC')
$$;
--> statement-breakpoint
-- Rows are written in the order of their key, those of products first, then categories, then the day: two orders of
-- (A,B) and (B,A) cannot deadlock. Whoever also locks products does so before the status changes.
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

  INSERT INTO sales_by_day AS s (day, shard, orders, revenue_cents, discount_cents, coupon_orders, returning_orders)
  VALUES (day, pg_backend_pid() % 8, sign, sign * (earned.total * 100)::bigint, sign * (earned.discount * 100)::bigint,
    sign * (earned.coupon_code IS NOT NULL)::integer, sign * earned.is_returning::integer)
  ON CONFLICT ON CONSTRAINT sales_by_day_day_shard_pk DO UPDATE
  SET orders = s.orders + excluded.orders, revenue_cents = s.revenue_cents + excluded.revenue_cents,
    discount_cents = s.discount_cents + excluded.discount_cents,
    coupon_orders = s.coupon_orders + excluded.coupon_orders,
    returning_orders = s.returning_orders + excluded.returning_orders;
END $$;
--> statement-breakpoint
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
--> statement-breakpoint
-- All of it anew, for example after orders were changed by hand.
CREATE OR REPLACE FUNCTION rebuild_sales() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE orders, order_items IN SHARE MODE;
  DELETE FROM sales_by_day;
  DELETE FROM sales_by_product;
  DELETE FROM sales_by_category;
  INSERT INTO sales_by_day (day, shard, orders, revenue_cents, discount_cents, coupon_orders, returning_orders)
  SELECT (completed_at AT TIME ZONE shop_time_zone())::date, 0, count(*), sum((total * 100)::bigint), sum((discount * 100)::bigint),
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
--> statement-breakpoint
SELECT rebuild_sales();
--> statement-breakpoint
-- In another time zone each sale may belong to another day.
CREATE FUNCTION rebuild_sales_in_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rebuild_sales();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER time_zone_added AFTER INSERT ON site_settings
FOR EACH ROW WHEN (NEW.setting_key = 'time_zone' AND NEW.setting_value <> '') EXECUTE FUNCTION rebuild_sales_in_time_zone();
--> statement-breakpoint
CREATE TRIGGER time_zone_changed AFTER UPDATE ON site_settings
FOR EACH ROW WHEN (NEW.setting_key = 'time_zone' AND NEW.setting_value IS DISTINCT FROM OLD.setting_value) EXECUTE FUNCTION rebuild_sales_in_time_zone();
--> statement-breakpoint
CREATE TRIGGER time_zone_removed AFTER DELETE ON site_settings
FOR EACH ROW WHEN (OLD.setting_key = 'time_zone' AND OLD.setting_value <> '') EXECUTE FUNCTION rebuild_sales_in_time_zone();
