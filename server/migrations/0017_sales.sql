CREATE TABLE "sales_by_day" (
	"day" date NOT NULL,
	"shard" smallint NOT NULL,
	"orders" integer NOT NULL,
	"revenue_cents" bigint NOT NULL,
	"discount_cents" bigint NOT NULL,
	"coupon_orders" integer NOT NULL,
	"returning_orders" integer NOT NULL,
	CONSTRAINT "sales_by_day_day_shard_pk" PRIMARY KEY("day","shard")
);
--> statement-breakpoint
CREATE TABLE "sales_by_product" (
	"period" text NOT NULL,
	"starts_on" date NOT NULL,
	"product_id" uuid NOT NULL,
	"units" integer NOT NULL,
	"revenue_cents" bigint NOT NULL,
	CONSTRAINT "sales_by_product_period_starts_on_product_id_pk" PRIMARY KEY("period","starts_on","product_id"),
	CONSTRAINT "sales_by_product_period_known" CHECK ("sales_by_product"."period" in ('day', 'month', 'year'))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_returning" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "products_inventory" ON "products" USING btree ("stock","price","cost_price") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "orders_to_ship" ON "orders" USING btree ("completed_at") WHERE completed_at is not null and shipped_at is null and status in ('processing', 'completed');--> statement-breakpoint
CREATE INDEX "refunds_created_at_index" ON "refunds" USING btree ("created_at");--> statement-breakpoint
UPDATE orders o SET is_returning = true
FROM (
  SELECT id, row_number() OVER (PARTITION BY coalesce(user_id::text, guest_email) ORDER BY completed_at, id) AS place
  FROM orders
  WHERE completed_at IS NOT NULL AND status <> 'cancelled' AND coalesce(user_id::text, guest_email) IS NOT NULL
) earned
WHERE earned.id = o.id AND earned.place > 1;
--> statement-breakpoint
CREATE FUNCTION mark_returning_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_returning := EXISTS (
    SELECT 1 FROM orders
    WHERE user_id = NEW.user_id AND id <> NEW.id AND completed_at IS NOT NULL AND status <> 'cancelled'
  ) OR EXISTS (
    SELECT 1 FROM orders
    WHERE guest_email = NEW.guest_email AND id <> NEW.id AND completed_at IS NOT NULL AND status <> 'cancelled'
  );
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_returning_when_placed BEFORE INSERT ON orders
FOR EACH ROW WHEN (NEW.completed_at IS NOT NULL) EXECUTE FUNCTION mark_returning_customer();
--> statement-breakpoint
CREATE TRIGGER orders_returning_when_completed BEFORE UPDATE OF completed_at ON orders
FOR EACH ROW WHEN (OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL) EXECUTE FUNCTION mark_returning_customer();
--> statement-breakpoint
-- Rows are written in the order of their key, product rows before the day's: two orders of (A,B) and (B,A)
-- cannot deadlock. Whoever also locks products does so before the status changes.
CREATE FUNCTION add_sales(earned orders, sign integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  day date := (earned.completed_at AT TIME ZONE 'UTC')::date;
BEGIN
  INSERT INTO sales_by_product AS s (period, starts_on, product_id, units, revenue_cents)
  SELECT p.period, date_trunc(p.period, day::timestamp)::date AS starts_on, i.product_id,
    sign * i.quantity, sign * (i.price * 100)::bigint * i.quantity
  FROM order_items i, unnest(ARRAY['day', 'month', 'year']) AS p (period)
  WHERE i.order_id = earned.id
  ORDER BY p.period, starts_on, i.product_id
  ON CONFLICT (period, starts_on, product_id) DO UPDATE
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
CREATE FUNCTION count_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.completed_at IS NOT NULL AND OLD.status <> 'cancelled' THEN
    PERFORM add_sales(OLD, -1);
  END IF;
  IF NEW.completed_at IS NOT NULL AND NEW.status <> 'cancelled' THEN
    PERFORM add_sales(NEW, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_sales_when_placed AFTER INSERT ON orders
FOR EACH ROW WHEN (NEW.completed_at IS NOT NULL AND NEW.status <> 'cancelled') EXECUTE FUNCTION count_sales();
--> statement-breakpoint
CREATE TRIGGER orders_sales_when_changed AFTER UPDATE ON orders
FOR EACH ROW WHEN (
  (OLD.completed_at IS NOT NULL AND OLD.status <> 'cancelled', OLD.completed_at, OLD.total, OLD.discount, OLD.coupon_code, OLD.is_returning)
  IS DISTINCT FROM
  (NEW.completed_at IS NOT NULL AND NEW.status <> 'cancelled', NEW.completed_at, NEW.total, NEW.discount, NEW.coupon_code, NEW.is_returning)
) EXECUTE FUNCTION count_sales();
--> statement-breakpoint
-- For lines that are added to an order that already counts, as imports do.
CREATE FUNCTION count_sales_of_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_by_product AS s (period, starts_on, product_id, units, revenue_cents)
  SELECT p.period, date_trunc(p.period, o.completed_at AT TIME ZONE 'UTC')::date AS starts_on, i.product_id,
    sum(i.quantity), sum((i.price * 100)::bigint * i.quantity)
  FROM added i JOIN orders o ON o.id = i.order_id, unnest(ARRAY['day', 'month', 'year']) AS p (period)
  WHERE o.completed_at IS NOT NULL AND o.status <> 'cancelled'
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (period, starts_on, product_id) DO UPDATE
  SET units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_items_sales AFTER INSERT ON order_items REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_sales_of_lines();
--> statement-breakpoint
-- All of it anew, for example after orders were changed by hand.
CREATE FUNCTION rebuild_sales() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE orders, order_items IN SHARE MODE;
  DELETE FROM sales_by_day;
  DELETE FROM sales_by_product;
  INSERT INTO sales_by_day (day, shard, orders, revenue_cents, discount_cents, coupon_orders, returning_orders)
  SELECT (completed_at AT TIME ZONE 'UTC')::date, 0, count(*), sum((total * 100)::bigint), sum((discount * 100)::bigint),
    count(coupon_code), count(*) FILTER (WHERE is_returning)
  FROM orders WHERE completed_at IS NOT NULL AND status <> 'cancelled'
  GROUP BY 1;
  INSERT INTO sales_by_product (period, starts_on, product_id, units, revenue_cents)
  SELECT p.period, date_trunc(p.period, o.completed_at AT TIME ZONE 'UTC')::date, i.product_id,
    sum(i.quantity), sum((i.price * 100)::bigint * i.quantity)
  FROM order_items i JOIN orders o ON o.id = i.order_id, unnest(ARRAY['day', 'month', 'year']) AS p (period)
  WHERE o.completed_at IS NOT NULL AND o.status <> 'cancelled'
  GROUP BY 1, 2, 3;
END $$;
--> statement-breakpoint
SELECT rebuild_sales();
