CREATE TABLE "chat_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid,
	"user_id" uuid,
	"agent_name" text,
	"process_id" uuid NOT NULL,
	"seen_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"customer_email" text NOT NULL,
	"conversation_id" uuid,
	"created_at" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	CONSTRAINT "chat_links_purpose_known" CHECK ("chat_links"."purpose" in ('history', 'reply'))
);
--> statement-breakpoint
CREATE TABLE "chat_secrets" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP TABLE "live_events" CASCADE;--> statement-breakpoint
DROP INDEX "chat_conversations_created_at_index";--> statement-breakpoint
DROP INDEX "chat_conversations_open";--> statement-breakpoint
DROP INDEX "chat_messages_conversation_id_created_at_index";--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "closed_reason" text;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "last_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "last_message" text;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "last_sender_type" text;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "answered_by" text;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "customer_read_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "follow_up_by_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "mailed_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "context" jsonb;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "context_at" timestamptz;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "active_at" timestamptz DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "seq" integer;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "client_id" uuid;--> statement-breakpoint
-- Messages that are already there are numbered in the order in which they were written.
UPDATE "chat_messages" SET "client_id" = "chat_messages"."id", "seq" = numbered.seq
FROM (SELECT id, row_number() OVER (PARTITION BY conversation_id ORDER BY created_at, id) AS seq FROM "chat_messages") numbered
WHERE numbered.id = "chat_messages"."id";--> statement-breakpoint
ALTER TABLE "chat_messages" ALTER COLUMN "seq" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ALTER COLUMN "client_id" SET NOT NULL;--> statement-breakpoint
UPDATE "chat_conversations" SET "last_seq" = newest.seq, "last_message" = left(newest.message, 140), "last_sender_type" = newest.sender_type
FROM (SELECT DISTINCT ON (conversation_id) * FROM "chat_messages" ORDER BY conversation_id, seq DESC) newest
WHERE newest.conversation_id = "chat_conversations"."id";--> statement-breakpoint
UPDATE "chat_conversations" SET "active_at" = "updated_at", "customer_read_seq" = "last_seq", "customer_email" = lower("customer_email");--> statement-breakpoint
INSERT INTO "chat_secrets" ("secret_hash", "conversation_id", "created_at")
SELECT "secret_hash", "id", "created_at" FROM "chat_conversations" ON CONFLICT DO NOTHING;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "agent_id" uuid;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "agent_name" text;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "attachment" jsonb;--> statement-breakpoint
ALTER TABLE "chat_connections" ADD CONSTRAINT "chat_connections_conversation_id_chat_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chat_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_connections" ADD CONSTRAINT "chat_connections_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_links" ADD CONSTRAINT "chat_links_conversation_id_chat_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chat_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_secrets" ADD CONSTRAINT "chat_secrets_conversation_id_chat_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chat_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_connections_conversation_id_index" ON "chat_connections" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "chat_connections_process_id_index" ON "chat_connections" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "chat_links_conversation_id_index" ON "chat_links" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "chat_links_expires_at_index" ON "chat_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "chat_secrets_conversation_id_index" ON "chat_secrets" USING btree ("conversation_id");--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_agent_id_profiles_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_conversations_created_at_id_index" ON "chat_conversations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "chat_conversations_updated_at_id_index" ON "chat_conversations" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "chat_conversations_idle" ON "chat_conversations" USING btree ("active_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "chat_conversations_unread_first" ON "chat_conversations" USING btree ("updated_at") WHERE unread_count > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_in_order" ON "chat_messages" USING btree ("conversation_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_once" ON "chat_messages" USING btree ("conversation_id","client_id");--> statement-breakpoint
CREATE INDEX "chat_messages_text" ON "chat_messages" USING gin ("message" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "chat_conversations" DROP COLUMN "secret_hash";--> statement-breakpoint
ALTER TABLE "chat_conversations" DROP COLUMN "agent_typing";--> statement-breakpoint
ALTER TABLE "chat_conversations" DROP COLUMN "agent_online";--> statement-breakpoint
ALTER TABLE "chat_conversations" DROP COLUMN "customer_typing";--> statement-breakpoint
ALTER TABLE "chat_conversations" DROP COLUMN "customer_online";--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD CONSTRAINT "chat_conversations_reason_known" CHECK ("chat_conversations"."closed_reason" in ('customer', 'admin', 'inactivity'));