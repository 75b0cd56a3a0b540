CREATE TABLE "backup_copies" (
	"id" text PRIMARY KEY DEFAULT 'copies' NOT NULL,
	"place" text DEFAULT 'off' NOT NULL,
	"endpoint" text DEFAULT '' NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"bucket" text DEFAULT '' NOT NULL,
	"access_key_id" text DEFAULT '' NOT NULL,
	"secret_access_key" text,
	"folder" text DEFAULT 'backups' NOT NULL,
	"keep" integer DEFAULT 30 NOT NULL,
	"keep_days" integer DEFAULT 90 NOT NULL,
	"sealing_key" jsonb,
	"passphrase_at" timestamptz,
	"last_copy" text,
	"last_copy_at" timestamptz,
	"last_copy_key" text,
	"failed_at" timestamptz,
	"failure" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "backup_copies_one_row" CHECK ("backup_copies"."id" = 'copies'),
	CONSTRAINT "backup_copies_place" CHECK ("backup_copies"."place" in ('off', 'shop', 'other'))
);
--> statement-breakpoint
CREATE TABLE "backup_problems" (
	"id" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"seen_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restores" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"backup" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"step" text DEFAULT 'checking' NOT NULL,
	"started_at" timestamptz DEFAULT now() NOT NULL,
	"finished_at" timestamptz,
	"failure" text,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"holds" jsonb
);
--> statement-breakpoint
ALTER TABLE "backup_settings" ADD COLUMN "test_weekly" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "restores_started_at" ON "restores" USING btree ("started_at" DESC NULLS LAST);