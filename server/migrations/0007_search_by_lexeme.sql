CREATE TABLE "product_lexemes" (
	"lexeme" text collate "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "products_price";--> statement-breakpoint
DROP INDEX "products_search_words";--> statement-breakpoint
CREATE INDEX "products_price" ON "products" USING btree ("price","id","created_at","units_sold","rating_average","review_count","stock","featured","category") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_search_words" ON "products" USING gin ("search_words") WITH (fastupdate=false) WHERE archived_at is null;--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
INSERT INTO product_lexemes (lexeme)
SELECT DISTINCT lexeme FROM products, unnest(tsvector_to_array(products.search_words)) AS lexeme
ON CONFLICT DO NOTHING;
