-- Where an address stands with each kind of marketing mail. A plain join, so that the planner can inline it.
CREATE OR REPLACE FUNCTION "marketing_standing"("address" text)
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
