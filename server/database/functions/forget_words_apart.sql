-- Whoever writes a listing does it in the same transaction, so that a search never misses a product. In one order, so
-- that two of them never wait for each other in a circle.
CREATE OR REPLACE FUNCTION forget_words_apart() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM words_apart WHERE (first, second) IN (
    SELECT first, second FROM words_apart
    WHERE EXISTS (SELECT FROM changed WHERE ARRAY[first, second] <@ tsvector_to_array(search_words))
    ORDER BY first, second FOR UPDATE
  );
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER words_of_added_listings AFTER INSERT ON listings REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION forget_words_apart();

CREATE OR REPLACE TRIGGER words_of_changed_listings AFTER UPDATE ON listings REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION forget_words_apart();
