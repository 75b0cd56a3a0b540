CREATE TABLE "picture_fetches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "picture_fetches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"url" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamptz DEFAULT now() NOT NULL,
	"file" text,
	"reason" text,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	CONSTRAINT "picture_fetches_state_known" CHECK ("picture_fetches"."state" in ('waiting', 'done', 'failed')),
	CONSTRAINT "picture_fetches_done_has_file" CHECK (("picture_fetches"."state" = 'done') = ("picture_fetches"."file" is not null))
);
--> statement-breakpoint
CREATE TABLE "product_origins" (
	"source" text NOT NULL,
	"key" text NOT NULL,
	"product_id" uuid NOT NULL,
	CONSTRAINT "product_origins_source_key_pk" PRIMARY KEY("source","key")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"email" text PRIMARY KEY NOT NULL,
	"full_name" text DEFAULT '' NOT NULL,
	"address" jsonb,
	"source" text NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "contacts_email_lower" CHECK ("contacts"."email" = lower(btrim("contacts"."email")))
);
--> statement-breakpoint
CREATE TABLE "missing_pages" (
	"day" date NOT NULL,
	"path" text NOT NULL,
	"hits" integer NOT NULL,
	CONSTRAINT "missing_pages_day_path_pk" PRIMARY KEY("day","path")
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_path" text NOT NULL,
	"to_path" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "redirects_from_path_unique" UNIQUE("from_path"),
	CONSTRAINT "redirects_within_shop" CHECK ("redirects"."to_path" ~ '^/([^/\\]|$)'),
	CONSTRAINT "redirects_from_path" CHECK ("redirects"."from_path" ~ '^/[^/\\]')
);
--> statement-breakpoint
ALTER TABLE "marketing_consents" ADD COLUMN "proof" text;--> statement-breakpoint
ALTER TABLE "picture_fetches" ADD CONSTRAINT "picture_fetches_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_origins" ADD CONSTRAINT "product_origins_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "picture_fetches_product" ON "picture_fetches" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "picture_fetches_due" ON "picture_fetches" USING btree ("due_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "picture_fetches_state" ON "picture_fetches" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "picture_fetches_url" ON "picture_fetches" USING btree (md5("url")) WHERE state = 'done';--> statement-breakpoint
CREATE INDEX "product_origins_product" ON "product_origins" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "missing_pages_path" ON "missing_pages" USING btree ("path");--> statement-breakpoint
CREATE INDEX "redirects_newest" ON "redirects" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "redirects_target" ON "redirects" USING btree ("to_path");--> statement-breakpoint
CREATE INDEX "redirects_search" ON "redirects" USING gin (("from_path" || ' ' || lower("to_path")) gin_trgm_ops);