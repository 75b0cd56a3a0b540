-- What a customer has bought. A guest's row lives as long as the orders or what was imported about the address; that of
-- somebody of the team as long as the orders.
CREATE OR REPLACE FUNCTION sum_up_customer(of_user uuid, of_guest text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  customer uuid;
BEGIN
  IF of_user IS NULL AND of_guest IS NULL THEN RETURN; END IF;
  IF of_user IS NULL THEN
    INSERT INTO customers (email) VALUES (of_guest) ON CONFLICT DO NOTHING;
    SELECT id INTO customer FROM customers WHERE user_id IS NULL AND email = of_guest FOR UPDATE;
    UPDATE customers SET (full_name, created_at, order_count, spent, last_order_at) = (
      SELECT coalesce((array_agg(o.customer_name ORDER BY o.created_at DESC) FILTER (WHERE o.customer_name IS NOT NULL))[1],
          (SELECT c.full_name FROM contacts c WHERE c.email = of_guest), ''),
        coalesce(min(o.created_at), (SELECT c.created_at FROM contacts c WHERE c.email = of_guest), now()), count(*),
        coalesce(sum(o.total) FILTER (WHERE o.completed_at IS NOT NULL AND o.status <> 'cancelled'), 0), max(o.created_at)
      FROM orders o WHERE o.user_id IS NULL AND o.guest_email IS NOT NULL AND lower(o.guest_email) = of_guest)
    WHERE id = customer;
    DELETE FROM customers WHERE id = customer AND order_count = 0
      AND NOT EXISTS (SELECT FROM contacts WHERE email = of_guest);
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
      AND EXISTS (SELECT FROM user_roles WHERE user_id = of_user);
  END IF;
END $$;
