CREATE SEQUENCE "public"."attribute_option_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "product_attributes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"options" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "product_attributes_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"singleton" boolean DEFAULT true NOT NULL,
	"lines" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "search_synonyms_singleton_unique" UNIQUE("singleton"),
	CONSTRAINT "search_synonyms_one_row" CHECK ("search_synonyms"."singleton")
);
--> statement-breakpoint
DROP INDEX "products_price";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "option_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "products_on_sale" ON "products" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE archived_at is null and original_price > price;--> statement-breakpoint
CREATE INDEX "products_options" ON "products" USING gin ("option_ids") WITH (fastupdate=false) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_price" ON "products" USING btree ("price","id","created_at","units_sold","rating_average","review_count","stock","featured","category","original_price","option_ids") WHERE archived_at is null;
--> statement-breakpoint
CREATE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON product_attributes FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();
--> statement-breakpoint
CREATE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON search_synonyms FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();
--> statement-breakpoint
-- Words that shoppers type for the same thing. The owner changes them in the back office.
INSERT INTO search_synonyms (lines) VALUES ('cream, crème
mask, masque
moisturizer, moisturiser, lotion
sunscreen, sunblock, spf
toner, tonic
scrub, exfoliant, exfoliator
perfume, parfum, fragrance');
