CREATE OR REPLACE FUNCTION mark_returning_customer() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER orders_returning_when_placed BEFORE INSERT ON orders
FOR EACH ROW WHEN (NEW.completed_at IS NOT NULL) EXECUTE FUNCTION mark_returning_customer();

CREATE OR REPLACE TRIGGER orders_returning_when_completed BEFORE UPDATE OF completed_at ON orders
FOR EACH ROW WHEN (OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL) EXECUTE FUNCTION mark_returning_customer();
