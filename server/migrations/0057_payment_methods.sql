CREATE TABLE "payment_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"instructions" text DEFAULT '' NOT NULL,
	"days" integer DEFAULT 7 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payment_methods_known" CHECK ("payment_methods"."id" in ('pick_up', 'bank_transfer')),
	CONSTRAINT "payment_methods_days" CHECK ("payment_methods"."days" between 1 and 30),
	CONSTRAINT "payment_methods_explained" CHECK (not "payment_methods"."active" or btrim("payment_methods"."instructions") <> '')
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_method" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_by" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_note" text;--> statement-breakpoint
CREATE INDEX "orders_awaiting_payment" ON "orders" USING btree ("created_at","id") WHERE payment_method <> 'card' and completed_at is null and status <> 'cancelled';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_method_known" CHECK ("orders"."payment_method" in ('card', 'pick_up', 'bank_transfer'));--> statement-breakpoint
INSERT INTO "payment_methods" ("id") VALUES ('pick_up'), ('bank_transfer');
