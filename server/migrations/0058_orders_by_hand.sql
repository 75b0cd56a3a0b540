DROP INDEX "orders_to_ship";--> statement-breakpoint
DROP INDEX "orders_without_address";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "packed_at" timestamptz;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "packed_by" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "placed_by" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "in_person" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "guest_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "extra_discount" numeric(10, 2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "customer_note" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "link_sent_at" timestamptz;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_with_link" ON "orders" USING btree ("link_sent_at") WHERE link_sent_at is not null;--> statement-breakpoint
CREATE INDEX "orders_to_ship" ON "orders" USING btree ("completed_at") WHERE completed_at is not null and shipped_at is null and not in_person and status in ('processing', 'completed');--> statement-breakpoint
CREATE INDEX "orders_without_address" ON "orders" USING btree ("created_at","id") WHERE shipping_address is null and not in_person and status <> 'cancelled';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_extra_discount" CHECK ("orders"."extra_discount" between 0 and "orders"."discount" and ("orders"."extra_discount" = 0) = ("orders"."discount_reason" is null));