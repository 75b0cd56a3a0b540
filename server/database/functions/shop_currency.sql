-- The currency of all amounts; a shop that never chose has US dollars (contract/money.ts).
CREATE OR REPLACE FUNCTION shop_currency() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT nullif(setting_value, '') FROM site_settings WHERE setting_key = 'currency'), 'USD')
$$;
