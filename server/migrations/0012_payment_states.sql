CREATE TABLE "payment_declines" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"code" text,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_status_known";--> statement-breakpoint
ALTER TABLE "payment_pages" ADD COLUMN "opened_at" timestamptz DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "next_check_at" timestamptz;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "checks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "updated_at" timestamptz DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_declines" ADD CONSTRAINT "payment_declines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_declines_order_id_created_at_index" ON "payment_declines" USING btree ("order_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_to_check" ON "payments" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
UPDATE "payment_pages" SET "opened_at" = "created_at";--> statement-breakpoint
-- One decline was recorded per order, without the id of the declined payment.
INSERT INTO "payment_declines" ("payment_id", "order_id", "created_at")
SELECT 'order:' || "order_id", "order_id", max("declined_at") FROM "payment_pages"
WHERE "declined_at" IS NOT NULL GROUP BY "order_id";--> statement-breakpoint
ALTER TABLE "payment_pages" DROP COLUMN "declined_at";--> statement-breakpoint
-- Settled on a signed webhook event alone: the provider is asked about them again.
UPDATE "payments" SET "next_check_at" = now() WHERE "unchecked" AND "status" = 'settled';--> statement-breakpoint
UPDATE "payments" SET "attention_reason" = 'denied' WHERE "attention_reason" = 'not-confirmed';--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "unchecked";--> statement-breakpoint
UPDATE "refunds" SET "updated_at" = "created_at";--> statement-breakpoint
UPDATE "refunds" SET "status" = 'requested' WHERE "status" = 'pending';--> statement-breakpoint
UPDATE "refunds" SET "status" = 'confirmed' WHERE "status" = 'succeeded';--> statement-breakpoint
-- "Recorded" refunds were not done by the provider and counted as given back all the same. Nobody knows which of
-- them were done in its dashboard, so they are shown to the admin, who tries them again or marks them as done.
UPDATE "payments" SET "refunded" = "refunded" - r."sum" FROM (
	SELECT "payment_id", sum("amount") AS "sum" FROM "refunds" WHERE "status" = 'recorded' GROUP BY "payment_id"
) r WHERE r."payment_id" = "payments"."payment_id";--> statement-breakpoint
UPDATE "refunds" SET "status" = 'failed', "failure" = 'The payment provider did not do it', "updated_at" = now() WHERE "status" = 'recorded';--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_status_known" CHECK ("refunds"."status" in ('requested', 'confirmed', 'failed', 'done-by-hand'));