import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  givenAccountsShop,
  givenSignedIn,
  givenVisitor,
  mailedToken,
  mailsTo,
} from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenAdmin, givenProfile, PASSWORD } from '#server/testing/factories.ts'
import { profiles, sessions, verifications } from './accounts.table.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { isWorstPassword } from './passwords.ts'

const { shop, clock, visitor, givenIris } = await givenAccountsShop()

const NEW = 'a brighter evening'
const forget = (email: string) => visitor().post('/api/auth/request-password-reset', { email })
const reset = (token: string, password = NEW, by = visitor()) =>
  by.post('/api/auth/reset-password', { token, password })

describe('a hash', () => {
  test('a password matches its own hash alone, however its letters were typed', async () => {
    const hash = await hashPassword('crème brûlée')
    expect(hash).not.toContain('crème')
    expect(await passwordMatches({ hash, password: 'crème brûlée'.normalize('NFD') })).toBe(true)
    expect(await passwordMatches({ hash, password: 'creme brulee' })).toBe(false)
    expect(await hashPassword('crème brûlée')).not.toBe(hash)
  })

  test('what is no hash matches nothing', async () => {
    for (const hash of ['', 'scrypt', 'scrypt:1:2:3', 'plain:a:b', 'a quiet morning']) {
      expect(await passwordMatches({ hash, password: 'a quiet morning' })).toBe(false)
    }
  })

  test('the worst passwords are known by any spelling', () => {
    expect(isWorstPassword('PassWord')).toBe(true)
    expect(isWorstPassword('123456789')).toBe(true)
    expect(isWorstPassword('a quiet morning')).toBe(false)
  })
})

describe('changing the password', () => {
  test('a new password needs the old one, and signs out everywhere else', async () => {
    const { profile, iris } = await givenIris()
    const elsewhere = await givenSignedIn(shop, profile)
    const change = (current_password: string, new_password: string) =>
      iris.post('/api/account/password', { current_password, new_password })
    expect((await change('wrong', 'a new morning')).body).toMatchObject({ code: 'WRONG_PASSWORD' })
    expect((await change(PASSWORD, 'iloveyou')).body).toMatchObject({ code: 'WORST_PASSWORD' })
    expect((await change(PASSWORD, 'a new morning')).status).toBe(200)
    expect((await iris.get('/api/account')).status).toBe(200)
    expect((await elsewhere.get('/api/account')).status).toBe(401)
    expect((await givenVisitor(shop).signIn(profile.email, 'a new morning')).status).toBe(200)
  })

  test('a stolen session gets ten guesses at the password', async () => {
    const { iris } = await givenIris()
    const statuses = []
    for (let n = 0; n < 14; n++) {
      const { status } = await iris.post('/api/account/delete', { password: `guess ${n}` })
      statuses.push(status)
    }
    expect(statuses.filter((status) => status === 409)).toHaveLength(10)
    expect(statuses.slice(10)).toEqual([429, 429, 429, 429])
  })
})

describe('a reset link', () => {
  test('the mailed link gives a new password, ends every session and notifies the owner', async () => {
    const profile = await givenProfile(shop.db)
    const elsewhere = await givenSignedIn(shop, profile)
    await forget(profile.email)
    const token = await mailedToken(shop.db, profile.email, 'password-reset')

    expect((await reset(token)).body).toEqual({ done: true })
    expect((await elsewhere.get('/api/account')).status).toBe(401)
    expect((await visitor().signIn(profile.email, PASSWORD)).status).toBe(401)
    expect((await visitor().signIn(profile.email, NEW)).status).toBe(200)
    const [owner] = await shop.db.select().from(profiles).where(eq(profiles.id, profile.id))
    expect(owner?.email_verified).toBe(true)
    await eventually(async () => {
      const subjects = (await mailsTo(shop.db, profile.email)).map(({ subject }) => subject)
      expect(subjects.some((subject) => subject.startsWith('Your password was changed'))).toBe(true)
    })
  })

  test('15 uses of one link at once: one works', async () => {
    const profile = await givenProfile(shop.db)
    await forget(profile.email)
    const token = await mailedToken(shop.db, profile.email, 'password-reset')
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, n) => reset(token, `${NEW} ${n}`)),
    )
    const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    expect(winners).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect((await visitor().signIn(profile.email, `${NEW} ${winners[0]}`)).status).toBe(200)
    expect(await shop.db.$count(sessions, eq(sessions.user_id, profile.id))).toBe(1)
  })

  test('a link opens its own account only, and the secret is in no answer and no page', async () => {
    const [iris, mallory] = [await givenProfile(shop.db), await givenProfile(shop.db)]
    await forget(mallory.email)
    const token = await mailedToken(shop.db, mallory.email, 'password-reset')
    expect(await forget(mallory.email).then(({ text }) => text)).not.toContain(token)
    const stored = await shop.db.select().from(verifications)
    expect(JSON.stringify(stored)).not.toContain(token)

    const answer = await visitor().post('/api/auth/reset-password', {
      token,
      password: NEW,
      email: iris.email,
    })
    expect(answer.status).toBe(400)
    const { text } = await reset(token)
    expect(text).toBe('{"done":true}')
    expect((await visitor().signIn(iris.email, NEW)).status).toBe(401)
    expect((await visitor().signIn(iris.email, PASSWORD)).status).toBe(200)
    // The token is in the fragment, which browsers do not send.
    expect((await visitor().get('/reset-password')).text).not.toContain(token)
  })

  test('after an hour the link has expired; a made-up one never worked', async () => {
    const profile = await givenProfile(shop.db)
    await forget(profile.email)
    const token = await mailedToken(shop.db, profile.email, 'password-reset')
    clock.advance({ minutes: 61 })
    for (const dead of [token, 'made-up', `${token}x`]) {
      const { status, body } = await reset(dead)
      expect([status, body]).toEqual([409, expect.objectContaining({ code: 'LINK_EXPIRED' })])
    }
    expect((await visitor().signIn(profile.email, PASSWORD)).status).toBe(200)
  })

  test('a refused password does not use the link up; an administrator needs twelve characters', async () => {
    const admin = await givenAdmin(shop.db)
    await forget(admin.email)
    const token = await mailedToken(shop.db, admin.email, 'password-reset')
    expect((await reset(token, 'password1')).body).toMatchObject({ code: 'WORST_PASSWORD' })
    expect((await reset(token, 'not twelve')).body).toMatchObject({ code: 'PASSWORD_TOO_SHORT' })
    expect((await reset(token, 'five!')).status).toBe(400)
    expect((await reset(token, 'this is long enough')).status).toBe(200)
  })

  test('an account has at most three open reset links', async () => {
    const profile = await givenProfile(shop.db)
    for (let n = 0; n < 6; n++) await forget(profile.email)
    await mailedToken(shop.db, profile.email, 'password-reset', 3)
    await eventually(async () => {
      const { rows } = await shop.db.execute<{ open: string }>(
        "select count(*) as open from pgboss.job where name = 'send-password-reset-link' and state < 'completed'",
      )
      expect(Number(rows[0]?.open)).toBe(0)
    })
    expect(await mailsTo(shop.db, profile.email)).toHaveLength(3)
  })

  test('a reset unlocks an account that guesses have locked', async () => {
    const profile = await givenProfile(shop.db)
    await Promise.all(
      Array.from({ length: 55 }, (_, n) => visitor().signIn(profile.email, `guess ${n}`)),
    )
    expect((await visitor().signIn(profile.email, PASSWORD)).status).toBe(429)
    await forget(profile.email)
    await reset(await mailedToken(shop.db, profile.email, 'password-reset'))
    expect((await visitor().signIn(profile.email, NEW)).status).toBe(200)
  })
})
