import { setTimeout as pause } from 'node:timers/promises'
import type { APIRequestContext } from '@playwright/test'
import { SEEN_PATH, sourceOf } from '../contract/visit-source.ts'

/** What does not look like a browser is taken for a robot. */
const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
}
/** Each process reads the switch, and writes what it counted, every five seconds. */
const ROUND_MS = 6000

/** Where visitors come from, and how many of them come how far. */
const SOURCES = [
  { search: '', visits: 46, views: 24, carts: 9, checkouts: 4 },
  {
    search: '?utm_source=instagram&utm_medium=story',
    visits: 38,
    views: 27,
    carts: 8,
    checkouts: 3,
  },
  {
    search: '?utm_source=letter&utm_campaign=autumn',
    visits: 21,
    views: 16,
    carts: 7,
    checkouts: 4,
  },
  { search: '?utm_source=google', visits: 33, views: 14, carts: 3, checkouts: 1 },
]

/** Counting is on, and visitors came from several places. */
export async function withVisits(request: APIRequestContext) {
  const rows = await (await request.get('/api/editable/site_settings')).json()
  const { version } = rows.find(
    ({ setting_key }: { setting_key: string }) => setting_key === 'count_visits',
  )
  const data = { setting_value: 'on', version }
  await request.put('/api/site_settings/count_visits', { data })
  await pause(ROUND_MS)
  const { items } = await (await request.get('/api/products?limit=6')).json()
  for (const { search, visits, ...steps } of SOURCES) {
    for (let n = 0; n < visits; n++) await request.get(`/${search}`, { headers: BROWSER })
    await report(request, sourceOf(search, ''), steps, items)
  }
  await pause(ROUND_MS)
  return '/admin/visitors'
}

type Steps = { views: number; carts: number; checkouts: number }

async function report(
  request: APIRequestContext,
  source: string,
  { views, carts, checkouts }: Steps,
  products: { id: string }[],
) {
  const seen = (step: string, product?: string) =>
    request.post(SEEN_PATH, {
      headers: { ...BROWSER, 'sec-fetch-site': 'same-origin' },
      params: { step, source, ...(product && { product }), first: '' },
    })
  const productOf = (n: number) => products[(n * n) % products.length]?.id
  for (let n = 0; n < views; n++) await seen('view', productOf(n))
  for (let n = 0; n < carts; n++) await seen('cart', productOf(n))
  for (let n = 0; n < checkouts; n++) await seen('checkout')
}
