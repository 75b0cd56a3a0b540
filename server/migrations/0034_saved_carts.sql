CREATE TABLE "saved_carts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"lines" jsonb NOT NULL,
	"changed_at" timestamptz NOT NULL,
	"reminded_at" timestamptz
);
--> statement-breakpoint
ALTER TABLE "saved_carts" ADD CONSTRAINT "saved_carts_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_carts_due" ON "saved_carts" USING btree ("reminded_at","changed_at");