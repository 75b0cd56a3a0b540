-- Who an order is from, as the back office shows, searches and sorts it: the account as it is now, else what the
-- guest gave. Triggers do it, so that no code path can forget.
CREATE FUNCTION name_customer_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_id IS NULL THEN
    NEW.customer_name := NEW.shipping_address->>'fullName';
    NEW.customer_email := coalesce(NEW.guest_email, NEW.shipping_address->>'email');
  ELSE
    SELECT full_name, email INTO NEW.customer_name, NEW.customer_email FROM profiles WHERE id = NEW.user_id;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
UPDATE mails SET order_id = substring(cause from '[0-9a-f]{8}-[0-9a-f-]{27}')::uuid
WHERE cause ~ '^(order-paid|order-shipped|order-delivered|order-cancelled|payment-failed|abandoned-cart):[0-9a-f]{8}-[0-9a-f-]{27}';
--> statement-breakpoint
UPDATE orders o SET
  customer_name = CASE WHEN o.user_id IS NULL THEN o.shipping_address->>'fullName' ELSE p.full_name END,
  customer_email = CASE WHEN o.user_id IS NULL THEN coalesce(o.guest_email, o.shipping_address->>'email') ELSE p.email END,
  item_names = coalesce((SELECT string_agg(name, ', ' ORDER BY product_id) FROM order_items WHERE order_id = o.id), '')
FROM orders own LEFT JOIN profiles p ON p.id = own.user_id
WHERE own.id = o.id;
--> statement-breakpoint
INSERT INTO customers (user_id, email, full_name, created_at, order_count, spent, last_order_at)
SELECT p.id, p.email, p.full_name, p.created_at, count(o.id),
  coalesce(sum(o.total) FILTER (WHERE o.completed_at IS NOT NULL AND o.status <> 'cancelled'), 0), max(o.created_at)
FROM profiles p LEFT JOIN orders o ON o.user_id = p.id
GROUP BY p.id;
--> statement-breakpoint
INSERT INTO customers (email, full_name, created_at, order_count, spent, last_order_at)
SELECT lower(guest_email),
  coalesce((array_agg(customer_name ORDER BY created_at DESC) FILTER (WHERE customer_name IS NOT NULL))[1], ''),
  min(created_at), count(*),
  coalesce(sum(total) FILTER (WHERE completed_at IS NOT NULL AND status <> 'cancelled'), 0), max(created_at)
FROM orders WHERE user_id IS NULL AND guest_email IS NOT NULL
GROUP BY lower(guest_email);
--> statement-breakpoint
CREATE TRIGGER name_customer BEFORE INSERT OR UPDATE OF user_id, guest_email, shipping_address ON orders
FOR EACH ROW EXECUTE FUNCTION name_customer_of_order();
--> statement-breakpoint
-- The row is locked before the orders are summed up, so that of two orders at once the second sees the first.
CREATE FUNCTION sum_up_customer(of_user uuid, of_guest text) RETURNS void LANGUAGE plpgsql AS $$
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
    SELECT id INTO customer FROM customers WHERE user_id = of_user FOR UPDATE;
    UPDATE customers SET (order_count, spent, last_order_at) = (
      SELECT count(*),
        coalesce(sum(o.total) FILTER (WHERE o.completed_at IS NOT NULL AND o.status <> 'cancelled'), 0), max(o.created_at)
      FROM orders o WHERE o.user_id = of_user)
    WHERE id = customer;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION sum_up_customer_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM sum_up_customer(OLD.user_id, CASE WHEN OLD.user_id IS NULL THEN lower(OLD.guest_email) END);
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE'
    AND (NEW.user_id, NEW.guest_email) IS DISTINCT FROM (OLD.user_id, OLD.guest_email) THEN
    PERFORM sum_up_customer(NEW.user_id, CASE WHEN NEW.user_id IS NULL THEN lower(NEW.guest_email) END);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- At commit, so that the customer's row is the last one that a transaction locks: it cannot deadlock with stock.
CREATE CONSTRAINT TRIGGER sum_up_customer
AFTER INSERT OR DELETE OR UPDATE OF user_id, guest_email, shipping_address, status, completed_at ON orders
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_up_customer_of_order();
--> statement-breakpoint
CREATE FUNCTION copy_profile_to_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO customers (user_id, email, full_name, created_at)
    VALUES (NEW.id, NEW.email, NEW.full_name, NEW.created_at) ON CONFLICT DO NOTHING;
  ELSE
    UPDATE customers SET email = NEW.email, full_name = NEW.full_name WHERE user_id = NEW.id;
    UPDATE orders SET customer_name = NEW.full_name, customer_email = NEW.email WHERE user_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER customer_of_profile AFTER INSERT OR UPDATE OF full_name, email ON profiles
FOR EACH ROW EXECUTE FUNCTION copy_profile_to_customer();
