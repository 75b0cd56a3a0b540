import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

async function givenClient(database: string) {
  const url = new URL(inject('templateUrl'))
  url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return client
}

/** An empty database. */
async function givenEmptyDatabase() {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = await givenClient('petal')
  await admin.query(`create database ${name} template template0`)
  const client = await givenClient(name)
  onTestFinished(async () => {
    await client.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return client
}

/** The migrations as they were before one was added. */
async function migrationsBefore(name: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'petal-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(MIGRATIONS, folder, { recursive: true })
  const file = path.join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8'))
  const end = journal.entries.findIndex(({ tag }: { tag: string }) => tag.endsWith(name))
  expect(end).toBeGreaterThan(0)
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }))
  return folder
}

test('payments, declines and refunds of earlier versions keep their meaning', async () => {
  const client = await givenEmptyDatabase()
  const db = drizzle(client)
  await migrate(db, { migrationsFolder: await migrationsBefore('payment_states') })
  const order = randomUUID()
  await client.query(`insert into orders (id, subtotal, total) values ($1, 50, 50)`, [order])
  await client.query(
    `insert into payment_pages (checkout_session_id, order_id, merchant_id, amount, href, expires_at, declined_at)
     values ('S1', $1, 'M', 50, 'x', now(), now())`,
    [order],
  )
  await client.query(
    `insert into payments (payment_id, order_id, merchant_id, amount, refunded, status, attention_reason, unchecked)
     values ('UNCHECKED', $1, 'M', 50, 0, 'settled', null, true),
       ('DENIED', null, 'M', 50, 0, 'needs-attention', 'not-confirmed', false),
       ('REFUNDED', null, 'M', 50, 45, 'resolved', 'late', false)`,
    [order],
  )
  await client.query(
    `insert into refunds (payment_id, amount, status)
     values ('REFUNDED', 10, 'succeeded'), ('REFUNDED', 5, 'pending'),
       ('REFUNDED', 20, 'recorded'), ('REFUNDED', 10, 'recorded')`,
  )

  await migrate(db, { migrationsFolder: MIGRATIONS })

  const payments = await client.query(
    `select payment_id, refunded::float, attention_reason, next_check_at is not null as is_due
     from payments order by payment_id`,
  )
  expect(payments.rows).toEqual([
    { payment_id: 'DENIED', refunded: 0, attention_reason: 'denied', is_due: false },
    { payment_id: 'REFUNDED', refunded: 15, attention_reason: 'late', is_due: false },
    { payment_id: 'UNCHECKED', refunded: 0, attention_reason: null, is_due: true },
  ])
  const refunds = await client.query(
    `select amount::float, status from refunds order by status, amount`,
  )
  expect(refunds.rows).toEqual([
    { amount: 10, status: 'confirmed' },
    { amount: 10, status: 'failed' },
    { amount: 20, status: 'failed' },
    { amount: 5, status: 'requested' },
  ])
  const declines = await client.query(`select order_id, code from payment_declines`)
  expect(declines.rows).toEqual([{ order_id: order, code: null }])
})

test('webhook events of earlier versions are still there', async () => {
  const client = await givenEmptyDatabase()
  const db = drizzle(client)
  await migrate(db, { migrationsFolder: await migrationsBefore('webhook_events') })
  await client.query(`insert into payment_notices (body, body_hash) values ('{}', 'hash')`)
  await migrate(db, { migrationsFolder: MIGRATIONS })
  await client.query(`insert into webhook_events (body, body_hash) values ('{}', 'other')`)
  const { rows } = await client.query(`select body_hash from webhook_events order by id`)
  expect(rows).toEqual([{ body_hash: 'hash' }, { body_hash: 'other' }])
})
