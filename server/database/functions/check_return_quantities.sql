-- The returns of an order never speak for more than was bought. The order is locked first, so that two requests at the same
-- moment cannot both have the last unit.
CREATE OR REPLACE FUNCTION check_return_quantities() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_order uuid := (SELECT order_id FROM returns WHERE id = NEW.return_id);
  bought integer;
  returned integer;
BEGIN
  PERFORM 1 FROM orders WHERE id = of_order FOR NO KEY UPDATE;
  SELECT coalesce(sum(quantity), 0) INTO bought FROM order_items
  WHERE order_id = of_order AND product_id = NEW.product_id;
  SELECT coalesce(sum(counted_as_returned(r.status, i.quantity, i.arrived)), 0) INTO returned
  FROM returns r JOIN return_items i ON i.return_id = r.id
  WHERE r.order_id = of_order AND i.product_id = NEW.product_id;
  IF returned > bought THEN
    RAISE EXCEPTION 'order %, product %: % returned of % bought', of_order, NEW.product_id, returned, bought
      USING ERRCODE = 'check_violation', CONSTRAINT = 'return_items_within_order';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER check_quantities AFTER INSERT OR UPDATE ON return_items
FOR EACH ROW EXECUTE FUNCTION check_return_quantities();
