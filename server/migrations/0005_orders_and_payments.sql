CREATE TABLE "payment_watch" (
	"singleton" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"looked_until" timestamptz NOT NULL,
	CONSTRAINT "payment_watch_one_row" CHECK ("payment_watch"."singleton")
);
--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "failed_verification_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "locked_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "completed_by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_pages" ADD COLUMN "asked_at" timestamptz;--> statement-breakpoint
ALTER TABLE "payment_pages" ADD COLUMN "declined_at" timestamptz;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "unchecked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "secret_hash";