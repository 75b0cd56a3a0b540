CREATE TABLE "return_items" (
	"return_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"arrived" integer,
	"restocked" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "return_items_return_id_product_id_pk" PRIMARY KEY("return_id","product_id"),
	CONSTRAINT "return_items_quantity_positive" CHECK ("return_items"."quantity" > 0),
	CONSTRAINT "return_items_arrived" CHECK ("return_items"."arrived" between 0 and "return_items"."quantity"),
	CONSTRAINT "return_items_restocked" CHECK ("return_items"."restocked" between 0 and coalesce("return_items"."arrived", 0))
);
--> statement-breakpoint
CREATE TABLE "return_settings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"singleton" boolean DEFAULT true NOT NULL,
	"days" integer,
	"instructions" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "return_settings_singleton_unique" UNIQUE("singleton"),
	CONSTRAINT "return_settings_one_row" CHECK ("return_settings"."singleton"),
	CONSTRAINT "return_settings_days" CHECK ("return_settings"."days" between 1 and 365)
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text DEFAULT 'asked' NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"reason" text NOT NULL,
	"pictures" text[] DEFAULT '{}' NOT NULL,
	"answer" text,
	"instructions" text DEFAULT '' NOT NULL,
	"arrival_note" text,
	"refund_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz NOT NULL,
	"decided_at" timestamptz,
	"arrived_at" timestamptz,
	"closed_at" timestamptz,
	CONSTRAINT "returns_status_known" CHECK ("returns"."status" in ('asked', 'approved', 'declined', 'withdrawn', 'arrived', 'refunded', 'closed')),
	CONSTRAINT "returns_refund_named" CHECK (("returns"."status" = 'refunded') = ("returns"."refund_id" is not null)),
	CONSTRAINT "returns_answered" CHECK ("returns"."status" not in ('declined', 'closed') or coalesce(length(btrim("returns"."answer")), 0) > 0)
);
--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_reason_known";--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_order_named";--> statement-breakpoint
ALTER TABLE "media_files" DROP CONSTRAINT "media_files_purpose_known";--> statement-breakpoint
ALTER TABLE "media_files" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_items_of_product" ON "return_items" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "returns_asked_once" ON "returns" USING btree ("order_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "returns_one_refund" ON "returns" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "returns_newest" ON "returns" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "returns_by_status" ON "returns" USING btree ("status","created_at","id");--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_reason_known" CHECK ("stock_movements"."reason" in ('received', 'damaged', 'counted', 'correction', 'set', 'ordered', 'given-back', 'returned'));--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_order_named" CHECK (("stock_movements"."reason" in ('ordered', 'given-back', 'returned')) = ("stock_movements"."order_id" is not null));--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_purpose_known" CHECK ("media_files"."purpose" in ('review', 'product', 'banner', 'testimonial', 'before-after', 'logo', 'return'));--> statement-breakpoint
INSERT INTO "return_settings" DEFAULT VALUES;
