import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { DEFAULT_BANNER } from '#contract/content.ts'
import { BannerEdit } from '#contract/edit-home.ts'
import { PageEdit } from '#contract/edit-pages.ts'
import { SettingEdit } from '#contract/edit-settings.ts'
import { givenSignedIn, type Visitor } from '#server/testing/account-factories.ts'
import { givenAdmin } from '#server/testing/factories.ts'
import { HOSTILE_COLOURS, HOSTILE_LINKS, HOSTILE_TEXTS } from '#server/testing/hostile-texts.ts'
import { givenServer } from '#server/testing/server.ts'
import { jpegOf, upload } from '#server/testing/upload-factories.ts'

/** Everything that the owner writes, with values that a careless page would run. */
const TEXT_SETTINGS = [
  'site_title',
  'site_description',
  'contact_phone',
  'contact_address',
  'contact_city',
  'business_hours_sun_thu',
  'business_hours_friday',
  'business_hours_saturday',
  'opening_hours',
]
const LINK_SETTINGS = ['facebook_url', 'instagram_url', 'twitter_url']
const LONGEST_BUTTON = 60

let shop: Awaited<ReturnType<typeof givenServer>>
let admin: Visitor
let rows: { testimonial: string; story: string; page: string }

beforeAll(async () => {
  shop = await givenServer()
  admin = await givenSignedIn(shop, await givenAdmin(shop.db))
  const made = async (path: string, body: object) =>
    (await send('POST', path, body)) as { id: string } & { id: string }[]
  const testimonial = { name: 'Iris', text: 'x', rating: 5, image_url: null, is_visible: true }
  const story = { title: 'x', description: 'x', image_url: null }
  const page = { title: 'x', slug: 'hostile', content: 'x', ...PAGE }
  rows = {
    testimonial: (await made('/testimonials', testimonial)).id,
    story: (await made('/before_after', { items: [story] }))[0]?.id ?? '',
    page: (await made('/editable/pages', page)).id,
  }
})

const PAGE = { is_active: true, show_in_nav: true, nav_order: 0 }

async function send(method: string, path: string, body?: object) {
  const reply = await admin.call(method, `/api${path}`, body)
  expect(reply.status, `${path}: ${reply.text}`).toBeLessThan(300)
  return reply.body
}

type Stored = { id: string; setting_key: string; version: number }
const editable = async (list: string) => (await send('GET', `/editable/${list}`)) as Stored[]
const versionOf = async (list: string, id: string) =>
  (await editable(list)).find((row) => row.id === id)?.version ?? 0

/** The text in every field that shows text. */
async function store(text: string) {
  const { version } = (await send('GET', '/editable/banner_content')) as Stored
  await send('PUT', '/banner_content', {
    ...DEFAULT_BANNER,
    title: text,
    subtitle: text,
    button_text: text.slice(0, LONGEST_BUTTON),
    version,
  })
  await send('PUT', `/testimonials/${rows.testimonial}`, {
    name: text,
    text,
    rating: 5,
    image_url: null,
    is_visible: true,
    version: await versionOf('testimonials', rows.testimonial),
  })
  await send('PUT', `/before_after/${rows.story}`, {
    title: text,
    description: text,
    image_url: null,
    is_visible: true,
    version: await versionOf('before_after', rows.story),
  })
  const page = (await send('GET', `/editable/pages/${rows.page}`)) as Stored
  await send('PUT', `/editable/pages/${rows.page}`, {
    ...PAGE,
    title: text,
    slug: 'hostile',
    content: text,
    version: page.version,
  })
  const settings = await editable('site_settings')
  for (const key of TEXT_SETTINGS) {
    const version = settings.find(({ setting_key }) => setting_key === key)?.version ?? 0
    await send('PUT', `/site_settings/${key}`, { setting_value: text, version })
  }
}

/** Only to end a test that would wait for ever: a busy machine takes its time. */
const PATIENCE = { timeout: 60_000, interval: 10 }

const SHOWN = ['/', '/contact', '/page/hostile', '/products', '/auth']

/** Tags with the names of their attributes, in order. What ends a text, a tag or a script too early adds to it. */
function skeleton(html: string): string[] {
  const withoutScripts = html.replace(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, '$1</script>')
  const tags = withoutScripts.matchAll(
    /<(\/?[a-z][^\s/>]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)[^>]*>/gi,
  )
  return [...tags].map(([, name, attributes = '']) => {
    const names = [...attributes.matchAll(/\s([^\s=]+)(?:="[^"]*")?/g)].map(([, one]) => one)
    return [name, ...names].join(' ')
  })
}

const read = async (path: string) => (await fetch(shop.url + path)).text()

/** Once every page shows the text that was stored last. */
const skeletons = (text: string) =>
  Promise.all(
    SHOWN.map((path) =>
      vi.waitFor(async () => {
        const html = await read(path)
        expect(html, path).toContain(escaped(text))
        return skeleton(html)
      }, PATIENCE),
    ),
  )

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')

const LONGEST_TITLE = 200

/** Several texts in one, as many as a title holds: a few rounds instead of sixty. */
const packed = (texts: readonly string[]) =>
  texts.reduce<string[]>((all, text) => {
    const last = all.at(-1)
    const longer = `${last} ${text.trim()}`
    return last && longer.length <= LONGEST_TITLE ? all.with(-1, longer) : all.concat(text.trim())
  }, [])

test('sixty hostile texts in every text field never become markup of a page', async () => {
  expect(new Set(HOSTILE_TEXTS).size).toBe(60)
  await store('harmless')
  const harmless = await skeletons('harmless')
  for (const text of packed(HOSTILE_TEXTS)) {
    await store(text)
    const hostile = await skeletons(text)
    for (const [n, path] of SHOWN.entries())
      expect(hostile[n], `${path}: ${text}`).toEqual(harmless[n])
  }
}, 180_000)

test('the skeleton of a page shows when a text gets out of its place', () => {
  const page = (text: string) => `<main><p title="x">${text}</p><script>let a = "b"</script></main>`
  expect(skeleton(page('harmless'))).toEqual(skeleton(page(escaped('<b onclick="x()">'))))
  expect(skeleton(page('<b onclick="x()">'))).not.toEqual(skeleton(page('harmless')))
  expect(skeleton(page('x').replace('"b"', '</script><img>'))).not.toEqual(skeleton(page('x')))
})

type Issues = { data?: { issues?: { message: string; path: unknown[] }[] } }
const messagesOf = (body: unknown) =>
  (body as Issues).data?.issues?.map(({ message }) => message) ?? []

describe.each(HOSTILE_LINKS)('the link %j', (link) => {
  test('is refused for the button of the banner', async () => {
    const reply = await admin.call('PUT', '/api/banner_content', {
      ...DEFAULT_BANNER,
      button_link: link,
      version: 1,
    })
    expect([reply.status, ...messagesOf(reply.body)]).toEqual([400, 'This link is not allowed'])
  })

  test.each(LINK_SETTINGS)('is refused for %s', async (key) => {
    const reply = await admin.call('PUT', `/api/site_settings/${key}`, {
      setting_value: link,
      version: 1,
    })
    expect([reply.status, ...messagesOf(reply.body)]).toEqual([
      400,
      'Enter a web address such as https://…',
    ])
  })
})

const GRADIENT = {
  direction: 'to-b',
  start: { colour: '#ffffff', opacity: 100 },
  middle: { colour: '#ffffff', opacity: 100 },
  end: { colour: '#ffffff' },
}

describe.each(HOSTILE_COLOURS)('the colour %j', (colour) => {
  test('is refused in every part of a gradient', async () => {
    const parts = [
      { start: { colour, opacity: 100 } },
      { middle: { colour, opacity: 100 } },
      { end: { colour } },
      { direction: colour },
    ]
    for (const part of parts) {
      const reply = await admin.call('PUT', '/api/section_backgrounds/products', {
        version: 1,
        background: { background_type: 'custom', background_value: { ...GRADIENT, ...part } },
      })
      expect(reply.status).toBe(400)
    }
  })

  test('is refused as a preset, and as raw CSS', async () => {
    for (const background_type of ['preset', 'custom']) {
      const reply = await admin.call('PUT', '/api/section_backgrounds/products', {
        version: 1,
        background: { background_type, background_value: colour },
      })
      expect(reply.status).toBe(400)
    }
  })

  test('is refused as the accent', async () => {
    const reply = await admin.call('PUT', '/api/site_settings/accent_colour', {
      setting_value: colour,
      version: 0,
    })
    expect([reply.status, ...messagesOf(reply.body)]).toEqual([
      400,
      'Enter a colour such as #a23b55',
    ])
  })
})

test.each(HOSTILE_TEXTS)('%s is no slug, support address or shape', (text) => {
  const page = { ...PAGE, title: 'x', content: 'x', slug: text }
  const email = { setting_key: 'support_email', setting_value: text, version: 1 }
  const banner = { ...DEFAULT_BANNER, shape_type: text }
  const [slug, address, shape] = [
    PageEdit.safeParse(page),
    SettingEdit.safeParse(email),
    BannerEdit.safeParse(banner),
  ].map(({ error }) => error?.issues[0]?.message)
  expect(slug).toBe('Use lower case letters, digits and single hyphens')
  expect(address).toBe('Please enter a valid email address')
  expect(shape).toMatch(/^Invalid option/)
})

const PURPOSES = ['banner', 'testimonial', 'before-after', 'logo'] as const
const MB = 1024 * 1024

describe.each(PURPOSES)('uploads for %s', (purpose) => {
  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="hacked()"/>'), 415],
    ['HTML named .png', Buffer.from('<!doctype html><script>hacked()</script>'), 415],
    ['a video', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomavc1', 'latin1'), 415],
    ['a picture of 5 MB and a byte', jpegOf(5 * MB + 1), 413],
  ])('refuse %s', async (_, bytes, status) => {
    const reply = await upload(shop, admin, bytes, { purpose, name: '../../x.png' })
    expect(reply.status).toBe(status)
  })

  test('take a picture under a name of our own, without what was appended to it', async () => {
    const picture = await sharp({
      create: { width: 8, height: 8, channels: 3, background: '#888' },
    })
      .png()
      .toBuffer()
    const bytes = Buffer.concat([picture, Buffer.from('<script>hacked()</script>')])
    const { body } = await upload(shop, admin, bytes, { purpose, name: '../../<script>.html' })
    expect(body.url).toMatch(/^\/files\/[a-z0-9]{16}-\d{13}-8x8\.png$/)
    const served = await fetch(shop.url + body.url)
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(await served.text()).not.toContain('script')
  })
})

/** What is no stored upload of that purpose. */
const FOREIGN_PICTURES = [
  'https://evil.example/x.png',
  'javascript:hacked()',
  'data:image/png;base64,AAAA',
  '/files/../../../etc/passwd',
  '/files/aaaaaaaaaaaaaaaa-1700000000000-8x8.png',
  '" onerror="hacked()',
]

test.each(FOREIGN_PICTURES)('%j is no picture for any screen', async (url) => {
  const testimonial = { name: 'x', text: 'x', rating: 5, image_url: url, is_visible: true }
  const { version } = (await send('GET', '/editable/banner_content')) as Stored
  const replies = [
    await admin.post('/api/testimonials', testimonial),
    await admin.post('/api/before_after', {
      items: [{ title: 'x', description: 'x', image_url: url }],
    }),
    await admin.call('PUT', '/api/banner_content', {
      ...DEFAULT_BANNER,
      background_image_url: url,
      version,
    }),
  ]
  expect(replies.map(({ body }) => (body as { code: string }).code)).toEqual([
    'FILE_NOT_USABLE',
    'FILE_NOT_USABLE',
    'FILE_NOT_USABLE',
  ])
  const logo = { setting_value: url, version: 0 }
  const saved = await admin.call('PUT', '/api/site_settings/logo_url', logo)
  expect(saved.status).toBe(url.startsWith('/files/a') ? 409 : 400)
})
