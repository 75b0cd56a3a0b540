import { type APIRequestContext, expect, test } from '@playwright/test'
import { isAdminRoute, ROUTES } from './routes.ts'
import { htmlErrors } from './valid-html.ts'

/** What a crawler without scripts finds, starting from the home page, the sitemap and every route. */
type Found = { status: number; from: string; html?: string; location?: string }

const AT_ONCE = 8
const SHOP_ROUTES = ROUTES.filter((route) => !isAdminRoute(route))

let site: Map<string, Found>

test.beforeAll(async ({ playwright, baseURL }) => {
  test.setTimeout(300_000)
  const request = await playwright.request.newContext({ baseURL })
  const order = crypto.randomUUID()
  const routes = SHOP_ROUTES.map((route) => route.replace('$id', order))
  const payment = `/payment-success?order_id=${order}`
  const seeds = [...routes.filter((route) => !route.includes('$')), payment, '/sitemap.xml']
  site = await crawl(request, seeds)
  await request.dispose()
})

test('every address that a page names exists, fragments included', () => {
  const known404 = (path: string) =>
    /^\/(404|page)$/.test(path) || /^\/(product|order)\/[\w-]{36}$/.test(path)
  const dead = [...site].filter(
    ([path, { status, from }]) => status >= 400 && !(from === 'seed' && known404(path)),
  )
  expect(dead.map(([path, { status, from }]) => `${status} ${path} on ${from}`)).toEqual([])

  const fragments = [...site].flatMap(([from, { html = '' }]) =>
    linksOf(html)
      .filter((link) => /^\/?[^:]*#./.test(link))
      .map((link) => ({ from, link })),
  )
  const broken = fragments.filter(({ from, link }) => {
    const url = new URL(link, `http://shop${from}`)
    const html = site.get(url.pathname + url.search)?.html
    return html !== undefined && !html.includes(` id="${decodeURIComponent(url.hash.slice(1))}"`)
  })
  expect(broken).toEqual([])
})

test('every shopper page is valid HTML, by the standard and the accessibility rules', async () => {
  const pages = [...site].filter(([, { html, location }]) => html && !location)
  const visited = (route: string) => {
    const pattern = new RegExp(`^${route.replace(/\$\w+/, '[^/]+')}(\\?|$)`)
    return [...site.keys()].some((path) => pattern.test(path))
  }
  expect(SHOP_ROUTES.filter((route) => !visited(route))).toEqual([])
  const errors = new Map<string, string>()
  for (const [path, { html = '' }] of pages) {
    for (const error of await htmlErrors(html)) errors.set(error, path)
  }
  expect([...errors]).toEqual([])
})

async function crawl(request: APIRequestContext, seeds: string[]) {
  const found = new Map<string, Found>()
  const queue = seeds.map((path) => ({ path, from: 'seed' }))
  const visit = async ({ path, from }: { path: string; from: string }) => {
    const response = await request.get(path, { maxRedirects: 0 })
    const type = response.headers()['content-type'] ?? ''
    const location = response.headers().location
    const isText = /html|xml/.test(type)
    const body = isText ? await response.text() : ''
    found.set(path, {
      status: response.status(),
      from,
      location,
      html: /html/.test(type) ? body : undefined,
    })
    const links = location ? [location] : linksOf(body)
    for (const link of links) enqueue(link, path)
  }
  function enqueue(link: string, from: string) {
    const url = new URL(link, `http://shop${from}`)
    const isOwn = url.hostname === 'shop' || url.hostname === 'localhost'
    const path = url.pathname + url.search
    if (!isOwn || path.startsWith('/admin') || found.has(path)) return
    found.set(path, { status: 0, from })
    queue.push({ path, from })
  }
  while (queue.length > 0) await Promise.all(queue.splice(0, AT_ONCE).map(visit))
  return found
}

/** Links, forms, scripts, styles and pictures of a page, and the addresses of a sitemap. */
function linksOf(html: string): string[] {
  const attributes = [...html.matchAll(/\s(href|src|action|srcset|imagesrcset)="([^"]*)"/gi)]
  const addresses = [...html.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
  const values = attributes.flatMap(([, name = '', value = '']) =>
    // One size of a picture is enough: its other addresses differ only in the width.
    /srcset/i.test(name) ? (value.split(' ')[0] ?? '') : value,
  )
  return [...addresses, ...values]
    .map((value) => value.replaceAll('&amp;', '&').replaceAll('&#x27;', "'"))
    .filter((value) => value !== '' && !/^(data|mailto|tel|javascript):/.test(value))
}
