-- Days of the shop are those of its time zone; without one, of UTC.
CREATE OR REPLACE FUNCTION shop_time_zone() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT nullif(setting_value, '') FROM site_settings WHERE setting_key = 'time_zone'), 'UTC')
$$;
