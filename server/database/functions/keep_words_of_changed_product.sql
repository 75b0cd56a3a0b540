CREATE OR REPLACE FUNCTION keep_words_of_changed_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_words (word)
  SELECT word FROM words_of_product(NEW.name, NEW.category, NEW.description) AS word ORDER BY word
  ON CONFLICT DO NOTHING;
  INSERT INTO product_lexemes (lexeme)
  SELECT lexeme FROM unnest(tsvector_to_array(NEW.search_words)) AS lexeme ORDER BY lexeme
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_words_changed AFTER UPDATE OF name, category, description ON products
FOR EACH ROW EXECUTE FUNCTION keep_words_of_changed_product();
