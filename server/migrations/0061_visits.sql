CREATE TABLE "visits_by_product" (
	"day" date NOT NULL,
	"product_id" uuid NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"carts" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"units" integer DEFAULT 0 NOT NULL,
	"revenue_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "visits_by_product_day_product_id_pk" PRIMARY KEY("day","product_id")
);
--> statement-breakpoint
CREATE TABLE "visits_by_source" (
	"day" date NOT NULL,
	"source" text NOT NULL,
	"shard" smallint DEFAULT 0 NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"carts" integer DEFAULT 0 NOT NULL,
	"checkouts" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"revenue_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "visits_by_source_day_source_shard_pk" PRIMARY KEY("day","source","shard")
);
--> statement-breakpoint
ALTER TABLE "site_settings" DROP CONSTRAINT "site_settings_key_known";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "visit_source" text;--> statement-breakpoint
ALTER TABLE "visits_by_product" ADD CONSTRAINT "visits_by_product_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visits_by_product_product" ON "visits_by_product" USING btree ("product_id");--> statement-breakpoint
ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_key_known" CHECK ("site_settings"."setting_key" in ('facebook_url', 'instagram_url', 'twitter_url', 'support_email', 'site_title', 'site_description', 'contact_phone', 'contact_address', 'contact_city', 'business_hours_sun_thu', 'business_hours_friday', 'business_hours_saturday', 'opening_hours', 'time_zone', 'currency', 'newsletter_invitation', 'logo_url', 'accent_colour', 'count_visits', 'google_analytics_id', 'meta_pixel_id'));