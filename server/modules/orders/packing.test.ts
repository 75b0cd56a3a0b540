import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { audit_log } from '#server/platform/platform.table.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenOrder } from '#server/testing/order-factories.ts'
import { readAdminOrder } from './admin-order.ts'
import { listOrders } from './list-orders.ts'
import { changeOrderStatus } from './order-states.ts'
import { findToPack, setPacked } from './packing.ts'

const { db } = await givenDatabase()
const by = { id: randomUUID(), name: 'Ada Keeper', at: new Date('2026-06-01T12:00:00Z') }
const context = {
  db,
  now: () => by.at,
  jobs: { enqueue: async () => undefined },
} as unknown as AppContext

const paid = { status: 'completed' as const, completed_at: '2026-05-30T12:00:00.000Z' }
const pack = (...ids: string[]) => setPacked(db, { ids, packed: true }, by)

test('of several orders those to ship are packed, with who did it, and the others are named', async () => {
  const ready = await givenOrder(db, paid)
  const unpaid = await givenOrder(db)
  const shipped = await givenOrder(db, {
    ...paid,
    status: 'shipped',
    shipped_at: paid.completed_at,
  })
  const inPerson = await givenOrder(db, { ...paid, in_person: true, shipping_address: null })
  const answer = await pack(ready.id, unpaid.id, shipped.id, inPerson.id, randomUUID())
  expect(answer.changed).toBe(1)
  expect(answer.refused.map(({ id }) => id).slice(0, 3)).toEqual([
    unpaid.id,
    shipped.id,
    inPerson.id,
  ])
  const now = await readAdminOrder(db, ready.id)
  expect(now).toMatchObject({ packed_at: by.at.toISOString(), packed_by: 'Ada Keeper' })
  const [entry] = await db
    .select()
    .from(audit_log)
    .where(eq(audit_log.object_id, ready.id))
    .orderBy(desc(audit_log.id))
  expect(entry).toMatchObject({ before: { packed: false }, after: { packed: true } })
})

test('who packs it again changes nothing, and it can be unpacked', async () => {
  const { id } = await givenOrder(db, paid)
  await pack(id)
  await setPacked(db, { ids: [id], packed: true }, { ...by, name: 'Bea' })
  expect((await readAdminOrder(db, id)).packed_by).toBe('Ada Keeper')
  await setPacked(db, { ids: [id], packed: false }, by)
  expect(await readAdminOrder(db, id)).toMatchObject({ packed_at: null, packed_by: null })
})

test('an order that is no longer to ship is no longer packed', async () => {
  for (const status of ['shipped', 'cancelled', 'pending'] as const) {
    const { id } = await givenOrder(db, { ...paid, completed_by_hand: true })
    await pack(id)
    await changeOrderStatus(context, { id, status: 'processing' }, by)
    expect((await readAdminOrder(db, id)).packed_at, 'while it is to ship').not.toBeNull()
    await changeOrderStatus(context, { id, status }, by)
    expect((await readAdminOrder(db, id)).packed_at, status).toBeNull()
  }
})

test('the list shows what is to pack and what is packed, and the pick list takes the oldest first', async () => {
  const older = await givenOrder(db, { ...paid, completed_at: '2026-01-01T00:00:00.000Z' })
  const newer = await givenOrder(db, { ...paid, completed_at: '2026-01-02T00:00:00.000Z' })
  const done = await givenOrder(db, { ...paid, completed_at: '2026-01-03T00:00:00.000Z' })
  await pack(done.id)
  const ids = async (packing: 'to-pack' | 'packed') =>
    (await listOrders(db, { packing, per_page: 100 })).items.map(({ id }) => id)
  expect(await ids('to-pack')).toEqual(expect.arrayContaining([older.id, newer.id]))
  expect(await ids('to-pack')).not.toContain(done.id)
  expect(await ids('packed')).toContain(done.id)
  expect(await findToPack(db, 2)).toEqual([older.id, newer.id])
})
