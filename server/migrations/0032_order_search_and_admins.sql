CREATE TABLE "former_product_names" (
	"product_id" uuid NOT NULL,
	"name" text NOT NULL,
	"plain_name" text GENERATED ALWAYS AS (plain_text("former_product_names"."name")) STORED,
	CONSTRAINT "former_product_names_product_id_name_pk" PRIMARY KEY("product_id","name")
);
--> statement-breakpoint
DROP INDEX "order_items_product_id_index";--> statement-breakpoint
DROP INDEX "orders_search";--> statement-breakpoint
-- In one statement: the table is rewritten once.
ALTER TABLE "orders"
  ADD COLUMN "item_text" text GENERATED ALWAYS AS (lower(item_names)) STORED,
  ADD COLUMN "buyer_text" text GENERATED ALWAYS AS (lower(id::text || ' ' || coalesce(customer_name, '') || ' ' || coalesce(customer_email, '') || ' ' || coalesce(shipping_address->>'fullName', '') || ' ' || coalesce(shipping_address->>'email', ''))) STORED,
  DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "former_product_names" ADD CONSTRAINT "former_product_names_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_product_names_parts" ON "former_product_names" USING gin ("plain_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_items_of_product" ON "order_items" USING btree ("product_id","order_id");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("buyer_text" gin_trgm_ops);
--> statement-breakpoint
INSERT INTO former_product_names (product_id, name)
SELECT DISTINCT i.product_id, i.name FROM order_items i JOIN products p ON p.id = i.product_id WHERE i.name <> p.name;
--> statement-breakpoint
CREATE FUNCTION store_former_product_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_product_names (product_id, name) VALUES (OLD.id, OLD.name) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER former_product_name AFTER UPDATE OF name ON products
FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION store_former_product_name();
--> statement-breakpoint
-- Who runs the shop is a customer only with an order.
DELETE FROM customers WHERE order_count = 0 AND user_id IN (SELECT user_id FROM user_roles WHERE role = 'admin');
--> statement-breakpoint
CREATE FUNCTION list_customer_by_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    DELETE FROM customers WHERE user_id = NEW.user_id AND order_count = 0;
  ELSE
    INSERT INTO customers (user_id, email, full_name, created_at)
    SELECT id, email, full_name, created_at FROM profiles WHERE id = OLD.user_id ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER customer_of_role AFTER INSERT OR DELETE ON user_roles
FOR EACH ROW EXECUTE FUNCTION list_customer_by_role();
--> statement-breakpoint
-- As before, and an admin's row is made with the first order and goes with the last one.
CREATE OR REPLACE FUNCTION sum_up_customer(of_user uuid, of_guest text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  customer uuid;
BEGIN
  IF of_user IS NULL AND of_guest IS NULL THEN RETURN; END IF;
  IF of_user IS NULL THEN
    INSERT INTO customers (email) VALUES (of_guest) ON CONFLICT DO NOTHING;
    SELECT id INTO customer FROM customers WHERE user_id IS NULL AND email = of_guest FOR UPDATE;
    UPDATE customers SET (full_name, created_at, order_count, spent, last_order_at) = (
      SELECT coalesce((array_agg(o.customer_name ORDER BY o.created_at DESC) FILTER (WHERE o.customer_name IS NOT NULL))[1], ''),
        coalesce(min(o.created_at), now()), count(*),
        coalesce(sum(o.total) FILTER (WHERE o.completed_at IS NOT NULL AND o.status <> 'cancelled'), 0), max(o.created_at)
      FROM orders o WHERE o.user_id IS NULL AND o.guest_email IS NOT NULL AND lower(o.guest_email) = of_guest)
    WHERE id = customer;
    DELETE FROM customers WHERE id = customer AND order_count = 0;
  ELSE
    INSERT INTO customers (user_id, email, full_name, created_at)
    SELECT id, email, full_name, created_at FROM profiles WHERE id = of_user ON CONFLICT DO NOTHING;
    SELECT id INTO customer FROM customers WHERE user_id = of_user FOR UPDATE;
    UPDATE customers SET (order_count, spent, last_order_at) = (
      SELECT count(*),
        coalesce(sum(o.total) FILTER (WHERE o.completed_at IS NOT NULL AND o.status <> 'cancelled'), 0), max(o.created_at)
      FROM orders o WHERE o.user_id = of_user)
    WHERE id = customer;
    DELETE FROM customers WHERE id = customer AND order_count = 0
      AND EXISTS (SELECT FROM user_roles WHERE user_id = of_user AND role = 'admin');
  END IF;
END $$;
