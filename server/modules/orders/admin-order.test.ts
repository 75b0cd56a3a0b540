import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { audit_log } from '#server/platform/platform.table.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenProduct, givenProfile } from '#server/testing/factories.ts'
import { givenOrder } from '#server/testing/order-factories.ts'
import { addNote, changeStatuses, readAdminOrder, removeNote } from './admin-order.ts'
import { forgetCustomer } from './customer-data.ts'
import { changeOrderStatus } from './order-states.ts'

const { db } = await givenDatabase()
const by = { id: randomUUID(), name: 'Ada Keeper', at: new Date('2026-06-01T12:00:00Z') }
const queued: { name: string; data: object }[] = []
const context = {
  db,
  now: () => by.at,
  jobs: { enqueue: async (_: unknown, name: string, data: object) => queued.push({ name, data }) },
} as unknown as AppContext

const read = (id: string) => readAdminOrder(db, id)
const audited = (object_id: string) =>
  db.select().from(audit_log).where(eq(audit_log.object_id, object_id)).orderBy(desc(audit_log.id))

test('a change of status is in the timeline and in the audit log, with its tracking number', async () => {
  const { id } = await givenOrder(db, { status: 'completed', completed_at: by.at.toISOString() })
  const tracking = { tracking_number: 'TRACK1', tracking_link: 'https://carrier.example.com/1' }
  await changeOrderStatus(context, { id, status: 'shipped', ...tracking }, by)
  const order = await read(id)
  expect(order.events).toMatchObject([
    { from_status: 'completed', to_status: 'shipped', actor: 'admin' },
  ])
  expect(order).toMatchObject({ status: 'shipped', shipped_at: by.at.toISOString(), ...tracking })
  expect(await audited(id)).toMatchObject([
    {
      actor_name: 'Ada Keeper',
      object_name: `Order ${id.slice(0, 8)}`,
      before: { status: 'completed', tracking_number: null },
      after: { status: 'shipped', ...tracking },
    },
  ])
  expect(queued).toContainEqual({ name: 'order-news', data: { about: 'shipped', order_id: id } })
})

test('the second of two admins who saw the same status is refused, and nothing happens twice', async () => {
  const { id } = await givenOrder(db, { status: 'processing' })
  await changeOrderStatus(context, { id, status: 'shipped', seen: 'processing' }, by)
  await expect(
    changeOrderStatus(context, { id, status: 'cancelled', seen: 'processing' }, by),
  ).rejects.toMatchObject({ code: 'ORDER_CHANGED' })
  expect((await read(id)).status).toBe('shipped')
})

test('of several orders those that cannot have the status are named, the others have it', async () => {
  const gone = await givenProduct(db, { stock: 0 })
  const fine = await givenOrder(db, { status: 'processing' })
  const soldOut = await givenOrder(db, {
    status: 'cancelled',
    holds_stock: false,
    items: [{ product: gone, quantity: 1 }],
  })
  const missing = randomUUID()
  const answer = await changeStatuses(
    context,
    { ids: [fine.id, soldOut.id, missing], status: 'processing' },
    by,
  )
  expect(answer.changed).toBe(1)
  expect(answer.refused.map(({ id }) => id)).toEqual([soldOut.id, missing])
  expect((await read(soldOut.id)).status).toBe('cancelled')
  const [product] = await db.select().from(products).where(eq(products.id, gone.id))
  expect(product?.stock).toBe(0)
})

test('a note has its author and time, is in the audit log, and can be deleted', async () => {
  const { id } = await givenOrder(db)
  const note = await addNote(db, { id, text: 'Called, will pick up on Friday' }, by)
  expect((await read(id)).notes).toMatchObject([
    {
      id: note.id,
      author_name: 'Ada Keeper',
      text: 'Called, will pick up on Friday',
      created_at: by.at.toISOString(),
    },
  ])
  await removeNote(db, note.id, by)
  expect((await read(id)).notes).toEqual([])
  expect((await audited(note.id)).map(({ action }) => action)).toEqual(['delete', 'create'])
  await expect(addNote(db, { id: randomUUID(), text: 'x' }, by)).rejects.toMatchObject({
    code: 'ORDER_NOT_FOUND',
  })
})

test('the notes about a customer who is forgotten are gone', async () => {
  const profile = await givenProfile(db)
  const { id } = await givenOrder(db, { user_id: profile.id })
  await addNote(db, { id, text: 'Prefers the blue door' }, by)
  await forgetCustomer(db, profile.id)
  expect((await read(id)).notes).toEqual([])
})

test('an order without an address is marked until it is cancelled', async () => {
  const { id } = await givenOrder(db, { shipping_address: null })
  expect((await read(id)).address_missing).toBe(true)
  await db.execute(
    sql`update orders set status = 'cancelled', holds_stock = false where id = ${id}`,
  )
  expect((await read(id)).address_missing).toBe(false)
})
