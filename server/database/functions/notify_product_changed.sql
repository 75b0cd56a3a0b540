-- A new stock or rating changes the product's own page, those of its group and the lists that show it; anything else
-- the whole shop.
-- 10 is LOW_STOCK_BELOW of contract/stock.ts: lists show no stock above it.
CREATE OR REPLACE FUNCTION notify_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rest products := NEW;
BEGIN
  rest.stock := OLD.stock;
  rest.units_sold := OLD.units_sold;
  rest.rating_counts := OLD.rating_counts;
  rest.review_count := OLD.review_count;
  rest.rating_average := OLD.rating_average;
  IF rest IS DISTINCT FROM OLD THEN
    PERFORM pg_notify('shop_changed', 'all');
    RETURN NULL;
  END IF;
  IF NEW.stock <> OLD.stock OR NEW.rating_counts <> OLD.rating_counts
    OR NEW.review_count <> OLD.review_count OR NEW.rating_average <> OLD.rating_average THEN
    PERFORM pg_notify('shop_changed', id::text) FROM products WHERE id = NEW.id OR group_id = NEW.group_id;
  END IF;
  IF least(NEW.stock, 10) <> least(OLD.stock, 10) OR NEW.review_count <> OLD.review_count
    OR NEW.rating_average <> OLD.rating_average THEN
    PERFORM pg_notify('shop_changed', 'lists');
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_changed AFTER UPDATE ON products
FOR EACH ROW EXECUTE FUNCTION notify_product_changed();
