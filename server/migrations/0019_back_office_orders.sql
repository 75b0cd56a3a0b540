CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"full_name" text DEFAULT '' NOT NULL,
	"order_count" integer DEFAULT 0 NOT NULL,
	"spent" numeric(12, 2) DEFAULT 0 NOT NULL,
	"last_order_at" timestamptz,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"active_at" timestamptz GENERATED ALWAYS AS (coalesce(last_order_at, created_at)) STORED,
	"search_text" text GENERATED ALWAYS AS (lower(full_name || ' ' || email)) STORED,
	CONSTRAINT "customers_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "order_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"author_name" text NOT NULL,
	"text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "order_notes_text_given" CHECK (length(btrim("order_notes"."text")) between 1 and 2000)
);
--> statement-breakpoint
DROP INDEX "orders_created_at_index";--> statement-breakpoint
DROP INDEX "orders_status_created_at_index";--> statement-breakpoint
DROP INDEX "orders_coupon_code_index";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "customer_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "customer_email" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "item_names" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(id::text || ' ' || coalesce(customer_name, '') || ' ' || coalesce(customer_email, '') || ' ' || coalesce(shipping_address->>'fullName', '') || ' ' || coalesce(shipping_address->>'email', '') || ' ' || item_names)) STORED;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_guest" ON "customers" USING btree ("email") WHERE user_id is null;--> statement-breakpoint
CREATE INDEX "customers_by_activity" ON "customers" USING btree ("active_at","id");--> statement-breakpoint
CREATE INDEX "customers_by_spent" ON "customers" USING btree ("spent","id");--> statement-breakpoint
CREATE INDEX "customers_by_orders" ON "customers" USING btree ("order_count","id");--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree ("full_name","id");--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_notes_order_id_created_at_index" ON "order_notes" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "mails_of_order" ON "mails" USING btree ("order_id","created_at") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "orders_of_guest" ON "orders" USING btree (lower("guest_email")) WHERE user_id is null and guest_email is not null;--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_coupon" ON "orders" USING btree ("coupon_code","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_total" ON "orders" USING btree ("total","id");--> statement-breakpoint
CREATE INDEX "orders_by_customer" ON "orders" USING btree ("customer_name","id");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_without_address" ON "orders" USING btree ("created_at","id") WHERE shipping_address is null and status <> 'cancelled';--> statement-breakpoint
CREATE INDEX "payments_doubtful" ON "payments" USING btree ("payment_id") WHERE status = 'settled' and attention_reason is not null and resolved_at is null;--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("payment_id") WHERE status in ('requested', 'failed');