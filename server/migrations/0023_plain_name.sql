DROP INDEX "products_name_parts";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "plain_name" text GENERATED ALWAYS AS (plain_text("products"."name")) STORED;--> statement-breakpoint
CREATE INDEX "products_category_name" ON "products" USING btree ("category","name","id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_name_parts" ON "products" USING gin ("plain_name" gin_trgm_ops) WITH (fastupdate=false);