CREATE TABLE "mail_settings" (
	"id" text PRIMARY KEY DEFAULT 'mail' NOT NULL,
	"host" text,
	"port" integer,
	"user" text DEFAULT '' NOT NULL,
	"password" text,
	"sender" text DEFAULT '' NOT NULL,
	"dkim_domain" text DEFAULT '' NOT NULL,
	"dkim_selector" text DEFAULT '' NOT NULL,
	"dkim_key" text,
	"retention_days" integer DEFAULT 365 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mail_settings_one_row" CHECK ("mail_settings"."id" = 'mail')
);
--> statement-breakpoint
CREATE TABLE "mail_texts" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"preheader" text NOT NULL,
	"title" text NOT NULL,
	"intro" text NOT NULL,
	"button" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
DROP INDEX "mails_created_at_index";--> statement-breakpoint
DROP INDEX "mails_status_created_at_index";--> statement-breakpoint
DROP INDEX "mails_to_address_created_at_index";--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_by_status" ON "mails" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "mails_by_template" ON "mails" USING btree ("template","created_at","id");--> statement-breakpoint
CREATE INDEX "mails_by_address" ON "mails" USING btree ("to_address","id");--> statement-breakpoint
CREATE INDEX "mails_subject_text" ON "mails" USING gin ("subject" gin_trgm_ops);