CREATE TABLE "review_votes" (
	"review_id" uuid NOT NULL,
	"voter" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "review_votes_review_id_voter_pk" PRIMARY KEY("review_id","voter")
);
--> statement-breakpoint
DROP INDEX "reviews_product_id_created_at_index";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "rating_counts" integer[] DEFAULT '{0,0,0,0,0}' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "helpful_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answered_at" timestamptz;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_at" timestamptz;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "edited_at" timestamptz;--> statement-breakpoint
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_votes_user_id_index" ON "review_votes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("product_id","created_at" DESC NULLS FIRST,"id") WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX "reviews_highest" ON "reviews" USING btree ("product_id","rating" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id") WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX "reviews_lowest" ON "reviews" USING btree ("product_id","rating","created_at" DESC NULLS FIRST,"id") WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX "reviews_helpful" ON "reviews" USING btree ("product_id","helpful_count" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id") WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX "reviews_with_media" ON "reviews" USING btree ("product_id","created_at" DESC NULLS FIRST,"id") WHERE hidden_at is null and media_url is not null;--> statement-breakpoint
CREATE INDEX "reviews_verified" ON "reviews" USING btree ("product_id","created_at" DESC NULLS FIRST,"id") WHERE hidden_at is null and verified_purchase;--> statement-breakpoint
CREATE INDEX "reviews_all" ON "reviews" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_rating_counts" CHECK (cardinality("products"."rating_counts") = 5);--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_helpful_not_negative" CHECK ("reviews"."helpful_count" >= 0);--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_answer_dated" CHECK (("reviews"."answer" is null) = ("reviews"."answered_at" is null));--> statement-breakpoint
-- The counts of a product's shown reviews, and what follows from them, change in the transaction that changes the
-- reviews. The row lock of the UPDATE makes concurrent changes wait; products in id order, so none deadlock.
-- Whatever changed, the pages about these products are dropped.
CREATE FUNCTION reviews_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added text := 'SELECT product_id, rating, hidden_at, 1 AS change FROM new_rows';
  removed text := 'SELECT product_id, rating, hidden_at, -1 AS change FROM old_rows';
  changes text := CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END;
  changed record;
BEGIN
  FOR changed IN EXECUTE format($query$
    SELECT product_id, array_agg(sum ORDER BY star) AS stars
    FROM (
      SELECT product_id, star, coalesce(sum(change) FILTER (WHERE rating = star AND hidden_at IS NULL), 0) AS sum
      FROM (%s) rows CROSS JOIN generate_series(1, 5) star
      GROUP BY product_id, star
    ) by_star GROUP BY product_id ORDER BY product_id $query$, changes)
  LOOP
    PERFORM pg_notify('shop_changed', changed.product_id::text);
    CONTINUE WHEN changed.stars = '{0,0,0,0,0}';
    UPDATE products p SET (rating_counts, review_count, rating_average) = (
      SELECT array_agg(n ORDER BY star), sum(n), coalesce(round(sum(n * star) / nullif(sum(n), 0), 1), 0)
      FROM (
        SELECT star, p.rating_counts[star] + changed.stars[star] AS n FROM generate_series(1, 5) star
      ) counts
    ) WHERE p.id = changed.product_id;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE products p SET (rating_counts, review_count, rating_average) = (
  SELECT array_agg(n ORDER BY star), sum(n), coalesce(round(sum(n * star) / nullif(sum(n), 0), 1), 0)
  FROM (
    SELECT star, (SELECT count(*) FROM reviews WHERE product_id = p.id AND rating = star) AS n
    FROM generate_series(1, 5) star
  ) counts
) WHERE EXISTS (SELECT 1 FROM reviews WHERE product_id = p.id);
--> statement-breakpoint
DROP TRIGGER shop_changed ON reviews;
--> statement-breakpoint
CREATE TRIGGER reviews_added AFTER INSERT ON reviews REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reviews_changed();
--> statement-breakpoint
CREATE TRIGGER reviews_changed AFTER UPDATE ON reviews REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION reviews_changed();
--> statement-breakpoint
CREATE TRIGGER reviews_removed AFTER DELETE ON reviews REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION reviews_changed();
--> statement-breakpoint
-- A review without a name of its own shows the author's.
CREATE FUNCTION notify_author_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changed', product_id::text) FROM reviews WHERE user_id = NEW.id AND reviewer_name IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER author_renamed AFTER UPDATE OF full_name ON profiles FOR EACH ROW WHEN (OLD.full_name IS DISTINCT FROM NEW.full_name) EXECUTE FUNCTION notify_author_renamed();
--> statement-breakpoint
-- A new rating changes the product's own page and the lists that show it, not the whole shop.
CREATE OR REPLACE FUNCTION notify_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rest products := NEW;
BEGIN
  rest.stock := OLD.stock;
  rest.units_sold := OLD.units_sold;
  rest.rating_counts := OLD.rating_counts;
  rest.review_count := OLD.review_count;
  rest.rating_average := OLD.rating_average;
  IF rest IS DISTINCT FROM OLD THEN
    PERFORM pg_notify('shop_changed', 'all');
    RETURN NULL;
  END IF;
  IF NEW.stock <> OLD.stock OR NEW.rating_counts <> OLD.rating_counts
    OR NEW.review_count <> OLD.review_count OR NEW.rating_average <> OLD.rating_average THEN
    PERFORM pg_notify('shop_changed', NEW.id::text);
  END IF;
  IF least(NEW.stock, 10) <> least(OLD.stock, 10) OR NEW.review_count <> OLD.review_count
    OR NEW.rating_average <> OLD.rating_average THEN
    PERFORM pg_notify('shop_changed', 'lists');
  END IF;
  RETURN NULL;
END $$;
