CREATE OR REPLACE FUNCTION sum_up_customer_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
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

DROP TRIGGER IF EXISTS sum_up_customer ON orders;
-- At commit, so that the customer's row is the last one that a transaction locks: it cannot deadlock with stock.
CREATE CONSTRAINT TRIGGER sum_up_customer
AFTER INSERT OR DELETE OR UPDATE OF user_id, guest_email, shipping_address, status, completed_at ON orders
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_up_customer_of_order();
