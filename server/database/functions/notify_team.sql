-- Stores a notification for each member of the team who has switched this kind on; send-notifications.ts mails it and
-- send-push.ts shows it to those whose role has it. Triggers call it, so that no code path can forget. The same object
-- is reported again after a day at the earliest: a stock that goes up and down with unpaid orders is reported once.
CREATE OR REPLACE FUNCTION notify_team() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications AS n (profile_id, channel, kind, object_id)
  SELECT s.profile_id, c.channel, TG_ARGV[0], to_jsonb(NEW) ->> TG_ARGV[1]
  FROM notification_settings s JOIN user_roles r ON r.user_id = s.profile_id,
    LATERAL (VALUES ('mail', s.kinds), ('push', s.push_kinds)) AS c (channel, kinds)
  WHERE TG_ARGV[0] = ANY (c.kinds)
  ORDER BY 1, 2
  ON CONFLICT (profile_id, channel, kind, object_id) DO UPDATE SET created_at = now(), sent_at = NULL
  WHERE n.sent_at < now() - interval '1 day';
  RETURN NULL;
END $$;

-- Not when an order is imported as paid: only when it becomes so.
CREATE OR REPLACE TRIGGER notify_team AFTER UPDATE OF completed_at ON orders
FOR EACH ROW WHEN (OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL)
EXECUTE FUNCTION notify_team('orders', 'id');

-- What is paid by transfer or on pick-up has to be watched or prepared before it is paid.
CREATE OR REPLACE TRIGGER notify_team_of_placed AFTER INSERT ON orders
FOR EACH ROW WHEN (NEW.payment_method <> 'card') EXECUTE FUNCTION notify_team('placed', 'id');

CREATE OR REPLACE TRIGGER notify_team_of_new AFTER INSERT ON payments
FOR EACH ROW WHEN (NEW.attention_reason IS NOT NULL) EXECUTE FUNCTION notify_team('payments', 'payment_id');

CREATE OR REPLACE TRIGGER notify_team AFTER UPDATE OF attention_reason ON payments
FOR EACH ROW WHEN (NEW.attention_reason IS NOT NULL AND OLD.attention_reason IS DISTINCT FROM NEW.attention_reason)
EXECUTE FUNCTION notify_team('payments', 'payment_id');

CREATE OR REPLACE TRIGGER notify_team AFTER UPDATE OF status ON refunds
FOR EACH ROW WHEN (NEW.status = 'failed' AND OLD.status <> 'failed')
EXECUTE FUNCTION notify_team('payments', 'payment_id');

-- 10 is LOW_STOCK_BELOW of contract/stock.ts.
CREATE OR REPLACE TRIGGER notify_team AFTER UPDATE OF stock ON products
FOR EACH ROW WHEN (
  NEW.archived_at IS NULL AND (OLD.stock >= 10 AND NEW.stock < 10 OR OLD.stock > 0 AND NEW.stock <= 0)
) EXECUTE FUNCTION notify_team('stock', 'id');

CREATE OR REPLACE TRIGGER notify_team AFTER INSERT ON contact_messages
FOR EACH ROW EXECUTE FUNCTION notify_team('contact', 'id');

-- A notification that cannot be delivered must not cause the next one. Campaigns show their own failures.
CREATE OR REPLACE TRIGGER notify_team AFTER UPDATE OF status ON mails
FOR EACH ROW WHEN (
  NEW.status = 'failed' AND OLD.status <> 'failed'
  AND NEW.template NOT IN ('team-notification', 'promotional', 'sale-alert', 'new-product')
) EXECUTE FUNCTION notify_team('mail', 'id');

CREATE OR REPLACE TRIGGER notify_team AFTER UPDATE OF failed_at ON backup_settings
FOR EACH ROW WHEN (NEW.failed_at IS NOT NULL AND NEW.failed_at IS DISTINCT FROM OLD.failed_at)
EXECUTE FUNCTION notify_team('backups', 'id');

CREATE OR REPLACE TRIGGER notify_team AFTER INSERT ON chat_conversations
FOR EACH ROW EXECUTE FUNCTION notify_team('chats', 'id');

CREATE OR REPLACE TRIGGER notify_team AFTER INSERT OR UPDATE OF seen_at ON backup_problems
FOR EACH ROW EXECUTE FUNCTION notify_team('backups', 'id');

CREATE OR REPLACE TRIGGER notify_team AFTER UPDATE OF disabled_at ON webhooks
FOR EACH ROW WHEN (NEW.disabled_at IS NOT NULL AND OLD.disabled_at IS DISTINCT FROM NEW.disabled_at)
EXECUTE FUNCTION notify_team('webhooks', 'id');

CREATE OR REPLACE TRIGGER notify_team AFTER INSERT ON returns
FOR EACH ROW EXECUTE FUNCTION notify_team('returns', 'id');
