DROP INDEX "orders_open_by_visitor";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "visitor_id" text;--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "visitor" TO "network_address";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "hold_expired_at" timestamptz;--> statement-breakpoint
CREATE INDEX "orders_open_by_network" ON "orders" USING btree ("network_address") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_expired_by_network" ON "orders" USING btree ("network_address","hold_expired_at") WHERE hold_expired_at is not null;--> statement-breakpoint
CREATE INDEX "orders_open_by_visitor" ON "orders" USING btree ("visitor_id") WHERE status = 'pending';