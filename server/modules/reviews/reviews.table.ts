import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, instant } from '#server/platform/columns.ts'
import { profiles } from '../accounts/accounts.table.ts'
import { products } from '../catalog/catalog.table.ts'

export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    product_id: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    user_id: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    rating: integer().notNull().default(5),
    title: text().notNull(),
    comment: text().notNull(),
    reviewer_name: text(),
    verified_purchase: boolean().notNull().default(false),
    media_url: text(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('reviews_once_per_product').on(t.product_id, t.user_id),
    index().on(t.product_id, t.created_at.desc()),
    index().on(t.user_id),
    check('reviews_rating_known', sql`${t.rating} between 1 and 5`),
    check('reviews_title_given', sql`length(btrim(${t.title})) between 1 and 200`),
    check('reviews_comment_given', sql`length(btrim(${t.comment})) between 1 and 5000`),
  ],
)
