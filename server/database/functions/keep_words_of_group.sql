-- The words of a product without group are stored by the triggers of `products`.
CREATE OR REPLACE FUNCTION keep_words_of_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_words (word)
  SELECT DISTINCT word FROM products, words_of_product(group_name, category, group_value) AS word
  WHERE group_id = NEW.id ORDER BY word
  ON CONFLICT DO NOTHING;
  INSERT INTO product_lexemes (lexeme)
  SELECT lexeme FROM unnest(tsvector_to_array(NEW.search_words)) AS lexeme ORDER BY lexeme
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER words_of_listed_group AFTER INSERT ON listings
FOR EACH ROW WHEN (NEW.id <> NEW.product_id) EXECUTE FUNCTION keep_words_of_group();

CREATE OR REPLACE TRIGGER words_of_changed_group AFTER UPDATE ON listings
FOR EACH ROW WHEN (NEW.id <> NEW.product_id AND NEW.search_words <> OLD.search_words) EXECUTE FUNCTION keep_words_of_group();
