-- Lower case without accents. unaccent() itself is only "stable", since its dictionary could change;
-- naming the dictionary makes it safe to use in generated columns and indexes.
CREATE OR REPLACE FUNCTION plain_text(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(unaccent('unaccent'::regdictionary, value));
