DROP INDEX "listings_sold";--> statement-breakpoint
DROP INDEX "listings_category_sold";--> statement-breakpoint
CREATE INDEX "listings_sold" ON "listings" USING btree ("units_sold" DESC NULLS FIRST,"id","price");--> statement-breakpoint
CREATE INDEX "listings_category_sold" ON "listings" USING btree ("category","units_sold" DESC NULLS FIRST,"id","price");