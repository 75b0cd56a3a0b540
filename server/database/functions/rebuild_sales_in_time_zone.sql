-- In another time zone each sale may belong to another day.
CREATE OR REPLACE FUNCTION rebuild_sales_in_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rebuild_sales();
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER time_zone_added AFTER INSERT ON site_settings
FOR EACH ROW WHEN (NEW.setting_key = 'time_zone' AND NEW.setting_value <> '') EXECUTE FUNCTION rebuild_sales_in_time_zone();

CREATE OR REPLACE TRIGGER time_zone_changed AFTER UPDATE ON site_settings
FOR EACH ROW WHEN (NEW.setting_key = 'time_zone' AND NEW.setting_value IS DISTINCT FROM OLD.setting_value) EXECUTE FUNCTION rebuild_sales_in_time_zone();

CREATE OR REPLACE TRIGGER time_zone_removed AFTER DELETE ON site_settings
FOR EACH ROW WHEN (OLD.setting_key = 'time_zone' AND OLD.setting_value <> '') EXECUTE FUNCTION rebuild_sales_in_time_zone();
