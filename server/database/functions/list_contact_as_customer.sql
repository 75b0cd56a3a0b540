-- Who was imported from the list of another shop is listed as a guest.
CREATE OR REPLACE FUNCTION list_contact_as_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sum_up_customer(NULL, coalesce(NEW.email, OLD.email));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER customer_of_contact AFTER INSERT OR UPDATE OR DELETE ON contacts
FOR EACH ROW EXECUTE FUNCTION list_contact_as_customer();
