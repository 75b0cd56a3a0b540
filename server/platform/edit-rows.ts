import { eq, getTableName, type InferInsertModel, type InferSelectModel } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type ChangedBy, changesSince, recordAudit } from './audit-log.ts'
import type { Db } from './database.ts'
import { errors } from './errors.ts'

/**
 * How the back office writes: each change is in the audit log, and a row with a version is not overwritten by
 * somebody who has not seen the latest one. All of them belong in a transaction.
 */
type EditableTable = PgTable & { id: AnyPgColumn; version: AnyPgColumn }
type Row = { id: string; version: number }

/** `name` is what the audit log calls the row, also when it is gone. */
type Options<Table extends PgTable> = {
  by: ChangedBy
  name: (row: InferSelectModel<Table>) => string
  /** Columns that the database computes from others; the audit log does without them. */
  computed?: readonly (keyof InferSelectModel<Table>)[]
  /** What belongs to the row and is stored elsewhere, for the audit log. */
  belongings?: { before?: object; after?: object }
}

export async function createRow<Table extends EditableTable>(
  tx: Db,
  table: Table,
  values: InferInsertModel<Table>,
  options: Options<Table>,
): Promise<InferSelectModel<Table>> {
  const rows = await tx
    .insert(table as EditableTable)
    .values(values as object)
    .returning()
  return recordCreated(tx, table, rows[0] as InferSelectModel<Table>, options)
}

/** Undefined when the row exists already; waits for another transaction that is creating it. */
export async function createMissingRow<Table extends EditableTable>(
  tx: Db,
  table: Table,
  values: InferInsertModel<Table>,
  options: Options<Table>,
): Promise<InferSelectModel<Table> | undefined> {
  const rows = await tx
    .insert(table as EditableTable)
    .values(values as object)
    .onConflictDoNothing()
    .returning()
  return rows[0] && recordCreated(tx, table, rows[0] as InferSelectModel<Table>, options)
}

async function recordCreated<Table extends PgTable>(
  tx: Db,
  table: Table,
  after: InferSelectModel<Table>,
  { by, name, computed, belongings }: Options<Table>,
) {
  await recordAudit(tx, {
    by,
    object: objectOf(table, after, name),
    before: null,
    after: { ...without(after, computed), ...belongings?.after },
  })
  return after
}

type Seen = { id: string; version: number }

/** Refuses with CHANGED_MEANWHILE when the row is no longer the one that the admin saw. */
export async function updateRow<Table extends EditableTable>(
  tx: Db,
  table: Table,
  seen: Seen,
  values: Partial<InferInsertModel<Table>>,
  { by, name, computed, belongings }: Options<Table>,
): Promise<InferSelectModel<Table>> {
  const before = await lockRow(tx, table, seen.id)
  await refuseStale(tx, table, before as Row, seen.version)
  const rows = await tx
    .update(table as EditableTable)
    .set({ ...values, version: seen.version + 1 } as object)
    .where(eq(table.id, seen.id))
    .returning()
  const after = rows[0] as InferSelectModel<Table>
  await recordAudit(tx, {
    by,
    object: objectOf(table, after, name),
    before: { ...without(before, computed), ...belongings?.before },
    after: { ...without(after, computed), ...belongings?.after },
  })
  return after
}

/** Without a version: who deletes has read the question that names the row. */
export async function deleteRow<Table extends EditableTable>(
  tx: Db,
  table: Table,
  id: string,
  { by, name, computed, belongings }: Options<Table>,
): Promise<InferSelectModel<Table>> {
  const before = await lockRow(tx, table, id)
  await tx.delete(table as EditableTable).where(eq(table.id, id))
  await recordAudit(tx, {
    by,
    object: objectOf(table, before, name),
    before: { ...without(before, computed), ...belongings?.before },
    after: null,
  })
  return before
}

async function lockRow<Table extends EditableTable>(tx: Db, table: Table, id: string) {
  const rows = await tx
    .select()
    .from(table as EditableTable)
    .where(eq(table.id, id))
    .for('no key update')
  if (!rows[0]) throw errors.ROW_NOT_FOUND()
  return rows[0] as InferSelectModel<Table>
}

/** For a change that has to know before it begins; `updateRow` asks again. */
export async function refuseStale(tx: Db, table: PgTable, row: Row, version: number) {
  if (row.version === version) return
  const since = await changesSince(tx, { type: getTableName(table), id: row.id }, version)
  throw errors.CHANGED_MEANWHILE({ data: { version: row.version, ...since } })
}

const objectOf = <Table extends PgTable>(
  table: Table,
  row: InferSelectModel<Table>,
  name: (row: InferSelectModel<Table>) => string,
) => ({ type: getTableName(table), id: String((row as unknown as Row).id), name: name(row) })

const without = (row: object, columns: readonly PropertyKey[] = []) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)))
