import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { readMigration } from '#server/platform/migrations.ts'
import { banner_content, section_backgrounds, site_settings } from './content.table.ts'

/** The migration that gives a new shop its first texts. */
const DEFAULT_CONTENT = '0003_default_content'

/** Statements that insert what a new shop starts with, changed into ones that bring it back. */
async function insertDefaults(tx: Db, table: string, onConflict: string) {
  for (const statement of readMigration(DEFAULT_CONTENT)) {
    const insert = statement.trim().replace(/;$/, '')
    if (!new RegExp(`^(--.*\\n)*INSERT INTO ${table} `).test(insert)) continue
    await tx.execute(sql.raw(`${insert} ON CONFLICT ${onConflict}`))
  }
}

const replace = (table: string, columns: string[]) =>
  `DO UPDATE SET version = ${table}.version + 1, ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`

/** Settings for which a new shop has no text become empty. */
export async function resetSettings(tx: Db) {
  await tx
    .update(site_settings)
    .set({ setting_value: '', version: sql`${site_settings.version} + 1` })
  const columns = replace('site_settings', ['setting_value'])
  await insertDefaults(tx, 'site_settings', `(setting_key) ${columns}`)
}

/** The pages that every shop links to; pages that the owner added stay. */
export async function resetPages(tx: Db) {
  const columns = replace('pages', ['title', 'content', 'is_active', 'show_in_nav', 'nav_order'])
  await insertDefaults(tx, 'pages', `(slug) ${columns}`)
}

/** The banner and the backgrounds of the home page. */
export async function resetLook(tx: Db) {
  await tx.delete(banner_content)
  await insertDefaults(tx, 'banner_content', '(singleton) DO NOTHING')
  await tx.delete(section_backgrounds)
  await insertDefaults(tx, 'section_backgrounds', '(section_name) DO NOTHING')
}
