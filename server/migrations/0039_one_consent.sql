-- The consent of accounts moves to the table that has all others; what is there already was decided there.
INSERT INTO "marketing_consents" ("email", "given_at", "source")
SELECT "email", "marketing_consent_at", 'sign-up' FROM "profiles" WHERE "marketing_consent"
ON CONFLICT ("email") DO NOTHING;--> statement-breakpoint
-- Who withdrew it in the account keeps no older consent, unless other kinds of mail were chosen instead.
UPDATE "marketing_consents" consent SET "withdrawn_at" = profile."marketing_consent_at"
FROM "profiles" profile
WHERE profile."email" = consent."email" AND NOT profile."marketing_consent" AND consent."withdrawn_at" IS NULL
  AND consent."given_at" <= profile."marketing_consent_at"
  AND NOT EXISTS (SELECT FROM "declined_mail_kinds" declined WHERE declined."email" = consent."email");--> statement-breakpoint
-- An unsubscribe ends every older consent, also when the address is taken off the suppression list later.
UPDATE "marketing_consents" consent SET "withdrawn_at" = suppression."created_at"
FROM "mail_suppressions" suppression
WHERE suppression."email" = consent."email" AND suppression."reason" = 'unsubscribed'
  AND consent."withdrawn_at" IS NULL AND consent."given_at" <= suppression."created_at";--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_consent_has_time";--> statement-breakpoint
ALTER TABLE "profiles" DROP COLUMN "marketing_consent";--> statement-breakpoint
ALTER TABLE "profiles" DROP COLUMN "marketing_consent_at";--> statement-breakpoint
-- Where an address stands with each kind of marketing mail. A plain join, so that the planner can inline it.
CREATE FUNCTION "marketing_standing"("address" text)
RETURNS TABLE (
  "kind" text, "needs_consent" boolean, "refusal" text,
  "given_at" timestamptz, "source" text, "ended_at" timestamptz
)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT judged.kind, judged.needs_consent, judged.refusal,
    CASE WHEN judged.refusal IS NULL AND judged.withdrawn_at IS NULL THEN judged.given_at END,
    CASE WHEN judged.refusal IS NULL AND judged.withdrawn_at IS NULL THEN judged.source END,
    CASE WHEN judged.refusal IS NOT NULL THEN coalesce(judged.unsubscribed_at, judged.declined_at, judged.withdrawn_at) END
  FROM (
    SELECT kinds.kind, kinds.needs_consent,
      consent.given_at, consent.source, consent.withdrawn_at, declined.declined_at,
      CASE suppression.reason WHEN 'unsubscribed' THEN suppression.created_at END AS unsubscribed_at,
      CASE
        WHEN suppression.email IS NOT NULL THEN suppression.reason
        WHEN declined.email IS NOT NULL THEN 'declined'
        WHEN kinds.needs_consent AND (consent.email IS NULL OR consent.withdrawn_at IS NOT NULL) THEN 'no-consent'
      END AS refusal
    FROM (
      -- The last two were requested by the recipient, or are about a purchase.
      VALUES ('news', true), ('reminders', true), ('back-in-stock', false), ('review-requests', false)
    ) AS kinds (kind, needs_consent)
    LEFT JOIN "marketing_consents" consent ON consent.email = lower(btrim("address"))
    LEFT JOIN "mail_suppressions" suppression ON suppression.email = lower(btrim("address"))
    LEFT JOIN "declined_mail_kinds" declined
      ON declined.email = lower(btrim("address")) AND declined.kind = kinds.kind
  ) AS judged
$$;
