CREATE TABLE "shipping_zones" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"places" text[] NOT NULL,
	"methods" jsonb NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "shipping_zones_name_given" CHECK (length(btrim("shipping_zones"."name")) between 1 and 60),
	CONSTRAINT "shipping_zones_places_given" CHECK (cardinality("shipping_zones"."places") > 0)
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight_grams" integer;--> statement-breakpoint
CREATE INDEX "shipping_zones_display_order_created_at_index" ON "shipping_zones" USING btree ("display_order","created_at");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_weight_not_negative" CHECK ("products"."weight_grams" >= 0);