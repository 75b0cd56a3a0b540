import { asc, desc, eq } from 'drizzle-orm'
import { type Banner, DEFAULT_BANNER, SectionBackground } from '#contract/content.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { banner_content, before_after, section_backgrounds, testimonials } from './content.table.ts'

const MOST_STORIES = 100

export async function readBanner({ db }: AppContext): Promise<Banner> {
  const [banner] = await db.select().from(banner_content)
  return banner ?? DEFAULT_BANNER
}

/** The sections of the home page with their backgrounds, in display order. */
export async function listSections({ db, log }: AppContext): Promise<SectionBackground[]> {
  const rows = await db
    .select()
    .from(section_backgrounds)
    .orderBy(asc(section_backgrounds.display_order), asc(section_backgrounds.section_name))
  return rows.map((row) => {
    const parsed = SectionBackground.safeParse({ ...row, background_value: backgroundOf(row) })
    if (parsed.success) return parsed.data
    // Without its background the section is still shown; without the section the page would have a hole.
    log.error({ section: row.section_name }, 'unreadable section background')
    return { ...row, background_type: 'preset', background_value: 'white' }
  })
}

function backgroundOf(row: typeof section_backgrounds.$inferSelect): unknown {
  if (row.background_type === 'preset') return row.background_value
  try {
    return JSON.parse(row.background_value)
  } catch {
    return undefined
  }
}

export const listTestimonials = ({ db }: AppContext) =>
  db
    .select()
    .from(testimonials)
    .where(eq(testimonials.is_visible, true))
    .orderBy(asc(testimonials.display_order), desc(testimonials.created_at))
    .limit(MOST_STORIES)

export const listBeforeAfter = ({ db }: AppContext) =>
  db
    .select()
    .from(before_after)
    .where(eq(before_after.is_visible, true))
    .orderBy(asc(before_after.display_order), desc(before_after.created_at))
    .limit(MOST_STORIES)
