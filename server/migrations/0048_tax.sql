CREATE TABLE "tax_rates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"country" text NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"zip" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"rate" numeric(7, 4) NOT NULL,
	"shipping_taxed" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"words" text GENERATED ALWAYS AS (lower(country || ' ' || state || ' ' || zip || ' ' || name)) STORED,
	CONSTRAINT "tax_rates_name_given" CHECK (length(btrim("tax_rates"."name")) between 1 and 60),
	CONSTRAINT "tax_rates_rate" CHECK ("tax_rates"."rate" > 0 and "tax_rates"."rate" <= 100)
);
--> statement-breakpoint
CREATE TABLE "tax_settings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"singleton" boolean DEFAULT true NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"prices_include_tax" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tax_settings_singleton_unique" UNIQUE("singleton"),
	CONSTRAINT "tax_settings_one_row" CHECK ("tax_settings"."singleton")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tax_exempt" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "shipping" numeric(10, 2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tax" numeric(10, 2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tax_lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rates_once" ON "tax_rates" USING btree ("country","state","zip","name");--> statement-breakpoint
CREATE INDEX "tax_rates_search" ON "tax_rates" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_taxed" ON "orders" USING btree ("completed_at") WHERE completed_at is not null and status <> 'cancelled' and tax > 0;--> statement-breakpoint
CREATE INDEX "refunds_taxed" ON "refunds" USING btree ("created_at") WHERE tax > 0;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_parts_within" CHECK ("refunds"."shipping" between 0 and "refunds"."amount" and "refunds"."tax" between 0 and "refunds"."amount");--> statement-breakpoint
INSERT INTO "tax_settings" DEFAULT VALUES;
