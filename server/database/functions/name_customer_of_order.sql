-- Who an order is from, as the back office shows, searches and sorts it: the account as it is now, else what the
-- guest gave. Triggers do it, so that no code path can forget.
CREATE OR REPLACE FUNCTION name_customer_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_id IS NULL THEN
    NEW.customer_name := coalesce(NEW.shipping_address->>'fullName', NEW.guest_name);
    NEW.customer_email := coalesce(NEW.guest_email, NEW.shipping_address->>'email');
  ELSE
    SELECT full_name, email INTO NEW.customer_name, NEW.customer_email FROM profiles WHERE id = NEW.user_id;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER name_customer BEFORE INSERT OR UPDATE OF user_id, guest_email, guest_name, shipping_address ON orders
FOR EACH ROW EXECUTE FUNCTION name_customer_of_order();
