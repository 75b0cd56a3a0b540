CREATE OR REPLACE FUNCTION store_former_product_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_product_names (product_id, name) VALUES (OLD.id, OLD.name) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER former_product_name AFTER UPDATE OF name ON products
FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION store_former_product_name();
