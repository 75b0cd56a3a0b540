CREATE OR REPLACE FUNCTION count_visit_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.completed_at IS NOT NULL AND OLD.status <> 'cancelled' THEN
    PERFORM add_visit_order(OLD, -1);
  END IF;
  IF NEW.completed_at IS NOT NULL AND NEW.status <> 'cancelled' THEN
    PERFORM add_visit_order(NEW, 1);
  END IF;
  RETURN NULL;
END $$;

-- Only an order by hand is inserted as paid, and it has no visit.
CREATE OR REPLACE TRIGGER orders_visits AFTER UPDATE ON orders
FOR EACH ROW WHEN (
  NEW.visit_source IS NOT NULL AND
  (OLD.completed_at IS NOT NULL AND OLD.status <> 'cancelled', OLD.completed_at, OLD.total)
  IS DISTINCT FROM
  (NEW.completed_at IS NOT NULL AND NEW.status <> 'cancelled', NEW.completed_at, NEW.total)
) EXECUTE FUNCTION count_visit_orders();
