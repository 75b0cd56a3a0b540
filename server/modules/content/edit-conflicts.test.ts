import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_BANNER } from '#contract/content.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { listEditableSections, readEditableBanner, saveBanner, saveSection } from './edit-home.ts'
import { createPage, readEditablePage, updatePage } from './edit-pages.ts'
import { listEditableSettings, saveSetting } from './edit-settings.ts'
import {
  createBeforeAfter,
  createTestimonial,
  listEditableBeforeAfter,
  listEditableTestimonials,
  updateBeforeAfter,
  updateTestimonial,
} from './edit-stories.ts'

const { db } = await givenDatabase()
const context = { db, now: () => new Date(), log: console } as unknown as AppContext
const ada = { id: randomUUID(), name: 'Ada Keeper', at: new Date('2026-05-01T08:00:00Z') }
const ben = { ...ada, id: randomUUID(), name: 'Ben Keeper' }
type Admin = typeof ada

type Screen = {
  field: string
  read: () => Promise<{ version: number; value: unknown }>
  save: (value: string, version: number, by: Admin) => Promise<unknown>
}

const testimonial = { name: 'Iris', text: 'Lovely', rating: 5, image_url: null, is_visible: true }
const story = { title: 'Week 4', description: 'Calmer', image_url: null, is_visible: true }
const page = {
  title: 'About',
  slug: 'about-two',
  content: 'Hello',
  is_active: true,
  show_in_nav: false,
  nav_order: 0,
}
const ids = { testimonial: '', story: '', page: '' }

beforeAll(async () => {
  ids.testimonial = (await createTestimonial(db, testimonial, ada)).id
  ids.story = (await createBeforeAfter(db, [story], ada))[0]?.id ?? ''
  ids.page = (await createPage(db, page, ada)).id
  await saveBanner(db, { ...DEFAULT_BANNER, version: (await readEditableBanner(db)).version }, ada)
})

const found = <Row>(row: Row | undefined): Row => {
  if (!row) throw new Error('There is no such row')
  return row
}

const SCREENS: Record<string, Screen> = {
  banner: {
    field: 'title',
    read: async () => {
      const { version, title: value } = await readEditableBanner(db)
      return { version, value }
    },
    save: (title, version, by) => saveBanner(db, { ...DEFAULT_BANNER, title, version }, by),
  },
  testimonials: {
    field: 'text',
    read: async () => {
      const rows = await listEditableTestimonials(db)
      const { version, text: value } = found(rows.find(({ id }) => id === ids.testimonial))
      return { version, value }
    },
    save: (text, version, by) =>
      updateTestimonial(db, { ...testimonial, text, id: ids.testimonial, version }, by),
  },
  'before and after': {
    field: 'description',
    read: async () => {
      const rows = await listEditableBeforeAfter(db)
      const { version, description: value } = found(rows.find(({ id }) => id === ids.story))
      return { version, value }
    },
    save: (description, version, by) =>
      updateBeforeAfter(db, { ...story, description, id: ids.story, version }, by),
  },
  pages: {
    field: 'content',
    read: async () => {
      const { version, content: value } = await readEditablePage(db, ids.page)
      return { version, value }
    },
    save: (content, version, by) => updatePage(db, { ...page, content, id: ids.page, version }, by),
  },
  settings: {
    field: 'setting_value',
    read: async () => {
      const rows = await listEditableSettings(db)
      const row = found(rows.find(({ setting_key }) => setting_key === 'contact_city'))
      return { version: row.version, value: row.setting_value }
    },
    save: (setting_value, version, by) =>
      saveSetting(db, { setting_key: 'contact_city', setting_value, version }, by),
  },
  'section backgrounds': {
    field: 'background_value',
    read: async () => {
      const rows = await listEditableSections(context)
      const row = found(rows.find(({ section_name }) => section_name === 'products'))
      return { version: row.version, value: row.background_value }
    },
    save: (value, version, by) => {
      const background_value = PRESETS[value] ?? 'white'
      const background = { background_type: 'preset', background_value } as const
      return saveSection(context, { section_name: 'products', version, background }, by)
    },
  },
}

const PRESETS: Record<string, 'aloe-fresh' | 'warm-gold'> = {
  'of the first': 'aloe-fresh',
  'of the second': 'warm-gold',
}

describe.each(Object.entries(SCREENS))('two admins on %s', (_, { field, read, save }) => {
  test('the second is refused with who changed what, and nothing is lost until they choose', async () => {
    const seen = await read()
    await save('of the first', seen.version, ada)
    const first = await read()

    const refusal = await save('of the second', seen.version, ben).then(
      () => undefined,
      (error) => error,
    )
    expect(refusal).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      data: { version: first.version, changed_by: 'Ada Keeper' },
    })
    const changes: { field: string; before: unknown; after: unknown }[] = refusal.data.changes
    expect(changes.map((change) => change.field)).toContain(field)
    expect(changes.find((change) => change.field === field)?.after).toEqual(first.value)
    expect(await read()).toEqual(first)

    await save('of the second', refusal.data.version, ben)
    expect((await read()).value).not.toEqual(first.value)
  })

  test('of two who save at the same moment one is refused', async () => {
    const { version } = await read()
    const saved = await Promise.allSettled([
      save('of the first', version, ada),
      save('of the second', version, ben),
    ])
    expect(saved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(saved.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { code: 'CHANGED_MEANWHILE' },
    })
  })
})

test('of two who save a setting for the first time one is refused', async () => {
  await db.execute("delete from site_settings where setting_key = 'contact_city'")
  const change = { setting_key: 'contact_city', version: 0 } as const
  const saved = await Promise.allSettled([
    saveSetting(db, { ...change, setting_value: 'Porto' }, ada),
    saveSetting(db, { ...change, setting_value: 'Lisbon' }, ben),
  ])
  expect(saved.find((one) => one.status === 'rejected')).toMatchObject({
    reason: { code: 'CHANGED_MEANWHILE' },
  })
})
