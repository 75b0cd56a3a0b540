import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { FETCH_STATES } from '#contract/moving-in.ts'
import { instant, oneOf } from '#server/platform/columns.ts'
import { products } from '../catalog.table.ts'

/** Which products came from another shop, and what they were there: the same file twice doubles nothing. */
export const product_origins = pgTable(
  'product_origins',
  {
    source: text().notNull(),
    // "handle", or "handle: Rose, 5 ml" for one of several sizes.
    key: text().notNull(),
    product_id: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.key] }),
    index('product_origins_product').on(t.product_id),
  ],
)

/** Pictures that a job fetches from the old shop, in the order of the file. */
export const picture_fetches = pgTable(
  'picture_fetches',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    product_id: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    // Its place among the pictures of the product.
    position: integer().notNull(),
    url: text().notNull(),
    state: text({ enum: FETCH_STATES }).notNull().default('waiting'),
    tries: integer().notNull().default(0),
    due_at: instant().notNull().default(sql`now()`),
    /** The stored picture, as products name it. */
    file: text(),
    /** Why the last try failed. */
    reason: text(),
    /** Who imported it, for the audit log. */
    actor_id: uuid().notNull(),
    actor_name: text().notNull(),
  },
  (t) => [
    index('picture_fetches_product').on(t.product_id, t.position),
    index('picture_fetches_due').on(t.due_at, t.id).where(sql`state = 'waiting'`),
    index('picture_fetches_state').on(t.state, t.id),
    // The same picture of several sizes is fetched once. Addresses may be longer than an index entry.
    index('picture_fetches_url').on(sql`md5(${t.url})`).where(sql`state = 'done'`),
    check('picture_fetches_state_known', sql`${t.state} in (${sql.raw(oneOf(FETCH_STATES))})`),
    check('picture_fetches_done_has_file', sql`(${t.state} = 'done') = (${t.file} is not null)`),
  ],
)
