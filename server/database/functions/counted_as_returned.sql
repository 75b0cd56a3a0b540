-- How many units of a line a return speaks for. What was declined or withdrawn can be asked for again, and so can what never
-- arrived.
CREATE OR REPLACE FUNCTION counted_as_returned(status text, quantity integer, arrived integer) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN status IN ('declined', 'withdrawn') THEN 0
    WHEN status IN ('asked', 'approved') THEN quantity
    ELSE coalesce(arrived, 0)
  END
$$;
