CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"marketing_consent" boolean DEFAULT false NOT NULL,
	"marketing_consent_at" timestamptz,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profiles_email_lowercase" CHECK ("profiles"."email" = lower("profiles"."email")),
	CONSTRAINT "profiles_consent_has_time" CHECK (not "profiles"."marketing_consent" or "profiles"."marketing_consent_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "user_roles_user_id_role_pk" PRIMARY KEY("user_id","role"),
	CONSTRAINT "user_roles_known" CHECK ("user_roles"."role" in ('admin'))
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "back_in_stock_requests" (
	"product_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"notified_at" timestamptz,
	CONSTRAINT "back_in_stock_requests_product_id_email_pk" PRIMARY KEY("product_id","email")
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"display_order" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "categories_name_unique" UNIQUE("name"),
	CONSTRAINT "categories_name_given" CHECK (length(btrim("categories"."name")) between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"price" numeric(10, 2) NOT NULL,
	"cost_price" numeric(10, 2),
	"original_price" numeric(10, 2),
	"images" text[] DEFAULT '{}' NOT NULL,
	"image_url" text GENERATED ALWAYS AS ("products"."images"[1]) STORED,
	"category" text,
	"stock" integer DEFAULT 0 NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"rating_average" numeric(2, 1) DEFAULT 0 NOT NULL,
	"review_count" integer DEFAULT 0 NOT NULL,
	"units_sold" integer DEFAULT 0 NOT NULL,
	"archived_at" timestamptz,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (plain_text("products"."name")) STORED,
	"search_words" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', plain_text("products"."name")), 'A') || setweight(to_tsvector('simple', plain_text(coalesce("products"."category", ''))), 'B') || setweight(to_tsvector('english', plain_text("products"."description")), 'C')) STORED,
	CONSTRAINT "products_name_given" CHECK (length(btrim("products"."name")) between 1 and 200),
	CONSTRAINT "products_price_not_negative" CHECK ("products"."price" >= 0),
	CONSTRAINT "products_cost_not_negative" CHECK ("products"."cost_price" >= 0),
	CONSTRAINT "products_original_not_negative" CHECK ("products"."original_price" >= 0),
	CONSTRAINT "products_stock_not_negative" CHECK ("products"."stock" >= 0),
	CONSTRAINT "products_rating_known" CHECK ("products"."rating_average" between 0 and 5 and "products"."review_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"change" integer NOT NULL,
	"reason" text NOT NULL,
	"order_id" uuid,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "stock_movements_reason_known" CHECK ("stock_movements"."reason" in ('set', 'ordered', 'given-back')),
	CONSTRAINT "stock_movements_order_named" CHECK (("stock_movements"."reason" = 'set') = ("stock_movements"."order_id" is null))
);
--> statement-breakpoint
CREATE TABLE "chat_conversations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"secret_hash" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"agent_typing" boolean DEFAULT false NOT NULL,
	"agent_online" boolean DEFAULT false NOT NULL,
	"customer_typing" boolean DEFAULT false NOT NULL,
	"customer_online" boolean DEFAULT false NOT NULL,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "chat_conversations_status_known" CHECK ("chat_conversations"."status" in ('open', 'closed')),
	CONSTRAINT "chat_conversations_unread" CHECK ("chat_conversations"."unread_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conversation_id" uuid NOT NULL,
	"sender_type" text NOT NULL,
	"sender_name" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "chat_messages_sender_known" CHECK ("chat_messages"."sender_type" in ('customer', 'admin')),
	CONSTRAINT "chat_messages_not_blank" CHECK (length(btrim("chat_messages"."message")) between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "banner_content" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"singleton" boolean DEFAULT true NOT NULL,
	"title" text NOT NULL,
	"subtitle" text NOT NULL,
	"button_text" text NOT NULL,
	"button_link" text NOT NULL,
	"background_image_url" text,
	"banner_height" integer DEFAULT 500 NOT NULL,
	"shape_type" text DEFAULT 'wave' NOT NULL,
	CONSTRAINT "banner_content_singleton_unique" UNIQUE("singleton"),
	CONSTRAINT "banner_content_one_row" CHECK ("banner_content"."singleton"),
	CONSTRAINT "banner_content_height" CHECK ("banner_content"."banner_height" between 300 and 800),
	CONSTRAINT "banner_content_shape_known" CHECK ("banner_content"."shape_type" in ('wave', 'diagonal', 'curve', 'zigzag', 'none'))
);
--> statement-breakpoint
CREATE TABLE "before_after" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"image_url" text,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"message" text NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "contact_messages_status_known" CHECK ("contact_messages"."status" in ('new', 'replied', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"content" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"show_in_nav" boolean DEFAULT false NOT NULL,
	"nav_order" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "pages_slug_unique" UNIQUE("slug"),
	CONSTRAINT "pages_title_given" CHECK (length(btrim("pages"."title")) between 1 and 200),
	CONSTRAINT "pages_slug_is_path" CHECK ("pages"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length("pages"."slug") <= 100)
);
--> statement-breakpoint
CREATE TABLE "section_backgrounds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"section_name" text NOT NULL,
	"background_type" text NOT NULL,
	"background_value" text NOT NULL,
	"display_order" integer NOT NULL,
	CONSTRAINT "section_backgrounds_section_name_unique" UNIQUE("section_name"),
	CONSTRAINT "section_backgrounds_name_known" CHECK ("section_backgrounds"."section_name" in ('banner', 'products', 'testimonials', 'before-after')),
	CONSTRAINT "section_backgrounds_value_known" CHECK (("section_backgrounds"."background_type" = 'preset' and "section_backgrounds"."background_value" in ('white', 'pink-products', 'aloe-fresh', 'warm-gold', 'peach-glow', 'rose-luxury')) or ("section_backgrounds"."background_type" = 'custom' and left("section_backgrounds"."background_value", 1) = '{'))
);
--> statement-breakpoint
CREATE TABLE "site_settings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"setting_key" text NOT NULL,
	"setting_value" text DEFAULT '' NOT NULL,
	"description" text,
	CONSTRAINT "site_settings_setting_key_unique" UNIQUE("setting_key"),
	CONSTRAINT "site_settings_key_known" CHECK ("site_settings"."setting_key" in ('facebook_url', 'instagram_url', 'twitter_url', 'support_email', 'site_title', 'site_description', 'contact_phone', 'contact_address', 'contact_city', 'business_hours_sun_thu', 'business_hours_friday', 'business_hours_saturday'))
);
--> statement-breakpoint
CREATE TABLE "testimonials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"image_url" text,
	"rating" integer DEFAULT 5 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "testimonials_rating_known" CHECK ("testimonials"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"recipient_count" integer NOT NULL,
	"created_by" uuid,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"template" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"attachments" jsonb,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"cause" text,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"sent_at" timestamptz,
	CONSTRAINT "mails_status_known" CHECK ("mails"."status" in ('waiting', 'sent', 'failed', 'kept'))
);
--> statement-breakpoint
CREATE TABLE "marketing_consents" (
	"email" text PRIMARY KEY NOT NULL,
	"given_at" timestamptz DEFAULT now() NOT NULL,
	"source" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "marketing_opt_outs" (
	"email" text PRIMARY KEY NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media_files" (
	"name" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer,
	"height" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "media_files_size" CHECK ("media_files"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"discount_percentage" integer,
	"discount_amount" numeric(10, 2),
	"valid_from" timestamptz DEFAULT now() NOT NULL,
	"valid_until" timestamptz NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"max_uses" integer,
	"current_uses" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "coupons_code_unique" UNIQUE("code"),
	CONSTRAINT "coupons_code_uppercase" CHECK ("coupons"."code" = upper(btrim("coupons"."code")) and length("coupons"."code") between 1 and 50),
	CONSTRAINT "coupons_one_discount" CHECK (num_nonnulls("coupons"."discount_percentage", "coupons"."discount_amount") = 1),
	CONSTRAINT "coupons_percentage_known" CHECK ("coupons"."discount_percentage" between 1 and 100),
	CONSTRAINT "coupons_amount_positive" CHECK ("coupons"."discount_amount" > 0),
	CONSTRAINT "coupons_dates_in_order" CHECK ("coupons"."valid_until" >= "coupons"."valid_from"),
	CONSTRAINT "coupons_uses" CHECK ("coupons"."current_uses" >= 0 and ("coupons"."max_uses" is null or "coupons"."max_uses" >= 0))
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"price" numeric(10, 2) NOT NULL,
	CONSTRAINT "order_items_quantity_positive" CHECK ("order_items"."quantity" > 0),
	CONSTRAINT "order_items_price_not_negative" CHECK ("order_items"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"guest_email" text,
	"subtotal" numeric(10, 2) NOT NULL,
	"discount" numeric(10, 2) DEFAULT 0 NOT NULL,
	"total" numeric(10, 2) NOT NULL,
	"coupon_code" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"payment_id" text,
	"shipping_address" jsonb,
	"holds_stock" boolean DEFAULT true NOT NULL,
	"hold_until" timestamptz,
	"idempotency_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"request_hash" text,
	"secret_hash" text,
	"visitor" text,
	"tracking_number" text,
	"tracking_link" text,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"completed_at" timestamptz,
	"shipped_at" timestamptz,
	"cancelled_at" timestamptz,
	CONSTRAINT "orders_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('pending', 'processing', 'shipped', 'completed', 'cancelled')),
	CONSTRAINT "orders_sum" CHECK ("orders"."total" = "orders"."subtotal" - "orders"."discount" and "orders"."total" >= 0 and "orders"."discount" >= 0),
	CONSTRAINT "orders_one_owner" CHECK ("orders"."user_id" is null or "orders"."guest_email" is null),
	CONSTRAINT "orders_address_complete" CHECK ("orders"."shipping_address" is null or "orders"."shipping_address" ?& array['fullName','email','address','city','state','zipCode','country'])
);
--> statement-breakpoint
CREATE TABLE "clover_settings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" text NOT NULL,
	"merchant_name" text NOT NULL,
	"private_token" text NOT NULL,
	"webhook_secret" text,
	"is_active" boolean DEFAULT false NOT NULL,
	"encrypted" boolean DEFAULT true NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "clover_settings_merchant_id_unique" UNIQUE("merchant_id"),
	CONSTRAINT "clover_settings_encrypted" CHECK ("clover_settings"."encrypted")
);
--> statement-breakpoint
CREATE TABLE "payment_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"body" text NOT NULL,
	"body_hash" text NOT NULL,
	"received_at" timestamptz DEFAULT now() NOT NULL,
	"handled_at" timestamptz,
	"outcome" text,
	CONSTRAINT "payment_notices_body_hash_unique" UNIQUE("body_hash")
);
--> statement-breakpoint
CREATE TABLE "payment_pages" (
	"checkout_session_id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"merchant_id" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"href" text NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"expires_at" timestamptz NOT NULL,
	CONSTRAINT "payment_pages_amount" CHECK ("payment_pages"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"checkout_session_id" text,
	"merchant_id" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"refunded" numeric(10, 2) DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"attention_reason" text,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"resolved_at" timestamptz,
	CONSTRAINT "payments_status_known" CHECK ("payments"."status" in ('settled', 'needs-attention', 'resolved')),
	CONSTRAINT "payments_attention_explained" CHECK ("payments"."status" = 'settled' or "payments"."attention_reason" is not null),
	CONSTRAINT "payments_settled_order" CHECK ("payments"."status" <> 'settled' or "payments"."order_id" is not null),
	CONSTRAINT "payments_refund_within" CHECK ("payments"."refunded" between 0 and "payments"."amount")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"reason" text,
	"status" text NOT NULL,
	"provider_refund_id" text,
	"created_by" uuid,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_provider_refund_id_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_status_known" CHECK ("refunds"."status" in ('pending', 'succeeded', 'recorded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid,
	"rating" integer DEFAULT 5 NOT NULL,
	"title" text NOT NULL,
	"comment" text NOT NULL,
	"reviewer_name" text,
	"verified_purchase" boolean DEFAULT false NOT NULL,
	"media_url" text,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_rating_known" CHECK ("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews_title_given" CHECK (length(btrim("reviews"."title")) between 1 and 200),
	CONSTRAINT "reviews_comment_given" CHECK (length(btrim("reviews"."comment")) between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "call_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "live_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"topic" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "back_in_stock_requests" ADD CONSTRAINT "back_in_stock_requests_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_categories_name_fk" FOREIGN KEY ("category") REFERENCES "public"."categories"("name") ON DELETE set null ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD CONSTRAINT "chat_conversations_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_conversation_id_chat_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chat_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_pages" ADD CONSTRAINT "payment_pages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_created_by_profiles_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credentials_user_id_index" ON "credentials" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_provider_id_account_id_index" ON "credentials" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_email_unique" ON "profiles" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "two_factors_user_id_index" ON "two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "two_factors_secret_index" ON "two_factors" USING btree ("secret");--> statement-breakpoint
CREATE INDEX "verifications_identifier_index" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verifications_expires_at_index" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "back_in_stock_waiting" ON "back_in_stock_requests" USING btree ("product_id","email") WHERE notified_at is null;--> statement-breakpoint
CREATE INDEX "categories_is_active_display_order_name_index" ON "categories" USING btree ("is_active","display_order","name");--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at" DESC NULLS LAST,"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_price" ON "products" USING btree ("price","id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_rated" ON "products" USING btree ("rating_average" DESC NULLS LAST,"review_count" DESC NULLS LAST,"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_sold" ON "products" USING btree ("units_sold" DESC NULLS LAST,"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_category_newest" ON "products" USING btree ("category","created_at" DESC NULLS LAST,"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_category_price" ON "products" USING btree ("category","price","id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_category_rated" ON "products" USING btree ("category","rating_average" DESC NULLS LAST,"review_count" DESC NULLS LAST,"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_category_sold" ON "products" USING btree ("category","units_sold" DESC NULLS LAST,"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" USING btree ("created_at" DESC NULLS LAST,"id") WHERE archived_at is null and featured;--> statement-breakpoint
CREATE INDEX "products_low_stock" ON "products" USING btree ("stock") WHERE archived_at is null and stock < 10;--> statement-breakpoint
CREATE INDEX "products_search_words" ON "products" USING gin ("search_words");--> statement-breakpoint
CREATE INDEX "products_search_text" ON "products" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "stock_movements_product_id_index" ON "stock_movements" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "stock_movements_order_id_index" ON "stock_movements" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "chat_conversations_customer_email_created_at_index" ON "chat_conversations" USING btree ("customer_email","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "chat_conversations_created_at_index" ON "chat_conversations" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "chat_conversations_user_id_index" ON "chat_conversations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_conversations_open" ON "chat_conversations" USING btree ("updated_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "chat_messages_conversation_id_created_at_index" ON "chat_messages" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "before_after_created_at_index" ON "before_after" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contact_messages_created_at_index" ON "contact_messages" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contact_messages_status_created_at_index" ON "contact_messages" USING btree ("status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pages_nav_order_index" ON "pages" USING btree ("nav_order");--> statement-breakpoint
CREATE INDEX "testimonials_created_at_index" ON "testimonials" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "campaigns_created_at_index" ON "campaigns" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once_per_cause" ON "mails" USING btree ("cause") WHERE cause is not null;--> statement-breakpoint
CREATE INDEX "mails_created_at_index" ON "mails" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_status_created_at_index" ON "mails" USING btree ("status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_to_address_created_at_index" ON "mails" USING btree ("to_address","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "media_files_created_at_index" ON "media_files" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "coupons_created_at_index" ON "coupons" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "order_items_once" ON "order_items" USING btree ("order_id","product_id");--> statement-breakpoint
CREATE INDEX "order_items_product_id_index" ON "order_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "orders_user_id_created_at_index" ON "orders" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_created_at_index" ON "orders" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_status_created_at_index" ON "orders" USING btree ("status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_guest_email_index" ON "orders" USING btree ("guest_email");--> statement-breakpoint
CREATE INDEX "orders_coupon_code_index" ON "orders" USING btree ("coupon_code");--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("hold_until") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_open_by_visitor" ON "orders" USING btree ("visitor") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_earned" ON "orders" USING btree ("completed_at") WHERE completed_at is not null and status <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "orders_payment" ON "orders" USING btree ("payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "clover_settings_one_active" ON "clover_settings" USING btree ("is_active") WHERE is_active;--> statement-breakpoint
CREATE INDEX "payment_notices_open" ON "payment_notices" USING btree ("id") WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX "payment_pages_order_id_created_at_index" ON "payment_pages" USING btree ("order_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_settles" ON "payments" USING btree ("order_id") WHERE status = 'settled';--> statement-breakpoint
CREATE INDEX "payments_order_id_index" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_status_created_at_index" ON "payments" USING btree ("status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "refunds_payment_id_index" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_once_per_product" ON "reviews" USING btree ("product_id","user_id");--> statement-breakpoint
CREATE INDEX "reviews_product_id_created_at_index" ON "reviews" USING btree ("product_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reviews_user_id_index" ON "reviews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "live_events_topic_id_index" ON "live_events" USING btree ("topic","id");--> statement-breakpoint
CREATE INDEX "live_events_created_at_index" ON "live_events" USING btree ("created_at");