import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ShippingZone } from '#contract/shipping.ts'
import { id, instant, version } from '#server/platform/columns.ts'

/** Places that cost the same to reach, and how parcels travel there. Without any zone the shop charges no shipping. */
export const shipping_zones = pgTable(
  'shipping_zones',
  {
    id: id(),
    name: text().notNull(),
    /** `US`, `US-CA` or `*` for everywhere else. A place is in one zone at most. */
    places: text().array().notNull(),
    /** Few, and always read and saved with their zone. */
    methods: jsonb().$type<ShippingZone['methods']>().notNull(),
    display_order: integer().notNull().default(0),
    version: version(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index().on(t.display_order, t.created_at),
    check('shipping_zones_name_given', sql`length(btrim(${t.name})) between 1 and 60`),
    check('shipping_zones_places_given', sql`cardinality(${t.places}) > 0`),
  ],
)
