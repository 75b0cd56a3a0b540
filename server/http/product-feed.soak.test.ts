import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { product_feed } from '../modules/catalog/feed.table.ts'
import { givenServer } from '../testing/server.ts'

const PRODUCTS = 100_000
const AT_ONCE = 5000
const MB = 1024 * 1024
/** What a page of products and its text take, with the garbage that has not been collected yet. */
const LARGEST_GROWTH_MB = 120

test('100,000 products are streamed with flat memory', async () => {
  const shop = await givenServer()
  await shop.db.update(product_feed).set({ enabled: true })
  for (let n = 0; n < PRODUCTS; n += AT_ONCE) {
    await shop.db.transaction(async (tx) => {
      // Without triggers: what lists and the search store of products is of no interest here, and takes minutes.
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`
        insert into products (name, description, price, stock, images)
        select 'Serum ' || n, repeat('A quiet serum for loud days. ', 40), 20, 5, array['/files/a-800x1000.webp']
        from generate_series(${n + 1}::int, ${n + AT_ONCE}::int) n`)
    })
  }
  const memory = () => process.memoryUsage.rss() / MB
  const before = memory()
  let [items, bytes, largest] = [0, 0, before]
  const answer = await fetch(`${shop.url}/feeds/google.xml`, {
    headers: { 'accept-encoding': 'identity' },
  })
  expect(answer.status).toBe(200)
  let tail = ''
  for await (const part of answer.body ?? []) {
    const text = tail + Buffer.from(part).toString()
    items += text.split('</item>').length - 1
    tail = text.slice(-6)
    items -= tail.split('</item>').length - 1
    bytes += part.length
    largest = Math.max(largest, memory())
  }
  const grown = Math.round(largest - before)
  process.stdout.write(`${items} items, ${Math.round(bytes / MB)} MB, memory grew by ${grown} MB\n`)
  expect(items).toBe(PRODUCTS)
  expect(tail).toBe('/rss>\n')
  expect(grown).toBeLessThan(LARGEST_GROWTH_MB)
}, 900_000)
