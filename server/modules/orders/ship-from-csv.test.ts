import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { audit_log } from '#server/platform/platform.table.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenOrder } from '#server/testing/order-factories.ts'
import { readAdminOrder } from './admin-order.ts'
import { shipFromCsv } from './ship-from-csv.ts'

const { db } = await givenDatabase()
const by = { id: randomUUID(), name: 'Ada Keeper', at: new Date('2026-06-01T12:00:00Z') }
let mailed: string[] = []
const context = {
  db,
  now: () => by.at,
  jobs: {
    enqueue: async (_: unknown, __: string, mail: { order_id: string }) =>
      mailed.push(mail.order_id),
  },
} as unknown as AppContext

beforeEach(() => {
  mailed = []
})

const paid = { status: 'completed' as const, completed_at: '2026-05-30T12:00:00.000Z' }
const number = ({ id }: { id: string }) => id.slice(0, 8)
const send = (csv: string, dry_run = false) => shipFromCsv(context, { csv, dry_run }, by)
const read = (id: string) => readAdminOrder(db, id)

test('orders ship by number or by id, with one mail each and an entry in the audit log', async () => {
  const one = await givenOrder(db, paid)
  const other = await givenOrder(db, paid)
  const csv = `order,tracking number,tracking link\n#${number(one).toUpperCase()},T-1,https://carrier.example.com/1\n${other.id},T-2,\n`
  const tried = await send(csv, true)
  expect(tried).toMatchObject({ applied: false, problems: [] })
  expect(tried.rows).toMatchObject([
    { line: 2, id: one.id, customer: 'Iris Bloom', outcome: 'ship', problem: null },
    { line: 3, id: other.id, outcome: 'ship' },
  ])
  expect((await read(one.id)).status).toBe('completed')
  expect(await send(csv)).toMatchObject({ applied: true })
  expect(await read(one.id)).toMatchObject({
    status: 'shipped',
    tracking_number: 'T-1',
    tracking_link: 'https://carrier.example.com/1',
  })
  expect(mailed).toEqual([one.id, other.id])
  const entries = await db.select().from(audit_log).where(eq(audit_log.object_id, other.id))
  expect(entries).toMatchObject([{ actor_name: 'Ada Keeper', after: { tracking_number: 'T-2' } }])
})

test('the same file again finds its orders done, and nobody gets a second mail', async () => {
  const { id } = await givenOrder(db, paid)
  const csv = `order;tracking_number\n${id};T-1\n`
  await send(csv)
  expect((await send(csv)).rows).toMatchObject([{ outcome: 'done', problem: null }])
  expect(mailed).toEqual([id])
  const entries = await db.select().from(audit_log).where(eq(audit_log.object_id, id))
  expect(entries).toHaveLength(1)
})

test('rows with a problem are named and left out, the others ship', async () => {
  const fine = await givenOrder(db, paid)
  const unpaid = await givenOrder(db)
  const cancelled = await givenOrder(db, { status: 'cancelled', holds_stock: false })
  const shipped = await givenOrder(db, {
    ...paid,
    status: 'shipped',
    shipped_at: paid.completed_at,
    tracking_number: 'OTHER',
  })
  const inPerson = await givenOrder(db, { ...paid, in_person: true, shipping_address: null })
  const express = await givenOrder(db, { ...paid, shipping_address: null })
  const twin = randomUUID()
  await givenOrder(db, { ...paid, id: twin })
  await givenOrder(db, { ...paid, id: `${twin.slice(0, 9)}${randomUUID().slice(9)}` })
  const rows = [
    [fine.id, 'T-1', ''],
    [unpaid.id, 'T-2', ''],
    [cancelled.id, 'T-3', ''],
    [shipped.id, 'T-4', ''],
    [inPerson.id, 'T-5', ''],
    [express.id, 'T-6', ''],
    [twin.slice(0, 8), 'T-7', ''],
    ['6.1E+33203', 'T-8', ''],
    [fine.id, 'T-1', ''],
    [fine.id, '', ''],
    [twin, 'T-9', 'javascript:alert(1)'],
  ]
  const csv = `order,tracking number,tracking link\n${rows.map((row) => row.join(',')).join('\n')}`
  const { rows: answers } = await send(csv)
  expect(answers.map(({ problem }) => problem)).toEqual([
    null,
    'This order is not paid',
    'This order is cancelled',
    'Already shipped with the number OTHER',
    'This order is handed over in person',
    'The address of this order is missing',
    'Several orders have this number: use the id, as in the export of the list',
    'No order has this number. Spreadsheets change some numbers: use the id instead',
    'The same order as in line 2',
    'The tracking number is missing',
    'The tracking link must start with https://',
  ])
  expect(mailed).toEqual([fine.id])
  expect((await read(shipped.id)).tracking_number).toBe('OTHER')
})

test('the export of the list with its column of tracking numbers filled in is such a file', async () => {
  const { id } = await givenOrder(db, paid)
  const csv = `number,id,created_at,tracking_number,city\n1.2E+5,${id},2026-05-30,T-1,Boston\n`
  await send(csv)
  expect((await read(id)).tracking_number).toBe('T-1')
})

test('a number is added to an order that was shipped without one', async () => {
  const { id } = await givenOrder(db, {
    ...paid,
    status: 'shipped',
    shipped_at: paid.completed_at,
  })
  const csv = `order,tracking\n${id},T-1\n`
  expect((await send(csv)).rows).toMatchObject([{ outcome: 'ship' }])
  expect((await read(id)).tracking_number).toBe('T-1')
  expect(mailed).toEqual([id])
})

test('two uploads of the same file at the same moment ship each order once', async () => {
  const { id } = await givenOrder(db, paid)
  const csv = `order,tracking\n${id},T-1\n`
  await Promise.all([send(csv), send(csv)])
  expect((await read(id)).events).toHaveLength(1)
  expect(mailed).toEqual([id])
})

test('a file without the needed columns, an empty one and one with too many rows say so', async () => {
  const reasons = async (csv: string) => (await send(csv)).problems.map(({ reason }) => reason)
  expect(await reasons('name,city\nIris,Boston\n')).toEqual([
    'The first line needs "order" and "tracking number"',
  ])
  expect(await reasons('')).toEqual(['The file is empty'])
  const many = Array.from({ length: 1001 }, (_, n) => `x${n},T`).join('\n')
  expect(await reasons(`order,tracking\n${many}`)).toEqual(['At most 1000 orders at once'])
})
