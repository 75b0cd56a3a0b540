ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_reason_known";--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_order_named";--> statement-breakpoint
DROP INDEX "stock_movements_product_id_index";--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "actor_name" text;--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING btree ("name","id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_stock" ON "products" USING btree ("stock","id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_archived" ON "products" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE archived_at is not null;--> statement-breakpoint
CREATE INDEX "products_name_parts" ON "products" USING gin (plain_text("name") gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "stock_movements_newest" ON "stock_movements" USING btree ("product_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_reason_known" CHECK ("stock_movements"."reason" in ('received', 'damaged', 'counted', 'correction', 'set', 'ordered', 'given-back'));--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_order_named" CHECK (("stock_movements"."reason" in ('ordered', 'given-back')) = ("stock_movements"."order_id" is not null));