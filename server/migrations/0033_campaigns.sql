CREATE TABLE "campaign_recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" uuid NOT NULL,
	"email" text,
	"name" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"changed_at" timestamptz DEFAULT now() NOT NULL,
	"unsubscribed_at" timestamptz,
	CONSTRAINT "campaign_recipients_status_known" CHECK ("campaign_recipients"."status" in ('waiting', 'queued', 'sent', 'failed', 'left_out')),
	CONSTRAINT "campaign_recipients_type_known" CHECK ("campaign_recipients"."type" in ('user', 'guest')),
	CONSTRAINT "campaign_recipients_left_out_has_reason" CHECK ("campaign_recipients"."status" <> 'left_out' or "campaign_recipients"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "sending_rates" (
	"server" text PRIMARY KEY NOT NULL,
	"per_minute" integer NOT NULL,
	"allowance" double precision DEFAULT 0 NOT NULL,
	"counted_at" timestamptz,
	"feed_token" uuid,
	CONSTRAINT "sending_rates_known" CHECK ("sending_rates"."per_minute" between 1 and 6000)
);
--> statement-breakpoint
DROP INDEX "campaigns_created_at_index";--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "template" text DEFAULT 'promotional' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "button" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "link" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "coupon_code" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "product_id" uuid;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "data" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "texts" jsonb;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "audience" jsonb;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "status" text NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "send_at" timestamptz NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "started_at" timestamptz;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "finished_at" timestamptz;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "campaign_recipients" ADD CONSTRAINT "campaign_recipients_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_recipients_once" ON "campaign_recipients" USING btree ("campaign_id","email");--> statement-breakpoint
CREATE INDEX "campaign_recipients_by_status" ON "campaign_recipients" USING btree ("campaign_id","status","id");--> statement-breakpoint
CREATE INDEX "campaign_recipients_by_address" ON "campaign_recipients" USING btree ("email");--> statement-breakpoint
CREATE INDEX "campaign_recipients_unsubscribed" ON "campaign_recipients" USING btree ("campaign_id") WHERE unsubscribed_at is not null;--> statement-breakpoint
CREATE INDEX "campaigns_newest" ON "campaigns" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "campaigns_due" ON "campaigns" USING btree ("send_at") WHERE status in ('scheduled', 'sending');--> statement-breakpoint
CREATE INDEX "orders_of_campaign" ON "orders" USING btree ("campaign_id") WHERE campaign_id is not null;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_status_known" CHECK ("campaigns"."status" in ('scheduled', 'late', 'sending', 'paused', 'stopped', 'finished'));--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_template_known" CHECK ("campaigns"."template" in ('promotional', 'sale-alert', 'new-product'));--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_finished_has_time" CHECK ("campaigns"."status" not in ('finished', 'stopped') or "campaigns"."finished_at" is not null);