-- IS JSON exists from PostgreSQL 16 on; this shop promises 15.
CREATE OR REPLACE FUNCTION is_json_object(value text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN jsonb_typeof(value::jsonb) = 'object';
EXCEPTION WHEN data_exception THEN
  RETURN false;
END $$;
