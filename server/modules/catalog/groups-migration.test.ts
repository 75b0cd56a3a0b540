import { expect, test } from 'vitest'
import { migrate } from '#server/platform/migrate.ts'
import { givenDatabaseBefore } from '#server/testing/earlier-database.ts'
import { listProducts } from './list-products.ts'

test('a shop from before shows what it showed: each product is a card, none is in a group', async () => {
  const { pool, db, url } = await givenDatabaseBefore('0050_product_groups')
  await pool.query(`insert into categories (name) values ('Serums')`)
  await pool.query(`
    insert into products (name, description, price, original_price, stock, category, featured, rating_average, review_count, units_sold, option_ids, created_at, archived_at)
    values ('Rose Serum', 'Soft', 24, 30, 12, 'Serums', true, 4.5, 2, 7, '{3}', '2026-01-02', null),
      ('Oat Cream', 'Calm', 18, null, 0, null, false, 0, 0, 0, '{}', '2026-01-01', null),
      ('Old Toner', 'Gone', 9, null, 5, null, false, 0, 0, 0, '{}', '2026-01-03', now())`)
  await migrate(url)
  const { items } = await listProducts(db, {})
  expect(items).toMatchObject([
    {
      ...{ name: 'Rose Serum', price: 24, original_price: 30, stock: 10, category: 'Serums' },
      ...{ featured: true, rating_average: 4.5, review_count: 2, group: null },
    },
    { name: 'Oat Cream', price: 18, original_price: null, stock: 0, group: null },
  ])
  for (const query of [{ q: 'rose' }, { on_sale: true }, { in_stock: true }, { featured: true }]) {
    const found = await listProducts(db, query)
    expect(found.items.map(({ name }) => name)).toEqual(['Rose Serum'])
  }
  const { rows } = await pool.query(`select full_name, plain_full_name from products order by name`)
  expect(rows[0]).toEqual({ full_name: 'Oat Cream', plain_full_name: 'oat cream' })
})
