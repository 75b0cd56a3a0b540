CREATE TABLE "order_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"actor" text NOT NULL,
	"actor_id" text,
	"reason" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "order_events_known" CHECK ("order_events"."to_status" in ('pending', 'processing', 'shipped', 'completed', 'cancelled') and "order_events"."actor" in ('customer', 'admin', 'provider', 'job'))
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "image_url" text;--> statement-breakpoint
-- What was bought until now is shown as the product is today.
UPDATE "order_items" SET "name" = "products"."name", "image_url" = "products"."image_url"
FROM "products" WHERE "products"."id" = "order_items"."product_id";--> statement-breakpoint
ALTER TABLE "order_items" ALTER COLUMN "name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_events_order_id_id_index" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
-- The events of earlier orders, as far as their times tell them.
WITH steps AS (
	SELECT "id" AS order_id, 'pending' AS to_status, 'customer' AS actor, NULL AS actor_id,
		'Order placed' AS reason, "created_at" AS at, 1 AS place
	FROM "orders"
	UNION ALL
	SELECT "id", 'completed',
		CASE WHEN "payment_id" IS NOT NULL THEN 'provider' WHEN "completed_by_hand" THEN 'admin' ELSE 'customer' END,
		"payment_id",
		CASE WHEN "payment_id" IS NOT NULL THEN 'Payment received' WHEN "completed_by_hand" THEN 'Set in the back office' ELSE 'Nothing to pay' END,
		"completed_at", 2
	FROM "orders" WHERE "completed_at" IS NOT NULL
	UNION ALL
	SELECT "id", 'shipped', 'admin', NULL, 'Set in the back office', "shipped_at", 3
	FROM "orders" WHERE "shipped_at" IS NOT NULL
	UNION ALL
	SELECT "id", 'cancelled', CASE WHEN "completed_at" IS NULL THEN 'job' ELSE 'admin' END, NULL,
		'Cancelled before changes were recorded', "cancelled_at", 4
	FROM "orders" WHERE "cancelled_at" IS NOT NULL AND "status" = 'cancelled'
)
INSERT INTO "order_events" ("order_id", "from_status", "to_status", "actor", "actor_id", "reason", "created_at")
SELECT order_id, lag(to_status) OVER (PARTITION BY order_id ORDER BY at, place), to_status, actor, actor_id, reason, at
FROM steps ORDER BY order_id, at, place;--> statement-breakpoint
-- Where these do not lead to the status of today, an admin has set it at a time that is not known.
INSERT INTO "order_events" ("order_id", "from_status", "to_status", "actor", "reason", "created_at")
SELECT "orders"."id", last_event."to_status", "orders"."status", 'admin', 'Set before changes were recorded', last_event."created_at"
FROM "orders" JOIN (
	SELECT DISTINCT ON ("order_id") "order_id", "to_status", "created_at" FROM "order_events" ORDER BY "order_id", "id" DESC
) last_event ON last_event."order_id" = "orders"."id"
WHERE "orders"."status" <> last_event."to_status";
