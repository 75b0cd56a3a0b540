-- The words of a product: what it is called, what kind it is, what is said about it.
CREATE OR REPLACE FUNCTION words_of_product(name text, category text, description text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT word FROM unnest(tsvector_to_array(
    to_tsvector('simple', plain_text(concat_ws(' ', name, category, description)))
  )) AS word WHERE word ~ '^[[:alpha:]]{4,30}$'
$$;
