import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  type ExtraConfigColumn,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, instant } from '#server/platform/columns.ts'
import { profiles } from '../accounts/accounts.table.ts'
import { products } from '../catalog/catalog.table.ts'

/** What a list of reviews may be narrowed to, apart from its stars. */
const NARROWED = {
  '': sql`hidden_at is null`,
  _with_media: sql`hidden_at is null and media_url is not null`,
  _verified: sql`hidden_at is null and verified_purchase`,
  _both: sql`hidden_at is null and media_url is not null and verified_purchase`,
}

type Columns = Record<
  'product_id' | 'rating' | 'helpful_count' | 'created_at' | 'id',
  ExtraConfigColumn
>

/** One for each filter in each order, so that a page costs the same however many reviews there are, or few match. */
function listIndexes({ product_id, rating, helpful_count, created_at, id }: Columns) {
  // `on` resets the columns that it takes, so each index needs its own.
  const newest = () => [created_at.desc().nullsFirst(), id] as const
  const helpful = () => [helpful_count.desc().nullsFirst(), ...newest()] as const
  return Object.entries(NARROWED).flatMap(([name, narrowed]) => [
    index(`reviews_newest${name}`)
      .on(product_id, ...newest())
      .where(narrowed),
    index(`reviews_highest${name}`)
      .on(product_id, rating.desc().nullsFirst(), ...newest())
      .where(narrowed),
    // Also those of one rating, newest first.
    index(`reviews_lowest${name}`)
      .on(product_id, rating, ...newest())
      .where(narrowed),
    index(`reviews_helpful${name}`)
      .on(product_id, ...helpful())
      .where(narrowed),
    index(`reviews_helpful_by_rating${name}`)
      .on(product_id, rating, ...helpful())
      .where(narrowed),
  ])
}

/** A trigger maintains the counts of shown reviews in `products`, so that no code path can forget it. */
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
    /** The number of `review_votes`. */
    helpful_count: integer().notNull().default(0),
    answer: text(),
    answered_at: instant(),
    /** Set by the owner of the shop; nobody but the author and admins sees the review. */
    hidden_at: instant(),
    created_at: instant().notNull().default(sql`now()`),
    edited_at: instant(),
  },
  (t) => [
    uniqueIndex('reviews_once_per_product').on(t.product_id, t.user_id),
    ...listIndexes(t),
    index('reviews_all').on(t.created_at, t.id),
    index().on(t.user_id),
    check('reviews_rating_known', sql`${t.rating} between 1 and 5`),
    check('reviews_title_given', sql`length(btrim(${t.title})) between 1 and 200`),
    check('reviews_comment_given', sql`length(btrim(${t.comment})) between 1 and 5000`),
    check('reviews_helpful_not_negative', sql`${t.helpful_count} >= 0`),
    check('reviews_answer_dated', sql`(${t.answer} is null) = (${t.answered_at} is null)`),
  ],
)

/** Who found a review helpful: `account:` and the profile's id, or `visitor:` and the id of the signed cookie. */
export const review_votes = pgTable(
  'review_votes',
  {
    review_id: uuid()
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    voter: text().notNull(),
    user_id: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.review_id, t.voter] }), index().on(t.user_id)],
)
