import { sql } from 'drizzle-orm'
import type { ImportSource } from '#contract/moving-in.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { queueFetching } from './fetch-pictures.ts'
import type { MovedRow } from './moved-rows.ts'
import { picture_fetches, product_origins } from './moving-in.table.ts'

/** Two imports of one file at the same moment: the second one waits, and then finds what the first one made. */
export async function knownOrigins(tx: Db, source: ImportSource, keys: readonly string[]) {
  await tx.execute(sql`lock table ${product_origins} in share row exclusive mode`)
  const { rows } = await tx.execute<{ key: string; product_id: string }>(sql`
    select key, product_id from ${product_origins}
    where source = ${source} and key = any(${sql.param(keys)}::text[])`)
  return new Map(rows.map(({ key, product_id }) => [key, product_id]))
}

/** A row of a file and the product that was made of it. */
export type MadeRow = { row: MovedRow; product_id: string }

export async function storeOrigins(tx: Db, source: ImportSource, made: readonly MadeRow[]) {
  const keys = sql.param(made.map(({ row }) => row.key))
  const ids = sql.param(made.map(({ product_id }) => product_id))
  await tx.execute(sql`
    insert into ${product_origins} (source, key, product_id)
    select ${source}, key, product_id from unnest(${keys}::text[], ${ids}::uuid[]) as made (key, product_id)`)
}

/** In the order of the file. What earlier imports fetched needs no row any more. */
export async function queuePictures(
  { jobs }: Pick<AppContext, 'jobs'>,
  tx: Db,
  made: readonly MadeRow[],
  by: ChangedBy,
) {
  const wanted = made.flatMap(({ row, product_id }) =>
    row.pictures.map((url, n) => ({ product_id, url, position: n + 1 })),
  )
  if (wanted.length === 0) return
  await tx.execute(sql`
    delete from ${picture_fetches} fetched where state = 'done' and not exists (
      select from ${picture_fetches} other
      where other.product_id = fetched.product_id and other.state <> 'done')`)
  const column = (name: keyof (typeof wanted)[number]) =>
    sql.param(wanted.map((picture) => picture[name]))
  await tx.execute(sql`
    insert into ${picture_fetches} (product_id, url, position, due_at, actor_id, actor_name)
    select product_id, url, position, ${by.at.toISOString()}, ${by.id}, ${by.name}
    from unnest(${column('product_id')}::uuid[], ${column('url')}::text[], ${column('position')}::int[])
      with ordinality as wanted (product_id, url, position, place)
    order by place`)
  await queueFetching(jobs, tx)
}
