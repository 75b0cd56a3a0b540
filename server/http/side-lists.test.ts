import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testimonials } from '../modules/content/content.table.ts'
import { givenProduct } from '../testing/factories.ts'
import { givenServer } from '../testing/server.ts'

/** Lists that pages can do without. A renamed table stands for a list that cannot be loaded. */
const SIDE_LISTS = [
  'banner_content',
  'before_after',
  'categories',
  'pages',
  'reviews',
  'section_backgrounds',
  'testimonials',
]

test('pages open without the lists that cannot be loaded, which are logged and never cached as missing', async () => {
  const log: string[] = []
  const shop = await givenServer({
    env: { LOG_LEVEL: 'error' },
    logTo: { write: (line) => log.push(line) },
  })
  const rename = (from: string, to: string) =>
    shop.db.execute(sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`)
  const htmlOf = async (path: string) => {
    const response = await fetch(shop.url + path)
    expect(response.status, path).toBe(200)
    return response.text()
  }
  const serum = await givenProduct(shop.db, { name: 'Rosehip Renewal', featured: true })
  await shop.db.insert(testimonials).values({ name: 'Iris', text: 'Lovely.', rating: 5 })
  for (const list of SIDE_LISTS) await rename(list, `${list}_away`)

  for (const path of ['/', '/products', `/product/${serum.id}`]) {
    expect(await htmlOf(path), path).toContain('Rosehip Renewal')
  }
  expect(await htmlOf('/')).not.toContain('Lovely.')
  for (const list of SIDE_LISTS) {
    expect(
      log.some((line) => line.includes(`relation \\"${list}\\" does not exist`)),
      list,
    ).toBe(true)
  }

  for (const list of SIDE_LISTS) await rename(`${list}_away`, list)
  expect(await htmlOf('/')).toContain('Lovely.')
})
