CREATE TABLE "push_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"profile_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "push_devices_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "channel" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
DROP INDEX "notifications_waiting";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_profile_id_kind_object_id_pk";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_profile_id_channel_kind_object_id_pk" PRIMARY KEY("profile_id","channel","kind","object_id");--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "push_kinds" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "summary" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "summarised_until" date;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_devices_profile_id_index" ON "push_devices" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "push_devices_session_id_index" ON "push_devices" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "notifications_waiting" ON "notifications" USING btree ("profile_id","channel") WHERE sent_at is null;