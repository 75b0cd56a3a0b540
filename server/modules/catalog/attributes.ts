import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { type AttributeEdit, MOST_ATTRIBUTES, type SynonymEdit } from '#contract/attributes.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import { type Db, isDuplicate } from '#server/platform/database.ts'
import { createRow, deleteRow, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { product_attributes, products } from './catalog.table.ts'
import { search_synonyms } from './listings.table.ts'

export const listAttributes = (db: Db) =>
  db.select().from(product_attributes).orderBy(asc(product_attributes.created_at))

const options = (by: ChangedBy) => ({ by, name: ({ name }: { name: string }) => name })

export const createAttribute = (db: Db, edit: AttributeEdit, by: ChangedBy) =>
  refusingTakenName(
    db.transaction(async (tx) => {
      // Locked, so that two admins together do not add more than there may be.
      await tx.execute(sql`lock table ${product_attributes} in share row exclusive mode`)
      if ((await tx.$count(product_attributes)) >= MOST_ATTRIBUTES) {
        throw errors.TOO_MANY_ATTRIBUTES()
      }
      await refuseSameName(tx, edit.name)
      const values = { name: edit.name, options: await numbered(tx, edit.options, []) }
      const created = await createRow(tx, product_attributes, values, options(by))
      await announceChange(tx, 'attributes')
      return created
    }),
  )

type AttributeUpdate = AttributeEdit & { id: string; version: number }

/** An option keeps its number when it is renamed, and its products; one that is gone leaves them. */
export const updateAttribute = (db: Db, { id, version, ...edit }: AttributeUpdate, by: ChangedBy) =>
  refusingTakenName(
    db.transaction(async (tx) => {
      const before = await readAttribute(tx, id)
      await refuseSameName(tx, edit.name, id)
      const known = before.options.map((option) => option.id)
      const values = { name: edit.name, options: await numbered(tx, edit.options, known) }
      const saved = await updateRow(tx, product_attributes, { id, version }, values, options(by))
      const remaining = saved.options.map((option) => option.id)
      await takeFromProducts(
        tx,
        known.filter((option) => !remaining.includes(option)),
      )
      await announceChange(tx, 'attributes')
      return saved
    }),
  )

export const removeAttribute = (db: Db, id: string, by: ChangedBy) =>
  db.transaction(async (tx) => {
    const removed = await deleteRow(tx, product_attributes, id, options(by))
    await takeFromProducts(
      tx,
      removed.options.map((option) => option.id),
    )
    await announceChange(tx, 'attributes')
    return { id }
  })

/** Names that differ in capitals alone would be one name in a file of products. */
async function refuseSameName(tx: Db, name: string, own?: string) {
  const { name: column, id } = product_attributes
  const others = and(eq(sql`lower(${column})`, name.toLowerCase()), own ? ne(id, own) : undefined)
  if ((await tx.$count(product_attributes, others)) > 0) throw errors.ATTRIBUTE_NAME_TAKEN()
}

async function readAttribute(tx: Db, id: string) {
  const [attribute] = await tx
    .select()
    .from(product_attributes)
    .where(eq(product_attributes.id, id))
    .for('no key update')
  if (!attribute) throw errors.ROW_NOT_FOUND()
  return attribute
}

async function numbered(tx: Db, edited: AttributeEdit['options'], known: readonly number[]) {
  const numbers = await tx.execute<{ id: number }>(
    sql`select nextval('attribute_option_ids')::int as id from generate_series(1, ${edited.length})`,
  )
  return edited.map(({ id, label }, n) => ({
    id: id !== null && known.includes(id) ? id : (numbers.rows[n]?.id ?? 0),
    label,
  }))
}

const takeFromProducts = async (tx: Db, removed: readonly number[]) => {
  if (removed.length === 0) return
  const gone = sql`${sql.param(removed)}::int[]`
  await tx.execute(sql`
    update ${products} set option_ids = array(
      select option from unnest(option_ids) as option where option <> all(${gone}))
    where option_ids && ${gone}`)
}

/** Of these options, those that exist: a colleague may have deleted one meanwhile. */
export async function knownOptions(db: Db, ids: readonly number[] | undefined) {
  if (!ids || ids.length === 0) return ids && []
  const known = (await listAttributes(db)).flatMap(({ options: all }) => all.map(({ id }) => id))
  return known.filter((id) => ids.includes(id)).sort((a, b) => a - b)
}

const refusingTakenName = <Result>(saved: Promise<Result>) =>
  saved.catch((error) => {
    throw isDuplicate(error, 'product_attributes_name_unique')
      ? errors.ATTRIBUTE_NAME_TAKEN()
      : error
  })

export async function readSynonyms(db: Db) {
  const [row] = await db.select().from(search_synonyms)
  if (!row) throw errors.ROW_NOT_FOUND()
  return row
}

export const saveSynonyms = (db: Db, edit: SynonymEdit & { version: number }, by: ChangedBy) =>
  db.transaction(async (tx) => {
    const { id } = await readSynonyms(tx)
    const { version, lines } = edit
    const saved = await updateRow(
      tx,
      search_synonyms,
      { id, version },
      { lines: lines.trim() },
      { by, name: () => 'Synonyms' },
    )
    await announceChange(tx, 'attributes')
    return saved
  })
