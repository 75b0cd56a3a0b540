CREATE INDEX "products_category_by_id" ON "products" USING btree ("id","category");--> statement-breakpoint
CREATE INDEX "sales_by_product_sums" ON "sales_by_product" USING btree ("period","starts_on","product_id","units","revenue_cents");--> statement-breakpoint
-- How many products a month or a year has: without it, ten times too few are expected and looked up one by one.
CREATE STATISTICS sales_by_product_periods (mcv) ON period, starts_on FROM sales_by_product;
