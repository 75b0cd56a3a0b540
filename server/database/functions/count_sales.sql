CREATE OR REPLACE FUNCTION count_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.completed_at IS NOT NULL AND OLD.status <> 'cancelled' THEN
    PERFORM add_sales(OLD, -1);
  END IF;
  IF NEW.completed_at IS NOT NULL AND NEW.status <> 'cancelled' THEN
    PERFORM add_sales(NEW, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_sales_when_placed AFTER INSERT ON orders
FOR EACH ROW WHEN (NEW.completed_at IS NOT NULL AND NEW.status <> 'cancelled') EXECUTE FUNCTION count_sales();

CREATE OR REPLACE TRIGGER orders_sales_when_changed AFTER UPDATE ON orders
FOR EACH ROW WHEN (
  (OLD.completed_at IS NOT NULL AND OLD.status <> 'cancelled', OLD.completed_at, OLD.total, OLD.discount, OLD.shipping, OLD.tax, OLD.coupon_code, OLD.is_returning)
  IS DISTINCT FROM
  (NEW.completed_at IS NOT NULL AND NEW.status <> 'cancelled', NEW.completed_at, NEW.total, NEW.discount, NEW.shipping, NEW.tax, NEW.coupon_code, NEW.is_returning)
) EXECUTE FUNCTION count_sales();
