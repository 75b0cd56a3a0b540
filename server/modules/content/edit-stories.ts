import { asc, desc, eq, getTableName, sql } from 'drizzle-orm'
import type { BeforeAfterEdit, TestimonialEdit } from '#contract/edit-stories.ts'
import type { UploadPurpose } from '#contract/media.ts'
import { claimFiles, releaseFiles } from '#server/modules/media/index.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import { createRow, deleteRow, updateRow } from '#server/platform/edit-rows.ts'
import { before_after, testimonials } from './content.table.ts'

const MOST_EDITABLE = 1000

const named = (by: ChangedBy) => ({ by, name: ({ name }: { name: string }) => name })
const headWithTitle = (by: ChangedBy) => ({ by, name: ({ title }: { title: string }) => title })

export const listEditableTestimonials = (db: Db) =>
  db
    .select()
    .from(testimonials)
    .orderBy(asc(testimonials.display_order), desc(testimonials.created_at))
    .limit(MOST_EDITABLE)

export const createTestimonial = (db: Db, values: TestimonialEdit, by: ChangedBy) =>
  db.transaction(async (tx) => {
    await replacePicture(tx, 'testimonial', null, values.image_url, by)
    return createRow(tx, testimonials, { ...values, created_at: by.at.toISOString() }, named(by))
  })

type Seen = { id: string; version: number }

export const updateTestimonial = (
  db: Db,
  { id, version, ...values }: TestimonialEdit & Seen,
  by: ChangedBy,
) =>
  db.transaction(async (tx) => {
    const [before] = await tx.select().from(testimonials).where(eq(testimonials.id, id))
    const saved = await updateRow(tx, testimonials, { id, version }, values, named(by))
    await replacePicture(tx, 'testimonial', before?.image_url ?? null, values.image_url, by)
    return saved
  })

export const removeTestimonial = (db: Db, id: string, by: ChangedBy) =>
  db.transaction(async (tx) => {
    const removed = await deleteRow(tx, testimonials, id, named(by))
    await replacePicture(tx, 'testimonial', removed.image_url, null, by)
    return removed
  })

export const listEditableBeforeAfter = (db: Db) =>
  db
    .select()
    .from(before_after)
    .orderBy(asc(before_after.display_order), desc(before_after.created_at))
    .limit(MOST_EDITABLE)

/** All or none of them. */
export const createBeforeAfter = (
  db: Db,
  items: Omit<BeforeAfterEdit, 'is_visible'>[],
  by: ChangedBy,
) =>
  db.transaction(async (tx) => {
    const created = []
    for (const [n, item] of items.entries()) {
      await replacePicture(tx, 'before-after', null, item.image_url, by)
      // One millisecond apart, so that the first of them is shown first.
      const created_at = new Date(by.at.getTime() - n).toISOString()
      created.push(await createRow(tx, before_after, { ...item, created_at }, headWithTitle(by)))
    }
    return created
  })

export const updateBeforeAfter = (
  db: Db,
  { id, version, ...values }: BeforeAfterEdit & Seen,
  by: ChangedBy,
) =>
  db.transaction(async (tx) => {
    const [before] = await tx.select().from(before_after).where(eq(before_after.id, id))
    const saved = await updateRow(tx, before_after, { id, version }, values, headWithTitle(by))
    await replacePicture(tx, 'before-after', before?.image_url ?? null, values.image_url, by)
    return saved
  })

export const removeBeforeAfter = (db: Db, id: string, by: ChangedBy) =>
  db.transaction(async (tx) => {
    const removed = await deleteRow(tx, before_after, id, headWithTitle(by))
    await replacePicture(tx, 'before-after', removed.image_url, null, by)
    return removed
  })

/** The new picture is claimed, the old one released. */
export async function replacePicture(
  tx: Db,
  purpose: UploadPurpose,
  before: string | null,
  after: string | null,
  by: ChangedBy,
) {
  if (before === after) return
  if (after) await claimFiles(tx, [after], { owner: by.id, purpose, at: by.at })
  if (before) await releaseFiles(tx, [before])
}

type StoryTable = typeof testimonials | typeof before_after

/**
 * The order in which they are shown. Ids that are gone are skipped; those that are not named, because they were
 * added meanwhile, stay in front.
 */
export const reorderStories = (db: Db, table: StoryTable, ids: string[], by: ChangedBy) =>
  db.transaction(async (tx) => {
    if (ids.length === 0) return { ids }
    const before = await inOrder(tx, table)
    const places = sql.join(
      ids.map((id, n) => sql`(${id}::uuid, ${n + 1}::int)`),
      sql`, `,
    )
    await tx.execute(sql`
      update ${table} set display_order = place.n from (values ${places}) as place (id, n)
      where ${table.id} = place.id`)
    const after = await inOrder(tx, table)
    const names = (rows: typeof after) => ({ order: rows.map(({ name }) => name) })
    const object = { type: getTableName(table), id: 'order', name: 'Order on the home page' }
    await recordAudit(tx, { by, object, before: names(before), after: names(after) })
    return { ids: after.map(({ id }) => id).filter((id) => ids.includes(id)) }
  })

/** What the audit log calls them, as the home page shows them. */
const inOrder = (tx: Db, table: StoryTable) =>
  tx
    .select({ id: table.id, name: table === testimonials ? testimonials.name : before_after.title })
    .from(table as typeof testimonials)
    .orderBy(asc(table.display_order), desc(table.created_at))
    .limit(MOST_EDITABLE)
