-- In one order, so that two people who save products at once never wait for each other in a circle.
-- A word stays when its last product goes: what it finds is looked up anyway.
CREATE OR REPLACE FUNCTION keep_product_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_words (word)
  SELECT DISTINCT word FROM changed, words_of_product(changed.name, changed.category, changed.description) AS word
  ORDER BY word
  ON CONFLICT DO NOTHING;
  INSERT INTO product_lexemes (lexeme)
  SELECT DISTINCT lexeme FROM changed, unnest(tsvector_to_array(changed.search_words)) AS lexeme
  ORDER BY lexeme
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_words_added AFTER INSERT ON products REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION keep_product_words();
