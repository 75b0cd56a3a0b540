-- The words of the catalogue that may be meant by a mistyped one, the most similar first. The threshold leaves words
-- that share at least one trigram in seven with it, which the index finds; those with fewer are no misspelling.
CREATE OR REPLACE FUNCTION words_near(typed text, most integer) RETURNS SETOF text
LANGUAGE sql STABLE ROWS 40 SET pg_trgm.word_similarity_threshold = 0.15 AS $$
  SELECT word FROM product_words WHERE word %> typed ORDER BY word <->> typed, word LIMIT most
$$;
