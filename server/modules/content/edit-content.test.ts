import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DEFAULT_BANNER } from '#contract/content.ts'
import { BannerEdit, SaveBanner } from '#contract/edit-home.ts'
import { PageEdit } from '#contract/edit-pages.ts'
import { SettingEdit } from '#contract/edit-settings.ts'
import { newFileName } from '#server/modules/media/file-names.ts'
import { media_files } from '#server/modules/media/media.table.ts'
import { listAudit } from '#server/platform/audit-log.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { eventually } from '#server/testing/eventually.ts'
import { banner_content, before_after, section_backgrounds, testimonials } from './content.table.ts'
import {
  listEditableSections,
  moveSection,
  readEditableBanner,
  saveBanner,
  saveSection,
} from './edit-home.ts'
import { createPage, listEditablePages, removePage, updatePage } from './edit-pages.ts'
import { listEditableSettings, saveSetting } from './edit-settings.ts'
import {
  createBeforeAfter,
  createTestimonial,
  listEditableTestimonials,
  removeTestimonial,
  reorderStories,
  updateTestimonial,
} from './edit-stories.ts'
import { listTestimonials } from './home.ts'
import { readPage } from './pages.ts'

const { db, pool } = await givenDatabase()
const context = { db, now: () => new Date(), log: console } as unknown as AppContext
const by = { id: randomUUID(), name: 'Ada Keeper', at: new Date() }

async function givenUpload(purpose: 'testimonial' | 'before-after' | 'banner') {
  const name = newFileName(new Date(), 'image/webp', { width: 10, height: 10 })
  await db
    .insert(media_files)
    .values({ name, purpose, type: 'image/webp', bytes: 10, state: 'stored' })
  const isUsed = async () => {
    const [file] = await db.select().from(media_files).where(eq(media_files.name, name))
    return file?.used_at !== null
  }
  return { url: `/files/${name}`, isUsed }
}

const testimonial = { name: 'Iris', text: 'Lovely', rating: 5, image_url: null, is_visible: true }

test('a picture is in use as long as the testimonial shows it', async () => {
  const [first, second] = [await givenUpload('testimonial'), await givenUpload('testimonial')]
  const created = await createTestimonial(db, { ...testimonial, image_url: first.url }, by)
  expect(await first.isUsed()).toBe(true)
  await updateTestimonial(db, { ...testimonial, ...created, image_url: second.url }, by)
  expect([await first.isUsed(), await second.isUsed()]).toEqual([false, true])
  await removeTestimonial(db, created.id, by)
  expect(await second.isUsed()).toBe(false)
})

test('a picture that was never uploaded is refused, and nothing is stored', async () => {
  const before = await db.$count(testimonials)
  const made = createTestimonial(db, { ...testimonial, image_url: 'https://example.com/x.png' }, by)
  await expect(made).rejects.toMatchObject({ code: 'FILE_NOT_USABLE' })
  expect(await db.$count(testimonials)).toBe(before)
})

// Shows S7.8, B7.14
test('hidden testimonials are only in the back office, and the order is the owner’s', async () => {
  const names = ['One', 'Two', 'Three']
  const made: { id: string; version: number }[] = []
  for (const name of names) made.push(await createTestimonial(db, { ...testimonial, name }, by))
  const [one, two, three] = made
  if (!one || !two || !three) throw new Error('not created')
  await updateTestimonial(db, { ...testimonial, ...two, is_visible: false }, by)
  const others = (await listEditableTestimonials(db)).map(({ id }) => id)
  const rest = others.filter((id) => !made.some((item) => item.id === id))
  await reorderStories(db, testimonials, [two.id, one.id, three.id, ...rest], by)
  await reorderStories(db, testimonials, [three.id, two.id, one.id, ...rest], by)

  const shown = (await listTestimonials(context)).map(({ name }) => name)
  expect(shown.slice(0, 2)).toEqual(['Three', 'One'])
  const [entry] = (await listAudit(db, { object_type: 'testimonials', object_id: 'order' })).items
  expect(entry?.action).toBe('update')
  const order = (fields: unknown) =>
    (fields as { order: string[] }).order.filter((name) => names.includes(name))
  expect(order(entry?.before)).toEqual(['Two', 'One', 'Three'])
  expect(order(entry?.after)).toEqual(['Three', 'Two', 'One'])
  const newest = await createTestimonial(db, { ...testimonial, name: 'Newest' }, by)
  expect((await listTestimonials(context))[0]?.id).toBe(newest.id)
})

// Shows B7.16
test('of several Before & After items all are added, or none', async () => {
  const before = await db.$count(before_after)
  const good = await givenUpload('before-after')
  const item = { title: 'Week 4', description: 'Calmer' }
  const half = createBeforeAfter(
    db,
    [
      { ...item, image_url: good.url },
      { ...item, image_url: '/files/none.webp' },
    ],
    by,
  )
  await expect(half).rejects.toMatchObject({ code: 'FILE_NOT_USABLE' })
  expect([await db.$count(before_after), await good.isUsed()]).toEqual([before, false])
})

// Shows B7.15
test('the banner is created once, then changed; a second admin is refused, with what changed', async () => {
  const edit = { ...DEFAULT_BANNER, title: 'Spring' }
  const first = await saveBanner(
    db,
    { ...edit, version: (await readEditableBanner(db)).version },
    by,
  )
  const second = await saveBanner(db, { ...edit, title: 'Summer', version: first.version }, by)
  expect(second.title).toBe('Summer')
  await expect(
    saveBanner(db, { ...edit, title: 'Autumn', version: first.version }, by),
  ).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
    data: {
      changed_by: 'Ada Keeper',
      changes: [{ field: 'title', before: 'Spring', after: 'Summer' }],
    },
  })
})

test('of several admins who save the first banner at once, one saves and the others get a message', async () => {
  await db.delete(banner_content)
  const edit = { ...DEFAULT_BANNER, version: 0 }
  const saves = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => saveBanner(db, { ...edit, title: `Spring ${n}` }, by)),
  )
  const refused = saves.filter((save) => save.status === 'rejected')
  expect(refused).toHaveLength(5)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'CHANGED_MEANWHILE' })
})

// Shows B5.14, B9.6
test.each([
  [{ banner_height: 320 }, 'In steps of 50'],
  [{ banner_height: 250 }, 'At least 300'],
  [{ banner_height: 850 }, 'At most 800'],
  [{ title: ' ' }, 'Title is required'],
  [{ button_link: 'javascript:alert(1)' }, 'This link is not allowed'],
])('refuses a banner with %o', (wrong, message) => {
  const { error } = BannerEdit.safeParse({ ...DEFAULT_BANNER, ...wrong })
  expect(error?.issues.map((issue) => issue.message)).toContain(message)
})

// Shows B5.15
test('a banner with an empty shape gets the wave', () => {
  const { shape_type } = SaveBanner.parse({ ...DEFAULT_BANNER, shape_type: '', version: 0 })
  expect(shape_type).toBe('wave')
})

const page = (slug: string): PageEdit => ({
  title: 'About us',
  slug,
  content: 'Hello',
  is_active: true,
  show_in_nav: false,
  nav_order: 0,
})

// Shows B5.20
test.each([
  [{ title: ' ' }, 'title', 'Title is required'],
  [{ slug: '' }, 'slug', 'Slug is required'],
  [{ content: '' }, 'content', 'Content is required'],
  [{ nav_order: 'first' }, 'nav_order', expect.any(String)],
])('refuses a page with %o', (wrong, field, message) => {
  const { error } = PageEdit.safeParse({ ...page('about'), ...wrong })
  expect(error?.issues[0]).toMatchObject({ path: [field], message })
})

test('the old address of a page leads to the new one, until another page takes it', async () => {
  const created = await createPage(db, page('about-once'), by)
  await updatePage(db, { ...page('about-now'), id: created.id, version: created.version }, by)
  expect((await readPage(context, 'about-once')).slug).toBe('about-now')
  const other = await createPage(db, { ...page('about-once'), title: 'Other' }, by)
  expect((await readPage(context, 'about-once')).title).toBe('Other')
  await removePage(db, other.id, by)
  await expect(readPage(context, 'about-once')).rejects.toMatchObject({ code: 'PAGE_NOT_FOUND' })
})

test('an address belongs to one page', async () => {
  await createPage(db, page('only-one'), by)
  await expect(createPage(db, page('only-one'), by)).rejects.toMatchObject({ code: 'SLUG_TAKEN' })
  expect(PageEdit.safeParse(page('Not a Slug')).success).toBe(false)
  expect((await listEditablePages(db, { q: 'only-one' })).total).toBe(1)
})

// Shows B5.20
test('a page may not have an address of the shop itself, nor take one later', async () => {
  const taken = { code: 'SLUG_OF_SHOP' }
  const routes = readdirSync('web/routes').map((file) => file.replace(/\.tsx$/, ''))
  const firstParts = routes.filter((name) => !/^(__root|index|\$.*)$/.test(name))
  expect(firstParts).toContain('products')
  for (const slug of [...firstParts, 'api', 'webhooks', 'unsubscribe']) {
    await expect(createPage(db, page(slug), by), slug).rejects.toMatchObject(taken)
  }
  const created = await createPage(db, page('own-address'), by)
  const moved = { ...page('cart'), id: created.id, version: created.version }
  await expect(updatePage(db, moved, by)).rejects.toMatchObject(taken)
})

test('a page that the shop comes with keeps its address, although a route has the same', async () => {
  const { items } = await listEditablePages(db, { q: 'shipping-policy' })
  const [policy] = items
  if (!policy) throw new Error('the shop comes with a shipping policy')
  const { id, version } = policy
  const saved = await updatePage(db, { ...page('shipping-policy'), id, version }, by)
  expect(saved.content).toBe('Hello')
})

// Shows B5.21, B7.18
test('a setting is saved by its key, checked by its kind, and recorded', async () => {
  const rows = await listEditableSettings(db)
  const title = rows.find(({ setting_key }) => setting_key === 'site_title')
  const change = {
    setting_key: 'site_title',
    setting_value: 'Bloom',
    version: title?.version ?? 0,
  } as const
  await saveSetting(db, change, by)
  await expect(saveSetting(db, { ...change, setting_value: 'Late' }, by)).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
  })
  const { items } = await listAudit(db, { object_type: 'site_settings', q: 'site_title' })
  expect(items[0]).toMatchObject({ after: { setting_value: 'Bloom' } })

  const problem = (setting_key: string, setting_value: string) =>
    SettingEdit.safeParse({ setting_key, setting_value, version: 1 }).error?.issues[0]?.message
  expect(problem('facebook_url', 'javascript:alert(1)')).toBe(
    'Enter a web address such as https://…',
  )
  expect(problem('support_email', 'nobody')).toBe('Please enter a valid email address')
  expect(problem('support_email', '')).toBeUndefined()
  expect(problem('time_zone', 'Europe/Berlin')).toBeUndefined()
  expect(problem('time_zone', '+02:00')).toBe('Choose a time zone such as Europe/Berlin')
})

// Shows B4.10, B7.19
test('a section moves by one place, and not beyond the ends', async () => {
  const names = async () => (await listEditableSections(context)).map((row) => row.section_name)
  const before = await names()
  const [first, second] = before
  if (!first || !second) throw new Error('no sections')
  await moveSection(context, first, 'up', by)
  expect(await names()).toEqual(before)
  await moveSection(context, second, 'up', by)
  expect(await names()).toEqual([second, first, ...before.slice(2)])
})

test('a move that began with an earlier order of the sections does not deadlock with a later one', async () => {
  const [a, b, c] = await listEditableSections(context)
  if (!a || !b || !c) throw new Error('no sections')
  const [first, second] = [await pool.connect(), await pool.connect()]
  const place = (client: typeof first, display_order: number, { section_name }: typeof a) =>
    client.query('update section_backgrounds set display_order = $1 where section_name = $2', [
      display_order,
      section_name,
    ])
  const waiting = (most: number) =>
    eventually(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(most)
    })
  await first.query('begin')
  await second.query('begin')
  await place(first, 9, a)
  await place(first, 0, c)
  await place(second, 2, b)
  const earlier = moveSection(context, a.section_name, 'down', by)
  await waiting(1)
  await first.query('commit')
  const later = moveSection(context, c.section_name, 'down', by)
  await waiting(2)
  await second.query('commit')
  for (const client of [first, second]) client.release()
  await Promise.all([earlier, later])
  const rows = await db.select().from(section_backgrounds)
  const places = rows.map(({ display_order }) => display_order)
  expect(places.sort((one, other) => one - other)).toEqual([1, 2, 3, 4])
})

// Shows S3.16, B3.15, B7.19
test('a gradient is stored as its parts', async () => {
  const [section] = await listEditableSections(context)
  if (!section) throw new Error('no sections')
  const background_value = {
    direction: 'to-br',
    start: { colour: '#112233', opacity: 50 },
    middle: { colour: '#445566', opacity: 100 },
    end: { colour: '#778899' },
  } as const
  const { section_name, version } = section
  const saved = await saveSection(
    context,
    { section_name, version, background: { background_type: 'custom', background_value } },
    by,
  )
  expect(saved.find((row) => row.section_name === section_name)).toMatchObject({ background_value })
})
