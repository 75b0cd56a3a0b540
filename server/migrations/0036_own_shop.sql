CREATE TABLE "backup_settings" (
	"id" text PRIMARY KEY DEFAULT 'backups' NOT NULL,
	"daily" boolean DEFAULT true NOT NULL,
	"keep" integer DEFAULT 7 NOT NULL,
	"last_backup_at" timestamptz,
	"last_daily_at" timestamptz,
	"failed_at" timestamptz,
	"failure" text,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "backup_settings_one_row" CHECK ("backup_settings"."id" = 'backups'),
	CONSTRAINT "backup_settings_keep" CHECK ("backup_settings"."keep" between 1 and 90)
);
--> statement-breakpoint
CREATE TABLE "shop_ownership" (
	"singleton" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"made_mine_at" timestamptz NOT NULL,
	"made_mine_by" text NOT NULL,
	"backup" text NOT NULL,
	CONSTRAINT "shop_ownership_one_row" CHECK ("shop_ownership"."singleton")
);
--> statement-breakpoint
INSERT INTO "backup_settings" DEFAULT VALUES;
