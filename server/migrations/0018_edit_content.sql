CREATE TABLE "page_redirects" (
	"slug" text PRIMARY KEY NOT NULL,
	"page_id" uuid NOT NULL
);
--> statement-breakpoint
DROP INDEX "before_after_created_at_index";--> statement-breakpoint
DROP INDEX "testimonials_created_at_index";--> statement-breakpoint
ALTER TABLE "banner_content" ADD COLUMN "focal_x" integer;--> statement-breakpoint
ALTER TABLE "banner_content" ADD COLUMN "focal_y" integer;--> statement-breakpoint
ALTER TABLE "before_after" ADD COLUMN "is_visible" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "before_after" ADD COLUMN "display_order" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "is_visible" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "display_order" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "page_redirects" ADD CONSTRAINT "page_redirects_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "page_redirects_page_id_index" ON "page_redirects" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "before_after_shown" ON "before_after" USING btree ("display_order","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "testimonials_shown" ON "testimonials" USING btree ("display_order","created_at" DESC NULLS FIRST);