ALTER TABLE "media_files" ADD COLUMN "owner" uuid;--> statement-breakpoint
ALTER TABLE "media_files" ADD COLUMN "purpose" text;--> statement-breakpoint
ALTER TABLE "media_files" ADD COLUMN "state" text DEFAULT 'storing' NOT NULL;--> statement-breakpoint
ALTER TABLE "media_files" ADD COLUMN "used_at" timestamptz;--> statement-breakpoint
ALTER TABLE "media_files" ADD COLUMN "variants_at" timestamptz;--> statement-breakpoint
-- Every picture so far counts as used: nothing recorded its uses.
UPDATE "media_files" SET "state" = 'stored', "used_at" = "created_at", "purpose" = CASE
	WHEN EXISTS (SELECT 1 FROM "reviews" WHERE "media_url" = '/files/' || "media_files"."name") THEN 'review'
	WHEN EXISTS (SELECT 1 FROM "banner_content" WHERE "background_image_url" = '/files/' || "media_files"."name") THEN 'banner'
	WHEN EXISTS (SELECT 1 FROM "testimonials" t WHERE t."image_url" = '/files/' || "media_files"."name") THEN 'testimonial'
	WHEN EXISTS (SELECT 1 FROM "before_after" b WHERE b."image_url" = '/files/' || "media_files"."name") THEN 'before-after'
	ELSE 'product' END;--> statement-breakpoint
ALTER TABLE "media_files" ALTER COLUMN "purpose" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_owner_profiles_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_files_owner_index" ON "media_files" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "media_files_unused" ON "media_files" USING btree ("created_at") WHERE "media_files"."used_at" is null;--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_purpose_known" CHECK ("media_files"."purpose" in ('review', 'product', 'banner', 'testimonial', 'before-after'));--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_state_known" CHECK ("media_files"."state" in ('storing', 'stored', 'removing'));--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_used_is_stored" CHECK ("media_files"."used_at" is null or "media_files"."state" = 'stored');
