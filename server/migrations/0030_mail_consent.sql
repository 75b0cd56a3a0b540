CREATE TABLE "declined_mail_kinds" (
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"declined_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "declined_mail_kinds_email_kind_pk" PRIMARY KEY("email","kind")
);
--> statement-breakpoint
CREATE TABLE "mail_suppressions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"reason" text DEFAULT 'unsubscribed' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "mail_suppressions_reason_known" CHECK ("mail_suppressions"."reason" in ('unsubscribed', 'bounced', 'blocked'))
);
--> statement-breakpoint
ALTER TABLE "marketing_consents" ADD COLUMN "withdrawn_at" timestamptz;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_suppressions_email" ON "mail_suppressions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "mail_suppressions_newest" ON "mail_suppressions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mail_suppressions_text" ON "mail_suppressions" USING gin ("email" gin_trgm_ops);--> statement-breakpoint
-- Who had unsubscribed stays unsubscribed.
INSERT INTO "mail_suppressions" ("email", "reason", "created_at") SELECT "email", 'unsubscribed', "created_at" FROM "marketing_opt_outs";--> statement-breakpoint
DROP TABLE "marketing_opt_outs";
