import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { audit_log } from '#server/platform/platform.table.ts'
import { givenSignedIn } from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenAdmin, givenColleague, givenProfile } from '#server/testing/factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { user_roles } from './accounts.table.ts'

let shop: Awaited<ReturnType<typeof givenServer>>
beforeAll(async () => {
  shop = await givenServer()
})
/** Who owns the shop is what these tests are about, so each starts without anybody. */
beforeEach(() => shop.db.delete(user_roles))

async function givenOwner() {
  const profile = await givenAdmin(shop.db)
  return { profile, owner: await givenSignedIn(shop, profile) }
}

const asManager = { role: 'manager', two_factor_required: false, version: 1 }

test('the list pages, finds people, and says how and where each is signed in', async () => {
  const { owner } = await givenOwner()
  const cleo = await givenColleague(shop.db, 'content', { full_name: 'Cleo Writes' })
  await givenSignedIn(shop, cleo)
  await givenSignedIn(shop, cleo)
  await givenProfile(shop.db, { full_name: 'A Customer' })
  const { body } = await owner.get('/api/people?sort=full_name')
  expect(body).toMatchObject({
    total: 2,
    items: [
      { full_name: 'Ada Keeper', role: 'admin', sessions: 1 },
      { full_name: 'Cleo Writes', role: 'content', sessions: 2, two_factor_enabled: false },
    ],
  })
  expect((await owner.get('/api/people?q=writes')).body).toMatchObject({ total: 1 })
  expect((await owner.get('/api/people?role=support')).body).toMatchObject({ total: 0 })
})

test('another role counts at the next call, is in the audit log, and a stale change is refused', async () => {
  const { profile, owner } = await givenOwner()
  const cleo = await givenColleague(shop.db, 'support')
  const hers = await givenSignedIn(shop, cleo)
  expect((await hers.get('/api/contact_messages')).status).toBe(200)

  const path = `/api/people/${cleo.id}`
  const edit = { role: 'content', two_factor_required: false, version: 1 }
  expect(await owner.call('PUT', path, edit)).toMatchObject({
    status: 200,
    body: { role: 'content', version: 2 },
  })
  expect((await hers.get('/api/contact_messages')).status).toBe(403)
  expect((await hers.get('/api/editable/pages')).status).toBe(200)
  expect(await owner.call('PUT', path, { ...edit, role: 'manager' })).toMatchObject({
    status: 409,
    body: { code: 'CHANGED_MEANWHILE', data: { changed_by: 'Ada Keeper', version: 2 } },
  })
  expect(await changesOf(cleo.id)).toMatchObject([
    { actor_id: profile.id, before: { role: 'support' }, after: { role: 'content' } },
  ])
})

test('who is removed is a customer at the next call', async () => {
  const { owner } = await givenOwner()
  const cleo = await givenColleague(shop.db, 'manager')
  const hers = await givenSignedIn(shop, cleo)
  expect((await owner.call('DELETE', `/api/people/${cleo.id}`)).status).toBe(200)
  expect((await hers.get('/api/orders/all')).status).toBe(403)
  expect(await hers.session()).toMatchObject({ role: null })
  expect((await owner.call('DELETE', `/api/people/${cleo.id}`)).status).toBe(404)
  expect(await changesOf(cleo.id)).toMatchObject([
    { action: 'delete', before: { role: 'manager' } },
  ])
})

test('the only owner can neither be removed nor demoted, nor close the account', async () => {
  const { profile, owner } = await givenOwner()
  await givenColleague(shop.db, 'manager')
  const path = `/api/people/${profile.id}`
  const refused = { status: 409, body: { code: 'LAST_OWNER' } }
  expect(await owner.call('DELETE', path)).toMatchObject(refused)
  expect(await owner.call('PUT', path, asManager)).toMatchObject(refused)
  const password = 'a quiet morning'
  expect(await owner.post('/api/account/delete', { password })).toMatchObject({
    status: 409,
    body: { code: 'LAST_ADMIN' },
  })
  await givenAdmin(shop.db)
  expect((await owner.call('PUT', path, asManager)).status).toBe(200)
})

test('of two owners who demote each other at once, one stays an owner', async () => {
  for (let round = 0; round < 5; round++) {
    await shop.db.delete(user_roles)
    const [one, other] = [await givenOwner(), await givenOwner()]
    const answers = await Promise.all([
      one.owner.call('PUT', `/api/people/${other.profile.id}`, asManager),
      other.owner.call('DELETE', `/api/people/${one.profile.id}`),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await shop.db.$count(user_roles, eq(user_roles.role, 'admin'))).toBe(1)
  }
})

test('of three owners, one who was demoted meanwhile cannot demote another', async () => {
  const [one, other, third] = [await givenOwner(), await givenOwner(), await givenOwner()]
  // Holds the rows of the owners, as a transaction that is just demoting the second one does.
  const demoting = shop.db.transaction(async (tx) => {
    await tx
      .update(user_roles)
      .set({ role: 'manager' })
      .where(eq(user_roles.user_id, other.profile.id))
    const late = other.owner.call('DELETE', `/api/people/${third.profile.id}`)
    await eventually(async () => {
      const { rows } = await shop.db.execute(
        `select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')`,
      )
      expect(rows.length).toBeGreaterThan(0)
    })
    return { late }
  })
  const { late } = await demoting
  expect(await late).toMatchObject({ status: 403 })
  expect((await one.owner.get('/api/people')).body).toMatchObject({ total: 3 })
})

test("a person's sessions can be ended by an owner, whose own stays", async () => {
  const { profile, owner } = await givenOwner()
  const elsewhere = await givenSignedIn(shop, profile)
  const cleo = await givenColleague(shop.db, 'support')
  const hers = await givenSignedIn(shop, cleo)
  expect((await owner.call('DELETE', `/api/people/${cleo.id}/sessions`)).status).toBe(200)
  expect(await hers.session()).toBeNull()
  expect((await owner.call('DELETE', `/api/people/${profile.id}/sessions`)).status).toBe(200)
  expect(await elsewhere.session()).toBeNull()
  expect(await owner.session()).toMatchObject({ role: 'admin' })
  expect(await changesOf(cleo.id)).toMatchObject([
    { before: { sessions: 1 }, after: { sessions: 0 } },
  ])
  const customer = await givenProfile(shop.db)
  expect((await owner.call('DELETE', `/api/people/${customer.id}/sessions`)).status).toBe(404)
})

const changesOf = (id: string) =>
  shop.db.select().from(audit_log).where(eq(audit_log.object_id, id))
