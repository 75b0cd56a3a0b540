DROP INDEX "orders_of_guest";--> statement-breakpoint
CREATE INDEX "orders_of_guest" ON "orders" USING btree (lower("guest_email"),"created_at","id") WHERE user_id is null and guest_email is not null;