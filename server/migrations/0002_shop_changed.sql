-- Whatever changes what visitors see tells every process, at commit, to drop the pages it keeps.
-- Triggers do it, so that no code path (nor a person with psql) can forget.
CREATE FUNCTION notify_shop_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changed', 'all');
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Selling a unit changes a number on one product's page, not the whole shop:
-- the rest is dropped only when something else changed or the product sold out or came back.
CREATE FUNCTION notify_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(OLD) - 'stock' - 'units_sold') = (to_jsonb(NEW) - 'stock' - 'units_sold')
     AND (OLD.stock > 0) = (NEW.stock > 0) THEN
    IF OLD.stock <> NEW.stock THEN
      PERFORM pg_notify('shop_changed', NEW.id::text);
    END IF;
  ELSE
    PERFORM pg_notify('shop_changed', 'all');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER shop_changed AFTER INSERT OR DELETE ON products FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();
--> statement-breakpoint
CREATE TRIGGER product_changed AFTER UPDATE ON products FOR EACH ROW EXECUTE FUNCTION notify_product_changed();
--> statement-breakpoint
CREATE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON categories FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();
--> statement-breakpoint
CREATE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON reviews FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();
--> statement-breakpoint
CREATE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON site_settings FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();
--> statement-breakpoint
CREATE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON banner_content FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();
--> statement-breakpoint
CREATE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON section_backgrounds FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();
--> statement-breakpoint
CREATE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON testimonials FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();
--> statement-breakpoint
CREATE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON before_after FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();
--> statement-breakpoint
CREATE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON pages FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();
