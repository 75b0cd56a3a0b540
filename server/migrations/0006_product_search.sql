CREATE TABLE "product_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "products_search_text";--> statement-breakpoint
DROP INDEX "products_newest";--> statement-breakpoint
DROP INDEX "products_rated";--> statement-breakpoint
DROP INDEX "products_sold";--> statement-breakpoint
DROP INDEX "products_category_newest";--> statement-breakpoint
DROP INDEX "products_category_rated";--> statement-breakpoint
DROP INDEX "products_category_sold";--> statement-breakpoint
DROP INDEX "products_featured";--> statement-breakpoint
DROP INDEX "products_search_words";--> statement-breakpoint
CREATE INDEX "product_words_similar" ON "product_words" USING gist ("word" gist_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_rated" ON "products" USING btree ("rating_average" DESC NULLS FIRST,"review_count" DESC NULLS FIRST,"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_sold" ON "products" USING btree ("units_sold" DESC NULLS FIRST,"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_category_newest" ON "products" USING btree ("category","created_at" DESC NULLS FIRST,"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_category_rated" ON "products" USING btree ("category","rating_average" DESC NULLS FIRST,"review_count" DESC NULLS FIRST,"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_category_sold" ON "products" USING btree ("category","units_sold" DESC NULLS FIRST,"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE archived_at is null and featured;--> statement-breakpoint
CREATE INDEX "products_search_words" ON "products" USING gin ("search_words") WITH (fastupdate=false);--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "search_text";--> statement-breakpoint
-- The words of a product: what it is called, what kind it is, what is said about it.
CREATE FUNCTION words_of_product(name text, category text, description text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT word FROM unnest(tsvector_to_array(
    to_tsvector('simple', plain_text(concat_ws(' ', name, category, description)))
  )) AS word WHERE word ~ '^[[:alpha:]]{4,30}$'
$$;
--> statement-breakpoint
-- In one order, so that two people who save products at once never wait for each other in a circle.
-- A word stays when its last product goes: a suggestion that finds nothing is passed over.
CREATE FUNCTION keep_product_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_words (word)
  SELECT DISTINCT word FROM changed, words_of_product(changed.name, changed.category, changed.description) AS word
  ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_words_of_changed_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_words (word)
  SELECT word FROM words_of_product(NEW.name, NEW.category, NEW.description) AS word ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_words_added AFTER INSERT ON products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_product_words();
--> statement-breakpoint
CREATE TRIGGER product_words_changed AFTER UPDATE OF name, category, description ON products FOR EACH ROW EXECUTE FUNCTION keep_words_of_changed_product();
--> statement-breakpoint
INSERT INTO product_words (word)
SELECT DISTINCT word FROM products, words_of_product(products.name, products.category, products.description) AS word
ON CONFLICT DO NOTHING;
