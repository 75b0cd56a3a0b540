-- IS JSON exists from PostgreSQL 16 on; this shop promises 15.
CREATE FUNCTION is_json_object(value text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN jsonb_typeof(value::jsonb) = 'object';
EXCEPTION WHEN data_exception THEN
  RETURN false;
END $$;
--> statement-breakpoint
ALTER TABLE "section_backgrounds" DROP CONSTRAINT "section_backgrounds_value_known";--> statement-breakpoint
ALTER TABLE "section_backgrounds" ADD CONSTRAINT "section_backgrounds_value_known" CHECK (("section_backgrounds"."background_type" = 'preset' and "section_backgrounds"."background_value" in ('white', 'pink-products', 'aloe-fresh', 'warm-gold', 'peach-glow', 'rose-luxury')) or ("section_backgrounds"."background_type" = 'custom' and is_json_object("section_backgrounds"."background_value")));
--> statement-breakpoint
-- What a sale changes: the stock on the product's own page, always; lists only when it is or was under 10,
-- since above that they show no number. Best-selling order may lag until the next change.
-- Comparing whole rows, so that a new column cannot be forgotten here.
CREATE OR REPLACE FUNCTION notify_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unsold products := NEW;
BEGIN
  unsold.stock := OLD.stock;
  unsold.units_sold := OLD.units_sold;
  IF unsold IS DISTINCT FROM OLD THEN
    PERFORM pg_notify('shop_changed', 'all');
  ELSIF NEW.stock <> OLD.stock THEN
    PERFORM pg_notify('shop_changed', NEW.id::text);
    IF least(NEW.stock, 10) <> least(OLD.stock, 10) THEN
      PERFORM pg_notify('shop_changed', 'lists');
    END IF;
  END IF;
  RETURN NULL;
END $$;
