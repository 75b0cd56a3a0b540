import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  givenAccountsShop,
  givenVisitor,
  mailedToken,
  mailsTo,
  type Visitor,
} from '#server/testing/account-factories.ts'
import { eventually, untilBlocked } from '#server/testing/eventually.ts'
import { givenProfile, PASSWORD } from '#server/testing/factories.ts'
import { profiles, verifications } from './accounts.table.ts'

const { shop, clock, givenIris, subjectsTo } = await givenAccountsShop()

const change = (iris: Visitor, email: string) =>
  iris.post('/api/account/email', { email, password: PASSWORD })
const confirm = (token: string) => givenVisitor(shop).post('/api/account/confirm-email', { token })

test('another address is used once its mailbox confirms it, and the old one is notified', async () => {
  const { profile, iris } = await givenIris()
  const email = `new.${randomUUID().slice(0, 8)}@example.com`
  await change(iris, email.toUpperCase())
  const token = await mailedToken(shop.db, email, 'account-update')
  expect(await iris.session()).toMatchObject({ profile: { email: profile.email } })

  expect((await confirm(token)).body).toEqual({ email })
  expect((await confirm(token)).body).toMatchObject({ code: 'LINK_EXPIRED' })
  expect(await iris.session()).toBeNull()
  expect((await givenVisitor(shop).signIn(email, PASSWORD)).status).toBe(200)
  await eventually(async () =>
    expect(await subjectsTo(profile.email)).toContain('Your address was changed'),
  )
})

test('the address of another account is answered the same and changes nothing; its owner is notified', async () => {
  const { iris, profile } = await givenIris()
  const owner = await givenProfile(shop.db)
  expect((await change(iris, owner.email)).body).toEqual({ done: true })
  await eventually(async () =>
    expect(await subjectsTo(owner.email)).toEqual(['Your address stays yours']),
  )
  const [mail] = await mailsTo(shop.db, owner.email)
  expect(mail?.html).not.toContain('confirm-email')
  expect(await iris.session()).toMatchObject({ profile: { email: profile.email } })
})

test('an address that was taken meanwhile is refused; a link of yesterday has expired', async () => {
  const { iris } = await givenIris()
  const email = `wanted.${randomUUID().slice(0, 8)}@example.com`
  await change(iris, email)
  const token = await mailedToken(shop.db, email, 'account-update')
  const quicker = await givenProfile(shop.db, { email })
  expect((await confirm(token)).body).toMatchObject({ code: 'ADDRESS_TAKEN' })
  await shop.db.delete(profiles).where(eq(profiles.id, quicker.id))
  clock.advance({ days: 1, minutes: 1 })
  expect((await confirm(token)).body).toMatchObject({ code: 'LINK_EXPIRED' })
})

test('of two accounts that take an address at the same moment, the second is refused', async () => {
  const { iris, profile } = await givenIris()
  const quicker = await givenProfile(shop.db)
  const email = `contested.${randomUUID().slice(0, 8)}@example.com`
  await change(iris, email)
  const token = await mailedToken(shop.db, email, 'account-update')

  // The other account has taken it, but not committed: nothing shows that yet.
  const refused = await shop.db.transaction(async (tx) => {
    await tx.update(profiles).set({ email }).where(eq(profiles.id, quicker.id))
    const answer = confirm(token)
    await untilBlocked(shop.db)
    return { answer }
  })
  expect(await refused.answer).toMatchObject({ status: 409, body: { code: 'ADDRESS_TAKEN' } })
  expect((await givenVisitor(shop).signIn(profile.email, PASSWORD)).status).toBe(200)
})

test('a change of address needs the password', async () => {
  const { profile, iris } = await givenIris()
  const body = { email: 'elsewhere@example.com', password: 'wrong' }
  expect((await iris.post('/api/account/email', body)).body).toMatchObject({
    code: 'WRONG_PASSWORD',
  })
  const links = await shop.db.select().from(verifications)
  expect(links.filter(({ value }) => value.startsWith(profile.id))).toEqual([])
})
