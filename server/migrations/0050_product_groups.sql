CREATE TABLE "listings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"category" text,
	"featured" boolean NOT NULL,
	"price" numeric(10, 2) NOT NULL,
	"stock" integer NOT NULL,
	"on_sale" boolean NOT NULL,
	"option_ids" integer[] NOT NULL,
	"rating_average" numeric(2, 1) NOT NULL,
	"review_count" integer NOT NULL,
	"units_sold" integer NOT NULL,
	"created_at" timestamptz NOT NULL,
	"search_words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"option_name" text NOT NULL,
	"kind" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "product_groups_name_unique" UNIQUE("name"),
	CONSTRAINT "product_groups_id_name" UNIQUE("id","name"),
	CONSTRAINT "product_groups_name_given" CHECK (length(btrim("product_groups"."name")) between 1 and 200),
	CONSTRAINT "product_groups_option_given" CHECK (length(btrim("product_groups"."option_name")) between 1 and 40),
	CONSTRAINT "product_groups_kind_known" CHECK ("product_groups"."kind" in ('size', 'shade'))
);
--> statement-breakpoint
DROP INDEX "products_rated";--> statement-breakpoint
DROP INDEX "products_category_price";--> statement-breakpoint
DROP INDEX "products_category_rated";--> statement-breakpoint
DROP INDEX "products_category_sold";--> statement-breakpoint
DROP INDEX "products_on_sale";--> statement-breakpoint
DROP INDEX "products_options";--> statement-breakpoint
DROP INDEX "products_search_words";--> statement-breakpoint
DROP INDEX "products_price";--> statement-breakpoint
-- In one statement, so that the table is written anew once.
ALTER TABLE "products" ADD COLUMN "group_id" uuid,
	ADD COLUMN "group_name" text,
	ADD COLUMN "group_position" integer,
	ADD COLUMN "group_value" text,
	ADD COLUMN "group_colour" text,
	ADD COLUMN "full_name" text GENERATED ALWAYS AS (coalesce("group_name" || ', ' || "group_value", "name")) STORED NOT NULL,
	ADD COLUMN "plain_full_name" text GENERATED ALWAYS AS (plain_text("name" || coalesce(' ' || "group_name" || ' ' || "group_value", ''))) STORED;--> statement-breakpoint
DROP INDEX "products_name_parts";--> statement-breakpoint
CREATE INDEX "products_name_parts" ON "products" USING gin ("plain_full_name" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
-- Before the indexes, which are then built at once. No product is in a group yet.
INSERT INTO "listings" SELECT "id", "id", "category", "featured", "price", least("stock", 10), coalesce("original_price" > "price", false), "option_ids", "rating_average", "review_count", "units_sold", "created_at", "search_words" FROM "products" WHERE "archived_at" IS NULL;--> statement-breakpoint
CREATE INDEX "listings_newest" ON "listings" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "listings_price" ON "listings" USING btree ("price","id","created_at","units_sold","rating_average","review_count","stock","featured","category","on_sale","option_ids");--> statement-breakpoint
CREATE INDEX "listings_rated" ON "listings" USING btree ("rating_average" DESC NULLS FIRST,"review_count" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "listings_sold" ON "listings" USING btree ("units_sold" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "listings_category_newest" ON "listings" USING btree ("category","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "listings_category_price" ON "listings" USING btree ("category","price","id");--> statement-breakpoint
CREATE INDEX "listings_category_rated" ON "listings" USING btree ("category","rating_average" DESC NULLS FIRST,"review_count" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "listings_category_sold" ON "listings" USING btree ("category","units_sold" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "listings_featured" ON "listings" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE featured;--> statement-breakpoint
CREATE INDEX "listings_on_sale" ON "listings" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE on_sale;--> statement-breakpoint
CREATE INDEX "listings_options" ON "listings" USING gin ("option_ids") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "listings_search_words" ON "listings" USING gin ("search_words") WITH (fastupdate=false);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_group" FOREIGN KEY ("group_id","group_name") REFERENCES "public"."product_groups"("id","name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "products_of_group" ON "products" USING btree ("group_id","group_position","id");--> statement-breakpoint
CREATE INDEX "products_price" ON "products" USING btree ("price","id") WHERE archived_at is null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_group_complete" CHECK (num_nulls("products"."group_id", "products"."group_name", "products"."group_position", "products"."group_value") in (0, 4));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_group_value_given" CHECK (length(btrim("products"."group_value")) between 1 and 60);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_group_colour_known" CHECK ("products"."group_colour" is null or "products"."group_id" is not null and "products"."group_colour" ~ '^#[0-9a-f]{6}$');