import { asc, eq, sql } from 'drizzle-orm'
import type { PictureFailureQuery, PictureProgress } from '#contract/moving-in.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { paged } from '#server/platform/paged.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { products } from '../catalog.table.ts'
import { queueFetching } from './fetch-pictures.ts'
import { picture_fetches } from './moving-in.table.ts'

export async function readPictureProgress(db: Db): Promise<PictureProgress> {
  const { rows } = await db.execute<PictureProgress>(sql`
    select count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'done')::int as done,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'waiting' and tries > 0)::int as retried
    from ${picture_fetches}`)
  return rows[0] ?? { waiting: 0, done: 0, failed: 0, retried: 0 }
}

const hasFailed = eq(picture_fetches.state, 'failed')

export const listPictureFailures = (db: Db, query: PictureFailureQuery) =>
  paged(query, {
    count: () => db.$count(picture_fetches, hasFailed),
    rows: ({ offset, limit }) =>
      db
        .select({
          id: picture_fetches.id,
          product_id: picture_fetches.product_id,
          product_name: products.full_name,
          url: picture_fetches.url,
          reason: sql<string>`coalesce(${picture_fetches.reason}, '')`,
        })
        .from(picture_fetches)
        .innerJoin(products, eq(products.id, picture_fetches.product_id))
        .where(hasFailed)
        .orderBy(asc(picture_fetches.id))
        .offset(offset)
        .limit(limit),
  })

type Context = Pick<AppContext, 'db' | 'jobs' | 'now'>

export async function retryFailures({ db, jobs, now }: Context) {
  await db.transaction(async (tx) => {
    await tx
      .update(picture_fetches)
      .set({ state: 'waiting', tries: 0, due_at: now().toISOString() })
      .where(hasFailed)
    await queueFetching(jobs, tx)
    await announceChange(tx, 'products')
  })
  return readPictureProgress(db)
}

/** The products stay as they are; a picture can be uploaded in the form. */
export async function forgetFailures(db: Db) {
  await db.delete(picture_fetches).where(hasFailed)
  await announceChange(db, 'products')
  return readPictureProgress(db)
}
