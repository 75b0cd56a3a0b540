-- Notifies every process, at commit, of a change of what visitors see: they drop the pages they cache.
-- Triggers do it, so that no code path (nor a person with psql) can forget.
CREATE OR REPLACE FUNCTION notify_shop_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changed', 'all');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER shop_changed AFTER INSERT OR DELETE ON products
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();

CREATE OR REPLACE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON categories
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();

CREATE OR REPLACE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON site_settings
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();

CREATE OR REPLACE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON banner_content
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();

CREATE OR REPLACE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON section_backgrounds
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();

CREATE OR REPLACE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON testimonials
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();

CREATE OR REPLACE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON before_after
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();

CREATE OR REPLACE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON pages
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();

CREATE OR REPLACE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON shop_texts
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();

CREATE OR REPLACE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON product_attributes
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();

CREATE OR REPLACE TRIGGER shop_changed AFTER UPDATE ON product_groups
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();

CREATE OR REPLACE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON search_synonyms
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();

CREATE OR REPLACE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON shipping_zones
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();

CREATE OR REPLACE TRIGGER shop_changed AFTER UPDATE ON product_feed
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();

-- The product feed names the taxes of states.
CREATE OR REPLACE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON tax_rates
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();

CREATE OR REPLACE TRIGGER shop_changed AFTER UPDATE ON tax_settings
FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();
