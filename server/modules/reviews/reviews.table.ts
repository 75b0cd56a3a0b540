import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
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
    // One for each sort and filter of the list, so that a page costs the same whatever the number of reviews.
    index('reviews_newest')
      .on(t.product_id, t.created_at.desc().nullsFirst(), t.id)
      .where(sql`hidden_at is null`),
    index('reviews_highest')
      .on(t.product_id, t.rating.desc().nullsFirst(), t.created_at.desc().nullsFirst(), t.id)
      .where(sql`hidden_at is null`),
    index('reviews_lowest')
      .on(t.product_id, t.rating, t.created_at.desc().nullsFirst(), t.id)
      .where(sql`hidden_at is null`),
    index('reviews_helpful')
      .on(t.product_id, t.helpful_count.desc().nullsFirst(), t.created_at.desc().nullsFirst(), t.id)
      .where(sql`hidden_at is null`),
    index('reviews_with_media')
      .on(t.product_id, t.created_at.desc().nullsFirst(), t.id)
      .where(sql`hidden_at is null and media_url is not null`),
    index('reviews_verified')
      .on(t.product_id, t.created_at.desc().nullsFirst(), t.id)
      .where(sql`hidden_at is null and verified_purchase`),
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
