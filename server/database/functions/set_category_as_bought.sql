CREATE OR REPLACE FUNCTION set_category_as_bought() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.category_id := (
    SELECT c.id FROM products p JOIN categories c ON c.name = p.category WHERE p.id = NEW.product_id
  );
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER order_items_category BEFORE INSERT ON order_items
FOR EACH ROW WHEN (NEW.category_id IS NULL) EXECUTE FUNCTION set_category_as_bought();
