import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { connectDatabase } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { checkInvariants } from '#server/programs/check-invariants.ts'

const FIRST_WITH_EVENTS = '0009_order_events'

const urlOf = (database: string) =>
  Object.assign(new URL(inject('templateUrl')), { pathname: `/${database}` }).href

/** A database as it was before orders had events, holds without limits and lines without names. */
async function givenOldDatabase() {
  const name = `old_${randomUUID().slice(0, 8)}`
  const admin = new pg.Client({ connectionString: urlOf('petal') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const database = connectDatabase(urlOf(name), { max: 1 })
  afterAll(async () => {
    await database.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  const migrationsFolder = await earlierMigrations()
  await applyMigrations(database.db, { migrationsFolder })
  await rm(migrationsFolder, { recursive: true })
  return database
}

async function earlierMigrations() {
  const folder = await mkdtemp(join(tmpdir(), 'petal-migrations-'))
  await cp(fileURLToPath(new URL('../../migrations', import.meta.url)), folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8'))
  const isEarlier = ({ tag }: { tag: string }) => tag < FIRST_WITH_EVENTS
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.filter(isEarlier) }))
  return folder
}

type OldOrder = {
  status: string
  completed_at?: string
  shipped_at?: string
  cancelled_at?: string
  payment_id?: string
  by_hand?: boolean
}

const day = (number: number) => `2026-03-0${number}T12:00:00Z`

const cases: [what: string, order: OldOrder, changes: string[]][] = [
  ['unpaid', { status: 'pending' }, ['pending by customer']],
  [
    'paid',
    { status: 'completed', completed_at: day(2), payment_id: 'PAID1' },
    ['pending by customer', 'completed by provider'],
  ],
  [
    'completed by hand',
    { status: 'completed', completed_at: day(2), by_hand: true },
    ['pending by customer', 'completed by admin'],
  ],
  [
    'delivered',
    { status: 'completed', completed_at: day(2), shipped_at: day(3), payment_id: 'PAID2' },
    ['pending by customer', 'completed by provider', 'shipped by admin', 'completed by admin'],
  ],
  [
    'being packed',
    { status: 'processing', completed_at: day(2), payment_id: 'PAID3' },
    ['pending by customer', 'completed by provider', 'processing by admin'],
  ],
  [
    'never paid',
    { status: 'cancelled', cancelled_at: day(2) },
    ['pending by customer', 'cancelled by job'],
  ],
  [
    'cancelled after payment',
    { status: 'cancelled', completed_at: day(2), cancelled_at: day(3), payment_id: 'PAID4' },
    ['pending by customer', 'completed by provider', 'cancelled by admin'],
  ],
]

test('orders from before keep their data: events as far as known, lines with name and picture', async () => {
  const { db, url } = await givenOldDatabase()
  const product = randomUUID()
  await db.execute(sql`
    insert into products (id, name, description, price, stock, images)
    values (${product}, 'Rose Mist', 'A mist.', 10, 0, array['/pictures/rose.webp'])`)
  const ids: string[] = []
  for (const [, order] of cases) ids.push(await insertOldOrder(db, product, order))
  await db.execute(sql`
    insert into stock_movements (product_id, change, reason)
    select ${product}, -sum(change), 'set' from stock_movements where product_id = ${product}`)

  await migrate(url)

  for (const [place, [what, , changes]] of cases.entries()) {
    const { rows } = await db.execute<{ change: string }>(sql`
      select to_status || ' by ' || actor as change from order_events
      where order_id = ${ids[place]} order by id`)
    expect(
      rows.map(({ change }) => change),
      what,
    ).toEqual(changes)
  }
  const { rows: lines } = await db.execute(sql`select distinct name, image_url from order_items`)
  expect(lines).toEqual([{ name: 'Rose Mist', image_url: '/pictures/rose.webp' }])
  const { rows: networks } = await db.execute(sql`select distinct network_address from orders`)
  expect(networks).toEqual([{ network_address: 'pseudonym' }])
  expect(await checkInvariants(db, new Date(day(1)))).toEqual([])
})

async function insertOldOrder(
  db: Awaited<ReturnType<typeof givenOldDatabase>>['db'],
  product: string,
  { status, completed_at, shipped_at, cancelled_at, payment_id, by_hand }: OldOrder,
) {
  const id = randomUUID()
  const holds_stock = status !== 'cancelled'
  await db.execute(sql`
    insert into orders (
      id, subtotal, total, status, created_at, completed_at, shipped_at, cancelled_at, payment_id,
      completed_by_hand, holds_stock, hold_until, visitor
    ) values (
      ${id}, 10, 10, ${status}, ${day(1)}, ${completed_at ?? null}, ${shipped_at ?? null},
      ${cancelled_at ?? null}, ${payment_id ?? null}, ${by_hand ?? false}, ${holds_stock}, ${day(1)}, 'pseudonym'
    )`)
  await db.execute(sql`
    insert into order_items (order_id, product_id, quantity, price) values (${id}, ${product}, 1, 10)`)
  await db.execute(sql`
    insert into stock_movements (product_id, change, reason, order_id) values (${product}, -1, 'ordered', ${id})`)
  if (!holds_stock) {
    await db.execute(sql`
      insert into stock_movements (product_id, change, reason, order_id) values (${product}, 1, 'given-back', ${id})`)
  }
  if (payment_id) {
    await db.execute(sql`
      insert into payments (payment_id, order_id, merchant_id, amount, status)
      values (${payment_id}, ${id}, 'MERCHANT', 10, 'settled')`)
  }
  return id
}
