CREATE OR REPLACE FUNCTION list_customer_by_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    DELETE FROM customers WHERE user_id = NEW.user_id AND order_count = 0;
  ELSE
    INSERT INTO customers (user_id, email, full_name, created_at)
    SELECT id, email, full_name, created_at FROM profiles WHERE id = OLD.user_id ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER customer_of_role AFTER INSERT OR DELETE ON user_roles
FOR EACH ROW EXECUTE FUNCTION list_customer_by_role();
