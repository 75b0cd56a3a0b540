import { beforeEach, expect, test } from 'vitest'
import { givenAccountsShop, givenSignedIn } from '#server/testing/account-factories.ts'
import { givenAdmin, givenProfile, PASSWORD } from '#server/testing/factories.ts'
import { profiles, user_roles } from './accounts.table.ts'
import { offerFirstOwner } from './first-owner.ts'

const { shop, clock, visitor } = await givenAccountsShop()

const OWNER = { full_name: 'Olga Owner', email: 'olga@example.com', password: 'my very own garden' }
const offer = async () => (await offerFirstOwner(shop.db, clock.now())) ?? ''
const open = (token: string, given: Partial<typeof OWNER> = {}) =>
  visitor().post('/api/auth/first-owner', { token, ...OWNER, ...given })

beforeEach(async () => {
  await shop.db.delete(user_roles)
  await shop.db.delete(profiles)
})

test('the link creates an administrator, once', async () => {
  const token = await offer()
  expect((await open(token)).body).toEqual({ done: true })
  const olga = visitor()
  await olga.signIn(OWNER.email, OWNER.password)
  expect(await olga.session()).toMatchObject({ role: 'admin' })
  expect((await open(token, { email: 'mallory@example.com' })).body).toMatchObject({
    code: 'LINK_EXPIRED',
  })
  expect(await offerFirstOwner(shop.db, clock.now())).toBeUndefined()
})

test('of simultaneous attempts one succeeds', async () => {
  const token = await offer()
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, n) => open(token, { email: `owner-${n}@example.com` })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await shop.db.$count(user_roles)).toBe(1)
  expect(await shop.db.$count(profiles)).toBe(1)
})

test('it dies after a day, with the next offer, and when an administrator exists', async () => {
  const first = await offer()
  const second = await offer()
  expect((await open(first)).body).toMatchObject({ code: 'LINK_EXPIRED' })
  clock.advance({ days: 1, minutes: 1 })
  expect((await open(second)).body).toMatchObject({ code: 'LINK_EXPIRED' })
  const third = await offer()
  await givenAdmin(shop.db)
  expect((await open(third)).body).toMatchObject({ code: 'LINK_EXPIRED' })
  expect((await open('nonsense')).body).toMatchObject({ code: 'LINK_EXPIRED' })
})

test('a refused password does not use up the link', async () => {
  const token = await offer()
  expect((await open(token, { password: 'short one' })).body).toMatchObject({
    code: 'PASSWORD_TOO_SHORT',
  })
  expect((await open(token)).status).toBe(200)
})

test('an account with the address is taken over: new password, no older session', async () => {
  const profile = await givenProfile(shop.db, { email: OWNER.email })
  const elsewhere = await givenSignedIn(shop, profile)
  expect((await open(await offer())).status).toBe(200)
  expect(await elsewhere.session()).toBeNull()
  expect((await visitor().signIn(OWNER.email, PASSWORD)).status).toBe(401)
  expect((await visitor().signIn(OWNER.email, OWNER.password)).status).toBe(200)
})
