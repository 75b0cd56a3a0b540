import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import {
  BEHIND_PROXY,
  givenSignedIn,
  givenVisitor,
  mailedToken,
} from '#server/testing/account-factories.ts'
import { givenAdmin, givenProfile, PASSWORD } from '#server/testing/factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { sessions, user_roles } from './accounts.table.ts'
import { hashPassword, storePassword } from './password-hash.ts'

let shop: Awaited<ReturnType<typeof givenServer>>
let address = 0
/** Each test has its own network, so that none is refused for the guesses of another. */
const nextIp = () => `10.0.${Math.floor(++address / 250)}.${(address % 250) + 1}`

beforeAll(async () => {
  shop = await givenServer({ env: BEHIND_PROXY })
})

describe('a session', () => {
  // Shows S4.7, S7.32
  test('starts with the right password, in a cookie that scripts cannot read', async () => {
    const profile = await givenProfile(shop.db)
    const iris = givenVisitor(shop)
    const answer = await iris.signIn(profile.email.toUpperCase(), PASSWORD)
    expect([answer.status, answer.body]).toEqual([200, { second_step: false }])
    const cookies = answer.headers.getSetCookie()
    expect(cookies).toEqual([
      expect.stringMatching(
        /^petal_session=.*; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/i,
      ),
      expect.stringMatching(/^petal_device=.*; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(await iris.session()).toEqual({
      role: null,
      needs_two_factor: false,
      profile: { id: profile.id, email: profile.email, full_name: profile.full_name },
    })
  })

  test('has a __Host- cookie, and Secure, wherever the shop is not on this machine', async () => {
    for (const PUBLIC_URL of ['https://petal.example.com', 'http://petal.example.com']) {
      const far = await givenServer({ databaseUrl: shop.databaseUrl, env: { PUBLIC_URL } })
      const profile = await givenProfile(shop.db)
      const response = await fetch(`http://127.0.0.1:${far.config.port}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: PUBLIC_URL },
        body: JSON.stringify({ email: profile.email, password: PASSWORD }),
      })
      const cookies = response.headers.getSetCookie()
      expect(cookies).toHaveLength(2)
      for (const cookie of cookies) {
        expect(cookie).toMatch(/^__Host-petal_(session|device)=.*Path=\/; HttpOnly/)
        expect(cookie).toContain('; Secure')
        expect(cookie).not.toMatch(/domain/i)
      }
      await far.close()
    }
  })

  test('is always a new one: a planted session is not used, and ends', async () => {
    const [attacker, victim] = [await givenProfile(shop.db), await givenProfile(shop.db)]
    const planted = await givenSignedIn(shop, attacker)
    const browser = givenVisitor(shop, { cookies: planted.cookies })
    await browser.signIn(victim.email, PASSWORD)
    expect(await browser.session()).toMatchObject({ profile: { id: victim.id } })
    expect(browser.cookies.get('petal_session')).not.toBe(planted.cookies.get('petal_session'))
    expect(await planted.session()).toBeNull()
  })

  test('with a made-up cookie does not exist', async () => {
    const profile = await givenProfile(shop.db)
    const [session] = await shop.db
      .insert(sessions)
      .values({
        user_id: profile.id,
        token: randomUUID(),
        expires_at: new Date(Date.now() + 60_000),
      })
      .returning()
    for (const value of [`${session?.token}`, `${session?.token}.${'A'.repeat(43)}=`, 'x', '']) {
      const cookies = new Map([['petal_session', encodeURIComponent(value)]])
      expect(await givenVisitor(shop, { cookies }).session()).toBeNull()
    }
  })

  // Shows S7.32
  test('ends with signing out: a copy of the cookie opens nothing', async () => {
    const profile = await givenProfile(shop.db)
    const iris = givenVisitor(shop)
    await iris.signIn(profile.email, PASSWORD)
    const old = givenVisitor(shop, { cookies: new Map(iris.cookies) })
    expect((await iris.post('/api/auth/sign-out')).status).toBe(200)
    expect(iris.cookies.has('petal_session')).toBe(false)
    expect((await old.get('/api/account')).status).toBe(401)
    expect(await shop.db.$count(sessions, eq(sessions.user_id, profile.id))).toBe(0)
  })

  test('expires', async () => {
    const iris = await givenSignedIn(shop, await givenProfile(shop.db))
    expect((await iris.get('/api/account')).status).toBe(200)
    await shop.db.update(sessions).set({ expires_at: new Date(Date.now() - 1000) })
    expect((await iris.get('/api/account')).status).toBe(401)
  })

  test('in use is prolonged, with its cookie', async () => {
    const profile = await givenProfile(shop.db)
    const iris = await givenSignedIn(shop, profile)
    const almostOver = new Date(Date.now() + DAY_MS)
    await shop.db
      .update(sessions)
      .set({ expires_at: almostOver })
      .where(eq(sessions.user_id, profile.id))
    // Any other call leaves it alone: it could not renew the cookie with it.
    await iris.get('/api/account')
    const { headers } = await iris.get('/api/session')
    expect(headers.getSetCookie()[0]).toContain('Max-Age=2592000')
    const [renewed] = await shop.db.select().from(sessions).where(eq(sessions.user_id, profile.id))
    expect(renewed!.expires_at.getTime()).toBeGreaterThan(Date.now() + 29 * DAY_MS)
  })
})

describe('an administrator', () => {
  // Shows S4.7, S6.4, S7.1, B6.1, B7.7
  test('whose role is taken away is refused at the next call, with the very same cookie', async () => {
    const admin = await givenAdmin(shop.db)
    const ada = await givenSignedIn(shop, admin)
    expect(await ada.session()).toMatchObject({ role: 'admin' })
    expect((await ada.get('/api/mails')).status).toBe(200)
    await shop.db.delete(user_roles).where(eq(user_roles.user_id, admin.id))
    expect((await ada.get('/api/mails')).status).toBe(403)
    expect(await ada.session()).toMatchObject({ role: null })
  })

  test('with a short password gets a link by mail instead of a session', async () => {
    const admin = await givenAdmin(shop.db)
    await storePassword(shop.db, admin.id, await hashPassword('short one'))
    const ada = givenVisitor(shop)
    const answer = await ada.signIn(admin.email, 'short one')
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 'NEW_PASSWORD_NEEDED' })
    expect(ada.cookies.size).toBe(0)
    expect(await shop.db.$count(sessions, eq(sessions.user_id, admin.id))).toBe(0)
    expect(await mailedToken(shop.db, admin.email, 'password-reset')).not.toBe('')
  })
})

describe('guessing', () => {
  const reached = async (email: string, guesses: number, ip: () => string) => {
    let hashed = 0
    const statuses = new Map<number, number>()
    for (let n = 0; n < guesses; n += 50) {
      const batch = Array.from({ length: Math.min(50, guesses - n) }, (_, i) =>
        givenVisitor(shop, { ip: ip() }).signIn(email, `guess ${n + i}`),
      )
      for (const { status } of await Promise.all(batch)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 401) hashed++
      }
    }
    return { hashed, statuses }
  }

  /** Strangers from many networks have used up all guesses of the account. */
  async function givenLockedAccount() {
    const profile = await givenProfile(shop.db)
    const { hashed } = await reached(profile.email, 60, nextIp)
    expect(hashed).toBe(50)
    return profile
  }
  const signInAs = (email: string, cookies?: Map<string, string>) =>
    givenVisitor(shop, { ip: nextIp(), cookies }).signIn(email, PASSWORD)
  /** The cookies of a browser where the owner signed in and out. */
  async function givenKnownDevice(email: string) {
    const browser = givenVisitor(shop, { ip: nextIp() })
    expect((await browser.signIn(email, PASSWORD)).status).toBe(200)
    await browser.post('/api/auth/sign-out')
    return browser.cookies
  }

  test('1,000 guesses of one stranger: 10 reach the hash', async () => {
    const profile = await givenProfile(shop.db)
    const ip = nextIp()
    const { hashed, statuses } = await reached(profile.email, 1000, () => ip)
    expect(hashed).toBe(10)
    expect(statuses.get(429)).toBe(990)
    // Not even the right password is accepted from there, so a guesser learns nothing.
    expect((await givenVisitor(shop, { ip }).signIn(profile.email, PASSWORD)).status).toBe(429)
    // The owner, elsewhere, is not locked out.
    expect((await signInAs(profile.email)).status).toBe(200)
  })

  test('guesses from 200 networks: 50 an hour reach the hash', async () => {
    const profile = await givenProfile(shop.db)
    const { hashed } = await reached(profile.email, 200, nextIp)
    expect(hashed).toBe(50)
    expect((await signInAs(profile.email)).status).toBe(429)
  })

  test('a known device signs in although strangers have locked the account', async () => {
    const profile = await givenProfile(shop.db)
    const device = await givenKnownDevice(profile.email)
    await reached(profile.email, 60, nextIp)
    expect((await signInAs(profile.email)).status).toBe(429)
    expect((await signInAs(profile.email, device)).status).toBe(200)
  })

  test('a device of another account, a forged one and one from before a new password are strangers', async () => {
    const profile = await givenProfile(shop.db)
    const former = await givenKnownDevice(profile.email)
    const foreign = await givenKnownDevice((await givenProfile(shop.db)).email)
    const forged = new Map([['petal_device', `${'A'.repeat(32)}.${'A'.repeat(22)}`]])
    await storePassword(shop.db, profile.id, await hashPassword(PASSWORD))
    await reached(profile.email, 60, nextIp)
    for (const cookies of [former, foreign, forged]) {
      expect((await signInAs(profile.email, cookies)).status).toBe(429)
    }
  })

  test('a known device gets ten guesses as well', async () => {
    const profile = await givenProfile(shop.db)
    const cookies = await givenKnownDevice(profile.email)
    const statuses = []
    for (let n = 0; n < 12; n++) {
      const browser = givenVisitor(shop, { ip: nextIp(), cookies })
      statuses.push((await browser.signIn(profile.email, `guess ${n}`)).status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  test('the lock ends after a while, in every process', async () => {
    const profile = await givenLockedAccount()
    await shop.db.execute(sql`update call_limits set expire = 1 where key like 'password-%'`)
    expect((await signInAs(profile.email)).status).toBe(200)
  })

  test('one visitor gets 30 guesses, at however many accounts', async () => {
    const ip = nextIp()
    let hashed = 0
    for (let n = 0; n < 40; n++) {
      const { status } = await givenVisitor(shop, { ip }).signIn(
        `someone.${n}@example.com`,
        'a guess',
      )
      if (status === 401) hashed++
    }
    expect(hashed).toBe(30)
  })

  test('signing in rightly, however often, is no guess', async () => {
    const profile = await givenProfile(shop.db)
    const ip = nextIp()
    for (let n = 0; n < 12; n++) {
      expect((await givenVisitor(shop, { ip }).signIn(profile.email, PASSWORD)).status).toBe(200)
    }
  })
})
