-- What lists show of these groups and products without group, by id, as it follows from `products` now.
-- What can be bought (price, stock, sale, options, words) is that of the members on sale; what was said and sold
-- (reviews, units) is that of all of them. The first one on sale leads. 10 is LOW_STOCK_BELOW of contract/stock.ts.
-- One pass without subqueries: its plan may have been made when the table was small.
CREATE OR REPLACE FUNCTION compute_listings(keys uuid[]) RETURNS TABLE (
  id uuid, product_id uuid, category text, featured boolean, price numeric, stock integer, on_sale boolean, option_ids integer[],
  rating_average numeric, review_count integer, units_sold integer, created_at timestamptz, search_words tsvector
) LANGUAGE sql STABLE AS $$
  SELECT p.id, p.id, p.category, p.featured, p.price, least(p.stock, 10), coalesce(p.original_price > p.price, false),
    p.option_ids, p.rating_average, p.review_count, p.units_sold, p.created_at, p.search_words
  FROM products p WHERE p.id = ANY (keys) AND p.group_id IS NULL AND p.archived_at IS NULL
  UNION ALL
  SELECT g.key, g.lead, g.category, g.featured, g.price, least(g.stock, 10)::integer, g.on_sale,
    ARRAY(SELECT DISTINCT option::integer FROM unnest(string_to_array(g.options, ',')) AS option WHERE option <> '' ORDER BY 1),
    coalesce(round(g.stars / nullif(g.review_count, 0), 1), 0), g.review_count::integer, g.units_sold::integer, g.created_at,
    setweight(to_tsvector('simple', plain_text(g.names)), 'A')
      || setweight(to_tsvector('simple', plain_text(coalesce(g.category, ''))), 'B')
      || setweight(to_tsvector('english', plain_text(g.descriptions)), 'C')
  FROM (
    SELECT m.group_id AS key,
      (array_agg(m.id ORDER BY m.group_position, m.id) FILTER (WHERE m.archived_at IS NULL))[1] AS lead,
      (array_agg(m.category ORDER BY m.group_position, m.id) FILTER (WHERE m.archived_at IS NULL))[1] AS category,
      (array_agg(m.created_at ORDER BY m.group_position, m.id) FILTER (WHERE m.archived_at IS NULL))[1] AS created_at,
      bool_or(m.featured) FILTER (WHERE m.archived_at IS NULL) AS featured,
      min(m.price) FILTER (WHERE m.archived_at IS NULL) AS price,
      sum(m.stock) FILTER (WHERE m.archived_at IS NULL) AS stock,
      bool_or(coalesce(m.original_price > m.price, false)) FILTER (WHERE m.archived_at IS NULL) AS on_sale,
      string_agg(array_to_string(m.option_ids, ','), ',') FILTER (WHERE m.archived_at IS NULL) AS options,
      sum(m.rating_counts[1] + 2 * m.rating_counts[2] + 3 * m.rating_counts[3] + 4 * m.rating_counts[4] + 5 * m.rating_counts[5])::numeric AS stars,
      sum(m.review_count) AS review_count,
      sum(m.units_sold) AS units_sold,
      -- "30 ml" is also found as "30ml".
      string_agg(DISTINCT m.group_name || ' ' || m.name || ' ' || m.group_value || ' ' || replace(m.group_value, ' ', ''), ' ')
        FILTER (WHERE m.archived_at IS NULL) AS names,
      string_agg(DISTINCT m.description, ' ') FILTER (WHERE m.archived_at IS NULL) AS descriptions
    FROM products m WHERE m.group_id = ANY (keys) GROUP BY m.group_id
  ) AS g
  WHERE g.lead IS NOT NULL
$$;
