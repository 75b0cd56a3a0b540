import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { SETTING_KEYS } from '#contract/content.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenServer } from '#server/testing/server.ts'
import { before_after, pages, section_backgrounds, testimonials } from './content.table.ts'

let server: Awaited<ReturnType<typeof givenServer>>

beforeAll(async () => {
  server = await givenServer()
})

const get = async (path: string, url = server.url) => {
  const response = await fetch(`${url}/api${path}`)
  expect(response.status).toBe(200)
  return response.json()
}

const setTitle = (title: string) =>
  server.db.execute(sql`
    insert into site_settings (setting_key, setting_value) values ('site_title', ${title})
    on conflict (setting_key) do update set setting_value = excluded.setting_value`)

// Shows S7.3
test('all settings are answered, those without a row as empty text', async () => {
  await server.db.execute(sql`delete from site_settings where setting_key = 'twitter_url'`)
  await eventually(async () =>
    expect(await get('/site_settings')).toHaveProperty('twitter_url', ''),
  )
  expect(Object.keys(await get('/site_settings')).sort()).toEqual([...SETTING_KEYS].sort())
})

// Shows S7.3
test.each([
  ['?keys=site_title', ['site_title']],
  ['?keys=site_title,contact_city', ['contact_city', 'site_title']],
  ['?keys=site_title&keys=contact_city', ['contact_city', 'site_title']],
])('settings can be asked for by key: %s', async (query, keys) => {
  expect(Object.keys(await get(`/site_settings${query}`)).sort()).toEqual(keys)
})

test.each(['?keys=', '?keys=site_title,secret', '?keys=__proto__', '?keys[a]=site_title'])(
  'an unknown key is refused: %s',
  async (query) => {
    expect((await fetch(`${server.url}/api/site_settings${query}`)).status).toBe(400)
  },
)

test('a changed setting is answered by every process', async () => {
  const second = await givenServer({ databaseUrl: server.databaseUrl })
  const titles = () =>
    Promise.all(
      [server.url, second.url].map(async (url) => (await get('/site_settings', url)).site_title),
    )
  await setTitle('First')
  await eventually(async () => expect(await titles()).toEqual(['First', 'First']))
  await setTitle('Second')
  await eventually(async () => expect(await titles()).toEqual(['Second', 'Second']))
})

test('changes made while the listening connection was down are answered after it is back', async () => {
  await setTitle('Before')
  await eventually(async () => expect((await get('/site_settings')).site_title).toBe('Before'))
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`alter table site_settings disable trigger shop_changed`)
    await tx.execute(
      sql`update site_settings set setting_value = 'After' where setting_key = 'site_title'`,
    )
    await tx.execute(sql`alter table site_settings enable trigger shop_changed`)
  })
  expect((await get('/site_settings')).site_title).toBe('Before')
  await server.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`)
  await eventually(async () => expect((await get('/site_settings')).site_title).toBe('After'))
})

// Shows S2.25, S2.26
test('up to 100 testimonials and before/after slides are shown', async () => {
  const many = Array.from({ length: 101 }, (_, n) => n)
  await server.db
    .insert(testimonials)
    .values(many.map((n) => ({ name: `Name ${n}`, text: 'Good.' })))
  await server.db
    .insert(before_after)
    .values(many.map((n) => ({ title: `Slide ${n}`, description: 'Two weeks.' })))
  await eventually(async () => {
    expect(await get('/testimonials')).toHaveLength(100)
    expect(await get('/before_after')).toHaveLength(100)
  })
})

// Shows S3.17, B4.8
test('the navigation lists active pages that are marked for it, in their order', async () => {
  const page = { content: 'Text', is_active: true, show_in_nav: true }
  await server.db.insert(pages).values([
    { ...page, title: 'Second', slug: 'nav-second', nav_order: 8 },
    { ...page, title: 'First', slug: 'nav-first', nav_order: 7 },
    { ...page, title: 'Hidden', slug: 'nav-hidden', nav_order: 6, show_in_nav: false },
    { ...page, title: 'Inactive', slug: 'nav-inactive', nav_order: 5, is_active: false },
  ])
  const slugs = async () =>
    (await get('/pages'))
      .map(({ slug }: { slug: string }) => slug)
      .filter((slug: string) => slug.startsWith('nav-'))
  await eventually(async () => expect(await slugs()).toEqual(['nav-first', 'nav-second']))
})

// Shows S7.9
test('a section whose background cannot be read is shown on white', async () => {
  await server.db.delete(section_backgrounds)
  await server.db.insert(section_backgrounds).values([
    {
      section_name: 'banner',
      background_type: 'custom',
      background_value: '{"direction":"sideways"}',
      display_order: 1,
    },
    {
      section_name: 'products',
      background_type: 'preset',
      background_value: 'warm-gold',
      display_order: 2,
    },
  ])
  await eventually(async () =>
    expect(await get('/section_backgrounds')).toEqual([
      {
        section_name: 'banner',
        display_order: 1,
        background_type: 'preset',
        background_value: 'white',
      },
      {
        section_name: 'products',
        display_order: 2,
        background_type: 'preset',
        background_value: 'warm-gold',
      },
    ]),
  )
})
