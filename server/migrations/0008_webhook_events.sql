ALTER TABLE "payment_notices" RENAME TO "webhook_events";--> statement-breakpoint
ALTER SEQUENCE "payment_notices_id_seq" RENAME TO "webhook_events_id_seq";--> statement-breakpoint
ALTER INDEX "payment_notices_pkey" RENAME TO "webhook_events_pkey";--> statement-breakpoint
ALTER TABLE "webhook_events" RENAME CONSTRAINT "payment_notices_body_hash_unique" TO "webhook_events_body_hash_unique";--> statement-breakpoint
ALTER INDEX "payment_notices_open" RENAME TO "webhook_events_open";
