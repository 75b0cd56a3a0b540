-- Stores a delivery for each webhook that wants this event, in the transaction of what happened; deliver-webhooks.ts sends
-- it. Triggers call it, so that no code path can forget. The processes are notified at commit.
CREATE OR REPLACE FUNCTION queue_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (webhook_id, event, object_id)
  SELECT w.id, TG_ARGV[0], to_jsonb(NEW) ->> TG_ARGV[1]
  FROM webhooks w
  WHERE w.active AND TG_ARGV[0] = ANY (w.events)
    -- A stock that goes up and down with unpaid orders is reported once an hour at most.
    AND NOT (TG_ARGV[0] = 'stock.low' AND EXISTS (
      SELECT FROM webhook_deliveries d
      WHERE d.webhook_id = w.id AND d.event = 'stock.low' AND d.object_id = to_jsonb(NEW) ->> TG_ARGV[1]
        AND d.created_at > now() - interval '1 hour'))
  ORDER BY w.id;
  IF FOUND THEN
    PERFORM pg_notify('signals', '{"topic":"webhooks-waiting","data":{}}');
  END IF;
  RETURN NULL;
END $$;

-- Not when an order is imported as paid: only when it becomes so.
CREATE OR REPLACE TRIGGER queue_webhooks AFTER UPDATE OF completed_at ON orders
FOR EACH ROW WHEN (OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL)
EXECUTE FUNCTION queue_webhooks('order.paid', 'id');

CREATE OR REPLACE TRIGGER queue_webhooks_of_shipped AFTER UPDATE OF status ON orders
FOR EACH ROW WHEN (OLD.status <> 'shipped' AND NEW.status = 'shipped')
EXECUTE FUNCTION queue_webhooks('order.shipped', 'id');

CREATE OR REPLACE TRIGGER queue_webhooks_of_cancelled AFTER UPDATE OF status ON orders
FOR EACH ROW WHEN (OLD.status <> 'cancelled' AND NEW.status = 'cancelled')
EXECUTE FUNCTION queue_webhooks('order.cancelled', 'id');

CREATE OR REPLACE TRIGGER queue_webhooks AFTER UPDATE OF status ON refunds
FOR EACH ROW WHEN (
  NEW.status IN ('confirmed', 'done-by-hand') AND OLD.status NOT IN ('confirmed', 'done-by-hand')
) EXECUTE FUNCTION queue_webhooks('order.refunded', 'id');

CREATE OR REPLACE TRIGGER queue_webhooks_of_new AFTER INSERT ON refunds
FOR EACH ROW WHEN (NEW.status IN ('confirmed', 'done-by-hand'))
EXECUTE FUNCTION queue_webhooks('order.refunded', 'id');

-- 10 is LOW_STOCK_BELOW of contract/stock.ts.
CREATE OR REPLACE TRIGGER queue_webhooks AFTER UPDATE OF stock ON products
FOR EACH ROW WHEN (
  NEW.archived_at IS NULL AND (OLD.stock >= 10 AND NEW.stock < 10 OR OLD.stock > 0 AND NEW.stock <= 0)
) EXECUTE FUNCTION queue_webhooks('stock.low', 'id');

CREATE OR REPLACE TRIGGER queue_webhooks AFTER INSERT ON profiles
FOR EACH ROW EXECUTE FUNCTION queue_webhooks('customer.created', 'id');
