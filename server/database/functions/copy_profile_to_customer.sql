CREATE OR REPLACE FUNCTION copy_profile_to_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO customers (user_id, email, full_name, created_at)
    VALUES (NEW.id, NEW.email, NEW.full_name, NEW.created_at) ON CONFLICT DO NOTHING;
  ELSE
    UPDATE customers SET email = NEW.email, full_name = NEW.full_name WHERE user_id = NEW.id;
    UPDATE orders SET customer_name = NEW.full_name, customer_email = NEW.email WHERE user_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER customer_of_profile AFTER INSERT OR UPDATE OF full_name, email ON profiles
FOR EACH ROW EXECUTE FUNCTION copy_profile_to_customer();
