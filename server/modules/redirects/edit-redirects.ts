import { eq, sql } from 'drizzle-orm'
import { MOST_REDIRECTS, type RedirectEdit, type RedirectQuery } from '#contract/redirects.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import { type Db, isDuplicate } from '#server/platform/database.ts'
import { createRow, deleteRow, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { mentions, orderBy, paged } from '#server/platform/paged.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { sendSignal } from '#server/platform/signals.ts'
import { flatten, type Pair, readPair } from './flat-redirects.ts'
import { missing_pages, redirects } from './redirects.table.ts'

/** Every process reads them anew. */
export const REDIRECTS_SIGNAL = 'redirects'

type Context = Pick<AppContext, 'config' | 'db'>

const searched = sql`${redirects.from_path} || ' ' || lower(${redirects.to_path})`

export function listRedirects(db: Db, query: RedirectQuery) {
  const where = query.q ? mentions(sql`(${searched})`, query.q) : undefined
  const { created_at, from_path, id } = redirects
  return paged(query, {
    count: () => db.$count(redirects, where),
    rows: ({ offset, limit }) =>
      db
        .select()
        .from(redirects)
        .where(where)
        .orderBy(...orderBy(query.sort ?? '-created_at', { created_at, from_path }, id))
        .offset(offset)
        .limit(limit),
  })
}

const options = (by: ChangedBy) => ({
  by,
  name: ({ from_path }: { from_path: string }) => from_path,
})

export const createRedirect = ({ config, db }: Context, edit: RedirectEdit, by: ChangedBy) =>
  saving(db, async (tx) => {
    const pair = usable(edit, config.publicUrl)
    const all = await lockRedirects(tx)
    if (all.has(pair.from_path)) throw errors.REDIRECT_EXISTS()
    if (all.size >= MOST_REDIRECTS) throw errors.TOO_MANY_REDIRECTS()
    const to_path = await leadOn(tx, all, pair)
    return createRow(tx, redirects, { ...pair, to_path }, options(by))
  })

type Change = RedirectEdit & { id: string; version: number }

export const updateRedirect = ({ config, db }: Context, change: Change, by: ChangedBy) =>
  saving(db, async (tx) => {
    const { id, version, ...edit } = change
    const pair = usable(edit, config.publicUrl)
    const all = await lockRedirects(tx)
    const [before] = await tx.select().from(redirects).where(eq(redirects.id, id))
    if (before) all.delete(before.from_path)
    const to_path = await leadOn(tx, all, pair)
    return updateRow(tx, redirects, { id, version }, { ...pair, to_path }, options(by))
  })

export const removeRedirect = (db: Db, id: string, by: ChangedBy) =>
  saving(db, async (tx) => {
    await deleteRow(tx, redirects, id, options(by))
    return { id }
  })

function usable(edit: RedirectEdit, publicUrl: string): Pair {
  const read = readPair(edit, publicUrl)
  if ('refusal' in read) throw errors[read.refusal]()
  return read
}

/** The final target of a new one; others that lead to its old address lead there from now on. */
async function leadOn(tx: Db, all: Map<string, string>, pair: Pair) {
  all.set(pair.from_path, pair.to_path)
  const { targets, circles } = flatten(all)
  if (circles.size > 0) throw errors.REDIRECT_LOOP()
  all.delete(pair.from_path)
  await writeChanged(tx, all, targets)
  return targets.get(pair.from_path) ?? pair.to_path
}

/** Nobody adds one between the check and the write. */
export async function lockRedirects(tx: Db) {
  await tx.execute(sql`lock table ${redirects} in share row exclusive mode`)
  const { from_path, to_path } = redirects
  const rows = await tx.select({ from_path, to_path }).from(redirects)
  return new Map(rows.map((row) => [row.from_path, row.to_path]))
}

async function writeChanged(
  tx: Db,
  before: ReadonlyMap<string, string>,
  targets: ReadonlyMap<string, string>,
) {
  const changed = [...targets].filter(([from, to]) => before.has(from) && before.get(from) !== to)
  if (changed.length === 0) return
  await tx.execute(sql`
    update ${redirects} set to_path = target.to_path, version = version + 1
    from unnest(${sql.param(changed.map(([from]) => from))}::text[],
      ${sql.param(changed.map(([, to]) => to))}::text[]) as target (from_path, to_path)
    where ${redirects}.from_path = target.from_path`)
}

type AddOptions = {
  /** Otherwise an old address that leads somewhere stays as it is. */
  overwrite?: boolean
}

/**
 * Adds many at once; the list is in the form in which it is stored. Those that would lead in a circle are left out, and
 * those beyond the largest number.
 */
export async function addRedirects(
  tx: Db,
  pairs: readonly Pair[],
  by: ChangedBy,
  { overwrite = false }: AddOptions = {},
) {
  const before = await lockRedirects(tx)
  const wanted = pairs.filter(({ from_path }) => overwrite || !before.has(from_path))
  const all = new Map([
    ...before,
    ...wanted.map(({ from_path, to_path }) => [from_path, to_path] as const),
  ])
  for (const from of flatten(all).circles) {
    const old = before.get(from)
    if (old === undefined) all.delete(from)
    else all.set(from, old)
  }
  const { targets } = flatten(all)
  await writeChanged(tx, before, targets)
  const added = [...targets]
    .filter(([from]) => !before.has(from))
    .slice(0, MOST_REDIRECTS - before.size)
  await tx.execute(sql`
    insert into ${redirects} (from_path, to_path, created_at)
    select from_path, to_path, ${by.at.toISOString()}::timestamptz
    from unnest(${sql.param(added.map(([from]) => from))}::text[],
      ${sql.param(added.map(([, to]) => to))}::text[]) as added (from_path, to_path)`)
  const object = { type: 'redirects', id: 'import', name: 'Import of redirects' }
  await recordAudit(tx, { by, object, before: null, after: { redirects: added.length } })
  await announceRedirects(tx)
  return added.length
}

/** What leads somewhere is missed no more. */
async function announceRedirects(tx: Db) {
  await tx.execute(sql`
    delete from ${missing_pages} where path in (select from_path from ${redirects})`)
  await sendSignal(tx, REDIRECTS_SIGNAL, {})
  await announceChange(tx, 'redirects')
}

const saving = <Result>(db: Db, write: (tx: Db) => Promise<Result>) =>
  db
    .transaction(async (tx) => {
      const saved = await write(tx)
      await announceRedirects(tx)
      return saved
    })
    .catch((error) => {
      throw isDuplicate(error, 'redirects_from_path_unique') ? errors.REDIRECT_EXISTS() : error
    })
