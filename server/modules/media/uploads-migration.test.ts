import { expect, test } from 'vitest'
import { migrate } from '#server/platform/migrate.ts'
import { givenDatabaseBefore } from '#server/testing/earlier-database.ts'

const nameOf = (n: number) => `${String(n).padStart(16, '0')}-1700000000000-20x20.jpg`

test('pictures of earlier versions count as stored and used, each for its purpose', async () => {
  const { pool, url } = await givenDatabaseBefore('0014_uploads')
  const insert = (text: string, values: unknown[] = []) => pool.query(text, values)
  for (let n = 1; n <= 6; n++)
    await insert(
      `insert into media_files (name, type, bytes, width, height, created_at)
       values ($1, 'image/jpeg', 100, 20, 20, '2026-01-02T03:04:05Z')`,
      [nameOf(n)],
    )
  const file = (n: number) => `/files/${nameOf(n)}`
  const product = await insert(
    `insert into products (name, description, price, images) values ('Serum', 'x', 10, $1) returning id`,
    [[file(1)]],
  )
  await insert(
    `insert into reviews (product_id, rating, title, comment, media_url) values ($1, 5, 'x', 'x', $2)`,
    [product.rows[0].id, file(2)],
  )
  await insert(`update banner_content set background_image_url = $1`, [file(3)])
  await insert(`insert into testimonials (name, text, image_url) values ('x', 'x', $1)`, [file(4)])
  await insert(`insert into before_after (title, description, image_url) values ('x', 'x', $1)`, [
    file(5),
  ])

  await migrate(url)

  const { rows } = await insert(
    `select purpose, state, owner, used_at = created_at as used, variants_at from media_files order by name`,
  )
  const purposes = ['product', 'review', 'banner', 'testimonial', 'before-after', 'product']
  expect(rows).toEqual(
    purposes.map((purpose) => ({
      ...{ purpose, state: 'stored', owner: null, used: true, variants_at: null },
    })),
  )
})
