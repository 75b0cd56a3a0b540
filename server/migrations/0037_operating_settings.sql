CREATE TABLE "operating_settings" (
	"id" text PRIMARY KEY DEFAULT 'shop' NOT NULL,
	"public_url" text,
	"trusted_proxies" integer,
	"checked_url" text,
	"checked_at" timestamptz,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "operating_settings_one_row" CHECK ("operating_settings"."id" = 'shop'),
	CONSTRAINT "operating_settings_proxies" CHECK ("operating_settings"."trusted_proxies" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "setup_confirmations" (
	"subject" text PRIMARY KEY NOT NULL,
	"content_hash" text NOT NULL,
	"confirmed_by" text NOT NULL,
	"confirmed_at" timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setup_guide" (
	"singleton" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_hidden" boolean NOT NULL,
	CONSTRAINT "setup_guide_one_row" CHECK ("setup_guide"."singleton")
);
--> statement-breakpoint
ALTER TABLE "mail_settings" ADD COLUMN "tested_server" text;--> statement-breakpoint
ALTER TABLE "mail_settings" ADD COLUMN "tested_at" timestamptz;