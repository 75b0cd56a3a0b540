ALTER TABLE "mails" ADD COLUMN "held_until" timestamptz;--> statement-breakpoint
CREATE INDEX "mails_address_text" ON "mails" USING gin ("to_address" gin_trgm_ops);