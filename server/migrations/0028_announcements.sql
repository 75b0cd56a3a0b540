CREATE TABLE "product_announcements" (
	"product_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"price" numeric(10, 2) NOT NULL,
	"actor_name" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "product_announcements_product_id_kind_price_pk" PRIMARY KEY("product_id","kind","price"),
	CONSTRAINT "product_announcements_kind_known" CHECK ("product_announcements"."kind" in ('new-product', 'sale-alert'))
);
--> statement-breakpoint
ALTER TABLE "product_announcements" ADD CONSTRAINT "product_announcements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;