import { asc, eq } from 'drizzle-orm'
import { DEFAULT_BANNER } from '#contract/content.ts'
import type { Background, BannerEdit, EditableBanner } from '#contract/edit-home.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import { createMissingRow, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { banner_content, section_backgrounds } from './content.table.ts'
import { replacePicture } from './edit-stories.ts'
import { listSections } from './home.ts'

/** Version 0: the defaults, not stored yet. */
export async function readEditableBanner(db: Db): Promise<EditableBanner> {
  const [banner] = await db.select().from(banner_content)
  return banner ?? { ...DEFAULT_BANNER, version: 0 }
}

export const saveBanner = (
  db: Db,
  { version, ...banner }: BannerEdit & { version: number },
  by: ChangedBy,
) =>
  db.transaction(async (tx) => {
    const options = { by, name: () => 'Banner' }
    const { background_image_url: picture } = banner
    const created = await createMissingRow(tx, banner_content, banner, options)
    if (created) {
      await replacePicture(tx, 'banner', null, picture, by)
      return created
    }
    // Somebody else's first banner appears here as version 1, which is not the 0 that this admin saw.
    const before = await lockBanner(tx)
    const saved = await updateRow(tx, banner_content, { id: before.id, version }, banner, options)
    await replacePicture(tx, 'banner', before.background_image_url, picture, by)
    return saved
  })

async function lockBanner(tx: Db) {
  const [banner] = await tx.select().from(banner_content).for('update')
  if (!banner) throw errors.ROW_NOT_FOUND()
  return banner
}

type SectionName = (typeof section_backgrounds.$inferSelect)['section_name']

export async function listEditableSections(context: AppContext) {
  const sections = await listSections(context)
  const rows = await context.db.select().from(section_backgrounds)
  return sections.map((section) => ({
    ...section,
    version: rows.find((row) => row.section_name === section.section_name)?.version ?? 1,
  }))
}

type SectionChange = { section_name: SectionName; version: number; background: Background }

export async function saveSection(
  context: AppContext,
  { section_name, version, background }: SectionChange,
  by: ChangedBy,
) {
  await context.db.transaction(async (tx) => {
    const { id } = await findSection(tx, section_name)
    const { background_type, background_value } = background
    const value =
      typeof background_value === 'string' ? background_value : JSON.stringify(background_value)
    const values = { background_type, background_value: value }
    await updateRow(tx, section_backgrounds, { id, version }, values, {
      by,
      name: ({ section_name: name }) => `Section ${name}`,
    })
  })
  return listEditableSections(context)
}

/** Swaps with the neighbour; the first cannot move up, the last cannot move down. */
export async function moveSection(
  context: AppContext,
  section_name: SectionName,
  direction: 'up' | 'down',
  by: ChangedBy,
) {
  await context.db.transaction(async (tx) => {
    // Locks in the order of ids, which no move changes: in display order two moves could wait for each other.
    await tx
      .select({ id: section_backgrounds.id })
      .from(section_backgrounds)
      .orderBy(asc(section_backgrounds.id))
      .for('update')
    const before = await tx
      .select()
      .from(section_backgrounds)
      .orderBy(asc(section_backgrounds.display_order), asc(section_backgrounds.section_name))
    const from = before.findIndex((row) => row.section_name === section_name)
    const to = direction === 'up' ? from - 1 : from + 1
    const [moved, neighbour] = [before[from], before[to]]
    if (!moved) throw errors.ROW_NOT_FOUND()
    if (!neighbour) return
    const after = before.with(from, neighbour).with(to, moved)
    for (const [n, { id }] of after.entries()) {
      await tx
        .update(section_backgrounds)
        .set({ display_order: n + 1 })
        .where(eq(section_backgrounds.id, id))
    }
    const names = (rows: typeof before) => rows.map((row) => row.section_name)
    await recordAudit(tx, {
      by,
      object: { type: 'section_backgrounds', id: 'order', name: 'Order of the sections' },
      before: { order: names(before) },
      after: { order: names(after) },
    })
  })
  return listEditableSections(context)
}

async function findSection(tx: Db, section_name: SectionName) {
  const [section] = await tx
    .select()
    .from(section_backgrounds)
    .where(eq(section_backgrounds.section_name, section_name))
  if (!section) throw errors.ROW_NOT_FOUND()
  return section
}
