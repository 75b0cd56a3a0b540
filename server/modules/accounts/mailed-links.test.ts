import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  givenAccountsShop,
  givenSignedIn,
  mailedToken,
  mailsTo,
  type Visitor,
} from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenAdmin, givenProfile, PASSWORD } from '#server/testing/factories.ts'
import { codeOf } from '#server/testing/totp.ts'
import { profiles } from './accounts.table.ts'

const { shop, clock, nextIp, visitor } = await givenAccountsShop()

const NEW = 'a brighter evening'
const newAddress = () => `moved.${randomUUID().slice(0, 8)}@example.com`

const reset = (token: string) =>
  visitor().post('/api/auth/reset-password', { token, password: NEW })
const confirm = (token: string, by = visitor()) => by.post('/api/account/confirm-email', { token })
const undo = (token: string) => visitor().post('/api/account/undo-email-change', { token })
const EXPIRED = { status: 409, body: { code: 'LINK_EXPIRED' } }

async function resetTokenOf(email: string) {
  await visitor().post('/api/auth/request-password-reset', { email })
  return mailedToken(shop.db, email, 'password-reset')
}

async function changeTokenOf(owner: Visitor, email: string, password = PASSWORD) {
  const answer = await owner.post('/api/account/email', { email, password })
  expect(answer.status).toBe(200)
  return mailedToken(shop.db, email, 'account-update')
}

/** An account with a session elsewhere, an open reset link and an open link to another address. */
async function givenOpenLinks(profile: { id: string; email: string }) {
  const owner = await givenSignedIn(shop, profile, { ip: nextIp() })
  const elsewhere = await givenSignedIn(shop, profile)
  const target = newAddress()
  const links = {
    reset: await resetTokenOf(profile.email),
    confirm: await changeTokenOf(owner, target),
  }
  const expectVoid = async () => {
    expect(await reset(links.reset)).toMatchObject(EXPIRED)
    expect(await confirm(links.confirm)).toMatchObject(EXPIRED)
    expect((await elsewhere.get('/api/account')).status).toBe(401)
    expect(await shop.db.$count(profiles, eq(profiles.email, target))).toBe(0)
  }
  return { owner, links, expectVoid }
}

describe('every link mailed before, and every other session, is void after', () => {
  test('a change of the password', async () => {
    const { owner, expectVoid } = await givenOpenLinks(await givenProfile(shop.db))
    const body = { current_password: PASSWORD, new_password: NEW }
    expect((await owner.post('/api/account/password', body)).status).toBe(200)
    await expectVoid()
    expect((await owner.get('/api/account')).status).toBe(200)
  })

  test('a reset: a change of address that a thief asked for no longer works', async () => {
    const profile = await givenProfile(shop.db)
    const { links, expectVoid } = await givenOpenLinks(profile)
    expect((await reset(links.reset)).status).toBe(200)
    await expectVoid()
    expect((await visitor().signIn(profile.email, NEW)).status).toBe(200)
  })

  test('a change of the address: a reset link in the old mailbox no longer works', async () => {
    const profile = await givenProfile(shop.db)
    const { owner, expectVoid } = await givenOpenLinks(profile)
    const email = newAddress()
    expect((await confirm(await changeTokenOf(owner, email), owner)).body).toEqual({ email })
    await expectVoid()
    expect(await owner.session()).toMatchObject({ profile: { id: profile.id, email } })
  })

  test('turning two-step sign-in on, and turning it off', async () => {
    const admin = await givenAdmin(shop.db)
    const on = await givenOpenLinks(admin)
    const setUp = await on.owner.post('/api/account/two-factor', { password: PASSWORD })
    const { secret } = setUp.body as { secret: string }
    const switched = await on.owner.post('/api/account/two-factor/on', { code: codeOf(secret) })
    expect(switched.status).toBe(200)
    await on.expectVoid()
    expect((await on.owner.get('/api/account')).status).toBe(200)

    clock.advance({ minutes: 61 })
    const off = await givenOpenLinks(admin)
    const body = { password: PASSWORD }
    expect((await off.owner.post('/api/account/two-factor/off', body)).status).toBe(200)
    await off.expectVoid()
    expect((await off.owner.get('/api/account')).status).toBe(200)
  })
})

describe('a changed address', () => {
  /** A thief who knows the password has moved the account to another address. */
  async function givenTheft() {
    const profile = await givenProfile(shop.db)
    const thief = await givenSignedIn(shop, profile, { ip: nextIp() })
    const email = newAddress()
    await confirm(await changeTokenOf(thief, email), thief)
    const token = await mailedToken(shop.db, profile.email, 'account-update')
    return { profile, thief, email, token }
  }

  test('is undone by a link in the old mailbox, although the thief changed everything else', async () => {
    const { profile, thief, email, token } = await givenTheft()
    const body = { current_password: PASSWORD, new_password: 'mine now, thanks' }
    expect((await thief.post('/api/account/password', body)).status).toBe(200)
    const next = newAddress()
    const further = await changeTokenOf(thief, next, body.new_password)
    const resetLink = await resetTokenOf(email)

    clock.advance({ days: 6 })
    expect((await undo(token)).body).toEqual({ email: profile.email })
    expect((await thief.get('/api/account')).status).toBe(401)
    expect(await confirm(further)).toMatchObject(EXPIRED)
    expect(await reset(resetLink)).toMatchObject(EXPIRED)
    for (const password of [PASSWORD, body.new_password]) {
      expect((await visitor().signIn(profile.email, password)).status).toBe(401)
    }
    expect(await undo(token)).toMatchObject(EXPIRED)

    const fresh = await mailedToken(shop.db, profile.email, 'password-reset')
    expect((await reset(fresh)).status).toBe(200)
    expect((await visitor().signIn(profile.email, NEW)).status).toBe(200)
    await eventually(async () => {
      const [newest] = await mailsTo(shop.db, email)
      expect(newest?.subject).toContain('Your address was changed back')
    })
  })

  test('can be undone for 7 days', async () => {
    const { profile, token } = await givenTheft()
    clock.advance({ days: 7, minutes: 1 })
    expect(await undo(token)).toMatchObject(EXPIRED)
    expect(await shop.db.$count(profiles, eq(profiles.email, profile.email))).toBe(0)
  })

  test('of two changes in a row, the first undo wins: the second link dies with it', async () => {
    const { profile, thief, email, token } = await givenTheft()
    await confirm(await changeTokenOf(thief, newAddress()), thief)
    const ofThief = await mailedToken(shop.db, email, 'account-update', 2)
    expect((await undo(token)).body).toEqual({ email: profile.email })
    expect(await undo(ofThief)).toMatchObject(EXPIRED)
  })

  test('reserves the old address while it can be undone', async () => {
    const { profile, email, token } = await givenTheft()
    const newcomer = {
      full_name: 'Mallory',
      email: profile.email,
      password: 'a quiet morning',
      terms_accepted: true,
    }
    expect((await visitor().post('/api/auth/sign-up/email', newcomer)).body).toEqual({ done: true })
    expect(await shop.db.$count(profiles, eq(profiles.email, profile.email))).toBe(0)

    const other = await givenSignedIn(shop, await givenProfile(shop.db))
    await other.post('/api/account/email', { email: profile.email, password: PASSWORD })
    const toOld = await eventually(async () => {
      const mails = await mailsTo(shop.db, profile.email)
      const html = mails.find(({ subject }) => subject.startsWith('Confirm'))?.html
      return /confirm-email#([\w-]+)/.exec(html ?? '')![1]!
    })
    expect((await confirm(toOld)).body).toMatchObject({ code: 'ADDRESS_TAKEN' })

    expect((await undo(token)).body).toEqual({ email: profile.email })
    expect(await shop.db.$count(profiles, eq(profiles.email, email))).toBe(0)
  })
})
