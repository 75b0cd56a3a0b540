ALTER TABLE "mails" DROP CONSTRAINT "mails_status_known";--> statement-breakpoint
UPDATE "mails" SET "status" = 'stored' WHERE "status" = 'kept';--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_status_known" CHECK ("mails"."status" in ('waiting', 'sent', 'failed', 'stored'));
